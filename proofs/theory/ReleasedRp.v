(* SPDX-License-Identifier: GPL-3.0-or-later *)
(* dpmf-rp, corrected: round after round, the sums over users of what the Poisson binomial mechanism draws, one sum for each coordinate,
   with the draws as the code makes them. Neighbours: one user's row, which is replaced by any other. The coordinates are any function of
   a user's own row and of what was released before. Those who collude with the server do and tell whatever they like; they know their own
   messages, so that the sum of the others' is what counts. A server that lies chooses who stays in the sum. *)
From Coq Require Import Reals Lra Psatz Arith ZArith Lia List Bool Permutation.
From Coquelicot Require Import Coquelicot.
From Dpmf Require Import Sums Rounds Tally Polya Words Samplers Discrete Named Privacy Seen Renyi PoissonBinomial BinomialDraw.
Open Scope R_scope.

(* What the rounds before have shown, the last one first: what those who collude tell, of any type B, and one sum for each coordinate. *)
Definition history (B : Type) : Type := list (B * list nat).

(* What a run has beside the rows, of any type D. *)
Record run (D B : Type) := {
  users : nat;
  coordinates : nat;
  quanta : nat;
  theta : nat;                                            (* in steps of 2^-16 *)
  gradient : nat -> history B -> nat -> D -> nat -> Z;    (* of a round, a user and its row: each coordinate, in steps of 2^-24 c *)
  colluders : nat -> history B -> program B;              (* what those who collude tell in a round *)
  in_sum : nat -> history B -> B -> nat -> bool;          (* the honest users whose messages are in the sum of a round *)
}.
Arguments users {D B} _.
Arguments coordinates {D B} _.
Arguments quanta {D B} _.
Arguments theta {D B} _.
Arguments gradient {D B} _.
Arguments colluders {D B} _.
Arguments in_sum {D B} _.

Definition sums {D B : Type} (w : run D B) (x : nat -> D) (round : nat) (before : history B) (told : B) : program (list nat) :=
  release (fun l => summed (in_sum w round before told) (fun u => drawn (theta w) (quanta w) (gradient w round before u (x u) l)) (users w)) (coordinates w).

Definition one_round {D B : Type} (w : run D B) (x : nat -> D) (round : nat) (before : history B) : program (B * list nat) :=
  Then (colluders w round before) (fun told => Then (sums w x round before told) (fun s => Return (told, s))).

Definition rp {D B : Type} (w : run D B) (rounds : nat) (x : nat -> D) : program (history B) := in_turn (one_round w x) rounds.

(* theta is above 0 and at most 1/4; dpmf_rp_cut_steps cuts every coordinate to -c .. c, which are 2^24 steps; what those who collude do ends. *)
Definition cut {D B : Type} (w : run D B) : Prop :=
  (0 < Z.of_nat (theta w) <= 16384)%Z /\ (forall round before u row l, (Z.abs (gradient w round before u row l) <= 16777216)%Z) /\
  forall round before, ends (colluders w round before).

(* The schedule is public: user u takes part in `part` and in no other round, in at most `most` of them; and when its message is in a sum, those
   of at least `least` honest users are, its own among them (dpmf_honest). *)
Definition scheduled {D B : Type} (w : run D B) (u : nat) (part : nat -> bool) (rounds most least : nat) : Prop :=
  (counted part rounds <= most)%nat /\ forall round before told, in_sum w round before told u = true ->
    part round = true /\ (u < users w)%nat /\ (least <= counted (in_sum w round before told) (users w))%nat.

(* What dpmf_pbm_epsilon computes of a divergence rho of one sum, with the order of its list that is best: so many sums, one after the other. *)
Definition charged (alpha rho : R) (releases : nat) (delta eps : R) : Prop :=
  1 < alpha /\ 0 < rho /\ (0 < releases)%nat /\ 0 < delta < 1 /\ closed_epsilon alpha (INR releases * rho) delta <= eps.

(* Of neighbours' answers: the divergence of order alpha is at most rho. *)
Definition apart {A : Type} (alpha rho : R) (m m' : program A) : Prop :=
  renyi ((alpha - 1) / alpha) (exp ((alpha - 1) / alpha * rho)) 1 0 m m'.

Lemma apart_range (alpha rho : R) : 1 < alpha -> 0 <= rho -> 1 <= exp ((alpha - 1) / alpha * rho).
Proof.
  intros Ha Hr. rewrite <- exp_0 at 1. apply exp_le. assert (H := order_between alpha Ha). apply Rmult_le_pos; lra.
Qed.

Lemma apart_same {A : Type} (alpha rho : R) (m : program A) : 1 < alpha -> 0 <= rho -> ends m -> apart alpha rho m m.
Proof.
  intros Ha Hr Hm. assert (Hg := order_between alpha Ha). assert (H1 := apart_range alpha rho Ha Hr).
  apply (renyi_weaker _ 1 _ 1 1 0 0 m m Hg); [lra|lra|lra|]. apply renyi_same; assumption.
Qed.

Lemma apart_weaker {A : Type} (alpha rho rho' : R) (m m' : program A) : 1 < alpha -> 0 <= rho <= rho' -> apart alpha rho m m' -> apart alpha rho' m m'.
Proof.
  intros Ha Hr H. assert (Hg := order_between alpha Ha). apply (renyi_weaker _ (exp ((alpha - 1) / alpha * rho)) _ 1 1 0 0 m m' Hg); [|lra|lra|exact H].
  split; [apply apart_range; lra|]. apply exp_le, Rmult_le_compat_l; lra.
Qed.

Lemma apart_then {A B : Type} (alpha rho rho' : R) (m m' : program A) (k k' : A -> program B) : 1 < alpha -> 0 <= rho -> 0 <= rho' ->
  apart alpha rho m m' -> (forall v, apart alpha rho' (k v) (k' v)) -> apart alpha (rho + rho') (Then m k) (Then m' k').
Proof.
  intros Ha Hr Hr' H Hk. assert (R := renyi_then _ _ 1 0 _ 1 0 m m' k k' (order_between alpha Ha) (apart_range alpha rho Ha Hr) ltac:(lra) ltac:(lra)
    (apart_range alpha rho' Ha Hr') ltac:(lra) ltac:(lra) H Hk).
  unfold apart. rewrite Rmult_plus_distr_l, exp_plus. rewrite Rmult_1_r, Rplus_0_r in R. exact R.
Qed.

Lemma apart_after {A B : Type} (alpha rho : R) (m m' : program A) (k : A -> program B) : 1 < alpha -> 0 <= rho -> (forall v, ends (k v)) ->
  apart alpha rho m m' -> apart alpha rho (Then m k) (Then m' k).
Proof.
  intros Ha Hr Hk H. rewrite <- (Rplus_0_r rho). apply apart_then; try assumption; [lra|]. intros v. apply apart_same; [exact Ha|lra|apply Hk].
Qed.

Lemma apart_release {A : Type} (alpha rho : R) (m m' : nat -> program A) (k : nat) : 1 < alpha -> 0 <= rho ->
  (forall i, apart alpha rho (m i) (m' i)) -> apart alpha (INR k * rho) (release m k) (release m' k).
Proof.
  intros Ha Hr H. induction k as [|k IH]; [simpl INR; rewrite Rmult_0_l; apply apart_same; [exact Ha|lra|apply ends_return]|].
  rewrite S_INR. replace ((INR k + 1) * rho) with (INR k * rho + rho) by ring. cbn [release].
  apply apart_then; [exact Ha|apply Rmult_le_pos; [apply pos_INR|exact Hr]|exact Hr|exact IH|].
  intros vs. apply apart_after; [exact Ha|exact Hr|intros v; apply ends_return|apply H].
Qed.

(* Rounds one after the other, of which some cost nothing. *)
Lemma apart_in_turn {A : Type} (alpha rho : R) (part : nat -> bool) (m m' : nat -> list A -> program A) (k : nat) : 1 < alpha -> 0 <= rho ->
  (forall i before, apart alpha (if part i then rho else 0) (m i before) (m' i before)) ->
  apart alpha (INR (counted part k) * rho) (in_turn m k) (in_turn m' k).
Proof.
  intros Ha Hr H. induction k as [|k IH]; [simpl INR; rewrite Rmult_0_l; apply apart_same; [exact Ha|lra|apply ends_return]|].
  cbn [counted in_turn]. rewrite plus_INR. replace ((INR (counted part k) + INR (if part k then 1 else 0)) * rho) with (INR (counted part k) * rho + (if part k then rho else 0)).
  2: { destruct (part k); simpl INR; ring. }
  assert (H0 : 0 <= if part k then rho else 0) by (destruct (part k); lra).
  apply apart_then; [exact Ha|apply Rmult_le_pos; [apply pos_INR|exact Hr]|exact H0|exact IH|].
  intros before. apply apart_after; [exact Ha|exact H0|intros v; apply ends_return|apply H].
Qed.

(* One sum of one round has a divergence of at most rho when the user's message is in it, and none otherwise. *)
Lemma sum_apart (alpha rho : R) (theta q n least u : nat) (who : nat -> bool) (s s' : nat -> Z) : 1 < alpha -> 0 <= rho -> (0 < Z.of_nat theta <= 16384)%Z ->
  (forall v, (Z.abs (s v) <= 16777216)%Z) -> (forall v, (Z.abs (s' v) <= 16777216)%Z) -> (forall v, v <> u -> s v = s' v) ->
  (who u = true -> (u < n)%nat /\ (least <= counted who n)%nat) -> worst (renyi_divergence alpha) (slope theta) rho q ((least - 1) * q) ->
  apart alpha (if who u then rho else 0) (summed who (fun v => drawn theta q (s v)) n) (summed who (fun v => drawn theta q (s' v)) n).
Proof.
  intros Ha Hr Ht Hs Hs' Hv Hw W. destruct (two_sums theta q n u who s s' Ht Hs Hs' Hv (fun U => proj1 (Hw U))) as [Same [He Both]]. destruct (who u) eqn:U.
  - destruct (Both eq_refl) as [o [a [b [C [C' [L [A [Ia Ib]]]]]]]]. destruct (Hw eq_refl) as [_ Hl].
    apply (within_renyi _ _ _ _ _ _ C C'). apply (no_input_is_worse alpha (slope theta) rho a b q ((least - 1) * q) o Ha (slope_range _ Ht) W); [nia|exact A|exact Ia|exact Ib].
  - rewrite <- (Same eq_refl). apply apart_same; [exact Ha|lra|exact He].
Qed.

(* ... and the same for the delta of an epsilon. *)
Lemma sum_private (eps delta : R) (theta q n least u : nat) (who : nat -> bool) (s s' : nat -> Z) : 0 <= eps -> (0 < Z.of_nat theta <= 16384)%Z ->
  (forall v, (Z.abs (s v) <= 16777216)%Z) -> (forall v, (Z.abs (s' v) <= 16777216)%Z) -> (forall v, v <> u -> s v = s' v) ->
  (who u = true -> (u < n)%nat /\ (least <= counted who n)%nat) -> worst (hockey_stick (exp eps)) (slope theta) delta q ((least - 1) * q) ->
  private (if who u then eps else 0) (if who u then delta else 0) (summed who (fun v => drawn theta q (s v)) n) (summed who (fun v => drawn theta q (s' v)) n).
Proof.
  intros He0 Ht Hs Hs' Hv Hw W. destruct (two_sums theta q n u who s s' Ht Hs Hs' Hv (fun U => proj1 (Hw U))) as [Same [He Both]]. destruct (who u) eqn:U.
  - destruct (Both eq_refl) as [o [a [b [C [C' [L [A [Ia Ib]]]]]]]]. destruct (Hw eq_refl) as [_ Hl]. intros f r r' Hf Hr Hr'.
    rewrite (expects_unique _ _ _ _ Hr (C f (fun v => proj1 (Hf v)))), (expects_unique _ _ _ _ Hr' (C' f (fun v => proj1 (Hf v)))).
    apply (no_input_needs_more (exp eps) delta (slope theta) a b q ((least - 1) * q) o ltac:(left; apply exp_pos) (slope_range _ Ht) W); [nia|exact A|exact Ia|exact Ib|exact Hf].
  - rewrite <- (Same eq_refl). apply private_same.
Qed.

(* ... and the same for a whole curve, that of a privacy-loss distribution. *)
Lemma sum_bounded (l : list (R * R)) (infinite : R) (theta q n least u : nat) (who : nat -> bool) (s s' : nat -> Z) : (0 < Z.of_nat theta <= 16384)%Z ->
  (forall v, (Z.abs (s v) <= 16777216)%Z) -> (forall v, (Z.abs (s' v) <= 16777216)%Z) -> (forall v, v <> u -> s v = s' v) ->
  (who u = true -> (u < n)%nat /\ (least <= counted who n)%nat) -> (forall t, 0 <= t -> worst (hockey_stick t) (slope theta) (loss_curve l infinite t) q ((least - 1) * q)) ->
  bounded (loss_curve l infinite) (summed who (fun v => drawn theta q (s v)) n) (summed who (fun v => drawn theta q (s' v)) n).
Proof.
  intros Ht Hs Hs' Hv Hw W. destruct (two_sums theta q n u who s s' Ht Hs Hs' Hv (fun U => proj1 (Hw U))) as [Same [He Both]]. destruct (who u) eqn:U.
  - destruct (Both eq_refl) as [o [a [b [C [C' [L [A [Ia Ib]]]]]]]]. destruct (Hw eq_refl) as [_ Hl]. intros t f r r' Ht0 Hf Hr Hr'.
    rewrite (expects_unique _ _ _ _ Hr (C f (fun v => proj1 (Hf v)))), (expects_unique _ _ _ _ Hr' (C' f (fun v => proj1 (Hf v)))).
    apply (no_input_needs_more t _ (slope theta) a b q ((least - 1) * q) o Ht0 (slope_range _ Ht) (W t Ht0)); [nia|exact A|exact Ia|exact Ib|exact Hf].
  - rewrite <- (Same eq_refl). intros t f r r' Ht0 Hf Hr Hr'. eapply Rle_trans; [apply (bounded_same _ t f r r' Ht0 Hf Hr Hr')|].
    apply Rplus_le_compat_l. apply (worst_above _ _ _ _ _ (slope_range _ Ht) (W t Ht0)).
Qed.

(* dpmf-rp corrected: one user's row is replaced by any other. Of `rounds` rounds the user takes part in `most` at most; `worst` and
   `charged` say what the account computes of theta, quanta, the honest users that are certain to be in a sum, the coordinates and
   delta. The draws are exact: nothing is added to delta. For every event of all that is seen. *)
Theorem rp_private [D B : Type] (w : run D B) (x x' : nat -> D) (u : nat) (part : nat -> bool) (rounds most least : nat) (alpha rho delta eps : R) :
  cut w -> scheduled w u part rounds most least -> (forall v, v <> u -> x v = x' v) ->
  worst (renyi_divergence alpha) (slope (theta w)) rho (quanta w) ((least - 1) * quanta w) -> charged alpha rho (most * coordinates w) delta eps ->
  private eps delta (rp w rounds x) (rp w rounds x').
Proof.
  intros [Ht [Hg He]] [Hm Hs] Hx W [Ha [Hr [Hn [Hd Hc]]]].
  set (all := INR (most * coordinates w) * rho). assert (Hall : 0 < all) by (apply Rmult_lt_0_compat; [apply (lt_INR 0), Hn|exact Hr]).
  assert (Hk : 0 <= INR (coordinates w) * rho) by (apply Rmult_le_pos; [apply pos_INR|lra]).
  assert (H : apart alpha all (rp w rounds x) (rp w rounds x')).
  { apply (apart_weaker alpha (INR (counted part rounds) * (INR (coordinates w) * rho))); [exact Ha| |].
    - split; [apply Rmult_le_pos; [apply pos_INR|exact Hk]|]. unfold all. rewrite mult_INR, Rmult_assoc. apply Rmult_le_compat_r; [exact Hk|apply le_INR, Hm].
    - apply apart_in_turn; [exact Ha|exact Hk|]. intros t before. unfold one_round.
      assert (H0 : 0 <= if part t then INR (coordinates w) * rho else 0) by (destruct (part t); lra).
      rewrite <- (Rplus_0_l (if part t then INR (coordinates w) * rho else 0)).
      apply apart_then; [exact Ha|lra|exact H0|apply apart_same; [exact Ha|lra|apply He]|]. intros told.
      apply apart_after; [exact Ha|exact H0|intros v; apply ends_return|].
      assert (Hin := Hs t before told). set (who := in_sum w t before told) in *.
      apply (apart_weaker alpha (INR (coordinates w) * (if who u then rho else 0))); [exact Ha| |].
      + destruct (who u) eqn:U; [destruct (Hin eq_refl) as [-> _]; lra|]. rewrite Rmult_0_r. split; [lra|exact H0].
      + apply apart_release; [exact Ha|destruct (who u); lra|]. intros l.
        apply (sum_apart alpha rho (theta w) (quanta w) (users w) least u who (fun v => gradient w t before v (x v) l) (fun v => gradient w t before v (x' v) l));
          [exact Ha|lra|exact Ht|intros v; apply Hg|intros v; apply Hg|intros v Hv; rewrite (Hx v Hv); reflexivity| |exact W].
        intros U. apply (Hin U). }
  replace delta with (delta + (1 + exp eps) * 0) by ring.
  apply (renyi_private alpha all delta eps 1 0 _ _ Ha Hall Hd); [lra|lra|lra|left; exact Hc|exact H].
Qed.

(* Where one sum in all tells of the user, the account takes the exact curve: delta of an epsilon, the largest of any placement. Several sums
   cost so many times that at most, by basic composition. *)
Theorem rp_private_by_curve [D B : Type] (w : run D B) (x x' : nat -> D) (u : nat) (part : nat -> bool) (rounds most least : nat) (delta eps : R) :
  cut w -> scheduled w u part rounds most least -> (forall v, v <> u -> x v = x' v) -> 0 <= eps -> 0 <= delta ->
  worst (hockey_stick (exp eps)) (slope (theta w)) delta (quanta w) ((least - 1) * quanta w) ->
  private (INR (most * coordinates w) * eps) (INR (most * coordinates w) * delta) (rp w rounds x) (rp w rounds x').
Proof.
  intros [Ht [Hg He]] [Hm Hs] Hx He0 Hd W.
  set (all := fun y t => if part t then INR (coordinates w) * y else 0).
  assert (Hall : forall y k, 0 <= y -> 0 <= sum (all y) k /\ sum (all y) k = INR (counted part k) * (INR (coordinates w) * y)).
  { intros y k Hy. assert (0 <= INR (coordinates w) * y) by (apply Rmult_le_pos; [apply pos_INR|exact Hy]).
    assert (E : sum (all y) k = INR (counted part k) * (INR (coordinates w) * y)).
    { induction k as [|k IH]; cbn [sum counted]; [simpl; ring|]. rewrite IH, plus_INR. unfold all. destruct (part k); simpl INR; ring. }
    split; [rewrite E; apply Rmult_le_pos; [apply pos_INR|assumption]|exact E]. }
  assert (Hle : forall y, 0 <= y -> sum (all y) rounds <= INR (most * coordinates w) * y).
  { intros y Hy. rewrite (proj2 (Hall y rounds Hy)), mult_INR, Rmult_assoc. apply Rmult_le_compat_r; [apply Rmult_le_pos; [apply pos_INR|exact Hy]|apply le_INR, Hm]. }
  apply (weaker (sum (all eps) rounds) _ (sum (all delta) rounds)); [apply Hle, He0|apply Hle, Hd|].
  apply in_turn_private; [intros i; unfold all; destruct (part i); [apply Rmult_le_pos; [apply pos_INR|exact Hd]|lra]|].
  intros t before _. unfold one_round. assert (H0 : 0 <= all delta t) by (unfold all; destruct (part t); [apply Rmult_le_pos; [apply pos_INR|exact Hd]|lra]).
  rewrite <- (Rplus_0_l (all eps t)), <- (Rplus_0_l (all delta t)). apply composition; [exact H0|apply private_same|]. intros told. apply post_processing.
  assert (Hin := Hs t before told). set (who := in_sum w t before told) in *. unfold all.
  apply (weaker (sum (fun _ => if who u then eps else 0) (coordinates w)) _ (sum (fun _ => if who u then delta else 0) (coordinates w))).
  1, 2: (rewrite sum_constant; destruct (who u) eqn:U; [destruct (Hin eq_refl) as [-> _]; lra|]; rewrite Rmult_0_r; destruct (part t); [apply Rmult_le_pos; [apply pos_INR|assumption]|lra]).
  apply sequential; [intros i; destruct (who u); lra|]. intros l _.
  apply (sum_private eps delta (theta w) (quanta w) (users w) least u who (fun v => gradient w t before v (x v) l) (fun v => gradient w t before v (x' v) l));
    [exact He0|exact Ht|intros v; apply Hg|intros v; apply Hg|intros v Hv; rewrite (Hx v Hv); reflexivity| |exact W].
  intros U. apply (Hin U).
Qed.

Lemma alike_then {A B : Type} (m : program A) (k k' : A -> program B) : (forall v, k v = k' v) -> alike (Then m k) (Then m k').
Proof.
  intros H n f. change (mean n m (fun v => mean n (k v) f) = mean n m (fun v => mean n (k' v) f)). apply mean_ext. intros v. rewrite H. reflexivity.
Qed.

(* With privacy-loss distributions: a curve that no placement of one sum exceeds, for whatever epsilon, composed as often as the user's messages have
   coordinates in all its rounds (ref/account/pbm_pld.h). *)
Theorem rp_private_by_loss [D B : Type] (w : run D B) (x x' : nat -> D) (u : nat) (part : nat -> bool) (rounds most least : nat) (l : list (R * R)) (infinite eps : R) :
  cut w -> scheduled w u part rounds most least -> (forall v, v <> u -> x v = x' v) -> largest_first l ->
  (forall t, 0 <= t -> worst (hockey_stick t) (slope (theta w)) (loss_curve l infinite t) (quanta w) ((least - 1) * quanta w)) ->
  private eps (composed_curve l infinite (most * coordinates w) (exp eps)) (rp w rounds x) (rp w rounds x').
Proof.
  intros [Ht [Hg He]] [Hm Hs] Hx Hl W. set (base := fun t => Rmax 0 (1 - t)).
  assert (Sum : forall t before told i, bounded (loss_curve l infinite)
    (summed (in_sum w t before told) (fun v => drawn (theta w) (quanta w) (gradient w t before v (x v) i)) (users w))
    (summed (in_sum w t before told) (fun v => drawn (theta w) (quanta w) (gradient w t before v (x' v) i)) (users w))).
  { intros t before told i. apply (sum_bounded l infinite (theta w) (quanta w) (users w) least u _ (fun v => gradient w t before v (x v) i) (fun v => gradient w t before v (x' v) i));
      [exact Ht|intros v; apply Hg|intros v; apply Hg|intros v Hv; rewrite (Hx v Hv); reflexivity|intros U; apply (Hs t before told U)|exact W]. }
  assert (End : forall t before told i, ends (summed (in_sum w t before told) (fun v => drawn (theta w) (quanta w) (gradient w t before v (x v) i)) (users w))).
  { intros t before told i. apply (two_sums (theta w) (quanta w) (users w) u _ (fun v => gradient w t before v (x v) i) (fun v => gradient w t before v (x' v) i));
      [exact Ht|intros v; apply Hg|intros v; apply Hg|intros v Hv; rewrite (Hx v Hv); reflexivity|intros U; apply (Hs t before told U)]. }
  assert (EndRun : forall k, ends (in_turn (one_round w x) k)).
  { induction k as [|k IH]; [apply ends_return|]. cbn [in_turn]. apply ends_then; [exact IH|]. intros before. apply ends_then; [|intros v; apply ends_return].
    apply ends_then; [apply He|]. intros told. apply ends_then; [|intros v; apply ends_return]. apply release_ends. intros i. apply End. }
  assert (H : forall k, bounded (after_times l infinite (counted part k * coordinates w) base) (in_turn (one_round w x) k) (in_turn (one_round w x') k)).
  { induction k as [|k IH]; [apply bounded_same|].
    assert (Shape : forall y, alike (in_turn (one_round w y) (S k))
      (Then (Then (Then (in_turn (one_round w y) k) (fun before => Then (colluders w k before) (fun told => Return (before, told))))
        (fun p => Then (release (fun i => summed (in_sum w k (fst p) (snd p)) (fun v => drawn (theta w) (quanta w) (gradient w k (fst p) v (y v) i)) (users w)) (coordinates w)) (fun vs => Return (p, vs))))
        (fun p => Return ((snd (fst p), snd p) :: fst (fst p))))) by (intros y j f; reflexivity).
    apply (alike_bounded _ _ _ _ _ (Shape x) (Shape x')). apply bounded_after. cbn [counted].
    assert (First : bounded (after_times l infinite (counted part k * coordinates w) base)
      (Then (in_turn (one_round w x) k) (fun before => Then (colluders w k before) (fun told => Return (before, told))))
      (Then (in_turn (one_round w x') k) (fun before => Then (colluders w k before) (fun told => Return (before, told))))) by apply bounded_after, IH.
    destruct (part k) eqn:P.
    - replace ((counted part k + 1) * coordinates w)%nat with (coordinates w + counted part k * coordinates w)%nat by ring.
      assert (Add : forall i j, after_times l infinite (i + j) base = after_times l infinite i (after_times l infinite j base)) by (induction i as [|i Hi]; intros j; [reflexivity|cbn [Nat.add after_times]; rewrite Hi; reflexivity]).
      rewrite Add. apply releases_compose; [|intros p i; apply End|exact Hl|exact First|intros p i; apply Sum].
      apply ends_then; [apply EndRun|]. intros before. apply ends_then; [apply He|]. intros told. apply ends_return.
    - rewrite Nat.add_0_r. refine (alike_bounded _ _ _ _ _ (fun j f => eq_refl) _ (bounded_after _ _ _ _ First)). apply alike_then. intros p.
      assert (U : in_sum w k (fst p) (snd p) u = false) by (destruct (in_sum w k (fst p) (snd p) u) eqn:U; [destruct (Hs k (fst p) (snd p) U) as [E _]; congruence|reflexivity]).
      assert (E : forall i, summed (in_sum w k (fst p) (snd p)) (fun v => drawn (theta w) (quanta w) (gradient w k (fst p) v (x v) i)) (users w) =
        summed (in_sum w k (fst p) (snd p)) (fun v => drawn (theta w) (quanta w) (gradient w k (fst p) v (x' v) i)) (users w)).
      { intros i. apply (two_sums (theta w) (quanta w) (users w) u (in_sum w k (fst p) (snd p)) (fun v => gradient w k (fst p) v (x v) i) (fun v => gradient w k (fst p) v (x' v) i));
          [exact Ht|intros v; apply Hg|intros v; apply Hg|intros v Hv; rewrite (Hx v Hv); reflexivity|congruence|exact U]. }
      assert (R : forall c, release (fun i => summed (in_sum w k (fst p) (snd p)) (fun v => drawn (theta w) (quanta w) (gradient w k (fst p) v (x' v) i)) (users w)) c =
        release (fun i => summed (in_sum w k (fst p) (snd p)) (fun v => drawn (theta w) (quanta w) (gradient w k (fst p) v (x v) i)) (users w)) c).
      { induction c as [|c IHc]; [reflexivity|]. cbn [release]. rewrite IHc, E. reflexivity. }
      rewrite R. reflexivity. }
  intros f r r' Hf Hr Hr'. eapply Rle_trans; [apply (H rounds (exp eps) f r r' ltac:(left; apply exp_pos) Hf Hr Hr')|]. apply Rplus_le_compat_l.
  apply (composed_more l infinite _ _ Hl); [|apply Nat.mul_le_mono_r, Hm|left; apply exp_pos].
  intros t Ht0. apply (worst_above _ _ _ _ _ (slope_range _ Ht) (W t Ht0)).
Qed.

(* There is a largest answer, to every question, for every theta, number of quanta and number of others. *)
Theorem worst_exists (question : list R -> list R -> R) (theta : R) (quanta others : nat) : exists most, 0 < most /\ worst question theta most quanta others.
Proof.
  set (d := fun high => question (placement theta high (others - high) quanta (/ 2 + theta)) (placement theta high (others - high) quanta (/ 2 - theta))).
  assert (H : exists most, 0 < most /\ forall high, (high <= others)%nat -> d high <= most).
  { generalize others at 1. intros n. induction n as [|n [most [H0 H]]].
    - exists (Rmax 1 (d 0%nat)). split; [apply Rlt_le_trans with 1; [lra|apply Rmax_l]|]. intros high Hh. replace high with 0%nat by lia. apply Rmax_r.
    - exists (Rmax most (d (S n))). split; [apply Rlt_le_trans with most; [exact H0|apply Rmax_l]|]. intros high Hh.
      destruct (Nat.eq_dec high (S n)) as [->|Hne]; [apply Rmax_r|]. apply Rle_trans with most; [apply H; lia|apply Rmax_l]. }
  destruct H as [most [H0 H]]. exists most. split; [exact H0|]. intros high Hh. exists high, (others - high)%nat. split; [lia|]. split; [lia|apply H, Hh].
Qed.

(* A user whose messages are counted alone, one draw each: these two losses have the curve of its only placement. *)
Theorem losses_exist (theta : R) : 0 < theta < / 2 -> let l := (/ 2 + theta, / 2 - theta) :: (/ 2 - theta, / 2 + theta) :: nil in
  largest_first l /\ forall t, 0 <= t -> worst (hockey_stick t) theta (loss_curve l 0 t) 1 0.
Proof.
  intros Ht l. split.
  - simpl. split; [lra|]. split; [lra|]. split; [|split; [lra|split; [lra|split; [intros c d []|exact I]]]].
    intros c d [E|[]]. injection E as <- <-. nra.
  - intros t Ht0 high Hh. exists 0%nat, 0%nat. split; [lia|]. split; [lia|]. unfold hockey_stick, placement, l. simpl.
    apply Rle_trans with (Rmax 0 (/ 2 - theta - t * (/ 2 + theta)) + Rmax 0 (/ 2 + theta - t * (/ 2 - theta))); [right|lra].
    rewrite Rplus_0_l. f_equal; f_equal; lra.
Qed.

Definition some_run : run Z nat := {|
  users := 4; coordinates := 2; quanta := 8; theta := 1000;
  gradient := fun round before u row l => match before with nil => (Z.min 16777216 (Z.max (-16777216) row))%Z | _ :: _ => (-16777216)%Z end;
  colluders := fun round before => Word;
  in_sum := fun round before told u => negb (u =? told mod 4)%nat;
|}.

(* The premises can hold: four users in each of three rounds, of whom one may be left out by whoever has seen the colluders' answer; and a
   divergence and an epsilon. *)
Theorem premises_hold : cut some_run /\ scheduled some_run 1 (fun _ => true) 3 3 3 /\
  exists rho eps, worst (renyi_divergence 2) (slope 1000) rho 8 ((3 - 1) * 8) /\ charged 2 rho (3 * 2) (/ 1000) eps.
Proof.
  split; [|split].
  - split; [simpl theta; lia|]. split; [intros round before u row l; simpl; destruct before; lia|]. intros round before. simpl. apply (is_lim_seq_ext (fun _ => 1)); [|apply is_lim_seq_const].
    intros n. simpl. symmetry. apply average_constant.
  - split; [simpl; lia|]. intros round before told H. split; [reflexivity|]. split; [simpl; lia|]. simpl users. cbn [counted in_sum some_run] in *.
    assert (M : (told mod 4 < 4)%nat) by (apply Nat.mod_upper_bound; lia). set (r := (told mod 4)%nat) in *. clearbody r.
    destruct r as [|[|[|[|r]]]]; simpl; lia.
  - destruct (worst_exists (renyi_divergence 2) (slope 1000) 8 ((3 - 1) * 8)) as [rho [H0 H]]. exists rho, (closed_epsilon 2 (INR (3 * 2) * rho) (/ 1000)). split; [exact H|].
    split; [lra|]. split; [exact H0|]. split; [lia|]. split; [lra|]. right. reflexivity.
Qed.
