(* SPDX-License-Identifier: GPL-3.0-or-later *)
(* The discrete Laplace law by independent bits (ref/noise/fixed_laplace.h): what the bits of a geometric number are, and
   how far a number is from it of which some bits are left out and each chance is a little off. *)
From Coq Require Import Reals Lra Psatz Arith Lia.
From Dpmf Require Import Sums.
Open Scope R_scope.

(* P(G = g) of a number whose bit i is 1 with the chance c i, n bits in all: the lowest first. *)
Fixpoint bits (c : nat -> R) (n g : nat) : R :=
  match n with
  | O => if (g =? 0)%nat then 1 else 0
  | S n => (if Nat.odd g then c O else 1 - c O) * bits (fun i => c (S i)) n (Nat.div2 g)
  end.

(* Odds of a^(2^i). *)
Definition chance (a : R) (i : nat) : R := a ^ (2 ^ i) / (1 + a ^ (2 ^ i)).

Lemma chance_next (a : R) (i : nat) : chance a (S i) = chance (a ^ 2) i.
Proof. unfold chance. rewrite <- pow_mult. reflexivity. Qed.

Lemma bits_ext (n : nat) : forall c d g, (forall i, (i < n)%nat -> c i = d i) -> bits c n g = bits d n g.
Proof.
  induction n as [|n IH]; intros c d g H; [reflexivity|]. simpl. rewrite (H O) by lia.
  rewrite (IH (fun i => c (S i)) (fun i => d (S i))) by (intros; apply H; lia). reflexivity.
Qed.

Lemma below_one (a : R) (n : nat) : 0 < a < 1 -> 0 < a ^ S n < 1.
Proof.
  intros H. induction n as [|n IH]; [simpl; lra|]. replace (a ^ S (S n)) with (a * a ^ S n) by reflexivity. nra.
Qed.

(* The bits of a geometric number are independent: below 2^n, exactly, but for what lies beyond. *)
Theorem geometric_bits (n : nat) : forall a g, 0 < a < 1 -> (g < 2 ^ n)%nat ->
  bits (chance a) n g = (1 - a) * a ^ g / (1 - a ^ (2 ^ n)).
Proof.
  induction n as [|n IH]; intros a g Ha Hg.
  { simpl in Hg. replace g with O by lia. simpl. field. lra. }
  simpl bits. rewrite (bits_ext n _ (chance (a ^ 2))) by (intros; apply chance_next).
  assert (H2 : 0 < a ^ 2 < 1) by (apply (below_one a 1), Ha).
  assert (Hd := Nat.div2_odd g). assert (Hp : (2 ^ S n = 2 * 2 ^ n)%nat) by (simpl; lia).
  rewrite (IH (a ^ 2) (Nat.div2 g) H2) by (destruct (Nat.odd g); simpl Nat.b2n in Hd; lia).
  rewrite <- !pow_mult, <- Hp.
  assert (Hk : (2 ^ S n <> 0)%nat) by (apply Nat.pow_nonzero; lia).
  assert (H1 : 0 < a ^ (2 ^ S n) < 1) by (destruct (2 ^ S n)%nat; [lia|apply below_one, Ha]).
  unfold chance. simpl (2 ^ 0)%nat. rewrite pow_1.
  replace (a ^ g) with (a ^ (2 * Nat.div2 g) * (if Nat.odd g then a else 1)).
  - destruct (Nat.odd g); simpl (a ^ 2); field; repeat split; nra.
  - rewrite Hd at 3. rewrite pow_add. destruct (Nat.odd g); simpl; ring.
Qed.

Lemma sum_plus (f g : nat -> R) (n : nat) : sum (fun i => f i + g i) n = sum f n + sum g n.
Proof. induction n as [|n IH]; simpl; [ring|rewrite IH; ring]. Qed.

Lemma sum_by_twos (f : nat -> R) (n : nat) : sum f (2 * n) = sum (fun h => f (2 * h)%nat + f (S (2 * h))) n.
Proof.
  induction n as [|n IH]; [reflexivity|]. replace (2 * S n)%nat with (S (S (2 * n))) by lia.
  cbn [sum]. rewrite IH. ring.
Qed.

Lemma bits_even (c : nat -> R) (n h : nat) : bits c (S n) (2 * h) = (1 - c O) * bits (fun i => c (S i)) n h.
Proof. cbn [bits]. rewrite Nat.odd_mul, Nat.div2_double. reflexivity. Qed.

