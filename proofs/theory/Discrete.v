(* SPDX-License-Identifier: GPL-3.0-or-later *)
(* Algorithms 2 and 3 of ref/noise/exact.c, as Samplers.v has Algorithm 1: by the rules of proofs/logic/samplers.h, and
   the law of each, exactly. V counts to 1024 and starts over, so that every law has finitely many values. *)
From Coq Require Import Reals Lra Psatz Arith ZArith Lia Bool.
From Coquelicot Require Import Coquelicot.
From Dpmf Require Import Sums Polya Words Samplers.
Open Scope R_scope.

Fixpoint units_from (more v : nat) : program nat :=
  match more with
  | O => Return v
  | S more => Then (exp_fraction 1 1) (fun holds => if holds then units_from more (S v) else Return v)
  end.
Definition most : nat := 1024.
Global Opaque most.

(* m again and again, until the toss of its value holds. *)
Definition rejecting {A : Type} (m : program A) (toss : A -> program bool) : program A :=
  Until (Then m (fun v => Then (toss v) (fun kept => Return (if kept then Some v else None)))).

Definition kept_part (q : nat) : program nat := rejecting (uniform q) (fun u => exp_fraction u q).

Definition geometric (p q : nat) : program nat :=
  Until (Then (kept_part q) (fun u => Then (units_from most 0) (fun v =>
    Return (if (v <? most)%nat then Some ((u + q * v) / p)%nat else None)))).

Definition laplace (p q : nat) : program Z :=
  Until (Then (geometric p q) (fun y => Then Word (fun w =>
    Return (if Nat.odd w then if (y =? 0)%nat then None else Some (- Z.of_nat y)%Z else Some (Z.of_nat y))))).

