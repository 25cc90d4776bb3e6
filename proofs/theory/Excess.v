(* SPDX-License-Identifier: GPL-3.0-or-later *)
(* dpimf, Theorem 5 against one user and one coordinate: instances in which the
   mean excess is above (25), (26), (27) and (28); Witness.v has the noise, the minimisers and all
   that they suppose. lam = N = 1 throughout; p_u = c,
   U_i = the one user. *)
From Coq Require Import Reals Lra Psatz Arith Lia.
From Dpmf Require Import Sums Mean Implicit Bounds Utility.
Open Scope R_scope.

Notation none := (fun _ : nat => 0).
Definition L1 (alpha c : R) : (nat -> R) -> R := loss alpha 1 (fun _ _ => c) (fun _ => true) 1 1.
Definition LO1 (alpha c : R) : (nat -> R) -> R := loss_original alpha 1 (fun _ _ => c) (fun _ => true) 1 1.
Definition only (x : R) : nat -> R := fun _ => x.
Definition added1 (B b eta : R) : (nat -> R) -> R := fun q => added (fun _ _ => B) (only b) none eta 1 q 1.

(* g is not below the mean of anything that is nowhere above h: so is the mean of h, where it has one. *)
Definition upper (T : Type) (M : mean T) (h : T -> R) (g : R) : Prop := forall f v, M f v -> (forall w, f w <= h w) -> v <= g.
Arguments upper {T}.
Lemma upper_of_mean (T : Type) (M : mean T) (h : T -> R) (g : R) : M h g -> upper M h g.
Proof. intros Hg f v Hf H. exact (of_le M _ _ _ _ Hf Hg H). Qed.

Lemma L1_is (alpha c : R) (q : nat -> R) : L1 alpha c q = (c * q O - 1) ^ 2 + q O ^ 2.
Proof. unfold L1, loss, weight, ones, dot. simpl. ring. Qed.
Lemma LO1_is (alpha c : R) (q : nat -> R) : LO1 alpha c q = (c * q O - 1) ^ 2 + q O ^ 2 + alpha * (c ^ 2 + 1) * q O ^ 2.
Proof. unfold LO1, loss_original, ones, dot. simpl. ring. Qed.
Lemma added1_is (B b eta : R) (q : nat -> R) : added1 B b eta q = (B + eta) * q O ^ 2 - b * q O.
Proof. unfold added1, added, quad, dot, only. simpl. ring. Qed.

(* qbar minimises F over the ball of radius 1. *)
Definition best (F : (nat -> R) -> R) (q : nat -> R) : Prop := sq q 1 <= 1 /\ forall r, sq r 1 <= 1 -> F q <= F r.

Lemma best_in (F : (nat -> R) -> R) (q : nat -> R) : best F q -> -1 <= q O <= 1.
Proof. intros [H _]. unfold dot in H. simpl in H. nra. Qed.
Lemma best_at (F : (nat -> R) -> R) (q : nat -> R) (x : R) : best F q -> -1 <= x <= 1 -> F q <= F (only x).
Proof. intros [_ H] Hx. apply H. unfold dot, only. simpl. nra. Qed.

(* A quadratic that opens downwards has its minimum at the edge, and there the loss is large. *)
Lemma at_the_edge (alpha c B b eta : R) (q qs : nat -> R) : 0 <= c -> 1 + c ^ 2 + B + eta < 0 ->
  best (fun r => L1 alpha c r + added1 B b eta r) q -> least (L1 alpha c) qs -> (c - 1) ^ 2 <= L1 alpha c q - L1 alpha c qs.
