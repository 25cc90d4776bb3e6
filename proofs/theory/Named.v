(* SPDX-License-Identifier: GPL-3.0-or-later *)
(* How far the laws of Discrete.v, with the limits of the code, are from the laws with exp that they are named after:
   by less than 3 exp(-1024) for every event. The named law is a limit of finite sums, `two_sided`. *)
From Coq Require Import Reals Lra Psatz Arith ZArith Lia Bool.
From Coquelicot Require Import Coquelicot.
From Dpmf Require Import Sums Polya Words Samplers Discrete.
Open Scope R_scope.

(* The discrete Laplace law, b^|x| (1 - b) / (1 + b), over the x with |x| < n. *)
Definition two_sided (b : R) (f : Z -> R) (n : nat) : R :=
  (1 - b) / (1 + b) * sum (fun y => b ^ y * (f (Z.of_nat y) + if (y =? 0)%nat then 0 else f (- Z.of_nat y)%Z)) n.

Definition tiny : R := 3 * exp (- (1024)).

Lemma taylor_sum (g : R) : forall more k,
  taylor more (S k) g = sum (fun j => (- g) ^ j * (INR (fact k) / INR (fact (k + j)))) (S more).
Proof.
  induction more as [|more IH]; intros k.
  - simpl. rewrite Nat.add_0_r. field. apply INR_fact_neq_0.
  - cbn [taylor]. rewrite IH, (sum_first _ (S more)), Nat.add_0_r.
    replace ((- g) ^ 0 * (INR (fact k) / INR (fact k))) with 1 by (simpl; field; apply INR_fact_neq_0).
    unfold Rminus. f_equal. rewrite <- Ropp_mult_distr_l_reverse, <- sum_scale. apply sum_ext. intros j _.
    replace (k + S j)%nat with (S k + j)%nat by lia. change (fact (S k)) with (S k * fact k)%nat. rewrite mult_INR. simpl pow.
    field. split; [apply INR_fact_neq_0|apply not_0_INR; lia].
Qed.

Definition term (g : R) (j : nat) : R := / INR (fact j) * (- g) ^ j.

Lemma sum_f (f : nat -> R) (n : nat) : sum_f_R0 f n = sum f (S n).
Proof. induction n as [|n IH]; [simpl; ring|]. simpl sum_f_R0. rewrite IH. reflexivity. Qed.

Lemma term_small (g : R) (j : nat) : 0 <= g <= 1 -> Rabs (term g j) <= / INR (fact j).
Proof.
  intros Hg. unfold term. rewrite Rabs_mult, <- RPow_abs, Rabs_Ropp, (Rabs_pos_eq g) by lra.
  assert (H := INR_fact_lt_0 j). assert (H1 : 0 < / INR (fact j)) by (apply Rinv_0_lt_compat; exact H).
  rewrite Rabs_pos_eq by lra. assert (H2 := pow_incr g 1 j Hg). rewrite pow1 in H2.
  apply Rle_trans with (/ INR (fact j) * 1); [apply Rmult_le_compat_l; lra|lra].
Qed.

(* What more terms add is at most 1 / l!. *)
Lemma tail_small (g : R) (l n : nat) : 0 <= g <= 1 -> (1 <= l)%nat ->
  Rabs (sum (term g) (S (l + n)) - sum (term g) (S l)) <= / INR (fact l) - / INR (fact (l + n)).
Proof.
  intros Hg Hl. induction n as [|n IH].
  - rewrite Nat.add_0_r. unfold Rminus. rewrite !Rplus_opp_r, Rabs_R0. lra.
  - rewrite Nat.add_succ_r. change (sum (term g) (S (S (l + n)))) with (sum (term g) (S (l + n)) + term g (S (l + n))).
    assert (Ht := term_small g (S (l + n)) Hg). set (A := sum (term g) (S (l + n))) in *. set (B := sum (term g) (S l)) in *.
    assert (H2 : 2 * / INR (fact (S (l + n))) <= / INR (fact (l + n))).
    { change (fact (S (l + n))) with (S (l + n) * fact (l + n))%nat. rewrite mult_INR.
      assert (Hf := INR_fact_lt_0 (l + n)). assert (Hs : 2 <= INR (S (l + n))) by (apply (le_INR 2); lia).
      rewrite Rinv_mult.
      assert (0 < / INR (fact (l + n))) by (apply Rinv_0_lt_compat; exact Hf).
      assert (2 * / INR (S (l + n)) <= 1) by (apply Rmult_le_reg_r with (INR (S (l + n))); [lra|rewrite Rmult_assoc, Rinv_l; lra]).
      nra. }
    replace (A + term g (S (l + n)) - B) with ((A - B) + term g (S (l + n))) by ring.
    eapply Rle_trans; [apply Rabs_triang|]. lra.
