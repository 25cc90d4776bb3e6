(* SPDX-License-Identifier: GPL-3.0-or-later *)
(* dpmf-rp: what the Poisson binomial mechanism and its scaling do to the gradient
   (Lemma 5.2, Theorems 5.3 and 5.4; Padding.v has the instance against them). *)
From Coq Require Import Reals Lra Psatz Arith Lia.
From Dpmf Require Import Sums Mean Projection.
Open Scope R_scope.

(* rp_estimate's postcondition. *)
Definition estimate (total users q theta c : R) : R := (total - users * q / 2) * c / (q * theta).

(* Algorithm 1, mean of one user: q (1/2 + theta x / c); the server takes n q / 2 off and scales by c' / (q theta). *)
Theorem estimate_of_mean (q theta x c c' : R) : q <> 0 -> theta <> 0 -> c <> 0 ->
  estimate (q * (1 / 2 + theta * x / c)) 1 q theta c' = c' / c * x.
Proof. intros Hq Ht Hc. unfold estimate. field. repeat split; assumption. Qed.

(* The users' constant is Delta / sqrt(p), the server's Delta / sqrt(p'). *)
Theorem published_bias (delta : R) (p p' : nat) : delta <> 0 -> (0 < p)%nat -> (0 < p')%nat ->
  (delta / sqrt (INR p')) / (delta / sqrt (INR p)) = sqrt (INR p / INR p').
Proof.
  intros Hd Hp Hp'. assert (H := lt_0_INR p Hp). assert (H' := lt_0_INR p' Hp').
  rewrite sqrt_div by lra. field.
  repeat split; [|intros E; apply (Rlt_irrefl 0); rewrite <- E at 2; apply sqrt_lt_R0; lra|exact Hd].
  intros E; apply (Rlt_irrefl 0); rewrite <- E at 2; apply sqrt_lt_R0; lra.
Qed.

(* Unbiased, if and only if p is padded by nothing. *)
Theorem unbiased_without_padding (p p' : nat) : (0 < p)%nat -> (p <= p')%nat -> sqrt (INR p / INR p') = 1 -> p = p'.
Proof.
  intros Hp Hle H. assert (H0 := lt_0_INR p Hp). assert (H1 : 0 < INR p') by (apply lt_0_INR; lia).
  apply INR_eq. assert (E : INR p / INR p' = 1).
  { rewrite <- (sqrt_sqrt (INR p / INR p')); [rewrite H; ring|]. apply Rlt_le, Rdiv_lt_0_compat; lra. }
  apply (f_equal (fun z => z * INR p')) in E. unfold Rdiv in E. rewrite Rmult_assoc, Rinv_l in E by lra. lra.
Qed.

(* The variance of one trial is at most 1/4. *)
Lemma trial_variance (chance : R) : chance * (1 - chance) <= 1 / 4.
Proof. assert (H := Rle_0_sqr (chance - 1 / 2)). unfold Rsqr in H. lra. Qed.

(* One coordinate of the average over n users: the error c / (n q theta) (sum - its mean), whose variance
   is (c / (n q theta))^2 times the sum of q chance (1 - chance). *)
Theorem coordinate_variance (chance : nat -> R) (n : nat) (q theta c : R) :
  (0 < n)%nat -> 0 < q -> 0 < theta ->
  (c / (INR n * q * theta)) ^ 2 * sum (fun i => q * (chance i * (1 - chance i))) n <= c ^ 2 / (4 * INR n * q * theta ^ 2).
Proof.
  intros Hn Hq Ht. assert (H := lt_0_INR n Hn).
  assert (Hs : sum (fun i => q * (chance i * (1 - chance i))) n <= INR n * (q / 4)).
  { rewrite <- sum_const. apply sum_le. intros i _. assert (Hi := trial_variance (chance i)). nra. }
  replace (c ^ 2 / (4 * INR n * q * theta ^ 2)) with ((c / (INR n * q * theta)) ^ 2 * (INR n * (q / 4))).
  - apply Rmult_le_compat_l; [apply pow2_ge_0|exact Hs].
  - field. repeat split; lra.
Qed.

Section Reverse.
Variables (T : Type) (M : mean T) (p' : nat) (d : T -> nat -> R) (v : nat -> R) (row : nat -> R).
Hypothesis some : (0 < p')%nat.
Hypothesis independent : forall i l, i <> l -> M (fun w => d w i * d w l) 0.
Hypothesis variance : forall i, M (fun w => d w i * d w i) (v i).
Hypothesis flat : forall i, row i * row i = / INR p'.

(* Algorithm 4: a row of D H' has p' entries +-1 / sqrt(p'), and the error of one coordinate of the
   gradient is the mean of the errors of the flattened ones: no factor p' comes in. *)
Theorem reversed_variance :
  M (fun w => (sum (fun i => row i * d w i) p') ^ 2) (sum v p' / INR p').
Proof.
  assert (Hone : forall i l, M (fun w => (row i * d w i) * (row l * d w l)) (on l i * (v i / INR p'))).
  { intros i l. destruct (Nat.eq_dec l i) as [->|Hl].
    - apply (of_ext _ M _ _ _ _ (of_scale M (row i * row i) _ _ (variance i))); [intros; ring|].
      rewrite flat, on_same. unfold Rdiv; ring.
    - assert (Hi : i <> l) by (intros ->; apply Hl; reflexivity).
      apply (of_ext _ M _ _ _ _ (of_scale M (row i * row l) _ _ (independent i l Hi))); [intros; ring|].
      rewrite on_other by exact Hl. ring. }
  assert (Hrow : forall i, (i < p')%nat -> M (fun w => sum (fun l => (row i * d w i) * (row l * d w l)) p') (v i / INR p')).
  { intros i Hi. assert (H := of_sum _ M _ _ p' (fun l (_ : (l < p')%nat) => Hone i l)).
    rewrite sum_on in H by exact Hi. exact H. }
  apply (of_ext _ M _ _ _ _ (of_sum _ M _ _ p' Hrow)).
  - intros w. rewrite square_is_double_sum. reflexivity.
  - rewrite (sum_ext _ (fun i => / INR p' * v i)) by (intros; unfold Rdiv; ring). rewrite sum_scale. unfold Rdiv; ring.
Qed.

(* With one constant Delta / sqrt(p') on both sides: p' times less than Eq. (36). *)
Theorem gradient_variance (n q theta delta : R) : 0 < n -> 0 < q -> 0 < theta ->
  (forall i, v i <= (delta / sqrt (INR p')) ^ 2 / (4 * n * q * theta ^ 2)) ->
  sum v p' / INR p' <= delta ^ 2 / (4 * INR p' * n * q * theta ^ 2).
Proof.
  intros Hn Hq Ht Hv. assert (H := lt_0_INR p' some).
  assert (Hc : (delta / sqrt (INR p')) ^ 2 = delta ^ 2 / INR p').
  { unfold Rdiv. rewrite Rpow_mult_distr, pow_inv. f_equal. f_equal. simpl. rewrite Rmult_1_r. apply sqrt_sqrt. lra. }
  apply Rle_trans with (sum (fun _ => delta ^ 2 / INR p' / (4 * n * q * theta ^ 2)) p' / INR p').
  - unfold Rdiv at 1 2. apply Rmult_le_compat_r; [apply Rlt_le, Rinv_0_lt_compat, H|].
    apply sum_le. intros i _. rewrite <- Hc. apply Hv.
  - rewrite sum_const. apply Req_le. field. repeat split; lra.
Qed.
End Reverse.

(* Theorem 5.4: q as Eq. (38) has it, A stands for what does not depend on p. *)
Definition quanta (a p : R) : R := a / p.

(* As the paper has it the error grows with p: Eq. (39). *)
Theorem published_privatization (a e p : R) : 0 < a -> 0 < p -> e / quanta a p = e / a * p.
Proof. intros Ha Hp. unfold quanta. field. split; lra. Qed.

(* With the p' that Eq. (35) loses it does not, where p is a power of two. *)
Theorem privatization_without_p (a e p : R) : 0 < a -> 0 < p -> e / (p * quanta a p) = e / a.
Proof. intros Ha Hp. unfold quanta. field. split; lra. Qed.

(* Then the whole error falls with p: the best p is the largest, no projection at all. *)
Theorem no_interior_optimum (projection a e p more : R) :
  0 < projection -> 0 < a -> 0 < p -> p < more ->
  projection / more + e / (more * quanta a more) < projection / p + e / (p * quanta a p).
Proof.
  intros Hpr Ha Hp Hmore. rewrite 2!privatization_without_p by lra.
  apply Rplus_lt_compat_r. unfold Rdiv. apply Rmult_lt_compat_l; [exact Hpr|].
  apply Rinv_lt_contravar; nra.
Qed.

(* Theorem 5.3: errors add up where the noise has mean 0 whatever the projection is. *)
Theorem errors_add (T : Type) (M : mean T) (a d : T -> R) (x y : R) :
  M (fun w => a w ^ 2) x -> M (fun w => d w ^ 2) y -> M (fun w => a w * d w) 0 -> M (fun w => (a w + d w) ^ 2) (x + y).
Proof.
  intros Ha Hd Hc.
  apply (of_ext _ M _ _ _ _ (of_plus M _ _ _ _ (of_plus M _ _ _ _ Ha Hd) (of_scale M 2 _ _ Hc))); [intros w|]; ring.
Qed.

(* Theorem 5.7's step below Eq. (46), |x|^2 <= |x - y|^2 + |y|^2, and what holds instead. *)
Theorem step_of_theorem_5_7_fails : exists x y : R, (x - y) ^ 2 + y ^ 2 < x ^ 2.
Proof. exists 2, 1. lra. Qed.

Theorem step_of_theorem_5_7 (x y : nat -> R) (n : nat) :
  sum (fun i => x i * x i) n <= 2 * sum (fun i => (x i - y i) * (x i - y i)) n + 2 * sum (fun i => y i * y i) n.
Proof.
  rewrite <- 2!sum_scale, <- sum_plus. apply sum_le. intros i _.
  assert (H := Rle_0_sqr (x i - 2 * y i)). unfold Rsqr in H. nra.
Qed.
