(* SPDX-License-Identifier: GPL-3.0-or-later *)
(* From laws to events: (eps, delta) for every event of what a program returns, and how it passes on to what is made of
   it, to several releases, and to the discrete Laplace noise that the code draws, its limits included. Then the whole curve, delta
   for every epsilon, and how privacy-loss distributions compose. *)
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

(* The whole curve: for every t = exp(epsilon), below 1 too, what delta is. *)
Definition bounded {A : Type} (curve : R -> R) (m m' : program A) : Prop :=
  forall t f r r', 0 <= t -> event f -> expects m f r -> expects m' f r' -> r <= t * r' + curve t.

(* A privacy-loss distribution: masses c at losses ln (c / d), the largest loss first, and a mass whose loss is infinite. Its curve
   (ref/account/pld.h), and that of what has one curve already and then this loss. *)
Fixpoint loss_curve (l : list (R * R)) (infinite t : R) : R :=
  match l with nil => infinite | (c, d) :: l => Rmax 0 (c - t * d) + loss_curve l infinite t end.
Fixpoint after_curve (l : list (R * R)) (infinite : R) (curve : R -> R) (t : R) : R :=
  match l with nil => infinite | (c, d) :: l => c * curve (t * d / c) + after_curve l infinite curve t end.
Fixpoint largest_first (l : list (R * R)) : Prop :=
  match l with nil => True | (c, d) :: l => 0 < c /\ 0 < d /\ (forall c' d', In (c', d') l -> c' * d <= c * d') /\ largest_first l end.

(* So n times over; and of n such releases alone, the mean of max(0, 1 - t exp(-(sum of n losses))), and what is infinite. *)
Fixpoint after_times (l : list (R * R)) (infinite : R) (n : nat) (curve : R -> R) : R -> R :=
  match n with O => curve | S n => after_curve l infinite (after_times l infinite n curve) end.
Definition composed_curve (l : list (R * R)) (infinite : R) (n : nat) : R -> R := after_times l infinite n (fun t => Rmax 0 (1 - t)).

(* The largest chance that the curve leaves to an event that has the chance y on the other data set: the masses are filled up. *)
Fixpoint filled (l : list (R * R)) (infinite y : R) : R :=
  match l with nil => infinite | (c, d) :: l => c * Rmin 1 (y / d) + filled l infinite (y - d * Rmin 1 (y / d)) end.

Lemma part_of (d y : R) : 0 < d -> 0 <= y -> 0 <= Rmin 1 (y / d) <= 1 /\ 0 <= y - d * Rmin 1 (y / d) <= y.
Proof.
  intros Hd Hy. assert (H : 0 <= y / d) by (apply Rmult_le_pos; [exact Hy|left; apply Rinv_0_lt_compat, Hd]).
  assert (E : d * (y / d) = y) by (field; lra). unfold Rmin. destruct (Rle_dec 1 (y / d)) as [H1|H1]; [|nra].
  split; [lra|]. assert (d * 1 <= d * (y / d)) by (apply Rmult_le_compat_l; lra). lra.
Qed.

Lemma filled_nothing (l : list (R * R)) (infinite : R) : largest_first l -> filled l infinite 0 = infinite.
Proof.
  induction l as [|[c d] l IH]; intros H; [reflexivity|]. destruct H as [Hc [Hd [_ H]]]. cbn [filled]. replace (0 / d) with 0 by (field; lra).
  rewrite Rmin_right by lra. rewrite Rmult_0_r, Rmult_0_r, Rminus_0_r, IH by exact H. ring.
Qed.

Lemma loss_curve_least (l : list (R * R)) (infinite t : R) : (forall c d, In (c, d) l -> c <= t * d) -> loss_curve l infinite t = infinite.
Proof.
  induction l as [|[c d] l IH]; intros H; [reflexivity|]. cbn [loss_curve]. rewrite IH by (intros c' d' Hi; apply H; right; exact Hi).
  rewrite Rmax_left; [ring|]. specialize (H c d (or_introl eq_refl)). lra.
Qed.

Lemma filled_line (l : list (R * R)) (infinite : R) : largest_first l -> forall y, 0 <= y ->
  exists s, 0 <= s /\ s * y + loss_curve l infinite s <= filled l infinite y /\ (s = 0 \/ exists c d, In (c, d) l /\ s * d = c).
Proof.
  induction l as [|[c d] l IH]; intros H y Hy; [exists 0; split; [lra|]; split; [simpl; lra|left; reflexivity]|].
  destruct H as [Hc [Hd [Hl H]]]. destruct (Rle_lt_dec d y) as [Hyd|Hyd].
  - destruct (IH H (y - d) ltac:(lra)) as [s [Hs [Hf Hin]]]. exists s. split; [exact Hs|].
    assert (H1 : 1 <= y / d) by (apply Rmult_le_reg_r with d; [exact Hd|]; unfold Rdiv; rewrite Rmult_assoc, Rinv_l; lra).
    assert (Hsd : s * d <= c).
    { destruct Hin as [->|[c' [d' [Hi <-]]]]; [lra|]. specialize (Hl _ _ Hi).
      assert (Hd' : 0 < d').
      { clear - H Hi. induction l as [|[e f] l IH]; [destruct Hi|]. destruct H as [_ [Hf [_ H]]]. destruct Hi as [E|Hi]; [injection E; intros; subst; exact Hf|apply IH; assumption]. }
      apply Rmult_le_reg_r with d'; [exact Hd'|]. lra. }
    split.
    + cbn [loss_curve filled]. rewrite Rmin_left by exact H1. rewrite Rmax_right by lra. rewrite !Rmult_1_r. lra.
    + destruct Hin as [E|[c' [d' [Hi E]]]]; [left; exact E|right; exists c', d'; split; [right; exact Hi|exact E]].
  - exists (c / d). assert (Hs : 0 < c / d) by (apply Rdiv_lt_0_compat; assumption). split; [lra|].
    assert (E : c / d * d = c) by (field; lra). split; [|right; exists c, d; split; [left; reflexivity|exact E]].
    assert (H1 : y / d < 1) by (apply Rmult_lt_reg_r with d; [exact Hd|]; unfold Rdiv; rewrite Rmult_assoc, Rinv_l; lra).
    cbn [loss_curve filled]. rewrite Rmin_right by lra. rewrite E, Rminus_diag_eq, Rmax_left by lra.
    replace (y - d * (y / d)) with 0 by (field; lra). rewrite filled_nothing by exact H.
    rewrite loss_curve_least; [right; field; lra|]. intros c' d' Hi. specialize (Hl _ _ Hi).
    apply Rmult_le_reg_r with d; [exact Hd|]. replace (c / d * d' * d) with (c * d') by (field; lra). exact Hl.
