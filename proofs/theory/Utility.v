(* SPDX-License-Identifier: GPL-3.0-or-later *)
(* dpimf, Theorem 5: the mean excess loss of the perturbed minimiser over the
   ball. M is the mean over everything random, B, b and eta the noise of Eqs.
   (10) and (20), e the error of sampled first-order coefficients. *)
From Coq Require Import Reals Lra Psatz Arith Lia.
From Dpmf Require Import Sums Mean Implicit Bounds.
Open Scope R_scope.

Definition quad (B : nat -> nat -> R) (q : nat -> R) (d : nat) : R := sum (fun j => q j * dot (B j) q d) d.
Definition frob (B : nat -> nat -> R) (d : nat) : R := sum (fun j => sq (B j) d) d.
(* What is added to the loss. *)
Definition added (B : nat -> nat -> R) (b e : nat -> R) (eta lam : R) (q : nat -> R) (d : nat) : R :=
  quad B q d - dot b q d - dot e q d + lam * eta * sq q d.

Lemma quad_square (B : nat -> nat -> R) (q : nat -> R) (d : nat) : quad B q d ^ 2 <= frob B d * sq q d ^ 2.
Proof.
  apply Rle_trans with (1 := dot_square q (fun j => dot (B j) q d) d).
  assert (H : sq (fun j => dot (B j) q d) d <= frob B d * sq q d).
  { unfold frob. rewrite (Rmult_comm _ (sq q d)), <- sum_scale. apply sum_le. intros j _.
    assert (Hj := dot_square (B j) q d). lra. }
  assert (H0 := sq_nonneg q d).
  apply Rle_trans with (sq q d * (frob B d * sq q d)); [apply Rmult_le_compat_l; assumption|lra].
Qed.

(* |x| <= K sqrt F, without the root: for every s > 0. *)
Lemma halves (x F K s : R) : 0 < s -> 0 <= K -> x ^ 2 <= F * K ^ 2 -> x <= K * (s + F / s) / 2.
Proof.
  intros Hs HK H. set (y := K * (s + F / s) / 2).
  assert (Hy : y ^ 2 = F * K ^ 2 + (K * (s - F / s) / 2) ^ 2) by (unfold y; field; lra).
  assert (Hp := pow2_ge_0 (K * (s - F / s) / 2)).
  assert (Hn : 0 <= y).
  { destruct (Req_dec K 0) as [-> |Hne]; [unfold y; lra|].
    assert (0 <= F). { apply Rmult_le_reg_r with (K ^ 2); [nra|]. assert (H0 := pow2_ge_0 x). lra. }
    assert (0 <= F / s) by (apply Rmult_le_pos; [assumption|left; apply Rinv_0_lt_compat; exact Hs]).
    unfold y. assert (0 <= K * (s + F / s)) by (apply Rmult_le_pos; lra). lra. }
  apply Rnot_lt_le. intros Hlt. nra.
Qed.

Lemma added_below (B : nat -> nat -> R) (b e : nat -> R) (eta lam N : R) (q : nat -> R) (d : nat) (s t r : R) :
  0 < s -> 0 < t -> 0 < r -> 0 < lam -> 0 <= N -> sq q d <= N ^ 2 ->
  - added B b e eta lam q d <=
  N ^ 2 * (s + frob B d / s) / 2 + N * (t + sq b d / t) / 2 + N * (r + sq e d / r) / 2 + lam * N ^ 2 * (Rabs eta - eta) / 2.
