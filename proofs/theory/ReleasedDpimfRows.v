(* SPDX-License-Identifier: GPL-3.0-or-later *)
(* dpimf, corrected, whole rows: round after round, from the second on, the sum of the users' profiles times themselves (G), and in every round the sums
   of the profiles of every item's users, each number with the discrete Laplace noise that the code draws, for every event of all of
   them together. Neighbours: one user's row, which is replaced by any other; at most `most` interactions of a row are contributed. In
   the first round profiles are public; later they stay on the devices, and are any function of a user's own row and of what was
   released before, cut to a public bound. *)
From Coq Require Import Reals Lra Psatz Arith ZArith Lia List Bool.
From Coquelicot Require Import Coquelicot.
From Dpmf Require Import Sums Sensitivity Polya Words Samplers Discrete Named Privacy Seen Limits ReleasedDpimf.
Open Scope R_scope.

Definition history : Type := list (list (list Z)).

(* How the next release is made of those before: the profile of a user and its row, in steps; of at most `size` steps in the 1-norm; the
   rate of the noise is chance / (steps that a row moves, times unit_of). *)
Record next (D : Type) := { profile_of : nat -> D -> nat -> Z; size : nat; row_chance : nat; row_unit : nat }.
Arguments profile_of {D} _.
Arguments size {D} _.
Arguments row_chance {D} _.
Arguments row_unit {D} _.

(* What does not change from release to release: `has` says which items a user and its row contribute. *)
Record setting (D : Type) := { users : nat; items : nat; factors : nat; most : nat; bound : nat; has : nat -> D -> nat -> bool }.
Arguments users {D} _.
Arguments items {D} _.
Arguments factors {D} _.
Arguments most {D} _.
Arguments bound {D} _.
Arguments has {D} _.

(* Release number t, from 0: G where t is odd. *)
Definition is_gram (t : nat) : bool := Nat.odd t.

(* How many steps a row moves a release by (the entries of ref/mech/dpimf/user.c). *)
Definition row_moves {D : Type} (w : setting D) (t : nat) (n : next D) : nat :=
  if is_gram t then (2 * (bound w * bound w * (factors w + 1) / 2))%nat else (2 * most w * size n)%nat.
Definition row_rate {D : Type} (w : setting D) (t : nat) (n : next D) : nat := (row_moves w t n * row_unit n)%nat.

(* The sum over users of the product of two coordinates. *)
Fixpoint products_of (profile : nat -> nat -> Z) (n j k : nat) : Z :=
  match n with O => 0%Z | S u => (products_of profile u j k + profile u j * profile u k)%Z end.

Definition table (p q : nat) (s : nat -> nat -> Z) (n : nat -> nat) (k : nat) : program (list (list Z)) :=
  release (fun i => release (fun l => noisy p q (s i l)) (n i)) k.

Definition one_release {D : Type} (w : setting D) (t : nat) (x : nat -> D) (n : next D) : program (list (list Z)) :=
  let profile := fun u => profile_of n u (x u) in let q := row_rate w t n in
  if is_gram t then table (row_chance n) q (fun j l => products_of profile (users w) j (j + l)) (fun j => (factors w - j)%nat) (factors w)
  else table (row_chance n) q (fun i l => profiles_of (fun u => has w u (x u) i) profile (users w) l) (fun _ => factors w) (items w).

Definition rows {D : Type} (w : setting D) (plan : nat -> history -> next D) (releases : nat) (x : nat -> D) : program history :=
  in_turn (fun t before => one_release w t x (plan t before)) releases.

(* What dpmf_contributed, dpmf_gaussmf_within and dpmf_dpimf_rate_of make true: at most `most` contributions a row, profiles within the
   bound and within the size, rates that fit, of eps for each release. *)
Definition kept {D : Type} (w : setting D) (eps : R) (plan : nat -> history -> next D) : Prop :=
  (forall u row, (counted (has w u row) (items w) <= most w)%nat) /\
  forall t before, let n := plan t before in
    (0 < row_chance n)%nat /\ (0 < row_rate w t n <= words)%nat /\ INR (row_chance n) <= eps * INR (row_unit n) /\
    forall u row, if is_gram t then sum (fun l => IZR (profile_of n u row l) * IZR (profile_of n u row l)) (factors w) <= INR (bound w) * INR (bound w)
                  else (zl1 (profile_of n u row) (factors w) <= Z.of_nat (size n))%Z.

