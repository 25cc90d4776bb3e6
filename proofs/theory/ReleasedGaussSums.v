(* SPDX-License-Identifier: GPL-3.0-or-later *)
(* means and dppop with a delta above 0: the sums, and the counts, of ReleasedMeans.v and ReleasedCounts.v, each with discrete
   Gaussian noise as the code draws it; of all that is released, for every event. The neighbours are the same. *)
From Coq Require Import Reals Lra Psatz Arith ZArith Lia List Bool.
From Coquelicot Require Import Coquelicot.
From Dpmf Require Import Sums Sensitivity Polya Words Samplers Discrete Named Privacy Seen ReleasedMeans ReleasedCounts NamedGauss Renyi GaussReleases.
Open Scope R_scope.

(* As many sums as there are items, or users. *)
Definition gauss_sums (p q pieces : nat) (of : nat -> nat) (x : nat -> Z) (n : nat) : program (list Z) :=
  release (fun i => gauss_noisy p q (total of x n i)) pieces.

Definition gauss_means (p q items users : nat) (item user : nat -> nat) (x : nat -> Z) (n : nat) : program (list Z * list Z) :=
  Then (gauss_sums p q items item x n) (fun a => Then (gauss_sums p q users user x n) (fun b => Return (a, b))).

Lemma ratio_variance (p q : nat) : drawable p q -> INR q / INR p = / variance p q /\ 0 < INR q / INR p.
Proof.
  intros Hd. assert (Hp0 : 0 < INR p) by (apply (lt_INR 0), Hd). assert (Hq0 : 0 < INR q) by (apply (lt_INR 0), Hd).
  split; [unfold variance; field; lra|apply Rdiv_lt_0_compat; assumption].
Qed.

(* One rating moves one sum, by twice the bound at most. *)
Lemma gauss_sums_move (p q pieces : nat) (of : nat -> nat) (x x' : nat -> Z) (n j bound : nat) (alpha : R) : drawable p q -> 1 < alpha ->
  (forall k, k <> j -> x k = x' k) -> (Z.abs (x j) <= Z.of_nat bound)%Z -> (Z.abs (x' j) <= Z.of_nat bound)%Z ->
  moves alpha (INR (2 * bound) * INR (2 * bound) * (INR q / INR p)) 1 (gauss_sums p q pieces of x n) (gauss_sums p q pieces of x' n).
Proof.
  intros Hd Ha Hx H H'. destruct (ratio_variance p q Hd) as [Ev Hv]. assert (Hvar := variance_pos p q (proj1 Hd) (proj1 (proj2 Hd))).
  assert (Hmu : 0 <= INR (2 * bound) * INR (2 * bound) * (INR q / INR p)) by (apply Rmult_le_pos; [apply Rle_0_sqr|lra]).
  apply (one_piece alpha _ _ _ _ (of j)); [exact Ha|exact Hmu|intros i; apply gauss_noisy_ends, Hd| |].
  - intros i Hi. f_equal. assert (E := total_apart of x x' n j i Hx). rewrite (proj2 (Nat.eqb_neq (of j) i)), andb_false_r in E by auto. lia.
  - refine (moves_weaker _ _ _ _ _ _ _ Ha _ (le_n _) (draw_moves p q _ _ alpha Hd Ha)).
    rewrite (total_apart of x x' n j (of j) Hx). set (d := (if (j <? n)%nat && (of j =? of j)%nat then x j - x' j else 0)%Z). assert (Hdd : (Z.abs d <= Z.of_nat (2 * bound))%Z) by (unfold d; destruct ((j <? n)%nat && (of j =? of j)%nat); lia).
    split; [apply Rmult_le_pos; [apply Rle_0_sqr|left; apply Rinv_0_lt_compat, Hvar]|]. rewrite Ev. unfold Rdiv. apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat, Hvar|].
    rewrite INR_IZR_INZ, <- !mult_IZR. apply IZR_le. assert (Hs := Z.abs_square d). assert (H0 := Z.abs_nonneg d). nia.
Qed.

(* means with a delta. One rating changes, within bound steps of the middle; it is in two sums, and mu^2 is 2 (2 bound)^2 q / p, as
   in ref/mech/means/noise.c. For every event of all that is released: (eps, delta), with eps what the account computes of
   mu^2 and delta, and with what is owed for 2 draws added to delta. *)