Proof.
  intros Hs Ht Hr Hl HN Hq. assert (H0 := sq_nonneg q d). unfold added.
  assert (HF : 0 <= frob B d) by (apply sum_nonneg; intros j; apply sq_nonneg).
  assert (A : - quad B q d <= N ^ 2 * (s + frob B d / s) / 2).
  { apply halves; [exact Hs|apply pow2_ge_0|]. assert (H := quad_square B q d).
    assert (sq q d ^ 2 <= (N ^ 2) ^ 2) by nra.
    assert (frob B d * sq q d ^ 2 <= frob B d * (N ^ 2) ^ 2) by (apply Rmult_le_compat_l; assumption). nra. }
  assert (V : forall x, dot x q d ^ 2 <= sq x d * N ^ 2).
  { intros x. apply Rle_trans with (1 := dot_square x q d). apply Rmult_le_compat_l; [apply sq_nonneg|exact Hq]. }
  assert (X := halves _ _ _ t Ht HN (V b)). assert (Y := halves _ _ _ r Hr HN (V e)).
  assert (Z : - (lam * eta * sq q d) <= lam * N ^ 2 * (Rabs eta - eta) / 2).
  { assert (Hlq : 0 <= lam * sq q d <= lam * N ^ 2) by (split; [apply Rmult_le_pos; lra|apply Rmult_le_compat_l; lra]).
    unfold Rabs. destruct (Rcase_abs eta); nra. }
  lra.
Qed.

Lemma root_of_bound (x y k m : R) : 0 <= k -> 0 <= m -> (forall s, 0 < s -> x <= y + k * (s + m ^ 2 / s) / 2) -> x <= y + k * m.
Proof.
  intros Hk [Hm| <-] H.
  - specialize (H m Hm). replace (k * (m + m ^ 2 / m) / 2) with (k * m) in H by (field; lra). exact H.
  - apply Rnot_lt_le. intros Hlt. destruct Hk as [Hk| <-].
    + assert (Hs : 0 < (x - y) / k) by (apply Rdiv_lt_0_compat; lra). specialize (H _ Hs).
      replace (k * ((x - y) / k + 0 ^ 2 / ((x - y) / k)) / 2) with ((x - y) / 2) in H by (field; lra). lra.
    + specialize (H 1 Rlt_0_1). lra.
Qed.

Section Bound.
Variables (T : Type) (M : mean T) (d : nat) (N lam t2 t1 t3 V : R).
Variables (B : T -> nat -> nat -> R) (b e : T -> nat -> R) (eta : T -> R).
Hypothesis HN : 0 <= N.
Hypothesis Hl : 0 < lam.
Hypothesis H2 : 0 <= t2.
Hypothesis H1 : 0 <= t1.
Hypothesis HV : 0 <= V.
(* Of the matrix only the law of each entry: whether it is symmetric does not matter here. *)
Hypothesis HB : forall j l, (j < d)%nat -> (l < d)%nat -> moments M (fun w => B w j l) t2.
Hypothesis Hb : forall j, (j < d)%nat -> moments M (fun w => b w j) t1.
Hypothesis Heta : moments M eta t3.
Hypothesis He : forall j, (j < d)%nat -> M (fun w => e w j) 0.
Hypothesis He2 : M (fun w => sq (e w) d) V.

Lemma of_dot (x : T -> nat -> R) (q : nat -> R) : (forall j, (j < d)%nat -> M (fun w => x w j) 0) ->
  M (fun w => dot (x w) q d) 0.
Proof.
  intros Hx. assert (E : sum (fun _ => 0) d = 0) by (rewrite sum_const; ring). rewrite <- E.
  apply (of_sum T M (fun j w => x w j * q j)). intros j Hj.
  apply (of_ext _ M _ _ _ _ (of_scale M (q j) _ _ (Hx j Hj))); [intros; ring|ring].
Qed.

