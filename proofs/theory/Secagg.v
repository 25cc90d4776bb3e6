(* SPDX-License-Identifier: GPL-3.0-or-later *)
(* Masks cancel. plus and minus are what Frama-C proves of the two operations of
   ref/secagg/masks.c on one coordinate; uploads and lifting follow
   ref/secagg/user_mask.c and ref/secagg/server_sum.c. *)
From Coq Require Import ZArith Lia Bool.
Open Scope Z_scope.

Definition plus (m a b : Z) : Z := if a + b <? m then a + b else a + b - m.
Definition minus (m a b : Z) : Z := if a <? b then a + m - b else a - b.

Lemma plus_mod (m a b : Z) : 0 <= a < m -> 0 <= b < m -> plus m a b = (a + b) mod m.
Proof.
  intros Ha Hb. unfold plus. destruct (Z.ltb_spec (a + b) m).
  - symmetry. apply Z.mod_small. lia.
  - apply (Zmod_unique _ _ 1); lia.
Qed.

Lemma minus_mod (m a b : Z) : 0 <= a < m -> 0 <= b < m -> minus m a b = (a - b) mod m.
Proof.
  intros Ha Hb. unfold minus. destruct (Z.ltb_spec a b).
  - apply (Zmod_unique _ _ (-1)); lia.
  - symmetry. apply Z.mod_small. lia.
Qed.

(* What is kept of a word of the key stream: it is below the modulus, and every residue comes equally often. *)
Theorem low_bits (w bits : Z) : 0 <= bits -> Z.land w (2 ^ bits - 1) = w mod 2 ^ bits.
Proof. intros H. rewrite <- Z.land_ones by assumption. now rewrite Z.ones_equiv, <- Z.sub_1_r. Qed.

Fixpoint sum (f : nat -> Z) (n : nat) : Z :=
  match n with O => 0 | S k => sum f k + f k end.

(* Over those users of the first n for which the flag is set. *)
Definition sum_of (who : nat -> bool) (f : nat -> Z) (n : nat) : Z := sum (fun u => if who u then f u else 0) n.

Lemma sum_ext (f g : nat -> Z) (n : nat) : (forall i, (i < n)%nat -> f i = g i) -> sum f n = sum g n.
Proof.
  induction n as [|n IH]; intros H; simpl; [reflexivity|].
  rewrite IH, (H n) by (intros; auto with arith). reflexivity.
Qed.

Lemma sum_plus (f g : nat -> Z) (n : nat) : sum (fun i => f i + g i) n = sum f n + sum g n.
Proof. induction n as [|n IH]; simpl; lia. Qed.

Lemma sum_zero (n : nat) : sum (fun _ => 0) n = 0.
Proof. induction n as [|n IH]; simpl; lia. Qed.

Lemma sum_swap (f : nat -> nat -> Z) (n k : nat) :
  sum (fun i => sum (fun j => f i j) k) n = sum (fun j => sum (fun i => f i j) n) k.
Proof.
  induction n as [|n IH]; simpl; [symmetry; apply sum_zero|].
  rewrite IH, <- sum_plus. reflexivity.
Qed.

(* What two users add and take away between them is nothing. *)
Lemma antisymmetric (f : nat -> nat -> Z) (n : nat) :
  (forall i j, f i j = - f j i) -> sum (fun i => sum (fun j => f i j) n) n = 0.
Proof.
  intros H. assert (E : sum (fun i => sum (fun j => f i j) n) n = - sum (fun i => sum (fun j => f i j) n) n).
  { rewrite (sum_swap f) at 1.
    assert (N : forall g k, sum (fun i => - g i) k = - sum g k) by (intros g k; induction k as [|k IK]; simpl; lia).
    rewrite <- N. apply sum_ext; intros i _. rewrite <- N. apply sum_ext; intros j _. apply H. }
  lia.
Qed.

Section Run.

