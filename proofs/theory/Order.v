(* SPDX-License-Identifier: GPL-3.0-or-later *)
(* gaussmf, Eqs. (7) to (9): the least value of alpha c + L / (alpha - 1) over the
   orders alpha > 1, with c = J Delta^2 / (2 sigma^2) and L = log(1 / delta_r). *)
From Coq Require Import Reals Lra.
Open Scope R_scope.

(* Eq. (7). *)
Definition spent (c L alpha : R) : R := alpha * c + L / (alpha - 1).

(* Eq. (8): 1 + sqrt(2 sigma^2 L / (J Delta^2)) = 1 + sqrt(L / c). *)
Definition order (c L : R) : R := 1 + sqrt (L / c).

(* Eq. (9): J eps_i^2 / (4 log(1.25 / delta)) is c at the sigma of the classical theorem. *)
Definition least (c L : R) : R := c + 2 * sqrt (c * L).

Lemma gap_is_a_square (c L t : R) : 0 < c -> 0 < L -> 0 < t ->
  spent c L (1 + t) - least c L = (sqrt (c * t) - sqrt (L / t)) ^ 2.
Proof.
  intros Hc HL Ht. unfold spent, least.
  assert (Ha : 0 <= c * t) by (apply Rlt_le, Rmult_lt_0_compat; assumption).
  assert (Hb : 0 <= L / t) by (apply Rlt_le, Rdiv_lt_0_compat; assumption).
  replace ((sqrt (c * t) - sqrt (L / t)) ^ 2)
    with (sqrt (c * t) * sqrt (c * t) + sqrt (L / t) * sqrt (L / t) - 2 * (sqrt (c * t) * sqrt (L / t))) by ring.
  rewrite (sqrt_sqrt _ Ha), (sqrt_sqrt _ Hb), <- sqrt_mult by assumption.
  replace (c * t * (L / t)) with (c * L) by (field; lra).
  replace (1 + t - 1) with t by ring. ring.
Qed.

Theorem eq9_is_a_lower_bound (c L alpha : R) : 0 < c -> 0 < L -> 1 < alpha -> least c L <= spent c L alpha.
Proof.
  intros Hc HL Ha. assert (H := gap_is_a_square c L (alpha - 1) Hc HL ltac:(lra)).
  replace (1 + (alpha - 1)) with alpha in H by ring.
  assert (Hs := pow2_ge_0 (sqrt (c * (alpha - 1)) - sqrt (L / (alpha - 1)))). lra.
Qed.

Theorem eq8_attains_eq9 (c L : R) : 0 < c -> 0 < L -> 1 < order c L /\ spent c L (order c L) = least c L.
Proof.
  intros Hc HL. assert (Hr : 0 < L / c) by (apply Rdiv_lt_0_compat; assumption).
  assert (Ht : 0 < sqrt (L / c)) by (apply sqrt_lt_R0; exact Hr).
  unfold order. split; [lra |].
  assert (H := gap_is_a_square c L _ Hc HL Ht).
  replace (c * sqrt (L / c)) with (L / sqrt (L / c)) in H.
  - replace ((sqrt (L / sqrt (L / c)) - sqrt (L / sqrt (L / c))) ^ 2) with 0 in H by ring. lra.
  - apply Rmult_eq_reg_r with (sqrt (L / c)); [| lra].
    replace (L / sqrt (L / c) * sqrt (L / c)) with L by (field; lra).
    rewrite Rmult_assoc, sqrt_sqrt by lra. field. lra.
Qed.

(* Eq. (9) in the paper's letters: c at sigma = Delta sqrt(2 log(1.25 / delta)) / eps. *)
Theorem eq9_of_the_classical_sigma (J Delta eps G : R) : 0 < J -> 0 < Delta -> 0 < eps -> 0 < G ->
  J * Delta ^ 2 / (2 * (Delta * sqrt (2 * G) / eps) ^ 2) = J * eps ^ 2 / (4 * G).
Proof.
  intros HJ HD He HG. assert (Hs : 0 < sqrt (2 * G)) by (apply sqrt_lt_R0; lra).
  replace ((Delta * sqrt (2 * G) / eps) ^ 2) with (Delta ^ 2 * (sqrt (2 * G) * sqrt (2 * G)) / eps ^ 2) by (field; lra).
  rewrite sqrt_sqrt by lra. field. lra.
Qed.