Proof.
  intros Hc Ha Hq Hs. assert (Hin := best_in _ _ Hq).
  assert (P := best_at _ _ 1 Hq ltac:(lra)). assert (Q := best_at _ _ (-1) Hq ltac:(lra)).
  assert (Z := Hs (only 0)). cbv beta in P, Q. rewrite !L1_is in P, Q, Z |- *. rewrite !added1_is in P, Q. unfold only in *.
  set (x := q O) in *. set (a := 1 + c ^ 2 + B + eta) in *. set (k := 2 * c + b) in *.
  assert (P' : a * x ^ 2 - k * x <= a - k) by (unfold a, k; lra).
  assert (Q' : a * x ^ 2 - k * x <= a + k) by (unfold a, k; lra).
  assert (Hx : x = 1 \/ x = -1).
  { destruct (Req_dec x 1) as [E|E]; [left; exact E|]. destruct (Req_dec x (-1)) as [E'|E']; [right; exact E'|]. exfalso.
    assert (-1 < x < 1) by lra.
    (* a mean of the two bounds with weights (1 + x) / 2 and (1 - x) / 2 *)
    assert (a * x ^ 2 - k * x <= (1 + x) / 2 * (a - k) + (1 - x) / 2 * (a + k)) by nra.
    assert (a * (x ^ 2 - 1) <= 0) by lra. assert (x ^ 2 < 1) by nra. nra. }
  destruct Hx as [-> | ->]; nra.
Qed.

Lemma excess_nonneg (alpha c : R) (q qs : nat -> R) : least (L1 alpha c) qs -> 0 <= L1 alpha c q - L1 alpha c qs.
Proof. intros H. specialize (H q). lra. Qed.

Theorem losses_agree_at_zero (c : R) (r : nat -> R) : LO1 0 c r = L1 0 c r.
Proof. rewrite LO1_is, L1_is. ring. Qed.

Section Instances.
Variables (T : Type) (M : mean T) (B b eta : T -> R) (qs : nat -> R) (qbar : T -> nat -> R) (g : R).

(* (26) and (27): the regularizer's noise does not fall with c. alpha = 1/2, c = 1/1000, eps = 1, thirds of it. *)
Theorem com_and_sym_refuted :
  let c := / 1000 in let alpha := / 2 in let beta := / 3 in
  moments M B (scale_com c 1 1 alpha beta) -> law M eta (scale_3 1 alpha beta) ->
  least (L1 alpha c) qs -> (forall w, best (fun r => L1 alpha c r + added1 (B w) (b w) (eta w) r) (qbar w)) ->
  upper M (fun w => L1 alpha c (qbar w) - L1 alpha c qs) g ->
  published_com c 1 1 1 alpha beta beta < / 40 /\ published_sym c 1 1 1 alpha beta beta < / 40 /\ / 20 < g /\
  scale_sym c 1 1 alpha beta = scale_com c 1 1 alpha beta.
Proof.
  intros c alpha beta HB Heta Hs Hbest Hg. destruct root_two as [_ [_ Hr]].
  assert (E1 : published_com c 1 1 1 alpha beta beta = sqrt 2 * (27 / 2) / 1000)
    by (unfold published_com, c, alpha, beta; rewrite sqrt_1; field).
  assert (E2 : published_sym c 1 1 1 alpha beta beta = sqrt 2 * (27 / 2) / 1000)
    by (unfold published_sym, c, alpha, beta; rewrite sqrt_1; field).
  rewrite E1, E2. repeat split; try lra; [|unfold scale_com, scale_sym, c, alpha, beta; field].
  assert (S3 : scale_3 1 alpha beta = 3 / 2) by (unfold scale_3, alpha, beta; field).
  assert (S2 : scale_com c 1 1 alpha beta = 3 / 2000000) by (unfold scale_com, c, alpha, beta; field).
  rewrite S2 in HB. rewrite S3 in Heta. destruct HB as [_ [HB _]].
  assert (Ht := law_tail T M eta (3 / 2) 3 ltac:(lra) ltac:(lra) Heta).
  assert (K := of_plus M _ _ _ _ (of_scale M (998 / 1000) _ _ Ht) (of_scale M (-998 / 1000) _ _ HB)).
  assert (X := Hg _ _ K). cbv beta in X.
  assert (He : / 9 <= exp (- (3) / (3 / 2))).
  { replace (- (3) / (3 / 2)) with (- (1 + 1)) by field. rewrite exp_Ropp, exp_plus.
    assert (H1 := exp_le_3). assert (H0 := exp_pos 1). apply Rinv_le_contravar; nra. }
  enough (998 / 1000 * (exp (- (3) / (3 / 2)) / 2) + -998 / 1000 * (2 * (3 / 2000000) ^ 2) <= g) by lra.
  apply X. intros w. assert (H0 := excess_nonneg alpha c (qbar w) qs Hs). assert (HB2 := pow2_ge_0 (B w)). unfold below.
  destruct (Rle_dec (eta w) (- (3))) as [Hle|Hn]; [|lra].
  destruct (Rlt_le_dec (B w ^ 2) 1) as [Hlt|Hge]; [|lra].
  assert (Y := at_the_edge alpha c (B w) (b w) (eta w) (qbar w) qs ltac:(unfold c; lra) ltac:(unfold c; nra) (Hbest w) Hs).
  unfold c in Y at 1. lra.
Qed.

(* (26) and (27) also for large c, since their first term has c where the matrix's noise has c^2.
   c = 1000, the rest as above. *)
Theorem com_and_sym_refuted_for_large_c :
  let c := 1000 in let alpha := / 2 in let beta := / 3 in
  law M B (scale_com c 1 1 alpha beta) -> moments M eta (scale_3 1 alpha beta) ->
  least (L1 alpha c) qs -> (forall w, best (fun r => L1 alpha c r + added1 (B w) (b w) (eta w) r) (qbar w)) ->
  upper M (fun w => L1 alpha c (qbar w) - L1 alpha c qs) g ->
  published_com c 1 1 1 alpha beta beta < 20250 /\ published_sym c 1 1 1 alpha beta beta < 20250 /\ 166000 < g.
Proof.
  intros c alpha beta HB Heta Hs Hbest Hg. destruct root_two as [_ [_ Hr]].
  assert (E1 : published_com c 1 1 1 alpha beta beta = sqrt 2 * 13500)
    by (unfold published_com, c, alpha, beta; rewrite sqrt_1; field).
  assert (E2 : published_sym c 1 1 1 alpha beta beta = sqrt 2 * 13500)
    by (unfold published_sym, c, alpha, beta; rewrite sqrt_1; field).
  rewrite E1, E2. repeat split; try lra.
  assert (S3 : scale_3 1 alpha beta = 3 / 2) by (unfold scale_3, alpha, beta; field).
  assert (S2 : scale_com c 1 1 alpha beta = 1500000) by (unfold scale_com, c, alpha, beta; field).
  rewrite S2 in HB. rewrite S3 in Heta. destruct Heta as [_ [Heta _]].
  assert (Ht := law_tail T M B 1500000 1500000 ltac:(lra) ltac:(lra) HB).
  replace (- (1500000) / 1500000) with (- (1)) in Ht by field.
  assert (He : / 3 <= exp (- (1))).
  { rewrite exp_Ropp. assert (H1 := exp_le_3). assert (H0 := exp_pos 1). apply Rinv_le_contravar; lra. }
  assert (K := of_plus M _ _ _ _ (of_scale M 998001 _ _ Ht) (of_scale M (- / 1000) _ _ Heta)).
  assert (X := Hg _ _ K). cbv beta in X.
  enough (998001 * (exp (- (1)) / 2) + - / 1000 * (2 * (3 / 2) ^ 2) <= g) by lra.
  apply X. intros w. assert (H0 := excess_nonneg alpha c (qbar w) qs Hs). assert (P := pow2_ge_0 (eta w)). unfold below.
  destruct (Rle_dec (B w) (- (1500000))) as [Hle|Hn]; [|lra].
  destruct (Rlt_le_dec (eta w ^ 2) 10000000000) as [Hlt|Hge]; [|lra].
  assert (eta w < 100000) by nra.
  assert (Y := at_the_edge alpha c (B w) (b w) (eta w) (qbar w) qs ltac:(unfold c; lra) ltac:(unfold c; lra) (Hbest w) Hs).
  unfold c in Y at 1. lra.
Qed.

(* (25) to the letter: qbar minimises the perturbed Eq. (6), the excess is of Eq. (13). Its bias does not
   fall with eps. c = alpha = 1, eps = 1000. *)
Theorem str_refuted_by_bias : let t := scale_str 1 1 1000 in
  moments M B t -> moments M b t -> moments M eta t ->
  least (L1 1 1) qs -> (forall w, best (fun r => LO1 1 1 r + added1 (B w) (b w) (eta w) r) (qbar w)) ->
  upper M (fun w => L1 1 1 (qbar w) - L1 1 1 qs) g -> published_str 1 1 1 1000 < / 50 /\ / 33 < g.
Proof.
  intros t HB Hb Heta Hs Hbest Hg. destruct root_two as [_ [_ Hr]].
  assert (E1 : published_str 1 1 1 1000 = sqrt 2 * 12 / 1000) by (unfold published_str; rewrite sqrt_1; field).
  rewrite E1. split; [lra|]. assert (St : t = / 250) by (unfold t, scale_str; field). rewrite St in *.
  destruct HB as [_ [HB _]], Hb as [_ [Hb _]], Heta as [_ [Heta _]].
  assert (K := of_plus M _ _ _ _ (of_const M (/ 32)) (of_scale M (-2) _ _ (of_plus M _ _ _ _ (of_plus M _ _ _ _ HB Hb) Heta))).
  assert (X := Hg _ _ K). cbv beta in X.
  enough (/ 32 + -2 * (2 * (/ 250) ^ 2 + 2 * (/ 250) ^ 2 + 2 * (/ 250) ^ 2) <= g) by lra.
  apply X. intros w. assert (H0 := excess_nonneg 1 1 (qbar w) qs Hs).
  assert (P1 := pow2_ge_0 (B w)). assert (P2 := pow2_ge_0 (b w)). assert (P3 := pow2_ge_0 (eta w)).
  destruct (Rlt_le_dec (B w ^ 2 + b w ^ 2 + eta w ^ 2) (/ 64)) as [Hlt|Hge]; [|lra].
  assert (- / 8 < B w < / 8) by nra. assert (- / 8 < b w < / 8) by nra. assert (- / 8 < eta w < / 8) by nra.
  assert (Y := best_at _ _ (/ 4) (Hbest w) ltac:(lra)). assert (Hhalf := Hs (only (/ 2))).
  cbv beta in Y. rewrite !L1_is in H0, Hhalf |- *. rewrite !LO1_is, !added1_is in Y. unfold only in *. set (x := qbar w O) in *.
  assert (x <= 3 / 8).
  { apply Rnot_lt_le. intros Hlt2.
    assert (0 < (x - / 4) * ((4 + B w + eta w) * (x + / 4) - (2 + b w))); [|nra].
    apply Rmult_lt_0_compat; [lra|]. assert (15 / 4 * (x + / 4) <= (4 + B w + eta w) * (x + / 4)) by (apply Rmult_le_compat_r; lra). lra. }
  nra.
Qed.

(* (28): the error of sampling does not fall with eps. c = 1, one user drawn with probability 1/2 and then
   counted twice (Algorithm 2, alpha = 1: A_2 = 2 whatever the draw, A_1 = 4 or 0), eps = 100. *)
Theorem opt_refuted (drawn : T -> bool) : moments M b (scale_1 1 1 100 1) -> least (L1 1 1) qs ->
  (forall w, best (fun r => 2 * r O ^ 2 - r O * ((if drawn w then 4 else 0) + b w)) (qbar w)) ->
  upper M (fun w => L1 1 1 (qbar w) - L1 1 1 qs) g -> published_opt 1 1 1 100 < 3 / 50 /\ 3 / 25 < g.
Proof.
  intros Hb Hs Hbest Hg. destruct root_two as [_ [_ Hr]].
  assert (E1 : published_opt 1 1 1 100 = 4 * sqrt 2 / 100) by (unfold published_opt; rewrite sqrt_1; field).
  rewrite E1. split; [lra|]. assert (St : scale_1 1 1 100 1 = / 50) by (unfold scale_1; field). rewrite St in Hb.
  destruct Hb as [_ [Hb _]].
  assert (K := of_plus M _ _ _ _ (of_const M (/ 8)) (of_scale M (- / 8) _ _ Hb)).
  assert (X := Hg _ _ K). cbv beta in X. enough (/ 8 + - / 8 * (2 * (/ 50) ^ 2) <= g) by lra.
  apply X. intros w. assert (H0 := excess_nonneg 1 1 (qbar w) qs Hs). assert (P2 := pow2_ge_0 (b w)).
  destruct (Rlt_le_dec (b w ^ 2) 1) as [Hlt|Hge]; [|lra]. assert (-1 < b w < 1) by nra.
  assert (Y := best_at _ _ (/ 4) (Hbest w) ltac:(lra)). assert (Z := best_at _ _ (3 / 4) (Hbest w) ltac:(lra)).
  assert (Hhalf := Hs (only (/ 2))). cbv beta in Y, Z. rewrite !L1_is in H0, Hhalf |- *. unfold only in *. set (x := qbar w O) in *.
  destruct (drawn w).
  - assert (3 / 4 <= x); [|nra]. apply Rnot_lt_le. intros Hx.
    assert (0 < (3 / 4 - x) * ((4 + b w) - 2 * (x + 3 / 4))) by (apply Rmult_lt_0_compat; lra). nra.
  - assert (x <= / 4); [|nra]. apply Rnot_lt_le. intros Hx.
    assert (0 < (x - / 4) * (2 * (x + / 4) - b w)) by (apply Rmult_lt_0_compat; lra). nra.
Qed.
(* (25) also when str is judged by Eq. (6): at alpha = 0 the two losses are one (losses_agree_at_zero).
   c = 1/1000, eps = 1; of B and eta, that their tails are those of independent numbers
   (Mean.coordinates and Mean.laplace_tail). *)
Theorem str_refuted : let c := / 1000 in let t := scale_str c 1 1 in
  M (fun w => below 1 (B w) * below 1 (eta w)) (exp (- (1) / t) / 2 * (exp (- (1) / t) / 2)) ->
  least (L1 0 c) qs -> (forall w, best (fun r => LO1 0 c r + added1 (B w) (b w) (eta w) r) (qbar w)) ->
  upper M (fun w => L1 0 c (qbar w) - L1 0 c qs) g -> published_str c 1 1 1 < 1 / 50 /\ 1 / 40 < g.
Proof.
  intros c t HBeta Hs Hbest Hg. destruct root_two as [_ [_ Hr]].
  assert (E1 : published_str c 1 1 1 = sqrt 2 * 12 / 1000) by (unfold published_str, c; rewrite sqrt_1; field).
  rewrite E1. split; [lra|].
  assert (Ht : 1 < t) by (unfold t, scale_str, c; lra). assert (Ht0 : 0 < t) by lra.
  assert (K := of_scale M (998 / 1000) _ _ HBeta).
  assert (X := Hg _ _ K). cbv beta in X.
  assert (He : / 3 <= exp (- (1) / t)).
  { apply Rle_trans with (exp (- (1))).
    - rewrite exp_Ropp. assert (H1 := exp_le_3). assert (H0 := exp_pos 1). apply Rinv_le_contravar; lra.
    - left. apply exp_increasing. replace (- (1) / t) with (- / t) by (field; lra).
      apply Ropp_lt_contravar. rewrite <- Rinv_1. apply Rinv_lt_contravar; lra. }
  assert (Hee : / 9 <= exp (- (1) / t) * exp (- (1) / t)) by nra.
  enough (998 / 1000 * (exp (- (1) / t) / 2 * (exp (- (1) / t) / 2)) <= g) by lra.
  apply X. intros w. assert (H0 := excess_nonneg 0 c (qbar w) qs Hs). unfold below.
  destruct (Rle_dec (B w) (- (1))) as [H1|N1]; [|lra]. destruct (Rle_dec (eta w) (- (1))) as [H2|N2]; [|lra].
  assert (Hb : best (fun r => L1 0 c r + added1 (B w) (b w) (eta w) r) (qbar w)).
  { destruct (Hbest w) as [A C]. split; [exact A|]. intros r Hrr. specialize (C r Hrr). cbv beta in C. rewrite !losses_agree_at_zero in C. exact C. }
  assert (Y := at_the_edge 0 c (B w) (b w) (eta w) (qbar w) qs ltac:(unfold c; lra) ltac:(unfold c; nra) Hb Hs).
  unfold c in Y at 1. lra.
Qed.
End Instances.
