(* SPDX-License-Identifier: GPL-3.0-or-later *)
(* hdpmf, Theorem 3: h ~ Exp(1), c ~ N(0, 1) independent; then b sqrt(2 h) c is
   Laplace(b). Given h it is normal with variance 2 b^2 h, so the statement is an
   integral over h, and it is evaluated here. *)
From Coq Require Import Reals Lra Psatz.
From Coquelicot Require Import Coquelicot.
From Dpmf Require Import Sums Sensitivity Laplace Gauss Halfline.
Open Scope R_scope.

(* The normal density of variance v: exp(-x^2 / (2 v)) over its own integral,
   which is sqrt(2 v) times 2 L, L the integral of exp(-t^2) over t > 0. *)
Definition normal (v x : R) : R := exp (- (x * x) / (2 * v)) / (sqrt (2 * v) * (2 * L)).
Definition mixture (b h x : R) : R := exp (- h) * normal (2 * (b * b) * h) x.

(* An antiderivative in h, up to the factor 4 b L, with a = |x| / (2 b). *)
Definition G (a h : R) : R :=
  exp (2 * a) * E (1 * sqrt h + a / sqrt h) + exp (- (2 * a)) * E (1 * sqrt h - a / sqrt h).

Lemma root_derive (p q h : R) : 0 < h ->
  is_derive (fun h => p * sqrt h + q / sqrt h) h ((p - q / h) / (2 * sqrt h)).
Proof.
  intros Hh. assert (Hs : 0 < sqrt h) by (apply sqrt_lt_R0; exact Hh).
  assert (Hq : sqrt h * sqrt h = h) by (apply sqrt_sqrt; lra).
  auto_derive; [repeat split; lra|].
  replace (q / h) with (q / (sqrt h * sqrt h)) by (rewrite Hq; reflexivity). field. lra.
Qed.

Lemma bell_sum (a h : R) : 0 < h ->
  exp (2 * a) * bell (1 * sqrt h + a / sqrt h) = exp (- h - a * a / h).
Proof.
  intros Hh. assert (Hs : 0 < sqrt h) by (apply sqrt_lt_R0; exact Hh).
  assert (Hq : sqrt h * sqrt h = h) by (apply sqrt_sqrt; lra).
  unfold bell. rewrite <- exp_plus. f_equal.
  replace (- h - a * a / h) with (- (sqrt h * sqrt h) - a * a / (sqrt h * sqrt h)) by (rewrite Hq; reflexivity).
  field. lra.
Qed.

Lemma G_derive (a h : R) : 0 < h -> is_derive (G a) h (exp (- h - a * a / h) / sqrt h).
Proof.
  intros Hh. assert (Hs : 0 < sqrt h) by (apply sqrt_lt_R0; exact Hh).
  unfold G.
  assert (H1 := is_derive_comp E _ h _ _ (E_derive _) (root_derive 1 a h Hh)).
  assert (H2 := is_derive_comp E _ h _ _ (E_derive _) (root_derive 1 (- a) h Hh)).
  assert (H3 := is_derive_plus _ _ h _ _ (is_derive_scal _ h (exp (2 * a)) _ H1)
                                       (is_derive_scal _ h (exp (- (2 * a))) _ H2)).
  assert (B1 := bell_sum a h Hh). assert (B2 := bell_sum (- a) h Hh).
  replace (2 * - a) with (- (2 * a)) in B2 by ring. replace (- a * - a) with (a * a) in B2 by ring.
  evar_last.
  - apply (is_derive_ext _ _ h _) with (2 := H3). intros t. unfold plus; simpl.
    replace (- a / sqrt t) with (- (a / sqrt t)) by (unfold Rdiv; ring). reflexivity.
  - unfold plus, scal; simpl; unfold mult; simpl.
    transitivity ((exp (2 * a) * bell (1 * sqrt h + a / sqrt h)) * ((1 - a / h) / (2 * sqrt h)) +
                  (exp (- (2 * a)) * bell (1 * sqrt h + - a / sqrt h)) * ((1 - - a / h) / (2 * sqrt h))).
    + ring.
    + rewrite B1, B2. field. lra.
Qed.

Lemma G_at_infinity (a : R) : 0 <= a -> filterlim (G a) toward_infinity (locally ((exp (2 * a) + exp (- (2 * a))) * L)).
Proof.
  intros Ha. rewrite Rmult_plus_distr_r.
  exact (limit_sum _ _ _ _ _ (limit_scale _ _ _ _ (limit_E _ _ (sum_grows 1 a Rlt_0_1 Ha)))
                             (limit_scale _ _ _ _ (limit_E _ _ (difference_grows 1 a Rlt_0_1 Ha)))).
