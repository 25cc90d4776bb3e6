(* SPDX-License-Identifier: GPL-3.0-or-later *)
(* dpmf-rp, Theorem 4.1: Eq. (18) has no number of rounds in it, and Algorithm 2 has T of them. Whatever C_0 is, also one
   that knows theta and the number of users, there is a number of rounds in which the server's sums have more.
   Each of n + 1 users sends one draw a round (q = 1) of one coordinate. One user's coordinate is at one end of its range
   or at the other, the others' are 0: their draws are 1 with probability 1/2 + theta or 1/2 - theta, and with 1/2.
   alpha = 2. *)
From Coq Require Import Reals Lra Lia Arith List.
From Dpmf Require Import Sums Selection.
Open Scope R_scope.

(* The law of how many of some independent draws are 1, each with its own probability. *)
Fixpoint ones (probability : list R) (x : nat) : R :=
  match probability with
  | nil => match x with O => 1 | S _ => 0 end
  | p :: rest => (1 - p) * ones rest x + match x with O => 0 | S y => p * ones rest y end
  end.

(* The sum that the server sees in one round: the user whose row differs, then the others. *)
Definition seen (p : R) (n : nat) : nat -> R := ones (p :: repeat (/ 2) n).

(* The probability of what the server sees in several rounds, each drawn anew. *)
Fixpoint rounds (law : nat -> R) (sums : list nat) : R :=
  match sums with nil => 1 | x :: rest => law x * rounds law rest end.

(* The sum of f over all that T rounds can show, each round one of the numbers below m. *)
Fixpoint over (m T : nat) (f : list nat -> R) : R :=
  match T with O => f nil | S t => sum (fun x => over m t (fun rest => f (x :: rest))) m end.

