(* SPDX-License-Identifier: GPL-3.0-or-later *)
(* dpimf, Theorem 1: k mechanisms with their own randomness, each on its own part
   of the data. p i and q i are the densities, on two neighbouring data sets, of
   what mechanism i publishes; together they have the products. *)
From Coq Require Import Reals Lra Psatz Arith Lia.
From Dpmf Require Import Sums Sensitivity Laplace.
Open Scope R_scope.

Fixpoint largest (eps : nat -> R) (k : nat) : R := match k with O => 0 | S l => Rmax (largest eps l) (eps l) end.

Lemma product_nonneg (p : nat -> R) (k : nat) : (forall i, 0 <= p i) -> 0 <= product p k.
Proof. intros H. induction k as [|k IH]; simpl; [lra|]. apply Rmult_le_pos; [exact IH|apply H]. Qed.

Lemma largest_is (eps : nat -> R) (k j : nat) : (j < k)%nat -> eps j <= largest eps k.
Proof.
  induction k as [|k IH]; intros Hj; [lia|]. simpl. destruct (Nat.eq_dec j k) as [-> |H]; [apply Rmax_r|].
  apply Rle_trans with (largest eps k); [apply IH; lia|apply Rmax_l].
Qed.

(* The neighbours differ in part j alone: the loss is that part's, hence at most the largest. *)
Theorem one_part (p q eps : nat -> R) (k j : nat) : (j < k)%nat -> (forall i, 0 <= q i) ->
  (forall i, (i < k)%nat -> i <> j -> p i = q i) -> p j <= exp (eps j) * q j ->
  product p k <= exp (eps j) * product q k /\ product p k <= exp (largest eps k) * product q k.
Proof.
  intros Hj Hq Hsame Hp.
  assert (H : product p k <= exp (eps j) * product q k).
  { induction k as [|k IH]; [lia|]. simpl. destruct (Nat.eq_dec j k) as [-> |Hne].
    - assert (E : product p k = product q k).
      { clear IH Hj. assert (Hk : forall i, (i < k)%nat -> p i = q i) by (intros; apply Hsame; lia). clear Hsame Hp.
        induction k as [|l IHl]; [reflexivity|]. simpl. rewrite (Hk l) by lia. f_equal. apply IHl. intros. apply Hk. lia. }
      rewrite E. assert (Hn := product_nonneg q k Hq). nra.
    - rewrite (Hsame k) by lia. assert (I := IH ltac:(lia) ltac:(intros; apply Hsame; lia)). assert (H0 := Hq k).
      apply (Rmult_le_compat_r (q k) _ _ H0) in I. lra. }
  split; [exact H|]. apply Rle_trans with (1 := H). apply Rmult_le_compat_r; [apply product_nonneg; exact Hq|].
  apply exp_le, largest_is, Hj.
Qed.

(* They differ in every part, as the rows of two users do across the items: the losses add up ... *)
Theorem every_part (p q eps : nat -> R) (k : nat) : (forall i, 0 <= p i) -> (forall i, 0 <= q i) ->
  (forall i, (i < k)%nat -> p i <= exp (eps i) * q i) -> product p k <= exp (sum eps k) * product q k.
Proof.
  intros Hp Hq H. induction k as [|k IH]; simpl; [rewrite exp_0; lra|].
  assert (I := IH ltac:(intros; apply H; lia)). assert (K := H k ltac:(lia)). rewrite exp_plus.
  apply Rle_trans with (exp (sum eps k) * product q k * (exp (eps k) * q k)); [|right; ring].
  apply Rmult_le_compat; [apply product_nonneg; exact Hp|apply Hp|exact I|exact K].
Qed.

(* ... and Laplace noise attains the sum: k items, each statistic moved by its sensitivity s, noise s / eps. *)
Theorem rows_attain_the_sum (s eps : R) (m t : nat -> R) (k : nat) : 0 < s -> 0 < eps -> (forall i, m i + s <= t i) ->
  released (s / eps) (fun i => m i + s) k t = exp (INR k * eps) * released (s / eps) m k t.
Proof.
  intros Hs He Ht. unfold released. induction k as [|k IH]; [simpl; rewrite Rmult_0_l, exp_0; ring|].
  cbn [product]. rewrite IH, S_INR. assert (H := Ht k). unfold laplace. rewrite !Rabs_pos_eq by lra.
  replace (- (t k - (m k + s)) / (s / eps)) with (eps + - (t k - m k) / (s / eps)) by (field; lra).
  replace ((INR k + 1) * eps) with (INR k * eps + eps) by ring. rewrite !exp_plus. field. lra.
Qed.
