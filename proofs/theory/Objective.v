(* SPDX-License-Identifier: GPL-3.0-or-later *)
(* dpimf, Theorem 3 and its appendix, as statements about densities: one item's
   released coefficients are three groups with Laplace noise of their own scales,
   d of first order, t = d (d + 1) / 2 of the triangle (d^2 of the whole matrix),
   and one weight. P is the same on both data sets. What the groups move by is
   what WP proves in proofs/dpimf/relational.c; items and rounds: Parallel.v. *)
From Coq Require Import Reals Lra Psatz Arith Lia.
From Dpmf Require Import Sums Sensitivity Laplace Parallel.
Open Scope R_scope.

Definition coefficients (b1 b2 b3 : R) (first second weight : nat -> R) (d t : nat) (x y z : nat -> R) : R :=
  released b1 first d x * released b2 second t y * released b3 weight 1 z.

(* Eq. (20) at alpha0 < 1, and the strawman's Eq. (10) with one scale b for all three. *)
Theorem one_item (b1 b2 b3 e1 e2 e3 : R) (f g f2 g2 f3 g3 : nat -> R) (d t : nat) (x y z : nat -> R) :
  0 < b1 -> 0 < b2 -> 0 < b3 ->
  l1 (fun l => f l - g l) d <= e1 * b1 -> l1 (fun l => f2 l - g2 l) t <= e2 * b2 -> l1 (fun l => f3 l - g3 l) 1 <= e3 * b3 ->
  coefficients b1 b2 b3 f f2 f3 d t x y z <= exp (e1 + e2 + e3) * coefficients b1 b2 b3 g g2 g3 d t x y z.
Proof.
  intros H1 H2 H3 E1 E2 E3. unfold coefficients. rewrite !exp_plus.
  assert (R1 := ratio_within b1 e1 f g d x H1 E1). assert (R2 := ratio_within b2 e2 f2 g2 t y H2 E2).
  assert (R3 := ratio_within b3 e3 f3 g3 1 z H3 E3).
  assert (N1 := released_nonneg b1 f d x H1). assert (N2 := released_nonneg b2 f2 t y H2).
  assert (N3 := released_nonneg b3 f3 1 z H3).
  apply Rle_trans with ((exp e1 * released b1 g d x) * (exp e2 * released b2 g2 t y) * (exp e3 * released b3 g3 1 z));
    [|right; ring].
  apply Rmult_le_compat; [apply Rmult_le_pos; assumption|exact N3| |exact R3].
  apply Rmult_le_compat; assumption.
Qed.

(* Eq. (9): one sensitivity for all of them, noise Delta / eps on each. *)
Theorem strawman (delta eps : R) (f g f2 g2 f3 g3 : nat -> R) (d t : nat) (x y z : nat -> R) : 0 < delta -> 0 < eps ->
  l1 (fun l => f l - g l) d + l1 (fun l => f2 l - g2 l) t + l1 (fun l => f3 l - g3 l) 1 <= delta ->
  let b := delta / eps in
  coefficients b b b f f2 f3 d t x y z <= exp eps * coefficients b b b g g2 g3 d t x y z.
Proof.
  intros Hd He H b. assert (Hb : 0 < b) by (apply Rdiv_lt_0_compat; assumption).
  set (m1 := l1 (fun l => f l - g l) d) in *. set (m2 := l1 (fun l => f2 l - g2 l) t) in *.
  set (m3 := l1 (fun l => f3 l - g3 l) 1) in *.
  assert (E : forall m, m <= m / b * b) by (intros m; right; field; lra).
  apply Rle_trans with (exp (m1 / b + m2 / b + m3 / b) * coefficients b b b g g2 g3 d t x y z).
  - apply one_item; try exact Hb; apply E.
  - apply Rmult_le_compat_r.
    + unfold coefficients. apply Rmult_le_pos; [apply Rmult_le_pos|]; apply released_nonneg; exact Hb.
    + apply exp_le. replace eps with (delta / b) by (unfold b; field; lra).
      replace (m1 / b + m2 / b + m3 / b) with ((m1 + m2 + m3) / b) by (field; lra).
      apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; exact Hb|exact H].
Qed.

(* Theorem 3 for one changed entry: item j's loss is eps, the other items are as they were. *)
Theorem theorem_3_entry (p q : nat -> R) (eps : R) (items j : nat) : (j < items)%nat -> (forall i, 0 <= q i) ->
  (forall i, (i < items)%nat -> i <> j -> p i = q i) -> p j <= exp eps * q j ->
  product p items <= exp eps * product q items.
Proof.
  intros Hj Hq Hs Hp. exact (proj1 (one_part p q (fun _ => eps) items j Hj Hq Hs Hp)).
Qed.

(* A changed row that touches k of the items, or one entry in k rounds with P held: k eps. With
   rows_attain_the_sum that is attained. *)
Theorem theorem_3_many (p q : nat -> R) (eps : R) (k : nat) : (forall i, 0 <= p i) -> (forall i, 0 <= q i) ->
  (forall i, (i < k)%nat -> p i <= exp eps * q i) -> product p k <= exp (INR k * eps) * product q k.
Proof.
  intros Hp Hq H. assert (E : sum (fun _ => eps) k = INR k * eps).
  { clear H. induction k as [|k IH]; [simpl; ring|]. rewrite S_INR. simpl sum. rewrite IH. ring. }
  rewrite <- E. exact (every_part p q (fun _ => eps) k Hp Hq H).
Qed.

(* Algorithm 2, line 9: a sampled interaction of weight w moves what is released by w times its
   sensitivity s. Laplace noise s / eps then has the loss w eps, attained. *)
Theorem weight_multiplies_the_loss (w s eps m t : R) : 0 < w -> 0 < s -> 0 < eps -> m + w * s <= t ->
  laplace (s / eps) (t - (m + w * s)) = exp (w * eps) * laplace (s / eps) (t - m).
Proof.
  intros Hw Hs He Ht. assert (0 < w * s) by (apply Rmult_lt_0_compat; assumption).
  unfold laplace. rewrite !Rabs_pos_eq by lra.
  replace (- (t - (m + w * s)) / (s / eps)) with (w * eps + - (t - m) / (s / eps)) by (field; lra).
  rewrite exp_plus. field. lra.
Qed.

(* Eq. (18)'s sensitivity with a second, independent noise below the diagonal is not enough: with p
   of two equal numbers 1 all four entries move by 1, and 4 is more than Eq. (18)'s 3. *)
Theorem triangle_needs_the_mirror :
  let p := fun _ : nat => 1 in
  l1 p 2 * l1 p 2 = 4 /\ (l1 p 2 * l1 p 2 + sum (fun l => p l * p l) 2) / 2 = 3.
Proof. simpl. unfold l1. simpl. rewrite Rabs_R1. split; lra. Qed.
