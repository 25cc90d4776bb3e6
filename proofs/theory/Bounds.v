(* SPDX-License-Identifier: GPL-3.0-or-later *)
(* dpimf, the right sides of (25) to (28), what stands in their place (Utility.v),
   where the printed ones are large enough, and Corollary 1, which orders them.
   d >= 1 coordinates, N = sqrt(1 / lam), c the bound on |p_uj|; b1, b2, b3 are
   the shares beta of epsilon, none of them 0 where it divides. *)
From Coq Require Import Reals Lra Psatz.
Open Scope R_scope.

Definition published_str (c d N eps : R) : R := sqrt 2 * c * d * N * ((N + 2 * sqrt d / d) * (d + 1) ^ 2) / eps.
Definition published_com (c d N eps alpha b1 b2 : R) : R :=
  sqrt 2 * c * d * N * (N * d ^ 2 * (1 - alpha) / b2 + 4 * sqrt d / b1) / eps.
Definition published_sym (c d N eps alpha b1 b2 : R) : R :=
  sqrt 2 * c * d * N * (N * d * (1 + d) * (1 - alpha) / (2 * b2) + 4 * sqrt d / b1) / eps.
Definition published_opt (c d N eps : R) : R := 4 * (sqrt 2 * sqrt d) * c * d * N / eps.

(* The noise of a matrix, a vector and the regularizer, at scales t2, t1, t3. *)
Definition due (d N t1 t2 t3 : R) : R := sqrt 2 * d * N ^ 2 * t2 + sqrt 2 * sqrt d * N * t1 + t3 / 2.
(* The scales: Eqs. (9), (15), (16), (17) and (18) with |p_uj| <= c, over their shares. *)
Definition scale_str (c d eps : R) : R := (c ^ 2 * d ^ 2 + 2 * (c * d) + 1) / eps.
Definition scale_1 (c d eps b1 : R) : R := 2 * c * d / (b1 * eps).
Definition scale_com (c d eps alpha b2 : R) : R := (1 - alpha) * (c ^ 2 * d ^ 2) / (b2 * eps).
Definition scale_sym (c d eps alpha b2 : R) : R := (1 - alpha) * (c ^ 2 * (d * (d + 1) / 2)) / (b2 * eps).
Definition scale_3 (eps alpha b3 : R) : R := (1 - alpha) / (b3 * eps).
Definition corrected_str (c d N eps : R) : R := due d N (scale_str c d eps) (scale_str c d eps) (scale_str c d eps).
Definition corrected_com (c d N eps alpha b1 b2 b3 : R) : R :=
  due d N (scale_1 c d eps b1) (scale_com c d eps alpha b2) (scale_3 eps alpha b3).
Definition corrected_sym (c d N eps alpha b1 b2 b3 : R) : R :=
  due d N (scale_1 c d eps b1) (scale_sym c d eps alpha b2) (scale_3 eps alpha b3).
Definition corrected_opt (c d N eps : R) : R := due d N (scale_1 c d eps 1) 0 0.

Lemma root_two : 0 < sqrt 2 /\ sqrt 2 * sqrt 2 = 2 /\ 1 < sqrt 2 < 3 / 2.
Proof.
  assert (H0 : 0 < sqrt 2) by (apply sqrt_lt_R0; lra).
  assert (H1 : sqrt 2 * sqrt 2 = 2) by (apply sqrt_sqrt; lra). repeat split; try assumption; nra.
Qed.

Lemma root_d (d : R) : 1 <= d -> 1 <= sqrt d /\ sqrt d * sqrt d = d /\ sqrt d / d = / sqrt d.
Proof.
  intros Hd. assert (H1 : sqrt d * sqrt d = d) by (apply sqrt_sqrt; lra).
  assert (H2 : 1 <= sqrt d) by (rewrite <- sqrt_1; apply sqrt_le_1_alt; exact Hd).
  repeat split; [exact H2|exact H1|].
  replace (sqrt d / d) with (sqrt d / (sqrt d * sqrt d)) by (rewrite H1; reflexivity). field. lra.
Qed.

