(* SPDX-License-Identifier: GPL-3.0-or-later *)
(* The deltas of Privacy.v and Seen.v, for what 64 bits cut off, against what a guarantee adds to its delta for the same
   (ref/account/limits.h): a draw is off by 2^-1473 at most, a participant's share by 2^-1476 (ref/noise/law), of 2^32
   participants, and epsilon's turns make it (1 + exp(epsilon)) times as much. *)
From Coq Require Import Reals Lra Psatz Arith ZArith Lia.
From Coquelicot Require Import Coquelicot.
From Dpmf Require Import Sums Polya Words Samplers Discrete Named Privacy Shares Masses Hidden.
Open Scope R_scope.

(* 1 / e is below 0.36789. *)
Lemma inverse_e : exp (- (1)) <= 36789 / 100000.
Proof.
  assert (H := exp_terms 1 9 ltac:(lra) ltac:(lia)). apply Rabs_le_between in H.
  assert (F : forall n : nat, INR (fact (S n)) = (INR n + 1) * INR (fact n)) by (intros n; rewrite <- S_INR, <- mult_INR; reflexivity).
  unfold term in H. cbn [sum pow] in H. rewrite !F in H. change (INR (fact 0)) with 1 in H.
  replace (INR 0) with 0 in H by reflexivity. replace (INR 1) with 1 in H by reflexivity. replace (INR 2) with 2 in H by (simpl; ring).
  replace (INR 3) with 3 in H by (simpl; ring). replace (INR 4) with 4 in H by (simpl; ring). replace (INR 5) with 5 in H by (simpl; ring).
  replace (INR 6) with 6 in H by (simpl; ring). replace (INR 7) with 7 in H by (simpl; ring). replace (INR 8) with 8 in H by (simpl; ring).
  destruct H as [_ H]. apply Rplus_le_reg_r with (- (16687 / 45360)).
  eapply Rle_trans; [eapply Rle_trans; [|exact H]|]; [right; field|].
  apply Rle_trans with (/ 362880); [right; field|lra].
Qed.

(* A power of 0.36789 against one of 2, in whole numbers. *)
Lemma power_below (x y : Z) (m n : nat) : (x * 36789 ^ Z.of_nat m * 2 ^ Z.of_nat n <= y * 100000 ^ Z.of_nat m)%Z -> (0 <= x)%Z -> (0 < y)%Z ->
  IZR x / IZR y * exp (- (1)) ^ m <= (/ 2) ^ n.
Proof.
  intros H Hx Hy. apply IZR_le in H, Hx. apply IZR_lt in Hy. rewrite !mult_IZR, <- !pow_IZR in H.
  assert (H2 : 0 < 2 ^ n) by (apply pow_lt; lra). assert (H3 : 0 < 100000 ^ m) by (apply pow_lt; lra).
  apply Rle_trans with (IZR x / IZR y * (36789 / 100000) ^ m).
  { apply Rmult_le_compat_l; [apply Rmult_le_pos; [exact Hx|left; apply Rinv_0_lt_compat, Hy]|]. apply pow_incr. split; [left; apply exp_pos|exact inverse_e]. }
  unfold Rdiv at 2. rewrite Rpow_mult_distr, !pow_inv. revert H H2 H3. generalize (36789 ^ m) (2 ^ n) (100000 ^ m) (IZR x) (IZR y) Hy.
  intros u v w c d Hd H H2 H3. apply Rmult_le_reg_r with (d * v * w); [repeat apply Rmult_lt_0_compat; assumption|].
  replace (c / d * (u * / w) * (d * v * w)) with (c * u * v) by (field; lra). replace (/ v * (d * v * w)) with (d * w) by (field; lra). exact H.
Qed.

(* 9/4 exp(-1024) is below 2^-1476: 1024 is 16 times 61, and 48. *)
Lemma cut_off_bits : 9 / 4 * exp (- (1024)) <= (/ 2) ^ 1476.
Proof.
  assert (H1 := power_below 1 1 61 88 ltac:(vm_compute; discriminate) ltac:(lia) ltac:(lia)).
  assert (H2 := power_below 9 4 48 68 ltac:(vm_compute; discriminate) ltac:(lia) ltac:(lia)).
  replace (1 / 1) with 1 in H1 by field. rewrite Rmult_1_l in H1.
  replace (- (1024)) with (INR 1024 * - (1)) by (rewrite INR_IZR_INZ; simpl; ring). rewrite <- exp_power.
  set (e := exp (- (1))) in *. assert (He : 0 < e) by apply exp_pos.
  assert (E : forall x m k n l, (m * k + n = l)%nat -> x ^ l = (x ^ m) ^ k * x ^ n) by (intros x m k n l El; rewrite <- pow_mult, <- pow_add, El; reflexivity).
  rewrite (E e 61%nat 16%nat 48%nat 1024%nat eq_refl), (E (/ 2) 88%nat 16%nat 68%nat 1476%nat eq_refl).
  assert (H3 := pow_incr (e ^ 61) ((/ 2) ^ 88) 16 (conj (Rlt_le _ _ (pow_lt e 61 He)) H1)).
  assert (H4 := pow_lt e 48 He). assert (H5 := pow_lt (e ^ 61) 16 (pow_lt e 61 He)).
  revert H2 H3 H4 H5. generalize ((e ^ 61) ^ 16) (e ^ 48) (((/ 2) ^ 88) ^ 16) ((/ 2) ^ 68). intros u v w z H2 H3 H4 H5.
  replace (9 / 4 * (u * v)) with (u * (9 / 4 * v)) by ring. apply Rmult_le_compat; lra.
Qed.

(* What a guarantee adds for one draw is more than what the theorems ask for. *)
Theorem draw_counted (eps : R) : exp eps * tiny <= (1 + exp eps) * (/ 2) ^ 1473.
Proof.
  assert (H := cut_off_bits). assert (He := exp_pos eps). unfold tiny. assert (H0 : 0 < (/ 2) ^ 1476) by (apply pow_lt; lra).
  assert (H1 : (/ 2) ^ 1476 <= (/ 2) ^ 1473 * / 8) by (right; replace 1476%nat with (1473 + 3)%nat by reflexivity; rewrite pow_add; f_equal; field).
  assert (Hk := exp_pos (- (1024))). set (k := exp (- (1024))) in *. set (d := (/ 2) ^ 1473) in *. set (c := (/ 2) ^ 1476) in *. clearbody k d c.
  assert (H3 : 3 * k <= d) by lra. assert (0 < d) by lra.
  apply Rle_trans with (exp eps * d); [apply Rmult_le_compat_l; lra|lra].
Qed.

(* And for the shares of all who take part in one sum. *)
Theorem shares_counted (eps : R) (n : nat) : (Z.of_nat n <= 2 ^ 32)%Z -> exp eps * share_tiny n <= (1 + exp eps) * (2 ^ 32 * (/ 2) ^ 1476).
Proof.
  intros Hn. assert (H := cut_off_bits). assert (He := exp_pos eps). unfold share_tiny. assert (Hk := exp_pos (- (1024))).
  assert (HN : INR n <= 2 ^ 32).
  { rewrite INR_IZR_INZ. apply Rle_trans with (IZR (2 ^ Z.of_nat 32)); [apply IZR_le, Hn|]. rewrite <- pow_IZR. right. reflexivity. }
  assert (Hn0 := pos_INR n). assert (Hc : INR n * (9 / 4 * exp (- (1024))) <= 2 ^ 32 * (/ 2) ^ 1476) by (apply Rmult_le_compat; [exact Hn0|left; apply Rmult_lt_0_compat; [lra|exact Hk]|exact HN|exact H]).
  clear H HN.
  assert (Hc0 : 0 <= INR n * (9 / 4 * exp (- (1024)))) by (apply Rmult_le_pos; lra).
  set (l := INR n * _) in *. set (m := 2 ^ 32 * (/ 2) ^ 1476) in *. clearbody l m.
  apply Rle_trans with (exp eps * m); [apply Rmult_le_compat_l; lra|lra].
Qed.
