(* SPDX-License-Identifier: GPL-3.0-or-later *)
(* View server, K = 1. Given h the noise is normal with standard deviation
   sigma = b sqrt(2 h), and for values D apart the normal mechanism has exactly
     delta(eps | h) = Phi(m / 2 - eps / m) - exp(eps) Phi(- m / 2 - eps / m),  m = D / sigma
   (Balle and Wang 2018, Theorem 8: cited). The recommender sees h beside the
   noisy value, so its delta(eps) is the mean over h ~ Exp(1), evaluated here. *)
From Coq Require Import Reals Lra Psatz.
From Coquelicot Require Import Coquelicot.
From Dpmf Require Import Gauss Halfline Mixture KnownH.
Open Scope R_scope.

Definition Phi (z : R) : R := / 2 + E (z / sqrt 2) / (2 * L).
Definition delta_normal (m eps : R) : R := Phi (m / 2 - eps / m) - exp eps * Phi (- m / 2 - eps / m).

(* delta_normal in s = sqrt(h): a = e0 / 4, c = eps / e0, so that 4 a c = eps. *)
Definition Q (a c h : R) : R :=
  / 2 - E (c * sqrt h - a / sqrt h) / (2 * L) - exp (4 * (a * c)) * (/ 2 - E (c * sqrt h + a / sqrt h) / (2 * L)).
Definition S (a p h : R) : R :=
  exp (- (2 * (a * p))) * E (p * sqrt h - a / sqrt h) - exp (2 * (a * p)) * E (p * sqrt h + a / sqrt h).
Definition H (a c p h : R) : R := - 1 * (exp (- h) * Q a c h) + - (exp (2 * (a * c)) / (2 * L)) * S a p h.

Lemma bell_shifted (p q h : R) : 0 < h ->
  bell (p * sqrt h + q / sqrt h) = exp (- (p * p * h) - q * q / h) * exp (- (2 * (q * p))).
Proof.
  intros Hh. assert (Hs : 0 < sqrt h) by (apply sqrt_lt_R0; exact Hh).
  assert (Hq : sqrt h * sqrt h = h) by (apply sqrt_sqrt; lra).
  unfold bell. rewrite <- exp_plus. f_equal.
  replace (- (p * p * h) - q * q / h) with (- (p * p * (sqrt h * sqrt h)) - q * q / (sqrt h * sqrt h)) by (rewrite Hq; reflexivity).
  field. lra.
Qed.

Lemma E_path_plus (p q h : R) : 0 < h ->
  is_derive (fun h => E (p * sqrt h + q / sqrt h)) h
    ((p - q / h) / (2 * sqrt h) * (exp (- (p * p * h) - q * q / h) * exp (- (2 * (q * p))))).
Proof.
  intros Hh. rewrite <- bell_shifted by exact Hh.
  exact (is_derive_comp E _ h _ _ (E_derive _) (root_derive p q h Hh)).
Qed.

Lemma E_path_minus (p q h : R) : 0 < h ->
  is_derive (fun h => E (p * sqrt h - q / sqrt h)) h
    ((p + q / h) / (2 * sqrt h) * (exp (- (p * p * h) - q * q / h) * exp (2 * (q * p)))).
Proof.
  intros Hh. assert (D := E_path_plus p (- q) h Hh).
  replace (- q * - q) with (q * q) in D by ring. replace (- (2 * (- q * p))) with (2 * (q * p)) in D by ring.
  replace (p - - q / h) with (p + q / h) in D by (field; lra).
  apply (is_derive_ext _ _ h _) with (2 := D). intros t.
  replace (- q / sqrt t) with (- (q / sqrt t)) by (unfold Rdiv; ring). reflexivity.
Qed.

Lemma exp_cancel (x : R) : exp (- x) * exp x = 1.
Proof. rewrite <- exp_plus, Rplus_opp_l. apply exp_0. Qed.