Qed.

Lemma exp_terms (g : R) (l : nat) : 0 <= g <= 1 -> (1 <= l)%nat -> Rabs (exp (- g) - sum (term g) (S l)) <= / INR (fact l).
Proof.
  intros Hg Hl. assert (He : infinite_sum (fun i => / INR (fact i) * (- g) ^ i) (exp (- g))) by exact (proj2_sig (exist_exp (- g))).
  assert (Hlim : is_lim_seq (fun n => Rabs (sum (term g) (S (l + n)) - sum (term g) (S l))) (Rabs (exp (- g) - sum (term g) (S l)))).
  { apply (is_lim_seq_abs _ (exp (- g) - sum (term g) (S l))). apply is_lim_seq_minus'; [|apply is_lim_seq_const].
    apply is_lim_seq_spec. intros eps. destruct (He eps (cond_pos eps)) as [N HN]. exists N. intros n Hn.
    rewrite <- sum_f. apply HN. lia. }
  apply (is_lim_seq_le (fun n => Rabs (sum (term g) (S (l + n)) - sum (term g) (S l))) (fun _ => / INR (fact l)) (Rabs (exp (- g) - sum (term g) (S l))) (/ INR (fact l))); [|exact Hlim|apply is_lim_seq_const].
  intros n. eapply Rle_trans; [apply tail_small; assumption|].
  assert (0 < / INR (fact (l + n))) by (apply Rinv_0_lt_compat, INR_fact_lt_0). lra.
Qed.

Lemma fact_large (n : nat) : (2 ^ n <= fact (S n))%nat.
Proof.
  induction n as [|n IH]; [simpl; lia|]. change (fact (S (S n))) with (S (S n) * fact (S n))%nat. simpl Nat.pow.
  assert (2 * fact (S n) <= S (S n) * fact (S n))%nat by (apply Nat.mul_le_mono_r; lia). lia.
Qed.

Definition eta : R := (/ 2) ^ 3000.

Lemma half_less (m n : nat) : (n <= m)%nat -> (/ 2) ^ m <= (/ 2) ^ n.
Proof.
  intros H. replace m with (n + (m - n))%nat by lia. rewrite pow_add.
  assert (H1 : 0 < (/ 2) ^ n) by (apply pow_lt; lra).
  assert (H2 := pow_incr (/ 2) 1 (m - n) ltac:(lra)). rewrite pow1 in H2. nra.
Qed.

Lemma exp_below_absolute (g : R) : 0 <= g <= 1 -> Rabs (exp (- g) - exp_below g) <= (/ 2) ^ 3002.
Proof.
  intros Hg. assert (HL := last_large). unfold exp_below. rewrite taylor_sum.
  rewrite (sum_ext _ (term g)).
  2: { intros j _. unfold term. simpl. field. apply INR_fact_neq_0. }
  eapply Rle_trans; [apply exp_terms; [exact Hg|lia]|].
  replace (last - 1)%nat with (S (last - 2)) by lia.
  apply Rle_trans with ((/ 2) ^ (last - 2)); [|apply half_less; lia].
  rewrite pow_inv. apply Rinv_le_contravar; [apply pow_lt; lra|].
  replace 2 with (INR 2) by reflexivity. rewrite <- pow_INR. apply le_INR, fact_large.
Qed.

(* The sum of 2^64 - 1 terms that Algorithm 1 computes is exp(-g) but for 2^-3000 of it. *)
Theorem exp_below_near (g : R) : 0 <= g <= 1 -> (1 - eta) * exp (- g) <= exp_below g <= (1 + eta) * exp (- g).
Proof.
  intros Hg. assert (H := exp_below_absolute g Hg).
  assert (He : / 3 <= exp (- g)).
  { apply Rle_trans with (exp (- (1))).
    - rewrite exp_Ropp. apply Rinv_le_contravar; [apply exp_pos|apply exp_le_3].
    - destruct (Rle_lt_or_eq_dec g 1 (proj2 Hg)) as [Hlt| ->]; [left; apply exp_increasing; lra|lra]. }
  assert (Hq : (/ 2) ^ 3002 = eta * / 4) by (unfold eta; replace 3002%nat with (3000 + 2)%nat by reflexivity; rewrite pow_add; f_equal; field).
  rewrite Hq in H. assert (H0 : 0 < eta) by (unfold eta; apply pow_lt; lra).
  set (e := eta) in *. clearbody e. unfold Rabs in H. destruct (Rcase_abs _) in H; nra.