Lemma over_le (x y e : R) : 0 < e -> x <= y -> x / e <= y / e.
Proof. intros He H. apply Rmult_le_compat_r; [apply Rlt_le, Rinv_0_lt_compat; exact He|exact H]. Qed.
Lemma over_lt (x y e : R) : 0 < e -> x < y -> x / e < y / e.
Proof. intros He H. apply Rmult_lt_compat_r; [apply Rinv_0_lt_compat; exact He|exact H]. Qed.

Section Positive.
Variables (c d N eps : R).
Hypothesis Hc : 0 < c.
Hypothesis Hd : 1 <= d.
Hypothesis HN : 0 < N.
Hypothesis He : 0 < eps.
Let Hcd : 0 < c * d.
Proof. apply Rmult_lt_0_compat; lra. Qed.
Let Hk : 0 < sqrt 2 * (c * d) * N.
Proof. destruct root_two as [H _]. repeat apply Rmult_lt_0_compat; lra. Qed.

(* The last step of the proof, (c d + 1)^2 <= c (d + 1)^2, decides itself: *)
Theorem last_step : (c * d + 1) ^ 2 <= c * (d + 1) ^ 2 <-> / d ^ 2 <= c <= 1.
Proof.
  assert (Hd2 : 0 < d ^ 2) by nra.
  assert (E : (c * d + 1) ^ 2 - c * (d + 1) ^ 2 = (c - 1) * (c * d ^ 2 - 1)) by ring.
  assert (Hi : / d ^ 2 * d ^ 2 = 1) by (field; lra).
  assert (Hi1 : / d ^ 2 <= 1). { rewrite <- Rinv_1. apply Rinv_le_contravar; nra. }
  split.
  - intros H. assert (Hn : (c - 1) * (c * d ^ 2 - 1) <= 0) by lra.
    destruct (Rle_lt_dec c 1) as [Hl|Hg].
    + split; [|exact Hl]. apply Rnot_lt_le. intros Hlt. assert (c * d ^ 2 < / d ^ 2 * d ^ 2) by (apply Rmult_lt_compat_r; assumption).
      destruct (Req_dec c 1) as [E1|E1]; [subst c; lra|]. nra.
    + exfalso. assert (1 < c * d ^ 2) by nra. nra.
  - intros [Hl Hg]. assert (/ d ^ 2 * d ^ 2 <= c * d ^ 2) by (apply Rmult_le_compat_r; lra). nra.
Qed.

Theorem published_str_holds : / d ^ 2 <= c <= 1 -> 1 <= 2 * (sqrt 2 * sqrt d) * N ->
  corrected_str c d N eps <= published_str c d N eps.
Proof.
  intros Hcc HNN. assert (Hs := proj2 last_step Hcc). destruct root_two as [H2 _]. destruct (root_d d Hd) as [R1 [R2 R3]].
  unfold corrected_str, due, scale_str, published_str.
  set (S := c ^ 2 * d ^ 2 + 2 * (c * d) + 1). assert (HS : 0 < S <= c * (d + 1) ^ 2) by (unfold S; nra).
  set (K := sqrt 2 * d * N ^ 2 + 2 * (sqrt 2 * sqrt d * N)).
  assert (HK : 0 <= K).
  { unfold K. assert (0 <= sqrt 2 * d * N ^ 2) by (repeat apply Rmult_le_pos; nra).
    assert (0 <= sqrt 2 * sqrt d * N) by (repeat apply Rmult_le_pos; lra). lra. }
  replace (sqrt 2 * d * N ^ 2 * (S / eps) + sqrt 2 * sqrt d * N * (S / eps) + S / eps / 2)
    with (S * (sqrt 2 * d * N ^ 2 + sqrt 2 * sqrt d * N + / 2) / eps) by (field; lra).
  replace (sqrt 2 * c * d * N * ((N + 2 * sqrt d / d) * (d + 1) ^ 2)) with (c * (d + 1) ^ 2 * K)
    by (unfold K; field; lra).
  apply over_le; [exact He|]. apply Rle_trans with (S * K).
  - apply Rmult_le_compat_l; [lra|unfold K; lra].
  - apply Rmult_le_compat_r; lra.
Qed.