(* sigma^2 = p / q: the centre a / m, the exponent's two parts. *)
Definition centre_a (p q : nat) : nat := if (p <? q)%nat then 1%nat else Nat.sqrt (p / q).
Definition centre_m (p q : nat) : nat := if (p <? q)%nat then S (Nat.sqrt (q / p)) else 1%nat.
Definition squared_offset (y m a q : nat) : nat := Z.to_nat ((Z.of_nat y * Z.of_nat m - Z.of_nat a) ^ 2 * Z.of_nat q).
Definition twice_variance (p m : nat) : nat := (2 * p * m * m)%nat.

Definition gaussian (p q : nat) : program Z :=
  rejecting (laplace (q * centre_a p q) (p * centre_m p q))
    (fun y => bernoulli_exp (squared_offset (Z.abs_nat y) (centre_m p q) (centre_a p q) q) (twice_variance p (centre_m p q))).

(* What is rejected with the chance 1 - c is weighted with c more. *)
Lemma rejecting_law {A : Type} (m : program A) (toss : A -> program bool) (c : A -> R) (w : nat -> R) (x : nat -> A) (n : nat) :
  weighted m w x n -> (forall v, tosses (toss v) (c v)) -> 0 < sum (fun i => w i * c (x i)) n ->
  weighted (rejecting m toss) (fun i => w i * c (x i)) x n.
Proof.
  intros [Hw [Hi Hm]] Ht Hpos.
  assert (Hc : forall v, 0 <= c v <= 1) by (intros v; destruct (Ht v); assumption).
  split; [exact Hpos|]. split; [intros i; apply Rmult_le_pos; [apply Hi|apply Hc]|]. intros f Hf.
  assert (Hturn : forall F : option A -> R, (forall o, 0 <= F o) ->
    expects (Then m (fun v => Then (toss v) (fun kept => Return (if kept then Some v else None)))) F
      (sum (fun i => w i * (c (x i) * F (Some (x i)) + (1 - c (x i)) * F None)) n / sum w n)).
  { intros F HF. apply (expects_then _ _ F (fun v => c v * F (Some v) + (1 - c v) * F None)); [exact HF| |].
    - intros v. apply (expects_then _ _ F (fun b => F (if b : bool then Some v else None))); [exact HF| |].
      + intros b. apply expects_return.
      + apply (Ht v). intros b. apply HF.
    - apply Hm. intros v. specialize (Hc v). apply Rplus_le_le_0_compat; apply Rmult_le_pos; try apply HF; lra. }
  set (S := sum w n) in *. set (C := sum (fun i => w i * c (x i)) n) in *.
  replace (sum (fun i => w i * c (x i) * f (x i)) n / C) with
    (sum (fun i => w i * (c (x i) * f (x i) + (1 - c (x i)) * 0)) n / S / (1 - sum (fun i => w i * (c (x i) * 0 + (1 - c (x i)) * 1)) n / S)).
  - assert (Hno : sum (fun i => w i * (c (x i) * 0 + (1 - c (x i)) * 1)) n = S - C).
    { unfold S, C. rewrite <- sum_minus. apply sum_ext. intros; ring. }
    apply expects_until; [exact Hf| | |].
    + apply (Hturn (fun o => match o with Some v => f v | None => 0 end)). intros [v|]; [apply Hf|lra].
    + apply (Hturn (fun o => match o with Some v => 0 | None => 1 end)). intros [v|]; lra.
    + rewrite Hno. apply Rmult_lt_reg_r with S; [exact Hw|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra.
  - assert (Hno : sum (fun i => w i * (c (x i) * 0 + (1 - c (x i)) * 1)) n = S - C).
    { unfold S, C. rewrite <- sum_minus. apply sum_ext. intros; ring. }
    rewrite Hno. rewrite (sum_ext _ (fun i => w i * c (x i) * f (x i))) by (intros; ring). field. repeat split; lra.
Qed.

Lemma weighted_ends {A : Type} (m : program A) (w : nat -> R) (x : nat -> A) (n : nat) : weighted m w x n -> ends m.
Proof.
  intros [Hw [_ Hm]]. unfold ends. specialize (Hm (fun _ => 1) ltac:(intros; lra)).
  rewrite (sum_ext _ w) in Hm by (intros; ring). replace (sum w n / sum w n) with 1 in Hm by (field; lra). exact Hm.
Qed.

Lemma taylor_zero (more k : nat) : taylor more k 0 = 1.
Proof. destruct more; simpl; [reflexivity|]. unfold Rdiv. ring. Qed.

Lemma taylor_one_half (more : nat) : (0 < more)%nat -> taylor more 2 1 <= 1 /\ /2 <= taylor more 2 1.
Proof.
  intros H. destruct more as [|more]; [lia|]. assert (Ht := taylor_range more 3 1 ltac:(lia) ltac:(lra)).
  cbn [taylor]. simpl INR. lra.
Qed.

(* One unit more holds with at most one half, and not with 0. *)
Lemma exp_below_one : 0 <= exp_below 1 <= /2.
Proof.
  split; [destruct (exp_below_range 1); lra|]. assert (H := last_large). unfold exp_below.
  replace (last - 1)%nat with (S (last - 2)) by lia. cbn [taylor].
  destruct (taylor_one_half (last - 2)) as [H1 H2]; [lia|]. simpl INR. lra.
Qed.

Lemma ratio_range (u q : nat) : (u <= q)%nat -> (0 < q)%nat -> 0 <= INR u / INR q <= 1.
Proof.
  intros Hu Hq. assert (0 < INR q) by (apply (lt_INR 0); exact Hq). assert (Hle := le_INR u q Hu). assert (Hp := pos_INR u).
  split; [apply Rmult_le_pos; [exact Hp|left; apply Rinv_0_lt_compat; assumption]|].
  apply Rmult_le_reg_r with (INR q); [assumption|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra.
Qed.

Lemma weight_range (q t : nat) : (0 < q)%nat -> 0 <= weight q t <= 1.
Proof.
  intros Hq. unfold weight. assert (H1 := exp_below_one).
  assert (H2 := exp_below_range (INR (t mod q) / INR q) (ratio_range _ q (Nat.lt_le_incl _ _ (Nat.mod_upper_bound t q ltac:(lia))) Hq)).
  assert (H3 : 0 <= exp_below 1 ^ (t / q) <= 1).
  { split; [apply pow_le; lra|]. assert (H := pow_incr (exp_below 1) 1 (t / q) ltac:(lra)). rewrite pow1 in H. exact H. }
  revert H2 H3. generalize (exp_below 1 ^ (t / q)) (exp_below (INR (t mod q) / INR q)). intros x z Hz Hx. nra.
Qed.

Lemma weight_zero (q : nat) : (0 < q)%nat -> weight q 0 = 1.
Proof.
  intros Hq. unfold weight. rewrite Nat.div_0_l, Nat.mod_0_l by lia. simpl. unfold exp_below, Rdiv.
  rewrite Rmult_0_l, taylor_zero. ring.
Qed.

Lemma weights_pos (q n : nat) : (0 < q)%nat -> (0 < n)%nat -> 0 < sum (weight q) n.
Proof.
  intros Hq Hn. destruct n as [|n]; [lia|]. rewrite sum_first, weight_zero by exact Hq.
  assert (0 <= sum (fun i => weight q (S i)) n) by (apply sum_nonneg; intros i; apply weight_range, Hq). lra.
Qed.

(* Algorithm 2's U: u below q with a probability in proportion to what stands for exp(-u / q). *)
Theorem kept_part_law (q : nat) : (0 < q <= words)%nat -> weighted (kept_part q) (weight q) (fun u => u) q.
Proof.
  intros Hq. assert (Hw : forall u, (u < q)%nat -> 1 * exp_below (INR (Nat.min u q) / INR q) = weight q u).
  { intros u Hu. unfold weight. rewrite Nat.div_small, Nat.mod_small, Nat.min_l by lia. simpl. ring. }
  assert (Hpos := weights_pos q q ltac:(lia) ltac:(lia)).
  destruct (rejecting_law (uniform q) (fun u => exp_fraction u q) (fun u => exp_below (INR (Nat.min u q) / INR q)) (fun _ => 1) (fun u => u) q)
    as [_ [_ Hm]]; [apply uniform_law, Hq|intros u; apply exp_fraction_any, Hq|rewrite (sum_ext _ _ _ Hw); exact Hpos|].
  split; [exact Hpos|]. split; [intros i; apply weight_range; lia|]. intros f Hf. specialize (Hm f Hf).
  rewrite (sum_ext _ _ _ Hw) in Hm. rewrite (sum_ext _ (fun i => weight q i * f i)) in Hm; [exact Hm|].
  intros i Hi. rewrite <- Hw by exact Hi. ring.
Qed.

(* Algorithm 2's V, counted to its end. *)
Lemma units_from_law (f : nat -> R) (Hf : forall v, 0 <= f v) : forall more v, let a := exp_below 1 in
  expects (units_from more v) f (sum (fun i => a ^ i * (1 - a) * f (v + i)%nat) more + a ^ more * f (v + more)%nat).
Proof.
  intros more v a. revert v. induction more as [|more IH]; intros v.
  { simpl. rewrite Nat.add_0_r. replace (0 + 1 * f v) with (f v) by ring. apply expects_return. }
  assert (Ha := exp_below_one). fold a in Ha. destruct one_law as [_ H1]. fold a in H1.
  set (r := sum (fun i => a ^ i * (1 - a) * f (S v + i)%nat) more + a ^ more * f (S v + more)%nat).
  assert (Hr : 0 <= r).
  { apply Rplus_le_le_0_compat; [apply sum_nonneg; intros i|]; repeat apply Rmult_le_pos; try apply Hf; try apply pow_le; lra. }
  replace (_ + _) with (a * (fun b : bool => if b then r else f v) true + (1 - a) * (fun b : bool => if b then r else f v) false).
  - apply (expects_then _ _ f (fun b : bool => if b then r else f v)); [exact Hf| |apply H1; intros [|]; [exact Hr|apply Hf]].
    intros [|]; [apply IH|apply expects_return].
  - cbv beta iota. unfold r. rewrite sum_first, Rmult_plus_distr_l, <- sum_scale, !Nat.add_0_r.
    rewrite (sum_ext (fun i => a * (a ^ i * (1 - a) * f (S v + i)%nat)) (fun i => a ^ S i * (1 - a) * f (v + S i)%nat)).
    + replace (v + S more)%nat with (S v + more)%nat by lia. simpl pow. ring.
    + intros i _. replace (v + S i)%nat with (S v + i)%nat by lia. simpl pow. ring.
Qed.

Lemma powers_of (a : R) (n : nat) : sum (fun i => a ^ i * (1 - a)) n = 1 - a ^ n.
Proof. induction n as [|n IH]; simpl; [ring|rewrite IH; ring]. Qed.

Lemma most_is : most = 1024%nat.
Proof. Transparent most. reflexivity. Qed.
Global Opaque most.

Lemma sum_weights (q n : nat) (F : nat -> R) : (0 < q)%nat ->
  sum (fun t => weight q t * F t) (n * q) =
  sum (fun v => exp_below 1 ^ v * sum (fun u => weight q u * F (u + q * v)%nat) q) n.
Proof.
  intros Hq. rewrite sum_blocks. apply sum_ext. intros v _. rewrite <- sum_scale. apply sum_ext. intros u Hu.
  unfold weight. rewrite div_block, mod_block, Nat.div_small, Nat.mod_small by exact Hu.
  replace (v * q + u)%nat with (u + q * v)%nat by lia. simpl. ring.
Qed.

(* Algorithm 2's Y: t / p rounded down, of a t below 1024 q with a probability in proportion to what stands for
   exp(-t / q). *)
Theorem geometric_law (p q : nat) : (0 < q <= words)%nat ->
  weighted (geometric p q) (weight q) (fun t => (t / p)%nat) (most * q).
Proof.
  intros Hq. assert (Hm := most_is). assert (Hpos := weights_pos q (most * q) ltac:(lia) ltac:(lia)).
  split; [exact Hpos|]. split; [intros i; apply weight_range; lia|]. intros f Hf.
  destruct (kept_part_law q Hq) as [HE [_ Hk]]. set (E := sum (weight q) q) in *. set (a := exp_below 1) in *.
  assert (Ha := exp_below_one). fold a in Ha.
  assert (HA : 0 <= a ^ most < 1).
  { rewrite Hm. split; [apply pow_le; lra|]. apply pow_lt_1_compat; [lra|lia]. }
  assert (Hturn : forall F : option nat -> R, (forall o, 0 <= F o) ->
    expects (Then (kept_part q) (fun u => Then (units_from most 0) (fun v =>
        Return (if (v <? most)%nat then Some ((u + q * v) / p)%nat else None)))) F
      (sum (fun u => weight q u * (sum (fun v => a ^ v * (1 - a) * F (Some ((u + q * v) / p)%nat)) most + a ^ most * F None)) q / E)).
  { intros F HF.
    apply (expects_then _ _ F (fun u => sum (fun v => a ^ v * (1 - a) * F (Some ((u + q * v) / p)%nat)) most + a ^ most * F None)); [exact HF| |].
    - intros u.
      apply (expects_then _ _ F (fun v => F (if (v <? most)%nat then Some ((u + q * v) / p)%nat else None))); [exact HF|intros v; apply expects_return|].
      assert (Hv := units_from_law (fun v => F (if (v <? most)%nat then Some ((u + q * v) / p)%nat else None)) (fun v => HF _) most 0).
      cbv beta zeta in Hv. fold a in Hv. rewrite Nat.add_0_l, Nat.ltb_irrefl in Hv.
      rewrite (sum_ext _ (fun v => a ^ v * (1 - a) * F (Some ((u + q * v) / p)%nat))) in Hv; [exact Hv|].
      intros v Hv0. rewrite Nat.add_0_l, (proj2 (Nat.ltb_lt v most)) by exact Hv0. reflexivity.
    - apply Hk. intros u. apply Rplus_le_le_0_compat.
      + apply sum_nonneg. intros v. apply Rmult_le_pos; [apply Rmult_le_pos; [apply pow_le; lra|lra]|apply HF].
      + apply Rmult_le_pos; [apply pow_le; lra|apply HF]. }
  set (T := sum (fun t => weight q t * f (t / p)%nat) (most * q)).
  assert (HT : sum (fun u => weight q u * (sum (fun v => a ^ v * (1 - a) * f ((u + q * v) / p)%nat) most + a ^ most * 0)) q = (1 - a) * T).
  { unfold T. rewrite (sum_weights q most (fun t => f (t / p)%nat)) by lia. fold a.
    rewrite <- sum_scale. rewrite (sum_ext _ (fun u => sum (fun v => (1 - a) * (a ^ v * (weight q u * f ((u + q * v) / p)%nat))) most)).
    - rewrite sum_swap. apply sum_ext. intros v _. rewrite <- !sum_scale. reflexivity.
    - intros u _. rewrite Rmult_0_r, Rplus_0_r, <- sum_scale. apply sum_ext. intros v _. ring. }
  assert (HW : sum (weight q) (most * q) = (1 - a ^ most) / (1 - a) * E).
  { rewrite (sum_ext _ (fun t => weight q t * 1)) by (intros; ring). rewrite (sum_weights q most (fun _ => 1)) by lia. fold a.
    rewrite (sum_ext _ (fun v => E / (1 - a) * (a ^ v * (1 - a)))).
    - rewrite sum_scale, powers_of. field. lra.
    - intros v _. rewrite (sum_ext (fun u => weight q u * 1) (weight q)) by (intros; ring). fold E. field. lra. }
  replace (T / sum (weight q) (most * q)) with ((1 - a) * T / E / (1 - a ^ most)).
  - apply expects_until; [exact Hf| | |lra].
    + rewrite <- HT. apply (Hturn (fun o => match o with Some v => f v | None => 0 end)). intros [v|]; [apply Hf|lra].
    + replace (a ^ most) with (sum (fun u => weight q u * (sum (fun v => a ^ v * (1 - a) * 0) most + a ^ most * 1)) q / E).
      * apply (Hturn (fun o => match o with Some v => 0 | None => 1 end)). intros [v|]; lra.
      * rewrite (sum_ext _ (fun u => a ^ most * weight q u)); [rewrite sum_scale; fold E; field; lra|].
        intros u _. rewrite (sum_ext _ (fun _ => 0)), sum_zero by (intros; ring). ring.
  - rewrite HW. field. repeat split; lra.
Qed.

Lemma average_odd (a b : R) : average (fun w => if Nat.odd w then a else b) = (a + b) / 2.
Proof.
  unfold average. destruct words_even as [h [-> Hh]]. rewrite sum_blocks.
  rewrite (sum_ext _ (fun _ => a + b)), sum_constant, mult_INR; [change (INR 2) with 2; field; apply not_0_INR; lia|].
  intros j _. cbn [sum]. replace (j * 2 + 0)%nat with (0 + 2 * j)%nat by lia. replace (j * 2 + 1)%nat with (1 + 2 * j)%nat by lia.
  rewrite !Nat.odd_add_mul_2. change (Nat.odd 0) with false. change (Nat.odd 1) with true. cbv iota. ring.
Qed.

(* A magnitude and a sign make one of two signed numbers, the odd ones negative; negative zero has no weight. *)
Definition signed (y : nat -> nat) (i : nat) : Z := if Nat.odd i then (- Z.of_nat (y (i / 2)%nat))%Z else Z.of_nat (y (i / 2)%nat).
Definition signed_weight (w : nat -> R) (y : nat -> nat) (i : nat) : R :=
  if Nat.odd i then if (y (i / 2)%nat =? 0)%nat then 0 else w (i / 2)%nat else w (i / 2)%nat.

Lemma sum_signed (w : nat -> R) (y : nat -> nat) (F : Z -> R) (n : nat) :
  sum (fun i => signed_weight w y i * F (signed y i)) (n * 2) =
  sum (fun t => w t * (F (Z.of_nat (y t)) + if (y t =? 0)%nat then 0 else F (- Z.of_nat (y t))%Z)) n.
Proof.
  rewrite sum_blocks. apply sum_ext. intros j _. cbn [sum]. unfold signed_weight, signed.
  rewrite !div_block by lia. replace (j * 2 + 0)%nat with (0 + 2 * j)%nat by lia. replace (j * 2 + 1)%nat with (1 + 2 * j)%nat by lia.
  rewrite !Nat.odd_add_mul_2. change (Nat.odd 0) with false. change (Nat.odd 1) with true. cbv iota. destruct (y j =? 0)%nat; ring.
Qed.

Lemma signed_nonneg (w : nat -> R) (y : nat -> nat) (i : nat) : (forall j, 0 <= w j) -> 0 <= signed_weight w y i.
Proof. intros H. unfold signed_weight. destruct (Nat.odd i); [destruct (_ =? 0)%nat; [lra|]|]; apply H. Qed.

(* A magnitude of weights w, a fair sign, negative zero starts over. *)
Lemma laplace_of (m : program nat) (w : nat -> R) (y : nat -> nat) (n : nat) : weighted m w y n ->
  weighted (Until (Then m (fun y => Then Word (fun w =>
      Return (if Nat.odd w then if (y =? 0)%nat then None else Some (- Z.of_nat y)%Z else Some (Z.of_nat y))))))
    (signed_weight w y) (signed y) (n * 2).
Proof.
  intros [Hw [Hi Hm]]. set (S := sum w n) in *.
  set (Z0 := sum (fun t => w t * if (y t =? 0)%nat then 1 else 0) n).
  assert (HZ : 0 <= Z0 <= S).
  { split; [apply sum_nonneg|apply sum_le]; intros t; intros; specialize (Hi t); destruct (y t =? 0)%nat; lra. }
  assert (Htot : sum (signed_weight w y) (n * 2) = 2 * S - Z0).
  { rewrite (sum_ext _ (fun i => signed_weight w y i * (fun _ => 1) (signed y i))) by (intros; ring).
    rewrite (sum_signed w y (fun _ => 1)). unfold S, Z0. rewrite <- sum_scale, <- sum_minus. apply sum_ext. intros t _.
    destruct (y t =? 0)%nat; ring. }
  split; [lra|]. split; [intros i; apply signed_nonneg, Hi|]. intros f Hf.
  rewrite sum_signed, Htot. set (T := sum _ n).
  assert (Hturn : forall F : option Z -> R, (forall o, 0 <= F o) ->
    expects (Then m (fun y => Then Word (fun w =>
        Return (if Nat.odd w then if (y =? 0)%nat then None else Some (- Z.of_nat y)%Z else Some (Z.of_nat y))))) F
      (sum (fun t => w t * ((F (if (y t =? 0)%nat then None else Some (- Z.of_nat (y t))%Z) + F (Some (Z.of_nat (y t)))) / 2)) n / S)).
  { intros F HF.
    apply (expects_then _ _ F (fun y => (F (if (y =? 0)%nat then None else Some (- Z.of_nat y)%Z) + F (Some (Z.of_nat y))) / 2)); [exact HF| |].
    - intros k. apply (expects_then _ _ F (fun w => F (if Nat.odd w then if (k =? 0)%nat then None else Some (- Z.of_nat k)%Z else Some (Z.of_nat k))));
        [exact HF|intros v; apply expects_return|].
      rewrite <- average_odd. rewrite (average_ext _ (fun w => F (if Nat.odd w then if (k =? 0)%nat then None else Some (- Z.of_nat k)%Z else Some (Z.of_nat k)))).
      + apply expects_word.
      + intros v. destruct (Nat.odd v); reflexivity.
    - apply (Hm (fun y => (F (if (y =? 0)%nat then None else Some (- Z.of_nat y)%Z) + F (Some (Z.of_nat y))) / 2)).
      intros v. assert (H1 := HF (if (v =? 0)%nat then None else Some (- Z.of_nat v)%Z)). assert (H2 := HF (Some (Z.of_nat v))). lra. }
  replace (T / (2 * S - Z0)) with (T / 2 / S / (1 - Z0 / 2 / S)) by (field; lra).
  apply expects_until; [exact Hf| | |].
  - replace (T / 2) with (/ 2 * T) by field. unfold T. rewrite <- sum_scale.
    rewrite (sum_ext _ (fun t => w t * (((fun o => match o with Some v => f v | None => 0 end) (if (y t =? 0)%nat then None else Some (- Z.of_nat (y t))%Z) +
      (fun o => match o with Some v => f v | None => 0 end) (Some (Z.of_nat (y t)))) / 2))).
    + apply Hturn. intros [v|]; [apply Hf|lra].
    + intros t _. destruct (y t =? 0)%nat; field.
  - replace (Z0 / 2) with (/ 2 * Z0) by field. unfold Z0. rewrite <- sum_scale.
    rewrite (sum_ext _ (fun t => w t * (((fun o : option Z => match o with Some _ => 0 | None => 1 end) (if (y t =? 0)%nat then None else Some (- Z.of_nat (y t))%Z) +
      (fun o : option Z => match o with Some _ => 0 | None => 1 end) (Some (Z.of_nat (y t)))) / 2))).
    + apply Hturn. intros [v|]; lra.
    + intros t _. destruct (y t =? 0)%nat; field.
  - apply Rmult_lt_reg_r with S; [exact Hw|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra.
Qed.

(* Algorithm 2: y or -y, y = t / p rounded down, each in proportion to the weight of t; zero has one sign. *)
Theorem laplace_law (p q : nat) : (0 < q <= words)%nat ->
  weighted (laplace p q) (signed_weight (weight q) (fun t => (t / p)%nat)) (signed (fun t => (t / p)%nat)) (most * q * 2).
Proof. intros Hq. apply laplace_of, geometric_law, Hq. Qed.

Lemma weight_positive (q t : nat) : (0 < q)%nat -> 0 < weight q t.
Proof.
  intros Hq. assert (HL := last_large).
  assert (H : forall g, 0 <= g <= 1 -> 0 < exp_below g).
  { intros g Hg. unfold exp_below. replace (last - 1)%nat with (S (S (S (last - 4)))) by lia. cbn [taylor].
    assert (Ht := taylor_range (last - 4) 4 g ltac:(lia) Hg). set (T := taylor _ 4 g) in *.
    replace (INR 1) with 1 by reflexivity. replace (INR 2) with 2 by reflexivity. replace (INR 3) with 3 by (simpl; ring).
    assert (H1 : 2 / 3 <= 1 - g / 3 * T) by nra. set (U := 1 - g / 3 * T) in *. clearbody U.
    assert (H2 : 0 <= (g * g) * (U - 2 / 3)) by (apply Rmult_le_pos; nra). unfold Rdiv. nra. }
  unfold weight. apply Rmult_lt_0_compat; [apply pow_lt, H; lra|]. apply H, ratio_range; [|exact Hq].
  assert (H1 := Nat.mod_upper_bound t q). lia.
Qed.

(* The centre is the one of samplers.h. *)
Theorem centre_is (p q : nat) : (0 < p)%nat -> (0 < q)%nat ->
  let a := centre_a p q in let m := centre_m p q in
  ((q <= p)%nat -> m = 1%nat /\ (0 < a)%nat /\ (a * a * q <= p < (a + 1) * (a + 1) * q)%nat) /\
  ((p < q)%nat -> a = 1%nat /\ (1 < m)%nat /\ ((m - 1) * (m - 1) * p <= q < m * m * p)%nat).
Proof.
  intros Hp Hq a m. unfold a, m, centre_a, centre_m.
  assert (Hroot : forall x y, (0 < y)%nat -> (Nat.sqrt (x / y) * Nat.sqrt (x / y) * y <= x < S (Nat.sqrt (x / y)) * S (Nat.sqrt (x / y)) * y)%nat).
  { intros x y Hy. assert (H := Nat.sqrt_spec (x / y) ltac:(lia)). set (r := Nat.sqrt (x / y)) in *. clearbody r.
    assert (H1 := Nat.div_mod x y ltac:(lia)). assert (H2 := Nat.mod_upper_bound x y ltac:(lia)). set (d := (x / y)%nat) in *. clearbody d.
    destruct H as [Ha Hb]. assert (r * r * y <= d * y)%nat by (apply Nat.mul_le_mono_r; exact Ha).
    assert (S d * y <= S r * S r * y)%nat by (apply Nat.mul_le_mono_r; exact Hb). lia. }
  destruct (Nat.ltb_spec p q) as [H|H]; split; intros H1; try lia.
  - split; [reflexivity|]. assert (H2 := Hroot q p Hp). set (r := Nat.sqrt (q / p)) in *.
    assert (0 < r)%nat.
    { assert (H3 := Nat.div_str_pos q p ltac:(lia)). destruct (Nat.sqrt_spec (q / p) ltac:(lia)). fold r in H0. destruct r; lia. }
    replace (S r - 1)%nat with r by lia. split; [lia|exact H2].
  - split; [reflexivity|]. assert (H2 := Hroot p q Hq). set (r := Nat.sqrt (p / q)) in *.
    assert (0 < r)%nat.
    { assert (H3 := Nat.div_str_pos p q ltac:(lia)). destruct (Nat.sqrt_spec (p / q) ltac:(lia)). fold r in H0. destruct r; lia. }
    replace (r + 1)%nat with (S r) by lia. split; [lia|exact H2].
Qed.

(* Algorithm 3's two factors are exp(-y^2 q / (2 p)) times what does not depend on y. *)
Theorem gaussian_exponent (y a m p q : nat) : (0 < m)%nat -> (0 < p)%nat ->
  exp (- (INR y * (INR (q * a) / INR (p * m)))) * exp (- (INR (squared_offset y m a q) / INR (twice_variance p m))) =
  exp (- (INR a * INR a * INR q / (2 * INR p * INR m * INR m))) * exp (- (INR y * INR y * INR q / (2 * INR p))).
Proof.
  intros Hm Hp. assert (0 < INR m) by (apply (lt_INR 0); exact Hm). assert (0 < INR p) by (apply (lt_INR 0); exact Hp).
  rewrite <- !exp_plus. f_equal.
  assert (E : INR (squared_offset y m a q) = (INR y * INR m - INR a) * (INR y * INR m - INR a) * INR q).
  { unfold squared_offset. rewrite INR_IZR_INZ, Z2Nat.id by (apply Z.mul_nonneg_nonneg; [apply Z.pow_even_nonneg; exists 1%Z; reflexivity|lia]).
    rewrite Z.pow_2_r, !mult_IZR, minus_IZR, mult_IZR, <- !INR_IZR_INZ. reflexivity. }
  rewrite E. unfold twice_variance. rewrite !mult_INR. change (INR 2) with 2. field. lra.
Qed.

(* Algorithm 3: the same numbers x, each with what stands for exp(-(|x| - a / m)^2 q / (2 p)) as a further factor. *)
Theorem gaussian_law (p q : nat) : (0 < p)%nat -> (0 < q)%nat ->
  let a := centre_a p q in let m := centre_m p q in
  (p * m <= words)%nat -> (twice_variance p m <= words)%nat ->
  let y := fun t => (t / (q * a))%nat in
  weighted (gaussian p q)
    (fun i => signed_weight (weight (p * m)) y i * weight (twice_variance p m) (squared_offset (Z.abs_nat (signed y i)) m a q))
    (signed y) (most * (p * m) * 2).
Proof.
  intros Hp Hq a m Hm Hv y. destruct (centre_is p q Hp Hq) as [H1 H2]. fold a m in H1, H2.
  assert (Ham : (0 < a /\ 0 < m)%nat) by (destruct (Nat.le_gt_cases q p) as [H|H]; [specialize (H1 H)|specialize (H2 H)]; lia).
  assert (Hpm : (0 < p * m)%nat) by (apply Nat.mul_pos_pos; lia).
  assert (H2v : (0 < twice_variance p m)%nat) by (unfold twice_variance; repeat apply Nat.mul_pos_pos; lia).
  assert (Hl := laplace_law (q * a) (p * m) ltac:(lia)).
  apply (rejecting_law _ _ (fun x => weight (twice_variance p m) (squared_offset (Z.abs_nat x) m a q)) _ _ _ Hl).
  - intros x. apply bernoulli_exp_law. lia.
  - assert (Hn := most_is). replace (most * (p * m) * 2)%nat with (S (most * (p * m) * 2 - 1)) by nia. rewrite sum_first.
    assert (0 <= sum (fun i => (fun j => signed_weight (weight (p * m)) y j *
      weight (twice_variance p m) (squared_offset (Z.abs_nat (signed y j)) m a q)) (S i)) (most * (p * m) * 2 - 1)).
    { apply sum_nonneg. intros i. apply Rmult_le_pos; [apply signed_nonneg; intros j; apply weight_range; lia|apply weight_range; lia]. }
    assert (0 < signed_weight (weight (p * m)) y 0 * weight (twice_variance p m) (squared_offset (Z.abs_nat (signed y 0)) m a q)).
    { apply Rmult_lt_0_compat; [|apply weight_positive; lia]. unfold signed_weight. change (Nat.odd 0) with false. cbv iota. apply weight_positive. lia. }
    apply Rplus_lt_le_0_compat; assumption.
Qed.