Qed.

Lemma eta_small : 0 < eta < 1.
Proof. unfold eta. split; [apply pow_lt; lra|]. apply pow_lt_1_compat; [lra|lia]. Qed.

(* 1 - n e <= (1 - e)^n and (1 + e)^n <= 1 / (1 - n e). *)
Lemma powers_near (e : R) (n : nat) : 0 < e < 1 -> 1 - INR n * e <= (1 - e) ^ n /\ (1 + e) ^ n * (1 - e) ^ n <= 1.
Proof.
  intros He. split.
  - induction n as [|n IH]; [simpl; lra|]. rewrite S_INR. simpl pow.
    assert (H := pos_INR n). assert (0 <= (1 - e) ^ n) by (apply pow_le; lra). nra.
  - rewrite <- Rpow_mult_distr. assert (H := pow_incr ((1 + e) * (1 - e)) 1 n ltac:(nra)). rewrite pow1 in H. exact H.
Qed.

Lemma exp_power (x : R) (n : nat) : exp x ^ n = exp (INR n * x).
Proof.
  induction n as [|n IH]; [simpl; rewrite Rmult_0_l, exp_0; reflexivity|]. rewrite S_INR. simpl pow. rewrite IH, <- exp_plus. f_equal. ring.
Qed.

(* What stands for exp(-t / q) lies between that times 1 - n 2^-3000 and that divided by it, for all t with fewer than n
   whole units. *)
Theorem weight_near (q t n : nat) : (0 < q)%nat -> (t < n * q)%nat -> INR n * eta < 1 ->
  (1 - INR n * eta) * exp (- / INR q) ^ t <= weight q t <= / (1 - INR n * eta) * exp (- / INR q) ^ t.
Proof.
  intros Hq Ht Hn. assert (Hq0 : 0 < INR q) by (apply (lt_INR 0); exact Hq). assert (He := eta_small).
  assert (Hr : (t mod q <= q)%nat) by (assert (H := Nat.mod_upper_bound t q); lia).
  assert (Hd : (t / q < n)%nat) by (apply Nat.div_lt_upper_bound; lia).
  assert (Hg := ratio_range (t mod q) q Hr Hq).
  destruct (exp_below_near 1 ltac:(lra)) as [A1 A2]. destruct (exp_below_near _ Hg) as [B1 B2].
  destruct (powers_near eta (S (t / q)) He) as [P1 P2].
  assert (Hx : exp (- (1)) ^ (t / q) * exp (- (INR (t mod q) / INR q)) = exp (- / INR q) ^ t).
  { rewrite !exp_power, <- exp_plus. f_equal. rewrite (Nat.div_mod t q) at 3 by lia. rewrite plus_INR, mult_INR. field. lra. }
  rewrite <- Hx. unfold weight. set (x := exp (- (1))) in *. set (z := exp (- (INR (t mod q) / INR q))) in *.
  assert (Hx0 : 0 < x) by apply exp_pos. assert (Hz0 : 0 < z) by apply exp_pos.
  set (a := exp_below 1) in *. set (b := exp_below (INR (t mod q) / INR q)) in *. set (k := (t / q)%nat) in *.
  assert (Hxk : 0 < x ^ k) by (apply pow_lt; exact Hx0).
  assert (L : (1 - eta) ^ k * x ^ k <= a ^ k <= (1 + eta) ^ k * x ^ k).
  { rewrite <- !Rpow_mult_distr. split; apply pow_incr; nra. }
  assert (D : 0 < (1 - eta) ^ k) by (apply pow_lt; lra). assert (U : 0 < (1 + eta) ^ k) by (apply pow_lt; lra).
  assert (HN : 1 - INR n * eta <= 1 - INR (S k) * eta) by (assert (H := le_INR (S k) n ltac:(lia)); nra).
  simpl pow in P1, P2. set (d := (1 - eta) ^ k) in *. set (u := (1 + eta) ^ k) in *. set (y := x ^ k) in *. set (w := a ^ k) in *.
  assert (Hdy : 0 < d * y) by (apply Rmult_lt_0_compat; assumption).
  split.
  - apply Rle_trans with (d * y * ((1 - eta) * z)).
    + replace (d * y * ((1 - eta) * z)) with ((1 - eta) * d * (y * z)) by ring. apply Rmult_le_compat_r; [nra|lra].
    + apply Rmult_le_compat; try nra; lra.
  - apply Rle_trans with (u * y * ((1 + eta) * z)).
    + assert (0 < (1 - eta) * z) by nra. apply Rmult_le_compat; try nra; lra.
    + replace (u * y * ((1 + eta) * z)) with ((1 + eta) * u * (y * z)) by ring. apply Rmult_le_compat_r; [nra|].
      assert (HP : (1 + eta) * u * ((1 - eta) * d) <= 1) by lra.
      apply Rmult_le_reg_r with (1 - INR n * eta); [lra|]. rewrite Rinv_l by lra.
      eapply Rle_trans; [|exact HP]. apply Rmult_le_compat_l; [nra|lra].
