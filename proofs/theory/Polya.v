(* SPDX-License-Identifier: GPL-3.0-or-later *)
(* The cycles of ref/noise/shares.h. Of g things, the cycle of the first has
   uniform length c on 1 .. g and is kept with probability theta; the same
   then happens to the g - c that remain. The generating function B g of the
   number of things kept therefore satisfies
     g B g = sum over c = 1 .. g of (theta z^c + 1 - theta) B (g - c),  B 0 = 1.
   The Beta-binomial law's generating function, sum over k of p theta k z^k
   p (1 - theta) (g - k) with p x k = x (x + 1) ... (x + k - 1) / k!, satisfies it,
   and nothing else does. *)
From Coq Require Import Reals Lra Psatz Arith Lia.
From Dpmf Require Import Sums.
Open Scope R_scope.

Fixpoint p (x : R) (k : nat) : R :=
  match k with O => 1 | S i => p x i * (x + INR i) / INR (S i) end.

(* sum over c = 1 .. n of f c *)
Definition from_one (f : nat -> R) (n : nat) : R := sum (fun i => f (S i)) n.

Definition cycles (theta z : R) (B : nat -> R) : Prop :=
  B O = 1 /\ forall g, INR g * B g = from_one (fun c => (theta * z ^ c + (1 - theta)) * B (g - c)%nat) g.

Definition beta_binomial (theta z : R) (g : nat) : R :=
  sum (fun k => p theta k * z ^ k * p (1 - theta) (g - k)) (S g).

Lemma sum_plus (f g : nat -> R) (n : nat) : sum (fun i => f i + g i) n = sum f n + sum g n.
Proof. induction n as [|n IH]; simpl; [ring|rewrite IH; ring]. Qed.

Lemma sum_first (f : nat -> R) (n : nat) : sum f (S n) = f O + sum (fun i => f (S i)) n.
Proof. induction n as [|n IH]; [simpl; ring|]. simpl in *. rewrite IH. ring. Qed.

Lemma sum_zero (n : nat) : sum (fun _ => 0) n = 0.
Proof. induction n as [|n IH]; simpl; [reflexivity|rewrite IH; ring]. Qed.

Lemma sum_reverse (f : nat -> R) (n : nat) : sum (fun i => f (n - 1 - i)%nat) n = sum f n.
Proof.
  induction n as [|n IH]; [reflexivity|]. rewrite sum_first. simpl sum.
  replace (S n - 1 - 0)%nat with n by lia. rewrite <- IH, Rplus_comm. f_equal.
  apply sum_ext. intros i Hi. f_equal. lia.
Qed.

(* k p(x, k) = x (p(x, 0) + ... + p(x, k - 1)). *)
Lemma p_recursion (x : R) (k : nat) : INR k * p x k = x * sum (p x) k.
Proof.
  induction k as [|k IH]; [simpl; ring|].
  assert (Hk : INR (S k) <> 0) by (apply not_0_INR; lia).
  change (p x (S k)) with (p x k * (x + INR k) / INR (S k)).
  change (sum (p x) (S k)) with (sum (p x) k + p x k).
  transitivity (INR k * p x k + x * p x k); [field; exact Hk|rewrite IH; ring].
Qed.

(* The double sum over k, c with c <= k <= g, in either order. *)
Lemma exchange (f : nat -> nat -> R) (g : nat) :
  sum (fun k => from_one (fun c => f c (k - c)%nat) k) (S g) =
  from_one (fun c => sum (fun j => f c j) (S (g - c))) g.
Proof.
  induction g as [|g IH]; [unfold from_one; simpl; ring|].
  change (sum (fun k => from_one (fun c => f c (k - c)%nat) k) (S g) + from_one (fun c => f c (S g - c)%nat) (S g) =
          from_one (fun c => sum (fun j => f c j) (S (S g - c))) (S g)).
  rewrite IH. unfold from_one.
  change (sum (fun i => sum (fun j => f (S i) j) (S (g - S i))) g +
          (sum (fun i => f (S i) (S g - S i)%nat) g + f (S g) (S g - S g)%nat) =
          sum (fun i => sum (fun j => f (S i) j) (S (S g - S i))) g + sum (fun j => f (S g) j) (S (S g - S g))).
  rewrite Nat.sub_diag. change (sum (fun j => f (S g) j) 1) with (0 + f (S g) 0%nat).
  rewrite Rplus_0_l, <- Rplus_assoc, <- sum_plus. f_equal.
  apply sum_ext. intros i Hi. replace (S g - S i)%nat with (S (g - S i)) by lia. reflexivity.
Qed.

