(* SPDX-License-Identifier: GPL-3.0-or-later *)
(* Finite sums and the two norms of a vector of n numbers. *)
From Coq Require Import Reals Lra Psatz Arith.
Open Scope R_scope.

Fixpoint sum (f : nat -> R) (n : nat) : R :=
  match n with O => 0 | S k => sum f k + f k end.

Definition l1 (x : nat -> R) (n : nat) : R := sum (fun i => Rabs (x i)) n.
Definition l2 (x : nat -> R) (n : nat) : R := sqrt (sum (fun i => x i * x i) n).

Lemma sum_ext (f g : nat -> R) (n : nat) :
  (forall i, (i < n)%nat -> f i = g i) -> sum f n = sum g n.
Proof.
  induction n as [|n IH]; intros H; simpl; [reflexivity|].
  rewrite IH, (H n) by (intros; auto with arith). reflexivity.
Qed.

Lemma sum_scale (a : R) (f : nat -> R) (n : nat) : sum (fun i => a * f i) n = a * sum f n.
Proof. induction n as [|n IH]; simpl; [ring|rewrite IH; ring]. Qed.

Lemma sum_minus (f g : nat -> R) (n : nat) : sum (fun i => f i - g i) n = sum f n - sum g n.
Proof. induction n as [|n IH]; simpl; [ring|rewrite IH; ring]. Qed.

Lemma sum_le (f g : nat -> R) (n : nat) :
  (forall i, (i < n)%nat -> f i <= g i) -> sum f n <= sum g n.
Proof.
  induction n as [|n IH]; intros H; simpl; [lra|].
  apply Rplus_le_compat; [apply IH; intros; apply H|apply H]; auto with arith.
Qed.

Lemma sum_nonneg (f : nat -> R) (n : nat) : (forall i, 0 <= f i) -> 0 <= sum f n.
Proof. intros H; induction n as [|n IH]; simpl; [lra|specialize (H n); lra]. Qed.

Lemma squares_nonneg (x : nat -> R) (n : nat) : 0 <= sum (fun i => x i * x i) n.
Proof. apply sum_nonneg; intros i; nra. Qed.

Lemma l1_nonneg (x : nat -> R) (n : nat) : 0 <= l1 x n.
Proof. apply sum_nonneg; intros i; apply Rabs_pos. Qed.

Lemma l1_scale (a : R) (x : nat -> R) (n : nat) : l1 (fun i => a * x i) n = Rabs a * l1 x n.
Proof.
  unfold l1. rewrite <- sum_scale. apply sum_ext; intros; apply Rabs_mult.
Qed.

Lemma l2_scale (a : R) (x : nat -> R) (n : nat) : l2 (fun i => a * x i) n = Rabs a * l2 x n.
Proof.
  unfold l2. rewrite (sum_ext _ (fun i => (a * a) * (x i * x i))) by (intros; ring).
  rewrite sum_scale, sqrt_mult by (try apply squares_nonneg; nra).
  f_equal. rewrite <- (sqrt_Rsqr_abs a). reflexivity.
Qed.

Lemma l1_ext (x y : nat -> R) (n : nat) :
  (forall i, (i < n)%nat -> x i = y i) -> l1 x n = l1 y n.
Proof. intros H; apply sum_ext; intros i Hi; rewrite (H i Hi); reflexivity. Qed.

Lemma l2_ext (x y : nat -> R) (n : nat) :
  (forall i, (i < n)%nat -> x i = y i) -> l2 x n = l2 y n.
Proof. intros H; unfold l2; f_equal; apply sum_ext; intros i Hi; rewrite (H i Hi); reflexivity. Qed.

(* (sum |x_i|)^2 <= n sum x_i^2. The step is 2 s a <= s^2 / n + n a^2, with n = 0 apart. *)
Lemma square_of_sum (x : nat -> R) (n : nat) :
  l1 x n * l1 x n <= INR n * sum (fun i => x i * x i) n.
Proof.
  induction n as [|n IH]; [unfold l1; simpl; lra|].
  replace (l1 x (S n)) with (l1 x n + Rabs (x n)) by reflexivity.
  simpl sum. rewrite S_INR.
  assert (Ha : Rabs (x n) * Rabs (x n) = x n * x n) by (rewrite <- Rabs_mult; apply Rabs_pos_eq; nra).
  assert (Hs := squares_nonneg x n).
  set (q := sum (fun i => x i * x i) n) in *; set (s := l1 x n) in *; set (a := Rabs (x n)) in *.
  rewrite <- Ha. assert (Hn := pos_INR n).
  (* 2 s a <= q + n a^2, since (2 s a)^2 <= 4 n q a^2 <= (q + n a^2)^2 *)
  assert (Hsa : 2 * (s * a) <= q + INR n * (a * a)).
  { apply Rnot_lt_le; intros Hlt.
    assert (0 <= q + INR n * (a * a)) by nra.
    assert ((q + INR n * (a * a)) * (q + INR n * (a * a)) < (2 * (s * a)) * (2 * (s * a))) by nra.
    assert ((s * a) * (s * a) <= INR n * q * (a * a)).
    { replace ((s * a) * (s * a)) with ((s * s) * (a * a)) by ring.
      apply Rmult_le_compat_r; nra. }
    assert (Hd := Rle_0_sqr (q - INR n * (a * a))); unfold Rsqr in Hd. lra. }
  nra.
Qed.

(* Cauchy and Schwarz, against the vector of ones. *)
Theorem l1_at_most_root_l2 (x : nat -> R) (n : nat) : l1 x n <= sqrt (INR n) * l2 x n.
Proof.
  unfold l2. rewrite <- sqrt_mult by (try apply pos_INR; apply squares_nonneg).
  rewrite <- (sqrt_square (l1 x n)) by apply l1_nonneg.
  apply sqrt_le_1_alt, square_of_sum.
Qed.