Lemma bits_odd (c : nat -> R) (n h : nat) : bits c (S n) (S (2 * h)) = c O * bits (fun i => c (S i)) n h.
Proof.
  cbn [bits]. rewrite Nat.div2_succ_double. replace (Nat.odd (S (2 * h))) with true; [reflexivity|].
  rewrite Nat.odd_succ, Nat.even_mul. reflexivity.
Qed.

Lemma bits_law (n : nat) : forall c, (forall i, 0 <= c i <= 1) -> (forall g, 0 <= bits c n g) /\ sum (bits c n) (2 ^ n) = 1.
Proof.
  induction n as [|n IH]; intros c Hc.
  { split; [intros g; simpl; destruct (g =? 0)%nat; lra|simpl; ring]. }
  destruct (IH (fun i => c (S i)) ltac:(intros; apply Hc)) as [H0 H1]. assert (H := Hc O). split.
  - intros g. simpl bits. apply Rmult_le_pos; [destruct (Nat.odd g); lra|apply H0].
  - replace (2 ^ S n)%nat with (2 * 2 ^ n)%nat by (simpl; lia). rewrite sum_by_twos.
    rewrite (sum_ext _ (fun h => 1 * bits (fun i => c (S i)) n h)) by (intros; rewrite bits_even, bits_odd; ring).
    rewrite sum_scale, H1. ring.
Qed.

(* Each chance that is off by u moves the law by u, in total variation: by 2 u in the sum. *)
Theorem bits_apart (n : nat) (u : R) : forall c d, (forall i, 0 <= c i <= 1) -> (forall i, 0 <= d i <= 1) ->
  (forall i, (i < n)%nat -> Rabs (c i - d i) <= u) ->
  sum (fun g => Rabs (bits c n g - bits d n g)) (2 ^ n) <= 2 * INR n * u.
Proof.
  induction n as [|n IH]; intros c d Hc Hd H.
  { simpl. replace (1 - 1) with 0 by ring. rewrite Rabs_R0. lra. }
  specialize (IH (fun i => c (S i)) (fun i => d (S i)) ltac:(intros; apply Hc) ltac:(intros; apply Hd) ltac:(intros; apply H; lia)).
  destruct (bits_law n (fun i => d (S i)) ltac:(intros; apply Hd)) as [H0 H1].
  replace (2 ^ S n)%nat with (2 * 2 ^ n)%nat by (simpl; lia). rewrite sum_by_twos.
  set (B := bits (fun i => c (S i)) n) in *. set (D := bits (fun i => d (S i)) n) in *.
  apply Rle_trans with (sum (fun h => Rabs (B h - D h) + 2 * u * D h) (2 ^ n)).
  - apply sum_le. intros h _. rewrite !bits_even, !bits_odd. fold B D.
    assert (Hu := H O ltac:(lia)). assert (Hh := H0 h). assert (Hb := Hc O).
    replace ((1 - c O) * B h - (1 - d O) * D h) with ((1 - c O) * (B h - D h) + - (c O - d O) * D h) by ring.
    replace (c O * B h - d O * D h) with (c O * (B h - D h) + (c O - d O) * D h) by ring.
    eapply Rle_trans; [apply Rplus_le_compat; apply Rabs_triang|].
    rewrite !Rabs_mult, Rabs_Ropp, (Rabs_pos_eq (1 - c O)), (Rabs_pos_eq (c O)), (Rabs_pos_eq (D h)) by lra.
    assert (0 <= Rabs (B h - D h)) by apply Rabs_pos. nra.
  - rewrite sum_plus, sum_scale, H1, S_INR. lra.
Qed.

Lemma geometric_sum (a : R) (m : nat) : sum (fun g => (1 - a) * a ^ g) m = 1 - a ^ m.
Proof. induction m as [|m IH]; simpl; [ring|rewrite IH; ring]. Qed.

(* |X|: 0, or 1 + g with the chance k; the sign is fair, so that X is no further from the law than |X|. *)
Definition drawn (k : R) (c : nat -> R) (n x : nat) : R := match x with O => 1 - k | S g => k * bits c n g end.
Definition named (a : R) (x : nat) : R := match x with O => (1 - a) / (1 + a) | S _ => 2 * ((1 - a) / (1 + a)) * a ^ x end.

Lemma sum_first (f : nat -> R) (n : nat) : sum f (S n) = f O + sum (fun i => f (S i)) n.
Proof. induction n as [|n IH]; [simpl; ring|]. change (sum f (S (S n))) with (sum f (S n) + f (S n)). rewrite IH. simpl. ring. Qed.