(* The numbers of a release that a row may move. *)
Definition draws {D : Type} (w : setting D) (t : nat) : nat :=
  if is_gram t then (factors w * (factors w + 1) / 2)%nat else (2 * most w * factors w)%nat.

Fixpoint total (a : nat -> nat) (k : nat) : nat := match k with O => 0%nat | S k => (total a k + a k)%nat end.

Lemma INR_total (a : nat -> nat) (k : nat) : INR (total a k) = sum (fun i => INR (a i)) k.
Proof. induction k as [|k IH]; [reflexivity|]. cbn [total sum]. rewrite plus_INR, IH. reflexivity. Qed.

Lemma total_plus (a b : nat -> nat) (k : nat) : total (fun i => a i + b i)%nat k = (total a k + total b k)%nat.
Proof. induction k as [|k IH]; [reflexivity|]. cbn [total]. rewrite IH. lia. Qed.

Lemma total_if (h : nat -> bool) (c k : nat) : total (fun i => if h i then c else 0%nat) k = (c * counted h k)%nat.
Proof. induction k as [|k IH]; cbn [total counted]; [lia|]. rewrite IH. destruct (h k); lia. Qed.

Lemma zl1_nothing (x : nat -> Z) (n : nat) : (zl1 x n <= 0)%Z -> forall l, (l < n)%nat -> x l = 0%Z.
Proof.
  induction n as [|n IH]; intros H l Hl; [lia|]. cbn [zl1] in H. assert (H0 := zl1_nonneg x n). destruct (Nat.eq_dec l n) as [->|Hne]; [lia|]. apply IH; lia.
Qed.

