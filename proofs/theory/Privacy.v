(* SPDX-License-Identifier: GPL-3.0-or-later *)
(* From laws to events: (eps, delta) for every event of what a program returns, and how it passes on to what is made of
   it, to several releases, and to the discrete Laplace noise that the code draws, its limits included. *)
From Coq Require Import Reals Lra Psatz Arith ZArith Lia List.
From Coquelicot Require Import Coquelicot.
From Dpmf Require Import Sums Sensitivity Polya Words Samplers Discrete Named.
Open Scope R_scope.

(* m on one data set, m' on its neighbour. *)
Definition private {A : Type} (eps delta : R) (m m' : program A) : Prop :=
  forall f r r', event f -> expects m f r -> expects m' f r' -> r <= exp eps * r' + delta.

Definition noisy (p q : nat) (s : Z) : program Z := Then (laplace p q) (fun x => Return (s + x)%Z).

(* What each of k programs returns. *)
Fixpoint release {A : Type} (m : nat -> program A) (k : nat) : program (list A) :=
  match k with O => Return nil | S k => Then (release m k) (fun vs => Then (m k) (fun v => Return (v :: vs))) end.

Lemma exp_le (x y : R) : x <= y -> exp x <= exp y.
Proof. intros [H| ->]; [left; apply exp_increasing, H|right; reflexivity]. Qed.

Lemma weaker {A : Type} (eps eps' delta delta' : R) (m m' : program A) :
  eps <= eps' -> delta <= delta' -> private eps delta m m' -> private eps' delta' m m'.
Proof.
  intros He Hd H f r r' Hf Hr Hr'. specialize (H f r r' Hf Hr Hr'). apply exp_le in He.
  assert (H0 : 0 <= r') by (destruct (every_event m' f Hf) as [x [Hx [H0 _]]]; rewrite (expects_unique _ _ _ _ Hr' Hx); exact H0).
  nra.
Qed.

(* The probability of an event, as a function of what went before. *)
Lemma chances {A B : Type} (k : A -> program B) (f : B -> R) : event f ->
  event (fun v => real (Lim_seq (fun n => mean n (k v) f))) /\ forall v, expects (k v) f (real (Lim_seq (fun n => mean n (k v) f))).
Proof.
  intros Hf.
  assert (H : forall v, expects (k v) f (real (Lim_seq (fun n => mean n (k v) f))) /\ 0 <= real (Lim_seq (fun n => mean n (k v) f)) <= 1).
  { intros v. destruct (every_event (k v) f Hf) as [r [Hr H01]]. assert (E := is_lim_seq_unique _ _ Hr). rewrite E. split; assumption. }
  split; intros v; apply H.
Qed.

(* The probability of every event, of m first and k then, is the mean of k's. *)
Lemma split_then {A B : Type} (m : program A) (k : A -> program B) (f : B -> R) (g : A -> R) (r : R) :
  event f -> event g -> (forall v, expects (k v) f (g v)) -> expects (Then m k) f r -> expects m g r.
Proof.
  intros Hf Hg Hk Hr. destruct (every_event m g Hg) as [x [Hx _]].
  rewrite (expects_unique _ _ _ _ Hr (expects_then m k f g x (fun v => proj1 (Hf v)) Hk Hx)). exact Hx.
Qed.

(* What any program makes of a private answer is as private. *)
Theorem post_processing [A B : Type] (eps delta : R) (m m' : program A) (k : A -> program B) :
  private eps delta m m' -> private eps delta (Then m k) (Then m' k).
Proof.
  intros H f r r' Hf Hr Hr'. destruct (chances k f Hf) as [Hg Hk].
  apply (H _ r r' Hg); [apply (split_then m k f _ r Hf Hg Hk Hr)|apply (split_then m' k f _ r' Hf Hg Hk Hr')].
Qed.

(* Two releases, of which the second may depend on what the first has returned: their epsilons and deltas add up. *)
Theorem composition [A B : Type] (eps delta eps' delta' : R) (m m' : program A) (k k' : A -> program B) :
  0 <= delta' -> private eps delta m m' -> (forall v, private eps' delta' (k v) (k' v)) ->
  private (eps + eps') (delta + delta') (Then m k) (Then m' k').
Proof.
  intros H0 H Hk f r r' Hf Hr Hr'. destruct (chances k f Hf) as [Hg Eg]. destruct (chances k' f Hf) as [Hg' Eg'].
  set (g := fun v => real (Lim_seq (fun n => mean n (k v) f))) in *. set (g' := fun v => real (Lim_seq (fun n => mean n (k' v) f))) in *.
  assert (Er := split_then m k f g r Hf Hg Eg Hr). assert (Er' := split_then m' k' f g' r' Hf Hg' Eg' Hr').
  (* as much of the second step's chance as is paid for by eps' *)
  set (h := fun v => Rmin 1 (exp eps' * g' v)).
  assert (Hh : event h).
  { intros v. unfold h. assert (H1 := exp_pos eps'). specialize (Hg' v). split; [|apply Rmin_l].
    apply Rmin_glb; [lra|apply Rmult_le_pos; lra]. }
  assert (Hd : forall v, g v <= delta' * 1 + h v).
  { intros v. unfold h. assert (H1 := Hk v f (g v) (g' v) Hf (Eg v) (Eg' v)). specialize (Hg v).
    unfold Rmin. destruct (Rle_dec 1 (exp eps' * g' v)); lra. }
  destruct (every_event m h Hh) as [s [Hs _]]. destruct (every_event m' h Hh) as [s' [Hs' _]].
  assert (H1 := H h s s' Hh Hs Hs').
  assert (H2 : s' <= exp eps' * r').
  { assert (E : expects m' (fun _ => 0) 0) by (apply (is_lim_seq_ext (fun _ => 0)); [intros n; symmetry; apply mean_zero|apply is_lim_seq_const]).
    assert (E1 := expects_linear m' (exp eps') g' (fun _ => 0) r' 0 Er' E). rewrite Rplus_0_r in E1.
    apply (expects_le m' h (fun v => exp eps' * g' v + 0) s' _); [|exact Hs'|exact E1].
    intros v. unfold h. rewrite Rplus_0_r. apply Rmin_r. }
  assert (H3 : r <= delta' * 1 + s).
  { destruct (every_event m (fun _ => 1) ltac:(intros v; lra)) as [e [He He1]].
    assert (E := expects_le m g _ r _ Hd Er (expects_linear m delta' (fun _ => 1) h e s He Hs)). nra. }
  rewrite exp_plus. assert (H4 := exp_pos eps). assert (exp eps * s' <= exp eps * (exp eps' * r')) by (apply Rmult_le_compat_l; lra). lra.
Qed.

Lemma private_same {A : Type} (m : program A) : private 0 0 m m.
Proof. intros f r r' _ Hr Hr'. rewrite (expects_unique _ _ _ _ Hr Hr'), exp_0. lra. Qed.

(* k releases, each with its own epsilon and delta, cost the sums of these. *)
Theorem sequential [A : Type] (eps delta : nat -> R) (m m' : nat -> program A) (k : nat) :
  (forall i, 0 <= delta i) -> (forall i, (i < k)%nat -> private (eps i) (delta i) (m i) (m' i)) ->
  private (sum eps k) (sum delta k) (release m k) (release m' k).
Proof.
  intros Hd. induction k as [|k IH]; intros H; simpl; [apply private_same|].
  apply composition; [apply Hd|apply IH; intros i Hi; apply H; lia|]. intros vs. apply post_processing, H. lia.
Qed.

(* k releases, each from a part of its own of the data: a change in one part costs what its release costs. *)
Theorem parallel [A : Type] (eps delta : R) (m m' : nat -> program A) (j k : nat) : 0 <= eps -> 0 <= delta ->
  (forall i, i <> j -> m i = m' i) -> private eps delta (m j) (m' j) -> private eps delta (release m k) (release m' k).
Proof.
  intros He Hd Hi Hj. apply (weaker (sum (fun i => if (i =? j)%nat then eps else 0) k) _ (sum (fun i => if (i =? j)%nat then delta else 0) k)).
  1, 2: (assert (Hone : forall x n, 0 <= x -> sum (fun i => if (i =? j)%nat then x else 0) n <= if (j <? n)%nat then x else 0);
    [intros x n Hx; induction n as [|n IH]; simpl; [lra|]; destruct (Nat.eqb_spec n j) as [->|Hne];
     [rewrite Nat.ltb_irrefl in IH; rewrite (proj2 (Nat.ltb_lt j (S j))) by lia; lra|];
     destruct (Nat.ltb_spec j n); destruct (Nat.ltb_spec j (S n)); try lia; lra|];
    eapply Rle_trans; [apply Hone; assumption|]; destruct (j <? k)%nat; lra).
  apply sequential; [intros i; destruct (i =? j)%nat; lra|]. intros i _.
  destruct (Nat.eqb_spec i j) as [->|Hne]; [exact Hj|]. rewrite (Hi i Hne). apply private_same.
Qed.

(* Moving by one step costs one rate, up or down. *)
Lemma shift_up (b : R) (f : Z -> R) (n : nat) : 0 < b < 1 -> (forall x, 0 <= f x) ->
  b * two_sided b (fun x => f (x + 1)%Z) (S n) <= two_sided b f (S (S n)).
Proof.
  intros Hb Hf. set (P := fun g => sum (fun y => b ^ y * g (Z.of_nat y))). set (M := fun g => sum (fun y => b ^ S y * g (- Z.of_nat (S y))%Z)).
  assert (Hsplit : forall (g : Z -> R) k, sum (fun y => b ^ y * (g (Z.of_nat y) + if (y =? 0)%nat then 0 else g (- Z.of_nat y)%Z)) (S k) = P g (S k) + M g k).
  { intros g k. induction k as [|k IH]; [unfold P, M; simpl; ring|].
    change (sum (fun y => b ^ y * (g (Z.of_nat y) + if (y =? 0)%nat then 0 else g (- Z.of_nat y)%Z)) (S (S k))) with
      (sum (fun y => b ^ y * (g (Z.of_nat y) + if (y =? 0)%nat then 0 else g (- Z.of_nat y)%Z)) (S k) +
       b ^ S k * (g (Z.of_nat (S k)) + g (- Z.of_nat (S k))%Z)).
    rewrite IH. change (P g (S (S k))) with (P g (S k) + b ^ S k * g (Z.of_nat (S k))).
    change (M g (S k)) with (M g k + b ^ S k * g (- Z.of_nat (S k))%Z). ring. }
  unfold two_sided. rewrite (Hsplit f (S n)). assert (Hs := Hsplit (fun x => f (x + 1)%Z) n). cbv beta in Hs. rewrite Hs. clear Hs Hsplit.
  assert (HP : b * P (fun x => f (x + 1)%Z) (S n) = P f (S (S n)) - f 0%Z).
  { unfold P. rewrite (sum_first _ (S n)), <- sum_scale. change (Z.of_nat 0) with 0%Z.
    rewrite (sum_ext (fun i => b * _) (fun i => b ^ S i * f (Z.of_nat (S i)))); [simpl pow; ring|].
    intros i _. rewrite <- tech_pow_Rmult, Nat2Z.inj_succ. unfold Z.succ. ring. }
  assert (HM : M (fun x => f (x + 1)%Z) n <= b * f 0%Z + b * M f (S n)).
  { destruct n as [|n].
    - unfold M. simpl. assert (H0 := Hf 0%Z). assert (H1 := Hf (-1)%Z). nra.
    - unfold M at 1. rewrite sum_first. change (- Z.of_nat 1 + 1)%Z with 0%Z.
      rewrite (sum_ext _ (fun i => b * (b ^ S i * f (- Z.of_nat (S i))%Z))).
      + rewrite (sum_scale b (fun i => b ^ S i * f (- Z.of_nat (S i))%Z)). fold (M f n).
        assert (M f n <= M f (S (S n))).
        { apply sum_longer; [|lia]. intros i. apply Rmult_le_pos; [apply pow_le; lra|apply Hf]. }
        simpl pow. nra.
      + intros i _. rewrite <- (tech_pow_Rmult b (S i)). replace (- Z.of_nat (S (S i)) + 1)%Z with (- Z.of_nat (S i))%Z by lia. ring. }
  assert (HM0 : 0 <= M f (S n)) by (apply sum_nonneg; intros i; apply Rmult_le_pos; [apply pow_le; lra|apply Hf]).
  assert (H0 := Hf 0%Z).
  apply Rle_trans with ((1 - b) / (1 + b) * (b * P (fun x => f (x + 1)%Z) (S n) + b * M (fun x => f (x + 1)%Z) n)); [right; ring|].
  apply Rmult_le_compat_l; [apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra]|]. rewrite HP.
  assert (b * M (fun x => f (x + 1)%Z) n <= b * (b * f 0%Z + b * M f (S n))) by (apply Rmult_le_compat_l; lra).
  assert (b * b <= 1) by nra. nra.
Qed.

Lemma reflected (b : R) (f : Z -> R) (n : nat) : two_sided b (fun x => f (- x)%Z) n = two_sided b f n.
Proof.
  unfold two_sided. f_equal. apply sum_ext. intros y _. rewrite Z.opp_involutive.
  destruct (Nat.eqb_spec y 0) as [->|H]; [reflexivity|ring].
Qed.

Lemma shift (b : R) (n : nat) : 0 < b < 1 -> forall (d : nat) (f : Z -> R) (s : Z), (forall x, 0 <= f x) -> Z.abs_nat s = d ->
  b ^ d * two_sided b (fun x => f (x + s)%Z) (S n) <= two_sided b f (S n + d)%nat.
Proof.
  intros Hb. induction d as [|d IH]; intros f s Hf Hs.
  - replace s with 0%Z by lia. rewrite Nat.add_0_r. simpl pow. rewrite Rmult_1_l. right. unfold two_sided. f_equal.
    apply sum_ext. intros y _. rewrite !Z.add_0_r. reflexivity.
  - destruct (Z_lt_le_dec 0 s) as [H|H].
    + specialize (IH (fun x => f (x + 1)%Z) (s - 1)%Z (fun x => Hf _) ltac:(lia)).
      assert (H1 := shift_up b f (n + d) Hb Hf).
      replace (two_sided b (fun x => f (x + s)%Z) (S n)) with (two_sided b (fun x => f (x + (s - 1) + 1)%Z) (S n)).
      * simpl pow. replace (S n + S d)%nat with (S (S (n + d))) by lia. change (S n + d)%nat with (S (n + d)) in IH. nra.
      * unfold two_sided. f_equal. apply sum_ext. intros y _.
        replace (Z.of_nat y + (s - 1) + 1)%Z with (Z.of_nat y + s)%Z by ring. replace (- Z.of_nat y + (s - 1) + 1)%Z with (- Z.of_nat y + s)%Z by ring. reflexivity.
    + specialize (IH (fun x => f (x - 1)%Z) (s + 1)%Z (fun x => Hf _) ltac:(lia)).
      assert (H1 := shift_up b (fun x => f (- x)%Z) (n + d) Hb (fun x => Hf _)). rewrite reflected in H1.
      rewrite <- (reflected b (fun x => f (- (x + 1))%Z)) in H1.
      replace (two_sided b (fun x => f (- (- x + 1))%Z) (S (n + d))) with (two_sided b (fun x => f (x - 1)%Z) (S (n + d))) in H1.
      2: { unfold two_sided. f_equal. apply sum_ext. intros y _.
           replace (- (- Z.of_nat y + 1))%Z with (Z.of_nat y - 1)%Z by ring. replace (- (- - Z.of_nat y + 1))%Z with (- Z.of_nat y - 1)%Z by ring. reflexivity. }
      replace (two_sided b (fun x => f (x + s)%Z) (S n)) with (two_sided b (fun x => f (x + (s + 1) - 1)%Z) (S n)).
      * simpl pow. replace (S n + S d)%nat with (S (S (n + d))) by lia. change (S n + d)%nat with (S (n + d)) in IH. nra.
      * unfold two_sided. f_equal. apply sum_ext. intros y _.
        replace (Z.of_nat y + (s + 1) - 1)%Z with (Z.of_nat y + s)%Z by ring. replace (- Z.of_nat y + (s + 1) - 1)%Z with (- Z.of_nat y + s)%Z by ring. reflexivity.
Qed.

(* A whole number that moves by at most d steps, with the noise that the code draws: epsilon is d p / q, and delta
   is exp(epsilon) 3 exp(-1024), for every event. *)
Theorem laplace_private (p q : nat) (s s' : Z) (d : nat) : (0 < p)%nat -> (0 < q <= words)%nat -> (Z.abs (s - s') <= Z.of_nat d)%Z ->
  let eps := INR d * (INR p / INR q) in private eps (exp eps * tiny) (noisy p q s) (noisy p q s').
Proof.
  intros Hp Hq Hd eps f r r' Hf Hr Hr'. set (b := exp (- (INR p / INR q))).
  assert (Hrate : 0 < INR p / INR q) by (apply Rdiv_lt_0_compat; apply (lt_INR 0); lia).
  assert (Hb : 0 < b < 1) by (split; [apply exp_pos|unfold b; rewrite <- exp_0; apply exp_increasing; lra]).
  assert (Hshifted : forall u x, expects (noisy p q u) f x -> expects (laplace p q) (fun x => f (u + x)%Z) x).
  { intros u x Hx. apply (split_then (laplace p q) (fun x => Return (u + x)%Z) f (fun x => f (u + x)%Z) x Hf (fun v => Hf _)
      (fun v => expects_return _ f) Hx). }
  apply Hshifted in Hr. apply Hshifted in Hr'.
  set (n := (most * q)%nat). set (a := Z.abs_nat (s - s')).
  assert (H1 := laplace_below p q _ r (S n) Hp Hq (fun x => proj1 (Hf _)) Hr ltac:(unfold n; lia)).
  assert (H2 := laplace_above p q _ r' (S n + a) Hp Hq (fun x => Hf _) Hr' ltac:(unfold n; lia)). fold b in H1, H2.
  assert (H3 := shift b n Hb a (fun x => f (s' + x)%Z) (s - s') (fun x => proj1 (Hf _)) eq_refl). cbv beta in H3.
  replace (two_sided b (fun x => f (s' + (x + (s - s')))%Z) (S n)) with (two_sided b (fun x => f (s + x)%Z) (S n)) in H3.
  2: { unfold two_sided. f_equal. apply sum_ext. intros y _.
       replace (s' + (Z.of_nat y + (s - s')))%Z with (s + Z.of_nat y)%Z by ring. replace (s' + (- Z.of_nat y + (s - s')))%Z with (s + - Z.of_nat y)%Z by ring. reflexivity. }
  assert (Hba : exp (- eps) <= b ^ a).
  { unfold b. rewrite exp_power. apply exp_le. unfold eps. assert (INR a <= INR d) by (apply le_INR; unfold a; lia). nra. }
  destruct tiny_is as [Ht _].
  assert (Hr0 : 0 <= r) by (destruct (every_event (laplace p q) (fun x => f (s + x)%Z) (fun x => Hf _)) as [x [Hx [H0 _]]]; rewrite (expects_unique _ _ _ _ Hr Hx); exact H0).
  assert (H4 : exp (- eps) * r <= r' + tiny).
  { apply Rle_trans with (b ^ a * r); [apply Rmult_le_compat_r; assumption|].
    apply Rle_trans with ((1 + tiny) * two_sided b (fun x => f (s' + x)%Z) (S n + a)); [|exact H2].
    apply Rle_trans with (b ^ a * ((1 + tiny) * two_sided b (fun x => f (s + x)%Z) (S n))).
    - apply Rmult_le_compat_l; [apply pow_le; lra|exact H1].
    - assert (0 <= 1 + tiny) by lra. nra. }
  rewrite <- Rmult_plus_distr_l. assert (H5 : exp eps * exp (- eps) = 1) by (rewrite <- exp_plus, <- exp_0; f_equal; ring).
  assert (H6 := exp_pos eps). replace r with (exp eps * (exp (- eps) * r)) by (rewrite <- Rmult_assoc, H5; ring).
  apply Rmult_le_compat_l; lra.
Qed.

(* k whole numbers that move by at most d steps in all, each with noise of its own: the same epsilon, and k times
   the delta. *)
Theorem vector_private (p q : nat) (s s' : nat -> Z) (k d : nat) :
  (0 < p)%nat -> (0 < q <= words)%nat -> (zl1 (fun i => s i - s' i)%Z k <= Z.of_nat d)%Z ->
  let eps := INR d * (INR p / INR q) in
  private eps (INR k * (exp eps * tiny)) (release (fun i => noisy p q (s i)) k) (release (fun i => noisy p q (s' i)) k).
Proof.
  intros Hp Hq Hd eps. assert (Hrate : 0 < INR p / INR q) by (apply Rdiv_lt_0_compat; apply (lt_INR 0); lia).
  set (a := fun i => Z.abs_nat (s i - s' i)). destruct tiny_is as [Ht _].
  assert (Hz : forall n, zl1 (fun i => s i - s' i)%Z n = Z.of_nat (Z.to_nat (zl1 (fun i => s i - s' i)%Z n)) /\
    sum (fun i => INR (a i) * (INR p / INR q)) n = IZR (zl1 (fun i => s i - s' i)%Z n) * (INR p / INR q)).
  { induction n as [|n [I1 I2]]; simpl; [split; [reflexivity|lra]|]. split; [lia|]. rewrite I2, plus_IZR. unfold a.
    rewrite (INR_IZR_INZ (Z.abs_nat _)), Zabs2Nat.id_abs. ring. }
  apply (weaker (sum (fun i => INR (a i) * (INR p / INR q)) k) _ (sum (fun i => exp (INR (a i) * (INR p / INR q)) * tiny) k)).
  - rewrite (proj2 (Hz k)). unfold eps. rewrite (INR_IZR_INZ d). apply Rmult_le_compat_r; [lra|]. apply IZR_le, Hd.
  - rewrite <- sum_constant. apply sum_le. intros i Hi. apply Rmult_le_compat_r; [lra|]. apply exp_le. unfold eps.
    apply Rmult_le_compat_r; [lra|]. apply le_INR.
    assert (Hmono : forall n m, (n <= m)%nat -> (zl1 (fun i => s i - s' i)%Z n <= zl1 (fun i => s i - s' i)%Z m)%Z).
    { intros n m H. induction H as [|m H IH]; simpl; lia. }
    assert (H0 : (0 <= zl1 (fun i => s i - s' i)%Z i)%Z) by apply (Hmono 0%nat i ltac:(lia)).
    specialize (Hmono (S i) k ltac:(lia)). simpl in Hmono. unfold a. lia.
  - apply (sequential (fun i => INR (a i) * (INR p / INR q)) (fun i => exp (INR (a i) * (INR p / INR q)) * tiny)).
    + intros i. apply Rmult_le_pos; [left; apply exp_pos|lra].
    + intros i _. apply laplace_private; [exact Hp|exact Hq|unfold a; lia].
Qed.
