(* SPDX-License-Identifier: GPL-3.0-or-later *)
(* View message: one upload of hdpmf's Algorithm 1, line 5, seen by somebody who
   does not know h. And view rounds, when the noise is drawn once. *)
From Coq Require Import Reals Lra Psatz.
From Dpmf Require Import Sums Sensitivity Laplace.
Open Scope R_scope.

(* hdpmf_noise_share's postcondition, one coordinate. *)
Definition noise_share (scale h c n : R) : R := scale * sqrt (2 * h / n) * c.

(* A share is the whole mixture of Theorem 3, sqrt(2 h) c times a scale, at the
   scale b / sqrt(n): by Mixture.mixture_is_laplace it is Laplace(b / sqrt(n)). *)
Theorem share_is_mixture (b h c n : R) :
  0 <= h -> 0 < n -> noise_share b h c n = b / sqrt n * sqrt (2 * h) * c.
Proof.
  intros Hh Hn. unfold noise_share, Rdiv.
  rewrite sqrt_mult_alt by lra. rewrite sqrt_inv. ring.
Qed.

(* Laplace noise of scale b / sqrt(n) on two values d apart: sqrt(n) times the
   epsilon d / b that the whole noise gives, and this is attained. *)
Theorem upload_epsilon_attained (b d n t : R) :
  0 < b -> 0 <= d -> 0 < n -> d <= t ->
  laplace (b / sqrt n) (t - d) = exp (sqrt n * (d / b)) * laplace (b / sqrt n) t.
Proof.
  intros Hb Hd Hn Ht. assert (Hs : 0 < sqrt n) by (apply sqrt_lt_R0; exact Hn).
  unfold laplace. rewrite 2!Rabs_pos_eq by lra.
  replace (- (t - d) / (b / sqrt n)) with (sqrt n * (d / b) + - t / (b / sqrt n)) by (field; lra).
  rewrite exp_plus. field. split; lra.
Qed.

Theorem upload_epsilon_enough (b d n y : R) :
  0 < b -> 0 <= d -> 0 < n ->
  laplace (b / sqrt n) (y - d) <= exp (sqrt n * (d / b)) * laplace (b / sqrt n) y.
Proof.
  intros Hb Hd Hn. assert (Hs : 0 < sqrt n) by (apply sqrt_lt_R0; exact Hn).
  assert (Hq : 0 < b / sqrt n) by (apply Rdiv_lt_0_compat; assumption).
  assert (H := laplace_shift (b / sqrt n) (y - d) y Hq).
  replace (y - d - y) with (- d) in H by ring.
  rewrite Rabs_Ropp, Rabs_pos_eq in H by exact Hd.
  replace (d / (b / sqrt n)) with (sqrt n * (d / b)) in H by (field; lra). exact H.
Qed.

(* With the noise x drawn once, two rounds' uploads differ by what carries none:
   the user's vectors u, u' and predictions dot, dot' of the two rounds remain. *)
Theorem two_rounds_without_noise (dot dot' w r : R) (u u' x : nat -> R) (l : nat) :
  (share dot' w r u' l + x l) - (share dot w r u l + x l) = share dot' w r u' l - share dot w r u l.
Proof. ring. Qed.

(* When u is the same in both rounds the difference is 2 (dot' - dot) u_l, and
   with it u is known up to its length; when it is not, the rating enters. *)
Theorem two_rounds_same_user (dot dot' w r : R) (u x : nat -> R) (l : nat) :
  (share dot' w r u l + x l) - (share dot w r u l + x l) = 2 * (dot' - dot) * u l.
Proof. unfold share. ring. Qed.