(* A table of which row i moves by at most a i steps, and all by at most d: as many deltas as there are numbers in rows that move. *)
Lemma table_private (p q : nat) (s s' : nat -> nat -> Z) (n a : nat -> nat) (k d m : nat) : (0 < p)%nat -> (0 < q <= words)%nat ->
  (forall i, (i < k)%nat -> (zl1 (fun l => s i l - s' i l)%Z (n i) <= Z.of_nat (a i))%Z) -> (total a k <= d)%nat ->
  (total (fun i => if (a i =? 0)%nat then 0%nat else n i) k <= m)%nat ->
  let eps := INR d * (INR p / INR q) in private eps (INR m * (exp eps * tiny)) (table p q s n k) (table p q s' n k).
Proof.
  intros Hp Hq Ha Hd Hm eps. assert (Hrate : 0 < INR p / INR q) by (apply Rdiv_lt_0_compat; apply (lt_INR 0); lia).
  destruct tiny_is as [Ht _]. assert (He := exp_pos eps). assert (Hcost : 0 <= exp eps * tiny) by (apply Rmult_le_pos; lra).
  set (c := fun i => if (a i =? 0)%nat then 0%nat else n i) in *.
  assert (Hmul : forall b r j, sum (fun i => INR (b i) * r) j = INR (total b j) * r).
  { intros b r j. rewrite INR_total, Rmult_comm, <- sum_scale. apply sum_ext. intros i _. ring. }
  apply (weaker (sum (fun i => INR (a i) * (INR p / INR q)) k) _ (sum (fun i => INR (c i) * (exp eps * tiny)) k)).
  - rewrite Hmul. apply Rmult_le_compat_r; [lra|apply le_INR, Hd].
  - rewrite Hmul. apply Rmult_le_compat_r; [exact Hcost|apply le_INR, Hm].
  - apply (sequential (fun i => INR (a i) * (INR p / INR q)) (fun i => INR (c i) * (exp eps * tiny))).
    + intros i. apply Rmult_le_pos; [apply pos_INR|exact Hcost].
    + intros i Hi. specialize (Ha i Hi). unfold c. destruct (Nat.eqb_spec (a i) 0) as [E|E].
      * rewrite E in Ha |- *. simpl INR. rewrite !Rmult_0_l. assert (Z0 := zl1_nothing _ _ Ha).
        assert (S : release (fun l => noisy p q (s i l)) (n i) = release (fun l => noisy p q (s' i l)) (n i)).
        { clear - Z0. induction (n i) as [|j IH]; [reflexivity|]. cbn [release]. rewrite IH by (intros l Hl; apply Z0; lia).
          replace (s i j) with (s' i j) by (specialize (Z0 j ltac:(lia)); cbv beta in Z0; lia). reflexivity. }
        rewrite S. apply private_same.
      * apply (weaker (INR (a i) * (INR p / INR q)) _ (INR (n i) * (exp (INR (a i) * (INR p / INR q)) * tiny))); [lra| |apply vector_private; assumption].
        apply Rmult_le_compat_l; [apply pos_INR|]. apply Rmult_le_compat_r; [lra|]. apply exp_le. apply Rmult_le_compat_r; [lra|]. apply le_INR.
        assert (H : forall j, (i < j)%nat -> (a i <= total a j)%nat).
        { induction j as [|j IH]; [lia|]. intros Hj. cbn [total]. destruct (Nat.eq_dec i j) as [->|Hne]; [lia|]. specialize (IH ltac:(lia)). lia. }
        specialize (H k Hi). lia.
Qed.

(* One row for another: an item's sum loses a profile and gains one. *)
Lemma profiles_replaced (has has' : nat -> bool) (profile profile' : nat -> nat -> Z) (n u l : nat) :
  (forall v, v <> u -> has v = has' v) -> (forall v, v <> u -> profile v = profile' v) ->
  (Z.abs (profiles_of has profile n l - profiles_of has' profile' n l) <= (if has u then Z.abs (profile u l) else 0) + (if has' u then Z.abs (profile' u l) else 0))%Z.
Proof.
  intros H P. assert (B : (Z.abs (profiles_of has profile n l - profiles_of has' profile' n l) <= if (u <? n)%nat then
    (if has u then Z.abs (profile u l) else 0) + (if has' u then Z.abs (profile' u l) else 0) else 0)%Z).
  { induction n as [|n IH]; [simpl; lia|]. cbn [profiles_of]. destruct (Nat.eq_dec n u) as [->|Hne].
    - rewrite Nat.ltb_irrefl in IH. rewrite (proj2 (Nat.ltb_lt u (S u))) by lia. destruct (has u), (has' u); lia.
    - rewrite (H n Hne), (P n Hne). replace (u <? S n)%nat with (u <? n)%nat; [destruct (has' n); lia|].
      destruct (Nat.ltb_spec u n); destruct (Nat.ltb_spec u (S n)); try reflexivity; lia. }
  destruct (u <? n)%nat; [exact B|]. destruct (has u), (has' u); lia.
Qed.

Lemma products_replaced (profile profile' : nat -> nat -> Z) (n u j k : nat) : (forall v, v <> u -> profile v = profile' v) ->
  (Z.abs (products_of profile n j k - products_of profile' n j k) <= Z.abs (profile u j * profile u k) + Z.abs (profile' u j * profile' u k))%Z.
Proof.
  intros P. assert (B : (Z.abs (products_of profile n j k - products_of profile' n j k) <= if (u <? n)%nat then
    Z.abs (profile u j * profile u k) + Z.abs (profile' u j * profile' u k) else 0)%Z).
  { induction n as [|n IH]; [simpl; lia|]. cbn [products_of]. destruct (Nat.eq_dec n u) as [->|Hne].
    - rewrite Nat.ltb_irrefl in IH. rewrite (proj2 (Nat.ltb_lt u (S u))) by lia. lia.
    - rewrite (P n Hne). replace (u <? S n)%nat with (u <? n)%nat; [lia|]. destruct (Nat.ltb_spec u n); destruct (Nat.ltb_spec u (S n)); try reflexivity; lia. }
  destruct (u <? n)%nat; lia.
Qed.

Lemma zl1_le (x y z : nat -> Z) (n : nat) : (forall l, (Z.abs (x l) <= Z.abs (y l) + Z.abs (z l))%Z) -> (zl1 x n <= zl1 y n + zl1 z n)%Z.
Proof. intros H. induction n as [|n IH]; cbn [zl1]; [lia|]. specialize (H n). lia. Qed.

Lemma IZR_zl1 (x : nat -> Z) (n : nat) : IZR (zl1 x n) = sum (fun l => Rabs (IZR (x l))) n.
Proof. induction n as [|n IH]; [reflexivity|]. cbn [zl1 sum]. rewrite plus_IZR, IH, abs_IZR. reflexivity. Qed.

Lemma INR_steps (x : nat -> Z) (n : nat) : INR (Z.to_nat (zl1 x n)) = sum (fun l => Rabs (IZR (x l))) n.
Proof. rewrite INR_IZR_INZ, Z2Nat.id by apply zl1_nonneg. apply IZR_zl1. Qed.

(* The upper triangle of a profile times itself: (|p|_1^2 + |p|_2^2) / 2. *)
Lemma triangle (a : nat -> R) (d : nat) : 2 * sum (fun j => sum (fun l => a j * a (j + l)%nat) (d - j)) d = sum a d * sum a d + sum (fun l => a l * a l) d.
Proof.
  induction d as [|d IH]; [simpl; ring|]. cbn [sum]. replace (S d - d)%nat with 1%nat by lia.
  rewrite (sum_ext _ (fun j => sum (fun l => a j * a (j + l)%nat) (d - j) + a d * a j)).
  - rewrite sum_plus, sum_scale. cbn [sum]. rewrite Nat.add_0_r. lra.
  - intros j Hj. replace (S d - j)%nat with (S (d - j)) by lia. cbn [sum]. replace (j + (d - j))%nat with d by lia. ring.
Qed.

Lemma triangle_within (p : nat -> Z) (d bound : nat) : sum (fun l => IZR (p l) * IZR (p l)) d <= INR bound * INR bound ->
  (total (fun j => Z.to_nat (zl1 (fun l => p j * p (j + l)%nat)%Z (d - j))) d <= bound * bound * (d + 1) / 2)%nat.
Proof.
  intros H. apply Nat.div_le_lower_bound; [lia|]. apply INR_le. rewrite mult_INR, INR_total. change (INR 2) with 2.
  set (a := fun l => Rabs (IZR (p l))).
  rewrite (sum_ext _ (fun j => sum (fun l => a j * a (j + l)%nat) (d - j))).
  2: { intros j _. rewrite INR_steps. apply sum_ext. intros l _. unfold a. rewrite mult_IZR, Rabs_mult. reflexivity. }
  rewrite triangle, !mult_INR, plus_INR. simpl (INR 1).
  assert (E : sum (fun l => a l * a l) d = sum (fun l => IZR (p l) * IZR (p l)) d).
  { apply sum_ext. intros l _. unfold a. rewrite <- Rabs_mult. apply Rabs_pos_eq. apply Rle_0_sqr. }
  assert (C := square_of_sum (fun l => IZR (p l)) d). unfold l1 in C. fold a in C. change (fun i => Rabs (IZR (p i))) with a in C. rewrite E.
  assert (Hd := pos_INR d). set (s := sum (fun l => IZR (p l) * IZR (p l)) d) in *. assert (INR d * s <= INR d * (INR bound * INR bound)) by (apply Rmult_le_compat_l; assumption). lra.
Qed.

(* dpmf_dpimf_steps_most: the 1-norm of a profile whose squares add up to at most bound^2. *)
Theorem size_within (p : nat -> Z) (d bound root : nat) : sum (fun l => IZR (p l) * IZR (p l)) d <= INR bound * INR bound ->
  (d * (bound * bound) < (root + 1) * (root + 1))%nat -> (zl1 p d <= Z.of_nat root)%Z.
Proof.
  intros H Hr. assert (C := square_of_sum (fun l => IZR (p l)) d). unfold l1 in C. rewrite <- IZR_zl1 in C. apply lt_INR in Hr.
  rewrite !mult_INR, plus_INR in Hr. simpl (INR 1) in Hr. assert (Hd := pos_INR d). assert (H0 := zl1_nonneg p d).
  assert (INR d * sum (fun l => IZR (p l) * IZR (p l)) d <= INR d * (INR bound * INR bound)) by (apply Rmult_le_compat_l; assumption).
  assert (L : IZR (zl1 p d) * IZR (zl1 p d) < (INR root + 1) * (INR root + 1)) by lra.
  rewrite INR_IZR_INZ in L. rewrite <- (plus_IZR _ 1), <- !mult_IZR in L. apply lt_IZR in L. nia.
Qed.

Lemma moves_at_rate (moves chance unit q : nat) (eps : R) : q = (moves * unit)%nat -> (0 < q)%nat -> INR chance <= eps * INR unit ->
  INR moves * (INR chance / INR q) <= eps.
Proof.
  intros -> Hq He. assert (H : (0 < moves)%nat /\ (0 < unit)%nat) by (destruct moves, unit; simpl in Hq; lia).
  assert (Hm : 0 < INR moves) by (apply (lt_INR 0); lia). assert (Hu : 0 < INR unit) by (apply (lt_INR 0); lia). rewrite mult_INR.
  replace (INR moves * (INR chance / (INR moves * INR unit))) with (INR chance / INR unit) by (field; lra).
  apply Rmult_le_reg_r with (INR unit); [exact Hu|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra.
Qed.

Lemma falling (n k : nat) : (k <= n)%nat -> (2 * total (fun j => n - j) k = k * (2 * n - k + 1))%nat.
Proof. induction k as [|k IH]; intros H; [reflexivity|]. cbn [total]. specialize (IH ltac:(lia)). nia. Qed.

Lemma total_le (a b : nat -> nat) (k : nat) : (forall i, (a i <= b i)%nat) -> (total a k <= total b k)%nat.
Proof. intros H. induction k as [|k IH]; cbn [total]; [lia|]. specialize (H k). lia. Qed.

Lemma release_private {D : Type} (w : setting D) (eps : R) (plan : nat -> history -> next D) (x x' : nat -> D) (u t : nat) (before : history) :
  kept w eps plan -> (forall v, v <> u -> x v = x' v) ->
  private eps (INR (draws w t) * (exp eps * tiny)) (one_release w t x (plan t before)) (one_release w t x' (plan t before)).
Proof.
  intros [Hh Hk] Hx. destruct (Hk t before) as [Hc [Hq [He Hp]]]. set (n := plan t before) in *. destruct tiny_is as [Ht _].
  set (q := row_rate w t n) in *. assert (Hcost := moves_at_rate (row_moves w t n) (row_chance n) (row_unit n) q eps eq_refl (proj1 Hq) He).
  assert (Hw : forall e m a b, e <= eps -> private e (INR m * (exp e * tiny)) a b -> private eps (INR m * (exp eps * tiny)) (a : program (list (list Z))) b).
  { intros e m a b H. apply weaker; [exact H|]. apply Rmult_le_compat_l; [apply pos_INR|]. apply Rmult_le_compat_r; [lra|apply exp_le, H]. }
  apply (Hw _ _ _ _ Hcost). clear Hw. unfold one_release. fold q. unfold row_moves, draws in *. set (d := factors w) in *.
  set (p := profile_of n u (x u)). set (p' := profile_of n u (x' u)).
  assert (Same : forall v, v <> u -> profile_of n v (x v) = profile_of n v (x' v)) by (intros v Hv; rewrite (Hx v Hv); reflexivity).
  destruct (is_gram t).
  - apply (table_private _ _ _ _ _ (fun j => Z.to_nat (zl1 (fun l => p j * p (j + l)%nat)%Z (d - j)) + Z.to_nat (zl1 (fun l => p' j * p' (j + l)%nat)%Z (d - j)))%nat);
      [exact Hc|exact Hq| | |].
    + intros j _. rewrite Nat2Z.inj_add, !Z2Nat.id by apply zl1_nonneg. apply zl1_le. intros l.
      apply (products_replaced (fun v => profile_of n v (x v)) (fun v => profile_of n v (x' v)) (users w) u j (j + l) Same).
    + rewrite total_plus. assert (T1 := triangle_within p d (bound w) (Hp u (x u))). assert (T2 := triangle_within p' d (bound w) (Hp u (x' u))). lia.
    + apply Nat.div_le_lower_bound; [lia|]. eapply Nat.le_trans; [apply Nat.mul_le_mono_l; apply (total_le _ (fun j => d - j)%nat)|].
      * intros i. destruct (_ =? 0)%nat; lia.
      * rewrite (falling d d) by lia. nia.
  - set (h := has w u (x u)). set (h' := has w u (x' u)). assert (B := Hh u (x u)). assert (B' := Hh u (x' u)). fold h in B. fold h' in B'.
    apply (table_private _ _ _ _ _ (fun i => (if h i then size n else 0) + (if h' i then size n else 0))%nat); [exact Hc|exact Hq| | |].
    + intros i _. apply Z.le_trans with (zl1 (fun l => if h i then p l else 0%Z) d + zl1 (fun l => if h' i then p' l else 0%Z) d)%Z.
      * apply zl1_le. intros l.
        assert (R := profiles_replaced (fun v => has w v (x v) i) (fun v => has w v (x' v) i) (fun v => profile_of n v (x v)) (fun v => profile_of n v (x' v)) (users w) u l
          (fun v Hv => f_equal (fun row => has w v row i) (Hx v Hv)) Same). cbv beta in R. fold p p' h h' in R. destruct (h i), (h' i); simpl; lia.
      * assert (Z0 : zl1 (fun _ => 0%Z) d = 0%Z) by (clear; induction d as [|d IH]; cbn [zl1]; [reflexivity|]; rewrite IH; reflexivity).
        assert (S1 := Hp u (x u)). assert (S2 := Hp u (x' u)). fold p d in S1. fold p' d in S2.
        change (zl1 (fun l => p l) d) with (zl1 p d). destruct (h i), (h' i); try change (zl1 (fun l => p l) d) with (zl1 p d); try change (zl1 (fun l => p' l) d) with (zl1 p' d); lia.
    + rewrite total_plus, !total_if. nia.
    + eapply Nat.le_trans; [apply (total_le _ (fun i => (if h i then d else 0) + (if h' i then d else 0))%nat)|rewrite total_plus, !total_if; nia].
      intros i. destruct (h i), (h' i); simpl; try match goal with |- context [(?e =? 0)%nat] => destruct (e =? 0)%nat end; lia.
Qed.

(* All releases of a run, of which each has the rate that ref/mech/dpimf/steps.c makes of its part eps of the budget: with T rounds there are
   2 T - 1. Whatever row replaces another keeps the sum of their epsilons. *)
Theorem row_private [D : Type] (w : setting D) (eps : R) (plan : nat -> history -> next D) (releases u : nat) (x x' : nat -> D) :
  kept w eps plan -> (forall v, v <> u -> x v = x' v) ->
  private (INR releases * eps) (sum (fun t => INR (draws w t) * (exp eps * tiny)) releases) (rows w plan releases x) (rows w plan releases x').
Proof.
  intros K Hx. destruct tiny_is as [Ht _]. assert (He := exp_pos eps). rewrite <- (sum_constant eps).
  apply (in_turn_private (fun _ => eps) (fun t => INR (draws w t) * (exp eps * tiny))).
  - intros t. apply Rmult_le_pos; [apply pos_INR|]. apply Rmult_le_pos; lra.
  - intros t before _. apply (release_private w eps plan x x' u t before K Hx).
Qed.

(* What a guarantee adds for one draw is more than what two are off: of the items' sums up to 2 most move, and the record counts `most` of
   them from the second round on (touched, in ref/mech/dpimf/user.c). *)
Theorem two_draws_counted (eps : R) : 2 * (exp eps * tiny) <= (1 + exp eps) * (/ 2) ^ 1473.
Proof.
  assert (H := cut_off_bits). assert (He := exp_pos eps). unfold tiny.
  assert (H1 : (/ 2) ^ 1476 <= (/ 2) ^ 1473 * / 8) by (right; replace 1476%nat with (1473 + 3)%nat by reflexivity; rewrite pow_add; f_equal; field).
  assert (Hk := exp_pos (- (1024))). set (k := exp (- (1024))) in *. set (d := (/ 2) ^ 1473) in *. set (c := (/ 2) ^ 1476) in *. clearbody k d c.
  assert (H3 : 6 * k <= d) by lra. assert (exp eps * (6 * k) <= exp eps * d) by (apply Rmult_le_compat_l; lra). lra.
Qed.

Definition some_setting : setting nat := {| users := 3; items := 4; factors := 2; most := 2; bound := 4; has := fun u row i => ((i =? row) || (i =? u))%nat |}.
Definition some_plan (t : nat) (before : history) : next nat :=
  {| profile_of := fun u row l => match before with nil => 1%Z | _ => if (row =? l)%nat then 3%Z else (-2)%Z end; size := 5; row_chance := 1; row_unit := 1 |}.

(* The premises can hold: three users, four items, two factors; profiles of at most 4 steps in the 2-norm, and so of at most 5 in the 1-norm. *)
Theorem plans_exist : kept some_setting 1 some_plan.
Proof.
  split.
  - intros u row. simpl. destruct u as [|[|[|[|u]]]]; destruct row as [|[|[|[|row]]]]; simpl; lia.
  - intros t before n. assert (W := words_are). split; [simpl; lia|]. split; [unfold row_rate, row_moves; destruct (is_gram t); simpl; lia|].
    split; [simpl; lra|]. intros u row. destruct (is_gram t).
    + simpl. destruct before; [lra|]. destruct row as [|[|row]]; simpl; lra.
    + simpl. destruct before; [lia|]. destruct row as [|[|row]]; simpl; lia.
Qed.
