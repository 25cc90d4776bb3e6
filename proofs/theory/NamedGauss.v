(* SPDX-License-Identifier: GPL-3.0-or-later *)
(* How far the discrete Gaussian draw of ref/noise/exact.c, with the limits of the code, is from the law that it is named after
   (GaussCurve.v): by less than 10 exp(-1024) for every event, wherever the contract of dpmf_discrete_gaussian allows p and q.
   Discrete.v has the law that is drawn, exactly, and that it ends with probability 1. *)
From Coq Require Import Reals Lra Psatz Arith ZArith Lia Bool.
From Coquelicot Require Import Coquelicot.
From Dpmf Require Import Sums Polya Words Samplers Discrete Named GaussCurve.
Open Scope R_scope.

(* What `dpmf_discrete_gaussian` requires. *)
Definition drawable (p q : nat) : Prop := (0 < p)%nat /\ (0 < q)%nat /\ (Z.of_nat p <= 1099511627776)%Z /\ (Z.of_nat q <= 1099511627776)%Z.

Definition gauss_tiny : R := 10 * exp (- (1024)).

(* The variance parameter, sigma^2. *)
Definition variance (p q : nat) : R := INR p / INR q.

Lemma centre_near (p q : nat) : (0 < p)%nat -> (0 < q)%nat -> let a := centre_a p q in let m := centre_m p q in
  (0 < a)%nat /\ (0 < m)%nat /\ (a * a * q <= p * m * m)%nat /\ (p * m * m <= 4 * (a * a * q))%nat /\
  (p * m * m <= p \/ p * m * m <= 4 * q)%nat.
Proof.
  intros Hp Hq a m. destruct (centre_is p q Hp Hq) as [H1 H2]. fold a m in H1, H2. destruct (Nat.le_gt_cases q p) as [H|H].
  - destruct (H1 H) as [Em [Ha [Hl Hu]]]. rewrite Em. assert ((a + 1) * (a + 1) <= 4 * (a * a))%nat by nia. nia.
  - destruct (H2 H) as [Ea [Hm [Hl Hu]]]. rewrite Ea. assert (m * m <= 4 * ((m - 1) * (m - 1)))%nat by nia.
    assert (m * m * p <= 4 * ((m - 1) * (m - 1)) * p)%nat by (apply Nat.mul_le_mono_r; assumption). nia.
Qed.

Lemma drawable_words (p q : nat) : drawable p q -> let m := centre_m p q in (p * m <= words)%nat /\ (twice_variance p m <= words)%nat.
Proof.
  intros [Hp [Hq [Hp0 Hq0]]] m. destruct (centre_near p q Hp Hq) as [_ [Hm [_ [_ H]]]]. fold m in Hm, H. assert (HW := words_are).
  assert (H1 : (Z.of_nat (p * m * m) <= 4 * 1099511627776)%Z) by lia. assert (H2 : (p * m <= p * m * m)%nat) by nia.
  unfold twice_variance. replace (2 * p * m * m)%nat with (2 * (p * m * m))%nat by ring. lia.
Qed.

Lemma sum_window (g : Z -> R) (n : nat) : sum (both g) (S n) = window g n.
Proof.
  induction n as [|n IH]; [unfold both; simpl; ring|]. change (sum (both g) (S (S n))) with (sum (both g) (S n) + both g (S n)).
  rewrite IH. cbn [window]. unfold both at 1. reflexivity.
Qed.

Lemma bell_both (s : R) (f : Z -> R) (y : nat) : both (fun x => bell s x * f x) y = bell s (Z.of_nat y) * both f y.
Proof.
  unfold both. destruct (y =? 0)%nat; [ring|]. replace (bell s (- Z.of_nat y)) with (bell s (Z.of_nat y)); [ring|].
  unfold bell. rewrite opp_IZR. f_equal. f_equal. unfold Rdiv. ring.
Qed.

Lemma words_eta : 0 < INR words * eta <= exp (- INR most) / 100.
Proof.
  assert (H := eta_small). assert (HW := INR_words). split; [apply Rmult_lt_0_compat; lra|].
  assert (E : INR words = 2 ^ 64).
  { rewrite INR_IZR_INZ, words_are. change (2 ^ 64)%Z with (2 ^ Z.of_nat 64)%Z. rewrite <- pow_IZR. reflexivity. }
  rewrite E. rewrite most_is. replace (INR 1024) with (INR 1024 * 1) by ring.
  replace (- (INR 1024 * 1)) with (INR 1024 * - (1)) by ring. rewrite <- exp_power.
  assert (H4 : (/ 2) ^ 2 <= exp (- (1))) by (rewrite exp_Ropp; simpl; assert (H3 := exp_le_3); assert (H0 := exp_pos 1);
    replace (/ 2 * (/ 2 * 1)) with (/ 4) by field; apply Rinv_le_contravar; lra).
  apply Rle_trans with (((/ 2) ^ 2) ^ 1024 / 100).
  - rewrite <- pow_mult. unfold eta. replace 3000%nat with (2 * 1024 + (64 + (7 + 881)))%nat by reflexivity. rewrite !pow_add.
    assert (H3 : 0 < (/ 2) ^ (2 * 1024)) by (apply pow_lt; lra). assert (H5 : 0 < (/ 2) ^ 881 <= 1).
    { split; [apply pow_lt; lra|]. apply (half_less 881 0). lia. }
    assert (H6 : 2 ^ 64 * (/ 2) ^ 64 = 1) by (rewrite <- Rpow_mult_distr; replace (2 * / 2) with 1 by field; apply pow1).
    set (X := (/ 2) ^ (2 * 1024)) in *. set (Y := (/ 2) ^ 881) in *. set (T := 2 ^ 64) in *. set (U := (/ 2) ^ 64) in *. clearbody X Y T U.
    replace ((/ 2) ^ 7) with (/ 128) by (simpl; field). replace (T * (X * (U * (/ 128 * Y)))) with ((T * U) * (X * Y / 128)) by field. rewrite H6. nra.
  - unfold Rdiv. apply Rmult_le_compat_r; [lra|]. apply pow_incr. split; [apply pow_le; lra|exact H4].