Lemma H_derive (a c p h : R) : 0 < h -> p * p = 1 + c * c -> is_derive (H a c p) h (exp (- h) * Q a c h).
Proof.
  intros Hh Hp. assert (HL := L_pos).
  assert (Hs : 0 < sqrt h) by (apply sqrt_lt_R0; exact Hh).
  assert (Dq1 := E_path_minus c a h Hh). assert (Dq2 := E_path_plus c a h Hh).
  assert (Ds1 := E_path_minus p a h Hh). assert (Ds2 := E_path_plus p a h Hh).
  set (e1 := fun h => E (c * sqrt h - a / sqrt h)) in *. set (e2 := fun h => E (c * sqrt h + a / sqrt h)) in *.
  set (e3 := fun h => E (p * sqrt h - a / sqrt h)) in *. set (e4 := fun h => E (p * sqrt h + a / sqrt h)) in *.
  set (d1 := (c + a / h) / (2 * sqrt h) * (exp (- (c * c * h) - a * a / h) * exp (2 * (a * c)))) in *.
  set (d2 := (c - a / h) / (2 * sqrt h) * (exp (- (c * c * h) - a * a / h) * exp (- (2 * (a * c))))) in *.
  set (d3 := (p + a / h) / (2 * sqrt h) * (exp (- (p * p * h) - a * a / h) * exp (2 * (a * p)))) in *.
  set (d4 := (p - a / h) / (2 * sqrt h) * (exp (- (p * p * h) - a * a / h) * exp (- (2 * (a * p))))) in *.
  assert (Hd : is_derive (H a c p) h
    (- 1 * (- exp (- h) * Q a c h + exp (- h) * (- d1 / (2 * L) + exp (4 * (a * c)) * (d2 / (2 * L)))) +
     - (exp (2 * (a * c)) / (2 * L)) * (exp (- (2 * (a * p))) * d3 - exp (2 * (a * p)) * d4))).
  { unfold H, Q, S.
    change (is_derive (fun h => - 1 * (exp (- h) * (/ 2 - e1 h / (2 * L) - exp (4 * (a * c)) * (/ 2 - e2 h / (2 * L)))) +
      - (exp (2 * (a * c)) / (2 * L)) * (exp (- (2 * (a * p))) * e3 h - exp (2 * (a * p)) * e4 h)) h
     (- 1 * (- exp (- h) * (/ 2 - e1 h / (2 * L) - exp (4 * (a * c)) * (/ 2 - e2 h / (2 * L))) +
      exp (- h) * (- d1 / (2 * L) + exp (4 * (a * c)) * (d2 / (2 * L)))) +
      - (exp (2 * (a * c)) / (2 * L)) * (exp (- (2 * (a * p))) * d3 - exp (2 * (a * p)) * d4))).
    change (is_derive e1 h d1) in Dq1. change (is_derive e2 h d2) in Dq2.
    change (is_derive e3 h d3) in Ds1. change (is_derive e4 h d4) in Ds2.
    clearbody e1 e2 e3 e4 d1 d2 d3 d4.
    auto_derive.
    - repeat split; [exists d1|exists d2|exists d3|exists d4]; assumption.
    - assert (U1 : Derive (fun x => e1 x) h = d1) by exact (is_derive_unique e1 h d1 Dq1).
      assert (U2 : Derive (fun x => e2 x) h = d2) by exact (is_derive_unique e2 h d2 Dq2).
      assert (U3 : Derive (fun x => e3 x) h = d3) by exact (is_derive_unique e3 h d3 Ds1).
      assert (U4 : Derive (fun x => e4 x) h = d4) by exact (is_derive_unique e4 h d4 Ds2).
      rewrite U1, U2, U3, U4. field. lra. }
  evar_last; [exact Hd|].
  assert (X1 : exp (4 * (a * c)) * exp (- (2 * (a * c))) = exp (2 * (a * c))) by (rewrite <- exp_plus; f_equal; ring).
  assert (X2 := exp_cancel (2 * (a * p))).
  assert (X3 : exp (- (p * p * h) - a * a / h) = exp (- h) * exp (- (c * c * h) - a * a / h))
    by (rewrite <- exp_plus; f_equal; rewrite Hp; field; lra).
  set (w := exp (- (c * c * h) - a * a / h)) in *.
  assert (Y1 : - d1 / (2 * L) + exp (4 * (a * c)) * (d2 / (2 * L)) =
               - (exp (2 * (a * c)) * w * (a / h) / sqrt h) / (2 * L)).
  { unfold d1, d2. transitivity ((- (c + a / h) / (2 * sqrt h) * w * exp (2 * (a * c)) +
      (c - a / h) / (2 * sqrt h) * w * (exp (4 * (a * c)) * exp (- (2 * (a * c))))) / (2 * L)); [field; lra|].
    rewrite X1. field. lra. }
  assert (Y2 : exp (- (2 * (a * p))) * d3 - exp (2 * (a * p)) * d4 = exp (- h) * w * (a / h) / sqrt h).
  { unfold d3, d4. rewrite X3.
    transitivity (((p + a / h) / (2 * sqrt h) - (p - a / h) / (2 * sqrt h)) * (exp (- h) * w) *
                  (exp (- (2 * (a * p))) * exp (2 * (a * p)))); [field; lra|].
    rewrite X2. field. lra. }
  rewrite Y1, Y2. field. lra.