Theorem means_delta_private (p q bound items users : nat) (item user : nat -> nat) (x x' : nat -> Z) (n j : nat) (alpha delta eps : R) :
  drawable p q -> (forall k, k <> j -> x k = x' k) -> (Z.abs (x j) <= Z.of_nat bound)%Z -> (Z.abs (x' j) <= Z.of_nat bound)%Z ->
  spent alpha (INR 2 * (INR (2 * bound) * INR (2 * bound)) * (INR q / INR p)) delta eps ->
  private eps (delta + owed 2 eps) (gauss_means p q items users item user x n) (gauss_means p q items users item user x' n).
Proof.
  intros Hd Hx H H' Hs. assert (Ha := proj1 Hs). apply (moves_private alpha _ delta eps _ _ _ Hs). destruct (ratio_variance p q Hd) as [_ Hv].
  set (one := INR (2 * bound) * INR (2 * bound) * (INR q / INR p)).
  assert (Hone : 0 <= one) by (unfold one; apply Rmult_le_pos; [apply Rle_0_sqr|lra]).
  replace (INR 2 * (INR (2 * bound) * INR (2 * bound)) * (INR q / INR p)) with (one + one) by (unfold one; change (INR 2) with 2; ring).
  change 2%nat with (1 + 1)%nat at 1. apply moves_then; [exact Ha|exact Hone|exact Hone|apply (gauss_sums_move p q items item x x' n j bound alpha); assumption|].
  intros a. apply moves_after; [exact Ha|exact Hone|intros b; apply ends_return|apply (gauss_sums_move p q users user x x' n j bound alpha); assumption].
Qed.

(* means with a delta where users keep their own sums (--items-only): a rating is in one sum. *)
Theorem items_delta_private (p q bound items : nat) (item : nat -> nat) (x x' : nat -> Z) (n j : nat) (alpha delta eps : R) :
  drawable p q -> (forall k, k <> j -> x k = x' k) -> (Z.abs (x j) <= Z.of_nat bound)%Z -> (Z.abs (x' j) <= Z.of_nat bound)%Z ->
  spent alpha (INR (2 * bound) * INR (2 * bound) * (INR q / INR p)) delta eps ->
  private eps (delta + owed 1 eps) (gauss_sums p q items item x n) (gauss_sums p q items item x' n).
Proof.
  intros Hd Hx H H' Hs. apply (moves_private alpha _ delta eps _ _ _ Hs). apply (gauss_sums_move p q items item x x' n j bound alpha); try assumption. apply Hs.
Qed.

Definition gauss_counts (p q users items : nat) (row : nat -> nat -> bool) : program (list Z) :=
  release (fun j => gauss_noisy p q (count row users j)) items.

(* Counts that move by 1 at most: the square of the 2-norm is how many move. *)
Lemma gauss_counts_move (p q users items u most : nat) (row row' : nat -> nat -> bool) (alpha : R) : drawable p q -> 1 < alpha ->
  (forall v j, v <> u -> row v j = row' v j) -> (Nat.min (counted (row u) items + counted (row' u) items) items <= most)%nat ->
  moves alpha (INR most * (INR q / INR p)) most (gauss_counts p q users items row) (gauss_counts p q users items row').
Proof.
  intros Hd Ha Hrow Hm. destruct (ratio_variance p q Hd) as [Ev Hv]. assert (Hvar := variance_pos p q (proj1 Hd) (proj1 (proj2 Hd))).
  set (s := count row users). set (s' := count row' users).
  assert (H1 : forall j, (Z.abs (s j - s' j) <= 1)%Z).
  { intros j. unfold s, s'. rewrite (counts_apart row row' users u j) by (intros v Hv'; apply Hrow, Hv'). destruct (u <? users)%nat, (row u j), (row' u j); simpl; lia. }
  assert (Hall : forall k, square_apart s s' k = IZR (zl1 (fun j => s j - s' j)%Z k) /\ Z.of_nat (moved s s' k) = zl1 (fun j => s j - s' j)%Z k).
  { intros k. unfold square_apart, moved. induction k as [|k [I1 I2]]; [split; reflexivity|]. cbn [sum zl1 all_draws]. rewrite I1, Nat2Z.inj_add, I2. specialize (H1 k). split.
    - rewrite plus_IZR, <- mult_IZR. f_equal. f_equal. nia.
    - f_equal. destruct (Z.eqb_spec (s k) (s' k)); lia. }
  assert (Hmove := counts_move row row' users items u Hrow). fold s s' in Hmove. destruct (Hall items) as [E1 E2].
  refine (moves_weaker _ _ _ _ _ _ _ Ha _ _ (vector_moves p q s s' items alpha Hd Ha)); [|lia].
  split; [apply Rmult_le_pos; [apply square_apart_nonneg|left; apply Rinv_0_lt_compat, Hvar]|]. rewrite Ev. unfold Rdiv. apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat, Hvar|].
  rewrite E1, INR_IZR_INZ. apply IZR_le. lia.
Qed.

(* dppop with a delta. A row of at most `most` items is replaced by any other; mu^2 is how many counts can move, times q / p,
   as in ref/mech/dppop/train.c. For every event of all that is released: (eps, delta), with eps what the account
   computes of mu^2 and delta, and with what is owed for a draw of each of these counts added to delta. *)
Theorem counts_delta_private (p q most users items u : nat) (row row' : nat -> nat -> bool) (alpha delta eps : R) :
  let replaced := Nat.min (2 * most) items in
  drawable p q -> (forall v j, v <> u -> row v j = row' v j) -> (counted (row u) items <= most)%nat -> (counted (row' u) items <= most)%nat ->
  spent alpha (INR replaced * (INR q / INR p)) delta eps ->
  private eps (delta + owed replaced eps) (gauss_counts p q users items row) (gauss_counts p q users items row').
Proof.
  intros replaced Hd Hrow Hm Hm' Hs. apply (moves_private alpha _ delta eps _ _ _ Hs).
  apply (gauss_counts_move p q users items u); try assumption; [apply Hs|unfold replaced; lia].
Qed.

(* A row that is there, or is empty. *)
Theorem present_delta_private (p q most users items u : nat) (row row' : nat -> nat -> bool) (alpha delta eps : R) :
  let present := Nat.min most items in
  drawable p q -> (forall v j, v <> u -> row v j = row' v j) -> (counted (row u) items <= most)%nat -> (forall j, row' u j = false) ->
  spent alpha (INR present * (INR q / INR p)) delta eps ->
  private eps (delta + owed present eps) (gauss_counts p q users items row) (gauss_counts p q users items row').
Proof.
  intros present Hd Hrow Hm Hm' Hs. apply (moves_private alpha _ delta eps _ _ _ Hs).
  apply (gauss_counts_move p q users items u); try assumption; [apply Hs|].
  assert (Hz : counted (row' u) items = 0%nat) by (clear - Hm'; induction items as [|n IH]; cbn [counted]; [reflexivity|]; rewrite IH, Hm'; reflexivity).
  unfold present. lia.
Qed.