Lemma added_mean (q : nat -> R) : M (fun w => added (B w) (b w) (e w) (eta w) lam q d) 0.
Proof.
  assert (HQ : M (fun w => quad (B w) q d) 0).
  { assert (E : sum (fun _ => 0) d = 0) by (rewrite sum_const; ring). rewrite <- E.
    apply (of_sum T M (fun j w => q j * dot (B w j) q d)). intros j Hj.
    apply (of_ext _ M _ _ _ _ (of_scale M (q j) _ _ (of_dot (fun w => B w j) q (fun l Hlt => proj1 (HB j l Hj Hlt)))));
      [reflexivity|ring]. }
  assert (HD := of_scale M (-1) _ _ (of_dot b q (fun j Hj => proj1 (Hb j Hj)))).
  assert (HE := of_scale M (-1) _ _ (of_dot e q He)).
  assert (HR := of_scale M (lam * sq q d) _ _ (proj1 Heta)).
  apply (of_ext _ M _ _ _ _ (of_plus M _ _ _ _ (of_plus M _ _ _ _ (of_plus M _ _ _ _ HQ HD) HE) HR)); [|ring].
  intros w. unfold added. ring.
Qed.

Lemma frob_mean : M (fun w => frob (B w) d) (2 * INR d ^ 2 * t2 ^ 2).
Proof.
  replace (2 * INR d ^ 2 * t2 ^ 2) with (sum (fun _ => 2 * INR d * t2 ^ 2) d) by (rewrite sum_const; ring).
  apply (of_sum T M (fun j w => sq (B w j) d)). intros j Hj. apply mean_square. intros l Hlt. apply HB; assumption.
Qed.

(* The loss perturbed may be another than the one that gap is taken of: `extra`. *)
Variables (q : nat -> R) (qbar : T -> nat -> R) (gap : T -> R) (extra g : R).
Hypothesis Hin : forall w, sq (qbar w) d <= N ^ 2.
Hypothesis Hgap : forall w, gap w <= added (B w) (b w) (e w) (eta w) lam q d
                                     - added (B w) (b w) (e w) (eta w) lam (qbar w) d + extra.
Hypothesis Hg : M gap g.

Theorem mean_excess : g <= extra + N ^ 2 * (sqrt 2 * INR d * t2) + N * (sqrt 2 * sqrt (INR d) * t1) + N * sqrt V
                           + lam * N ^ 2 * t3 / 2.