Variable m : Z.                        (* the modulus *)
Hypothesis positive : 0 < m.
Variable n : nat.                      (* users *)
Variables shared stays : nat -> bool.  (* sent shares; sent a masked vector *)
Hypothesis stayed_shared : forall u, stays u = true -> shared u = true.
Variables x self : nat -> Z.           (* one coordinate: a user's number and its self mask *)
Variable pair : nat -> nat -> Z.       (* the mask of two users *)
Hypothesis one_mask : forall u v, pair u v = pair v u.
Hypothesis x_below : forall u, 0 <= x u < m.
Hypothesis self_below : forall u, 0 <= self u < m.
Hypothesis pair_below : forall u v, 0 <= pair u v < m.

Definition pairs_with (u v : nat) : bool := shared v && negb (Nat.eqb u v).

(* The upload of u: later users' masks are added, earlier ones' taken away. *)
Fixpoint masked (u k : nat) : Z :=
  match k with
  | O => plus m (x u) (self u)
  | S v => if pairs_with u v
           then (if Nat.ltb u v then plus m (masked u v) (pair u v) else minus m (masked u v) (pair u v))
           else masked u v
  end.

Fixpoint uploads (k : nat) : Z :=
  match k with
  | O => 0
  | S u => if stays u then plus m (uploads u) (masked u n) else uploads u
  end.

(* The masks that the first k users share with v, which fell silent: what they added is taken away. *)
Fixpoint lift_pairs (v : nat) (s : Z) (k : nat) : Z :=
  match k with
  | O => s
  | S u => if stays u
           then (if Nat.ltb u v then minus m (lift_pairs v s u) (pair v u) else plus m (lift_pairs v s u) (pair v u))
           else lift_pairs v s u
  end.

Fixpoint lift (s : Z) (k : nat) : Z :=
  match k with
  | O => s
  | S v => if shared v
           then (if stays v then minus m (lift s v) (self v) else lift_pairs v (lift s v) n)
           else lift s v
  end.

Definition result : Z := lift (uploads n) n.

Definition sign (u v : nat) : Z := if Nat.eqb u v then 0 else if Nat.ltb u v then 1 else -1.
Definition towards (u v : nat) : Z := sign u v * pair u v.

Lemma towards_back (u v : nat) : towards u v = - towards v u.
Proof.
  unfold towards, sign. rewrite (one_mask v u), (Nat.eqb_sym v u).
  destruct (Nat.eqb_spec u v); [lia|]. destruct (Nat.ltb_spec u v), (Nat.ltb_spec v u); lia.
Qed.

Lemma plus_to (a b : Z) : 0 <= b < m -> plus m (a mod m) b = (a + b) mod m.
Proof. intros H. rewrite plus_mod by (auto using Z.mod_pos_bound). apply Zplus_mod_idemp_l. Qed.

Lemma minus_to (a b : Z) : 0 <= b < m -> minus m (a mod m) b = (a - b) mod m.
Proof. intros H. rewrite minus_mod by (auto using Z.mod_pos_bound). apply Zminus_mod_idemp_l. Qed.

Lemma masked_is (u k : nat) : masked u k = (x u + self u + sum_of shared (towards u) k) mod m.
Proof.
  induction k as [|v IH]; simpl.
  - unfold sum_of; simpl. rewrite plus_mod by auto. f_equal; lia.
  - unfold sum_of in *; simpl. unfold pairs_with, towards, sign in *. destruct (shared v); simpl.
    + destruct (Nat.eqb_spec u v); simpl; rewrite IH.
      * f_equal; lia.
      * destruct (Nat.ltb u v); [rewrite plus_to by auto|rewrite minus_to by auto]; f_equal; lia.
    + rewrite IH. f_equal; lia.
Qed.

Lemma uploads_are (k : nat) :
  uploads k = sum_of stays (fun u => x u + self u + sum_of shared (towards u) n) k mod m.
Proof.
  induction k as [|u IH]; unfold sum_of in *; simpl; [now rewrite Z.mod_0_l by lia|].
  destruct (stays u).
  - rewrite IH, masked_is, plus_to by (auto using Z.mod_pos_bound). unfold sum_of. apply Zplus_mod_idemp_r.
  - rewrite IH. f_equal; lia.
Qed.

Lemma lift_pairs_is (v : nat) (s : Z) (k : nat) : stays v = false ->
  lift_pairs v (s mod m) k = (s + sum_of stays (towards v) k) mod m.
Proof.
  intros Hv. induction k as [|u IH]; unfold sum_of in *; simpl; [f_equal; lia|].
  destruct (stays u) eqn:Hu; [|rewrite IH; f_equal; lia].
  rewrite IH. unfold towards, sign.
  destruct (Nat.eqb_spec v u) as [->|Hd]; [congruence|].
  destruct (Nat.ltb_spec u v), (Nat.ltb_spec v u); try lia.
  - rewrite minus_to by auto. f_equal; lia.
  - rewrite plus_to by auto. f_equal; lia.
Qed.

Definition lifted (v : nat) : Z := if stays v then - self v else sum_of stays (towards v) n.

Lemma lift_is (s : Z) (k : nat) : lift (s mod m) k = (s + sum_of shared lifted k) mod m.
Proof.
  induction k as [|v IH]; unfold sum_of in *; simpl; [f_equal; lia|].
  destruct (shared v); [|rewrite IH; f_equal; lia].
  rewrite IH. change (lifted v) with (if stays v then - self v else sum_of stays (towards v) n). destruct (stays v) eqn:Hv.
  - rewrite minus_to by auto. f_equal; lia.
  - rewrite lift_pairs_is by assumption. unfold sum_of. f_equal; lia.
Qed.

(* All pair masks together: those of two that stay cancel, those with a silent user are lifted. *)
Lemma balance :
  sum_of stays (fun u => x u + self u + sum_of shared (towards u) n) n + sum_of shared lifted n = sum_of stays x n.
Proof.
  assert (Z0 : sum (fun u => sum (fun v => if stays u && stays v then towards u v else 0) n) n = 0).
  { apply antisymmetric. intros i j. rewrite (andb_comm (stays j)).
    destruct (stays i && stays j); [apply towards_back|lia]. }
  assert (S0 : sum (fun u => sum (fun v => if stays u && (shared v && negb (stays v)) then towards u v else 0) n) n +
               sum (fun v => sum (fun u => if stays u && (shared v && negb (stays v)) then towards v u else 0) n) n = 0).
  { rewrite (sum_swap (fun v u => if stays u && (shared v && negb (stays v)) then towards v u else 0)), <- sum_plus.
    rewrite (sum_ext _ (fun _ => 0)); [apply sum_zero|]. intros u _. rewrite <- sum_plus.
    rewrite (sum_ext _ (fun _ => 0)); [apply sum_zero|]. intros v _.
    rewrite (towards_back v u). destruct (stays u && (shared v && negb (stays v))); lia. }
  enough (E : sum_of stays (fun u => x u + self u + sum_of shared (towards u) n) n + sum_of shared lifted n =
              sum_of stays x n +
              sum (fun u => sum (fun v => if stays u && stays v then towards u v else 0) n) n +
              (sum (fun u => sum (fun v => if stays u && (shared v && negb (stays v)) then towards u v else 0) n) n +
               sum (fun v => sum (fun u => if stays u && (shared v && negb (stays v)) then towards v u else 0) n) n)) by lia.
  unfold sum_of. rewrite <- !sum_plus. apply sum_ext. intros u _.
  assert (H := stayed_shared u). unfold lifted, sum_of.
  destruct (stays u) eqn:Hu; simpl.
  - rewrite (H eq_refl).
    replace (sum (fun u0 : nat => if stays u0 && (true && false) then towards u u0 else 0) n) with 0
      by (symmetry; rewrite (sum_ext _ (fun _ => 0)); [apply sum_zero|intros; now rewrite !andb_false_r]).
    replace (sum (fun v : nat => if shared v then towards u v else 0) n)
      with (sum (fun v : nat => if stays v then towards u v else 0) n +
            sum (fun v : nat => if shared v && negb (stays v) then towards u v else 0) n)
      by (rewrite <- sum_plus; apply sum_ext; intros v _; assert (Hv := stayed_shared v);
          destruct (stays v); [rewrite (Hv eq_refl)|destruct (shared v)]; simpl; lia).
    lia.
  - rewrite !(sum_zero n). destruct (shared u); simpl.
    + rewrite (sum_ext (fun u0 : nat => if stays u0 && true then towards u u0 else 0) (fun v => if stays v then towards u v else 0))
        by (intros; now rewrite andb_true_r). lia.
    + rewrite (sum_ext (fun u0 : nat => if stays u0 && false then towards u u0 else 0) (fun _ => 0))
        by (intros; now rewrite andb_false_r). rewrite sum_zero. lia.
Qed.

Theorem masks_cancel : result = sum_of stays x n mod m.
Proof. unfold result. rewrite uploads_are, lift_is, balance. reflexivity. Qed.

(* No sum wraps when the modulus exceeds users times the greatest coordinate. *)
Theorem sum_of_survivors (most : Z) :
  (forall u, x u <= most) -> Z.of_nat n * most < m -> result = sum_of stays x n.
Proof.
  intros Hx Hm. rewrite masks_cancel. apply Z.mod_small.
  assert (B : forall k, 0 <= sum_of stays x k <= Z.of_nat k * most).
  { assert (0 <= most) by (specialize (x_below O); specialize (Hx O); lia).
    induction k as [|k IH]; unfold sum_of in *; simpl sum; [lia|].
    specialize (x_below k); specialize (Hx k). destruct (stays k); nia. }
  specialize (B n). lia.
Qed.

End Run.
