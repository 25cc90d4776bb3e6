(* SPDX-License-Identifier: GPL-3.0-or-later *)
(* Shamir's scheme over any field: horner, others, distances and weighted are
   what ref/secagg/shamir.h says of the code, which Frama-C proves mod 2^31 - 1. *)
From Coq Require Import Arith List Lia Field_theory Field.
Import ListNotations.

Section Shamir.

Variable F : Type.
Variables (zero one : F) (add mul sub : F -> F -> F) (opp : F -> F) (div : F -> F -> F) (inv : F -> F).
Hypothesis field : field_theory zero one add mul sub opp div inv eq.
Add Field F_is_one : field.

Declare Scope field_scope.
Notation "a + b" := (add a b) : field_scope.
Notation "a * b" := (mul a b) : field_scope.
Notation "a - b" := (sub a b) : field_scope.
Open Scope field_scope.

Fixpoint horner (c : list F) (x : F) : F :=
  match c with [] => zero | a :: d => x * horner d x + a end.

Lemma one_not_zero : one <> zero.
Proof. exact (F_1_neq_0 field). Qed.

Lemma factor (a b : F) : a <> zero -> a * b = zero -> b = zero.
Proof. intros Ha H. transitivity (div (a * b) a); [field|rewrite H; field]; assumption. Qed.

Lemma apart (a b : F) : a <> b -> a - b <> zero.
Proof. intros H E. apply H. transitivity (a - b + b); [ring|rewrite E; ring]. Qed.

(* Synthetic division by x - r. *)
Fixpoint quotient (d : list F) (r : F) : list F :=
  match d with [] => [] | a :: e => horner d r :: quotient e r end.

Lemma quotient_length (d : list F) (r : F) : length (quotient d r) = length d.
Proof. induction d as [|a d IH]; simpl; congruence. Qed.

Lemma divided (d : list F) (r z : F) : z * horner d z - r * horner d r = (z - r) * horner (quotient d r) z.
Proof.
  induction d as [|a d IH]; [simpl; ring|].
  cbn [quotient horner]. transitivity ((z - r) * (r * horner d r + a) + z * ((z - r) * horner (quotient d r) z)); [|ring].
  rewrite <- IH. ring.
Qed.

Section Points.

Variable x : nat -> F.

(* A polynomial of degree below n with n roots is zero. *)
Lemma roots (n : nat) : (forall i j, i < n -> j < n -> i <> j -> x i <> x j) ->
  forall c, length c <= n -> (forall i, i < n -> horner c (x i) = zero) -> forall z, horner c z = zero.
Proof.
  induction n as [|n IH]; intros Hx c Hc Hr z.
  - destruct c; [reflexivity|simpl in Hc; lia].
  - destruct c as [|a d]; [reflexivity|]. simpl in Hc.
    assert (Q : forall y, horner (quotient d (x n)) y = zero).
    { apply IH.
      - intros i j Hi Hj. apply Hx; lia.
      - rewrite quotient_length. lia.
      - intros i Hi. apply (factor (x i - x n)); [apply apart, Hx; lia|].
        rewrite <- divided. assert (Hi1 := Hr i ltac:(lia)). assert (Hn := Hr n ltac:(lia)). simpl in Hi1, Hn.
        transitivity ((x i * horner d (x i) + a) - (x n * horner d (x n) + a)); [ring|]. rewrite Hi1, Hn. ring. }
    assert (D := divided d (x n) z). rewrite Q in D.
    assert (Hn := Hr n ltac:(lia)). simpl in *.
    transitivity (z * horner d z - x n * horner d (x n) + (x n * horner d (x n) + a)); [ring|]. rewrite D, Hn. ring.
Qed.

Variable n : nat.

Fixpoint others (i k : nat) : F :=
  match k with O => one | S j => if Nat.eqb j i then others i j else others i j * x j end.
