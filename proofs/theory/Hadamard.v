(* SPDX-License-Identifier: GPL-3.0-or-later *)
(* dpmf-rp: what rp_hadamard computes is a product with Sylvester's matrix over
   sqrt(p'), column by column: orthonormal, its own inverse, and all entries
   +-1 / sqrt(p'), which is what Algorithms 3 and 4 need of it. wide and hadamard
   are those of proofs/logic/hadamard.h. *)
From Coq Require Import Reals Lra Arith Lia.
From Dpmf Require Import Sums Projection.
Open Scope R_scope.

Fixpoint wide (s k : nat) : nat := match s with O => k | S t => 2 * wide t k end.

Fixpoint hadamard (x : nat -> R) (from s k i : nat) : R :=
  match s with
  | O => x i
  | S t => if Nat.ltb i (from + wide t k)
           then hadamard x from t k i + hadamard x (from + wide t k) t k (i + wide t k)
           else hadamard x from t k (i - wide t k) - hadamard x (from + wide t k) t k i
  end.

(* Row r, column j of ((H, H), (H, -H)). *)
Definition within (h r : nat) : nat := if Nat.ltb r h then r else r - h.
Fixpoint sign (s r j : nat) : R :=
  match s with
  | O => 1
  | S t => (if Nat.ltb r (2 ^ t) then 1 else if Nat.ltb j (2 ^ t) then 1 else -1) *
           sign t (within (2 ^ t) r) (within (2 ^ t) j)
  end.

Lemma wide_is (s k : nat) : wide s k = (2 ^ s * k)%nat.
Proof. induction s as [|s IH]; simpl; [lia|rewrite IH; lia]. Qed.

Lemma sum_halves (f : nat -> R) (h n : nat) : sum f (h + n) = sum f h + sum (fun j => f (h + j)%nat) n.
Proof.
  induction n as [|n IH]; [rewrite Nat.add_0_r; simpl; ring|].
  rewrite Nat.add_succ_r. simpl. rewrite IH. ring.
Qed.

Lemma two_halves (f : nat -> R) (t : nat) :
  sum f (2 ^ S t) = sum f (2 ^ t) + sum (fun j => f (2 ^ t + j)%nat) (2 ^ t).
Proof. replace (2 ^ S t)%nat with (2 ^ t + 2 ^ t)%nat by (simpl; lia). apply sum_halves. Qed.

Lemma low (h r : nat) : (r < h)%nat -> Nat.ltb r h = true /\ within h r = r.
Proof. intros H. unfold within. destruct (Nat.ltb_spec r h); [split; reflexivity|lia]. Qed.

Lemma high (h r : nat) : Nat.ltb (h + r) h = false /\ within h (h + r) = r.
Proof. unfold within. destruct (Nat.ltb_spec (h + r) h); [lia|split; [reflexivity|lia]]. Qed.

(* The four quarters. *)
Lemma sign_low (t r j : nat) : (r < 2 ^ t)%nat -> (j < 2 ^ t)%nat -> sign (S t) r j = sign t r j.
Proof. intros Hr Hj. simpl. destruct (low _ _ Hr) as [-> ->], (low _ _ Hj) as [_ ->]. ring. Qed.

Lemma sign_right (t r j : nat) : (r < 2 ^ t)%nat -> sign (S t) r (2 ^ t + j) = sign t r j.
Proof. intros Hr. simpl. destruct (low _ _ Hr) as [-> ->], (high (2 ^ t) j) as [_ ->]. ring. Qed.

Lemma sign_below (t r j : nat) : (j < 2 ^ t)%nat -> sign (S t) (2 ^ t + r) j = sign t r j.
Proof. intros Hj. simpl. destruct (high (2 ^ t) r) as [-> ->], (low _ _ Hj) as [-> ->]. ring. Qed.

Lemma sign_high (t r j : nat) : sign (S t) (2 ^ t + r) (2 ^ t + j) = - sign t r j.
Proof. simpl. destruct (high (2 ^ t) r) as [-> ->], (high (2 ^ t) j) as [-> ->]. ring. Qed.

(* The transform that WP proves is a product with the matrix of signs. *)
Theorem transform_is_product (x : nat -> R) (s k l : nat) : (l < k)%nat -> forall from r, (r < 2 ^ s)%nat ->
  hadamard x from s k (from + r * k + l) = sum (fun j => sign s r j * x (from + j * k + l)%nat) (2 ^ s).
Proof.
  intros Hl. induction s as [|t IH]; intros from r Hr.
  - assert (r = O) as -> by (simpl in Hr; lia). simpl. ring.
  - rewrite two_halves. cbn [hadamard]. rewrite wide_is.
    assert (Shift : forall j, (from + (2 ^ t + j) * k + l)%nat = (from + 2 ^ t * k + j * k + l)%nat) by (intros; lia).
    destruct (Nat.ltb_spec (from + r * k + l) (from + 2 ^ t * k)) as [H|H].
    + assert (R0 : (r < 2 ^ t)%nat) by nia.
      rewrite IH by exact R0.
      replace (from + r * k + l + 2 ^ t * k)%nat with (from + 2 ^ t * k + r * k + l)%nat by lia.
      rewrite IH by exact R0. f_equal; apply sum_ext; intros j Hj.
      * rewrite sign_low by assumption. reflexivity.
      * rewrite sign_right, Shift by assumption. reflexivity.
    + assert (R0 : (2 ^ t <= r)%nat) by nia.
      set (q := (r - 2 ^ t)%nat). assert (Eq : r = (2 ^ t + q)%nat) by (unfold q; lia).
      assert (Hq : (q < 2 ^ t)%nat) by (simpl in Hr; unfold q; lia).
      replace (from + r * k + l - 2 ^ t * k)%nat with (from + q * k + l)%nat by (rewrite Eq; lia).
      replace (from + r * k + l)%nat with (from + 2 ^ t * k + q * k + l)%nat by (rewrite Eq; lia).
      rewrite !IH by exact Hq. unfold Rminus. f_equal.
      * apply sum_ext; intros j Hj. rewrite Eq, sign_below by assumption. reflexivity.
      * rewrite (sum_ext (fun j => sign (S t) r (2 ^ t + j) * x (from + (2 ^ t + j) * k + l)%nat)
                   (fun j => -1 * (sign t q j * x (from + 2 ^ t * k + j * k + l)%nat)))
          by (intros j Hj; rewrite Eq, sign_high, Shift; ring).
        rewrite sum_scale. ring.
Qed.

Lemma sign_square (s r j : nat) : sign s r j * sign s r j = 1.
Proof.
  revert r j. induction s as [|t IH]; intros r j; [simpl; ring|].
  cbn [sign]. specialize (IH (within (2 ^ t) r) (within (2 ^ t) j)).
  destruct (Nat.ltb r (2 ^ t)); [|destruct (Nat.ltb j (2 ^ t))]; nra.
Qed.

Lemma sign_symmetric (s r j : nat) : sign s r j = sign s j r.
Proof.
  revert r j. induction s as [|t IH]; intros r j; [reflexivity|].
  cbn [sign]. rewrite (IH (within (2 ^ t) r)).
  destruct (Nat.ltb r (2 ^ t)), (Nat.ltb j (2 ^ t)); reflexivity.
Qed.

Lemma split_row (t r : nat) : (r < 2 ^ S t)%nat -> (r < 2 ^ t)%nat \/ exists q, r = (2 ^ t + q)%nat /\ (q < 2 ^ t)%nat.
Proof.
  intros H. destruct (Nat.lt_ge_cases r (2 ^ t)) as [L|G]; [left; exact L|right].
  exists (r - 2 ^ t)%nat. simpl in H. lia.
Qed.

Lemma size_double (t : nat) : INR (2 ^ S t) = 2 * INR (2 ^ t).
Proof. simpl Nat.pow. rewrite !plus_INR. simpl. ring. Qed.

Lemma signs_cross (s : nat) : forall r q, (r < 2 ^ s)%nat -> (q < 2 ^ s)%nat ->
  sum (fun j => sign s r j * sign s q j) (2 ^ s) = on r q * INR (2 ^ s).
Proof.
  induction s as [|t IH]; intros r q Hr Hq.
  - assert (r = O) as -> by (simpl in Hr; lia). assert (q = O) as -> by (simpl in Hq; lia).
    rewrite on_same. simpl. ring.
  - rewrite two_halves, size_double.
    destruct (split_row t r Hr) as [Lr|[a [-> La]]], (split_row t q Hq) as [Lq|[b [-> Lb]]].
    + rewrite (sum_ext _ (fun j => sign t r j * sign t q j)) by (intros j Hj; rewrite !sign_low by assumption; reflexivity).
      rewrite (sum_ext (fun j => sign (S t) r (2 ^ t + j) * _) (fun j => sign t r j * sign t q j))
        by (intros j Hj; rewrite !sign_right by assumption; reflexivity).
      rewrite IH by assumption. ring.
    + rewrite (sum_ext _ (fun j => sign t r j * sign t b j))
        by (intros j Hj; rewrite sign_low, sign_below by assumption; reflexivity).
      rewrite (sum_ext (fun j => sign (S t) r (2 ^ t + j) * _) (fun j => -1 * (sign t r j * sign t b j)))
        by (intros j Hj; rewrite sign_right, sign_high by assumption; ring).
      rewrite sum_scale, on_other by lia. ring.
    + rewrite (sum_ext _ (fun j => sign t a j * sign t q j))
        by (intros j Hj; rewrite sign_below, sign_low by assumption; reflexivity).
      rewrite (sum_ext (fun j => sign (S t) (2 ^ t + a) (2 ^ t + j) * _) (fun j => -1 * (sign t a j * sign t q j)))
        by (intros j Hj; rewrite sign_high, sign_right by assumption; ring).
      rewrite sum_scale, on_other by lia. ring.
    + rewrite (sum_ext _ (fun j => sign t a j * sign t b j))
        by (intros j Hj; rewrite !sign_below by assumption; reflexivity).
      rewrite (sum_ext (fun j => sign (S t) (2 ^ t + a) (2 ^ t + j) * _) (fun j => sign t a j * sign t b j))
        by (intros j Hj; rewrite !sign_high; ring).
      rewrite IH by assumption. destruct (Nat.eq_dec a b) as [->|D]; [rewrite !on_same; ring|].
      rewrite !on_other by lia. ring.
Qed.

(* What rp_hadamard leaves, and its matrix. *)
Definition spread (x : nat -> R) (s k i : nat) : R := hadamard x 0 s k i / sqrt (INR (2 ^ s)).
Definition entry (s r j : nat) : R := sign s r j / sqrt (INR (2 ^ s)).

Lemma some (s : nat) : (0 < 2 ^ s)%nat.
Proof. apply Nat.neq_0_lt_0, Nat.pow_nonzero. discriminate. Qed.

Lemma root_positive (s : nat) : 0 < sqrt (INR (2 ^ s)).
Proof. apply sqrt_lt_R0, lt_0_INR, some. Qed.

Lemma root_square (s : nat) : sqrt (INR (2 ^ s)) * sqrt (INR (2 ^ s)) = INR (2 ^ s).
Proof. apply sqrt_sqrt, pos_INR. Qed.

Theorem spread_is_product (x : nat -> R) (s k r l : nat) : (l < k)%nat -> (r < 2 ^ s)%nat ->
  spread x s k (r * k + l) = sum (fun j => entry s r j * x (j * k + l)%nat) (2 ^ s).
Proof.
  intros Hl Hr. unfold spread. change (r * k + l)%nat with (0 + r * k + l)%nat.
  rewrite transform_is_product by assumption. unfold Rdiv. rewrite Rmult_comm, <- sum_scale.
  apply sum_ext. intros j Hj. unfold entry, Rdiv. simpl. ring.
Qed.

Theorem entry_size (s r j : nat) : Rabs (entry s r j) = 1 / sqrt (INR (2 ^ s)).
Proof.
  assert (H := root_positive s). assert (Q := sign_square s r j). unfold entry, Rdiv.
  rewrite Rabs_mult, (Rabs_pos_eq (/ _)) by (apply Rlt_le, Rinv_0_lt_compat, H).
  f_equal. unfold Rabs; destruct (Rcase_abs (sign s r j)); nra.
Qed.

Theorem orthonormal (s r q : nat) : (r < 2 ^ s)%nat -> (q < 2 ^ s)%nat ->
  sum (fun j => entry s r j * entry s q j) (2 ^ s) = on r q.
Proof.
  intros Hr Hq. assert (H := root_positive s). assert (S0 := root_square s). assert (P := lt_0_INR _ (some s)).
  rewrite (sum_ext _ (fun j => / INR (2 ^ s) * (sign s r j * sign s q j))).
  - rewrite sum_scale, signs_cross by assumption. field. lra.
  - intros j _. transitivity (sign s r j * sign s q j / (sqrt (INR (2 ^ s)) * sqrt (INR (2 ^ s)))).
    + unfold entry. field. lra.
    + rewrite S0. unfold Rdiv. ring.
Qed.

Theorem own_inverse (x : nat -> R) (s k r l : nat) : (l < k)%nat -> (r < 2 ^ s)%nat ->
  spread (spread x s k) s k (r * k + l) = x (r * k + l)%nat.
Proof.
  intros Hl Hr. rewrite spread_is_product by assumption.
  rewrite (sum_ext _ (fun j => sum (fun i => entry s r j * entry s i j * x (i * k + l)%nat) (2 ^ s))).
  - rewrite sum_swap, (sum_ext _ (fun i => on i r * x (i * k + l)%nat)).
    + apply (sum_on (fun i => x (i * k + l)%nat)). exact Hr.
    + intros i Hi. rewrite (sum_ext _ (fun j => x (i * k + l)%nat * (entry s i j * entry s r j))) by (intros; ring).
      rewrite sum_scale, orthonormal by assumption. ring.
  - intros j Hj. rewrite spread_is_product, <- sum_scale by assumption.
    apply sum_ext. intros i Hi. unfold entry. rewrite (sign_symmetric s j i). ring.
Qed.

(* Algorithm 3: signs d first. This is what Projection.v supposes of a row of H D, and Privatization.v of its square. *)
Theorem coordinate_is_bounded (s r : nat) (d b : nat -> R) : (forall j, Rabs (d j) = 1) ->
  Rabs (sum (fun j => entry s r j * d j * b j) (2 ^ s)) <= l1 b (2 ^ s) / sqrt (INR (2 ^ s)).
Proof.
  intros Hd. apply (flattened_is_bounded (2 ^ s) (fun j => entry s r j * d j)); [apply some|].
  intros j. rewrite Rabs_mult, entry_size, Hd. ring.
Qed.

Theorem rows_are_flat (s r j : nat) (d : nat -> R) : (forall j, d j * d j = 1) ->
  (entry s r j * d j) * (entry s r j * d j) = / INR (2 ^ s).
Proof.
  intros Hd. assert (H := root_positive s). assert (Q := sign_square s r j). specialize (Hd j).
  transitivity ((sign s r j * sign s r j) * (d j * d j) / (sqrt (INR (2 ^ s)) * sqrt (INR (2 ^ s)))).
  - unfold entry. field. lra.
  - rewrite Q, Hd, root_square. unfold Rdiv. ring.
Qed.
