(* SPDX-License-Identifier: GPL-3.0-or-later *)
(* dpmf-rp: the sparse random projection S (Definition 3.5) and the flattening of
   Algorithm 3, column by column. S has sigma(i) in row h(i) of column i, and
   nothing else. *)
From Coq Require Import Reals Lra Psatz Arith Lia.
From Dpmf Require Import Sums Mean.
Open Scope R_scope.

(* 1 where two indices are the same, and where they are not. *)
Definition on (i j : nat) : R := if Nat.eqb i j then 1 else 0.
Definition off (i j : nat) : R := 1 - on i j.

Lemma on_same (i : nat) : on i i = 1.
Proof. unfold on; rewrite Nat.eqb_refl; reflexivity. Qed.

Lemma on_other (i j : nat) : i <> j -> on i j = 0.
Proof. intros H; unfold on; destruct (Nat.eqb_spec i j); [contradiction|reflexivity]. Qed.

Lemma on_nonneg (i j : nat) : 0 <= on i j.
Proof. unfold on; destruct (Nat.eqb i j); lra. Qed.

Lemma sum_plus (f g : nat -> R) (n : nat) : sum (fun i => f i + g i) n = sum f n + sum g n.
Proof. induction n as [|n IH]; simpl; [ring|rewrite IH; ring]. Qed.

Lemma sum_const (c : R) (n : nat) : sum (fun _ => c) n = INR n * c.
Proof. induction n as [|n IH]; [simpl; ring|simpl sum; rewrite IH, S_INR; ring]. Qed.

Lemma sum_swap (f : nat -> nat -> R) (n m : nat) :
  sum (fun i => sum (f i) m) n = sum (fun j => sum (fun i => f i j) n) m.
Proof.
  induction n as [|n IH]; simpl; [rewrite sum_const; ring|rewrite IH, <- sum_plus; reflexivity].
Qed.

Lemma sum_on (f : nat -> R) (j n : nat) : (j < n)%nat -> sum (fun i => on i j * f i) n = f j.
Proof.
  induction n as [|n IH]; intros H; [lia|]. simpl.
  destruct (Nat.eq_dec j n) as [->|Hj].
  - rewrite on_same, (sum_ext _ (fun _ => 0)), sum_const by (intros i Hi; rewrite on_other by lia; ring). ring.
  - rewrite IH, (on_other n j) by lia. ring.
Qed.

Lemma abs_of_sum (f : nat -> R) (n : nat) : Rabs (sum f n) <= l1 f n.
Proof.
  induction n as [|n IH]; unfold l1 in *; simpl; [rewrite Rabs_R0; lra|].
  eapply Rle_trans; [apply Rabs_triang|lra].
Qed.

Lemma square_is_double_sum (a : nat -> R) (n : nat) : sum a n ^ 2 = sum (fun i => sum (fun l => a i * a l) n) n.
Proof.
  rewrite (sum_ext (fun i => sum (fun l => a i * a l) n) (fun i => sum a n * a i)) by (intros; rewrite sum_scale; ring).
  rewrite sum_scale. ring.
Qed.

Section OneProjection.
Variables (m p : nat) (h : nat -> nat) (s : nat -> R).
Hypothesis rows : forall i, (i < m)%nat -> (h i < p)%nat.
Hypothesis signs : forall i, s i * s i = 1.