Qed.

(* What the limits of the counters move is far less than what 1024 units cut off. *)
Lemma cut_off : 0 < exp (- INR most) <= / 1000 /\ INR most * eta <= exp (- INR most) / 100.
Proof.
  rewrite most_is. replace (INR 1024) with 1024 by (rewrite INR_IZR_INZ; reflexivity).
  set (k := exp (- (1024))). assert (Hk : 0 < k) by apply exp_pos.
  assert (H1 : k <= / 1000).
  { unfold k. replace (- (1024)) with (INR 1024 * - (1)) by (rewrite INR_IZR_INZ; simpl; ring). rewrite <- exp_power.
    assert (H : exp (- (1)) <= / 2) by (rewrite exp_Ropp; apply Rinv_le_contravar; [lra|left; apply exp_ineq1; lra]).
    apply Rle_trans with ((/ 2) ^ 1024); [apply pow_incr; split; [left; apply exp_pos|exact H]|].
    apply Rle_trans with ((/ 2) ^ 10); [apply half_less; lia|]. simpl. lra. }
  assert (H2 : 1024 * eta <= k / 100).
  { unfold k. replace (- (1024)) with (INR 1024 * - (1)) by (rewrite INR_IZR_INZ; simpl; ring). rewrite <- exp_power.
    assert (H : (/ 2) ^ 2 <= exp (- (1))) by (rewrite exp_Ropp; simpl; assert (H := exp_le_3); assert (H0 := exp_pos 1);
      replace (/ 2 * (/ 2 * 1)) with (/ 4) by field; apply Rinv_le_contravar; lra).
    apply Rle_trans with (((/ 2) ^ 2) ^ 1024 / 100).
    - rewrite <- pow_mult. unfold eta. replace 3000%nat with (2 * 1024 + (17 + 935))%nat by reflexivity. rewrite !pow_add.
      assert (H3 : 0 < (/ 2) ^ (2 * 1024)) by (apply pow_lt; lra). assert (H4 : 0 < (/ 2) ^ 935 <= 1).
      { split; [apply pow_lt; lra|]. apply (half_less 935 0). lia. }
      set (X := (/ 2) ^ (2 * 1024)) in *. set (Y := (/ 2) ^ 935) in *. clearbody X Y.
      replace ((/ 2) ^ 17) with (/ 131072) by (simpl; field). nra.
    - unfold Rdiv. apply Rmult_le_compat_r; [lra|]. apply pow_incr. split; [apply pow_le; lra|exact H]. }
  lra.
Qed.

Lemma tiny_is : 0 < tiny /\ INR most * eta < 1 /\ / ((1 - INR most * eta) * (1 - INR most * eta) * (1 - 2 * exp (- INR most))) <= 1 + tiny /\
  2 * exp (- INR most) < 1.
