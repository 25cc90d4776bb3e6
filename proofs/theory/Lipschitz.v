(* SPDX-License-Identifier: GPL-3.0-or-later *)
(* dpmf-rp, Lemma 5.6: the gradient of the regularized loss in one item's vector v,
   without the factor 2 of the square: mu v + sum over users o of c_o (u_o v - r_o) u_o.
   Eq. (44) claims that mu + k B_1^2 (1 + kappa) is its Lipschitz constant, where
   |u_o|_1 <= B_1 and 0 <= c_o <= 1 + kappa. *)
From Coq Require Import Reals Lra Psatz Arith Lia.
From Dpmf Require Import Sums Implicit.
Open Scope R_scope.

Definition slope (mu : R) (c : nat -> R) (u : nat -> nat -> R) (r : nat -> R) (n k : nat) (v : nat -> R) : nat -> R :=
  fun l => mu * v l + sum (fun o => c o * (dot (u o) v k - r o) * u o l) n.

(* What the paper supposes of its users. *)
Definition admitted (b kappa : R) (c : nat -> R) (u : nat -> nat -> R) (n k : nat) : Prop :=
  forall o, (o < n)%nat -> 0 <= c o <= 1 + kappa /\ l1 (u o) k <= b.

Definition lipschitz (f : (nat -> R) -> nat -> R) (k : nat) (L : R) : Prop :=
  forall v w, l2 (fun l => f v l - f w l) k <= L * l2 (fun l => v l - w l) k.

(* Eq. (44): two users, k = 1, B_1 = 1, kappa = 0, mu = 1. *)
Theorem eq_44_refuted : exists (mu b kappa : R) (c : nat -> R) (u : nat -> nat -> R) (r : nat -> R) (n k : nat),
  0 < mu /\ 0 < b /\ 0 <= kappa /\ admitted b kappa c u n k /\
  ~ lipschitz (slope mu c u r n k) k (mu + INR k * (b ^ 2 * (1 + kappa))).
Proof.
  exists 1, 1, 0, (fun _ => 1), (fun _ _ => 1), (fun _ => 0), 2%nat, 1%nat.
  repeat split; try lra.
  - unfold l1. simpl. rewrite Rabs_R1. lra.
  - intros H. specialize (H (fun _ => 1) (fun _ => 0)). unfold l2, slope, dot in H. simpl in H.
    replace (0 + (1 * 1 + (0 + 1 * (0 + 1 * 1 - 0) * 1 + 1 * (0 + 1 * 1 - 0) * 1) -
      (1 * 0 + (0 + 1 * (0 + 1 * 0 - 0) * 1 + 1 * (0 + 1 * 0 - 0) * 1))) *
      (1 * 1 + (0 + 1 * (0 + 1 * 1 - 0) * 1 + 1 * (0 + 1 * 1 - 0) * 1) -
      (1 * 0 + (0 + 1 * (0 + 1 * 0 - 0) * 1 + 1 * (0 + 1 * 0 - 0) * 1)))) with (3 * 3) in H by ring.
    replace (0 + (1 - 0) * (1 - 0)) with (1 * 1) in H by ring.
    rewrite 2!sqrt_square in H by lra. lra.
Qed.

Lemma l2_of (x : nat -> R) (k : nat) : l2 x k * l2 x k = sq x k.
Proof. unfold l2. apply sqrt_sqrt. apply sq_nonneg. Qed.

Lemma dot_at_most (x y : nat -> R) (k : nat) : Rabs (dot x y k) <= l2 x k * l2 y k.
Proof.
  assert (Hx : 0 <= l2 x k) by apply sqrt_pos. assert (Hy : 0 <= l2 y k) by apply sqrt_pos.
  apply Rnot_lt_le. intros Hlt. assert (H := dot_square x y k).
  assert (E : dot x y k ^ 2 = Rabs (dot x y k) * Rabs (dot x y k)).
  { rewrite <- Rabs_mult, Rabs_pos_eq; [ring|]. apply Rle_0_sqr. }
  rewrite E, <- !l2_of in H. assert (0 <= l2 x k * l2 y k) by (apply Rmult_le_pos; assumption). nra.
Qed.

Lemma l2_at_most_l1 (x : nat -> R) (k : nat) : l2 x k <= l1 x k.
Proof.
  assert (H : sq x k <= l1 x k * l1 x k /\ 0 <= l1 x k).
  { unfold dot, l1. induction k as [|k [IH IH0]]; simpl; [lra|].
    assert (Ha := Rabs_pos (x k)). assert (E : x k * x k = Rabs (x k) * Rabs (x k)).
    { rewrite <- Rabs_mult. symmetry. apply Rabs_pos_eq, Rle_0_sqr. }
    rewrite E. split; [nra|lra]. }
  destruct H as [H H0]. unfold l2. rewrite <- (sqrt_square (l1 x k)) by exact H0. apply sqrt_le_1_alt. exact H.
Qed.

Lemma slopes_apart (mu : R) (c : nat -> R) (u : nat -> nat -> R) (r : nat -> R) (n k : nat) (v w y : nat -> R) :
  dot y (fun l => slope mu c u r n k v l - slope mu c u r n k w l) k =
  mu * dot y (fun l => v l - w l) k + sum (fun o => c o * dot (u o) (fun l => v l - w l) k * dot y (u o) k) n.