(* Row r of S x, and row j of S' S x. *)
Definition compressed (x : nat -> R) (r : nat) : R := sum (fun i => on (h i) r * (s i * x i)) m.
Definition expanded (x : nat -> R) (j : nat) : R := s j * compressed x (h j).

Lemma sign_abs (i : nat) : Rabs (s i) = 1.
Proof. assert (H := signs i). unfold Rabs; destruct (Rcase_abs (s i)); nra. Qed.

(* Lemma 4.2, one column of it: the difference of two gradients is x. *)
Theorem projection_keeps_l1 (x : nat -> R) : l1 (compressed x) p <= l1 x m.
Proof.
  unfold l1 at 1. eapply Rle_trans.
  { apply sum_le. intros r _. apply abs_of_sum. }
  unfold l1. rewrite sum_swap. apply sum_le. intros i Hi.
  rewrite (sum_ext _ (fun r => on r (h i) * Rabs (x i))).
  - rewrite sum_on by (apply rows; exact Hi). lra.
  - intros r _. rewrite 2!Rabs_mult, sign_abs, (Rabs_pos_eq (on _ _)) by apply on_nonneg.
    unfold on. rewrite (Nat.eqb_sym (h i) r). ring.
Qed.

Lemma error_of_item (x : nat -> R) (j : nat) : (j < m)%nat ->
  expanded x j - x j = sum (fun i => off i j * on (h i) (h j) * (s i * s j) * x i) m.
Proof.
  intros Hj. unfold expanded, compressed. rewrite <- sum_scale.
  rewrite (sum_ext (fun i => off i j * on (h i) (h j) * (s i * s j) * x i)
             (fun i => s j * (on (h i) (h j) * (s i * x i)) - on i j * (on (h i) (h j) * (s i * s j) * x i)))
    by (intros; unfold off; ring).
  rewrite sum_minus, sum_on, on_same, signs by exact Hj. ring.
Qed.
End OneProjection.

(* Algorithm 3: one row of H D is signs over sqrt(p'). *)
Theorem flattened_is_bounded (p' : nat) (row b : nat -> R) :
  (0 < p')%nat -> (forall i, Rabs (row i) = 1 / sqrt (INR p')) ->
  Rabs (sum (fun i => row i * b i) p') <= l1 b p' / sqrt (INR p').
Proof.
  intros Hp Hrow. eapply Rle_trans; [apply abs_of_sum|].
  apply Req_le. unfold l1. rewrite (sum_ext _ (fun i => 1 / sqrt (INR p') * Rabs (b i))).
  - rewrite sum_scale. unfold Rdiv. ring.
  - intros i _. rewrite Rabs_mult, Hrow. reflexivity.
Qed.

Section RandomProjection.
Variables (T : Type) (M : mean T) (m p : nat) (h : T -> nat -> nat) (s : T -> nat -> R).
Hypothesis some_rows : (0 < p)%nat.
Hypothesis signs : forall w i, s w i * s w i = 1.
(* What the two hash families give: two items meet in a row with probability 1 / p, and the product
   of two items' signs has mean 0 whatever rows they are in. *)
Hypothesis meet : forall i j, i <> j -> M (fun w => on (h w i) (h w j)) (/ INR p).
Hypothesis cancel : forall i l j, i <> l ->
  M (fun w => on (h w i) (h w j) * on (h w l) (h w j) * (s w i * s w l)) 0.

Lemma on_square (i j : nat) : on i j * on i j = on i j.
Proof. unfold on; destruct (Nat.eqb i j); ring. Qed.

Lemma mean_of_product (x : nat -> R) (i l j : nat) :
  M (fun w => (off i j * on (h w i) (h w j) * (s w i * s w j) * x i) *
              (off l j * on (h w l) (h w j) * (s w l * s w j) * x l))
    (on l i * (off i j * (x i * x i) / INR p)).
Proof.
  destruct (Nat.eq_dec l i) as [->|Hil].
  - destruct (Nat.eq_dec i j) as [->|Hij].
    + apply (of_ext _ M (fun _ => 0) _ 0); [apply of_const|intros; unfold off; rewrite on_same; ring|].
      unfold off; rewrite on_same; unfold Rdiv; ring.
    + apply (of_ext _ M _ _ _ _ (of_scale M (x i * x i) _ _ (meet i j Hij))).
      * intros w. unfold off. rewrite (on_other i j) by exact Hij.
        transitivity ((on (h w i) (h w j) * on (h w i) (h w j)) * ((s w i * s w i) * (s w j * s w j)) * (x i * x i)); [|ring].
        rewrite on_square, 2!signs. ring.
      * unfold off. rewrite on_same, (on_other i j) by exact Hij. unfold Rdiv; ring.
  - assert (Hli : i <> l) by (intros ->; apply Hil; reflexivity).
    apply (of_ext _ M _ _ _ _ (of_scale M (off i j * off l j * (x i * x l)) _ _ (cancel i l j Hli))).
    + intros w.
      transitivity (off i j * off l j * (x i * x l) * (on (h w i) (h w j) * on (h w l) (h w j) * (s w i * s w l)) *
                    (s w j * s w j)); [rewrite signs; ring|ring].
    + rewrite (on_other l i) by exact Hil. ring.
Qed.

Lemma mean_of_error (x : nat -> R) (j : nat) : (j < m)%nat ->
  M (fun w => (expanded m (h w) (s w) x j - x j) ^ 2) (sum (fun i => off i j * (x i * x i) / INR p) m).
Proof.
  intros Hj.
  assert (Hrow : forall i, (i < m)%nat -> M (fun w => sum (fun l =>
      (off i j * on (h w i) (h w j) * (s w i * s w j) * x i) *
      (off l j * on (h w l) (h w j) * (s w l * s w j) * x l)) m) (off i j * (x i * x i) / INR p)).
  { intros i Hi.
    assert (H := of_sum _ M _ _ m (fun l (_ : (l < m)%nat) => mean_of_product x i l j)).
    rewrite sum_on in H by exact Hi. exact H. }
  apply (of_ext _ M _ _ _ _ (of_sum _ M _ _ m Hrow)); [|reflexivity].
  intros w. rewrite error_of_item by (try apply signs; exact Hj). rewrite square_is_double_sum. reflexivity.
Qed.

(* Lemma 5.1 as an equation: the mean of |S'S x - x|^2 is (m - 1) / p |x|^2. *)
Theorem projection_error (x : nat -> R) : (0 < m)%nat ->
  M (fun w => sum (fun j => (expanded m (h w) (s w) x j - x j) ^ 2) m)
    ((INR m - 1) / INR p * sum (fun i => x i * x i) m).
Proof.
  intros Hm. apply (of_ext _ M _ _ _ _ (of_sum _ M _ _ m (fun j Hj => mean_of_error x j Hj))).
  { reflexivity. }
  rewrite sum_swap. rewrite <- sum_scale. apply sum_ext. intros i Hi.
  rewrite (sum_ext _ (fun j => (x i * x i) / INR p - on j i * ((x i * x i) / INR p))).
  - rewrite sum_minus, sum_on, sum_const by exact Hi. unfold Rdiv. ring.
  - intros j _. unfold off, on. rewrite (Nat.eqb_sym i j). unfold Rdiv. ring.
Qed.
End RandomProjection.

(* Lemma 5.1 as it stands. *)
Theorem lemma_5_1 (m p : nat) (q : R) : (0 < m)%nat -> (0 < p)%nat -> 0 <= q ->
  (INR m - 1) / INR p * q <= 2 * INR m / INR p * q.
Proof.
  intros Hm Hp Hq. apply Rmult_le_compat_r; [exact Hq|]. assert (Hp' := lt_0_INR p Hp). assert (Hm' := lt_0_INR m Hm).
  unfold Rdiv. apply Rmult_le_compat_r; [|lra]. apply Rlt_le, Rinv_0_lt_compat, Hp'.
Qed.
