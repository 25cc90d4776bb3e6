(* SPDX-License-Identifier: GPL-3.0-or-later *)
(* dpimf, Theorem 5: what Excess.v supposes, there is. The noise is three independent Laplace
   numbers, B, b and eta, each of the scale that its scheme states; the minimisers are written down. That
   the mean excess exceeds a bound is said of its lower mean (Excess.upper): something nowhere above the
   excess has a mean beyond the bound. *)
From Coq Require Import Reals Lra Psatz Arith Lia.
From Dpmf Require Import Sums Laplace Mean Implicit Bounds Utility Excess.
Open Scope R_scope.

(* The least a x^2 - k x with |x| <= 1. *)
Definition lowest (a k : R) : R :=
  if Rlt_dec 0 a then Rmax (-1) (Rmin 1 (k / (2 * a))) else if Rle_dec 0 k then 1 else -1.

Lemma lowest_is (a k x : R) : -1 <= x <= 1 -> a * lowest a k ^ 2 - k * lowest a k <= a * x ^ 2 - k * x.
Proof.
  intros Hx. unfold lowest. destruct (Rlt_dec 0 a) as [Ha|Ha].
  - assert (E : k = 2 * a * (k / (2 * a))) by (field; lra). set (y := k / (2 * a)) in *. rewrite E at 1 2.
    destruct (Rle_lt_dec 1 y) as [H|H].
    + rewrite Rmin_left, Rmax_right by lra. assert (0 <= a * ((1 - x) * (2 * y - (1 + x)))); [|lra].
      apply Rmult_le_pos; [lra|apply Rmult_le_pos; lra].
    + rewrite Rmin_right by lra. destruct (Rle_lt_dec (-1) y) as [G|G].
      * rewrite Rmax_right by lra. assert (0 <= a * (x - y) ^ 2); [apply Rmult_le_pos; [lra|apply pow2_ge_0]|lra].
      * rewrite Rmax_left by lra. assert (0 <= a * ((x + 1) * (x - 1 - 2 * y))); [|lra].
        apply Rmult_le_pos; [lra|apply Rmult_le_pos; lra].
  - destruct (Rle_dec 0 k) as [Hk|Hk].
    + assert (0 <= (1 - x) * (k - a * (1 + x))); [|lra]. apply Rmult_le_pos; [lra|]. nra.
    + assert (0 <= (x + 1) * (- k - a * (1 - x))); [|lra]. apply Rmult_le_pos; [lra|]. nra.
Qed.

Lemma lowest_in (a k : R) : -1 <= lowest a k <= 1.
Proof.
  unfold lowest. destruct (Rlt_dec 0 a); [|destruct (Rle_dec 0 k); lra]. split; [apply Rmax_l|].
  apply Rmax_lub; [lra|apply Rmin_l].
Qed.

Lemma best_is (F : (nat -> R) -> R) (a k c : R) : (forall r, F r = a * r O ^ 2 - k * r O + c) -> best F (only (lowest a k)).
Proof.
  intros H. assert (Hin := lowest_in a k). split; [unfold dot, only; simpl; nra|]. intros r Hr.
  assert (-1 <= r O <= 1) by (unfold dot in Hr; simpl in Hr; nra).
  rewrite !H. unfold only. assert (L := lowest_is a k (r O)). lra.
Qed.

Lemma least_is (alpha c : R) : least (L1 alpha c) (only (c / (c ^ 2 + 1))).
Proof.
  intros r. rewrite !L1_is. unfold only. assert (H := pow2_ge_0 c).
  assert (E : (c * r O - 1) ^ 2 + r O ^ 2 - ((c * (c / (c ^ 2 + 1)) - 1) ^ 2 + (c / (c ^ 2 + 1)) ^ 2) =
              (c ^ 2 + 1) * (r O - c / (c ^ 2 + 1)) ^ 2) by (field; lra).
  assert (0 <= (c ^ 2 + 1) * (r O - c / (c ^ 2 + 1)) ^ 2) by (apply Rmult_le_pos; [lra|apply pow2_ge_0]). lra.
Qed.

(* The scales of B, b and eta. *)
Definition scales (t2 t1 t3 : R) (i : nat) : R := match i with O => t2 | S O => t1 | _ => t3 end.
Lemma scales_pos (t2 t1 t3 : R) : 0 < t2 -> 0 < t1 -> 0 < t3 -> forall i, 0 < scales t2 t1 t3 i.
Proof. intros H2 H1 H3 [|[|i]]; assumption. Qed.

