(* SPDX-License-Identifier: GPL-3.0-or-later *)
(* hdpmf, Theorem 2: how far one changed rating moves the gradient of an item.
   From what WP proves of hdpmf_gradient_share, hdpmf_gradient_add and
   hdpmf_contribute (ref/mech/hdpmf/kernels.h), to the sensitivities. *)
From Coq Require Import Reals Lra Psatz Arith ZArith Lia.
From Dpmf Require Import Sums.
Open Scope R_scope.

(* hdpmf_gradient_share's postcondition: share[l] == 2 * (dot - w * r) * u[l]. *)
Definition share (dot w r : R) (u : nat -> R) : nat -> R := fun l => 2 * (dot - w * r) * u l.

(* Eq. (4): the shares of n raters, each with its own vector, weight and
   rating, added up by hdpmf_gradient_add to what stood there before. *)
Definition gradient (before : nat -> R) (dot w r : nat -> R) (u : nat -> nat -> R) (n : nat) : nat -> R :=
  fun l => before l + sum (fun i => share (dot i) (w i) (r i) (u i) l) n.

(* Neighbours: the ratings differ at rater p alone. *)
Definition neighbours (r q : nat -> R) (p : nat) : Prop := forall i, i <> p -> r i = q i.

Lemma shares_differ (before : nat -> R) (dot w r q : nat -> R) (u : nat -> nat -> R) (n p l : nat) :
  neighbours r q p ->
  gradient before dot w r u n l - gradient before dot w q u n l =
  if (p <? n)%nat then - (2 * w p * (r p - q p)) * u p l else 0.
Proof.
  intros H. unfold gradient.
  assert (E : forall m, sum (fun i => share (dot i) (w i) (r i) (u i) l) m
                      - sum (fun i => share (dot i) (w i) (q i) (u i) l) m =
              if (p <? m)%nat then - (2 * w p * (r p - q p)) * u p l else 0).
  { induction m as [|m IH]; [simpl; lra|]. simpl sum.
    destruct (Nat.eq_dec m p) as [->|Hne].
    - replace (p <? p)%nat with false in IH by (symmetry; apply Nat.ltb_irrefl).
      replace (p <? S p)%nat with true by (symmetry; apply Nat.ltb_lt; auto with arith).
      unfold share in *. lra.
    - unfold share in *. rewrite (H m Hne) at 1.
      replace (p <? S m)%nat with (p <? m)%nat.
      + lra.
      + destruct (Nat.ltb_spec p m); destruct (Nat.ltb_spec p (S m)); auto; exfalso; lia. }
  rewrite <- (E n). lra.
Qed.

(* One changed rating moves the gradient by exactly 2 W |r - r'| ||u||_1 in the 1-norm ... *)
Theorem gradient_moves_l1 (before : nat -> R) (dot w r q : nat -> R) (u : nat -> nat -> R) (n p k : nat) :
  neighbours r q p -> (p < n)%nat -> 0 <= w p ->
  l1 (fun l => gradient before dot w r u n l - gradient before dot w q u n l) k
  = 2 * w p * Rabs (r p - q p) * l1 (u p) k.
Proof.
  intros H Hp Hw.
  rewrite (l1_ext _ (fun l => - (2 * w p * (r p - q p)) * u p l)).
  - rewrite l1_scale, Rabs_Ropp, 2!Rabs_mult, (Rabs_pos_eq 2), (Rabs_pos_eq (w p)) by lra. reflexivity.
  - intros l _. rewrite (shares_differ before dot w r q u n p l H).
    apply Nat.ltb_lt in Hp. rewrite Hp. reflexivity.
Qed.

(* ... and by exactly 2 W |r - r'| ||u||_2 in the 2-norm. *)
Theorem gradient_moves_l2 (before : nat -> R) (dot w r q : nat -> R) (u : nat -> nat -> R) (n p k : nat) :
  neighbours r q p -> (p < n)%nat -> 0 <= w p ->
  l2 (fun l => gradient before dot w r u n l - gradient before dot w q u n l) k
  = 2 * w p * Rabs (r p - q p) * l2 (u p) k.
Proof.
  intros H Hp Hw.
  rewrite (l2_ext _ (fun l => - (2 * w p * (r p - q p)) * u p l)).
  - rewrite l2_scale, Rabs_Ropp, 2!Rabs_mult, (Rabs_pos_eq 2), (Rabs_pos_eq (w p)) by lra. reflexivity.
  - intros l _. rewrite (shares_differ before dot w r q u n p l H).
    apply Nat.ltb_lt in Hp. rewrite Hp. reflexivity.
Qed.

(* The declared sensitivities: 2 W Delta and 2 W Delta sqrt(K), for ||u||_2 <= 1. *)
Theorem sensitivity_l2 (before : nat -> R) (dot w r q : nat -> R) (u : nat -> nat -> R) (n p k : nat) (delta : R) :
  neighbours r q p -> (p < n)%nat -> 0 <= w p -> Rabs (r p - q p) <= delta -> l2 (u p) k <= 1 ->
  l2 (fun l => gradient before dot w r u n l - gradient before dot w q u n l) k <= 2 * w p * delta.
Proof.
  intros H Hp Hw Hd Hu. rewrite (gradient_moves_l2 before dot w r q u n p k H Hp Hw).
  assert (0 <= l2 (u p) k) by apply sqrt_pos.
  assert (0 <= Rabs (r p - q p)) by apply Rabs_pos.
  assert (w p * Rabs (r p - q p) <= w p * delta) by (apply Rmult_le_compat_l; lra).
  assert (0 <= w p * Rabs (r p - q p)) by (apply Rmult_le_pos; lra).
  nra.
Qed.

Theorem sensitivity_l1 (before : nat -> R) (dot w r q : nat -> R) (u : nat -> nat -> R) (n p k : nat) (delta : R) :
  neighbours r q p -> (p < n)%nat -> 0 <= w p -> Rabs (r p - q p) <= delta -> l2 (u p) k <= 1 ->
  l1 (fun l => gradient before dot w r u n l - gradient before dot w q u n l) k <= 2 * w p * delta * sqrt (INR k).
Proof.
  intros H Hp Hw Hd Hu.
  eapply Rle_trans; [apply l1_at_most_root_l2|].
  rewrite Rmult_comm. apply Rmult_le_compat_r; [apply sqrt_pos|].
  apply sensitivity_l2; assumption.
Qed.

(* The corrected variant, in integers: hdpmf_contribute's postcondition. *)
Definition contribution (before : nat -> Z) (weight rating : Z) (feature : nat -> Z) : nat -> Z :=
  fun l => (before l + weight * rating * feature l)%Z.

Fixpoint zl1 (x : nat -> Z) (n : nat) : Z :=
  match n with O => 0%Z | S k => (zl1 x k + Z.abs (x k))%Z end.

Theorem contribution_moves (before : nat -> Z) (weight r q : Z) (feature : nat -> Z) (k : nat) :
  (0 <= weight)%Z ->
  zl1 (fun l => (contribution before weight r feature l - contribution before weight q feature l)%Z) k
  = (weight * Z.abs (r - q) * zl1 feature k)%Z.
Proof.
  intros Hw. induction k as [|k IH]; simpl; [ring|].
  rewrite IH. unfold contribution.
  replace (before k + weight * r * feature k - (before k + weight * q * feature k))%Z
    with (weight * ((r - q) * feature k))%Z by ring.
  rewrite !Z.abs_mul, (Z.abs_eq weight) by assumption. ring.
Qed.