Proof.
  destruct cut_off as [[Hk H1] H2]. revert Hk H1 H2. rewrite most_is. unfold tiny. replace (INR 1024) with 1024 by (rewrite INR_IZR_INZ; reflexivity).
  set (k := exp (- (1024))). intros Hk H1 H2.
  assert (He := eta_small). set (e := 1024 * eta) in *. assert (He0 : 0 < e) by (unfold e; lra). clearbody e k.
  split; [lra|]. split; [lra|]. split; [|lra].
  assert (Hd : 1 <= (1 + 3 * k) * ((1 - e) * (1 - e) * (1 - 2 * k))).
  { assert (Hee : 0 <= e * e) by (apply Rmult_le_pos; lra). assert (Hkk : 0 <= k * (/ 1000 - k)) by (apply Rmult_le_pos; lra).
    assert (H3 : 1 - k / 50 <= (1 - e) * (1 - e)) by lra. assert (H4 : 1 + k / 2 <= (1 + 3 * k) * (1 - 2 * k)) by lra.
    apply Rle_trans with ((1 + k / 2) * (1 - k / 50)); [lra|].
    replace ((1 + 3 * k) * ((1 - e) * (1 - e) * (1 - 2 * k))) with ((1 + 3 * k) * (1 - 2 * k) * ((1 - e) * (1 - e))) by ring.
    apply Rmult_le_compat; lra. }
  assert (0 < (1 - e) * (1 - e) * (1 - 2 * k)) by (repeat apply Rmult_lt_0_compat; lra).
  apply Rmult_le_reg_r with ((1 - e) * (1 - e) * (1 - 2 * k)); [assumption|]. rewrite Rinv_l by lra. exact Hd.
Qed.

Definition both (f : Z -> R) (y : nat) : R := f (Z.of_nat y) + if (y =? 0)%nat then 0 else f (- Z.of_nat y)%Z.

Lemma both_nonneg (f : Z -> R) (y : nat) : (forall x, 0 <= f x) -> 0 <= both f y.
Proof. intros H. unfold both. assert (H1 := H (Z.of_nat y)). assert (H2 := H (- Z.of_nat y)%Z). destruct (y =? 0)%nat; lra. Qed.

Lemma sum_longer (f : nat -> R) (k n : nat) : (forall i, 0 <= f i) -> (k <= n)%nat -> sum f k <= sum f n.
Proof. intros Hf H. induction H as [|n H IH]; simpl; [lra|]. specialize (Hf n). lra. Qed.

Lemma geometric_sum (c : R) (n : nat) : (1 - c) * sum (fun t => c ^ t) n = 1 - c ^ n.
Proof. induction n as [|n IH]; simpl; [ring|]. rewrite Rmult_plus_distr_l, IH. ring. Qed.

(* All t with the quotient y, together. *)
Lemma quotients (c : R) (F : nat -> R) (p n : nat) : (0 < p)%nat ->
  sum (fun t => c ^ t * F (t / p)%nat) (n * p) = sum (fun t => c ^ t) p * sum (fun y => (c ^ p) ^ y * F y) n.
Proof.
  intros Hp. rewrite sum_blocks, <- sum_scale. apply sum_ext. intros y _.
  rewrite (sum_ext _ (fun i => (c ^ p) ^ y * F y * c ^ i)); [rewrite (sum_scale _ (fun i => c ^ i)); ring|].
  intros i Hi. rewrite div_block, pow_add, <- pow_mult by exact Hi. rewrite (Nat.mul_comm y p). ring.
Qed.

(* No event is much more probable than under the named law. *)
Lemma laplace_below (p q : nat) (f : Z -> R) (r : R) (n : nat) : (0 < p)%nat -> (0 < q <= words)%nat -> (forall x, 0 <= f x) ->
  expects (laplace p q) f r -> (most * q <= n)%nat -> r <= (1 + tiny) * two_sided (exp (- (INR p / INR q))) f n.
