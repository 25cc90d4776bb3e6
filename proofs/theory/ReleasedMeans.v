(* SPDX-License-Identifier: GPL-3.0-or-later *)
(* means, pure: the sums of ratings of every item and of every user, each with the discrete Laplace noise that the code
   draws, for every event of all of them together. Neighbours: the value of one rating; who rated what is public. *)
From Coq Require Import Reals Lra Psatz Arith ZArith Lia List Bool.
From Coquelicot Require Import Coquelicot.
From Dpmf Require Import Sums Polya Words Samplers Discrete Named Privacy.
Open Scope R_scope.

(* Of n ratings, x k in steps, of item or user `of k`: the sum of those of i. *)
Fixpoint total (of : nat -> nat) (x : nat -> Z) (n i : nat) : Z :=
  match n with O => 0%Z | S k => (total of x k i + if (of k =? i)%nat then x k else 0)%Z end.

Definition sums (p q count : nat) (of : nat -> nat) (x : nat -> Z) (n : nat) : program (list Z) :=
  release (fun i => noisy p q (total of x n i)) count.

Definition means (p q items users : nat) (item user : nat -> nat) (x : nat -> Z) (n : nat) : program (list Z * list Z) :=
  Then (sums p q items item x n) (fun a => Then (sums p q users user x n) (fun b => Return (a, b))).

Lemma total_apart (of : nat -> nat) (x x' : nat -> Z) (n j i : nat) : (forall k, k <> j -> x k = x' k) ->
  (total of x n i - total of x' n i = if (j <? n)%nat && (of j =? i)%nat then x j - x' j else 0)%Z.
Proof.
  intros H. induction n as [|n IH]; [reflexivity|]. simpl total.
  destruct (Nat.eq_dec n j) as [->|Hne].
  - rewrite Nat.ltb_irrefl in IH. simpl in IH. rewrite (proj2 (Nat.ltb_lt j (S j))) by lia. simpl andb.
    destruct (of j =? i)%nat; lia.
  - rewrite (H n Hne). replace (j <? S n)%nat with (j <? n)%nat.
    + destruct (of n =? i)%nat; lia.
    + destruct (Nat.ltb_spec j n); destruct (Nat.ltb_spec j (S n)); try reflexivity; lia.
Qed.

Lemma sums_private (p q count : nat) (of : nat -> nat) (x x' : nat -> Z) (n j bound : nat) : (0 < p)%nat -> (0 < q <= words)%nat ->
  (forall k, k <> j -> x k = x' k) -> (Z.abs (x j) <= Z.of_nat bound)%Z -> (Z.abs (x' j) <= Z.of_nat bound)%Z ->
  let eps := INR (2 * bound) * (INR p / INR q) in private eps (exp eps * tiny) (sums p q count of x n) (sums p q count of x' n).
Proof.
  intros Hp Hq Hx H H' eps. destruct tiny_is as [Ht _].
  apply (parallel eps (exp eps * tiny) _ _ (of j)).
  - unfold eps. apply Rmult_le_pos; [apply pos_INR|]. apply Rmult_le_pos; [apply pos_INR|].
    left. apply Rinv_0_lt_compat, (lt_INR 0). lia.
  - apply Rmult_le_pos; [left; apply exp_pos|lra].
  - intros i Hi. f_equal. assert (E := total_apart of x x' n j i Hx).
    rewrite (proj2 (Nat.eqb_neq (of j) i)), Bool.andb_false_r in E by auto. lia.
  - apply laplace_private; [exact Hp|exact Hq|]. rewrite (total_apart of x x' n j (of j) Hx).
    destruct ((j <? n)%nat && (of j =? of j)%nat); lia.
Qed.

(* means with delta = 0, at the rate p / q that ref/mech/means/noise.c makes (p = eps unit; q is how far a sum
   moves, 2 bound, times 2 sums, times unit): of all that is released, for every event. *)
Theorem means_private (p unit bound items users : nat) (item user : nat -> nat) (x x' : nat -> Z) (n j : nat) :
  let q := (2 * bound * 2 * unit)%nat in let eps := INR p / INR unit in
  (0 < p)%nat -> (0 < q <= words)%nat -> (forall k, k <> j -> x k = x' k) ->
  (Z.abs (x j) <= Z.of_nat bound)%Z -> (Z.abs (x' j) <= Z.of_nat bound)%Z ->
  private eps (2 * exp (eps / 2) * tiny) (means p q items users item user x n) (means p q items users item user x' n).
Proof.
  intros q eps Hp Hq Hx H H'.
  assert (Hu : 0 < INR unit) by (apply (lt_INR 0); destruct unit; [unfold q in Hq; lia|lia]).
  assert (Hb : 0 < INR bound) by (apply (lt_INR 0); destruct bound; [unfold q in Hq; lia|lia]).
  assert (He : INR (2 * bound) * (INR p / INR q) = eps / 2).
  { unfold eps, q. rewrite !mult_INR. change (INR 2) with 2. field. lra. }
  destruct tiny_is as [Ht _]. assert (Hpos := exp_pos (eps / 2)).
  apply (weaker (eps / 2 + (eps / 2 + 0)) _ (exp (eps / 2) * tiny + (exp (eps / 2) * tiny + 0))); [lra|lra|].
  assert (Hi := sums_private p q items item x x' n j bound Hp Hq Hx H H'). assert (Hj := sums_private p q users user x x' n j bound Hp Hq Hx H H').
  cbv zeta in Hi, Hj. rewrite He in Hi, Hj.
  apply composition; [apply Rplus_le_le_0_compat; [apply Rmult_le_pos|]; lra|exact Hi|]. intros a.
  apply composition; [lra|exact Hj|]. intros b. apply private_same.
Qed.