Lemma named_next (a : R) (g : nat) : 0 < a < 1 -> named a (S g) = 2 * a / (1 + a) * ((1 - a) * a ^ g).
Proof. intros H. simpl. field. lra. Qed.

(* Twice the total variation: the difference where there are draws, and what the law has beyond. *)
Theorem fixed_laplace_apart (a k u : R) (c : nat -> R) (n : nat) : 0 < a < 1 -> 0 <= k <= 1 -> (forall i, 0 <= c i <= 1) ->
  Rabs (k - 2 * a / (1 + a)) <= u -> (forall i, (i < n)%nat -> Rabs (c i - chance a i) <= u) ->
  sum (fun x => Rabs (drawn k c n x - named a x)) (S (2 ^ n)) + (1 - sum (named a) (S (2 ^ n))) <=
  2 * ((1 + INR n) * u + a ^ (2 ^ n)).
Proof.
  intros Ha Hk Hc Hu H. set (t := a ^ (2 ^ n)). set (l := 2 * a / (1 + a)) in *.
  assert (Hn : (2 ^ n <> 0)%nat) by (apply Nat.pow_nonzero; lia).
  assert (Ht : 0 < t < 1) by (unfold t; destruct (2 ^ n)%nat; [lia|apply below_one, Ha]).
  assert (Hl : 0 < l < 1).
  { unfold l. split; [apply Rmult_lt_0_compat; [lra|apply Rinv_0_lt_compat; lra]|].
    apply Rmult_lt_reg_r with (1 + a); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
  assert (Hu0 : 0 <= u) by (eapply Rle_trans; [apply Rabs_pos|exact Hu]).
  assert (Hchance : forall i, 0 <= chance a i <= 1).
  { intros i. assert (Hi : (2 ^ i <> 0)%nat) by (apply Nat.pow_nonzero; lia).
    assert (0 < a ^ (2 ^ i) < 1) by (destruct (2 ^ i)%nat; [lia|apply below_one, Ha]). unfold chance.
    set (b := a ^ (2 ^ i)) in *. split; [apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra]|].
    apply Rmult_le_reg_r with (1 + b); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
  assert (Hbits := bits_apart n u c (chance a) Hc Hchance H).
  assert (Hgeo : sum (fun g => (1 - a) * a ^ g) (2 ^ n) = 1 - t) by apply geometric_sum.
  assert (Hnamed : sum (fun g => named a (S g)) (2 ^ n) = l * (1 - t)).
  { rewrite <- Hgeo, <- sum_scale. apply sum_ext. intros g _. apply named_next, Ha. }
  assert (Hzero : named a O = 1 - l) by (unfold l; simpl; field; lra).
  rewrite !sum_first, Hnamed, Hzero. change (drawn k c n O) with (1 - k).
  replace (1 - k - (1 - l)) with (- (k - l)) by ring. rewrite Rabs_Ropp.
  assert (Hrest : sum (fun g => Rabs (drawn k c n (S g) - named a (S g))) (2 ^ n) <= 2 * INR n * u + t + u * (1 - t)).
  { apply Rle_trans with (sum (fun g => Rabs (bits c n g - bits (chance a) n g) + (t / (1 - t) + u) * ((1 - a) * a ^ g)) (2 ^ n)).
    - apply sum_le. intros g Hg. rewrite named_next by exact Ha. fold l. simpl drawn.
      set (b := bits c n g). set (d := bits (chance a) n g). set (w := (1 - a) * a ^ g).
      assert (Hw : 0 <= w) by (apply Rmult_le_pos; [lra|apply pow_le; lra]).
      assert (Hd : d = w + t / (1 - t) * w).
      { unfold d. rewrite geometric_bits by assumption. fold t. unfold w. field. lra. }
      assert (Hf : 0 <= t / (1 - t)) by (apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra]).
      replace (k * b - l * w) with (k * (b - d) + k * (t / (1 - t) * w) + (k - l) * w) by (rewrite Hd; ring).
      eapply Rle_trans; [apply Rabs_triang|]. eapply Rle_trans; [apply Rplus_le_compat_r, Rabs_triang|].
      rewrite !Rabs_mult, (Rabs_pos_eq k), (Rabs_pos_eq (t / (1 - t))), (Rabs_pos_eq w) by lra.
      assert (0 <= Rabs (b - d)) by apply Rabs_pos. assert (0 <= t / (1 - t) * w) by (apply Rmult_le_pos; assumption).
      assert (Rabs (k - l) * w <= u * w) by (apply Rmult_le_compat_r; assumption). nra.
    - rewrite sum_plus, sum_scale, Hgeo. replace ((t / (1 - t) + u) * (1 - t)) with (t + u * (1 - t)) by (field; lra). lra. }
  nra.