Proof.
  intros Hp Hq Hf Hr Hn. set (N := (most * q)%nat) in *. set (c := exp (- / INR q)). set (b := exp (- (INR p / INR q))).
  assert (Hq0 : 0 < INR q) by (apply (lt_INR 0); lia). assert (Hp0 : 0 < INR p) by (apply (lt_INR 0); lia).
  assert (Hm := most_is). assert (HN : (0 < N)%nat) by (unfold N; lia).
  assert (Hb : b = c ^ p) by (unfold b, c; rewrite exp_power; f_equal; field; lra).
  assert (Hc : 0 < c < 1).
  { split; [apply exp_pos|]. unfold c. rewrite <- exp_0. apply exp_increasing. assert (0 < / INR q) by (apply Rinv_0_lt_compat; lra). lra. }
  assert (Hb1 : 0 < b < 1) by (rewrite Hb; split; [apply pow_lt; lra|apply pow_lt_1_compat; [lra|exact Hp]]).
  destruct tiny_is as [Ht0 [Hnu [Htiny Hk]]]. set (nu := INR most * eta) in *.
  assert (Hnu0 : 0 <= nu) by (unfold nu; assert (H := eta_small); assert (H1 := pos_INR most); nra).
  assert (HcN : c ^ N = exp (- INR most)) by (unfold c, N; rewrite exp_power, mult_INR; f_equal; field; lra).
  rewrite <- HcN in Hk, Htiny. set (k := c ^ N) in *. assert (Hk0 : 0 < k) by (apply pow_lt; lra).
  assert (Hw : forall t, (t < N)%nat -> (1 - nu) * c ^ t <= weight q t <= / (1 - nu) * c ^ t) by (intros t Ht; apply weight_near; [lia|exact Ht|exact Hnu]).
  assert (Hc0 : forall t, 0 <= c ^ t) by (intros t; apply pow_le; lra).
  (* what is drawn *)
  destruct (laplace_law p q Hq) as [Hpos [_ Hl]]. specialize (Hl f Hf).
  rewrite sum_signed in Hl. assert (Er := expects_unique _ _ _ _ Hr Hl). clear Hl Hr.
  rewrite (sum_ext (signed_weight _ _) (fun i => signed_weight (weight q) (fun t => (t / p)%nat) i * (fun _ => 1) (signed (fun t => (t / p)%nat) i))) in Er, Hpos by (intros; ring).
  rewrite (sum_signed _ _ (fun _ => 1)) in Er, Hpos. fold N in Er, Hpos.
  change (fun t => weight q t * (f (Z.of_nat (t / p)) + (if (t / p =? 0)%nat then 0 else f (- Z.of_nat (t / p))%Z))) with (fun t => weight q t * both f (t / p)%nat) in Er.
  set (D := sum (fun t => weight q t * (1 + (if (t / p =? 0)%nat then 0 else 1))) N) in *.
  set (A := sum (fun t => c ^ t) p). assert (HA := geometric_sum c p). fold A in HA. rewrite <- Hb in HA.
  set (S := sum (fun y => b ^ y * both f y) n).
  assert (HS : 0 <= S) by (apply sum_nonneg; intros y; apply Rmult_le_pos; [apply pow_le; lra|apply both_nonneg, Hf]).
  assert (Hnum : sum (fun t => weight q t * both f (t / p)%nat) N <= / (1 - nu) * (A * S)).
  { unfold S. rewrite Hb. unfold A. rewrite <- quotients, <- sum_scale by exact Hp.
    eapply Rle_trans; [|apply (sum_longer _ N (n * p)); [|nia]].
    - apply sum_le. intros t Ht. rewrite <- Rmult_assoc. apply Rmult_le_compat_r; [apply both_nonneg, Hf|apply Hw, Ht].
    - intros t. assert (0 < / (1 - nu)) by (apply Rinv_0_lt_compat; lra).
      apply Rmult_le_pos; [lra|]. apply Rmult_le_pos; [apply Hc0|apply both_nonneg, Hf]. }
  assert (Hfirst : sum (fun t => c ^ t * (if (t / p =? 0)%nat then 1 else 0)) N <= A).
  { eapply Rle_trans; [apply (sum_longer _ N (N * p)); [|nia]|].
    - intros t. apply Rmult_le_pos; [apply Hc0|]. destruct (t / p =? 0)%nat; lra.
    - rewrite (quotients c (fun y => if (y =? 0)%nat then 1 else 0) p N Hp). fold A. destruct N as [|N']; [lia|].
      rewrite sum_first. rewrite (sum_ext (fun i => (c ^ p) ^ Datatypes.S i * _) (fun _ => 0)), sum_zero; [simpl; lra|].
      intros i _. simpl Nat.eqb. cbv iota. ring. }
  assert (Hden : (1 - nu) * (2 * sum (fun t => c ^ t) N - A) <= D).
  { apply Rle_trans with ((1 - nu) * (2 * sum (fun t => c ^ t) N - sum (fun t => c ^ t * (if (t / p =? 0)%nat then 1 else 0)) N)).
    - apply Rmult_le_compat_l; lra.
    - rewrite <- (sum_scale 2), <- sum_minus, <- sum_scale. apply sum_le. intros t Ht. specialize (Hw t Ht). specialize (Hc0 t).
      destruct (t / p =? 0)%nat; nra. }
  assert (HSn := geometric_sum c N). fold k in HSn.
  assert (HD : (1 - nu) * (1 - 2 * k) * (1 + b) <= D * (1 - c)).
  { apply Rle_trans with ((1 - nu) * (2 * sum (fun t => c ^ t) N - A) * (1 - c)); [|apply Rmult_le_compat_r; lra].
    replace ((1 - nu) * (2 * sum (fun t => c ^ t) N - A) * (1 - c)) with ((1 - nu) * (2 * ((1 - c) * sum (fun t => c ^ t) N) - (1 - c) * A)) by ring.
    rewrite HSn, HA, Rmult_assoc. apply Rmult_le_compat_l; [lra|]. nra. }
  unfold two_sided. change (sum (fun y => b ^ y * (f (Z.of_nat y) + (if (y =? 0)%nat then 0 else f (- Z.of_nat y)%Z))) n) with S.
  assert (HD0 : 0 < (1 - nu) * (1 - 2 * k) * (1 + b)) by (repeat apply Rmult_lt_0_compat; lra).
  rewrite Er. apply Rle_trans with (/ (1 - nu) * (A * S) / D).
  { apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat, Hpos|exact Hnum]. }
  apply Rle_trans with (/ ((1 - nu) * (1 - nu) * (1 - 2 * k)) * ((1 - b) / (1 + b) * S)).
  - assert (HDp : 0 < D * (1 - c)) by nra.
    replace (/ (1 - nu) * (A * S) / D) with (/ (1 - nu) * ((1 - b) * S) * / (D * (1 - c))) by (rewrite <- HA; field; repeat split; lra).
    replace (/ ((1 - nu) * (1 - nu) * (1 - 2 * k)) * ((1 - b) / (1 + b) * S)) with
      (/ (1 - nu) * ((1 - b) * S) * / ((1 - nu) * (1 - 2 * k) * (1 + b))) by (field; repeat split; lra).
    apply Rmult_le_compat_l; [|apply Rinv_le_contravar; assumption].
    assert (0 < / (1 - nu)) by (apply Rinv_0_lt_compat; lra). apply Rmult_le_pos; [lra|]. apply Rmult_le_pos; lra.
  - apply Rmult_le_compat_r; [|exact Htiny]. apply Rmult_le_pos; [|exact HS].
    apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra].
