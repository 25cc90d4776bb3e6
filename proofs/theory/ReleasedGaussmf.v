(* SPDX-License-Identifier: GPL-3.0-or-later *)
(* gaussmf, corrected: all that is released of all rounds. In each, for every user the sum of its ratings times the clipped
   profiles of their items, and for every item the sum of its ratings times the clipped profiles of their users, in whole steps, each
   number with discrete Gaussian noise as the code draws it. The profiles are any functions of what was released before: (X,
   Theta) of all rounds are computed from it. Neighbours: the value of one rating; who rated what is public. *)
From Coq Require Import Reals Lra Psatz Arith ZArith Lia List Bool.
From Coquelicot Require Import Coquelicot.
From Dpmf Require Import Sums Polya Words Samplers Discrete Named Privacy Seen NamedGauss Renyi GaussReleases.
Open Scope R_scope.

(* What the rounds before have released, the last one first: of every user, and of every item, a list of numbers. *)
Definition history : Type := list (list (list Z) * list (list Z)).

(* What a run has beside the ratings. *)
Record run := {
  users : nat;
  items : nat;
  factors : nat;
  count : nat;                                 (* of ratings *)
  user : nat -> nat;                           (* of a rating *)
  item : nat -> nat;
  outer_item : history -> nat -> nat -> Z;     (* the clipped profile of an item, in steps *)
  outer_user : history -> nat -> nat -> Z;     (* of a user *)
}.

(* dpmf_gaussmf_within: the sum of the squares of a clipped profile is at most bound^2. *)
Definition clipped (w : run) (bound : nat) : Prop := forall before i,
  sum (fun l => IZR (outer_item w before i l) * IZR (outer_item w before i l)) (factors w) <= INR bound * INR bound /\
  sum (fun l => IZR (outer_user w before i l) * IZR (outer_user w before i l)) (factors w) <= INR bound * INR bound.

(* What one rating adds to a sum: dpmf_gaussmf_contribute. *)
Definition contribution (before : nat -> Z) (rating : Z) (outer : nat -> Z) (l : nat) : Z := (before l + rating * outer l)%Z.

(* Of n ratings those of user or item u. *)
Fixpoint contributions (of : nat -> nat) (x : nat -> Z) (outer : nat -> nat -> Z) (n u : nat) : nat -> Z :=
  match n with
  | O => fun _ => 0%Z
  | S k => let before := contributions of x outer k u in if (of k =? u)%nat then contribution before (x k) (outer k) else before
  end.

Definition of_users (p q : nat) (w : run) (x : nat -> Z) (before : history) : program (list (list Z)) :=
  release (fun u => release (fun l => gauss_noisy p q (contributions (user w) x (fun k => outer_item w before (item w k)) (count w) u l)) (factors w)) (users w).
Definition of_items (p q : nat) (w : run) (x : nat -> Z) (before : history) : program (list (list Z)) :=
  release (fun i => release (fun l => gauss_noisy p q (contributions (item w) x (fun k => outer_user w before (user w k)) (count w) i l)) (factors w)) (items w).

Definition round (p q : nat) (w : run) (x : nat -> Z) (number : nat) (before : history) : program (list (list Z) * list (list Z)) :=
  Then (of_users p q w x before) (fun a => Then (of_items p q w x before) (fun b => Return (a, b))).

Definition gaussmf (p q rounds : nat) (w : run) (x : nat -> Z) : program history := in_turn (round p q w x) rounds.

Lemma contributions_apart (of : nat -> nat) (x x' : nat -> Z) (outer : nat -> nat -> Z) (n j u l : nat) : (forall k, k <> j -> x k = x' k) ->
  (contributions of x outer n u l - contributions of x' outer n u l = if (j <? n)%nat && (of j =? u)%nat then (x j - x' j) * outer j l else 0)%Z.
