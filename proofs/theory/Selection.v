(* SPDX-License-Identifier: GPL-3.0-or-later *)
(* dpmf-rp, Section 4.3.1: theta is solved from Eq. (18) at q = 1 and cut to 1/4; q is
   solved from (18) only where theta was cut, and is 1 otherwise. *)
From Coq Require Import Reals Lra.
Open Scope R_scope.

(* The theta part of Eq. (18). *)
Definition steepness (theta : R) : R := theta ^ 2 / (1 - 2 * theta) ^ 4.

(* Eq. (18); d = p k coordinates, n participants. *)
Definition cost (C0 theta alpha q d n : R) : R := C0 * steepness theta * (alpha ^ 2 / (alpha - 1)) * (q * d / n).

(* The bound on q that Eq. (21) states. *)
Definition bound (C0 alpha d n eps : R) : R := (alpha - 1) / alpha ^ 2 * (n * eps / (C0 * d)).

Lemma bound_of_cost (C0 theta alpha q d n : R) : 0 < C0 -> 1 < alpha -> 0 < d -> 0 < n ->
  bound C0 alpha d n (cost C0 theta alpha q d n) = steepness theta * q.
Proof. intros. unfold bound, cost. field. repeat split; lra. Qed.

Lemma steepness_below_one (theta : R) : 0 < theta < / 4 -> steepness theta < 1.
Proof.
  intros Ht. unfold steepness. assert (Hp : 0 < (1 - 2 * theta) ^ 4) by (apply pow_lt; lra).
  apply Rmult_lt_reg_r with ((1 - 2 * theta) ^ 4); [exact Hp |].
  replace (theta ^ 2 / (1 - 2 * theta) ^ 4 * (1 - 2 * theta) ^ 4) with (theta ^ 2) by (field; lra).
  assert (H : theta < (1 - 2 * theta) ^ 2).
  { assert (H0 : 0 < (1 - theta) * (1 - 4 * theta)) by (apply Rmult_lt_0_compat; lra). lra. }
  replace ((1 - 2 * theta) ^ 4) with ((1 - 2 * theta) ^ 2 * (1 - 2 * theta) ^ 2) by ring.
  rewrite Rmult_1_l. replace (theta ^ 2) with (theta * theta) by ring.
  apply Rmult_gt_0_lt_compat; lra.
Qed.

(* Whenever theta is not cut, the rule takes q = 1, and Eq. (21) says less. *)
Theorem eq21_fails (C0 theta alpha d n : R) : 0 < C0 -> 1 < alpha -> 0 < d -> 0 < n -> 0 < theta < / 4 ->
  bound C0 alpha d n (cost C0 theta alpha 1 d n) < 1.
Proof.
  intros HC Ha Hd Hn Ht. rewrite bound_of_cost by assumption. rewrite Rmult_1_r. apply steepness_below_one. exact Ht.
Qed.

(* Where theta is cut, (18) solved for q is the bound itself. *)
Theorem eq21_where_cut (C0 alpha q d n : R) : 0 < C0 -> 1 < alpha -> 0 < d -> 0 < n ->
  bound C0 alpha d n (cost C0 (/ 4) alpha q d n) = q.
Proof.
  intros. rewrite bound_of_cost by assumption. unfold steepness.
  replace (1 - 2 * / 4) with (/ 2) by field. field.
Qed.
