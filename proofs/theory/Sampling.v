(* SPDX-License-Identifier: GPL-3.0-or-later *)
(* dpimf, Section IV-C: a record that enters with probability 1 / w and weight w.
   At fixed noise, a is the loss of the unweighted record; the weighted one has
   loss a w when it is drawn, and log(1 + (exp(a w) - 1) / w) over the draw. *)
From Coq Require Import Reals Lra.
From Dpmf Require Import Laplace.
Open Scope R_scope.

Definition sampled_loss (a w : R) : R := ln (1 + (exp (a * w) - 1) / w).

Lemma tangent (y : R) : 1 + y <= exp y.
Proof.
  destruct (Req_dec y 0) as [-> | H].
  - rewrite exp_0. lra.
  - apply Rlt_le, exp_ineq1. exact H.
Qed.

Lemma weighted_excess (a w : R) : 0 <= a -> 1 <= w -> w * (exp a - 1) <= exp (a * w) - 1.
Proof.
  intros Ha Hw. assert (Hp := exp_pos a).
  assert (H1 : exp (a * w) = exp a * exp (a * (w - 1))) by (rewrite <- exp_plus; f_equal; ring).
  assert (H2 : exp a * (1 + a * (w - 1)) <= exp a * exp (a * (w - 1))).
  { apply Rmult_le_compat_l; [lra | apply tangent]. }
  assert (H3 : exp a - 1 <= exp a * a).
  { assert (H := tangent (- a)). assert (H4 : exp a * (1 + - a) <= exp a * exp (- a)).
    { apply Rmult_le_compat_l; lra. }
    rewrite <- exp_plus, Rplus_opp_r, exp_0 in H4. lra. }
  assert (H5 : (exp a - 1) * (w - 1) <= exp a * a * (w - 1)).
  { apply Rmult_le_compat_r; lra. }
  rewrite H1. lra.
Qed.

(* Weighting by one over the probability never lowers the loss at fixed noise. *)
Theorem sampling_never_lowers_the_loss (a w : R) : 0 <= a -> 1 <= w -> a <= sampled_loss a w.
Proof.
  intros Ha Hw. assert (H := weighted_excess a w Ha Hw). unfold sampled_loss.
  rewrite <- (ln_exp a) at 1. assert (Hp := exp_pos a).
  assert (Hq : exp a <= 1 + (exp (a * w) - 1) / w).
  { apply Rmult_le_reg_r with w; [lra |].
    replace ((1 + (exp (a * w) - 1) / w) * w) with (w + (exp (a * w) - 1)) by (field; lra). lra. }
  destruct (Rle_lt_or_eq_dec _ _ Hq) as [Hl | He].
  - apply Rlt_le, ln_increasing; lra.
  - rewrite He. lra.
Qed.

(* At equal epsilon e the noise s / a of a statistic of sensitivity s is never below s / e. *)
Theorem sampling_never_lowers_the_noise (s a w e : R) :
  0 <= s -> 0 < a -> 1 <= w -> sampled_loss a w = e -> s / e <= s / a.
Proof.
  intros Hs Ha Hw He. assert (H := sampling_never_lowers_the_loss a w ltac:(lra) Hw).
  apply Rmult_le_compat_l; [exact Hs|]. apply Rinv_le_contravar; lra.
Qed.

(* Theorem 2 with the unsampled epsilon for phi leaves the weight out, and says less
   than what the weighted record loses. *)
Theorem theorem_2_says_less (a w : R) : 0 < a -> 1 < w -> ln (1 + (exp a - 1) / w) < sampled_loss a w.
Proof.
  intros Ha Hw. unfold sampled_loss. assert (H1 := tangent a).
  assert (Hi : 0 < / w) by (apply Rinv_0_lt_compat; lra).
  assert (H2 : exp a < exp (a * w)).
  { apply exp_increasing. rewrite <- (Rmult_1_r a) at 1. apply Rmult_lt_compat_l; lra. }
  assert (H0 : 0 <= (exp a - 1) / w) by (apply Rmult_le_pos; lra).
  assert (H3 : (exp a - 1) / w < (exp (a * w) - 1) / w) by (apply Rmult_lt_compat_r; lra).
  apply ln_increasing; lra.
Qed.

(* Without the weight in the statistic the draw alone does lower it. *)
Theorem unweighted_sampling_lowers_the_loss (a w : R) :
  0 <= a -> 1 <= w -> ln (1 + (exp a - 1) / w) <= a.
Proof.
  intros Ha Hw. assert (H1 := tangent a).
  assert (H0 : 0 <= (exp a - 1) / w) by (apply Rmult_le_pos; [lra | apply Rlt_le, Rinv_0_lt_compat; lra]).
  assert (Hq : 1 + (exp a - 1) / w <= exp a).
  { apply Rmult_le_reg_r with w; [lra |].
    replace ((1 + (exp a - 1) / w) * w) with (w + (exp a - 1)) by (field; lra).
    assert (0 <= (exp a - 1) * (w - 1)) by (apply Rmult_le_pos; lra). lra. }
  rewrite <- (ln_exp a) at 2.
  destruct (Rle_lt_or_eq_dec _ _ Hq) as [Hl | He].
  - apply Rlt_le, ln_increasing; lra.
  - rewrite He. lra.
Qed.

(* What Theorem 2 should say, of densities: Q without the record has q where the weighted record
   alone would give p; the draw gives (1 - 1 / w) q + p / w. *)