Qed.

Lemma exp_minus_falls : filterlim (fun h => exp (- h)) toward_infinity (locally 0).
Proof.
  apply (filterlim_comp _ _ _ Ropp exp _ (Rbar_locally m_infty)).
  - exact (filterlim_Rbar_opp p_infty).
  - exact is_lim_exp_m.
Qed.

Lemma exp_minus_at_zero : filterlim (fun h => exp (- h)) toward_zero (locally 1).
Proof.
  assert (C : continuous (fun h => exp (- h)) 0) by (apply (ex_derive_continuous (fun h => exp (- h))); auto_derive; exact I).
  unfold continuous in C. rewrite Ropp_0, exp_0 in C.
  intros P HP. specialize (C P HP). unfold filtermap in *. exact (filter_le_within _ _ C).
Qed.

Lemma limit_Q (F : (R -> Prop) -> Prop) {FF : Filter F} (a c x y : R) :
  filterlim (fun h => E (c * sqrt h - a / sqrt h)) F (locally x) ->
  filterlim (fun h => E (c * sqrt h + a / sqrt h)) F (locally y) ->
  filterlim (Q a c) F (locally (/ 2 - x / (2 * L) - exp (4 * (a * c)) * (/ 2 - y / (2 * L)))).
Proof.
  intros Hx Hy.
  apply filterlim_ext with (fun h => (/ 2 - exp (4 * (a * c)) * / 2 + - / (2 * L) * E (c * sqrt h - a / sqrt h))
    + exp (4 * (a * c)) * / (2 * L) * E (c * sqrt h + a / sqrt h)).
  { intros h. unfold Q, Rdiv. ring. }
  replace (/ 2 - x / (2 * L) - exp (4 * (a * c)) * (/ 2 - y / (2 * L)))
    with ((/ 2 - exp (4 * (a * c)) * / 2 + - / (2 * L) * x) + exp (4 * (a * c)) * / (2 * L) * y) by (unfold Rdiv; ring).
  exact (limit_sum _ _ _ _ _ (limit_sum _ _ _ _ _ (filterlim_const _) (limit_scale _ _ _ _ Hx)) (limit_scale _ _ _ _ Hy)).
Qed.

