(* SPDX-License-Identifier: GPL-3.0-or-later *)
(* dppop, pure: how many users contribute each item, each count with the discrete Laplace noise that the code draws, for every
   event of all of them together. Neighbours: a user's row, which is replaced by any other, or is there or empty; the users
   and the items are public. *)
From Coq Require Import Reals Lra Psatz Arith ZArith Lia List Bool.
From Coquelicot Require Import Coquelicot.
From Dpmf Require Import Sums Sensitivity Polya Words Samplers Discrete Named Privacy Seen.
Open Scope R_scope.

(* k whole numbers that move by at most d steps in all, each with noise of its own: d times the delta of one, however many
   they are, for no more than d of them move. *)
Theorem moved_private (p q : nat) (s s' : nat -> Z) (k d : nat) :
  (0 < p)%nat -> (0 < q <= words)%nat -> (zl1 (fun i => s i - s' i)%Z k <= Z.of_nat d)%Z ->
  let eps := INR d * (INR p / INR q) in
  private eps (INR d * (exp eps * tiny)) (release (fun i => noisy p q (s i)) k) (release (fun i => noisy p q (s' i)) k).
Proof.
  intros Hp Hq Hd eps. assert (Hrate : 0 < INR p / INR q) by (apply Rdiv_lt_0_compat; apply (lt_INR 0); lia).
  set (a := fun i => Z.abs_nat (s i - s' i)). destruct tiny_is as [Ht _]. assert (He := exp_pos eps).
  assert (Hcost : 0 < exp eps * tiny) by (apply Rmult_lt_0_compat; assumption).
  assert (Hz : forall n v, sum (fun i => INR (a i) * v) n = IZR (zl1 (fun i => s i - s' i)%Z n) * v).
  { induction n as [|n IH]; intros v; cbn [sum zl1]; [simpl; lra|]. rewrite IH, plus_IZR. unfold a.
    rewrite (INR_IZR_INZ (Z.abs_nat _)), Zabs2Nat.id_abs. ring. }
  assert (Hmono : forall n m, (n <= m)%nat -> (zl1 (fun i => s i - s' i)%Z n <= zl1 (fun i => s i - s' i)%Z m)%Z).
  { intros n m H. induction H as [|m H IH]; simpl; lia. }
  assert (Hd' : IZR (zl1 (fun i => s i - s' i)%Z k) <= INR d) by (rewrite INR_IZR_INZ; apply IZR_le, Hd).
  apply (weaker (sum (fun i => INR (a i) * (INR p / INR q)) k) _ (sum (fun i => INR (a i) * (exp eps * tiny)) k)).
  - rewrite Hz. unfold eps. apply Rmult_le_compat_r; [lra|exact Hd'].
  - rewrite Hz. apply Rmult_le_compat_r; [lra|exact Hd'].
  - apply (sequential (fun i => INR (a i) * (INR p / INR q)) (fun i => INR (a i) * (exp eps * tiny))).
    + intros i. apply Rmult_le_pos; [apply pos_INR|lra].
    + intros i Hi. destruct (Nat.eq_dec (a i) 0) as [E|E].
      * rewrite E. simpl INR. rewrite !Rmult_0_l. replace (s i) with (s' i) by (unfold a in E; lia). apply private_same.
      * apply (weaker (INR (a i) * (INR p / INR q)) _ (exp (INR (a i) * (INR p / INR q)) * tiny)); [lra| |apply laplace_private; [exact Hp|exact Hq|unfold a; lia]].
        assert (H1 : 1 <= INR (a i)) by (apply (le_INR 1); lia).
        apply Rle_trans with (1 * (exp eps * tiny)); [|apply Rmult_le_compat_r; lra]. rewrite Rmult_1_l. apply Rmult_le_compat_r; [lra|].
        apply exp_le. unfold eps. apply Rmult_le_compat_r; [lra|]. apply le_INR.
        assert (H0 := Hmono 0%nat i ltac:(lia)). assert (H2 := Hmono (S i) k ltac:(lia)). simpl in H0, H2. unfold a. lia.
Qed.

(* How many of the users contribute item j. *)
Definition count (row : nat -> nat -> bool) (users j : nat) : Z := Z.of_nat (counted (fun u => row u j) users).

Definition counts (p q users items : nat) (row : nat -> nat -> bool) : program (list Z) :=
  release (fun j => noisy p q (count row users j)) items.

(* One row moves a count by 1 at most. *)
Lemma counts_apart (row row' : nat -> nat -> bool) (users u j : nat) : (forall v, v <> u -> row v j = row' v j) ->
  (count row users j - count row' users j = if (u <? users)%nat then (if row u j then 1 else 0) - (if row' u j then 1 else 0) else 0)%Z.
Proof.
  intros H. unfold count. induction users as [|n IH]; [reflexivity|]. cbn [counted]. rewrite !Nat2Z.inj_add.
  destruct (Nat.eq_dec n u) as [->|Hne].
  - rewrite Nat.ltb_irrefl in IH. rewrite (proj2 (Nat.ltb_lt u (S u))) by lia. destruct (row u j), (row' u j); simpl; lia.
  - rewrite (H n Hne). replace (u <? S n)%nat with (u <? n)%nat; [destruct (row' n j); lia|].
    destruct (Nat.ltb_spec u n); destruct (Nat.ltb_spec u (S n)); try reflexivity; lia.
Qed.

Lemma counts_move (row row' : nat -> nat -> bool) (users items u : nat) : (forall v j, v <> u -> row v j = row' v j) ->
  (zl1 (fun j => count row users j - count row' users j)%Z items <= Z.of_nat (Nat.min (counted (row u) items + counted (row' u) items) items))%Z.
Proof.
  intros H. induction items as [|n IH]; [simpl; lia|]. cbn [zl1 counted].
  rewrite (counts_apart row row' users u n) by (intros v Hv; apply H, Hv).
  destruct (u <? users)%nat, (row u n), (row' u n); simpl; lia.
Qed.

(* dppop with delta = 0, at the rate p / q that ref/mech/dppop/train.c makes (p = eps unit; q is how far a row of `most` items
   moves the counts, 2 most or as many as there are, times unit): a row is replaced by any other. *)
Theorem counts_private (p unit most users items u : nat) (row row' : nat -> nat -> bool) :
  let moved := Nat.min (2 * most) items in let q := (moved * unit)%nat in let eps := INR p / INR unit in
  (0 < p)%nat -> (0 < q <= words)%nat -> (forall v j, v <> u -> row v j = row' v j) ->
  (counted (row u) items <= most)%nat -> (counted (row' u) items <= most)%nat ->
  private eps (INR moved * (exp eps * tiny)) (counts p q users items row) (counts p q users items row').
Proof.
  intros moved q eps Hp Hq Hrow Hm Hm'.
  assert (Hpos : (0 < moved)%nat /\ (0 < unit)%nat) by (unfold q in Hq; destruct moved, unit; simpl in Hq; lia).
  assert (0 < INR moved) by (apply (lt_INR 0); lia). assert (0 < INR unit) by (apply (lt_INR 0); lia).
  assert (He : INR moved * (INR p / INR q) = eps) by (unfold eps, q; rewrite mult_INR; field; lra).
  assert (P := moved_private p q (count row users) (count row' users) items moved Hp Hq). cbv zeta in P. rewrite He in P. apply P.
  eapply Z.le_trans; [apply (counts_move row row' users items u Hrow)|]. unfold moved. lia.
Qed.

(* A row that is there, or is empty, costs half of that where there are items enough: the counts move by `most` at most. *)
Theorem present_private (p unit most users items u : nat) (row row' : nat -> nat -> bool) :
  let moved := Nat.min (2 * most) items in let q := (moved * unit)%nat in
  let eps := INR (Nat.min most items) / INR moved * (INR p / INR unit) in
  (0 < p)%nat -> (0 < q <= words)%nat -> (forall v j, v <> u -> row v j = row' v j) ->
  (counted (row u) items <= most)%nat -> (forall j, row' u j = false) ->
  private eps (INR (Nat.min most items) * (exp eps * tiny)) (counts p q users items row) (counts p q users items row').
Proof.
  intros moved q eps Hp Hq Hrow Hm Hm'.
  assert (Hpos : (0 < moved)%nat /\ (0 < unit)%nat) by (unfold q in Hq; destruct moved, unit; simpl in Hq; lia).
  assert (0 < INR moved) by (apply (lt_INR 0); lia). assert (0 < INR unit) by (apply (lt_INR 0); lia).
  assert (He : INR (Nat.min most items) * (INR p / INR q) = eps) by (unfold eps, q; rewrite mult_INR; field; lra).
  assert (P := moved_private p q (count row users) (count row' users) items (Nat.min most items) Hp Hq). cbv zeta in P. rewrite He in P. apply P.
  eapply Z.le_trans; [apply (counts_move row row' users items u Hrow)|].
  assert (Hz : counted (row' u) items = 0%nat) by (clear - Hm'; induction items as [|n IH]; cbn [counted]; [reflexivity|]; rewrite IH, Hm'; reflexivity).
  rewrite Hz. lia.
Qed.
