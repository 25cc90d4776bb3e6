(* SPDX-License-Identifier: GPL-3.0-or-later *)
(* hdpmf, Theorems 1 and 2, as statements about densities: the density of what
   is released on one data set is at most exp(eps v) times the density on its
   neighbour, at every point. Integrated over any event, that is Definition 2.

   What is released is a statistic plus Laplace noise. With U fixed, V is a
   function of it: the part of Eq. (4) that holds ratings is linear in them, so
   all rounds of Algorithm 1 with noise drawn once are post-processing. *)
From Coq Require Import Reals Lra Psatz Arith ZArith Lia.
From Dpmf Require Import Sums Sensitivity.
Open Scope R_scope.

Fixpoint product (f : nat -> R) (n : nat) : R :=
  match n with O => 1 | S k => product f k * f k end.

Definition laplace (b z : R) : R := exp (- Rabs z / b) / (2 * b).
(* The density at t of a statistic m of k coordinates, noise Laplace(b) on each. *)
Definition released (b : R) (m : nat -> R) (k : nat) (t : nat -> R) : R :=
  product (fun l => laplace b (t l - m l)) k.

Lemma laplace_pos (b z : R) : 0 < b -> 0 < laplace b z.
Proof.
  intros Hb. unfold laplace. apply Rdiv_lt_0_compat; [apply exp_pos|lra].
Qed.

Lemma laplace_shift (b y z : R) : 0 < b -> laplace b y <= exp (Rabs (y - z) / b) * laplace b z.
Proof.
  intros Hb. unfold laplace, Rdiv. rewrite <- Rmult_assoc.
  apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; lra|].
  rewrite <- exp_plus. assert (H := Rabs_triang_inv z y). rewrite Rabs_minus_sym in H.
  assert (Hi : 0 < / b) by (apply Rinv_0_lt_compat; exact Hb).
  destruct (Req_dec (- Rabs y * / b) (Rabs (y - z) * / b + - Rabs z * / b)) as [->|Hne]; [lra|].
  left. apply exp_increasing. nra.
Qed.

Lemma released_nonneg (b : R) (m : nat -> R) (k : nat) (t : nat -> R) : 0 < b -> 0 <= released b m k t.
Proof.
  intros Hb. unfold released. induction k as [|k IH]; simpl; [lra|].
  apply Rmult_le_pos; [exact IH|left; apply laplace_pos; exact Hb].
Qed.

