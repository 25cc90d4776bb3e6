(* SPDX-License-Identifier: GPL-3.0-or-later *)
(* From shares to events: a whole number under the shares of those who do not collude, as the code draws them, its limits
   included. Where their parts make the whole law of the noise or more, every event keeps epsilon, and a delta for what
   64 bits cut off. *)
From Coq Require Import Reals Lra Psatz Arith ZArith Lia List Bool.
From Coquelicot Require Import Coquelicot.
From Dpmf Require Import Sums Polya Words Samplers Discrete Named Privacy Shares Masses.
Open Scope R_scope.

(* What stands for two draws of each of n participants: 9/4 n exp(-1024). *)
Definition share_tiny (n : nat) : R := INR n * (9 / 4 * exp (- (1024))).


(* n participants; i's share is part i / whole i of the noise. `stays`: whose messages are in the sum. The shares of the
   honest that are in it: nobody knows them. *)
Fixpoint hidden (p q : nat) (part whole : nat -> nat) (honest stays : nat -> bool) (n : nat) : program Z :=
  match n with
  | O => Return 0%Z
  | S i =>
      if honest i then Then (hidden p q part whole honest stays i) (fun x =>
        Then (laplace_share p q (part i) (whole i)) (fun y => Return (if stays i then x + y else x)%Z))
      else hidden p q part whole honest stays i
  end.

