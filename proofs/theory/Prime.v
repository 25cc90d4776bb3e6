(* SPDX-License-Identifier: GPL-3.0-or-later *)
(* The modulus of ref/secagg/field.h is prime, so that every residue but 0 has an
   inverse, and the residues are a field, which Shamir.v supposes. *)
From Coq Require Import ZArith Znumtheory Lia Bool.
Open Scope Z_scope.

Definition p : Z := 2147483647.

(* Whether none of n numbers from d on divides p. *)
Fixpoint undivided (n : nat) (d : Z) : bool :=
  match n with O => true | S m => negb (p mod d =? 0) && undivided m (d + 1) end.

Lemma undivided_says (n : nat) : forall d x, undivided n d = true -> d <= x < d + Z.of_nat n -> p mod x <> 0.
Proof.
  induction n as [|n IH]; intros d x H Hx; [lia|].
  cbn [undivided] in H. apply andb_true_iff in H. destruct H as [H0 H].
  destruct (Z.eq_dec d x) as [<-|D].
  - intros E. rewrite E in H0. discriminate.
  - apply (IH (d + 1)); [exact H|lia].
Qed.

(* 46340^2 < p < 46341^2. *)
Lemma tried : undivided (Z.to_nat 46340) 2 = true.
Proof. vm_compute. reflexivity. Qed.

Lemma no_small_divisor (x : Z) : 1 < x <= 46341 -> ~ (x | p).
Proof.
  intros Hx D. apply (undivided_says _ 2 x tried); [lia|]. apply Zdivide_mod, D.
Qed.

Theorem modulus_is_prime : prime p.
Proof.
  apply prime_alt. split; [reflexivity|]. intros n [H1 H2] D.
  destruct (Z_le_gt_dec n 46341) as [L|G]; [apply (no_small_divisor n); [lia|exact D]|].
  destruct D as [q Hq]. apply (no_small_divisor q); [unfold p in *; nia|].
  exists n. rewrite Hq. apply Z.mul_comm.
Qed.

Theorem residues_have_inverses (a : Z) : 0 < a < p -> exists b, 0 <= b < p /\ (a * b) mod p = 1.
Proof.
  intros Ha. assert (R : rel_prime a p) by (apply rel_prime_le_prime; [apply modulus_is_prime|lia]).
  destruct (rel_prime_bezout _ _ R) as [u v E].
  exists (u mod p). split; [apply Z.mod_pos_bound; reflexivity|].
  rewrite Z.mul_mod_idemp_r by discriminate.
  replace (a * u) with (1 + - v * p) by lia. rewrite Z_mod_plus_full. reflexivity.
Qed.