Qed.

Lemma two_sided_le (b : R) (f g : Z -> R) (n : nat) : 0 < b < 1 -> (forall x, f x <= g x) -> two_sided b f n <= two_sided b g n.
Proof.
  intros Hb H. unfold two_sided. apply Rmult_le_compat_l.
  { apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra]. }
  apply sum_le. intros y _. apply Rmult_le_compat_l; [apply pow_le; lra|].
  assert (H1 := H (Z.of_nat y)). assert (H2 := H (- Z.of_nat y)%Z). destruct (y =? 0)%nat; lra.
Qed.

(* The masses of the discrete Laplace law add up to 1. *)
Theorem two_sided_whole (b : R) (n : nat) : 0 < b < 1 -> two_sided b (fun _ => 1) (S n) = 1 - 2 * b ^ S n / (1 + b).
Proof.
  intros Hb. assert (H : 1 + b <> 0) by lra. unfold two_sided.
  assert (Hs : (1 - b) * sum (fun y => b ^ y * (1 + (if (y =? 0)%nat then 0 else 1))) (S n) = 1 + b - 2 * b ^ S n).
  { rewrite sum_first. simpl Nat.eqb. cbv iota.
    rewrite (sum_ext (fun i => b ^ S i * _) (fun i => 2 * b * b ^ i)) by (intros; simpl; ring).
    rewrite (sum_scale _ (fun i => b ^ i)). assert (Hg := geometric_sum b n). set (G := sum (fun i => b ^ i) n) in *.
    transitivity (1 - b + 2 * b * ((1 - b) * G)); [simpl; ring|]. rewrite Hg. simpl. ring. }
  transitivity ((1 - b) * sum (fun y => b ^ y * (1 + (if (y =? 0)%nat then 0 else 1))) (S n) / (1 + b)); [field; exact H|].
  rewrite Hs. field. exact H.
Qed.

Lemma two_sided_one (b : R) (n : nat) : 0 < b < 1 -> two_sided b (fun _ => 1) n <= 1.
Proof.
  intros Hb. destruct n as [|n]; [unfold two_sided; simpl; lra|].
  rewrite (two_sided_whole b n Hb).
  assert (0 < b ^ S n) by (apply pow_lt; lra). assert (0 < / (1 + b)) by (apply Rinv_0_lt_compat; lra).
  unfold Rdiv. assert (0 < 2 * b ^ S n * / (1 + b)) by (apply Rmult_lt_0_compat; [lra|assumption]).
  set (x := 2 * b ^ S n * / (1 + b)) in *. clearbody x. lra.
Qed.