(* Renyi's divergence of order 2 between what T rounds show on two data sets. *)
Definition divergence (m T : nat) (P Q : nat -> R) : R := ln (over m T (fun s => rounds P s ^ 2 / rounds Q s)).

Lemma over_ext (m T : nat) : forall f g : list nat -> R, (forall s, f s = g s) -> over m T f = over m T g.
Proof.
  induction T as [|T IH]; intros f g H; simpl; [apply H|].
  apply sum_ext; intros x Hx. apply IH. intros s. apply H.
Qed.

Lemma over_scale (m T : nat) : forall (a : R) (f : list nat -> R), over m T (fun s => a * f s) = a * over m T f.
Proof.
  induction T as [|T IH]; intros a f; simpl; [reflexivity|].
  rewrite <- sum_scale. apply sum_ext; intros x Hx. apply IH.
Qed.

(* Rounds drawn anew multiply. *)
Lemma rounds_multiply (m T : nat) (P Q : nat -> R) :
  over m T (fun s => rounds P s ^ 2 / rounds Q s) = sum (fun x => P x ^ 2 / Q x) m ^ T.
Proof.
  induction T as [|T IH]; [simpl; field|].
  change (sum (fun x => over m T (fun rest => rounds P (x :: rest) ^ 2 / rounds Q (x :: rest))) m =
          sum (fun x => P x ^ 2 / Q x) m ^ S T).
  rewrite (sum_ext _ (fun x => sum (fun y => P y ^ 2 / Q y) m ^ T * (P x ^ 2 / Q x))).
  - rewrite sum_scale. simpl. ring.
  - intros x Hx. rewrite <- IH, Rmult_comm, <- over_scale. apply over_ext. intros s. simpl.
    unfold Rdiv. rewrite Rinv_mult. ring.
Qed.

Lemma sum_positive (f : nat -> R) (m : nat) : (forall x, 0 <= f x) -> (exists x, (x < m)%nat /\ 0 < f x) -> 0 < sum f m.
Proof.
  intros H [x [Hx Hp]]. induction m as [|m IH]; [lia|]. simpl.
  destruct (Nat.eq_dec x m) as [->|Hne].
  - pose proof (sum_nonneg f m H). lra.
  - assert (0 < sum f m) by (apply IH; lia). specialize (H m). lra.
Qed.

(* Two laws that differ somewhere have a moment above 1. *)
Lemma moment_above_one (m : nat) (P Q : nat -> R) : (forall x, (x < m)%nat -> 0 < Q x) -> sum P m = 1 -> sum Q m = 1 ->
  (exists x, (x < m)%nat /\ P x <> Q x) -> 1 < sum (fun x => P x ^ 2 / Q x) m.
Proof.
  intros HQ SP SQ [x [Hx Hne]].
  set (f := fun y => if lt_dec y m then (P y - Q y) ^ 2 / Q y else 0).
  assert (Hf : 0 < sum f m).
  { apply sum_positive.
    - intros y. unfold f. destruct (lt_dec y m) as [Hy|Hy]; [|lra].
      apply Rmult_le_pos; [apply pow2_ge_0|]. left. apply Rinv_0_lt_compat. apply HQ; exact Hy.
    - exists x. split; [exact Hx|]. unfold f. destruct (lt_dec x m) as [Hy|Hy]; [|lia].
      apply Rdiv_lt_0_compat; [|apply HQ; exact Hx].
      rewrite <- Rsqr_pow2. apply Rsqr_pos_lt. lra. }
  assert (E : sum f m = sum (fun y => P y ^ 2 / Q y) m - (2 * sum P m - sum Q m)).
  { rewrite <- sum_scale, <- sum_minus, <- sum_minus. apply sum_ext. intros y Hy. unfold f.
    destruct (lt_dec y m) as [_|Hn]; [|lia]. field. specialize (HQ y Hy). lra. }
  rewrite SP, SQ in E. lra.
Qed.

Lemma ones_beyond (probability : list R) : forall x, (length probability < x)%nat -> ones probability x = 0.
Proof.
  induction probability as [|p rest IH]; intros x Hx; simpl in *.
  - destruct x; [lia|reflexivity].
  - rewrite IH by lia. destruct x as [|y]; [lia|]. rewrite IH by lia. ring.
Qed.

Lemma sum_shift (f : nat -> R) (m : nat) : sum (fun x => match x with O => 0 | S y => f y end) (S m) = sum f m.
Proof.
  induction m as [|m IH]; [simpl; ring|].
  change (sum (fun x => match x with O => 0 | S y => f y end) (S m) + f m = sum f m + f m).
  rewrite IH. reflexivity.
Qed.

Lemma sum_add (f g : nat -> R) (m : nat) : sum (fun x => f x + g x) m = sum f m + sum g m.
Proof. induction m as [|m IH]; simpl; [ring|rewrite IH; ring]. Qed.

Lemma ones_total (probability : list R) : sum (ones probability) (S (length probability)) = 1.
Proof.
  induction probability as [|p rest IH]; [simpl; ring|].
  change (sum (fun x => (1 - p) * ones rest x + match x with O => 0 | S y => p * ones rest y end) (S (S (length rest))) = 1).
  rewrite sum_add, sum_scale.
  rewrite (sum_shift (fun y => p * ones rest y)), sum_scale, IH.
  change ((1 - p) * (sum (ones rest) (S (length rest)) + ones rest (S (length rest))) + p * 1 = 1).
  rewrite IH, ones_beyond by lia. ring.
Qed.

Lemma ones_positive (probability : list R) : (forall p, In p probability -> 0 < p < 1) ->
  forall x, (x <= length probability)%nat -> 0 < ones probability x.
Proof.
  induction probability as [|p rest IH]; intros H x Hx; simpl in *.
  - destruct x; [lra|lia].
  - assert (Hp : 0 < p < 1) by (apply H; left; reflexivity).
    assert (Hr : forall y, (y <= length rest)%nat -> 0 < ones rest y) by (apply IH; intros; apply H; right; assumption).
    destruct x as [|y].
    + specialize (Hr 0%nat ltac:(lia)). nra.
    + assert (Hy : 0 < ones rest y) by (apply Hr; lia).
      destruct (le_dec (S y) (length rest)) as [Hl|Hl].
      * specialize (Hr (S y) Hl). nra.
      * rewrite (ones_beyond rest (S y)) by lia. nra.
Qed.

Lemma seen_total (p : R) (n : nat) : sum (seen p n) (S (S n)) = 1.
Proof. pose proof (ones_total (p :: repeat (/ 2) n)) as H. simpl length in H. rewrite repeat_length in H. exact H. Qed.

Lemma seen_positive (p : R) (n : nat) : 0 < p < 1 -> forall x, (x < S (S n))%nat -> 0 < seen p n x.
Proof.
  intros Hp x Hx. apply ones_positive.
  - intros r [<-|Hr]; [exact Hp|]. apply repeat_spec in Hr. subst r. lra.
  - simpl. rewrite repeat_length. lia.
Qed.

Lemma seen_differ (theta : R) (n : nat) : 0 < theta -> seen (/ 2 + theta) n 0 <> seen (/ 2 - theta) n 0.
Proof.
  intros Ht. unfold seen. simpl.
  assert (0 < ones (repeat (/ 2) n) 0).
  { apply ones_positive; [|lia]. intros r Hr. apply repeat_spec in Hr. subst r. lra. }
  nra.
Qed.

Lemma enough (step total : R) : 0 < step -> exists T : nat, total < INR T * step.
Proof.
  intros Hs. exists (Z.to_nat (up (total / step))).
  destruct (archimed (total / step)) as [Hup _].
  assert (Hle : IZR (up (total / step)) <= INR (Z.to_nat (up (total / step)))).
  { rewrite INR_IZR_INZ. apply IZR_le. lia. }
  replace total with (total / step * step) at 1 by (field; lra).
  apply Rmult_lt_compat_r; lra.
Qed.

(* Whatever C_0 is, T rounds have more than Eq. (18) says of Algorithm 2, from some T on. *)
Theorem no_constant_covers_every_number_of_rounds (C0 theta : R) (n : nat) : 0 < theta < / 2 ->
  exists rounds_least : nat, forall T : nat, (rounds_least <= T)%nat ->
    cost C0 theta 2 1 1 (INR (S n)) < divergence (S (S n)) T (seen (/ 2 + theta) n) (seen (/ 2 - theta) n).
Proof.
  intros Ht.
  set (P := seen (/ 2 + theta) n). set (Q := seen (/ 2 - theta) n).
  assert (HM : 1 < sum (fun x => P x ^ 2 / Q x) (S (S n))).
  { apply moment_above_one; unfold P, Q.
    - intros x Hx. apply seen_positive; [lra|exact Hx].
    - apply seen_total.
    - apply seen_total.
    - exists 0%nat. split; [lia|]. apply seen_differ. lra. }
  set (M := sum (fun x => P x ^ 2 / Q x) (S (S n))) in *.
  assert (HL : 0 < ln M) by (rewrite <- ln_1; apply ln_increasing; lra).
  destruct (enough (ln M) (cost C0 theta 2 1 1 (INR (S n))) HL) as [T0 HT0].
  exists T0. intros T HT.
  unfold divergence. rewrite rounds_multiply. fold M. rewrite ln_pow by lra.
  apply Rlt_le_trans with (INR T0 * ln M).
  - exact HT0.
  - apply Rmult_le_compat_r; [lra|]. apply le_INR. exact HT.
Qed.