(* The part of the whole law that i's share is of what nobody knows. *)
Definition unknown (part whole : nat -> nat) (honest stays : nat -> bool) (i : nat) : R :=
  if honest i && stays i then INR (part i) / INR (whole i) else 0.

Section shares.
Variables (p q : nat) (part whole : nat -> nat) (honest stays : nat -> bool).
Hypothesis Hp : (0 < p)%nat.
Hypothesis Hq : (0 < q)%nat.
Hypothesis Hmq : (most * q <= words)%nat.
Hypothesis Hpart : forall i, (0 < part i <= whole i)%nat /\ (whole i <= words)%nat.
Let r := unknown part whole honest stays.
Let b := exp (- (INR p / INR q)).

Lemma unknown_range (i : nat) : 0 <= r i <= 1.
Proof.
  unfold r, unknown. destruct (Hpart i) as [H1 H2]. destruct (honest i && stays i); [|lra]. apply ratio_range; lia.
Qed.

Lemma hidden_below (n : nat) (f : Z -> R) (s : R) (M : nat) : event f -> expects (hidden p q part whole honest stays n) f s ->
  (most * q * n < M)%nat -> s <= (1 + cut) ^ (2 * n) * differences r b n f M.
Proof.
  assert (Hb := rate_range p q Hp Hq). fold b in Hb. destruct cut_range as [[Hcut _] _].
  revert f s M. induction n as [|n IH]; intros f s M Hf Hs HM.
  - rewrite (expects_unique _ _ _ _ Hs (expects_return 0%Z f)). simpl pow. rewrite Rmult_1_l. destruct M as [|M]; [lia|].
    assert (E : forall h, sum_mean r b 0 h (S M) = h 0%nat).
    { intros h. unfold sum_mean. rewrite sum_first. rewrite (sum_ext (fun i => added r b 0 (S i) * _) (fun _ => 0)), sum_zero by (intros; simpl; ring).
      simpl. ring. }
    unfold differences. rewrite !E. simpl. right. f_equal.
  - set (N := (most * q)%nat) in *. assert (HM' : (N * n < M - N)%nat) by nia.
    assert (Hgrow : (1 + cut) ^ (2 * n) <= (1 + cut) ^ (2 * S n)) by (apply Rle_pow; [lra|lia]).
    assert (Hpow : 0 < (1 + cut) ^ (2 * n)) by (apply pow_lt; lra).
    assert (Hless : r n = 0 -> expects (hidden p q part whole honest stays n) f s -> s <= (1 + cut) ^ (2 * S n) * differences r b (S n) f M).
    { intros H0 Hs'. rewrite no_differences by assumption. assert (H := IH f s M Hf Hs' ltac:(nia)).
      eapply Rle_trans; [exact H|]. apply Rmult_le_compat_r; [|exact Hgrow].
      apply sum_mean_nonneg; [exact unknown_range|exact Hb|]. intros u. apply sum_mean_nonneg; [exact unknown_range|exact Hb|]. intros v. apply Hf. }
    cbn [hidden] in Hs. destruct (honest n) eqn:Eh; [|apply Hless; [unfold r, unknown; rewrite Eh; reflexivity|exact Hs]].
    set (k := fun x : Z => Then (laplace_share p q (part n) (whole n)) (fun y => Return (if stays n then x + y else x)%Z)) in *.
    destruct (chances k f Hf) as [Hg Eg]. set (g := fun x => real _) in *.
    assert (E := split_then _ k f g s Hf Hg Eg Hs). destruct (stays n) eqn:Es.
    + assert (Er : r n = INR (part n) / INR (whole n)) by (unfold r, unknown; rewrite Eh, Es; reflexivity).
      assert (Hgx : forall x, g x <= (1 + cut) ^ 2 * part_mean (r n) b (fun a => part_mean (r n) b (fun a' => f (x + (Z.of_nat a - Z.of_nat a'))%Z) N) N).
      { intros x. destruct (Hpart n) as [H1 H2]. rewrite Er.
        apply (share_below p q (part n) (whole n) (fun y => f (x + y)%Z) (g x) N Hp Hq Hmq ltac:(lia) ltac:(lia)); [intros y; apply Hf| |apply Nat.le_refl].
        apply (split_then _ (fun y => Return (x + y)%Z) f (fun y => f (x + y)%Z) _ Hf); [intros y; apply Hf|intros y; apply expects_return|apply Eg]. }
      eapply Rle_trans; [apply (IH g s (M - N)%nat Hg E HM')|].
      replace (2 * S n)%nat with (2 * n + 2)%nat by lia. rewrite pow_add, Rmult_assoc. apply Rmult_le_compat_l; [lra|].
      eapply Rle_trans; [apply (differences_le r b n g _ (M - N) unknown_range Hb Hgx)|].
      eapply Rle_trans; [|apply Rmult_le_compat_l; [apply pow_le; lra|apply (differences_more r b n f (M - N) N M unknown_range Hb); [intros x; apply Hf|lia]]].
      right. unfold differences. rewrite <- sum_mean_scale. unfold sum_mean at 1 3. f_equal. apply sum_ext. intros u _. f_equal. apply sum_mean_scale.
    + apply Hless; [unfold r, unknown; rewrite Eh, Es; reflexivity|].
      apply (expects_ext _ g); [|exact E]. intros x. apply (expects_unique _ _ _ _ (Eg x)).
      apply (expects_then _ _ f (fun _ => f x)); [intros v; apply Hf|intros v; apply expects_return|].
      apply constant_mean, share_ends; [exact Hq|exact Hmq|apply Hpart].
Qed.

(* A sum of shares whose parts make the whole law or more: one step up costs a factor b of the mass at most. *)
Lemma masses_rise (n : nat) (h : nat -> R) (M : nat) : 1 <= sum r n -> (forall i, 0 <= h i) ->
  b * sum_mean r b n (fun u => h (S u)) M <= sum_mean r b n h (S M).
Proof.
  intros Hr Hh. assert (Hb := rate_range p q Hp Hq). fold b in Hb. unfold sum_mean.
  replace (b * (normalizer r b n * sum (fun i => added r b n i * h (S i)) M)) with (normalizer r b n * (b * sum (fun i => added r b n i * h (S i)) M)) by ring.
  apply Rmult_le_compat_l; [left; apply normalizer_pos; [exact unknown_range|exact Hb]|].
  rewrite sum_first, <- sum_scale.
  assert (H0 : 0 <= added r b n 0 * h 0%nat) by (apply Rmult_le_pos; [apply added_nonneg; [intros j; apply unknown_range|lra]|apply Hh]).
  apply Rle_trans with (sum (fun i => added r b n (S i) * h (S i)) M); [|lra]. apply sum_le. intros i _.
  rewrite <- Rmult_assoc. apply Rmult_le_compat_r; [apply Hh|]. rewrite !shares_add. unfold share.
  change (Polya.p (sum r n) (S i)) with (Polya.p (sum r n) i * (sum r n + INR i) / INR (S i)).
  assert (H1 := p_positive (sum r n) i ltac:(lra)). assert (H2 := pow_le b i ltac:(lra)).
  assert (H3 : 1 <= (sum r n + INR i) / INR (S i)).
  { rewrite S_INR. assert (H4 := pos_INR i). apply Rmult_le_reg_r with (INR i + 1); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
  simpl pow. replace (b * (Polya.p (sum r n) i * b ^ i)) with (Polya.p (sum r n) i * b ^ i * b * 1) by ring.
  replace (Polya.p (sum r n) i * (sum r n + INR i) / INR (S i) * (b * b ^ i)) with (Polya.p (sum r n) i * b ^ i * b * ((sum r n + INR i) / INR (S i))) by (unfold Rdiv; ring).
  apply Rmult_le_compat_l; [|exact H3]. apply Rmult_le_pos; [apply Rmult_le_pos; assumption|lra].
Qed.

Lemma differences_longer (n : nat) (f : Z -> R) (M M' : nat) : (forall x, 0 <= f x) -> (M <= M')%nat -> differences r b n f M <= differences r b n f M'.
Proof.
  intros Hf H. assert (Hb := rate_range p q Hp Hq). fold b in Hb. unfold differences.
  apply Rle_trans with (sum_mean r b n (fun u => sum_mean r b n (fun v => f (Z.of_nat u - Z.of_nat v)%Z) M') M).
  - apply sum_mean_le; [exact unknown_range|exact Hb|]. intros u. apply sum_mean_longer; [exact unknown_range|exact Hb|intros v; apply Hf|exact H].
  - apply sum_mean_longer; [exact unknown_range|exact Hb| |exact H]. intros u. apply sum_mean_nonneg; [exact unknown_range|exact Hb|intros v; apply Hf].
Qed.

Lemma differences_up (n : nat) (f : Z -> R) (M : nat) : 1 <= sum r n -> (forall x, 0 <= f x) ->
  b * differences r b n (fun x => f (x + 1)%Z) M <= differences r b n f (S M).
Proof.
  intros Hr Hf. assert (Hb := rate_range p q Hp Hq). fold b in Hb.
  assert (HH : forall u, 0 <= sum_mean r b n (fun v => f (Z.of_nat u - Z.of_nat v)%Z) M) by (intros u; apply sum_mean_nonneg; [exact unknown_range|exact Hb|intros v; apply Hf]).
  unfold differences. eapply Rle_trans; [|eapply Rle_trans; [apply (masses_rise n (fun u => sum_mean r b n (fun v => f (Z.of_nat u - Z.of_nat v)%Z) M) M Hr HH)|]].
  - right. f_equal. unfold sum_mean. f_equal. apply sum_ext. intros u _. f_equal. f_equal. apply sum_ext. intros v _. f_equal. f_equal. lia.
  - apply sum_mean_le; [exact unknown_range|exact Hb|]. intros u. apply sum_mean_longer; [exact unknown_range|exact Hb|intros v; apply Hf|lia].
Qed.

Lemma differences_down (n : nat) (f : Z -> R) (M : nat) : 1 <= sum r n -> (forall x, 0 <= f x) ->
  b * differences r b n (fun x => f (x - 1)%Z) M <= differences r b n f (S M).
Proof.
  intros Hr Hf. assert (Hb := rate_range p q Hp Hq). fold b in Hb. unfold differences. rewrite <- sum_mean_scale.
  apply Rle_trans with (sum_mean r b n (fun u => sum_mean r b n (fun v => f (Z.of_nat u - Z.of_nat v)%Z) (S M)) M).
  - apply sum_mean_le; [exact unknown_range|exact Hb|]. intros u.
    eapply Rle_trans; [|apply (masses_rise n (fun v => f (Z.of_nat u - Z.of_nat v)%Z) M Hr); intros v; apply Hf].
    right. f_equal. unfold sum_mean. f_equal. apply sum_ext. intros v _. f_equal. f_equal. lia.
  - apply sum_mean_longer; [exact unknown_range|exact Hb| |lia]. intros u. apply sum_mean_nonneg; [exact unknown_range|exact Hb|intros v; apply Hf].
Qed.

Lemma differences_ext (n : nat) (f g : Z -> R) (M : nat) : (forall x, f x = g x) -> differences r b n f M = differences r b n g M.
Proof. intros H. unfold differences, sum_mean. f_equal. apply sum_ext. intros u _. f_equal. f_equal. apply sum_ext. intros v _. rewrite H. reflexivity. Qed.

Lemma differences_shift (n : nat) (M : nat) : 1 <= sum r n -> forall (d : nat) (f : Z -> R) (s : Z), (forall x, 0 <= f x) -> Z.abs_nat s = d ->
  b ^ d * differences r b n (fun x => f (x + s)%Z) M <= differences r b n f (M + d).
Proof.
  intros Hr. assert (Hb := rate_range p q Hp Hq). fold b in Hb. induction d as [|d IH]; intros f s Hf Hs.
  - replace s with 0%Z by lia. rewrite Nat.add_0_r. simpl pow. rewrite Rmult_1_l. right. apply differences_ext. intros x. f_equal. lia.
  - rewrite Nat.add_succ_r. destruct (Z_lt_le_dec 0 s) as [H|H].
    + assert (H1 := IH (fun x => f (x + 1)%Z) (s - 1)%Z (fun x => Hf _) ltac:(lia)). assert (H2 := differences_up n f (M + d) Hr Hf).
      rewrite (differences_ext n (fun x => f (x + s)%Z) (fun x => f (x + (s - 1) + 1)%Z)) by (intros; f_equal; lia). simpl pow.
      rewrite Rmult_assoc. eapply Rle_trans; [|exact H2]. apply Rmult_le_compat_l; [lra|exact H1].
    + assert (H1 := IH (fun x => f (x - 1)%Z) (s + 1)%Z (fun x => Hf _) ltac:(lia)). assert (H2 := differences_down n f (M + d) Hr Hf).
      rewrite (differences_ext n (fun x => f (x + s)%Z) (fun x => f (x + (s + 1) - 1)%Z)) by (intros; f_equal; lia). simpl pow.
      rewrite Rmult_assoc. eapply Rle_trans; [|exact H2]. apply Rmult_le_compat_l; [lra|exact H1].
Qed.

Lemma hidden_ends (n : nat) : ends (hidden p q part whole honest stays n).
Proof.
  induction n as [|n IH]; cbn [hidden]; [apply ends_return|]. destruct (honest n); [|exact IH].
  apply ends_then; [exact IH|]. intros x. apply ends_then; [apply share_ends; [exact Hq|exact Hmq|apply Hpart]|]. intros y. apply ends_return.
Qed.

(* No event is much less probable than by the masses named. *)
Lemma hidden_above (n : nat) (f : Z -> R) (s : R) (M : nat) : event f -> expects (hidden p q part whole honest stays n) f s ->
  (most * q * n < M)%nat -> (1 + cut) ^ (2 * n) * differences r b n f M <= s + ((1 + cut) ^ (2 * n) - 1).
Proof.
  intros Hf Hs HM. assert (Hb := rate_range p q Hp Hq). fold b in Hb. destruct cut_range as [[Hcut _] _].
  assert (Hn : event (fun x => 1 - f x)) by (intros x; specialize (Hf x); lra).
  assert (H := hidden_below n (fun x => 1 - f x) (1 - s) M Hn (expects_not _ _ _ (hidden_ends n) Hs) HM).
  assert (E : differences r b n (fun x => 1 - f x) M = differences r b n (fun _ => 1) M - differences r b n f M).
  { unfold differences, sum_mean. rewrite <- Rmult_minus_distr_l, <- sum_minus. f_equal. apply sum_ext. intros u _.
    rewrite <- !Rmult_minus_distr_l, <- sum_minus. f_equal. f_equal. apply sum_ext. intros v _. ring. }
  assert (H1 : differences r b n (fun _ => 1) M <= 1).
  { unfold differences. eapply Rle_trans; [|apply (sum_mean_one r b n M unknown_range Hb)]. apply sum_mean_le; [exact unknown_range|exact Hb|].
    intros u. apply sum_mean_one; [exact unknown_range|exact Hb]. }
  rewrite E in H. assert (Hpow : 0 < (1 + cut) ^ (2 * n)) by (apply pow_lt; lra). set (T := (1 + cut) ^ (2 * n)) in *. nra.
Qed.

(* A sum that moves by at most d steps, under shares of which nobody knows the whole law or more. *)
Theorem hidden_private (n : nat) (s s' : Z) (d : nat) : 1 <= sum r n -> (Z.abs (s - s') <= Z.of_nat d)%Z ->
  let eps := INR d * (INR p / INR q) in
  private eps (exp eps * ((1 + cut) ^ (2 * n) - 1))
    (Then (hidden p q part whole honest stays n) (fun x => Return (s + x)%Z)) (Then (hidden p q part whole honest stays n) (fun x => Return (s' + x)%Z)).
Proof.
  intros Hr Hd eps f v v' Hf Hv Hv'. assert (Hb := rate_range p q Hp Hq). fold b in Hb. destruct cut_range as [[Hcut _] _].
  assert (Hrate : 0 < INR p / INR q) by (apply Rdiv_lt_0_compat; apply (lt_INR 0); lia).
  assert (Hshifted : forall u x, expects (Then (hidden p q part whole honest stays n) (fun x => Return (u + x)%Z)) f x ->
    expects (hidden p q part whole honest stays n) (fun x => f (u + x)%Z) x).
  { intros u x Hx. apply (split_then _ (fun x => Return (u + x)%Z) f (fun x => f (u + x)%Z) x Hf (fun v => Hf _) (fun v => expects_return _ f) Hx). }
  apply Hshifted in Hv. apply Hshifted in Hv'.
  set (M := S (most * q * n)). set (a := Z.abs_nat (s - s')). set (T := (1 + cut) ^ (2 * n)) in *.
  assert (HT : 1 <= T) by (unfold T; apply pow_R1_Rle; lra).
  assert (H1 := hidden_below n (fun x => f (s + x)%Z) v M (fun x => Hf _) Hv ltac:(unfold M; lia)).
  assert (H2 := hidden_above n (fun x => f (s' + x)%Z) v' (M + a) (fun x => Hf _) Hv' ltac:(unfold M; lia)). fold T in H1, H2.
  assert (H3 := differences_shift n M Hr a (fun x => f (s' + x)%Z) (s - s') (fun x => proj1 (Hf _)) eq_refl). cbv beta in H3.
  rewrite (differences_ext n (fun x => f (s' + (x + (s - s')))%Z) (fun x => f (s + x)%Z)) in H3 by (intros x; f_equal; lia).
  assert (Hba : exp (- eps) <= b ^ a).
  { unfold b. rewrite exp_power. apply exp_le. unfold eps. assert (INR a <= INR d) by (apply le_INR; unfold a; lia). nra. }
  assert (Hv0 : 0 <= v) by (destruct (every_event (hidden p q part whole honest stays n) (fun x => f (s + x)%Z) (fun x => Hf _)) as [x [Hx [H0 _]]]; rewrite (expects_unique _ _ _ _ Hv Hx); exact H0).
  assert (Hba0 : 0 <= b ^ a) by (apply pow_le; lra).
  assert (H4 : exp (- eps) * v <= v' + (T - 1)).
  { apply Rle_trans with (b ^ a * v); [apply Rmult_le_compat_r; assumption|]. eapply Rle_trans; [|exact H2].
    apply Rle_trans with (b ^ a * (T * differences r b n (fun x => f (s + x)%Z) M)); [apply Rmult_le_compat_l; assumption|].
    replace (b ^ a * (T * differences r b n (fun x => f (s + x)%Z) M)) with (T * (b ^ a * differences r b n (fun x => f (s + x)%Z) M)) by ring.
    apply Rmult_le_compat_l; [lra|exact H3]. }
  rewrite <- Rmult_plus_distr_l. assert (H5 : exp eps * exp (- eps) = 1) by (rewrite <- exp_plus, <- exp_0; f_equal; ring).
  replace v with (exp eps * (exp (- eps) * v)) by (rewrite <- Rmult_assoc, H5; ring).
  apply Rmult_le_compat_l; [left; apply exp_pos|lra].
Qed.
End shares.

(* There are fewer participants than 32 bits number. *)
Lemma share_tiny_is (n : nat) : (Z.of_nat n <= 2 ^ 32)%Z -> 0 <= (1 + cut) ^ (2 * n) - 1 <= share_tiny n.
Proof.
  intros Hn. destruct cut_range as [[Hcut _] _]. split; [assert (1 <= (1 + cut) ^ (2 * n)) by (apply pow_R1_Rle; lra); lra|].
  unfold share_tiny, cut in *. set (k := exp (- (1024))) in *.
  assert (Hk : k <= (/ 2) ^ 1024).
  { unfold k. replace (- (1024)) with (INR 1024 * - (1)) by (rewrite INR_IZR_INZ; simpl; ring). rewrite <- exp_power.
    apply pow_incr. split; [left; apply exp_pos|]. rewrite exp_Ropp. apply Rinv_le_contravar; [lra|left; apply exp_ineq1; lra]. }
  assert (Hk32 : 2 ^ 32 * (/ 2) ^ 1024 <= / 1000).
  { replace 1024%nat with (32 + (10 + 982))%nat by reflexivity. rewrite !pow_add, <- Rmult_assoc, <- Rpow_mult_distr.
    replace (2 * / 2) with 1 by field. rewrite pow1. assert (H := half_less 982 0 ltac:(lia)). assert (0 < (/ 2) ^ 982) by (apply pow_lt; lra).
    set (z := (/ 2) ^ 982) in *. simpl in *. lra. }
  assert (HN : INR n <= 2 ^ 32).
  { rewrite INR_IZR_INZ. apply Rle_trans with (IZR (2 ^ Z.of_nat 32)); [apply IZR_le, Hn|]. rewrite <- pow_IZR. right. reflexivity. }
  assert (Hn0 := pos_INR n). set (x := 11 / 10 * k) in *. set (y := INR (2 * n) * x).
  assert (Hy : y = 2 * INR n * x) by (unfold y; rewrite mult_INR; reflexivity).
  assert (Hnk : INR n * k <= / 1000).
  { eapply Rle_trans; [|exact Hk32]. apply Rmult_le_compat; try lra. unfold x in Hcut. lra. }
  assert (Hy1 : 0 <= y <= / 100) by (rewrite Hy; unfold x in *; split; [apply Rmult_le_pos; lra|lra]).
  assert (H1 : (1 + x) ^ (2 * n) <= exp y).
  { unfold y. rewrite <- exp_power. apply pow_incr. split; [lra|]. assert (H := exp_ineq1_le x). lra. }
  assert (H2 : exp y * (1 - y) <= 1).
  { assert (H := exp_ineq1_le (- y)). assert (H0 : exp y * exp (- y) = 1) by (rewrite <- exp_plus, <- exp_0; f_equal; ring).
    assert (H3 := exp_pos y). nra. }
  assert (H3 : exp y <= 1 + y * (101 / 99)).
  { assert (H0 := exp_pos y). assert (H4 : exp y * (99 / 100) <= exp y * (1 - y)) by (apply Rmult_le_compat_l; lra).
    assert (H5 : y * exp y <= y * (101 / 99)) by (apply Rmult_le_compat_l; lra). lra. }
  assert (H4 : y * (101 / 99) <= INR n * (9 / 4 * k)).
  { rewrite Hy. unfold x. assert (0 <= INR n * k) by (apply Rmult_le_pos; [exact Hn0|unfold k; left; apply exp_pos]). lra. }
  lra.
Qed.