Proof.
  intros H. induction n as [|n IH]; [reflexivity|]. cbn [contributions]. destruct (Nat.eq_dec n j) as [->|Hne].
  - rewrite Nat.ltb_irrefl in IH. simpl in IH. rewrite (proj2 (Nat.ltb_lt j (S j))) by lia. simpl andb. unfold contribution.
    destruct (of j =? u)%nat; lia.
  - replace (j <? S n)%nat with (j <? n)%nat by (destruct (Nat.ltb_spec j n); destruct (Nat.ltb_spec j (S n)); try reflexivity; lia).
    unfold contribution. rewrite (H n Hne). destruct (of n =? u)%nat; lia.
Qed.

(* One side of a round: one piece moves, by |change| |outer| at most. *)
Lemma side_moves (p q factors pieces n j span bound : nat) (of : nat -> nat) (x x' : nat -> Z) (outer : nat -> nat -> Z) (alpha : R) :
  drawable p q -> 1 < alpha -> (forall k, k <> j -> x k = x' k) -> (Z.abs (x j - x' j) <= Z.of_nat span)%Z ->
  (forall k, sum (fun l => IZR (outer k l) * IZR (outer k l)) factors <= INR bound * INR bound) ->
  moves alpha (INR (span * bound) * INR (span * bound) * (INR q / INR p)) factors
    (release (fun u => release (fun l => gauss_noisy p q (contributions of x outer n u l)) factors) pieces)
    (release (fun u => release (fun l => gauss_noisy p q (contributions of x' outer n u l)) factors) pieces).
Proof.
  intros Hd Ha Hx Hspan Hb. assert (Hp0 : 0 < INR p) by (apply (lt_INR 0), Hd). assert (Hq0 : 0 < INR q) by (apply (lt_INR 0), Hd).
  assert (Hv := variance_pos p q (proj1 Hd) (proj1 (proj2 Hd))).
  assert (Hmu : 0 <= INR (span * bound) * INR (span * bound) * (INR q / INR p)).
  { apply Rmult_le_pos; [apply Rle_0_sqr|]. apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat, Hp0]. }
  apply (one_piece alpha _ _ _ _ (of j)); [exact Ha|exact Hmu|intros i; apply vector_ends, Hd| |].
  - intros i Hi. assert (E : forall l, contributions of x outer n i l = contributions of x' outer n i l).
    { intros l. assert (D := contributions_apart of x x' outer n j i l Hx). rewrite (proj2 (Nat.eqb_neq (of j) i)), andb_false_r in D by auto. lia. }
    clear - E. induction factors as [|m IH]; [reflexivity|]. cbn [release]. rewrite IH, E. reflexivity.
  - refine (moves_weaker _ _ _ _ _ _ _ Ha _ _ (vector_moves p q _ _ factors alpha Hd Ha)).
    2: apply moved_le.
    split; [apply Rmult_le_pos; [apply square_apart_nonneg|left; apply Rinv_0_lt_compat, Hv]|].
    replace (INR q / INR p) with (/ variance p q) by (unfold variance; field; lra). unfold Rdiv.
    apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat, Hv|]. unfold square_apart.
    apply Rle_trans with (IZR (x j - x' j) * IZR (x j - x' j) * sum (fun l => IZR (outer j l) * IZR (outer j l)) factors).
    + rewrite <- sum_scale. apply sum_le. intros l _. rewrite (contributions_apart of x x' outer n j (of j) l Hx), Nat.eqb_refl, andb_true_r.
      destruct (j <? n)%nat; [rewrite mult_IZR; right; ring|]. rewrite Rmult_0_l. apply Rmult_le_pos; apply Rle_0_sqr.
    + rewrite mult_INR. replace (INR span * INR bound * (INR span * INR bound)) with (INR span * INR span * (INR bound * INR bound)) by ring.
      apply Rmult_le_compat; [apply Rle_0_sqr|apply squares_nonneg| |apply Hb].
      rewrite INR_IZR_INZ, <- !mult_IZR. apply IZR_le. assert (Hs := Z.abs_square (x j - x' j)). assert (H0 := Z.abs_nonneg (x j - x' j)). nia.
Qed.

(* gaussmf corrected, of J rounds, with noise of variance parameter p / q. One rating changes, by at most span steps; clipped
   profiles have at most bound steps in the 2-norm. Then mu^2 is 2 J (span bound)^2 q / p, as in ref/mech/gaussmf/steps.c and in
   the record of corrected.c. For every event of all that is released: (eps, delta), with eps what the account computes of
   mu^2 and delta, and with what is owed for 2 J `factors` draws added to delta. *)
Theorem gaussmf_private (p q J span bound j : nat) (w : run) (x x' : nat -> Z) (alpha delta eps : R) :
  let mu2 := INR (2 * J) * (INR (span * bound) * INR (span * bound)) * (INR q / INR p) in
  drawable p q -> clipped w bound -> (forall k, k <> j -> x k = x' k) -> (Z.abs (x j - x' j) <= Z.of_nat span)%Z ->
  spent alpha mu2 delta eps ->
  private eps (delta + owed (2 * J * factors w) eps) (gaussmf p q J w x) (gaussmf p q J w x').
Proof.
  intros mu2 Hd Hb Hx Hspan Hs. assert (Ha := proj1 Hs). apply (moves_private alpha mu2 delta eps _ _ _ Hs).
  assert (Hp0 : 0 < INR p) by (apply (lt_INR 0), Hd). assert (Hq0 : 0 < INR q) by (apply (lt_INR 0), Hd).
  set (one := INR (span * bound) * INR (span * bound) * (INR q / INR p)).
  assert (Hone : 0 <= one).
  { apply Rmult_le_pos; [apply Rle_0_sqr|]. apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat, Hp0]. }
  replace mu2 with (INR J * (one + one)) by (unfold mu2, one; rewrite (mult_INR 2 J); change (INR 2) with 2; ring).
  replace (2 * J * factors w)%nat with (J * (factors w + factors w))%nat by ring.
  apply moves_in_turn; [exact Ha|lra|]. intros i before _. unfold round.
  apply moves_then; [exact Ha|exact Hone|exact Hone| |].
  - apply (side_moves p q (factors w) (users w) (count w) j span bound); try assumption. intros k. apply Hb.
  - intros a. apply moves_after; [exact Ha|exact Hone|intros b; apply ends_return|].
    apply (side_moves p q (factors w) (items w) (count w) j span bound); try assumption. intros k. apply Hb.
Qed.

Definition some_run : run := {|
  users := 2; items := 2; factors := 1; count := 3; user := fun k => if (k =? 0)%nat then 0%nat else 1%nat; item := fun k => if (k =? 2)%nat then 1%nat else 0%nat;
  outer_item := fun before i l => match before with nil => 3%Z | (a, _) :: _ => (if hd 0 (hd nil a) >? 0 then 4 else -4)%Z end;
  outer_user := fun before i l => match before with nil => (-2)%Z | _ => 1%Z end;
|}.

(* The premises can hold: profiles of at most 4 steps that depend on what was released; variance 1024; 3 rounds; ratings that differ by
   16 steps; and an epsilon. *)
Theorem premises_hold : drawable 1024 1 /\ clipped some_run 4 /\
  exists eps, spent 2 (INR (2 * 3) * (INR (16 * 4) * INR (16 * 4)) * (INR 1 / INR 1024)) (/ 1000) eps.
Proof.
  split; [unfold drawable; lia|]. split.
  - intros before i. replace (INR 4) with 4 by (simpl; ring). simpl. split.
    + assert (H : forall z, (z = 3 \/ z = 4 \/ z = -4)%Z -> 0 + IZR z * IZR z <= 4 * 4) by (intros z [->|[->| ->]]; lra).
      apply H. destruct before as [|[a b] rest]; [auto|]. destruct (hd 0 (hd nil a) >? 0)%Z; auto.
    + destruct before; lra.
  - apply spent_exists; [lra| |lra]. apply Rmult_lt_0_compat; [|apply Rdiv_lt_0_compat; apply (lt_INR 0); lia].
    apply Rmult_lt_0_compat; [|apply Rmult_lt_0_compat]; apply (lt_INR 0); lia.
Qed.
