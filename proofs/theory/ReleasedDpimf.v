(* SPDX-License-Identifier: GPL-3.0-or-later *)
(* dpimf, corrected, scheme opt, one interaction: round after round the sums of the profiles of every item's users, and from the
   second round on of every user's items, each with the discrete Laplace noise that the code draws, for every event of all of
   them together. Profiles, and the rates of the noise, are made of what was released before. Neighbours: whether one user and one item
   interacted. *)
From Coq Require Import Reals Lra Psatz Arith ZArith Lia List Bool.
From Coquelicot Require Import Coquelicot.
From Dpmf Require Import Sums Sensitivity Polya Words Samplers Discrete Named Privacy Seen.
Open Scope R_scope.

(* How the next release is made of those before: it may be of the users' sums, over items. *)
Record next := {
  turned : bool;
  profile : nat -> nat -> Z;  (* of a row, which is a user, or an item when turned: its coordinates in steps *)
  chance : nat;               (* the rate of the noise is chance / (largest unit) *)
  unit_of : nat;
}.

Definition rows (turned : bool) (users items : nat) : nat := if turned then items else users.
Definition columns (turned : bool) (users items : nat) : nat := if turned then users else items.

(* The sum of the profiles of a column's rows, one coordinate. *)
Fixpoint profiles_of (has : nat -> bool) (profile : nat -> nat -> Z) (n l : nat) : Z :=
  match n with O => 0%Z | S u => (profiles_of has profile u l + if has u then profile u l else 0)%Z end.

(* The largest 1-norm of a row's profile, 1 at least. *)
Fixpoint largest (profile : nat -> nat -> Z) (d n : nat) : nat :=
  match n with O => 1%nat | S u => Nat.max (largest profile d u) (Z.to_nat (zl1 (profile u) d)) end.

Definition rate_of (users items d : nat) (x : next) : nat := (largest (profile x) d (rows (turned x) users items) * unit_of x)%nat.

Definition one_release (users items d : nat) (has : nat -> nat -> bool) (x : next) : program (list (list Z)) :=
  release (fun i => release (fun l =>
    noisy (chance x) (rate_of users items d x)
      (profiles_of (fun u => if turned x then has i u else has u i) (profile x) (rows (turned x) users items) l)) d)
    (columns (turned x) users items).

Definition dpimf (users items d : nat) (has : nat -> nat -> bool) (plan : nat -> list (list (list Z)) -> next) (releases : nat) : program (list (list (list Z))) :=
  in_turn (fun t before => one_release users items d has (plan t before)) releases.

Lemma zl1_nonneg (x : nat -> Z) (d : nat) : (0 <= zl1 x d)%Z.
Proof. induction d as [|d IH]; simpl; lia. Qed.

Lemma largest_is (profile : nat -> nat -> Z) (d n u : nat) : (u < n)%nat -> (zl1 (profile u) d <= Z.of_nat (largest profile d n))%Z.
Proof.
  intros H. induction n as [|n IH]; [lia|]. cbn [largest]. assert (H0 := zl1_nonneg (profile u) d).
  destruct (Nat.eq_dec u n) as [->|Hne]; [lia|]. specialize (IH ltac:(lia)). lia.
Qed.

(* One interaction more or less moves one column's sum by the row's profile. *)
Lemma profiles_apart (has has' : nat -> bool) (profile : nat -> nat -> Z) (n u l : nat) : (forall v, v <> u -> has v = has' v) ->
  (Z.abs (profiles_of has profile n l - profiles_of has' profile n l) <= if (u <? n)%nat then Z.abs (profile u l) else 0)%Z.
Proof.
  intros H. induction n as [|n IH]; [simpl; lia|]. cbn [profiles_of]. destruct (Nat.eq_dec n u) as [->|Hne].
  - rewrite Nat.ltb_irrefl in IH. rewrite (proj2 (Nat.ltb_lt u (S u))) by lia. destruct (has u), (has' u); lia.
  - rewrite (H n Hne). replace (u <? S n)%nat with (u <? n)%nat; [destruct (has' n); destruct (u <? n)%nat; lia|].
    destruct (Nat.ltb_spec u n); destruct (Nat.ltb_spec u (S n)); try reflexivity; lia.
Qed.

Lemma release_private (users items d : nat) (has has' : nat -> nat -> bool) (u i : nat) (eps : R) (x : next) :
  (forall v j, v <> u \/ j <> i -> has v j = has' v j) -> (0 < chance x)%nat -> (0 < rate_of users items d x <= words)%nat ->
  INR (chance x) <= eps * INR (unit_of x) ->
  private eps (INR d * (exp eps * tiny)) (one_release users items d has x) (one_release users items d has' x).
Proof.
  intros Hh Hc Hq He. set (q := rate_of users items d x) in *. destruct tiny_is as [Ht _].
  set (n := rows (turned x) users items). set (most := largest (profile x) d n).
  assert (Hpos : (0 < most)%nat /\ (0 < unit_of x)%nat) by (unfold q, rate_of in Hq; fold n most in Hq; destruct most, (unit_of x); simpl in Hq; lia).
  assert (Hm : 0 < INR most) by (apply (lt_INR 0); lia). assert (Hu : 0 < INR (unit_of x)) by (apply (lt_INR 0); lia).
  assert (Hcost : INR most * (INR (chance x) / INR q) <= eps).
  { unfold q, rate_of. fold n most. rewrite mult_INR. replace (INR most * (INR (chance x) / (INR most * INR (unit_of x)))) with (INR (chance x) / INR (unit_of x)) by (field; lra).
    apply Rmult_le_reg_r with (INR (unit_of x)); [exact Hu|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
  assert (Hc0 := pos_INR (chance x)). assert (Heps : 0 <= eps) by nra. assert (Hexp := exp_pos eps).
  set (row := if turned x then i else u). set (column := if turned x then u else i).
  apply (parallel eps (INR d * (exp eps * tiny)) _ _ column _ Heps).
  - apply Rmult_le_pos; [apply pos_INR|]. apply Rmult_le_pos; lra.
  - intros j Hj. assert (E : forall m l, profiles_of (fun v => if turned x then has j v else has v j) (profile x) m l =
      profiles_of (fun v => if turned x then has' j v else has' v j) (profile x) m l).
    { intros m l. induction m as [|m IH]; [reflexivity|]. cbn [profiles_of]. rewrite IH. unfold column in Hj.
      destruct (turned x); rewrite Hh by lia; reflexivity. }
    fold n q. clear - E. generalize q d. intros q' d'. induction d' as [|d' IH]; [reflexivity|]. cbn [release]. rewrite IH, E. reflexivity.
  - assert (P := vector_private (chance x) q (profiles_of (fun v => if turned x then has column v else has v column) (profile x) n)
      (profiles_of (fun v => if turned x then has' column v else has' v column) (profile x) n) d most Hc Hq).
    cbv zeta in P. apply (weaker (INR most * (INR (chance x) / INR q)) _ (INR d * (exp (INR most * (INR (chance x) / INR q)) * tiny))).
    + exact Hcost.
    + apply Rmult_le_compat_l; [apply pos_INR|]. apply Rmult_le_compat_r; [lra|]. apply exp_le, Hcost.
    + apply P. destruct (Nat.lt_ge_cases row n) as [Hr|Hr].
      * apply Z.le_trans with (zl1 (profile x row) d); [|apply largest_is, Hr]. clear P.
        assert (A : forall l, (Z.abs (profiles_of (fun v => if turned x then has column v else has v column) (profile x) n l -
          profiles_of (fun v => if turned x then has' column v else has' v column) (profile x) n l) <= Z.abs (profile x row l))%Z).
        { intros l. assert (B := profiles_apart (fun v => if turned x then has column v else has v column) (fun v => if turned x then has' column v else has' v column) (profile x) n row l).
          rewrite (proj2 (Nat.ltb_lt row n) Hr) in B. apply B. intros v Hv. unfold row, column in *. destruct (turned x); apply Hh; [right|left]; exact Hv. }
        clear - A. generalize d. intros d'. induction d' as [|d' IH]; cbn [zl1]; [lia|]. specialize (A d'). lia.
      * apply Z.le_trans with 0%Z; [|lia]. clear P.
        assert (A : forall l, (Z.abs (profiles_of (fun v => if turned x then has column v else has v column) (profile x) n l -
          profiles_of (fun v => if turned x then has' column v else has' v column) (profile x) n l) <= 0)%Z).
        { intros l. assert (B := profiles_apart (fun v => if turned x then has column v else has v column) (fun v => if turned x then has' column v else has' v column) (profile x) n row l).
          rewrite (proj2 (Nat.ltb_ge row n) Hr) in B. apply B. intros v Hv. unfold row, column in *. destruct (turned x); apply Hh; [right|left]; exact Hv. }
        clear - A. generalize d. intros d'. induction d' as [|d' IH]; cbn [zl1]; [lia|]. specialize (A d'). lia.
Qed.

(* All releases of a run, of which each has the rate that ref/mech/dpimf/steps.c makes of its part eps of the budget: with T
   rounds there are 2 T - 1. Whether one user and one item interacted keeps the sum of their epsilons. *)
Theorem interaction_private (users items d releases : nat) (has has' : nat -> nat -> bool) (u i : nat) (eps : R)
  (plan : nat -> list (list (list Z)) -> next) :
  (forall v j, v <> u \/ j <> i -> has v j = has' v j) ->
  (forall t before, (0 < chance (plan t before))%nat /\ (0 < rate_of users items d (plan t before) <= words)%nat /\
    INR (chance (plan t before)) <= eps * INR (unit_of (plan t before))) ->
  private (INR releases * eps) (INR releases * (INR d * (exp eps * tiny)))
    (dpimf users items d has plan releases) (dpimf users items d has' plan releases).
Proof.
  intros Hh Hplan. destruct tiny_is as [Ht _]. assert (He := exp_pos eps).
  rewrite <- (sum_constant eps), <- (sum_constant (INR d * (exp eps * tiny))).
  apply (in_turn_private (fun _ => eps) (fun _ => INR d * (exp eps * tiny))).
  - intros _. apply Rmult_le_pos; [apply pos_INR|]. apply Rmult_le_pos; lra.
  - intros t before _. destruct (Hplan t before) as [H1 [H2 H3]]. apply (release_private users items d has has' u i eps _ Hh H1 H2 H3).
Qed.

Definition some_plan (t : nat) (before : list (list (list Z))) : next :=
  {| turned := Nat.odd t; profile := fun _ _ => 1%Z; chance := 1; unit_of := 1 |}.

(* The premises can hold: three users and two items with profiles (1, 1), and a budget of 1 for a release. *)
Theorem plans_exist : forall t before, (0 < chance (some_plan t before))%nat /\ (0 < rate_of 3 2 2 (some_plan t before) <= words)%nat /\
  INR (chance (some_plan t before)) <= 1 * INR (unit_of (some_plan t before)).
Proof.
  intros t before. assert (H := words_are). unfold rate_of, some_plan, rows. cbn [chance unit_of turned profile].
  split; [lia|]. split; [destruct (Nat.odd t); simpl; lia|lra].
Qed.
