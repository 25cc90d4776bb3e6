(* SPDX-License-Identifier: GPL-3.0-or-later *)
(* Who colludes takes its own shares away (ref/noise/colluding.h). What is left are the
   honest shares, of which any `least` make the whole law of the noise: more than
   that is independent noise beside it, which takes nothing away. *)
From Coq Require Import Reals Lra Psatz Arith Lia ZArith.
From Dpmf Require Import Sums Polya.
Open Scope R_scope.

Lemma powers_sum (g : R) (r : nat -> R) (n : nat) : 0 < g -> powers g r n = Rpower g (sum r n).
Proof.
  intros Hg. induction n as [|n IH]; simpl; [symmetry; apply Rpower_O; exact Hg|].
  rewrite IH, Rpower_plus. reflexivity.
Qed.

(* Honest shares of any total: their generating function is that of the whole law (geometric, one of the two
   of a discrete Laplace draw) times that of NB(total - 1, a), which is a law where the total is 1 or more. *)
Theorem honest_shares (a z : R) (r : nat -> R) (n : nat) :
  0 < a < 1 -> a * z < 1 -> 1 <= sum r n ->
  powers ((1 - a) / (1 - a * z)) r n = (1 - a) / (1 - a * z) * Rpower ((1 - a) / (1 - a * z)) (sum r n - 1) /\
  0 <= sum r n - 1.
Proof.
  intros Ha Hz Hr. assert (Hg : 0 < (1 - a) / (1 - a * z)) by (apply Rdiv_lt_0_compat; lra).
  split; [|lra]. rewrite powers_sum by exact Hg.
  rewrite <- (Rpower_1 ((1 - a) / (1 - a * z))) at 2 by exact Hg. rewrite <- Rpower_plus. f_equal. ring.
Qed.

(* The mass at x of noise with masses P and independent noise that is y i with probability q i. *)
Definition together (P : Z -> R) (q : nat -> R) (y : nat -> Z) (n : nat) (x : Z) : R :=
  sum (fun i => q i * P (x - y i)%Z) n.

(* What holds of the noise at every x holds of it with independent noise added. *)
Theorem further_noise (P : Z -> R) (q : nat -> R) (y : nat -> Z) (n : nat) (eps : R) (d : Z) :
  (forall x, P x <= exp eps * P (x + d)%Z) -> (forall i, 0 <= q i) ->
  forall x, together P q y n x <= exp eps * together P q y n (x + d)%Z.
Proof.
  intros HP Hq x. unfold together. rewrite <- sum_scale. apply sum_le. intros i Hi.
  replace (exp eps * (q i * P (x + d - y i)%Z)) with (q i * (exp eps * P (x + d - y i)%Z)) by ring.
  apply Rmult_le_compat_l; [apply Hq|]. replace (x + d - y i)%Z with (x - y i + d)%Z by ring. apply HP.
Qed.

Close Scope R_scope.
Open Scope Z_scope.

(* How many of the smallest `least` shares are others' (privsr_parts_of): shares of size `one` and `other`. *)
Definition smallest_others (one other sensitive others least : Z) : Z :=
  if other <=? one then Z.min least others else least - Z.min least sensitive.

Definition smallest_sum (one other sensitive others least : Z) : Z :=
  (least - smallest_others one other sensitive others least) * one + smallest_others one other sensitive others least * other.

(* Whoever is left, `least` or more of them, k of the sensitive and m of the others: their shares are no less. *)
Theorem smallest_shares (one other sensitive others least k m : Z) :
  0 < one -> 0 < other -> 0 <= k <= sensitive -> 0 <= m <= others -> 0 < least <= k + m ->
  smallest_sum one other sensitive others least <= k * one + m * other.
Proof.
  intros H1 H2 Hk Hm Hl. unfold smallest_sum, smallest_others.
  assert (Hmore : 0 <= (k + m - least) * one /\ 0 <= (k + m - least) * other) by (split; apply Z.mul_nonneg_nonneg; lia).
  destruct (other <=? one) eqn:E.
  - apply Z.leb_le in E. destruct (Z.min_spec least others) as [[H ->]|[H ->]].
    + assert (0 <= k * (one - other)) by (apply Z.mul_nonneg_nonneg; lia). lia.
    + assert (0 <= (others - m) * (one - other)) by (apply Z.mul_nonneg_nonneg; lia). lia.
  - apply Z.leb_gt in E. destruct (Z.min_spec least sensitive) as [[H ->]|[H ->]].
    + assert (0 <= m * (other - one)) by (apply Z.mul_nonneg_nonneg; lia). lia.
    + assert (0 <= (sensitive - k) * (other - one)) by (apply Z.mul_nonneg_nonneg; lia). lia.
Qed.

(* And no less than the whole when a share that is larger than the whole is cut to it. *)
Theorem cut_shares (one other sensitive others least k m : Z) :
  let whole := smallest_sum one other sensitive others least in
  0 < one -> 0 < other -> 0 <= k <= sensitive -> 0 <= m <= others -> 0 < least <= k + m ->
  whole <= k * Z.min one whole + m * Z.min other whole.
Proof.
  intros whole H1 H2 Hk Hm Hl.
  assert (H : whole <= k * one + m * other) by (apply smallest_shares; assumption).
  assert (Hw : 0 <= whole).
  { unfold whole, smallest_sum, smallest_others. destruct (other <=? one) eqn:E.
    - destruct (Z.min_spec least others) as [[? ->]|[? ->]]; nia.
    - destruct (Z.min_spec least sensitive) as [[? ->]|[? ->]]; nia. }
  clearbody whole. assert (Hn : k + m >= 1) by lia. clear Hl.
  assert (Hk1 : 0 <= k * one /\ 0 <= m * other /\ 0 <= k * whole /\ 0 <= m * whole) by (repeat split; apply Z.mul_nonneg_nonneg; lia).
  destruct (Z.min_spec one whole) as [[? ->]|[? ->]]; destruct (Z.min_spec other whole) as [[? ->]|[? ->]].
  - exact H.
  - destruct (Z.eq_dec m 0) as [->|?]; [lia|]. assert (0 <= (m - 1) * whole) by (apply Z.mul_nonneg_nonneg; lia). lia.
  - destruct (Z.eq_dec k 0) as [->|?]; [lia|]. assert (0 <= (k - 1) * whole) by (apply Z.mul_nonneg_nonneg; lia). lia.
  - assert (0 <= (k + m - 1) * whole) by (apply Z.mul_nonneg_nonneg; lia). lia.
Qed.