(* The Beta-binomial law satisfies the recursion of the cycles. *)
Theorem beta_binomial_cycles (theta z : R) : cycles theta z (beta_binomial theta z).
Proof.
  split; [unfold beta_binomial; simpl; ring|]. intros g.
  (* g = k + (g - k) under the sum; each half is a sum over c by p_recursion. *)
  assert (Hsplit : INR g * beta_binomial theta z g =
    sum (fun k => from_one (fun c => theta * z ^ c * (p theta (k - c) * z ^ (k - c) * p (1 - theta) (g - k))) k) (S g) +
    sum (fun k => from_one (fun c => (1 - theta) * (p theta k * z ^ k * p (1 - theta) (g - k - c))) (g - k)) (S g)).
  { unfold beta_binomial. rewrite <- sum_scale, <- sum_plus. apply sum_ext. intros k Hk.
    assert (Hg : INR g = INR k + INR (g - k)) by (rewrite <- plus_INR; f_equal; lia).
    unfold from_one.
    rewrite (sum_ext (fun i => theta * z ^ S i * (p theta (k - S i) * z ^ (k - S i) * p (1 - theta) (g - k)))
                     (fun i => (theta * z ^ k * p (1 - theta) (g - k)) * p theta (k - 1 - i))).
    2: { intros i Hi. replace (z ^ k) with (z ^ S i * z ^ (k - S i)) by (rewrite <- pow_add; f_equal; lia).
         replace (k - 1 - i)%nat with (k - S i)%nat by lia. ring. }
    rewrite (sum_ext (fun i => (1 - theta) * (p theta k * z ^ k * p (1 - theta) (g - k - S i)))
                     (fun i => ((1 - theta) * p theta k * z ^ k) * p (1 - theta) (g - k - 1 - i))).
    2: { intros i Hi. replace (g - k - 1 - i)%nat with (g - k - S i)%nat by lia. ring. }
    rewrite !sum_scale, (sum_reverse (p theta)), (sum_reverse (p (1 - theta))), Hg.
    assert (H1 := p_recursion theta k). assert (H2 := p_recursion (1 - theta) (g - k)).
    transitivity ((INR k * p theta k) * z ^ k * p (1 - theta) (g - k) + p theta k * z ^ k * (INR (g - k) * p (1 - theta) (g - k))); [ring|].
    rewrite H1, H2. ring. }
  rewrite Hsplit. clear Hsplit.
  (* First half: exchange k and c, with j = k - c. Second half: the same, from the other end. *)
  set (F1 := fun c j : nat => theta * z ^ c * (p theta j * z ^ j * p (1 - theta) (g - c - j))).
  set (F2 := fun c j : nat => (1 - theta) * (p theta (g - c - j) * z ^ (g - c - j) * p (1 - theta) j)).
  rewrite (sum_ext _ (fun k => from_one (fun c => F1 c (k - c)%nat) k)).
  2: { intros k Hk. apply sum_ext. intros i Hi. unfold F1. replace (g - S i - (k - S i))%nat with (g - k)%nat by lia. reflexivity. }
  rewrite (exchange F1 g).
  rewrite <- (sum_reverse (fun k => from_one (fun c => (1 - theta) * (p theta k * z ^ k * p (1 - theta) (g - k - c))) (g - k)) (S g)).
  rewrite (sum_ext _ (fun m => from_one (fun c => F2 c (m - c)%nat) m)).
  2: { intros m Hm. replace (S g - 1 - m)%nat with (g - m)%nat by lia. replace (g - (g - m))%nat with m by lia.
       apply sum_ext. intros i Hi. unfold F2. replace (g - S i - (m - S i))%nat with (g - m)%nat by lia. reflexivity. }
  rewrite (exchange F2 g). unfold from_one. rewrite <- sum_plus. apply sum_ext. intros i Hi. unfold F1, F2.
  rewrite !sum_scale, Rmult_plus_distr_r. f_equal. f_equal.
  unfold beta_binomial. rewrite <- (sum_reverse _ (S (g - S i))). apply sum_ext. intros k Hk.
  replace (g - S i - (S (g - S i) - 1 - k))%nat with k by lia.
  replace (S (g - S i) - 1 - k)%nat with (g - S i - k)%nat by lia. reflexivity.
Qed.

(* The recursion has one solution: what the cycles keep is Beta-binomial. *)
Theorem cycles_unique (theta z : R) (B B' : nat -> R) :
  cycles theta z B -> cycles theta z B' -> forall g, B g = B' g.
Proof.
  intros [H0 H] [H0' H'].
  assert (Hall : forall n g, (g <= n)%nat -> B g = B' g).
  { induction n as [|n IH]; intros g Hg.
    - replace g with O by lia. rewrite H0, H0'. reflexivity.
    - destruct g as [|g]; [rewrite H0, H0'; reflexivity|].
      apply Rmult_eq_reg_l with (INR (S g)); [|apply not_0_INR; lia].
      rewrite H, H'. unfold from_one. apply sum_ext. intros i Hi. f_equal. apply IH. lia. }
  intros g. apply (Hall g g). lia.
Qed.

(* Shares add up: n shares' generating functions, each the n-th root of the
   geometric law's, multiply to it. *)
Theorem shares_multiply (a z : R) (n : nat) :
  0 < a < 1 -> a * z < 1 -> (0 < n)%nat -> Rpower ((1 - a) / (1 - a * z)) (/ INR n) ^ n = (1 - a) / (1 - a * z).
Proof.
  intros Ha Hz Hn. assert (0 < (1 - a) / (1 - a * z)) by (apply Rdiv_lt_0_compat; lra).
  assert (INR n <> 0) by (apply not_0_INR; lia).
  rewrite <- Rpower_pow, Rpower_mult by apply exp_pos.
  rewrite Rinv_l by assumption. apply Rpower_1. assumption.
Qed.

(* Unequal parts: whatever they are, when they add up to the whole. *)
Fixpoint powers (g : R) (r : nat -> R) (n : nat) : R :=
  match n with O => 1 | S i => powers g r i * Rpower g (r i) end.

Theorem parts_multiply (a z : R) (r : nat -> R) (n : nat) :
  0 < a < 1 -> a * z < 1 -> sum r n = 1 -> powers ((1 - a) / (1 - a * z)) r n = (1 - a) / (1 - a * z).
Proof.
  intros Ha Hz Hr. assert (Hg : 0 < (1 - a) / (1 - a * z)) by (apply Rdiv_lt_0_compat; lra).
  assert (H : forall m, powers ((1 - a) / (1 - a * z)) r m = Rpower ((1 - a) / (1 - a * z)) (sum r m)).
  { induction m as [|m IH]; simpl; [symmetry; apply Rpower_O; exact Hg|]. rewrite IH, Rpower_plus. reflexivity. }
  rewrite H, Hr. apply Rpower_1. exact Hg.
Qed.