Section Noise.
Variables (t2 t1 t3 : R).
Hypothesis positive : forall i, 0 < scales t2 t1 t3 i.
(* Coordinate 0 is B, 1 is b, 2 is eta. *)
Definition noise3 : mean (nat -> R) := independent (scales t2 t1 t3) positive 3.

Lemma has_law (i : nat) : (i < 3)%nat -> law noise3 (fun w => w i) (scales t2 t1 t3 i).
Proof. intros Hi g u v _ Hv. exact (coordinate _ positive 3 i g v Hi Hv). Qed.
Lemma has_moments (i : nat) : (i < 3)%nat -> moments noise3 (fun w => w i) (scales t2 t1 t3 i).
Proof. intros Hi. apply law_moments; [apply positive|apply has_law, Hi]. Qed.
End Noise.

(* What the perturbed losses are minimised by. *)
Definition chosen (alpha c : R) (w : nat -> R) : nat -> R := only (lowest (c ^ 2 + 1 + w 0%nat + w 2%nat) (2 * c + w 1%nat)).
Definition chosen_original (alpha c : R) (w : nat -> R) : nat -> R :=
  only (lowest (c ^ 2 + 1 + alpha * (c ^ 2 + 1) + w 0%nat + w 2%nat) (2 * c + w 1%nat)).
