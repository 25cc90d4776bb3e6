(* SPDX-License-Identifier: GPL-3.0-or-later *)
(* Renyi's divergence of a real order alpha > 1, without densities. By Hoelder's inequality the divergence of two laws P and Q is
   at most rho if and only if, for every function h above 0, E_P h^gamma <= exp(gamma rho) (E_Q h)^gamma, with gamma =
   (alpha - 1) / alpha. `renyi` says this of what two programs return, with what two draws may be off the laws named: T and
   tau. It adds up over releases of which each depends on those before, and it turns into epsilon and delta by the three
   formulas of ref/account/rdp.c. *)
From Coq Require Import Reals Lra Psatz Arith ZArith Lia List.
From Coquelicot Require Import Coquelicot.
From Dpmf Require Import Sums Polya Words Samplers Discrete Named Privacy.
Open Scope R_scope.

(* m on one data set, m' on its neighbour. The function h is b f + c, with an event f. *)
Definition renyi {A : Type} (gamma K T tau : R) (m m' : program A) : Prop :=
  ends m /\ ends m' /\
  forall f b c r x, event f -> 0 <= b -> 0 < c -> expects m (fun v => Rpower (b * f v + c) gamma) r -> expects m' f x ->
    r <= T * K * Rpower (b * (x + tau) + c) gamma - (T - 1) * Rpower c gamma.

Lemma power_pos (x g : R) : 0 < Rpower x g.
Proof. apply exp_pos. Qed.

Lemma power_le (x y g : R) : 0 <= g -> 0 < x <= y -> Rpower x g <= Rpower y g.
Proof. intros Hg [Hx Hy]. unfold Rpower. apply exp_le. apply Rmult_le_compat_l; [exact Hg|]. destruct Hy as [Hy| ->]; [left; apply ln_increasing; assumption|lra]. Qed.

(* The power lies below its tangents: g z0^(g - 1) z + (1 - g) z0^g. *)
Lemma power_tangent (g z z0 : R) : 0 < g < 1 -> 0 < z -> 0 < z0 -> Rpower z g <= Rpower z0 g * (g * (z / z0) + (1 - g)).
Proof.
  intros Hg Hz Hz0. unfold Rpower. set (u := ln z). set (v := ln z0).
  assert (E : z / z0 = exp (u - v)) by (unfold Rminus; rewrite exp_plus, exp_Ropp; unfold u, v; rewrite !exp_ln by assumption; reflexivity).
  rewrite E. replace (exp (g * u)) with (exp (g * v) * exp (g * (u - v))) by (rewrite <- exp_plus; f_equal; ring).
  apply Rmult_le_compat_l; [left; apply exp_pos|]. set (w := u - v).
  (* exp (g w) <= g exp w + 1 - g, by the tangents at g w *)
  assert (H1 : forall x y, exp x * (1 + (y - x)) <= exp y).
  { intros x y. replace (exp y) with (exp x * exp (y - x)) by (rewrite <- exp_plus; f_equal; ring).
    apply Rmult_le_compat_l; [left; apply exp_pos|]. apply exp_ineq1_le. }
  assert (Ha := H1 (g * w) w). assert (Hb := H1 (g * w) 0). rewrite exp_0 in Hb. set (e := exp (g * w)) in *. nra.
Qed.

(* The mean of what is bounded. *)
Lemma expects_bounded {A : Type} (m : program A) (f : A -> R) (B : R) : (forall v, 0 <= f v <= B) -> exists r, expects m f r.
Proof.
  intros Hf. assert (HB : 0 <= B \/ (forall v : A, False)).
  { destruct (Rle_lt_dec 0 B) as [H|H]; [left; exact H|right]. intros v. specialize (Hf v). lra. }
  destruct (every_event m (fun v => f v / (Rabs B + 1))) as [r [Hr _]].
  { intros v. specialize (Hf v). assert (H := Rabs_pos B). assert (H1 := Rle_abs B). split.
    - apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra].
    - apply Rmult_le_reg_r with (Rabs B + 1); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
  exists ((Rabs B + 1) * r + 0). apply (expects_ext m (fun v => (Rabs B + 1) * (f v / (Rabs B + 1)) + 0)).
  - intros v. assert (H := Rabs_pos B). field. lra.
  - apply expects_linear; [exact Hr|]. apply (is_lim_seq_ext (fun _ => 0)); [intros n; symmetry; apply mean_zero|apply is_lim_seq_const].
Qed.

Lemma expects_affine {A : Type} (m : program A) (a c : R) (f : A -> R) (x : R) : ends m -> expects m f x -> expects m (fun v => a * f v + c) (a * x + c).
Proof.
  intros He Hx. apply (expects_ext m (fun v => a * f v + (c * 1 + 0))); [intros; ring|]. replace (a * x + c) with (a * x + (c * 1 + 0)) by ring.
  apply expects_linear; [exact Hx|]. apply (expects_linear m c (fun _ => 1) (fun _ => 0)); [exact He|].
  apply (is_lim_seq_ext (fun _ => 0)); [intros n; symmetry; apply mean_zero|apply is_lim_seq_const].
Qed.

Lemma ends_then {A B : Type} (m : program A) (k : A -> program B) : ends m -> (forall v, ends (k v)) -> ends (Then m k).
Proof. intros Hm Hk. apply (expects_then m k (fun _ => 1) (fun _ => 1)); [intros; lra|exact Hk|exact Hm]. Qed.

Lemma ends_return {A : Type} (v : A) : ends (Return v).
Proof. apply (expects_return v (fun _ => 1)). Qed.

Lemma release_ends {A : Type} (m : nat -> program A) (k : nat) : (forall i, ends (m i)) -> ends (release m k).
Proof.
  intros H. induction k as [|k IH]; [apply ends_return|]. cbn [release]. apply ends_then; [exact IH|]. intros vs. apply ends_then; [apply H|]. intros v. apply ends_return.
Qed.

(* What is the same for both costs nothing. *)
Lemma renyi_same {A : Type} (gamma : R) (m : program A) : 0 < gamma < 1 -> ends m -> renyi gamma 1 1 0 m m.
Proof.
  intros Hg Hm. split; [exact Hm|]. split; [exact Hm|]. intros f b c r x Hf Hb Hc Hr Hx.
  assert (Hx0 : 0 <= x) by (destruct (every_event m f Hf) as [y [Hy [H0 _]]]; rewrite (expects_unique _ _ _ _ Hx Hy); exact H0).
  set (z0 := b * x + c). assert (Hz0 : 0 < z0) by (unfold z0; assert (0 <= b * x) by (apply Rmult_le_pos; assumption); lra).
  assert (Ha := expects_affine m (Rpower z0 gamma * gamma * b / z0) (Rpower z0 gamma * (gamma * (c / z0) + (1 - gamma))) f x Hm Hx).
  assert (Htan : forall v, Rpower (b * f v + c) gamma <= Rpower z0 gamma * gamma * b / z0 * f v + Rpower z0 gamma * (gamma * (c / z0) + (1 - gamma))).
  { intros v. replace (Rpower z0 gamma * gamma * b / z0 * f v + Rpower z0 gamma * (gamma * (c / z0) + (1 - gamma))) with
      (Rpower z0 gamma * (gamma * ((b * f v + c) / z0) + (1 - gamma))) by (field; lra).
    destruct (Hf v) as [H1 _]. assert (0 <= b * f v) by (apply Rmult_le_pos; assumption). apply power_tangent; [exact Hg|lra|exact Hz0]. }
  assert (H := expects_le m _ _ r _ Htan Hr Ha).
  rewrite Rplus_0_r. fold z0. replace (1 * 1 * Rpower z0 gamma - (1 - 1) * Rpower c gamma) with (Rpower z0 gamma) by ring.
  eapply Rle_trans; [exact H|]. right. unfold z0. field. fold z0. lra.
Qed.

Lemma renyi_weaker {A : Type} (gamma K K' T T' tau tau' : R) (m m' : program A) : 0 < gamma < 1 -> 1 <= K <= K' -> 1 <= T <= T' -> 0 <= tau <= tau' ->
  renyi gamma K T tau m m' -> renyi gamma K' T' tau' m m'.
Proof.
  intros Hg HK HT Htau [He [He' H]]. split; [exact He|]. split; [exact He'|]. intros f b c r x Hf Hb Hc Hr Hx. specialize (H f b c r x Hf Hb Hc Hr Hx).
  assert (Hx0 : 0 <= x) by (destruct (every_event m' f Hf) as [y [Hy [H0 _]]]; rewrite (expects_unique _ _ _ _ Hx Hy); exact H0).
  assert (H0 : 0 <= b * (x + tau)) by (apply Rmult_le_pos; lra).
  assert (H1 : Rpower (b * (x + tau) + c) gamma <= Rpower (b * (x + tau') + c) gamma) by (apply power_le; [lra|]; split; [lra|]; nra).
  assert (H2 : Rpower c gamma <= Rpower (b * (x + tau) + c) gamma) by (apply power_le; lra).
  assert (H3 := power_pos c gamma). set (u := Rpower (b * (x + tau) + c) gamma) in *. set (v := Rpower (b * (x + tau') + c) gamma) in *. set (w := Rpower c gamma) in *.
  clearbody u v w. eapply Rle_trans; [exact H|]. assert (T * K * u - (T - 1) * w <= T' * K * u - (T' - 1) * w).
  { assert (w <= K * u) by nra. nra. }
  assert (T' * K * u <= T' * K' * v); [|lra]. rewrite !Rmult_assoc. apply Rmult_le_compat_l; [lra|]. apply Rmult_le_compat; lra.
Qed.

(* Two releases, of which the second may depend on what the first has returned. *)
Theorem renyi_then [A B : Type] (gamma K T tau K' T' tau' : R) (m m' : program A) (k k' : A -> program B) :
  0 < gamma < 1 -> 1 <= K -> 1 <= T -> 0 <= tau -> 1 <= K' -> 1 <= T' -> 0 <= tau' ->
  renyi gamma K T tau m m' -> (forall v, renyi gamma K' T' tau' (k v) (k' v)) ->
  renyi gamma (K * K') (T * T') (tau + tau') (Then m k) (Then m' k').
Proof.
  intros Hg HK HT Htau HK' HT' Htau' [He [He' H]] Hk.
  split; [apply ends_then; [exact He|intros v; apply Hk]|]. split; [apply ends_then; [exact He'|intros v; apply Hk]|].
  intros f b c r x Hf Hb Hc Hr Hx.
  destruct (chances k' f Hf) as [Hg' Eg']. set (y := fun v => real (Lim_seq (fun n => mean n (k' v) f))) in *.
  assert (Ex := split_then m' k' f y x Hf Hg' Eg' Hx).
  (* the second step *)
  set (phi := fun v : B => Rpower (b * f v + c) gamma).
  assert (Hphi : forall v, 0 <= phi v <= Rpower (b + c) gamma).
  { intros v. split; [left; apply power_pos|]. apply power_le; [lra|]. specialize (Hf v). assert (0 <= b * f v) by (apply Rmult_le_pos; lra). nra. }
  assert (Hex : forall v, exists s, expects (k v) phi s) by (intros v; apply (expects_bounded _ _ _ Hphi)).
  set (g := fun v => real (Lim_seq (fun n => mean n (k v) phi))).
  assert (Eg : forall v, expects (k v) phi (g v)).
  { intros v. destruct (Hex v) as [s Hs]. unfold g. rewrite (is_lim_seq_unique _ _ Hs). exact Hs. }
  set (c' := c + b * tau'). assert (Hc' : c <= c') by (unfold c'; assert (0 <= b * tau') by (apply Rmult_le_pos; lra); lra).
  set (psi := fun v => Rpower (b * y v + c') gamma).
  assert (Hgle : forall v, g v <= T' * K' * psi v + - ((T' - 1) * Rpower c gamma)).
  { intros v. destruct (Hk v) as [_ [_ H2]]. specialize (H2 f b c (g v) (y v) Hf Hb Hc (Eg v) (Eg' v)).
    unfold psi, c'. replace (b * y v + (c + b * tau')) with (b * (y v + tau') + c) by ring. lra. }
  assert (Hpsi : forall v, 0 <= psi v <= Rpower (b + c') gamma).
  { intros v. split; [left; apply power_pos|]. apply power_le; [lra|]. specialize (Hg' v). assert (0 <= b * y v) by (apply Rmult_le_pos; lra). nra. }
  destruct (expects_bounded m psi _ Hpsi) as [s Hs].
  assert (Hg0 : forall v, 0 <= g v).
  { intros v. apply (is_lim_seq_le (fun _ => 0) (fun n => mean n (k v) phi) 0 (g v)); [intros n; apply mean_nonneg, Hphi|apply is_lim_seq_const|apply Eg]. }
  assert (Hgb : forall v, 0 <= g v <= T' * K' * Rpower (b + c') gamma).
  { intros v. split; [apply Hg0|]. specialize (Hgle v). specialize (Hpsi v). assert (0 <= (T' - 1) * Rpower c gamma) by (apply Rmult_le_pos; [lra|left; apply power_pos]).
    assert (T' * K' * psi v <= T' * K' * Rpower (b + c') gamma) by (apply Rmult_le_compat_l; [nra|lra]). lra. }
  destruct (expects_bounded m g _ Hgb) as [r' Hr'].
  assert (Er : r = r') by (apply (expects_unique _ _ _ _ Hr); apply (expects_then m k phi g); [intros v; apply Hphi|exact Eg|exact Hr']).
  subst r'. assert (H1 := expects_le m g _ r _ Hgle Hr' (expects_affine m (T' * K') (- ((T' - 1) * Rpower c gamma)) psi s He Hs)).
  assert (H2 := H y b c' s x Hg' Hb ltac:(lra) Hs Ex).
  replace (b * (x + (tau + tau')) + c) with (b * (x + tau) + c') by (unfold c'; ring).
  assert (H3 : Rpower c gamma <= Rpower c' gamma) by (apply power_le; lra). assert (H4 := power_pos c gamma).
  set (z := Rpower (b * (x + tau) + c') gamma) in *. set (u := Rpower c gamma) in *. set (w := Rpower c' gamma) in *. clearbody z u w.
  assert (H5 : T' * K' * s <= T' * K' * (T * K * z - (T - 1) * w)) by (apply Rmult_le_compat_l; [nra|exact H2]).
  assert (H6 : (T - 1) * u <= K' * ((T - 1) * w)).
  { assert (0 <= (T - 1) * w) by (apply Rmult_le_pos; lra). assert ((T - 1) * u <= (T - 1) * w) by (apply Rmult_le_compat_l; lra). nra. }
  assert (H7 : T' * ((T - 1) * u) <= T' * (K' * ((T - 1) * w))) by (apply Rmult_le_compat_l; lra). lra.
Qed.

(* What `dpmf_rdp_epsilon` of ref/account/rdp.c computes, for an order alpha > 1 and a divergence rho: Canonne, Kamath and
   Steinke's Proposition 12 (closed_epsilon), ... *)
Definition closed_epsilon (alpha rho delta : R) : R := rho - ln (delta * alpha) / (alpha - 1) + ln ((alpha - 1) / alpha).

(* ... the least that the divergence allows, where alpha delta >= 1 (one_point_epsilon), ... *)
Definition one_point_epsilon (rho delta : R) : R := rho + ln (1 - delta).

(* ... and the least otherwise, with an s that a search finds (moment, log_g and tangent_epsilon). *)
Definition moment (alpha rho s : R) : R :=
  exp ((alpha - 1) * rho) - s * Rpower s (alpha - 1) + (s - 1) * Rpower s (alpha - 1) * alpha.
Definition tangent_log_r (alpha rho delta s : R) : R :=
  ln (moment alpha rho s / delta / alpha + Rpower s (alpha - 1)) / (alpha - 1).
Definition tangent_epsilon (alpha rho delta s : R) : R :=
  ln (((1 - exp (- tangent_log_r alpha rho delta s) * s) * Rpower s (alpha - 1) * (delta / moment alpha rho s) + 1 / alpha) * (alpha - 1)) +
  tangent_log_r alpha rho delta s.

(* Any of the three, for whatever s. *)
Definition converted (alpha rho delta eps : R) : Prop :=
  closed_epsilon alpha rho delta <= eps \/ (1 <= alpha * delta /\ one_point_epsilon rho delta <= eps) \/
  (exists s, 0 < s /\ tangent_epsilon alpha rho delta s <= eps).

Lemma power_chord (g nu f : R) : 0 < g < 1 -> 0 < nu < 1 -> 0 <= f <= 1 -> f + (1 - f) * Rpower nu g <= Rpower ((1 - nu) * f + nu) g.
Proof.
  intros Hg Hnu Hf. set (z := (1 - nu) * f + nu). assert (Hz : 0 < z) by (unfold z; assert (0 <= (1 - nu) * f) by (apply Rmult_le_pos; lra); lra).
  assert (H1 := power_tangent g 1 z Hg ltac:(lra) Hz). assert (H2 := power_tangent g nu z Hg (proj1 Hnu) Hz).
  replace (Rpower 1 g) with 1 in H1 by (unfold Rpower; rewrite ln_1, Rmult_0_r, exp_0; reflexivity).
  apply Rle_trans with (f * (Rpower z g * (g * (1 / z) + (1 - g))) + (1 - f) * (Rpower z g * (g * (nu / z) + (1 - g)))).
  - apply Rplus_le_compat; [rewrite <- (Rmult_1_r f) at 1; apply Rmult_le_compat_l; lra|apply Rmult_le_compat_l; lra].
  - right. set (p := Rpower z g). assert (E : f * 1 + (1 - f) * nu = z) by (unfold z; ring).
    transitivity (p * (g * ((f * 1 + (1 - f) * nu) / z) + (1 - g))); [field; lra|]. rewrite E. field. lra.
Qed.

Lemma power_line (alpha rho L z : R) : 1 < alpha -> 0 < z -> let g := (alpha - 1) / alpha in
  exp (g * rho) * Rpower z g <= g * exp L * z + exp ((alpha - 1) * (rho - L)) / alpha.
Proof.
  intros Ha Hz g. assert (Hg : 0 < g < 1).
  { unfold g. split; [apply Rdiv_lt_0_compat; lra|]. apply Rmult_lt_reg_r with alpha; [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
  set (z0 := exp ((alpha - 1) * rho - alpha * L)). assert (Hz0 : 0 < z0) by apply exp_pos.
  assert (H := power_tangent g z z0 Hg Hz Hz0).
  assert (E : exp (g * rho) * Rpower z0 g = exp L * z0).
  { unfold Rpower, z0. rewrite ln_exp, <- !exp_plus. f_equal. unfold g. field. lra. }
  apply Rle_trans with (exp (g * rho) * (Rpower z0 g * (g * (z / z0) + (1 - g)))); [apply Rmult_le_compat_l; [left; apply exp_pos|exact H]|].
  rewrite <- Rmult_assoc, E. right.
  replace (exp ((alpha - 1) * (rho - L))) with (exp L * z0) by (unfold z0; rewrite <- exp_plus; f_equal; ring).
  unfold g. field. lra.
Qed.

Lemma renyi_test {A : Type} (gamma K T tau nu : R) (m m' : program A) (f : A -> R) (r x : R) : 0 < gamma < 1 -> 0 < nu < 1 -> renyi gamma K T tau m m' ->
  event f -> expects m f r -> expects m' f x ->
  r * (1 - Rpower nu gamma) <= T * (K * Rpower ((1 - nu) * (x + tau) + nu) gamma - Rpower nu gamma).
Proof.
  intros Hg Hnu [He [_ H]] Hf Hr Hx. set (l := Rpower nu gamma).
  destruct (expects_bounded m (fun v => Rpower ((1 - nu) * f v + nu) gamma) 1) as [s Hs].
  { intros v. split; [left; apply power_pos|]. replace 1 with (Rpower 1 gamma) at 2 by (unfold Rpower; rewrite ln_1, Rmult_0_r, exp_0; reflexivity).
    apply power_le; [lra|]. specialize (Hf v). assert (0 <= (1 - nu) * f v) by (apply Rmult_le_pos; lra). nra. }
  specialize (H f (1 - nu) nu s x Hf ltac:(lra) ltac:(lra) Hs Hx). fold l in H.
  assert (Hchord : forall v, (1 - l) * f v + l <= Rpower ((1 - nu) * f v + nu) gamma) by (intros v; assert (C := power_chord gamma nu (f v) Hg Hnu (Hf v)); fold l in C; lra).
  assert (H1 := expects_le m _ _ _ s Hchord (expects_affine m (1 - l) l f r He Hr) Hs).
  lra.
Qed.

Lemma probability {A : Type} (m : program A) (f : A -> R) (r : R) : event f -> expects m f r -> 0 <= r <= 1.
Proof. intros Hf Hr. destruct (every_event m f Hf) as [y [Hy H]]. rewrite (expects_unique _ _ _ _ Hr Hy). exact H. Qed.

Lemma settle (T tau r x g delta : R) : 0 <= tau -> 1 <= T -> T * (1 - tau) <= 1 -> 0 <= r <= 1 -> 0 <= x -> 0 <= g -> 0 <= delta ->
  r <= T * (g * (x + tau) + delta) -> r <= g * x + (delta + (1 + g) * tau).
Proof.
  intros Ht HT HTt Hr Hx Hg Hd H. assert (Hgx : 0 <= g * (x + tau)) by (apply Rmult_le_pos; lra).
  destruct (Rle_lt_dec tau 1) as [H1|H1].
  - assert (r * (1 - tau) <= g * (x + tau) + delta).
    { apply Rle_trans with (T * (g * (x + tau) + delta) * (1 - tau)); [apply Rmult_le_compat_r; lra|].
      replace (T * (g * (x + tau) + delta) * (1 - tau)) with (T * (1 - tau) * (g * (x + tau) + delta)) by ring.
      rewrite <- (Rmult_1_l (g * (x + tau) + delta)) at 2. apply Rmult_le_compat_r; lra. }
    assert (r * tau <= 1 * tau) by (apply Rmult_le_compat_r; lra). lra.
  - assert (0 <= g * x) by (apply Rmult_le_pos; lra). assert (0 <= g * tau) by (apply Rmult_le_pos; lra). lra.
Qed.

Lemma moment_pos (alpha rho s : R) : 1 < alpha -> 0 < rho -> 0 < s -> 0 < moment alpha rho s.
Proof.
  intros Ha Hr Hs. unfold moment. set (M := exp ((alpha - 1) * rho)). assert (HM : 1 < M).
  { apply Rle_lt_trans with (exp 0); [rewrite exp_0; lra|]. apply exp_increasing. apply Rmult_lt_0_compat; lra. }
  assert (Hg : 0 < (alpha - 1) / alpha < 1).
  { split; [apply Rdiv_lt_0_compat; lra|]. apply Rmult_lt_reg_r with alpha; [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
  assert (H := power_tangent ((alpha - 1) / alpha) (Rpower s alpha) 1 Hg (power_pos _ _) ltac:(lra)).
  rewrite Rpower_mult in H. replace (alpha * ((alpha - 1) / alpha)) with (alpha - 1) in H by (field; lra).
  replace (Rpower 1 ((alpha - 1) / alpha)) with 1 in H by (unfold Rpower; rewrite ln_1, Rmult_0_r, exp_0; reflexivity).
  assert (E : Rpower s alpha = s * Rpower s (alpha - 1)).
  { rewrite <- (Rpower_1 s) at 2 by exact Hs. rewrite <- Rpower_plus. f_equal. ring. }
  rewrite E in H. set (S := Rpower s (alpha - 1)) in *.
  assert (H1 : alpha * S <= (alpha - 1) * (s * S) + 1).
  { apply Rmult_le_compat_l with (r := alpha) in H; [|lra]. replace (alpha * (1 * ((alpha - 1) / alpha * (s * S / 1) + (1 - (alpha - 1) / alpha)))) with ((alpha - 1) * (s * S) + 1) in H by (field; lra). exact H. }
  nra.
Qed.

(* A divergence of rho of order alpha makes epsilon and delta, by each of the formulas; tau is the sum of what the draws are
   off. *)
Theorem renyi_private [A : Type] (alpha rho delta eps T tau : R) (m m' : program A) :
  1 < alpha -> 0 < rho -> 0 < delta < 1 -> 0 <= tau -> 1 <= T -> T * (1 - tau) <= 1 -> converted alpha rho delta eps ->
  let gamma := (alpha - 1) / alpha in renyi gamma (exp (gamma * rho)) T tau m m' -> private eps (delta + (1 + exp eps) * tau) m m'.
Proof.
  intros Ha Hrho Hd Htau HT HTt Heps gamma HR. assert (Hg : 0 < gamma < 1).
  { unfold gamma. split; [apply Rdiv_lt_0_compat; lra|]. apply Rmult_lt_reg_r with alpha; [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
  (* at the formula itself *)
  assert (Hgoal : forall e, e <= eps -> (forall f r x, event f -> expects m f r -> expects m' f x -> 0 <= r <= 1 -> 0 <= x <= 1 -> r <= T * (exp e * (x + tau) + delta)) ->
    private eps (delta + (1 + exp eps) * tau) m m').
  { intros e He H f r x Hf Hr Hx. assert (Hr1 := probability m f r Hf Hr). assert (Hx1 := probability m' f x Hf Hx). specialize (H f r x Hf Hr Hx Hr1 Hx1).
    assert (He0 := exp_pos e). assert (S := settle T tau r x (exp e) delta Htau HT HTt Hr1 (proj1 Hx1) (Rlt_le _ _ He0) ltac:(lra) H). apply exp_le in He.
    assert (exp e * x <= exp eps * x) by (apply Rmult_le_compat_r; lra). assert (exp e * tau <= exp eps * tau) by (apply Rmult_le_compat_r; lra). lra. }
  (* the line that touches at exp L *)
  assert (Hline : forall L f r x, event f -> expects m f r -> expects m' f x -> 0 <= r <= 1 -> 0 <= x <= 1 ->
    r <= T * (gamma * exp L * (x + tau) + exp ((alpha - 1) * (rho - L)) / alpha)).
  { intros L f r x Hf Hr Hx Hr1 Hx1. set (C := exp ((alpha - 1) * (rho - L)) / alpha). set (G := gamma * exp L).
    assert (HG : 0 < G) by (apply Rmult_lt_0_compat; [lra|apply exp_pos]).
    apply le_epsilon. intros e He. set (nu := Rmin (/ 2) (e / (T * G))).
    assert (HTG : 0 < T * G) by (apply Rmult_lt_0_compat; lra).
    assert (Hnu : 0 < nu < 1).
    { unfold nu. split; [apply Rmin_glb_lt; [lra|apply Rdiv_lt_0_compat; lra]|]. eapply Rle_lt_trans; [apply Rmin_l|lra]. }
    assert (Hnue : T * G * nu <= e).
    { assert (H := Rmin_r (/ 2) (e / (T * G))). fold nu in H. apply Rmult_le_compat_l with (r := T * G) in H; [|lra].
      replace (T * G * (e / (T * G))) with e in H by (field; split; lra). exact H. }
    assert (H := renyi_test gamma _ T tau nu m m' f r x Hg Hnu HR Hf Hr Hx). set (l := Rpower nu gamma) in *.
    set (z := (1 - nu) * (x + tau) + nu) in *. assert (Hz : 0 < z) by (unfold z; assert (0 <= (1 - nu) * (x + tau)) by (apply Rmult_le_pos; lra); lra).
    assert (Hl := power_line alpha rho L z Ha Hz). cbv zeta in Hl. fold gamma in Hl. fold C G in Hl.
    assert (Hl0 : 0 < l) by apply power_pos.
    assert (Hrl : r * l <= 1 * l) by (apply Rmult_le_compat_r; lra).
    assert (HTl : 1 * l <= T * l) by (apply Rmult_le_compat_r; lra).
    assert (Hzx : z <= x + tau + nu) by (unfold z; assert (0 <= nu * (x + tau)) by (apply Rmult_le_pos; lra); lra).
    assert (G * z <= G * (x + tau + nu)) by (apply Rmult_le_compat_l; lra).
    assert (T * (exp (gamma * rho) * Rpower z gamma) <= T * (G * (x + tau + nu) + C)) by (apply Rmult_le_compat_l; lra). lra. }
  destruct Heps as [H|[[Had H]|[s [Hs H]]]].
  - apply (Hgoal (closed_epsilon alpha rho delta) H). intros f r x Hf Hr Hx Hr1 Hx1.
    set (L := rho - ln (delta * alpha) / (alpha - 1)). specialize (Hline L f r x Hf Hr Hx Hr1 Hx1).
    assert (Hda : 0 < delta * alpha) by (apply Rmult_lt_0_compat; lra).
    replace (exp ((alpha - 1) * (rho - L)) / alpha) with delta in Hline.
    2: { replace ((alpha - 1) * (rho - L)) with (ln (delta * alpha)) by (unfold L; field; lra). rewrite exp_ln by exact Hda. field. lra. }
    replace (exp (closed_epsilon alpha rho delta)) with (gamma * exp L); [exact Hline|].
    unfold closed_epsilon. fold L gamma. rewrite exp_plus, exp_ln by lra. ring.
  - apply (Hgoal (one_point_epsilon rho delta) H). intros f r x Hf Hr Hx Hr1 Hx1. specialize (Hline rho f r x Hf Hr Hx Hr1 Hx1).
    replace ((alpha - 1) * (rho - rho)) with 0 in Hline by ring. rewrite exp_0 in Hline.
    unfold one_point_epsilon. rewrite exp_plus, exp_ln by lra. set (E := exp rho) in *.
    set (w := (1 - delta) / gamma). assert (Hw : 0 <= w <= 1).
    { unfold w. split; [apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra]|]. apply Rmult_le_reg_r with gamma; [lra|].
      unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. apply Rmult_le_reg_r with alpha; [lra|]. replace (1 * gamma * alpha) with (alpha - 1) by (unfold gamma; field; lra). lra. }
    assert (Hwg : w * gamma = 1 - delta) by (unfold w; field; lra).
    assert (Hwa : w * (1 / alpha) + (1 - w) = delta).
    { replace (1 / alpha) with (1 - gamma) by (unfold gamma; field; lra). lra. }
    assert (H1 : w * r <= w * (T * (gamma * E * (x + tau) + 1 / alpha))) by (apply Rmult_le_compat_l; lra).
    assert (H2 : (1 - w) * r <= T * (1 - w)) by nra.
    replace (T * (E * (1 - delta) * (x + tau) + delta)) with (T * (E * (w * gamma) * (x + tau) + (w * (1 / alpha) + (1 - w)))) by (rewrite Hwg, Hwa; reflexivity). lra.
  - apply (Hgoal (tangent_epsilon alpha rho delta s) H). intros f r x Hf Hr Hx Hr1 Hx1.
    assert (HW := moment_pos alpha rho s Ha Hrho Hs). unfold tangent_epsilon. set (L := tangent_log_r alpha rho delta s).
    set (W := moment alpha rho s) in *. set (S := Rpower s (alpha - 1)). assert (HS : 0 < S) by apply power_pos.
    set (Q := exp ((alpha - 1) * L)). assert (HQ : Q = W / delta / alpha + S).
    { assert (Hpos : 0 < W / delta / alpha + S) by (assert (0 < W / delta / alpha) by (apply Rdiv_lt_0_compat; [apply Rdiv_lt_0_compat|]; lra); lra).
      unfold Q, L, tangent_log_r. fold W S. replace ((alpha - 1) * (ln (W / delta / alpha + S) / (alpha - 1))) with (ln (W / delta / alpha + S)) by (field; lra).
      apply exp_ln, Hpos. }
    assert (HWe : W = delta * alpha * (Q - S)) by (rewrite HQ; field; lra).
    assert (HQS : S < Q) by (rewrite HQ; assert (0 < W / delta / alpha) by (apply Rdiv_lt_0_compat; [apply Rdiv_lt_0_compat|]; lra); lra).
    set (r0 := exp L). assert (Hr0 : 0 < r0) by apply exp_pos.
    assert (HSe : S = exp ((alpha - 1) * ln s)) by reflexivity. assert (Hse : s = exp (ln s)) by (symmetry; apply exp_ln, Hs).
    assert (HlL : ln s < L).
    { apply Rnot_le_lt. intros Hc. assert (Q <= S); [|lra]. unfold Q. rewrite HSe. apply exp_le. apply Rmult_le_compat_l; lra. }
    set (nu := exp (alpha * (ln s - L))). assert (Hnu : 0 < nu < 1).
    { unfold nu. split; [apply exp_pos|]. rewrite <- exp_0. apply exp_increasing. nra. }
    assert (Hl : Rpower nu gamma = S / Q).
    { unfold Rpower, nu, Q. rewrite ln_exp, HSe. unfold Rdiv. rewrite <- exp_Ropp, <- exp_plus. f_equal. unfold gamma. field. lra. }
    assert (Hnue : nu = S / Q * (s / r0)).
    { unfold nu, Q, r0. rewrite HSe. rewrite Hse at 3. unfold Rdiv. rewrite <- !exp_Ropp, <- !exp_plus. f_equal. ring. }
    assert (H1 := renyi_test gamma _ T tau nu m m' f r x Hg Hnu HR Hf Hr Hx). rewrite Hl in H1.
    set (z := (1 - nu) * (x + tau) + nu) in *. assert (Hz : 0 < z) by (unfold z; assert (0 <= (1 - nu) * (x + tau)) by (apply Rmult_le_pos; lra); lra).
    assert (Hln := power_line alpha rho L z Ha Hz). cbv zeta in Hln. fold gamma r0 in Hln.
    assert (HM : exp ((alpha - 1) * (rho - L)) = (W + s * S - (s - 1) * S * alpha) / Q).
    { unfold W, moment. fold S. replace (exp ((alpha - 1) * rho) - s * S + (s - 1) * S * alpha + s * S - (s - 1) * S * alpha) with (exp ((alpha - 1) * rho)) by ring.
      unfold Q, Rdiv. rewrite <- exp_Ropp, <- exp_plus. f_equal. ring. }
    rewrite HM in Hln.
    set (g := ((1 - exp (- L) * s) * S * (delta / W) + 1 / alpha) * (alpha - 1)).
    assert (HQ0 : 0 < Q) by apply exp_pos.
    assert (Hone : 0 < 1 - S / Q).
    { replace (1 - S / Q) with ((Q - S) / Q) by (field; lra). apply Rdiv_lt_0_compat; lra. }
    assert (Hg1 : g * r0 * (1 - S / Q) = gamma * r0 * (1 - nu)).
    { unfold g. rewrite exp_Ropp. fold r0. rewrite Hnue, HWe. unfold gamma. field. repeat split; lra. }
    assert (Hg0 : 0 < g).
    { assert (Hgr : 0 < gamma * r0 * (1 - nu)) by (apply Rmult_lt_0_compat; [apply Rmult_lt_0_compat|]; lra). rewrite <- Hg1 in Hgr.
      apply Rnot_le_lt. intros Hc. assert (g * (r0 * (1 - S / Q)) <= 0); [|lra]. assert (0 < r0 * (1 - S / Q)) by (apply Rmult_lt_0_compat; lra). nra. }
    rewrite exp_plus, exp_ln by exact Hg0. fold r0.
    assert (Hd1 : gamma * r0 * nu + (W + s * S - (s - 1) * S * alpha) / Q / alpha - S / Q = delta * (1 - S / Q)).
    { rewrite Hnue, HWe. unfold gamma. field. repeat split; lra. }
    apply Rmult_le_reg_r with (1 - S / Q); [exact Hone|]. eapply Rle_trans; [exact H1|].
    replace (T * (g * r0 * (x + tau) + delta) * (1 - S / Q)) with (T * ((g * r0 * (1 - S / Q)) * (x + tau) + delta * (1 - S / Q))) by ring.
    rewrite Hg1, <- Hd1. apply Rmult_le_compat_l; [lra|]. unfold z in Hln at 2. unfold z. unfold z in Hln. lra.
Qed.