Lemma two_sided_linear (b : R) (f g : Z -> R) (n : nat) : two_sided b (fun x => f x - g x) n = two_sided b f n - two_sided b g n.
Proof.
  unfold two_sided. rewrite <- Rmult_minus_distr_l, <- sum_minus. f_equal. apply sum_ext. intros y _. destruct (y =? 0)%nat; ring.
Qed.

Lemma expects_not {A : Type} (m : program A) (f : A -> R) (r : R) : ends m -> expects m f r -> expects m (fun v => 1 - f v) (1 - r).
Proof.
  intros He Hr. apply (expects_ext m (fun v => -1 * f v + 1)); [intros; ring|]. replace (1 - r) with (-1 * r + 1) by ring.
  apply expects_linear; assumption.
Qed.

(* Nor much less probable. *)
Lemma laplace_above (p q : nat) (f : Z -> R) (r : R) (n : nat) : (0 < p)%nat -> (0 < q <= words)%nat -> event f ->
  expects (laplace p q) f r -> (most * q <= n)%nat -> (1 + tiny) * two_sided (exp (- (INR p / INR q))) f n <= r + tiny.
Proof.
  intros Hp Hq Hf Hr Hn. set (b := exp (- (INR p / INR q))).
  assert (Hb : 0 < b < 1).
  { split; [apply exp_pos|]. unfold b. rewrite <- exp_0. apply exp_increasing.
    assert (0 < INR p / INR q) by (apply Rdiv_lt_0_compat; apply (lt_INR 0); lia). lra. }
  assert (H := laplace_below p q (fun x => 1 - f x) (1 - r) n Hp Hq (fun x => proj1 (Rminus_le_0 (f x) 1) (proj2 (Hf x)))
    (expects_not _ _ _ (weighted_ends _ _ _ _ (laplace_law p q Hq)) Hr) Hn). fold b in H.
  rewrite two_sided_linear in H. assert (H1 := two_sided_one b n Hb). destruct tiny_is as [H2 _]. nra.
Qed.

(* The probability of every event under the law that the code draws and under the discrete Laplace law of rate p /
   q differ by 3 exp(-1024) at most. *)
Theorem laplace_named (p q : nat) (f : Z -> R) (r s : R) : (0 < p)%nat -> (0 < q <= words)%nat -> event f ->
  expects (laplace p q) f r -> is_lim_seq (two_sided (exp (- (INR p / INR q))) f) s -> Rabs (r - s) <= tiny.
Proof.
  intros Hp Hq Hf Hr Hs. set (b := exp (- (INR p / INR q))) in *. destruct tiny_is as [Ht _].
  assert (Hb : 0 < b < 1).
  { split; [apply exp_pos|]. unfold b. rewrite <- exp_0. apply exp_increasing.
    assert (0 < INR p / INR q) by (apply Rdiv_lt_0_compat; apply (lt_INR 0); lia). lra. }
  assert (H1 : r <= (1 + tiny) * s).
  { apply (is_lim_seq_le_loc (fun _ => r) (fun n => (1 + tiny) * two_sided b f n) r ((1 + tiny) * s)); [|apply is_lim_seq_const|apply (is_lim_seq_scal_l _ (1 + tiny) s Hs)].
    exists (most * q)%nat. intros n Hn. apply laplace_below; try assumption. intros x. apply Hf. }
  assert (H2 : (1 + tiny) * s <= r + tiny).
  { apply (is_lim_seq_le_loc (fun n => (1 + tiny) * two_sided b f n) (fun _ => r + tiny) ((1 + tiny) * s) (r + tiny)); [|apply (is_lim_seq_scal_l _ (1 + tiny) s Hs)|apply is_lim_seq_const].
    exists (most * q)%nat. intros n Hn. apply laplace_above; assumption. }
  assert (H3 : s <= 1).
  { apply (is_lim_seq_le (two_sided b f) (fun _ => 1) s 1); [|exact Hs|apply is_lim_seq_const].
    intros n. eapply Rle_trans; [apply two_sided_le; [exact Hb|intros x; apply Hf]|apply two_sided_one, Hb]. }
  assert (H4 : 0 <= s).
  { apply (is_lim_seq_le (fun _ => 0) (two_sided b f) 0 s); [|apply is_lim_seq_const|exact Hs].
    intros n. apply Rmult_le_pos; [apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra]|].
    apply sum_nonneg. intros y. apply Rmult_le_pos; [apply pow_le; lra|]. apply (both_nonneg f y). intros x. apply Hf. }
  apply Rabs_le. nra.
Qed.