Variables (alpha b1 b2 b3 : R).
Hypothesis Ha : 0 <= alpha <= 1.
Hypothesis H1 : 0 < b1 <= 1.
Hypothesis H2 : 0 < b2.
Hypothesis H3 : 0 < b3.

Let Hquot (x y : R) : 0 <= x -> 0 < y -> 0 <= x / y.
Proof. intros Hx Hy. apply Rmult_le_pos; [exact Hx|apply Rlt_le, Rinv_0_lt_compat; exact Hy]. Qed.

(* The missing factor c does no harm for c <= 1, and the factor 2 that the vector's noise does
   not need covers the regularizer's, if that is no larger. *)
Lemma covered (A A' : R) : 0 <= A' -> A <= c * A' -> c <= 1 -> (1 - alpha) * b1 <= 4 * (sqrt 2 * sqrt d) * (c * d) * N * b3 ->
  A + sqrt 2 * sqrt d * N * (2 * c * d / b1) + (1 - alpha) / b3 / 2 <= A' + 4 * (sqrt 2 * sqrt d) * (c * d) * N / b1.
Proof.
  intros HA0 HA Hcl Hb. assert (HA1 : c * A' <= A') by nra.
  assert (H : (1 - alpha) / b3 / 2 <= 2 * (sqrt 2 * sqrt d) * (c * d) * N / b1).
  { apply Rmult_le_reg_r with (2 * b3 * b1); [nra|].
    replace ((1 - alpha) / b3 / 2 * (2 * b3 * b1)) with ((1 - alpha) * b1) by (field; lra).
    replace (2 * (sqrt 2 * sqrt d) * (c * d) * N / b1 * (2 * b3 * b1)) with (4 * (sqrt 2 * sqrt d) * (c * d) * N * b3) by (field; lra).
    exact Hb. }
  replace (sqrt 2 * sqrt d * N * (2 * c * d / b1)) with (2 * (sqrt 2 * sqrt d) * (c * d) * N / b1) by (field; lra).
  replace (4 * (sqrt 2 * sqrt d) * (c * d) * N / b1)
    with (2 * (sqrt 2 * sqrt d) * (c * d) * N / b1 + 2 * (sqrt 2 * sqrt d) * (c * d) * N / b1) by (field; lra). lra.
Qed.

Theorem published_com_and_sym_hold : c <= 1 -> (1 - alpha) * b1 <= 4 * (sqrt 2 * sqrt d) * (c * d) * N * b3 ->
  corrected_com c d N eps alpha b1 b2 b3 <= published_com c d N eps alpha b1 b2 /\
  corrected_sym c d N eps alpha b1 b2 b3 <= published_sym c d N eps alpha b1 b2.
Proof.
  intros Hcl Hb. destruct root_two as [Hr _].
  assert (HT : forall t, 0 <= t -> 0 <= sqrt 2 * c * d * N * (N * t * (1 - alpha) / b2)).
  { intros t Ht. apply Rmult_le_pos; [repeat apply Rmult_le_pos; lra|]. apply Hquot; [repeat apply Rmult_le_pos; lra|exact H2]. }
  unfold corrected_com, corrected_sym, due, scale_1, scale_com, scale_sym, scale_3, published_com, published_sym. split.
  - assert (H := covered (c * (sqrt 2 * c * d * N * (N * d ^ 2 * (1 - alpha) / b2))) _ (HT (d ^ 2) ltac:(nra)) ltac:(lra) Hcl Hb).
    apply (over_le _ _ eps He) in H.
    replace (sqrt 2 * d * N ^ 2 * ((1 - alpha) * (c ^ 2 * d ^ 2) / (b2 * eps)) + sqrt 2 * sqrt d * N * (2 * c * d / (b1 * eps))
             + (1 - alpha) / (b3 * eps) / 2)
      with ((c * (sqrt 2 * c * d * N * (N * d ^ 2 * (1 - alpha) / b2)) + sqrt 2 * sqrt d * N * (2 * c * d / b1)
             + (1 - alpha) / b3 / 2) / eps) by (field; repeat split; lra).
    apply Rle_trans with (1 := H). right. field. repeat split; lra.
  - assert (H := covered (c * (sqrt 2 * c * d * N * (N * (d * (1 + d) / 2) * (1 - alpha) / b2))) _
                   (HT (d * (1 + d) / 2) ltac:(nra)) ltac:(lra) Hcl Hb).
    apply (over_le _ _ eps He) in H.
    replace (sqrt 2 * d * N ^ 2 * ((1 - alpha) * (c ^ 2 * (d * (d + 1) / 2)) / (b2 * eps)) + sqrt 2 * sqrt d * N * (2 * c * d / (b1 * eps))
             + (1 - alpha) / (b3 * eps) / 2)
      with ((c * (sqrt 2 * c * d * N * (N * (d * (1 + d) / 2) * (1 - alpha) / b2)) + sqrt 2 * sqrt d * N * (2 * c * d / b1)
             + (1 - alpha) / b3 / 2) / eps) by (field; repeat split; lra).
    apply Rle_trans with (1 := H). right. field. repeat split; lra.
Qed.

Theorem published_opt_is_twice : published_opt c d N eps = 2 * corrected_opt c d N eps.
Proof. unfold published_opt, corrected_opt, due, scale_1. field. lra. Qed.

(* Corollary 1, of the printed bounds. *)
Theorem corollary_1_repaired : 1 - alpha <= b2 -> 2 * d <= b1 * (d + 1) ^ 2 ->
  published_com c d N eps alpha b1 b2 < published_str c d N eps.
Proof.
  intros Hb2 Hb1. destruct (root_d d Hd) as [R1 [R2 R3]]. unfold published_com, published_str. apply over_lt; [exact He|].
  replace (sqrt 2 * c * d * N) with (sqrt 2 * (c * d) * N) by ring. apply Rmult_lt_compat_l; [exact Hk|].
  assert (X : (1 - alpha) / b2 <= 1). { apply Rmult_le_reg_r with b2; [lra|]. replace ((1 - alpha) / b2 * b2) with (1 - alpha) by (field; lra). lra. }
  assert (Y : 2 * d / b1 <= (d + 1) ^ 2). { apply Rmult_le_reg_r with b1; [lra|]. replace (2 * d / b1 * b1) with (2 * d) by (field; lra). lra. }
  assert (Z : 4 * sqrt d / b1 <= 2 * sqrt d / d * (d + 1) ^ 2).
  { replace (4 * sqrt d / b1) with (2 * sqrt d / d * (2 * d / b1)) by (field; lra).
    apply Rmult_le_compat_l; [apply Hquot; lra|exact Y]. }
  assert (V : N * d ^ 2 * (1 - alpha) / b2 <= N * d ^ 2).
  { replace (N * d ^ 2 * (1 - alpha) / b2) with (N * d ^ 2 * ((1 - alpha) / b2)) by (field; lra). rewrite <- (Rmult_1_r (N * d ^ 2)) at 2.
    apply Rmult_le_compat_l; [apply Rmult_le_pos; nra|exact X]. }
  assert (N * d ^ 2 < N * (d + 1) ^ 2) by (apply Rmult_lt_compat_l; [exact HN|nra]). lra.
Qed.

Theorem corollary_1_rest :
  published_sym c d N eps alpha b1 b2 <= published_com c d N eps alpha b1 b2 /\
  published_opt c d N eps <= published_sym c d N eps alpha b1 b2 /\ published_opt c d N eps < published_str c d N eps.
Proof.
  destruct (root_d d Hd) as [R1 [R2 R3]].
  unfold published_com, published_sym, published_opt, published_str.
  assert (P : 4 * sqrt d <= 4 * sqrt d / b1).
  { rewrite <- (Rmult_1_r (4 * sqrt d)) at 1. apply Rmult_le_compat_l; [lra|]. rewrite <- Rinv_1 at 1. apply Rinv_le_contravar; lra. }
  assert (Q : 0 <= N * d * (1 + d) * (1 - alpha) / (2 * b2)).
  { apply Hquot; [|lra]. apply Rmult_le_pos; [|lra]. apply Rmult_le_pos; nra. }
  replace (4 * (sqrt 2 * sqrt d) * c * d * N) with (sqrt 2 * (c * d) * N * (4 * sqrt d)) by ring.
  replace (sqrt 2 * c * d * N) with (sqrt 2 * (c * d) * N) by ring.
  repeat split.
  - apply over_le; [exact He|]. apply Rmult_le_compat_l; [lra|]. apply Rplus_le_compat_r.
    replace (N * d ^ 2 * (1 - alpha) / b2) with (2 * d ^ 2 * (N * (1 - alpha) / (2 * b2))) by (field; lra).
    replace (N * d * (1 + d) * (1 - alpha) / (2 * b2)) with (d * (1 + d) * (N * (1 - alpha) / (2 * b2))) by (field; lra).
    apply Rmult_le_compat_r; [apply Hquot; [apply Rmult_le_pos; lra|lra]|nra].
  - apply over_le; [exact He|]. apply Rmult_le_compat_l; lra.
  - apply over_lt; [exact He|]. apply Rmult_lt_compat_l; [exact Hk|].
    assert (Z : 4 * sqrt d <= 2 * sqrt d / d * (d + 1) ^ 2).
    { replace (4 * sqrt d) with (2 * sqrt d / d * (2 * d)) by (field; lra).
      apply Rmult_le_compat_l; [apply Hquot; lra|nra]. }
    assert (0 < N * (d + 1) ^ 2) by (apply Rmult_lt_0_compat; nra). lra.
Qed.

(* The same order for the corrected bounds. *)
Theorem corrected_order :
  corrected_sym c d N eps alpha b1 b2 b3 <= corrected_com c d N eps alpha b1 b2 b3 /\
  corrected_opt c d N eps <= corrected_sym c d N eps alpha b1 b2 b3 /\ corrected_opt c d N eps < corrected_str c d N eps.
Proof.
  destruct (root_d d Hd) as [R1 [R2 R3]]. destruct root_two as [Hr _].
  unfold corrected_sym, corrected_com, corrected_opt, corrected_str, due.
  assert (Hm : 0 <= sqrt 2 * d * N ^ 2) by (repeat apply Rmult_le_pos; nra).
  assert (Hv : 0 < sqrt 2 * sqrt d * N) by (repeat apply Rmult_lt_0_compat; lra).
  assert (S3 : 0 <= scale_3 eps alpha b3) by (apply Hquot; nra).
  assert (Ss : 0 <= scale_sym c d eps alpha b2).
  { apply Hquot; [|nra]. apply Rmult_le_pos; [lra|]. apply Rmult_le_pos; nra. }
  assert (S1 : scale_1 c d eps 1 <= scale_1 c d eps b1).
  { unfold scale_1. apply Rmult_le_compat_l; [nra|]. apply Rinv_le_contravar; nra. }
  assert (Sc : scale_sym c d eps alpha b2 <= scale_com c d eps alpha b2).
  { unfold scale_sym, scale_com. apply over_le; [nra|]. apply Rmult_le_compat_l; [lra|]. apply Rmult_le_compat_l; nra. }
  assert (S0 : scale_1 c d eps 1 <= scale_str c d eps).
  { unfold scale_1, scale_str. replace (1 * eps) with eps by ring. apply over_le; [exact He|nra]. }
  assert (Sp : 0 < scale_str c d eps). { apply Rdiv_lt_0_compat; [nra|exact He]. }
  assert (M1 : sqrt 2 * sqrt d * N * scale_1 c d eps 1 <= sqrt 2 * sqrt d * N * scale_1 c d eps b1) by (apply Rmult_le_compat_l; lra).
  assert (M2 : sqrt 2 * d * N ^ 2 * scale_sym c d eps alpha b2 <= sqrt 2 * d * N ^ 2 * scale_com c d eps alpha b2)
    by (apply Rmult_le_compat_l; assumption).
  assert (M3 : sqrt 2 * sqrt d * N * scale_1 c d eps 1 <= sqrt 2 * sqrt d * N * scale_str c d eps) by (apply Rmult_le_compat_l; lra).
  assert (M4 : 0 <= sqrt 2 * d * N ^ 2 * scale_sym c d eps alpha b2) by (apply Rmult_le_pos; assumption).
  assert (M5 : 0 <= sqrt 2 * d * N ^ 2 * scale_str c d eps) by (apply Rmult_le_pos; lra).
  repeat split; lra.
Qed.

Theorem corrected_com_below_str : 1 - alpha <= b2 -> 2 * (c * d) <= b1 * (c * d + 1) ^ 2 -> 1 - alpha <= b3 * (c * d + 1) ^ 2 ->
  corrected_com c d N eps alpha b1 b2 b3 < corrected_str c d N eps.
Proof.
  intros Hb2 Hb1 Hb3. destruct (root_d d Hd) as [R1 [R2 R3]]. destruct root_two as [Hr _].
  unfold corrected_com, corrected_str, due.
  assert (Hm : 0 < sqrt 2 * d * N ^ 2) by (repeat apply Rmult_lt_0_compat; nra).
  assert (Hv : 0 < sqrt 2 * sqrt d * N) by (repeat apply Rmult_lt_0_compat; lra).
  assert (T : forall x b, 0 < b -> x <= b * (c * d + 1) ^ 2 -> x / (b * eps) <= scale_str c d eps).
  { intros x b Hb Hx. unfold scale_str. apply Rmult_le_reg_r with (b * eps); [nra|].
    replace (x / (b * eps) * (b * eps)) with x by (field; lra).
    replace ((c ^ 2 * d ^ 2 + 2 * (c * d) + 1) / eps * (b * eps)) with (b * (c * d + 1) ^ 2) by (field; lra). exact Hx. }
  assert (S1 : scale_1 c d eps b1 <= scale_str c d eps) by (apply T; lra).
  assert (S3 : scale_3 eps alpha b3 <= scale_str c d eps) by (apply T; lra).
  assert (S2 : scale_com c d eps alpha b2 < scale_str c d eps).
  { unfold scale_com, scale_str. apply Rmult_lt_reg_r with (b2 * eps); [nra|].
    replace ((1 - alpha) * (c ^ 2 * d ^ 2) / (b2 * eps) * (b2 * eps)) with ((1 - alpha) * (c * d) ^ 2) by (field; lra).
    replace ((c ^ 2 * d ^ 2 + 2 * (c * d) + 1) / eps * (b2 * eps)) with (b2 * (c * d + 1) ^ 2) by (field; lra).
    apply Rle_lt_trans with (b2 * (c * d) ^ 2); [apply Rmult_le_compat_r; [nra|exact Hb2]|apply Rmult_lt_compat_l; nra]. }
  assert (sqrt 2 * d * N ^ 2 * scale_com c d eps alpha b2 < sqrt 2 * d * N ^ 2 * scale_str c d eps) by (apply Rmult_lt_compat_l; assumption).
  assert (sqrt 2 * sqrt d * N * scale_1 c d eps b1 <= sqrt 2 * sqrt d * N * scale_str c d eps) by (apply Rmult_le_compat_l; lra). lra.
Qed.
End Positive.

(* Corollary 1 as printed is false: d = 4, beta_1 = 1/25, beta_2 = 24/25, alpha = c = N = eps = 1.
   Its proof has sqrt(1 / beta_1) where 2 d / beta_1 belongs. *)
Theorem corollary_1_refuted :
  let d := 4 in let b1 := / 25 in let b2 := 24 / 25 in let alpha := 1 in
  1 - b2 <= alpha /\ sqrt (1 / b1) - 1 <= d /\ b1 + b2 <= 1 /\
  published_str 1 d 1 1 = 200 * sqrt 2 /\ published_com 1 d 1 1 alpha b1 b2 = 800 * sqrt 2 /\
  published_str 1 d 1 1 < published_com 1 d 1 1 alpha b1 b2.
Proof.
  simpl. destruct root_two as [H _]. assert (H4 : sqrt 4 = 2) by (replace 4 with (2 * 2) by ring; apply sqrt_square; lra).
  assert (H25 : sqrt (1 / / 25) = 5) by (replace (1 / / 25) with (5 * 5) by field; apply sqrt_square; lra).
  assert (E1 : published_str 1 4 1 1 = 200 * sqrt 2) by (unfold published_str; rewrite H4; field).
  assert (E2 : published_com 1 4 1 1 1 (/ 25) (24 / 25) = 800 * sqrt 2) by (unfold published_com; rewrite H4; field).
  rewrite E1, E2, H25. repeat split; lra.
Qed.