Qed.

Lemma e_large : 269 / 100 <= exp 1.
Proof.
  assert (H : (1 + / 64) ^ 64 <= exp 1).
  { replace (exp 1) with (exp (/ 64) ^ 64); [apply pow_incr; split; [lra|left; apply exp_ineq1; lra]|].
    rewrite <- Rpower_pow by apply exp_pos. unfold Rpower. rewrite ln_exp. f_equal. simpl. lra. }
  refine (Rle_trans _ _ _ _ H). replace (1 + / 64) with (65 / 64) by lra. unfold Rdiv. rewrite Rpow_mult_distr, pow_inv.
  apply Rmult_le_reg_r with (64 ^ 64); [apply pow_lt; lra|]. rewrite (Rmult_assoc (65 ^ 64)), Rinv_l by (apply pow_nonzero; lra).
  apply Rmult_le_reg_r with 100; [lra|]. rewrite Rmult_1_r.
  replace (269 * / 100 * 64 ^ 64 * 100) with (269 * 64 ^ 64) by field.
  rewrite !pow_IZR, <- !mult_IZR. apply IZR_le. vm_compute. discriminate.
Qed.

(* exp(-89) is what fixed_laplace.h takes it for. *)
Lemma tail_small : exp (Ropp 89) <= / 2 ^ 127.
Proof.
  rewrite exp_Ropp. apply Rinv_le_contravar; [apply pow_lt; lra|].
  apply Rle_trans with ((269 / 100) ^ 89).
  - unfold Rdiv. rewrite Rpow_mult_distr, pow_inv. apply Rmult_le_reg_r with (100 ^ 89); [apply pow_lt; lra|].
    rewrite Rmult_assoc, Rinv_l by (apply pow_nonzero; lra). rewrite Rmult_1_r, !pow_IZR, <- mult_IZR. apply IZR_le. vm_compute. discriminate.
  - replace (exp 89) with (exp 1 ^ 89); [apply pow_incr; split; [lra|apply e_large]|].
    rewrite <- Rpower_pow by apply exp_pos. unfold Rpower. rewrite ln_exp. f_equal. simpl. lra.
Qed.

(* The distance that ref/noise/law/fixed_laplace.c states, where 2^n p >= 89 q. *)
Theorem fixed_laplace_distance (rate k : R) (c : nat -> R) (n : nat) : let a := exp (- rate) in
  0 < rate -> (n <= 60)%nat -> 89 <= 2 ^ n * rate -> 0 <= k <= 1 -> (forall i, 0 <= c i <= 1) ->
  Rabs (k - 2 * a / (1 + a)) <= / 2 ^ 127 -> (forall i, (i < n)%nat -> Rabs (c i - chance a i) <= / 2 ^ 127) ->
  (sum (fun x => Rabs (drawn k c n x - named a x)) (S (2 ^ n)) + (1 - sum (named a) (S (2 ^ n)))) / 2 < / 2 ^ 121.
Proof.
  intros a Hr Hn Ht Hk Hc Hu H.
  assert (Ha : 0 < a < 1).
  { unfold a. split; [apply exp_pos|]. rewrite <- exp_0. apply exp_increasing. lra. }
  assert (Hd := fixed_laplace_apart a k (/ 2 ^ 127) c n Ha Hk Hc Hu H).
  assert (Htail : a ^ (2 ^ n) <= / 2 ^ 127).
  { refine (Rle_trans _ _ _ _ tail_small). unfold a. rewrite <- Rpower_pow by apply exp_pos. unfold Rpower. rewrite ln_exp, pow_INR.
    simpl (INR 2). replace (1 + 1) with 2 by ring. destruct (Req_dec (2 ^ n * - rate) (Ropp 89)) as [->|Hne]; [lra|].
    left. apply exp_increasing. lra. }
  assert (Hi : INR n <= 60).
  { replace 60 with (INR 60) by (simpl; lra). apply le_INR. exact Hn. }
  assert (Hp : / 2 ^ 121 = 64 * / 2 ^ 127) by field.
  assert (0 < / 2 ^ 127) by (apply Rinv_0_lt_compat, pow_lt; lra). rewrite Hp. nra.
Qed.