Proof.
  destruct root_two as [R0 [R1 _]]. assert (Hd := pos_INR d). assert (Hrd := sqrt_pos (INR d)).
  assert (Hdd : sqrt (INR d) * sqrt (INR d) = INR d) by (apply sqrt_sqrt; exact Hd).
  assert (HVV : sqrt V * sqrt V = V) by (apply sqrt_sqrt; exact HV).
  assert (All : forall s t r, 0 < s -> 0 < t -> 0 < r ->
    g <= extra + N ^ 2 * (s + (sqrt 2 * INR d * t2) ^ 2 / s) / 2 + N * (t + (sqrt 2 * sqrt (INR d) * t1) ^ 2 / t) / 2
         + N * (r + sqrt V ^ 2 / r) / 2 + lam * N ^ 2 * t3 / 2).
  { intros s t r Hs Ht Hr. destruct Heta as [E0 [_ E1]].
    assert (K2 := of_plus M _ _ _ _ (of_const M (N ^ 2 * s / 2)) (of_scale M (N ^ 2 / s / 2) _ _ frob_mean)).
    assert (K1 := of_plus M _ _ _ _ (of_const M (N * t / 2)) (of_scale M (N / t / 2) _ _ (mean_square T M b d t1 Hb))).
    assert (K0 := of_plus M _ _ _ _ (of_const M (N * r / 2)) (of_scale M (N / r / 2) _ _ He2)).
    assert (K3 := of_plus M _ _ _ _ (of_scale M (lam * N ^ 2 / 2) _ _ E1) (of_scale M (- (lam * N ^ 2 / 2)) _ _ E0)).
    assert (K := of_plus M _ _ _ _ (of_plus M _ _ _ _ (of_plus M _ _ _ _ (of_plus M _ _ _ _ K2 K1) K0) K3)
                                   (of_plus M _ _ _ _ (added_mean q) (of_const M extra))).
    assert (X : (sqrt 2 * INR d * t2) ^ 2 = 2 * INR d ^ 2 * t2 ^ 2).
    { replace ((sqrt 2 * INR d * t2) ^ 2) with (sqrt 2 * sqrt 2 * INR d ^ 2 * t2 ^ 2) by ring. rewrite R1. ring. }
    assert (Y : (sqrt 2 * sqrt (INR d) * t1) ^ 2 = 2 * INR d * t1 ^ 2).
    { replace ((sqrt 2 * sqrt (INR d) * t1) ^ 2) with (sqrt 2 * sqrt 2 * (sqrt (INR d) * sqrt (INR d)) * t1 ^ 2) by ring.
      rewrite R1, Hdd. ring. }
    assert (Z : sqrt V ^ 2 = V) by (replace (sqrt V ^ 2) with (sqrt V * sqrt V) by ring; exact HVV).
    rewrite X, Y, Z. eapply Rle_trans; [apply (of_le M _ _ _ _ Hg K)|].
    - intros w. assert (H := added_below (B w) (b w) (e w) (eta w) lam N (qbar w) d s t r Hs Ht Hr Hl HN (Hin w)).
      assert (G := Hgap w). simpl. fold (sq (b w) d).
      replace (N ^ 2 * s / 2 + N ^ 2 / s / 2 * frob (B w) d) with (N ^ 2 * (s + frob (B w) d / s) / 2) by (field; lra).
      replace (N * t / 2 + N / t / 2 * sq (b w) d) with (N * (t + sq (b w) d / t) / 2) by (field; lra).
      replace (N * r / 2 + N / r / 2 * sq (e w) d) with (N * (r + sq (e w) d / r) / 2) by (field; lra). lra.
    - right. field. lra. }
  set (u := sqrt 2 * INR d * t2) in *. set (v := sqrt 2 * sqrt (INR d) * t1) in *.
  assert (Hu : 0 <= u) by (unfold u; repeat apply Rmult_le_pos; lra).
  assert (Hv : 0 <= v) by (unfold v; repeat apply Rmult_le_pos; lra).
  assert (HN2 := pow2_ge_0 N). assert (HsV := sqrt_pos V).
  assert (A : forall t r, 0 < t -> 0 < r -> g <= extra + N * (t + v ^ 2 / t) / 2 + N * (r + sqrt V ^ 2 / r) / 2
                                               + lam * N ^ 2 * t3 / 2 + N ^ 2 * u).
  { intros t r Ht Hr. apply root_of_bound; [exact HN2|exact Hu|]. intros s Hs. specialize (All s t r Hs Ht Hr). lra. }
  assert (A' : forall r, 0 < r -> g <= extra + N * (r + sqrt V ^ 2 / r) / 2 + lam * N ^ 2 * t3 / 2 + N ^ 2 * u + N * v).
  { intros r Hr. apply root_of_bound; [exact HN|exact Hv|]. intros t Ht. specialize (A t r Ht Hr). lra. }
  assert (A'' : g <= extra + lam * N ^ 2 * t3 / 2 + N ^ 2 * u + N * v + N * sqrt V); [|lra].
  apply root_of_bound; [exact HN|exact HsV|]. intros r Hr. specialize (A' r Hr). lra.
Qed.
End Bound.

(* Weight 1/w' of a record drawn with probability 1/w': the mean square of gamma w' - 1. *)
Theorem sampling_variance (w : R) : 0 < w -> / w * (w - 1) + (1 - / w) * -1 = 0 /\ / w * (w - 1) ^ 2 + (1 - / w) * (-1) ^ 2 = w - 1.
Proof. intros Hw. split; field; lra. Qed.

(* The four schemes. qs minimises Eq. (13), qbar the perturbed loss over the ball of
   radius N = sqrt(1 / lam); g is the mean of L(qbar) - L(qs). *)
Section Schemes.
Variables (T : Type) (M : mean T) (alpha N c eps b1 b2 b3 : R) (p : nat -> nat -> R) (pos : nat -> bool) (n d : nat).
Variables (B : T -> nat -> nat -> R) (b : T -> nat -> R) (eta : T -> R) (qs : nat -> R) (qbar : T -> nat -> R) (g : R).
Hypothesis Ha : 0 <= alpha <= 1.
Hypothesis HN : 0 < N.
Hypothesis Hc : 0 < c.
Hypothesis He : 0 < eps.
Hypothesis H1 : 0 < b1.
Hypothesis H2 : 0 < b2.
Hypothesis H3 : 0 < b3.
Hypothesis Hp : forall u j, (u < n)%nat -> (j < d)%nat -> Rabs (p u j) <= c.
Notation lam := (1 / N ^ 2).
Notation L := (loss alpha lam p pos n d).
Notation LO := (loss_original alpha lam p pos n d).
Notation none := (fun _ : nat => 0).
Hypothesis Hqs : sq qs d <= N ^ 2.
Hypothesis Hqbar : forall w, sq (qbar w) d <= N ^ 2.
Hypothesis Hg : M (fun w => L (qbar w) - L qs) g.

Let Hlam : 0 < lam.
Proof. apply Rdiv_lt_0_compat; nra. Qed.
Let Hcd : 0 <= c * INR d.
Proof. apply Rmult_le_pos; [lra|apply pos_INR]. Qed.

Definition entries (t2 t1 t3 : R) : Prop :=
  (forall j l, (j < d)%nat -> (l < d)%nat -> moments M (fun w => B w j l) t2) /\
  (forall j, (j < d)%nat -> moments M (fun w => b w j) t1) /\ moments M eta t3.

Lemma excess (t2 t1 t3 V extra : R) (e : T -> nat -> R) : 0 <= t2 -> 0 <= t1 -> 0 <= V -> entries t2 t1 t3 ->
  (forall j, (j < d)%nat -> M (fun w => e w j) 0) -> M (fun w => sq (e w) d) V ->
  (forall w, L (qbar w) - L qs <= added (B w) (b w) (e w) (eta w) lam qs d
                                  - added (B w) (b w) (e w) (eta w) lam (qbar w) d + extra) ->
  g <= extra + due (INR d) N t1 t2 t3 + N * sqrt V.
Proof.
  intros T2 T1 HV [HB [Hb Heta]] E0 E2 H. unfold due.
  assert (X := mean_excess T M d N lam t2 t1 t3 V B b e eta (Rlt_le _ _ HN) Hlam T2 T1 HV HB Hb Heta E0 E2 qs qbar _ extra g Hqbar H Hg).
  replace (lam * N ^ 2 * t3 / 2) with (t3 / 2) in X by (field; lra). lra.
Qed.

Lemma no_error : (forall j, (j < d)%nat -> M (fun _ => none j) 0) /\ M (fun _ => sq none d) 0.
Proof.
  split; [intros; apply of_const|]. apply (of_ext _ M (fun _ => 0) _ 0); [apply of_const| |reflexivity].
  intros _. symmetry. apply dot_zero.
Qed.

Let from_minimum (F : (nat -> R) -> R) (e : nat -> R) (w : T) :
  F (qbar w) + added (B w) (b w) e (eta w) lam (qbar w) d <= F qs + added (B w) (b w) e (eta w) lam qs d ->
  F (qbar w) - F qs <= added (B w) (b w) e (eta w) lam qs d - added (B w) (b w) e (eta w) lam (qbar w) d + 0.
Proof. intros H. lra. Qed.

Let quotient (x y : R) : 0 <= x -> 0 < y -> 0 <= x / y.
Proof. intros Hx Hy. apply Rmult_le_pos; [exact Hx|apply Rlt_le, Rinv_0_lt_compat; exact Hy]. Qed.
Let scale_1_pos (beta : R) : 0 < beta -> 0 <= scale_1 c (INR d) eps beta.
Proof. intros Hb. apply quotient; [nra|apply Rmult_lt_0_compat; assumption]. Qed.

(* str: one Delta for everything, and Eq. (6) perturbed, not Eq. (13). *)
Theorem str_corrected : entries (scale_str c (INR d) eps) (scale_str c (INR d) eps) (scale_str c (INR d) eps) ->
  (forall w, LO (qbar w) + added (B w) (b w) none (eta w) lam (qbar w) d <= LO qs + added (B w) (b w) none (eta w) lam qs d) ->
  g <= corrected_str c (INR d) N eps + alpha * ones pos n * N ^ 2 * (lam + INR d * c ^ 2).
Proof.
  intros HE Hmin. destruct no_error as [E0 E2].
  assert (S : 0 <= scale_str c (INR d) eps) by (apply quotient; [nra|exact He]).
  assert (X := excess _ _ _ 0 (alpha * ones pos n * N ^ 2 * (lam + INR d * c ^ 2)) (fun _ => none) S S (Rle_refl 0) HE E0 E2).
  rewrite sqrt_0 in X. unfold corrected_str. eapply Rle_trans; [apply X|lra]. intros w.
  assert (P := original_is_more alpha lam p pos n d (qbar w)). assert (Q := original_is_more alpha lam p pos n d qs).
  destruct (losses_apart alpha lam c N p pos n d Ha Hlam (Rlt_le _ _ Hc) Hp qs Hqs) as [_ D1].
  assert (D2 := apart_nonneg alpha lam p pos n d Ha Hlam (qbar w)). specialize (Hmin w). lra.
Qed.

(* str judged by Eq. (6) itself. *)
Theorem str_corrected_original (h : R) : entries (scale_str c (INR d) eps) (scale_str c (INR d) eps) (scale_str c (INR d) eps) ->
  (forall w, LO (qbar w) + added (B w) (b w) none (eta w) lam (qbar w) d <= LO qs + added (B w) (b w) none (eta w) lam qs d) ->
  M (fun w => LO (qbar w) - LO qs) h -> h <= corrected_str c (INR d) N eps.
Proof.
  intros [HB [Hb Heta]] Hmin Hh. destruct no_error as [E0 E2].
  assert (S : 0 <= scale_str c (INR d) eps) by (apply quotient; [nra|exact He]).
  assert (X := mean_excess T M d N lam _ _ _ 0 B b (fun _ => none) eta (Rlt_le _ _ HN) Hlam S S (Rle_refl 0) HB Hb Heta E0 E2 qs qbar
                 _ 0 h Hqbar (fun w => from_minimum LO none w (Hmin w)) Hh).
  rewrite sqrt_0 in X. unfold corrected_str, due.
  replace (lam * N ^ 2 * scale_str c (INR d) eps / 2) with (scale_str c (INR d) eps / 2) in X by (field; lra). lra.
Qed.

Hypothesis Hmin : forall w, L (qbar w) + added (B w) (b w) none (eta w) lam (qbar w) d <= L qs + added (B w) (b w) none (eta w) lam qs d.

Theorem com_corrected : entries (scale_com c (INR d) eps alpha b2) (scale_1 c (INR d) eps b1) (scale_3 eps alpha b3) ->
  g <= corrected_com c (INR d) N eps alpha b1 b2 b3.
Proof.
  intros HE. destruct no_error as [E0 E2].
  assert (S : 0 <= scale_com c (INR d) eps alpha b2) by (apply quotient; [apply Rmult_le_pos; nra|apply Rmult_lt_0_compat; assumption]).
  assert (X := excess _ _ _ 0 0 (fun _ => none) S (scale_1_pos b1 H1) (Rle_refl 0) HE E0 E2 (fun w => from_minimum L none w (Hmin w))).
  rewrite sqrt_0 in X. unfold corrected_com. lra.
Qed.

Theorem sym_corrected : entries (scale_sym c (INR d) eps alpha b2) (scale_1 c (INR d) eps b1) (scale_3 eps alpha b3) ->
  g <= corrected_sym c (INR d) N eps alpha b1 b2 b3.
Proof.
  intros HE. destruct no_error as [E0 E2]. assert (Hd := pos_INR d).
  assert (S : 0 <= scale_sym c (INR d) eps alpha b2).
  { apply quotient; [|apply Rmult_lt_0_compat; assumption]. apply Rmult_le_pos; [lra|]. apply Rmult_le_pos; nra. }
  assert (X := excess _ _ _ 0 0 (fun _ => none) S (scale_1_pos b1 H1) (Rle_refl 0) HE E0 E2 (fun w => from_minimum L none w (Hmin w))).
  rewrite sqrt_0 in X. unfold corrected_sym. lra.
Qed.

(* opt without sampling: alpha = 1, no noise but b's. *)
Theorem opt_corrected : entries 0 (scale_1 c (INR d) eps 1) 0 -> g <= corrected_opt c (INR d) N eps.
Proof.
  intros HE. destruct no_error as [E0 E2].
  assert (X := excess _ _ _ 0 0 (fun _ => none) (Rle_refl 0) (scale_1_pos 1 Rlt_0_1) (Rle_refl 0) HE E0 E2 (fun w => from_minimum L none w (Hmin w))).
  rewrite sqrt_0 in X. unfold corrected_opt. lra.
Qed.
End Schemes.

(* opt with sampling: at alpha = 1 the second-order coefficients do not depend on the sample; the first-order ones
   have an error e of mean 0 and mean square V, 4 sum over U_i of (w - 1) ||p_u||^2. t1 is the noise's scale. *)
Theorem opt_sampled_corrected (T : Type) (M : mean T) (alpha N t1 V : R) (p : nat -> nat -> R) (pos : nat -> bool) (n d : nat)
    (b e : T -> nat -> R) (qs : nat -> R) (qbar : T -> nat -> R) (g : R) :
  0 < N -> 0 <= t1 -> 0 <= V -> (forall w, sq (qbar w) d <= N ^ 2) ->
  (forall j, (j < d)%nat -> moments M (fun w => b w j) t1) ->
  (forall j, (j < d)%nat -> M (fun w => e w j) 0) -> M (fun w => sq (e w) d) V ->
  let L := loss alpha (1 / N ^ 2) p pos n d in
  (forall w, L (qbar w) - dot (b w) (qbar w) d - dot (e w) (qbar w) d <= L qs - dot (b w) qs d - dot (e w) qs d) ->
  M (fun w => L (qbar w) - L qs) g -> g <= due (INR d) N t1 0 0 + N * sqrt V.
Proof.
  intros HN H1 HV Hq Hb E0 E2 L Hmin Hg. unfold due.
  assert (Hlam : 0 < 1 / N ^ 2) by (apply Rdiv_lt_0_compat; nra).
  assert (Z : forall q, quad (fun _ _ => 0) q d = 0).
  { intros q. unfold quad. rewrite (sum_ext _ (fun _ => 0)); [rewrite sum_const; ring|]. intros j _.
    unfold dot. rewrite (sum_ext _ (fun _ => 0)) by (intros; ring). rewrite sum_const. ring. }
  assert (X := mean_excess T M d N (1 / N ^ 2) 0 t1 0 V (fun _ _ _ => 0) b e (fun _ => 0) (Rlt_le _ _ HN) Hlam (Rle_refl 0) H1 HV
                 (fun _ _ _ _ => no_noise T M) Hb (no_noise T M) E0 E2 qs qbar (fun w => L (qbar w) - L qs) 0 g Hq).
  assert (Y : forall w, L (qbar w) - L qs <= added (fun _ _ => 0) (b w) (e w) 0 (1 / N ^ 2) qs d
                                            - added (fun _ _ => 0) (b w) (e w) 0 (1 / N ^ 2) (qbar w) d + 0).
  { intros w. unfold added. rewrite !Z. specialize (Hmin w). lra. }
  specialize (X Y Hg). lra.
Qed.