Proof.
  unfold slope.
  assert (D : forall o, dot (u o) (fun l => v l - w l) k = dot (u o) v k - dot (u o) w k).
  { intros o. unfold dot. rewrite <- sum_minus. apply sum_ext. intros i _. ring. }
  assert (E : forall l, mu * v l + sum (fun o => c o * (dot (u o) v k - r o) * u o l) n -
    (mu * w l + sum (fun o => c o * (dot (u o) w k - r o) * u o l) n) =
    mu * (v l - w l) + sum (fun o => c o * dot (u o) (fun i => v i - w i) k * u o l) n).
  { intros l. rewrite (sum_ext (fun o => c o * dot (u o) (fun i => v i - w i) k * u o l)
      (fun o => c o * (dot (u o) v k - r o) * u o l - c o * (dot (u o) w k - r o) * u o l)).
    - rewrite sum_minus. ring.
    - intros o _. rewrite D. ring. }
  unfold dot at 1. rewrite (sum_ext _ (fun l => mu * (y l * (v l - w l)) +
    sum (fun o => c o * dot (u o) (fun i => v i - w i) k * (y l * u o l)) n)).
  - rewrite sum_plus, sum_scale. f_equal.
    generalize (fun o => c o * dot (u o) (fun i => v i - w i) k). intros a. clear.
    induction n as [|n IH]; simpl.
    + induction k as [|k IH]; simpl; [reflexivity|rewrite IH; ring].
    + rewrite sum_plus, IH, sum_scale. reflexivity.
  - intros l _. rewrite E, Rmult_plus_distr_l. f_equal; [ring|].
    rewrite <- sum_scale. apply sum_ext. intros o _. ring.
Qed.

(* What holds, k times less than a bound by rows gives: mu + n B_1^2 (1 + kappa). *)
Theorem lemma_5_6_corrected (mu b kappa : R) (c : nat -> R) (u : nat -> nat -> R) (r : nat -> R) (n k : nat) :
  0 <= mu -> 0 <= b -> 0 <= kappa -> admitted b kappa c u n k ->
  lipschitz (slope mu c u r n k) k (mu + INR n * (b ^ 2 * (1 + kappa))).
Proof.
  intros Hmu Hb Hk Hu v w. set (x := fun l => v l - w l).
  set (g := fun l => slope mu c u r n k v l - slope mu c u r n k w l).
  assert (Hx : 0 <= l2 x k) by apply sqrt_pos. assert (Hg : 0 <= l2 g k) by apply sqrt_pos.
  assert (Hxg : 0 <= l2 x k * l2 g k) by (apply Rmult_le_pos; assumption).
  assert (A : sq g k <= mu * (l2 x k * l2 g k) + INR n * (b ^ 2 * (1 + kappa)) * (l2 x k * l2 g k)).
  { unfold g at 2. rewrite slopes_apart. fold x. apply Rplus_le_compat.
    - apply Rmult_le_compat_l; [exact Hmu|]. assert (P := dot_at_most g x k). assert (Q := Rle_abs (dot g x k)). lra.
    - replace (INR n * (b ^ 2 * (1 + kappa)) * (l2 x k * l2 g k)) with (INR n * (b ^ 2 * (1 + kappa) * (l2 x k * l2 g k))) by ring.
      rewrite <- sum_const. apply sum_le. intros o Ho. destruct (Hu o Ho) as [Hc Hl].
      assert (Hu2 : 0 <= l2 (u o) k <= b) by (split; [apply sqrt_pos|eapply Rle_trans; [apply l2_at_most_l1|exact Hl]]).
      assert (P := dot_at_most (u o) x k). assert (Q := dot_at_most g (u o) k).
      assert (Hp := Rabs_pos (dot (u o) x k)). assert (Hq := Rabs_pos (dot g (u o) k)).
      assert (P' : Rabs (dot (u o) x k) <= b * l2 x k) by (eapply Rle_trans; [exact P|apply Rmult_le_compat_r; lra]).
      assert (Q' : Rabs (dot g (u o) k) <= l2 g k * b) by (eapply Rle_trans; [exact Q|apply Rmult_le_compat_l; lra]).
      assert (R' : dot (u o) x k * dot g (u o) k <= b * l2 x k * (l2 g k * b)).
      { eapply Rle_trans; [apply Rle_abs|]. rewrite Rabs_mult. apply Rmult_le_compat; assumption. }
      replace (c o * dot (u o) x k * dot g (u o) k) with (c o * (dot (u o) x k * dot g (u o) k)) by ring.
      replace (b ^ 2 * (1 + kappa) * (l2 x k * l2 g k)) with ((1 + kappa) * (b * l2 x k * (l2 g k * b))) by ring.
      assert (0 <= b * l2 x k * (l2 g k * b)) by (apply Rmult_le_pos; apply Rmult_le_pos; lra).
      apply Rle_trans with (c o * (b * l2 x k * (l2 g k * b))); [apply Rmult_le_compat_l; lra|apply Rmult_le_compat_r; lra]. }
  rewrite <- l2_of in A. destruct Hg as [Hg| <-].
  - apply Rmult_le_reg_r with (l2 g k); [exact Hg|]. lra.
  - apply Rmult_le_pos; [|exact Hx]. assert (0 <= INR n * (b ^ 2 * (1 + kappa))); [|lra].
    apply Rmult_le_pos; [apply pos_INR|]. apply Rmult_le_pos; [apply pow2_ge_0|lra].
Qed.