Fixpoint distances (i k : nat) : F :=
  match k with O => one | S j => if Nat.eqb j i then distances i j else distances i j * (x j - x i) end.

Variable v : nat -> F.
Hypothesis inverse : forall i, i < n -> distances i n * v i = one.

Fixpoint weighted (y : nat -> F) (k : nat) : F :=
  match k with O => zero | S i => weighted y i + others i n * v i * y i end.

(* The same product with z in place of 0 or of x_i. *)
Fixpoint product (i k : nat) (z : F) : F :=
  match k with O => one | S j => if Nat.eqb j i then product i j z else product i j z * (x j - z) end.

Lemma product_zero (i k : nat) : product i k zero = others i k.
Proof. induction k as [|j IH]; simpl; [reflexivity|]. destruct (Nat.eqb j i); [assumption|]. rewrite IH. ring. Qed.

Lemma product_own (i k : nat) : product i k (x i) = distances i k.
Proof. induction k as [|j IH]; simpl; [reflexivity|]. destruct (Nat.eqb j i); congruence. Qed.

Lemma product_vanishes (i k : nat) (z : F) (j : nat) : j < k -> j <> i -> x j = z -> product i k z = zero.
Proof.
  intros Hj Hi Hz. induction k as [|l IH]; simpl; [lia|].
  destruct (Nat.eqb_spec l i); [apply IH; lia|].
  destruct (Nat.eq_dec j l) as [->|]; [rewrite Hz; ring|]. rewrite IH by lia. ring.
Qed.