Definition drawn (w p q : R) : R := (1 - / w) * q + p / w.

Lemma exp_of_loss (a w : R) : 0 <= a -> 1 <= w -> exp (sampled_loss a w) = 1 + (exp (a * w) - 1) / w.
Proof.
  intros Ha Hw. unfold sampled_loss. apply exp_ln.
  assert (0 <= a * w) by (apply Rmult_le_pos; lra).
  assert (Ht := tangent (a * w)).
  assert (0 <= (exp (a * w) - 1) / w) by (apply Rmult_le_pos; [lra | apply Rlt_le, Rinv_0_lt_compat; lra]). lra.
Qed.

Theorem weighted_loss_bounds (a w p q : R) : 0 <= a -> 1 <= w -> 0 < q ->
  q <= exp (a * w) * p -> p <= exp (a * w) * q ->
  drawn w p q <= exp (sampled_loss a w) * q /\ q <= exp (sampled_loss a w) * drawn w p q.
Proof.
  intros Ha Hw Hq Hlow Hhigh. rewrite exp_of_loss by assumption. unfold drawn.
  assert (Haw : 0 <= a * w) by (apply Rmult_le_pos; lra).
  assert (HE := tangent (a * w)). set (E := exp (a * w)) in *.
  assert (HE1 : 1 <= E) by lra.
  set (s := / w). assert (Hs : 0 < s) by (apply Rinv_0_lt_compat; lra).
  assert (Hs1 : s <= 1). { unfold s. rewrite <- Rinv_1. apply Rinv_le_contravar; lra. }
  unfold Rdiv. fold s. split.
  - assert (s * p <= s * (E * q)) by (apply Rmult_le_compat_l; lra). lra.
  - assert (Hp : q * / E <= p).
    { apply Rmult_le_reg_l with E; [lra |]. replace (E * (q * / E)) with q by (field; lra). exact Hlow. }
    assert (Hm : ((1 - s) + s * / E) * q <= (1 - s) * q + p * s).
    { assert (s * (q * / E) <= s * p) by (apply Rmult_le_compat_l; lra). lra. }
    assert (Hf : 0 < 1 + (E - 1) * s) by (assert (0 <= (E - 1) * s) by (apply Rmult_le_pos; lra); lra).
    apply Rle_trans with ((1 + (E - 1) * s) * (((1 - s) + s * / E) * q)).
    + rewrite <- Rmult_assoc. rewrite <- (Rmult_1_l q) at 1. apply Rmult_le_compat_r; [lra |].
      assert (Hi : (1 + (E - 1) * s) * ((1 - s) + s * / E) = 1 + (s * (1 - s)) * ((E - 1) ^ 2 * / E)) by (field; lra).
      rewrite Hi.
      assert (0 <= s * (1 - s)) by (apply Rmult_le_pos; lra).
      assert (0 <= (E - 1) ^ 2 * / E) by (apply Rmult_le_pos; [apply pow2_ge_0 | apply Rlt_le, Rinv_0_lt_compat; lra]).
      assert (0 <= (s * (1 - s)) * ((E - 1) ^ 2 * / E)) by (apply Rmult_le_pos; assumption). lra.
    + apply Rmult_le_compat_l; lra.
Qed.

(* It is attained where the densities differ by the whole factor. *)
Theorem weighted_loss_attained (a w q : R) : 0 <= a -> 1 <= w ->
  drawn w (exp (a * w) * q) q = exp (sampled_loss a w) * q.
Proof. intros Ha Hw. rewrite exp_of_loss by assumption. unfold drawn. field. lra. Qed.

(* Laplace noise attains it: a number of sensitivity s that a record moves by s when it counts once, noise
   Laplace(s / a), whose loss is a. The record enters with probability 1 / w and moves the number by w s. At every point t
   beyond w s the density with the record is exp(sampled_loss a w) times the density without it, and
   Theorem 2's epsilon, with a for phi, does not bound that. *)
Theorem theorem_2_refuted (a s w t : R) : 0 < a -> 0 < s -> 1 < w -> w * s <= t ->
  drawn w (laplace (s / a) (t - w * s)) (laplace (s / a) t) = exp (sampled_loss a w) * laplace (s / a) t /\
  exp (ln (1 + (exp a - 1) / w)) * laplace (s / a) t < drawn w (laplace (s / a) (t - w * s)) (laplace (s / a) t).
Proof.
  intros Ha Hs Hw Ht. assert (Hb : 0 < s / a) by (apply Rdiv_lt_0_compat; assumption).
  assert (E : laplace (s / a) (t - w * s) = exp (a * w) * laplace (s / a) t).
  { assert (0 < w * s) by (apply Rmult_lt_0_compat; lra).
    unfold laplace. rewrite 2!Rabs_pos_eq by lra.
    replace (- (t - w * s) / (s / a)) with (a * w + - t / (s / a)) by (field; lra). rewrite exp_plus. unfold Rdiv. ring. }
  assert (A : drawn w (laplace (s / a) (t - w * s)) (laplace (s / a) t) = exp (sampled_loss a w) * laplace (s / a) t)
    by (rewrite E; apply weighted_loss_attained; lra).
  split; [exact A|]. rewrite A. apply Rmult_lt_compat_r; [apply laplace_pos; exact Hb|].
  apply exp_increasing, theorem_2_says_less; assumption.
Qed.