Lemma limit_S (F : (R -> Prop) -> Prop) {FF : Filter F} (a p x y : R) :
  filterlim (fun h => E (p * sqrt h - a / sqrt h)) F (locally x) ->
  filterlim (fun h => E (p * sqrt h + a / sqrt h)) F (locally y) ->
  filterlim (S a p) F (locally (exp (- (2 * (a * p))) * x + - exp (2 * (a * p)) * y)).
Proof.
  intros Hx Hy.
  apply filterlim_ext with (fun h => exp (- (2 * (a * p))) * E (p * sqrt h - a / sqrt h)
                                     + - exp (2 * (a * p)) * E (p * sqrt h + a / sqrt h)).
  { intros h. unfold S. ring. }
  exact (limit_sum _ _ _ _ _ (limit_scale _ _ _ _ Hx) (limit_scale _ _ _ _ Hy)).
Qed.

Lemma mean_of_Q (a c p : R) : 0 < a -> 0 < c -> 0 < p -> p * p = 1 + c * c ->
  is_RInt_gen (fun h => exp (- h) * Q a c h) toward_zero toward_infinity (1 - exp (2 * (a * c) - 2 * (a * p))).
Proof.
  intros Ha Hc Hp Hpp. assert (HL := L_pos).
  set (k := - (exp (2 * (a * c)) / (2 * L))).
  set (q0 := / 2 - - L / (2 * L) - exp (4 * (a * c)) * (/ 2 - L / (2 * L))).
  set (q1 := / 2 - L / (2 * L) - exp (4 * (a * c)) * (/ 2 - L / (2 * L))).
  replace (1 - exp (2 * (a * c) - 2 * (a * p))) with
    ((- 1 * (0 * q1) + k * (exp (- (2 * (a * p))) * L + - exp (2 * (a * p)) * L)) -
     (- 1 * (1 * q0) + k * (exp (- (2 * (a * p))) * - L + - exp (2 * (a * p)) * L))).
  2: { unfold k, q0, q1. replace (2 * (a * c) - 2 * (a * p)) with (2 * (a * c) + - (2 * (a * p))) by ring.
       rewrite exp_plus. field. lra. }
  assert (Hc' := Rlt_le _ _ Hc). assert (Ha' := Rlt_le _ _ Ha). assert (Hp' := Rlt_le _ _ Hp).
  apply (integral (H a c p)).
  - intros h Hh. apply H_derive; assumption.
  - intros h Hh. apply (ex_derive_continuous (fun h => exp (- h) * Q a c h)). unfold Q.
    assert (D1 := E_path_minus c a h Hh). assert (D2 := E_path_plus c a h Hh).
    set (e1 := fun h => E (c * sqrt h - a / sqrt h)) in *. set (e2 := fun h => E (c * sqrt h + a / sqrt h)) in *.
    change (ex_derive (fun h => exp (- h) * (/ 2 - e1 h / (2 * L) - exp (4 * (a * c)) * (/ 2 - e2 h / (2 * L)))) h).
    assert (X1 : ex_derive e1 h) by (eexists; exact D1). assert (X2 : ex_derive e2 h) by (eexists; exact D2).
    clearbody e1 e2. auto_derive. repeat split; assumption.
  - apply limit_sum; [typeclasses eauto|refine (limit_scale _ _ _ _ _)|refine (limit_scale _ _ _ _ _)].
    + exact (limit_product _ _ _ _ _ exp_minus_at_zero (limit_Q _ _ _ _ _
        (limit_E_minus _ _ (difference_falls_at_zero c a Hc' Ha)) (limit_E _ _ (sum_grows_at_zero c a Hc' Ha)))).
    + exact (limit_S _ _ _ _ _ (limit_E_minus _ _ (difference_falls_at_zero p a Hp' Ha))
        (limit_E _ _ (sum_grows_at_zero p a Hp' Ha))).
  - apply limit_sum; [typeclasses eauto|refine (limit_scale _ _ _ _ _)|refine (limit_scale _ _ _ _ _)].
    + exact (limit_product _ _ _ _ _ exp_minus_falls (limit_Q _ _ _ _ _
        (limit_E _ _ (difference_grows c a Hc Ha')) (limit_E _ _ (sum_grows c a Hc Ha')))).
    + exact (limit_S _ _ _ _ _ (limit_E _ _ (difference_grows p a Hp Ha')) (limit_E _ _ (sum_grows p a Hp Ha'))).
Qed.

Lemma delta_normal_is_Q (e0 eps h : R) : 0 < e0 -> 0 < h ->
  delta_normal (e0 / sqrt (2 * h)) eps = Q (e0 / 4) (eps / e0) h.
Proof.
  intros He0 Hh. unfold delta_normal, Phi, Q.
  assert (Hs : 0 < sqrt h) by (apply sqrt_lt_R0; exact Hh).
  assert (H2 : 0 < sqrt 2) by (apply sqrt_lt_R0; lra).
  assert (Hq : sqrt 2 * sqrt 2 = 2) by (apply sqrt_sqrt; lra).
  rewrite sqrt_mult_alt by lra.
  replace ((e0 / (sqrt 2 * sqrt h) / 2 - eps / (e0 / (sqrt 2 * sqrt h))) / sqrt 2)
    with (- (eps / e0 * sqrt h - e0 / 4 / sqrt h)).
  2: { replace (e0 / 4 / sqrt h) with (e0 / (2 * (sqrt 2 * sqrt 2)) / sqrt h) by (rewrite Hq; field; lra). field. lra. }
  replace ((- (e0 / (sqrt 2 * sqrt h)) / 2 - eps / (e0 / (sqrt 2 * sqrt h))) / sqrt 2)
    with (- (eps / e0 * sqrt h + e0 / 4 / sqrt h)).
  2: { replace (e0 / 4 / sqrt h) with (e0 / (2 * (sqrt 2 * sqrt 2)) / sqrt h) by (rewrite Hq; field; lra). field. lra. }
  rewrite !E_odd. replace (4 * (e0 / 4 * (eps / e0))) with eps by (field; lra). unfold Rdiv. ring.
Qed.

(* The mean over h ~ Exp(1) of the exact delta given h, for every eps > 0. *)
Theorem mean_over_h (e0 eps : R) : 0 < e0 -> 0 < eps ->
  is_RInt_gen (fun h => exp (- h) * delta_normal (e0 / sqrt (2 * h)) eps)
    toward_zero toward_infinity (delta_known_h e0 eps).
Proof.
  intros He0 Heps.
  set (a := e0 / 4). set (c := eps / e0). set (p := sqrt (1 + c * c)).
  assert (Ha : 0 < a) by (unfold a; lra). assert (Hc : 0 < c) by (apply Rdiv_lt_0_compat; assumption).
  assert (Hp : 0 < p) by (apply sqrt_lt_R0; nra). assert (Hpp : p * p = 1 + c * c) by (apply sqrt_sqrt; nra).
  replace (delta_known_h e0 eps) with (1 - exp (2 * (a * c) - 2 * (a * p))).
  2: { unfold delta_known_h. do 2 f_equal.
       replace (eps * eps + e0 * e0) with ((e0 * e0) * (1 + c * c)) by (unfold c; field; lra).
       rewrite sqrt_mult_alt, sqrt_square by nra. fold p. unfold a, c. field. lra. }
  refine (is_RInt_gen_ext _ _ _ _ (mean_of_Q a c p Ha Hc Hp Hpp)).
  exists (fun x => 0 < x) (fun x => 0 < x).
  - apply near_zero with 1; [lra|]. intros h Hh; lra.
  - exists 0. intros h Hh; lra.
  - simpl. intros x y Hx Hy h [Hh _]. f_equal. symmetry. apply delta_normal_is_Q; [exact He0|].
    apply Rlt_trans with (2 := Hh). apply Rmin_pos; assumption.
Qed.