(* The code's weights exist only where the points differ. *)
Lemma distinct (i j : nat) : i < n -> j < n -> i <> j -> x i <> x j.
Proof.
  intros Hi Hj Hd E. apply one_not_zero. rewrite <- (inverse i Hi), <- product_own.
  rewrite (product_vanishes i n (x i) j); auto. ring.
Qed.

Fixpoint plus (p q : list F) : list F :=
  match p, q with [], _ => q | _, [] => p | a :: p, b :: q => (a + b) :: plus p q end.
Definition scale (a : F) (p : list F) : list F := map (mul a) p.
Definition times (a : F) (p : list F) : list F := plus (scale a p) (zero :: scale (opp one) p).

Lemma plus_value (p q : list F) (z : F) : horner (plus p q) z = horner p z + horner q z.
Proof. revert q; induction p as [|a p IH]; intros [|b q]; simpl; try ring. rewrite IH. ring. Qed.

Lemma scale_value (a : F) (p : list F) (z : F) : horner (scale a p) z = a * horner p z.
Proof. induction p as [|b p IH]; simpl; [ring|]. fold (scale a p). rewrite IH. ring. Qed.

Lemma times_value (a : F) (p : list F) (z : F) : horner (times a p) z = (a - z) * horner p z.
Proof. unfold times. rewrite plus_value, scale_value. cbn [horner]. rewrite scale_value. ring. Qed.

Lemma plus_length (p q : list F) : length (plus p q) = max (length p) (length q).
Proof. revert q; induction p as [|a p IH]; intros [|b q]; simpl; auto. Qed.

Lemma scale_length (a : F) (p : list F) : length (scale a p) = length p.
Proof. apply map_length. Qed.

Lemma times_length (a : F) (p : list F) : length (times a p) = S (length p).
Proof. unfold times. rewrite plus_length. cbn [length]. rewrite !scale_length. lia. Qed.

Fixpoint basis (i k : nat) : list F :=
  match k with O => [v i] | S j => if Nat.eqb j i then basis i j else times (x j) (basis i j) end.

Lemma basis_value (i k : nat) (z : F) : horner (basis i k) z = product i k z * v i.
Proof.
  induction k as [|j IH]; simpl; [ring|]. destruct (Nat.eqb j i); [assumption|]. rewrite times_value, IH. ring.
Qed.

Lemma basis_length (i k : nat) : length (basis i k) = if Nat.ltb i k then k else S k.
Proof.
  induction k as [|j IH]; [reflexivity|]. cbn [basis].
  destruct (Nat.eqb_spec j i); [|rewrite times_length]; rewrite IH;
    destruct (Nat.ltb_spec i j), (Nat.ltb_spec i (S j)); lia.
Qed.

Fixpoint through (y : nat -> F) (k : nat) : list F :=
  match k with O => [] | S i => plus (through y i) (scale (y i) (basis i n)) end.

Lemma through_length (y : nat -> F) (k : nat) : k <= n -> length (through y k) <= n.
Proof.
  induction k as [|i IH]; simpl; [lia|]. intros H. rewrite plus_length, scale_length, basis_length.
  destruct (Nat.ltb_spec i n); specialize (IH ltac:(lia)); lia.
Qed.

Lemma through_zero (y : nat -> F) (k : nat) : horner (through y k) zero = weighted y k.
Proof.
  induction k as [|i IH]; simpl; [reflexivity|].
  rewrite plus_value, scale_value, basis_value, product_zero, IH. ring.
Qed.

Lemma through_point (y : nat -> F) (k m : nat) : k <= n -> m < n ->
  horner (through y k) (x m) = if Nat.ltb m k then y m else zero.
Proof.
  intros Hk Hm. induction k as [|i IH]; simpl; [destruct (Nat.ltb_spec m 0); [lia|reflexivity]|].
  rewrite plus_value, scale_value, basis_value, IH by lia.
  destruct (Nat.eq_dec m i) as [->|Hd].
  - rewrite product_own, (inverse i) by assumption.
    destruct (Nat.ltb_spec i i), (Nat.ltb_spec i (S i)); try lia. ring.
  - rewrite (product_vanishes i n (x m) m) by auto.
    destruct (Nat.ltb_spec m i), (Nat.ltb_spec m (S i)); try lia; ring.
Qed.

(* n shares of a polynomial of degree below n give back its value at 0. *)
Theorem reconstruction (c : list F) : length c <= n -> weighted (fun i => horner c (x i)) n = horner c zero.
Proof.
  intros Hc. set (y := fun i => horner c (x i)).
  assert (Z : horner (plus (through y n) (scale (opp one) c)) zero = zero).
  { apply (roots n distinct).
    - rewrite plus_length, scale_length. assert (H := through_length y n (le_n n)). lia.
    - intros i Hi. rewrite plus_value, scale_value, through_point by lia.
      destruct (Nat.ltb_spec i n); [|lia]. unfold y. ring. }
  rewrite plus_value, scale_value, through_zero in Z.
  transitivity (weighted y n + opp one * horner c zero + horner c zero); [ring|]. rewrite Z. ring.
Qed.

(* Whatever is asked of a polynomial at n points, one of degree below n does it, and no other:
   with 0 for one of the points, n - 1 shares fit every secret, each in one way. *)
Theorem every_secret_fits (y : nat -> F) :
  exists c, length c <= n /\ forall i, i < n -> horner c (x i) = y i.
Proof.
  exists (through y n). split; [apply through_length; lia|].
  intros i Hi. rewrite through_point by lia. destruct (Nat.ltb_spec i n); [reflexivity|lia].
Qed.

Theorem in_one_way (c d : list F) : length c <= n -> length d <= n ->
  (forall i, i < n -> horner c (x i) = horner d (x i)) -> forall z, horner c z = horner d z.
Proof.
  intros Hc Hd H z.
  assert (Z : horner (plus c (scale (opp one) d)) z = zero).
  { apply (roots n distinct).
    - rewrite plus_length, scale_length. lia.
    - intros i Hi. rewrite plus_value, scale_value, H by assumption. ring. }
  rewrite plus_value, scale_value in Z.
  transitivity (horner c z + opp one * horner d z + horner d z); [ring|]. rewrite Z. ring.
Qed.

End Points.
End Shamir.