(* Algorithm 2's sample: the user is drawn, with probability 1/2, where the unused noise is negative. *)
Definition user_drawn (w : nat -> R) : bool := if Rle_dec (w 0%nat) 0 then true else false.
Definition chosen_sampled (w : nat -> R) : nat -> R := only (lowest 2 ((if user_drawn w then 4 else 0) + w 1%nat)).
Definition excess (alpha c : R) (q : (nat -> R) -> nat -> R) (w : nat -> R) : R :=
  L1 alpha c (q w) - L1 alpha c (only (c / (c ^ 2 + 1))).

Lemma chosen_is_best (alpha c : R) (w : nat -> R) :
  best (fun r => L1 alpha c r + added1 (w 0%nat) (w 1%nat) (w 2%nat) r) (chosen alpha c w).
Proof. apply (best_is _ _ _ 1). intros r. rewrite L1_is, added1_is. ring. Qed.
Lemma chosen_original_is_best (alpha c : R) (w : nat -> R) :
  best (fun r => LO1 alpha c r + added1 (w 0%nat) (w 1%nat) (w 2%nat) r) (chosen_original alpha c w).
Proof. apply (best_is _ _ _ 1). intros r. rewrite LO1_is, added1_is. ring. Qed.

(* (25) to the letter; c = alpha = 1, eps = 1000. *)
Theorem str_bias_witness (H : forall i, 0 < scales (scale_str 1 1 1000) (scale_str 1 1 1000) (scale_str 1 1 1000) i) :
  least (L1 1 1) (only (1 / (1 ^ 2 + 1))) /\
  (forall w, best (fun r => LO1 1 1 r + added1 (w 0%nat) (w 1%nat) (w 2%nat) r) (chosen_original 1 1 w)) /\
  ~ upper (noise3 _ _ _ H) (excess 1 1 (chosen_original 1 1)) (published_str 1 1 1 1000).
Proof.
  split; [apply least_is|]. split; [apply chosen_original_is_best|]. intros U.
  assert (K := str_refuted_by_bias _ (noise3 _ _ _ H) (fun w => w 0%nat) (fun w => w 1%nat) (fun w => w 2%nat) _ (chosen_original 1 1) _
    (has_moments _ _ _ H 0 ltac:(lia)) (has_moments _ _ _ H 1 ltac:(lia)) (has_moments _ _ _ H 2 ltac:(lia))
    (least_is 1 1) (chosen_original_is_best 1 1) U). lra.
Qed.

(* (25) with one loss throughout; alpha = 0, c = 1/1000, eps = 1. *)
Theorem str_witness (H : forall i, 0 < scales (scale_str (/ 1000) 1 1) (scale_str (/ 1000) 1 1) (scale_str (/ 1000) 1 1) i) :
  least (L1 0 (/ 1000)) (only (/ 1000 / ((/ 1000) ^ 2 + 1))) /\
  (forall w, best (fun r => LO1 0 (/ 1000) r + added1 (w 0%nat) (w 1%nat) (w 2%nat) r) (chosen_original 0 (/ 1000) w)) /\
  ~ upper (noise3 _ _ _ H) (excess 0 (/ 1000) (chosen_original 0 (/ 1000))) (published_str (/ 1000) 1 1 1).
Proof.
  split; [apply least_is|]. split; [apply chosen_original_is_best|]. intros U.
  assert (Tail := laplace_tail (scale_str (/ 1000) 1 1) 1 (H 0%nat) ltac:(lra)).
  assert (Both := coordinates _ H 3 0 2 (below 1) (below 1) _ _ ltac:(lia) ltac:(lia) ltac:(lia) Tail Tail).
  assert (K := str_refuted _ (noise3 _ _ _ H) (fun w => w 0%nat) (fun w => w 1%nat) (fun w => w 2%nat) _ (chosen_original 0 (/ 1000)) _
    Both (least_is 0 (/ 1000)) (chosen_original_is_best 0 (/ 1000)) U). lra.
Qed.

(* (26) and (27); c = 1/1000, alpha = 1/2, thirds of eps = 1. *)
Theorem com_and_sym_witness
    (H : forall i, 0 < scales (scale_com (/ 1000) 1 1 (/ 2) (/ 3)) (scale_1 (/ 1000) 1 1 (/ 3)) (scale_3 1 (/ 2) (/ 3)) i) :
  least (L1 (/ 2) (/ 1000)) (only (/ 1000 / ((/ 1000) ^ 2 + 1))) /\
  (forall w, best (fun r => L1 (/ 2) (/ 1000) r + added1 (w 0%nat) (w 1%nat) (w 2%nat) r) (chosen (/ 2) (/ 1000) w)) /\
  scale_sym (/ 1000) 1 1 (/ 2) (/ 3) = scale_com (/ 1000) 1 1 (/ 2) (/ 3) /\
  ~ upper (noise3 _ _ _ H) (excess (/ 2) (/ 1000) (chosen (/ 2) (/ 1000))) (published_com (/ 1000) 1 1 1 (/ 2) (/ 3) (/ 3)) /\
  ~ upper (noise3 _ _ _ H) (excess (/ 2) (/ 1000) (chosen (/ 2) (/ 1000))) (published_sym (/ 1000) 1 1 1 (/ 2) (/ 3) (/ 3)).
Proof.
  assert (K := fun g => com_and_sym_refuted _ (noise3 _ _ _ H) (fun w => w 0%nat) (fun w => w 1%nat) (fun w => w 2%nat) _ (chosen (/ 2) (/ 1000)) g
    (has_moments _ _ _ H 0 ltac:(lia)) (has_law _ _ _ H 2 ltac:(lia)) (least_is (/ 2) (/ 1000)) (chosen_is_best (/ 2) (/ 1000))).
  cbv zeta in K. split; [apply least_is|]. split; [apply chosen_is_best|]. split; [unfold scale_sym, scale_com; field|].
  split; intros U; specialize (K _ U); lra.
Qed.

(* (28); c = 1, eps = 100. The noise that is not used has any scale. *)
Theorem opt_witness (H : forall i, 0 < scales 1 (scale_1 1 1 100 1) 1 i) :
  least (L1 1 1) (only (1 / (1 ^ 2 + 1))) /\
  (forall w, best (fun r => 2 * r O ^ 2 - r O * ((if user_drawn w then 4 else 0) + w 1%nat)) (chosen_sampled w)) /\
  ~ upper (noise3 _ _ _ H) (excess 1 1 chosen_sampled) (published_opt 1 1 1 100).
Proof.
  assert (B : forall w, best (fun r => 2 * r O ^ 2 - r O * ((if user_drawn w then 4 else 0) + w 1%nat)) (chosen_sampled w))
    by (intros w; apply (best_is _ _ _ 0); intros r; ring).
  split; [apply least_is|]. split; [exact B|]. intros U.
  assert (K := opt_refuted _ (noise3 _ _ _ H) (fun w => w 1%nat) _ chosen_sampled _ user_drawn (has_moments _ _ _ H 1 ltac:(lia)) (least_is 1 1) B U). lra.
Qed.

(* The scales are positive, so that none of the four supposes anything. *)
Theorem scales_are_positive :
  (forall i, 0 < scales (scale_str 1 1 1000) (scale_str 1 1 1000) (scale_str 1 1 1000) i) /\
  (forall i, 0 < scales (scale_str (/ 1000) 1 1) (scale_str (/ 1000) 1 1) (scale_str (/ 1000) 1 1) i) /\
  (forall i, 0 < scales (scale_com (/ 1000) 1 1 (/ 2) (/ 3)) (scale_1 (/ 1000) 1 1 (/ 3)) (scale_3 1 (/ 2) (/ 3)) i) /\
  (forall i, 0 < scales 1 (scale_1 1 1 100 1) 1 i).
Proof.
  unfold scale_str, scale_com, scale_1, scale_3.
  repeat split; apply scales_pos; lra.
Qed.