Qed.

Lemma gauss_tiny_is : let nu := INR words * eta in let k := exp (- INR most) in
  0 < gauss_tiny /\ 0 < nu < 1 /\ 0 < 1 - 9 * k /\ / ((1 - nu) ^ 4 * (1 - 9 * k)) <= 1 + gauss_tiny.
Proof.
  intros nu k. destruct words_eta as [N0 N1]. fold nu in N0, N1. destruct cut_off as [[K0 K1] _]. fold k in K0, K1, N1.
  assert (E : gauss_tiny = 10 * k) by (unfold gauss_tiny, k; rewrite most_is; replace (INR 1024) with 1024 by (rewrite INR_IZR_INZ; reflexivity); reflexivity).
  rewrite E. clearbody nu k. clear E. split; [lra|]. split; [lra|]. split; [lra|].
  assert (H1 : 1 - 4 * nu <= (1 - nu) ^ 4).
  { simpl. rewrite Rmult_1_r. assert (1 - 2 * nu <= (1 - nu) * (1 - nu)) by nra. set (u := (1 - nu) * (1 - nu)) in *.
    replace ((1 - nu) * ((1 - nu) * ((1 - nu) * (1 - nu)))) with (u * u) by (unfold u; ring). assert (0 < 1 - 2 * nu) by lra. nra. }
  assert (H2 : 0 < (1 - nu) ^ 4) by (apply pow_lt; lra).
  assert (H3 : 1 <= (1 + 10 * k) * ((1 - nu) ^ 4 * (1 - 9 * k))).
  { assert (1 + k / 2 <= (1 + 10 * k) * (1 - 9 * k)) by nra. assert (1 - k / 25 <= (1 - nu) ^ 4) by lra.
    apply Rle_trans with ((1 + k / 2) * (1 - k / 25)); [nra|].
    replace ((1 + 10 * k) * ((1 - nu) ^ 4 * (1 - 9 * k))) with ((1 + 10 * k) * (1 - 9 * k) * (1 - nu) ^ 4) by ring.
    apply Rmult_le_compat; lra. }
  assert (0 < (1 - nu) ^ 4 * (1 - 9 * k)) by (apply Rmult_lt_0_compat; lra).
  apply Rmult_le_reg_r with ((1 - nu) ^ 4 * (1 - 9 * k)); [assumption|]. rewrite Rinv_l by lra. exact H3.
Qed.

(* A half and more of exp(-1/2) times what is left of 1. *)
Lemma kept_at_least (x : R) : x = exp (- / 2) -> 2 / 9 <= x * (1 - x).
Proof.
  intros ->. assert (H1 : exp (/ 2) * exp (/ 2) <= 3) by (rewrite <- exp_plus; replace (/ 2 + / 2) with 1 by field; apply exp_le_3).
  assert (H2 : 3 / 2 < exp (/ 2)) by (assert (H := exp_ineq1 (/ 2) ltac:(lra)); lra).
  rewrite exp_Ropp. set (e := exp (/ 2)) in *. clearbody e. assert (He : e <= 2) by nra.
  replace (/ e * (1 - / e)) with ((e - 1) * / (e * e)) by (field; lra).
  assert (H3 : / 3 <= / (e * e)) by (apply Rinv_le_contravar; nra).
  apply Rmult_le_reg_r with (e * e); [nra|]. rewrite Rmult_assoc, Rinv_l by nra. nra.
Qed.

(* How much of what is proposed is kept. *)
Lemma kept_mass (p q n : nat) (W : R) : (0 < p)%nat -> (0 < q)%nat ->
  let a := centre_a p q in let m := centre_m p q in
  is_lim_seq (window (bell (variance p q))) W ->
  2 / 9 <= (1 - exp (- (INR (q * a) / INR (p * m)))) * (exp (- (INR a * INR a * INR q / (2 * INR p * INR m * INR m))) * W).
