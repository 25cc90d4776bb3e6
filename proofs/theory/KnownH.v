(* SPDX-License-Identifier: GPL-3.0-or-later *)
(* View server, K = 1: the recommender drew h itself. Given h the noise is
   normal with the variance 2 b^2 h, and the mean over h of the normal law's
   exact delta(eps) is the closed form below, e0 = sensitivity / b
   (KnownHIntegral.v: the integral). Here: what follows from the closed form. *)
From Coq Require Import Reals Lra Psatz.
Open Scope R_scope.

Definition delta_known_h (e0 eps : R) : R := 1 - exp ((eps - sqrt (eps * eps + e0 * e0)) / 2).
(* The same when nobody knows h: Laplace noise, for 0 <= eps <= e0. *)
Definition delta_laplace (e0 eps : R) : R := 1 - exp ((eps - e0) / 2).

Definition gap (e0 eps : R) : R := (sqrt (eps * eps + e0 * e0) - eps) / 2.

Lemma root_bounds (e0 eps : R) :
  0 < e0 -> 0 <= eps -> eps < sqrt (eps * eps + e0 * e0) /\ e0 <= sqrt (eps * eps + e0 * e0) <= eps + e0.
Proof.
  intros He0 Heps. set (s := sqrt (eps * eps + e0 * e0)).
  assert (Hs : 0 <= s) by apply sqrt_pos.
  assert (Hq : s * s = eps * eps + e0 * e0) by (apply sqrt_sqrt; nra).
  repeat split; nra.
Qed.

Lemma gap_product (e0 eps : R) :
  0 < e0 -> 0 <= eps -> 2 * gap e0 eps * (sqrt (eps * eps + e0 * e0) + eps) = e0 * e0.
Proof.
  intros He0 Heps. unfold gap.
  assert (Hq : sqrt (eps * eps + e0 * e0) * sqrt (eps * eps + e0 * e0) = eps * eps + e0 * e0)
    by (apply sqrt_sqrt; nra).
  nra.
Qed.

Lemma delta_of_gap (e0 eps : R) : delta_known_h e0 eps = 1 - exp (- gap e0 eps).
Proof. unfold delta_known_h, gap. do 2 f_equal. field. Qed.

(* No finite pure epsilon holds: delta stays positive however large eps is. *)
Theorem no_pure_epsilon (e0 eps : R) : 0 < e0 -> 0 <= eps -> 0 < delta_known_h e0 eps.
Proof.
  intros He0 Heps. rewrite delta_of_gap.
  assert (Hg : 0 < gap e0 eps) by (destruct (root_bounds e0 eps He0 Heps); unfold gap; lra).
  assert (exp (- gap e0 eps) < 1) by (rewrite <- exp_0; apply exp_increasing; lra). lra.
Qed.

(* delta falls like e0^2 / (4 eps), not exponentially. *)
Theorem delta_at_most (e0 eps : R) : 0 < e0 -> 0 < eps -> delta_known_h e0 eps <= e0 * e0 / (4 * eps).
Proof.
  intros He0 Heps. rewrite delta_of_gap.
  assert (Hle : 1 - gap e0 eps <= exp (- gap e0 eps)).
  { assert (H := exp_ineq1_le (- gap e0 eps)). lra. }
  destruct (root_bounds e0 eps He0 (Rlt_le _ _ Heps)) as [Hr _].
  assert (Hp := gap_product e0 eps He0 (Rlt_le _ _ Heps)).
  assert (Hg : 0 < gap e0 eps) by (unfold gap; lra).
  assert (Hb : gap e0 eps <= e0 * e0 / (4 * eps)).
  { apply Rmult_le_reg_r with (4 * eps); [lra|].
    replace (e0 * e0 / (4 * eps) * (4 * eps)) with (e0 * e0) by (field; lra). nra. }
  lra.
Qed.

Theorem delta_at_least (e0 eps : R) :
  0 < e0 -> 0 <= eps -> e0 * e0 / (4 * eps + 2 * e0 + e0 * e0) <= delta_known_h e0 eps.
Proof.
  intros He0 Heps. rewrite delta_of_gap. set (g := gap e0 eps).
  destruct (root_bounds e0 eps He0 Heps) as [Hr [_ Hu]].
  assert (Hp := gap_product e0 eps He0 Heps). fold g in Hp.
  assert (Hg : 0 < g) by (unfold g, gap; lra).
  assert (He : exp (- g) * (1 + g) <= 1).
  { assert (H1 := exp_ineq1_le g). assert (H2 := exp_pos (- g)).
    assert (exp (- g) * exp g = 1) by (rewrite <- exp_plus, Rplus_opp_l; apply exp_0). nra. }
  assert (Hc : e0 * e0 <= g * (4 * eps + 2 * e0)) by nra.
  apply Rmult_le_reg_r with (4 * eps + 2 * e0 + e0 * e0); [nra|].
  replace (e0 * e0 / (4 * eps + 2 * e0 + e0 * e0) * (4 * eps + 2 * e0 + e0 * e0)) with (e0 * e0) by (field; nra).
  assert (H2 := exp_pos (- g)).
  assert (Hone : g / (1 + g) <= 1 - exp (- g)).
  { apply Rmult_le_reg_r with (1 + g); [lra|].
    replace (g / (1 + g) * (1 + g)) with g by (field; lra). nra. }
  assert (Hfrac : e0 * e0 <= g / (1 + g) * (4 * eps + 2 * e0 + e0 * e0)).
  { apply Rmult_le_reg_r with (1 + g); [lra|].
    replace (g / (1 + g) * (4 * eps + 2 * e0 + e0 * e0) * (1 + g))
      with (g * (4 * eps + 2 * e0 + e0 * e0)) by (field; lra). nra. }
  apply Rle_trans with (1 := Hfrac). apply Rmult_le_compat_r; [nra|exact Hone].
Qed.

(* At the claimed epsilon itself. *)
Theorem delta_at_claim (e0 : R) : 0 < e0 -> delta_known_h e0 e0 = 1 - exp (- (e0 * (sqrt 2 - 1) / 2)).
Proof.
  intros He0. unfold delta_known_h.
  replace (e0 * e0 + e0 * e0) with (2 * (e0 * e0)) by ring.
  rewrite sqrt_mult_alt, sqrt_square by lra. do 2 f_equal. field.
Qed.

(* Knowing h only helps: delta is at least that of the Laplace law, and equal at eps = 0. *)
Theorem known_h_helps (e0 eps : R) : 0 < e0 -> 0 <= eps -> delta_laplace e0 eps <= delta_known_h e0 eps.
Proof.
  intros He0 Heps. unfold delta_laplace, delta_known_h.
  destruct (root_bounds e0 eps He0 Heps) as [_ [Hl _]].
  set (s := sqrt (eps * eps + e0 * e0)) in *.
  destruct Hl as [Hl|Hl].
  - assert (exp ((eps - s) / 2) < exp ((eps - e0) / 2)) by (apply exp_increasing; lra). lra.
  - rewrite Hl. lra.
Qed.