Qed.

Lemma G_at_zero (a : R) : 0 <= a -> filterlim (G a) toward_zero (locally ((exp (2 * a) - exp (- (2 * a))) * L)).
Proof.
  intros [Ha|Ha].
  - replace ((exp (2 * a) - exp (- (2 * a))) * L) with (exp (2 * a) * L + exp (- (2 * a)) * - L) by ring.
    exact (limit_sum _ _ _ _ _ (limit_scale _ _ _ _ (limit_E _ _ (sum_grows_at_zero 1 a Rle_0_1 Ha)))
                               (limit_scale _ _ _ _ (limit_E_minus _ _ (difference_falls_at_zero 1 a Rle_0_1 Ha)))).
  - subst a. rewrite Rmult_0_r, Ropp_0. replace ((exp 0 - exp 0) * L) with (2 * E 0) by (rewrite E_0; ring).
    apply filterlim_ext with (fun h => 2 * E (sqrt h)).
    { intros h. unfold G. rewrite Rmult_0_r, Ropp_0, exp_0. unfold Rdiv.
      replace (1 * sqrt h + 0 * / sqrt h) with (sqrt h) by ring.
      replace (1 * sqrt h - 0 * / sqrt h) with (sqrt h) by ring. ring. }
    refine (limit_scale _ _ _ _ _). apply (filterlim_comp _ _ _ sqrt E _ (locally 0)).
    + intros P [e He]. apply near_zero with (e * e); [destruct e as [e0 H0]; simpl; nra|].
      intros h Hh. apply He. destruct (root_below e h (cond_pos e) Hh) as [H0 H1].
      change (Rabs (sqrt h - 0) < e). rewrite Rminus_0_r, Rabs_pos_eq; lra.
    + apply (ex_derive_continuous E). eexists. apply E_derive.
Qed.

Theorem mixture_is_laplace (b x : R) : 0 < b ->
  is_RInt_gen (fun h => mixture b h x) toward_zero toward_infinity (laplace b x).
Proof.
  intros Hb. assert (HL := L_pos). set (a := Rabs x / (2 * b)).
  assert (Ha : 0 <= a) by (apply Rle_mult_inv_pos; [apply Rabs_pos|lra]).
  assert (Hxx : a * a = x * x / (4 * (b * b))).
  { unfold a. assert (Rabs x * Rabs x = x * x) by (rewrite <- Rabs_mult; apply Rabs_pos_eq; nra).
    replace (Rabs x / (2 * b) * (Rabs x / (2 * b))) with (Rabs x * Rabs x / (4 * (b * b))) by (field; lra).
    rewrite H. reflexivity. }
  set (c := / (4 * b * L)).
  replace (laplace b x) with (c * ((exp (2 * a) + exp (- (2 * a))) * L) - c * ((exp (2 * a) - exp (- (2 * a))) * L)).
  2: { unfold laplace, c. replace (- Rabs x / b) with (- (2 * a)) by (unfold a; field; lra). field. lra. }
  apply (integral (fun h => c * G a h)).
  - intros h Hh. assert (Hs : 0 < sqrt h) by (apply sqrt_lt_R0; exact Hh).
    evar_last; [apply is_derive_scal, (G_derive a h Hh)|].
    unfold mixture, normal, c.
    replace (2 * (2 * (b * b) * h)) with ((2 * b) * (2 * b) * h) by ring.
    rewrite sqrt_mult_alt, sqrt_square by nra.
    replace (exp (- h - a * a / h)) with (exp (- h) * exp (- (x * x) / (2 * b * (2 * b) * h))).
    + field. repeat split; lra.
    + rewrite <- exp_plus. f_equal. rewrite Hxx. field. lra.
  - intros h Hh. apply (ex_derive_continuous (fun h => mixture b h x)). unfold mixture, normal.
    assert (0 < 2 * (2 * (b * b) * h)) by (apply Rmult_lt_0_compat; [lra|apply Rmult_lt_0_compat; nra]).
    assert (0 < sqrt (2 * (2 * (b * b) * h))) by (apply sqrt_lt_R0; assumption).
    auto_derive. repeat split; try lra; nra.
  - exact (limit_scale _ _ _ _ (G_at_zero a Ha)).
  - exact (limit_scale _ _ _ _ (G_at_infinity a Ha)).
Qed.