(* The product of k Laplace densities, at a statistic moved from m to m'. *)
Theorem released_ratio (b : R) (m m' : nat -> R) (k : nat) (t : nat -> R) :
  0 < b -> released b m k t <= exp (l1 (fun l => m l - m' l) k / b) * released b m' k t.
Proof.
  intros Hb. unfold released, l1. induction k as [|k IH]; simpl.
  - unfold Rdiv. rewrite Rmult_0_l, exp_0. lra.
  - replace ((sum (fun l => Rabs (m l - m' l)) k + Rabs (m k - m' k)) / b)
      with (sum (fun l => Rabs (m l - m' l)) k / b + Rabs (m k - m' k) / b) by (field; lra).
    rewrite exp_plus.
    assert (Hk := laplace_shift b (t k - m k) (t k - m' k) Hb).
    replace (t k - m k - (t k - m' k)) with (- (m k - m' k)) in Hk by ring.
    rewrite Rabs_Ropp in Hk.
    apply Rle_trans with
      ((exp (sum (fun l => Rabs (m l - m' l)) k / b) * product (fun l => laplace b (t l - m' l)) k) *
       (exp (Rabs (m k - m' k) / b) * laplace b (t k - m' k))).
    + apply Rmult_le_compat.
      * exact (released_nonneg b m k t Hb).
      * left; apply laplace_pos; exact Hb.
      * exact IH.
      * exact Hk.
    + right. ring.
Qed.

Lemma exp_le (x y : R) : x <= y -> exp x <= exp y.
Proof. intros [H| ->]; [left; apply exp_increasing; exact H|lra]. Qed.

Lemma ratio_within (b e : R) (m m' : nat -> R) (k : nat) (t : nat -> R) :
  0 < b -> l1 (fun l => m l - m' l) k <= e * b -> released b m k t <= exp e * released b m' k t.
Proof.
  intros Hb He. eapply Rle_trans; [apply released_ratio; exact Hb|].
  apply Rmult_le_compat_r; [apply released_nonneg; exact Hb|].
  apply exp_le. apply Rmult_le_reg_r with b; [exact Hb|].
  unfold Rdiv. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra. exact He.
Qed.

(* hdpmf.thm1, the stretching mechanism: m = R(f, v)(d), m' = R(f, v)(d'), where
   d and d' differ in record i, S_i(R(f, v)) <= v_i S(f), noise Laplace(S(f) / eps). *)
Theorem stretching (s eps v : R) (m m' : nat -> R) (k : nat) (t : nat -> R) :
  0 < s -> 0 < eps -> l1 (fun l => m l - m' l) k <= v * s ->
  released (s / eps) m k t <= exp (eps * v) * released (s / eps) m' k t.
Proof.
  intros Hs He Hm. apply ratio_within.
  - apply Rdiv_lt_0_compat; assumption.
  - replace (eps * v * (s / eps)) with (v * s) by (field; lra). exact Hm.
Qed.

(* hdpmf_noise_scale's postcondition. *)
Definition noise_scale (delta : R) (k : nat) (eps : R) : R := 2 * delta * sqrt (INR k) / eps.

(* hdpmf.thm2: U fixed, ||u_p||_2 <= 1, noise of hdpmf_noise_scale(delta, k, eps). *)
Theorem theorem_2 (before : nat -> R) (dot w r q : nat -> R) (u : nat -> nat -> R) (n p k : nat)
    (delta eps : R) (t : nat -> R) :
  neighbours r q p -> (p < n)%nat -> 0 <= w p -> Rabs (r p - q p) <= delta -> l2 (u p) k <= 1 ->
  0 < delta -> 0 < eps -> (0 < k)%nat ->
  released (noise_scale delta k eps) (gradient before dot w r u n) k t <=
  exp (eps * w p) * released (noise_scale delta k eps) (gradient before dot w q u n) k t.
Proof.
  unfold noise_scale. intros H Hp Hw Hd Hu Hdelta Heps Hk.
  assert (Hroot : 0 < sqrt (INR k)) by (apply sqrt_lt_R0, lt_0_INR; exact Hk).
  apply stretching; [nra|exact Heps|].
  replace (w p * (2 * delta * sqrt (INR k))) with (2 * w p * delta * sqrt (INR k)) by ring.
  apply sensitivity_l1; assumption.
Qed.

(* Without ||u_p||_2 <= 1, of which Theorem 2 says nothing and which Algorithm 1 does not see to, it is false for every eps:
   K = 1, one rater with u = 2, W = 1, Delta = 1. *)
Theorem theorem_2_refuted (eps : R) : 0 < eps -> exists (before dot w r q : nat -> R) (u : nat -> nat -> R) (n p k : nat) (delta : R) (t : nat -> R),
  neighbours r q p /\ (p < n)%nat /\ 0 <= w p /\ Rabs (r p - q p) <= delta /\ 0 < delta /\ (0 < k)%nat /\
  exp (eps * w p) * released (noise_scale delta k eps) (gradient before dot w q u n) k t <
  released (noise_scale delta k eps) (gradient before dot w r u n) k t.
Proof.
  intros He.
  exists (fun _ => 0), (fun _ => 0), (fun _ => 1), (fun _ => 0), (fun i => if Nat.eqb i 0 then 1 else 0), (fun _ _ => 2), 1%nat, 0%nat, 1%nat, 1,
    (fun _ => 0).
  repeat split; try lra; try lia.
  - intros [|i] H; [contradiction|reflexivity].
  - simpl. rewrite Rabs_minus_sym, Rminus_0_r, Rabs_R1. lra.
  - assert (B : noise_scale 1 1 eps = 2 / eps) by (unfold noise_scale; simpl; rewrite sqrt_1; field; lra).
    rewrite B. unfold released. cbn [product]. rewrite 2!Rmult_1_l.
    replace (0 - gradient _ _ _ (fun i => if Nat.eqb i 0 then 1 else 0) _ _ _) with 4 by (unfold gradient, share; simpl; ring).
    replace (0 - gradient _ _ _ (fun _ => 0) _ _ _) with 0 by (unfold gradient, share; simpl; ring).
    assert (HX : 0 < / (2 * (2 / eps))).
    { apply Rinv_0_lt_compat, Rmult_lt_0_compat; [lra|]. apply Rdiv_lt_0_compat; lra. }
    unfold laplace. rewrite Rabs_R0, Rabs_pos_eq by lra.
    replace (exp (eps * 1) * (exp (- (4) / (2 / eps)) / (2 * (2 / eps)))) with (exp (- eps) * / (2 * (2 / eps))).
    + unfold Rdiv at 3. apply Rmult_lt_compat_r; [exact HX|]. apply exp_increasing.
      replace (- 0 / (2 / eps)) with 0 by (field; lra). lra.
    + replace (- (4) / (2 / eps)) with (- (2 * eps)) by (field; lra).
      replace (- eps) with (eps * 1 + - (2 * eps)) by ring. rewrite exp_plus. unfold Rdiv. ring.
Qed.

(* The corrected variant: the discrete law P(x) = c exp(-|x| rate) on whole numbers. *)
Definition discrete (c rate : R) (z : Z) : R := c * exp (- (IZR (Z.abs z) * rate)).
Definition released_steps (c rate : R) (m : nat -> Z) (k : nat) (t : nat -> Z) : R :=
  product (fun l => discrete c rate (t l - m l)) k.

Lemma discrete_shift (c rate : R) (y z : Z) :
  0 <= c -> 0 <= rate -> discrete c rate y <= exp (IZR (Z.abs (y - z)) * rate) * discrete c rate z.
Proof.
  intros Hc Hr. unfold discrete.
  replace (exp (IZR (Z.abs (y - z)) * rate) * (c * exp (- (IZR (Z.abs z) * rate))))
    with (c * (exp (IZR (Z.abs (y - z)) * rate) * exp (- (IZR (Z.abs z) * rate)))) by ring.
  apply Rmult_le_compat_l; [exact Hc|]. rewrite <- exp_plus. apply exp_le.
  assert (H : (Z.abs z <= Z.abs (y - z) + Z.abs y)%Z) by lia.
  apply IZR_le in H. rewrite plus_IZR in H. nra.
Qed.

Lemma released_steps_nonneg (c rate : R) (m : nat -> Z) (k : nat) (t : nat -> Z) :
  0 <= c -> 0 <= released_steps c rate m k t.
Proof.
  intros Hc. unfold released_steps. induction k as [|k IH]; simpl; [lra|].
  apply Rmult_le_pos; [exact IH|]. apply Rmult_le_pos; [exact Hc|left; apply exp_pos].
Qed.

Theorem released_steps_ratio (c rate : R) (m m' : nat -> Z) (k : nat) (t : nat -> Z) :
  0 <= c -> 0 <= rate ->
  released_steps c rate m k t <=
  exp (IZR (zl1 (fun l => (m l - m' l)%Z) k) * rate) * released_steps c rate m' k t.
Proof.
  intros Hc Hr. induction k as [|k IH]; unfold released_steps in *; simpl.
  - rewrite Rmult_0_l, exp_0. lra.
  - rewrite plus_IZR, Rmult_plus_distr_r, exp_plus.
    assert (Hk := discrete_shift c rate (t k - m k) (t k - m' k) Hc Hr).
    replace (t k - m k - (t k - m' k))%Z with (- (m k - m' k))%Z in Hk by ring.
    rewrite Z.abs_opp in Hk.
    eapply Rle_trans; [apply Rmult_le_compat|].
    + exact (released_steps_nonneg c rate m k t Hc).
    + apply Rmult_le_pos; [exact Hc|left; apply exp_pos].
    + exact IH.
    + exact Hk.
    + right; ring.
Qed.

(* hdpmf_contribute with public features: an item's exact sum, discrete Laplace
   of this rate on each coordinate. `reach` bounds |r - q| ||feature||_1 in
   steps, `unit` is how many weight steps make the weight 1. *)
Theorem corrected (c eps : R) (before : nat -> Z) (weight unit r q reach : Z) (feature : nat -> Z) (k : nat)
    (t : nat -> Z) :
  0 <= c -> 0 < eps -> (0 < unit)%Z -> (0 < reach)%Z -> (0 <= weight)%Z ->
  (Z.abs (r - q) * zl1 feature k <= reach)%Z ->
  released_steps c (eps / IZR (unit * reach)) (contribution before weight r feature) k t <=
  exp (eps * (IZR weight / IZR unit)) *
  released_steps c (eps / IZR (unit * reach)) (contribution before weight q feature) k t.
Proof.
  intros Hc He Hunit Hreach Hw H.
  assert (Hu : 0 < IZR unit) by (apply (IZR_lt 0); exact Hunit).
  assert (Hr : 0 < IZR reach) by (apply (IZR_lt 0); exact Hreach).
  assert (Hrate : 0 < eps / IZR (unit * reach)).
  { rewrite mult_IZR. apply Rdiv_lt_0_compat; [exact He|nra]. }
  eapply Rle_trans; [apply (released_steps_ratio c _ _ (contribution before weight q feature)); lra|].
  apply Rmult_le_compat_r; [apply released_steps_nonneg; exact Hc|].
  rewrite contribution_moves by exact Hw. apply exp_le.
  replace (eps * (IZR weight / IZR unit)) with (IZR weight * IZR reach * (eps / IZR (unit * reach))).
  - apply Rmult_le_compat_r; [lra|]. rewrite <- mult_IZR. apply IZR_le.
    rewrite <- Z.mul_assoc. apply Z.mul_le_mono_nonneg_l; assumption.
  - rewrite mult_IZR. field. lra.
Qed.
