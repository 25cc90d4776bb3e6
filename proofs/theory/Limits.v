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

(* 9/4 exp(-1024) is below 2^-1476. *)
Lemma cut_off_bits : 9 / 4 * exp (- (1024)) <= (/ 2) ^ 1476.
Proof.
  replace (- (1024)) with (INR 1024 * - (1)) by (rewrite INR_IZR_INZ; simpl; ring). rewrite <- exp_power.
  apply Rle_trans with (9 / 4 * (36789 / 100000) ^ 1024).
  { apply Rmult_le_compat_l; [lra|]. apply pow_incr. split; [left; apply exp_pos|exact inverse_e]. }
  assert (H2 : 0 < 2 ^ 1476) by (apply pow_lt; lra). assert (H3 : 0 < 100000 ^ 1024) by (apply pow_lt; lra).
  assert (H : (9 * 36789 ^ Z.of_nat 1024 * 2 ^ Z.of_nat 1476 <= 4 * 100000 ^ Z.of_nat 1024)%Z) by (apply Z.leb_le; vm_cast_no_check (eq_refl true)).
  apply IZR_le in H. rewrite !mult_IZR, <- !pow_IZR in H. unfold Rdiv at 2. rewrite Rpow_mult_distr, !pow_inv.
  revert H H2 H3. generalize (36789 ^ 1024) (2 ^ 1476) (100000 ^ 1024). intros x y z H H2 H3.
  apply Rmult_le_reg_r with (4 * y * z); [repeat apply Rmult_lt_0_compat; lra|].
  replace (9 / 4 * (x * / z) * (4 * y * z)) with (9 * x * y) by (field; lra).
  replace (/ y * (4 * y * z)) with (4 * z) by (field; lra). exact H.
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