Proof.
  intros Hp Hq a m HW. destruct (centre_near p q Hp Hq) as [Ha [Hm [Hl [Hu _]]]]. fold a m in Ha, Hm, Hl, Hu.
  assert (P0 : 0 < INR p) by (apply (lt_INR 0); exact Hp). assert (Q0 : 0 < INR q) by (apply (lt_INR 0); exact Hq).
  assert (A0 : 0 < INR a) by (apply (lt_INR 0); exact Ha). assert (M0 : 0 < INR m) by (apply (lt_INR 0); exact Hm).
  set (b := exp (- (INR (q * a) / INR (p * m)))). set (K := exp (- (INR a * INR a * INR q / (2 * INR p * INR m * INR m)))).
  assert (Rl : INR a * INR a * INR q <= INR p * INR m * INR m) by (rewrite <- !mult_INR; apply le_INR; exact Hl).
  assert (Ru : INR p * INR m * INR m <= 4 * (INR a * INR a * INR q)).
  { replace 4 with (INR 4) by (simpl; ring). rewrite <- !mult_INR. apply le_INR. exact Hu. }
  assert (Hpmm : 0 < INR p * INR m * INR m) by (repeat apply Rmult_lt_0_compat; assumption).
  assert (Hdiv : forall x d, 0 < d -> x / d * d = x) by (intros x d Hd; field; lra).
  set (ratio := INR a * INR a * INR q / (INR p * INR m * INR m)).
  assert (Hratio : / 4 <= ratio <= 1).
  { unfold ratio. split; apply Rmult_le_reg_r with (INR p * INR m * INR m); try exact Hpmm; rewrite Hdiv by exact Hpmm; lra. }
  assert (HK : K = exp (- (ratio / 2))) by (unfold K, ratio; f_equal; f_equal; field; lra).
  assert (Hb0 : 0 < b < 1).
  { unfold b. split; [apply exp_pos|]. rewrite <- exp_0. apply exp_increasing. assert (0 < INR (q * a) / INR (p * m)); [|lra].
    rewrite !mult_INR. apply Rdiv_lt_0_compat; apply Rmult_lt_0_compat; assumption. }
  (* the y up to twice the centre *)
  set (Y := (2 * a / m)%nat). assert (HY := Nat.div_mod (2 * a) m ltac:(lia)). assert (HY' := Nat.mod_upper_bound (2 * a) m ltac:(lia)). fold Y in HY.
  assert (Hy : forall y, (y < S Y)%nat -> exp (- / 2) * b ^ y <= K * bell (variance p q) (Z.of_nat y)).
  { intros y Hy. assert (E := gaussian_exponent y a m p q Hm Hp). fold K in E.
    replace (exp (- (INR y * INR y * INR q / (2 * INR p)))) with (bell (variance p q) (Z.of_nat y)) in E.
    2: { unfold bell, variance. rewrite <- INR_IZR_INZ. f_equal. f_equal. field. lra. }
    rewrite <- E. replace (exp (- (INR y * (INR (q * a) / INR (p * m))))) with (b ^ y).
    2: { unfold b. rewrite exp_power. f_equal. ring. }
    rewrite Rmult_comm. apply Rmult_le_compat_l; [apply pow_le; lra|].
    assert (Hoff : (squared_offset y m a q <= a * a * q)%nat).
    { unfold squared_offset. apply Nat2Z.inj_le. rewrite Z2Nat.id by (apply Z.mul_nonneg_nonneg; [apply Z.pow_even_nonneg; exists 1%Z; reflexivity|lia]).
      rewrite !Nat2Z.inj_mul. apply Z.mul_le_mono_nonneg_r; [lia|]. assert (Hym : (y * m <= 2 * a)%nat) by (unfold Y in *; nia).
      assert (0 <= Z.of_nat y * Z.of_nat m <= 2 * Z.of_nat a)%Z by lia. nia. }
    assert (Hx : - / 2 <= - (INR (squared_offset y m a q) / INR (twice_variance p m))).
    { apply Ropp_le_contravar. apply le_INR in Hoff. rewrite !mult_INR in Hoff. unfold twice_variance. rewrite !mult_INR. change (INR 2) with 2.
      assert (0 < 2 * INR p * INR m * INR m) by lra.
      apply Rmult_le_reg_r with (2 * INR p * INR m * INR m); [assumption|]. rewrite Hdiv by assumption. lra. }
    destruct Hx as [Hx|Hx]; [left; apply exp_increasing, Hx|right; rewrite Hx; reflexivity]. }
  assert (Hsum : exp (- / 2) * sum (fun y => b ^ y) (S Y) <= K * W).
  { rewrite <- sum_scale. apply Rle_trans with (sum (fun y => K * bell (variance p q) (Z.of_nat y)) (S Y)); [apply sum_le; exact Hy|].
    rewrite (sum_scale K (fun y => bell (variance p q) (Z.of_nat y))). apply Rmult_le_compat_l; [left; apply exp_pos|].
    apply Rle_trans with (window (bell (variance p q)) Y).
    - rewrite <- sum_window. apply sum_le. intros y _. unfold both. assert (H1 := bell_pos (variance p q) (- Z.of_nat y)). destruct (y =? 0)%nat; lra.
    - apply (is_lim_seq_incr_compare (window (bell (variance p q))) W HW). intros i. apply window_bell_more. }
  assert (Hbp : b ^ S Y <= exp (- / 2)).
  { unfold b. rewrite exp_power. assert (H : INR (S Y) * - (INR (q * a) / INR (p * m)) <= - / 2).
    - assert (HSY : 2 * INR a <= INR (S Y) * INR m) by (replace 2 with (INR 2) by reflexivity; rewrite <- !mult_INR; apply le_INR; nia).
      replace (INR (S Y) * - (INR (q * a) / INR (p * m))) with (- (INR (S Y) * INR m * (INR q * INR a) / (INR p * INR m * INR m))) by (rewrite !mult_INR; field; lra).
      apply Ropp_le_contravar. apply Rle_trans with (2 * ratio); [lra|]. unfold ratio, Rdiv. rewrite <- Rmult_assoc. apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat, Hpmm|].
      assert (0 < INR q * INR a) by (apply Rmult_lt_0_compat; assumption). nra.
    - destruct H as [H|H]; [left; apply exp_increasing, H|right; rewrite H; reflexivity]. }
  assert (Hg := geometric_sum b (S Y)). assert (Hx := kept_at_least (exp (- / 2)) eq_refl). assert (Hx0 := exp_pos (- / 2)).
  apply Rle_trans with ((1 - b) * (exp (- / 2) * sum (fun y => b ^ y) (S Y))); [|apply Rmult_le_compat_l; [lra|exact Hsum]].
  replace ((1 - b) * (exp (- / 2) * sum (fun y => b ^ y) (S Y))) with (exp (- / 2) * (1 - b ^ S Y)) by (rewrite <- Hg; ring).
  apply Rle_trans with (exp (- / 2) * (1 - exp (- / 2))); [exact Hx|apply Rmult_le_compat_l; lra].