Qed.

(* What is filled, on average. *)
Lemma filled_mean {A : Type} (m m' : program A) (curve : R -> R) (t infinite : R) (l : list (R * R)) : ends m -> 0 <= t -> largest_first l -> bounded curve m m' ->
  forall y x, event y -> expects m' y x -> exists r, expects m (fun v => filled l infinite (y v)) r /\ r <= t * x + after_curve l infinite curve t.
Proof.
  intros He Ht H B. induction l as [|[c d] l IH]; intros y x Hy Hx.
  - exists infinite. split; [|simpl; assert (0 <= x) by (destruct (every_event m' y Hy) as [z [Hz [H0 _]]]; rewrite (expects_unique _ _ _ _ Hx Hz); exact H0);
      assert (0 <= t * x) by (apply Rmult_le_pos; assumption); lra].
    assert (E0 : expects m (fun _ => 0) 0) by (apply (is_lim_seq_ext (fun _ => 0)); [intros n; symmetry; apply mean_zero|apply is_lim_seq_const]).
    assert (L := expects_linear m infinite (fun _ => 1) (fun _ => 0) 1 0 He E0). replace (infinite * 1 + 0) with infinite in L by ring.
    apply (expects_ext m (fun _ => infinite * 1 + 0)); [intros v; simpl; ring|exact L].
  - destruct H as [Hc [Hd [_ H]]]. set (u := fun v => Rmin 1 (y v / d)). set (z := fun v => y v - d * u v).
    assert (Hu : event u) by (intros v; apply (part_of d (y v) Hd); apply Hy).
    assert (Hz : event z) by (intros v; assert (P := part_of d (y v) Hd (proj1 (Hy v))); specialize (Hy v); unfold z, u; lra).
    destruct (every_event m u Hu) as [a [Ha _]]. destruct (every_event m' u Hu) as [a' [Ha' _]]. destruct (every_event m' z Hz) as [x' [Hx' _]].
    destruct (IH H z x' Hz Hx') as [r [Hr Hle]]. exists (c * a + r). split; [apply (expects_linear m c u (fun v => filled l infinite (z v))); assumption|].
    assert (Ex : x = d * a' + x').
    { apply (expects_unique m' y); [exact Hx|]. apply (expects_ext m' (fun v => d * u v + z v)); [intros v; unfold z; ring|apply expects_linear; assumption]. }
    assert (Hd0 : 0 <= t * d / c) by (apply Rmult_le_pos; [apply Rmult_le_pos; lra|left; apply Rinv_0_lt_compat, Hc]).
    assert (Hb := Rmult_le_compat_l c _ _ ltac:(lra) (B (t * d / c) u a a' Hd0 Hu Ha Ha')). cbn [after_curve]. rewrite Ex.
    replace (c * (t * d / c * a' + curve (t * d / c))) with (t * d * a' + c * curve (t * d / c)) in Hb by (field; lra). lra.
Qed.

(* Privacy-loss distributions compose: a release with a curve, and then one that depends on what the first has returned, with a curve of
   a loss distribution. *)
Theorem loss_composes [A B : Type] (curve : R -> R) (l : list (R * R)) (infinite : R) (m m' : program A) (k k' : A -> program B) : ends m -> largest_first l ->
  bounded curve m m' -> (forall v, bounded (loss_curve l infinite) (k v) (k' v)) -> bounded (after_curve l infinite curve) (Then m k) (Then m' k').
Proof.
  intros He H Hm Hk t f r r' Ht Hf Hr Hr'. destruct (chances k f Hf) as [Hg Eg]. destruct (chances k' f Hf) as [Hg' Eg'].
  set (g := fun v => real (Lim_seq (fun n => mean n (k v) f))) in *. set (g' := fun v => real (Lim_seq (fun n => mean n (k' v) f))) in *.
  assert (Er := split_then m k f g r Hf Hg Eg Hr). assert (Er' := split_then m' k' f g' r' Hf Hg' Eg' Hr').
  destruct (filled_mean m m' curve t infinite l He Ht H Hm g' r' Hg' Er') as [s [Hs Hle]].
  apply Rle_trans with s; [|exact Hle]. apply (expects_le m g (fun v => filled l infinite (g' v)) r s); [|exact Er|exact Hs].
  intros v. destruct (filled_line l infinite H (g' v) (proj1 (Hg' v))) as [q [Hq [Hf' _]]].
  eapply Rle_trans; [apply (Hk v q f (g v) (g' v) Hq Hf (Eg v) (Eg' v))|exact Hf'].
Qed.

Lemma bounded_after {A B : Type} (curve : R -> R) (m m' : program A) (k : A -> program B) : bounded curve m m' -> bounded curve (Then m k) (Then m' k).
Proof.
  intros H t f r r' Ht Hf Hr Hr'. destruct (chances k f Hf) as [Hg Hk].
  apply (H t _ r r' Ht Hg); [apply (split_then m k f _ r Hf Hg Hk Hr)|apply (split_then m' k f _ r' Hf Hg Hk Hr')].
Qed.

Lemma bounded_same {A : Type} (m : program A) : bounded (fun t => Rmax 0 (1 - t)) m m.
Proof.
  intros t f r r' Ht Hf Hr Hr'. rewrite (expects_unique _ _ _ _ Hr Hr'). destruct (every_event m f Hf) as [x [Hx X]]. rewrite (expects_unique _ _ _ _ Hr' Hx).
  assert (H1 := Rmax_l 0 (1 - t)). assert (H2 := Rmax_r 0 (1 - t)). set (z := Rmax 0 (1 - t)) in *. destruct (Rle_lt_dec t 1); nra.
Qed.

Lemma after_monotone (l : list (R * R)) (infinite : R) (curve curve' : R -> R) : largest_first l -> (forall t, 0 <= t -> curve t <= curve' t) ->
  forall t, 0 <= t -> after_curve l infinite curve t <= after_curve l infinite curve' t.
Proof.
  intros H Hc t Ht. induction l as [|[c d] l IH]; [simpl; lra|]. destruct H as [H1 [H2 [_ H]]]. cbn [after_curve]. apply Rplus_le_compat; [|apply IH, H].
  apply Rmult_le_compat_l; [lra|]. apply Hc. apply Rmult_le_pos; [apply Rmult_le_pos; lra|left; apply Rinv_0_lt_compat, H1].
Qed.

Lemma after_nothing (l : list (R * R)) (infinite t : R) : largest_first l -> after_curve l infinite (fun t => Rmax 0 (1 - t)) t = loss_curve l infinite t.
Proof.
  intros H. induction l as [|[c d] l IH]; [reflexivity|]. destruct H as [H1 [H2 [_ H]]]. cbn [after_curve loss_curve]. rewrite IH by exact H. f_equal.
  rewrite <- RmaxRmult by lra. rewrite Rmult_0_r. f_equal. field. lra.
Qed.

Lemma composed_more (l : list (R * R)) (infinite : R) (n n' : nat) : largest_first l -> (forall t, 0 <= t -> Rmax 0 (1 - t) <= loss_curve l infinite t) -> (n <= n')%nat ->
  forall t, 0 <= t -> composed_curve l infinite n t <= composed_curve l infinite n' t.
Proof.
  intros H H0 Hn. unfold composed_curve. assert (One : forall j t, 0 <= t -> after_times l infinite j (fun t => Rmax 0 (1 - t)) t <= after_times l infinite (S j) (fun t => Rmax 0 (1 - t)) t).
  { induction j as [|j IH]; intros t Ht; [cbn [after_times]; rewrite after_nothing by exact H; apply H0, Ht|]. apply (after_monotone l infinite _ _ H IH t Ht). }
  induction Hn as [|n' Hn IH]; intros t Ht; [lra|]. eapply Rle_trans; [apply IH, Ht|apply One, Ht].
Qed.