Qed.

(* No event is much more probable than under the named law. *)
Lemma gaussian_below (p q : nat) (f : Z -> R) (r W : R) (n : nat) : drawable p q -> (forall x, 0 <= f x) ->
  expects (gaussian p q) f r -> is_lim_seq (window (bell (variance p q))) W -> (most * (p * centre_m p q) <= n)%nat ->
  r <= (1 + gauss_tiny) * (window (fun x => bell (variance p q) x * f x) n / W).
Proof.
  intros Hd Hf Hr HW Hn. destruct (drawable_words p q Hd) as [HmW HVW]. destruct Hd as [Hp [Hq _]].
  destruct (centre_near p q Hp Hq) as [Ha [Hm [Hl [Hu _]]]].
  set (a := centre_a p q) in *. set (m := centre_m p q) in *. set (V := twice_variance p m) in *. set (P := (q * a)%nat). set (Q := (p * m)%nat) in *.
  set (s := variance p q) in *. set (N := (most * Q)%nat) in *. assert (Hmost := most_is).
  assert (P0 : 0 < INR p) by (apply (lt_INR 0); exact Hp). assert (Q0 : 0 < INR q) by (apply (lt_INR 0); exact Hq).
  assert (A0 : 0 < INR a) by (apply (lt_INR 0); exact Ha). assert (M0 : 0 < INR m) by (apply (lt_INR 0); exact Hm).
  assert (HP : (0 < P)%nat) by (apply Nat.mul_pos_pos; assumption). assert (HQ : (0 < Q)%nat) by (apply Nat.mul_pos_pos; assumption).
  assert (HV : (0 < V)%nat) by (unfold V, twice_variance; repeat apply Nat.mul_pos_pos; lia).
  assert (HQ0 : 0 < INR Q) by (apply (lt_INR 0); exact HQ). assert (HP0 : 0 < INR P) by (apply (lt_INR 0); exact HP).
  assert (HN : (0 < N)%nat) by (unfold N; nia).
  set (c := exp (- / INR Q)). set (b := exp (- (INR P / INR Q))).
  assert (Hb : b = c ^ P) by (unfold b, c; rewrite exp_power; f_equal; field; lra).
  assert (Hc : 0 < c < 1).
  { split; [apply exp_pos|]. unfold c. rewrite <- exp_0. apply exp_increasing. assert (0 < / INR Q) by (apply Rinv_0_lt_compat; lra). lra. }
  assert (Hb1 : 0 < b < 1) by (rewrite Hb; split; [apply pow_lt; lra|apply pow_lt_1_compat; [lra|exact HP]]).
  destruct gauss_tiny_is as [Ht0 [Hnu [Hk Htiny]]]. set (nu := INR words * eta) in *.
  assert (HcN : c ^ N = exp (- INR most)) by (unfold c, N; rewrite exp_power, mult_INR; f_equal; field; lra).
  rewrite <- HcN in Hk, Htiny. set (k := c ^ N) in *. assert (Hk0 : 0 < k) by (apply pow_lt; lra).
  assert (Hc0 : forall t, 0 <= c ^ t) by (intros t; apply pow_le; lra).
  set (G := fun y : nat => exp (- (INR (squared_offset y m a q) / INR V))).
  assert (HG : forall y, 0 <= G y <= 1).
  { intros y. unfold G. split; [left; apply exp_pos|]. rewrite <- exp_0. assert (H : 0 <= INR (squared_offset y m a q) / INR V).
    - apply Rmult_le_pos; [apply pos_INR|left; apply Rinv_0_lt_compat, (lt_INR 0), HV].
    - destruct H as [H|H]; [left; apply exp_increasing; lra|right; rewrite <- H, Ropp_0; reflexivity]. }
  (* both weights are near what they stand for *)
  assert (Hw : forall t, (t < N)%nat -> (1 - nu) * c ^ t <= weight Q t <= / (1 - nu) * c ^ t).
  { intros t Ht. apply (weight_near Q t words HQ); [|apply Hnu]. assert (HWd := words_are). assert (most <= words)%nat by lia. unfold N in Ht. nia. }
  assert (Hv : forall t, (t < N)%nat -> (1 - nu) * G (t / P)%nat <= weight V (squared_offset (t / P) m a q) <= / (1 - nu) * G (t / P)%nat).
  { intros t Ht. assert (EG : G (t / P)%nat = exp (- / INR V) ^ squared_offset (t / P) m a q).
    - unfold G. rewrite exp_power. f_equal. field. apply not_0_INR. lia.
    - rewrite EG. apply (weight_near V _ words HV); [|apply Hnu].
      set (y := (t / P)%nat). assert (Hy : (y * P <= t)%nat) by (unfold y; rewrite Nat.mul_comm; apply Nat.mul_div_le; lia).
      assert (Hym : (y * m < 4096 * a)%nat).
      { assert (H1 : (y * P * m < most * Q * m)%nat) by (apply Nat.mul_lt_mono_pos_r; [exact Hm|unfold N in Ht; lia]).
        assert (H2 : (most * Q * m <= 4096 * a * P)%nat) by (rewrite Hmost; unfold Q, P; nia). clear - H1 H2 HP. nia. }
      assert (Hoff : (Z.of_nat (squared_offset y m a q) <= 16777216 * (Z.of_nat a * Z.of_nat a * Z.of_nat q))%Z).
      { unfold squared_offset. rewrite Z2Nat.id by (apply Z.mul_nonneg_nonneg; [apply Z.pow_even_nonneg; exists 1%Z; reflexivity|lia]).
        rewrite !Z.mul_assoc. apply Z.mul_le_mono_nonneg_r; [lia|]. assert (- (4096 * Z.of_nat a) <= Z.of_nat y * Z.of_nat m - Z.of_nat a <= 4096 * Z.of_nat a)%Z by lia. nia. }
      assert (HWd := words_are). apply Nat2Z.inj_lt. rewrite Nat2Z.inj_mul, HWd.
      assert (HVZ : (Z.of_nat V = 2 * Z.of_nat (p * m * m))%Z) by (unfold V, twice_variance; lia).
      assert (Hl' : (Z.of_nat a * Z.of_nat a * Z.of_nat q <= Z.of_nat (p * m * m))%Z) by lia. rewrite HVZ. lia. }
  (* what is drawn *)
  destruct (gaussian_law p q Hp Hq HmW HVW) as [Hpos [_ Hlaw]]. specialize (Hlaw f Hf). fold a m Q P N V in Hpos, Hlaw.
  set (y := fun t => (t / P)%nat) in *.
  assert (Hsplit : forall F : Z -> R, sum (fun i => signed_weight (weight Q) y i * weight V (squared_offset (Z.abs_nat (signed y i)) m a q) * F (signed y i)) (N * 2) =
    sum (fun t => weight Q t * weight V (squared_offset (y t) m a q) * both F (y t)) N).
  { intros F. rewrite (sum_ext _ (fun i => signed_weight (weight Q) y i * (fun z => weight V (squared_offset (Z.abs_nat z) m a q) * F z) (signed y i))) by (intros; ring).
    rewrite (sum_signed (weight Q) y (fun z => weight V (squared_offset (Z.abs_nat z) m a q) * F z)). apply sum_ext. intros t _. unfold both.
    replace (Z.abs_nat (- Z.of_nat (y t))) with (y t) by lia. rewrite Zabs2Nat.id. destruct (y t =? 0)%nat; ring. }
  rewrite Hsplit in Hlaw. assert (Er := expects_unique _ _ _ _ Hr Hlaw). clear Hlaw Hr.
  rewrite (sum_ext _ (fun i => signed_weight (weight Q) y i * weight V (squared_offset (Z.abs_nat (signed y i)) m a q) * (fun _ => 1) (signed y i)) (N * 2)) in Er, Hpos by (intros; ring).
  rewrite (Hsplit (fun _ => 1)) in Er, Hpos.
  set (D := sum (fun t => weight Q t * weight V (squared_offset (y t) m a q) * both (fun _ => 1) (y t)) N) in *.
  set (A := sum (fun t => c ^ t) P). assert (HA := geometric_sum c P). fold A in HA. rewrite <- Hb in HA.
  set (K := exp (- (INR a * INR a * INR q / (2 * INR p * INR m * INR m)))). assert (HK0 : 0 < K) by apply exp_pos.
  (* all t, in blocks *)
  assert (Hblocks : forall (F : Z -> R) l, sum (fun t => c ^ t * (G (y t) * both F (y t))) (S l * P) = A * (K * window (fun x => bell s x * F x) l)).
  { intros F l. unfold y. rewrite (quotients c (fun j => G j * both F j) P (S l) HP). fold A. f_equal. rewrite <- sum_window, <- sum_scale.
    apply sum_ext. intros j _. rewrite bell_both. assert (E := gaussian_exponent j a m p q Hm Hp). fold K V P Q in E.
    replace (exp (- (INR j * INR j * INR q / (2 * INR p)))) with (bell s (Z.of_nat j)) in E.
    2: { unfold bell, s, variance. rewrite <- INR_IZR_INZ. f_equal. f_equal. field. lra. }
    rewrite <- Hb. replace (b ^ j) with (exp (- (INR j * (INR P / INR Q)))) by (unfold b; rewrite exp_power; f_equal; ring).
    rewrite <- !Rmult_assoc. rewrite <- E. unfold G. ring. }
  assert (HA0 : 0 < A) by nra.
  assert (Hinv : 1 < / (1 - nu)) by (rewrite <- Rinv_1 at 1; apply Rinv_lt_contravar; lra).
  assert (Hprod : forall t, (t < N)%nat -> (1 - nu) ^ 2 * (c ^ t * G (y t)) <= weight Q t * weight V (squared_offset (y t) m a q) <= (/ (1 - nu)) ^ 2 * (c ^ t * G (y t))).
  { intros t Ht. specialize (Hw t Ht). specialize (Hv t Ht). fold (y t) in Hv. assert (H1 := Hc0 t). assert (H2 := HG (y t)).
    set (u := weight Q t) in *. set (v := weight V _) in *. set (g := G (y t)) in *. set (ct := c ^ t) in *. set (i := / (1 - nu)) in *.
    assert (0 <= (1 - nu) * ct) by (apply Rmult_le_pos; lra). assert (0 <= (1 - nu) * g) by (apply Rmult_le_pos; lra). split.
    - replace ((1 - nu) ^ 2 * (ct * g)) with ((1 - nu) * ct * ((1 - nu) * g)) by ring. apply Rmult_le_compat; lra.
    - replace (i ^ 2 * (ct * g)) with (i * ct * (i * g)) by ring. apply Rmult_le_compat; lra. }
  set (S1 := window (fun x => bell s x * f x) n).
  assert (HS1 : 0 <= S1).
  { unfold S1. rewrite <- sum_window. apply sum_nonneg. intros j. rewrite bell_both. apply Rmult_le_pos; [left; apply bell_pos|apply both_nonneg, Hf]. }
  assert (Hnum : sum (fun t => weight Q t * weight V (squared_offset (y t) m a q) * both f (y t)) N <= (/ (1 - nu)) ^ 2 * (A * (K * S1))).
  { unfold S1. rewrite <- Hblocks, <- sum_scale. eapply Rle_trans; [|apply (sum_longer _ N (S n * P)); [|nia]].
    - apply sum_le. intros t Ht. specialize (Hprod t Ht). assert (Hbf := both_nonneg f (y t) Hf).
      rewrite <- !Rmult_assoc in *. apply Rmult_le_compat_r; [exact Hbf|]. lra.
    - intros t. apply Rmult_le_pos; [apply pow_le; lra|]. apply Rmult_le_pos; [apply Hc0|]. apply Rmult_le_pos; [apply HG|apply both_nonneg, Hf]. }
  assert (HW0 : 0 < W).
  { apply Rlt_le_trans with (window (bell s) 0); [apply bell_pos|]. apply (is_lim_seq_incr_compare (window (bell s)) W HW). intros i. apply window_bell_more. }
  assert (Hden : (1 - nu) ^ 2 * (A * (K * W) - 2 * k / (1 - c)) <= D).
  { apply Rle_trans with ((1 - nu) ^ 2 * sum (fun t => c ^ t * (G (y t) * both (fun _ => 1) (y t))) N).
    2: { unfold D. rewrite <- sum_scale. apply sum_le. intros t Ht. specialize (Hprod t Ht). assert (Hb2 := both_nonneg (fun _ => 1) (y t) (fun _ => Rle_0_1)).
         rewrite <- !Rmult_assoc in *. apply Rmult_le_compat_r; [exact Hb2|]. lra. }
    apply Rmult_le_compat_l; [apply pow_le; lra|].
    assert (Hall : forall l, (N <= l)%nat -> A * (K * window (bell s) l) - 2 * k / (1 - c) <= sum (fun t => c ^ t * (G (y t) * both (fun _ => 1) (y t))) N).
    { intros l Hl0. rewrite (window_ext (bell s) (fun x => bell s x * 1)) by (intros; ring). rewrite <- (Hblocks (fun _ => 1) l).
      replace (S l * P)%nat with (N + (S l * P - N))%nat by nia. rewrite sum_append.
      assert (Hrest : sum (fun i => c ^ (N + i) * (G (y (N + i)%nat) * both (fun _ => 1) (y (N + i)%nat))) (S l * P - N) <= 2 * k / (1 - c)); [|lra].
      apply Rle_trans with (sum (fun i => 2 * k * c ^ i) (S l * P - N)).
      - apply sum_le. intros i _. rewrite pow_add. fold k. assert (H1 := HG (y (N + i)%nat)). assert (H2 : 0 <= both (fun _ => 1) (y (N + i)%nat) <= 2) by (unfold both; destruct (_ =? 0)%nat; lra).
        assert (H3 : G (y (N + i)%nat) * both (fun _ => 1) (y (N + i)%nat) <= 1 * 2) by (apply Rmult_le_compat; lra).
        assert (H4 := Hc0 i). assert (0 <= k * c ^ i) by (apply Rmult_le_pos; lra). replace (2 * k * c ^ i) with (k * c ^ i * (1 * 2)) by ring. apply Rmult_le_compat_l; assumption.
      - rewrite (sum_scale (2 * k) (fun i => c ^ i)). unfold Rdiv. apply Rmult_le_compat_l; [lra|]. set (L := (S l * P - N)%nat).
        assert (Hg := geometric_sum c L). assert (0 <= c ^ L) by apply Hc0. apply Rmult_le_reg_l with (1 - c); [lra|]. rewrite Hg, Rinv_r by lra. lra. }
    apply (is_lim_seq_le_loc (fun l => A * (K * window (bell s) l) - 2 * k / (1 - c)) (fun _ => sum (fun t => c ^ t * (G (y t) * both (fun _ => 1) (y t))) N)
      (A * (K * W) - 2 * k / (1 - c)) (sum (fun t => c ^ t * (G (y t) * both (fun _ => 1) (y t))) N)); [exists N; exact Hall| |apply is_lim_seq_const].
    apply is_lim_seq_minus'; [|apply is_lim_seq_const]. apply (is_lim_seq_scal_l _ A (K * W)). apply (is_lim_seq_scal_l _ K W HW). }
  assert (Hkept := kept_mass p q 0 W Hp Hq HW). fold a m P Q b K in Hkept.
  assert (HD : (1 - nu) ^ 2 * (A * (K * W) * (1 - 9 * k)) <= D).
  { eapply Rle_trans; [|exact Hden]. apply Rmult_le_compat_l; [apply pow_le; lra|].
    assert (H1 : 2 * k / (1 - c) <= 9 * k * (A * (K * W))); [|lra].
    apply Rmult_le_reg_r with (1 - c); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra.
    replace (9 * k * (A * (K * W)) * (1 - c)) with (9 * k * (((1 - c) * A) * (K * W))) by ring. rewrite HA. nra. }
  assert (HAKW : 0 < A * (K * W)) by (repeat apply Rmult_lt_0_compat; assumption).
  assert (Hnu2 : 0 < (1 - nu) ^ 2) by (apply pow_lt; lra).
  assert (HD0 : 0 < (1 - nu) ^ 2 * (A * (K * W) * (1 - 9 * k))) by (repeat apply Rmult_lt_0_compat; lra).
  rewrite Er. apply Rle_trans with ((/ (1 - nu)) ^ 2 * (A * (K * S1)) / D).
  { apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat, Hpos|exact Hnum]. }
  apply Rle_trans with ((/ (1 - nu)) ^ 2 * (A * (K * S1)) / ((1 - nu) ^ 2 * (A * (K * W) * (1 - 9 * k)))).
  { unfold Rdiv. apply Rmult_le_compat_l; [|apply Rinv_le_contravar; assumption]. repeat apply Rmult_le_pos; lra. }
  replace ((/ (1 - nu)) ^ 2 * (A * (K * S1)) / ((1 - nu) ^ 2 * (A * (K * W) * (1 - 9 * k)))) with (/ ((1 - nu) ^ 4 * (1 - 9 * k)) * (S1 / W)) by (field; repeat split; lra).
  apply Rmult_le_compat_r; [apply Rmult_le_pos; [exact HS1|left; apply Rinv_0_lt_compat, HW0]|exact Htiny].
Qed.

Lemma window_one (s : R) (f : Z -> R) (n : nat) (W : R) : (forall x, f x <= 1) -> is_lim_seq (window (bell s)) W -> 0 < W ->
  window (fun x => bell s x * f x) n / W <= 1.
Proof.
  intros Hf HW HW0. apply Rmult_le_reg_r with W; [exact HW0|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l, Rmult_1_r, Rmult_1_l by lra.
  apply Rle_trans with (window (bell s) n).
  - apply window_le. intros x. assert (H := bell_pos s x). specialize (Hf x). nra.
  - apply (is_lim_seq_incr_compare (window (bell s)) W HW). intros i. apply window_bell_more.
Qed.

Lemma variance_pos (p q : nat) : (0 < p)%nat -> (0 < q)%nat -> 0 < variance p q.
Proof. intros Hp Hq. unfold variance. apply Rdiv_lt_0_compat; apply (lt_INR 0); assumption. Qed.

Lemma bell_finite (s : R) : 0 < s -> exists W : R, is_lim_seq (window (bell s)) W /\ 0 < W.
Proof. intros Hs. destruct (bell_total s Hs) as [[w| |] [HW H0]]; simpl in H0; [|lra|lra]. exists w. split; assumption. Qed.

(* The draw ends with probability 1. *)
Theorem gaussian_ends (p q : nat) : drawable p q -> ends (gaussian p q).
Proof.
  intros Hd. destruct (drawable_words p q Hd) as [Hm HV]. destruct Hd as [Hp [Hq _]].
  exact (weighted_ends _ _ _ _ (gaussian_law p q Hp Hq Hm HV)).
Qed.

(* Nor much less probable. *)
Lemma gaussian_above (p q : nat) (f : Z -> R) (r W : R) (n : nat) : drawable p q -> event f ->
  expects (gaussian p q) f r -> is_lim_seq (window (bell (variance p q))) W -> (most * (p * centre_m p q) <= n)%nat ->
  window (fun x => bell (variance p q) x * f x) n / W <= r + gauss_tiny.
Proof.
  intros Hd Hf Hr HW Hn. assert (Hends := gaussian_ends p q Hd). assert (Hs := variance_pos p q (proj1 Hd) (proj1 (proj2 Hd))).
  set (s := variance p q) in *.
  assert (HW0 : 0 < W).
  { apply Rlt_le_trans with (window (bell s) 0); [apply bell_pos|]. apply (is_lim_seq_incr_compare (window (bell s)) W HW). intros i. apply window_bell_more. }
  assert (H := gaussian_below p q (fun x => 1 - f x) (1 - r) W n Hd (fun x => proj1 (Rminus_le_0 (f x) 1) (proj2 (Hf x))) (expects_not _ _ _ Hends Hr) HW Hn). fold s in H.
  assert (Hsum : window (fun x => bell s x * (1 - f x)) n / W + window (fun x => bell s x * f x) n / W <= 1).
  { unfold Rdiv. rewrite <- Rmult_plus_distr_r. assert (E := window_linear 1 1 (fun x => bell s x * (1 - f x)) (fun x => bell s x * f x) n). rewrite !Rmult_1_l in E. rewrite <- E.
    rewrite (window_ext _ (fun x => bell s x * (fun _ => 1) x)) by (intros; ring). apply (window_one s (fun _ => 1) n W); [intros; lra|exact HW|exact HW0]. }
  destruct gauss_tiny_is as [Ht _]. assert (H0 := window_one s (fun x => 1 - f x) n W (fun x => ltac:(specialize (Hf x); lra)) HW HW0).
  assert (Hpos : 0 <= window (fun x => bell s x * (1 - f x)) n / W).
  { apply Rmult_le_pos; [|left; apply Rinv_0_lt_compat, HW0]. rewrite <- sum_window. apply sum_nonneg. intros j. apply both_nonneg. intros x.
    apply Rmult_le_pos; [left; apply bell_pos|specialize (Hf x); lra]. }
  set (u := window (fun x => bell s x * (1 - f x)) n / W) in *. nra.
Qed.

(* The probability of every event under the law that the code draws and under the discrete Gaussian law of variance parameter
   p / q differ by 10 exp(-1024) at most. *)
Theorem gaussian_named (p q : nat) (f : Z -> R) (r s W : R) : drawable p q -> event f -> expects (gaussian p q) f r ->
  is_lim_seq (window (bell (INR p / INR q))) W ->
  is_lim_seq (fun n => window (fun x => bell (INR p / INR q) x * f x) n / W) s -> Rabs (r - s) <= gauss_tiny.
Proof.
  intros Hd Hf Hr HW Hs. change (INR p / INR q) with (variance p q) in *. destruct gauss_tiny_is as [Ht _].
  set (N := (most * (p * centre_m p q))%nat).
  assert (H1 : r <= (1 + gauss_tiny) * s).
  { apply (is_lim_seq_le_loc (fun _ => r) (fun n => (1 + gauss_tiny) * (window (fun x => bell (variance p q) x * f x) n / W)) r ((1 + gauss_tiny) * s));
      [|apply is_lim_seq_const|apply (is_lim_seq_scal_l _ (1 + gauss_tiny) s Hs)].
    exists N. intros n Hn. apply (gaussian_below p q f r W n Hd); try assumption. intros x. apply Hf. }
  assert (H2 : s <= r + gauss_tiny).
  { apply (is_lim_seq_le_loc (fun n => window (fun x => bell (variance p q) x * f x) n / W) (fun _ => r + gauss_tiny) s (r + gauss_tiny)); [|exact Hs|apply is_lim_seq_const].
    exists N. intros n Hn. apply (gaussian_above p q f r W n Hd); assumption. }
  assert (H3 : s <= 1).
  { destruct (bell_finite (variance p q) (variance_pos p q (proj1 Hd) (proj1 (proj2 Hd)))) as [W' [HW' HW0]].
    assert (E : W' = W) by (apply is_lim_seq_unique in HW'; apply is_lim_seq_unique in HW; rewrite HW in HW'; injection HW'; auto). subst W'.
    apply (is_lim_seq_le (fun n => window (fun x => bell (variance p q) x * f x) n / W) (fun _ => 1) s 1); [|exact Hs|apply is_lim_seq_const].
    intros n. apply window_one; [intros x; apply Hf|exact HW|exact HW0]. }
  apply Rabs_le. nra.
Qed.
