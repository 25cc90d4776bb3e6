(* SPDX-License-Identifier: GPL-3.0-or-later *)
(* The discrete Gaussian law as it is named, with variance parameter s = sigma^2: masses in proportion to exp(-x^2 / (2 s)) on
   all whole numbers. For every event, and every whole order k + 1 of Renyi's divergence, a curve of epsilon and delta
   (Canonne, Kamath and Steinke 2020). Renyi.v and GaussReleases.v have all real orders, with the noise as the code draws it; how far
   that is from this law: NamedGauss.v. *)
From Coq Require Import Reals Lra Psatz Arith ZArith Lia.
From Coquelicot Require Import Coquelicot.
From Dpmf Require Import Sums Polya Words Named Privacy.
Open Scope R_scope.

Definition bell (s : R) (x : Z) : R := exp (- (IZR x * IZR x / (2 * s))).

(* The sum of g over the x with |x| <= n. *)
Fixpoint window (g : Z -> R) (n : nat) : R :=
  match n with O => g 0%Z | S m => window g m + (g (Z.of_nat n) + g (- Z.of_nat n)%Z) end.

Lemma window_le (g h : Z -> R) (n : nat) : (forall x, g x <= h x) -> window g n <= window h n.
Proof. intros H. induction n as [|n IH]; cbn [window]; [apply H|]. assert (H1 := H (Z.of_nat (S n))). assert (H2 := H (- Z.of_nat (S n))%Z). lra. Qed.

Lemma window_linear (a b : R) (g h : Z -> R) (n : nat) : window (fun x => a * g x + b * h x) n = a * window g n + b * window h n.
Proof. induction n as [|n IH]; cbn [window]; [ring|rewrite IH; ring]. Qed.

Lemma window_ext (g h : Z -> R) (n : nat) : (forall x, g x = h x) -> window g n = window h n.
Proof. intros H. induction n as [|n IH]; cbn [window]; [apply H|rewrite IH, !H; reflexivity]. Qed.

Lemma window_right (g : Z -> R) (n : nat) : window (fun x => g (x - 1)%Z) n = window g n + g (- Z.of_nat (S n))%Z - g (Z.of_nat n).
Proof.
  induction n as [|n IH]; cbn [window]; [simpl; ring|]. rewrite IH.
  replace (Z.of_nat (S n) - 1)%Z with (Z.of_nat n) by lia. replace (- Z.of_nat (S n) - 1)%Z with (- Z.of_nat (S (S n)))%Z by lia. ring.
Qed.

Lemma window_mirror (g : Z -> R) (n : nat) : window (fun x => g (- x)%Z) n = window g n.
Proof. induction n as [|n IH]; cbn [window]; [reflexivity|]. rewrite IH, Z.opp_involutive. ring. Qed.

(* What is moved by m steps lies in a window that is m steps wider. *)
Lemma window_moved (g : Z -> R) (m n : nat) : (forall x, 0 <= g x) -> window (fun x => g (x - Z.of_nat m)%Z) n <= window g (n + m).
Proof.
  revert g. induction m as [|m IH]; intros g Hg.
  - rewrite Nat.add_0_r. right. apply window_ext. intros x. f_equal. lia.
  - rewrite (window_ext _ (fun x => (fun y => g (y - 1)%Z) (x - Z.of_nat m)%Z)) by (intros x; f_equal; lia).
    eapply Rle_trans; [apply (IH (fun y => g (y - 1)%Z)); intros x; apply Hg|]. rewrite window_right.
    replace (n + S m)%nat with (S (n + m)) by lia. cbn [window].
    assert (H1 := Hg (Z.of_nat (n + m))). assert (H2 := Hg (Z.of_nat (S (n + m)))). lra.
Qed.

Lemma bell_pos (s : R) (x : Z) : 0 < bell s x.
Proof. apply exp_pos. Qed.

Lemma window_bell_more (s : R) (n : nat) : window (bell s) n <= window (bell s) (S n).
Proof. cbn [window]. assert (H1 := bell_pos s (Z.of_nat (S n))). assert (H2 := bell_pos s (- Z.of_nat (S n))). lra. Qed.

(* The masses have a sum. *)
Theorem bell_total (s : R) : 0 < s -> exists W, is_lim_seq (window (bell s)) W /\ 0 < W.
Proof.
  intros Hs. set (c := exp (- / (2 * s))). assert (Hi : 0 < / (2 * s)) by (apply Rinv_0_lt_compat; lra).
  assert (Hc : 0 < c < 1) by (split; [apply exp_pos|unfold c; rewrite <- exp_0; apply exp_increasing; lra]).
  assert (Hb : forall x : nat, bell s (Z.of_nat x) <= c ^ x /\ bell s (- Z.of_nat x) <= c ^ x).
  { intros x. unfold bell, c. rewrite opp_IZR, <- INR_IZR_INZ, exp_power.
    replace (- INR x * - INR x / (2 * s)) with (INR x * INR x / (2 * s)) by (unfold Rdiv; ring).
    assert (H : exp (- (INR x * INR x / (2 * s))) <= exp (INR x * - / (2 * s))); [|split; exact H].
    apply exp_le. unfold Rdiv. assert (H0 := pos_INR x). destruct x as [|x]; [simpl; lra|].
    assert (H1 : 1 <= INR (S x)) by (apply (le_INR 1); lia). assert (INR (S x) * / (2 * s) <= INR (S x) * INR (S x) * / (2 * s)); [|lra].
    apply Rmult_le_compat_r; [lra|]. nra. }
  assert (Hup : forall n, window (bell s) n + 2 * c ^ S n / (1 - c) <= 2 / (1 - c)).
  { induction n as [|n IH]; cbn [window].
    - destruct (Hb 0%nat) as [H0 _]. simpl in H0 |- *. unfold bell in *. change (Z.of_nat 0) with 0%Z in H0.
      apply Rle_trans with (1 + 2 * (c * 1) / (1 - c)); [lra|]. apply Rmult_le_reg_r with (1 - c); [lra|].
      replace ((1 + 2 * (c * 1) / (1 - c)) * (1 - c)) with (1 + c) by (field; lra). replace (2 / (1 - c) * (1 - c)) with 2 by (field; lra). lra.
    - destruct (Hb (S n)) as [H1 H2]. assert (E : 2 * c ^ S n / (1 - c) = 2 * c ^ S n + 2 * c ^ S (S n) / (1 - c)) by (simpl pow; field; lra). lra. }
  assert (Hex : ex_finite_lim_seq (window (bell s))).
  { apply (ex_finite_lim_seq_incr _ (2 / (1 - c))); [intros n; apply window_bell_more|]. intros n. specialize (Hup n).
    assert (0 <= 2 * c ^ S n / (1 - c)); [|lra]. apply Rmult_le_pos; [|left; apply Rinv_0_lt_compat; lra].
    apply Rmult_le_pos; [lra|apply pow_le; lra]. }
  destruct Hex as [W HW]. exists W. split; [exact HW|].
  apply Rlt_le_trans with (window (bell s) 0); [apply bell_pos|].
  apply (is_lim_seq_incr_compare (window (bell s)) W HW). intros n. apply window_bell_more.
Qed.

(* Where masses P and Q stand to each other, to the power k + 1. *)
Lemma bell_order (s eps : R) (d y : Z) (k : nat) : 0 < s ->
  bell s (y - d) <= exp eps * bell s y +
    exp (INR k * (INR (S k) * (IZR d * IZR d) / (2 * s) - eps)) * bell s (y - Z.of_nat (S k) * d) /\
  (bell s (y - d) <= exp eps * bell s y \/
   bell s (y - d) <= exp (INR k * (INR (S k) * (IZR d * IZR d) / (2 * s) - eps)) * bell s (y - Z.of_nat (S k) * d)).
Proof.
  intros Hs. set (t := exp (INR k * (INR (S k) * (IZR d * IZR d) / (2 * s) - eps)) * bell s (y - Z.of_nat (S k) * d)).
  assert (Ht : 0 < t) by (apply Rmult_lt_0_compat; [apply exp_pos|apply bell_pos]).
  assert (Hq : 0 < exp eps * bell s y) by (apply Rmult_lt_0_compat; [apply exp_pos|apply bell_pos]).
  assert (H : bell s (y - d) <= exp eps * bell s y \/ bell s (y - d) <= t); [|split; [destruct H; lra|exact H]].
  destruct (Rle_lt_dec (bell s (y - d)) (exp eps * bell s y)) as [H|H]; [left; exact H|right].
  (* the loss is above eps: k times what is above is gained *)
  unfold bell in H. rewrite <- exp_plus in H. apply exp_lt_inv in H. unfold t, bell. rewrite <- exp_plus. apply exp_le.
  rewrite !minus_IZR, !mult_IZR, <- !INR_IZR_INZ in *. rewrite S_INR. set (Y := IZR y) in *. set (D := IZR d) in *. set (K := INR k) in *.
  assert (HK : 0 <= K) by apply pos_INR. set (L := Y * Y / (2 * s) - (Y - D) * (Y - D) / (2 * s)).
  assert (HL : 0 <= K * (L - eps)) by (apply Rmult_le_pos; [exact HK|unfold L; lra]).
  assert (E : K * ((K + 1) * (D * D) / (2 * s) - eps) + - ((Y - (K + 1) * D) * (Y - (K + 1) * D) / (2 * s)) =
    - ((Y - D) * (Y - D) / (2 * s)) + K * (L - eps)) by (unfold L; field; lra).
  rewrite E. lra.
Qed.

(* The discrete Gaussian law, about d and about 0: for every event, and every whole k, epsilon and
   delta = exp(k ((k + 1) d^2 / (2 s) - epsilon)): that of Renyi divergence (k + 1) d^2 / (2 s) of order k + 1. *)
Theorem gauss_named_private (s eps W r r' : R) (d : nat) (k : nat) (f : Z -> R) : 0 < s -> event f -> is_lim_seq (window (bell s)) W ->
  is_lim_seq (fun n => window (fun y => bell s (y - Z.of_nat d) * f y) n / W) r ->
  is_lim_seq (fun n => window (fun y => bell s y * f y) n / W) r' ->
  r <= exp eps * r' + exp (INR k * (INR (S k) * (INR d * INR d) / (2 * s) - eps)).
Proof.
  intros Hs Hf HW Hr Hr'. set (delta := exp (INR k * (INR (S k) * (INR d * INR d) / (2 * s) - eps))).
  assert (HW0 : 0 < W).
  { apply Rlt_le_trans with (window (bell s) 0); [apply bell_pos|]. apply (is_lim_seq_incr_compare (window (bell s)) W HW). intros n. apply window_bell_more. }
  assert (Hn : forall n, window (fun y => bell s (y - Z.of_nat d) * f y) n / W <= exp eps * (window (fun y => bell s y * f y) n / W) + delta).
  { intros n. apply Rmult_le_reg_r with W; [exact HW0|].
    replace (window (fun y => bell s (y - Z.of_nat d) * f y) n / W * W) with (window (fun y => bell s (y - Z.of_nat d) * f y) n) by (field; lra).
    replace ((exp eps * (window (fun y => bell s y * f y) n / W) + delta) * W) with (exp eps * window (fun y => bell s y * f y) n + delta * W) by (field; lra).
    apply Rle_trans with (window (fun y => exp eps * (bell s y * f y) + delta * bell s (y - Z.of_nat (S k * d))) n).
    - apply window_le. intros y. destruct (bell_order s eps (Z.of_nat d) y k Hs) as [_ H]. rewrite <- INR_IZR_INZ in H. fold delta in H.
      rewrite Nat2Z.inj_mul. assert (H1 := Hf y). assert (Hb := bell_pos s y). assert (Hc := bell_pos s (y - Z.of_nat d)).
      assert (Hd := bell_pos s (y - Z.of_nat (S k) * Z.of_nat d)). assert (He := exp_pos eps). assert (Hdel : 0 < delta) by apply exp_pos.
      assert (0 <= delta * bell s (y - Z.of_nat (S k) * Z.of_nat d)) by (apply Rmult_le_pos; lra).
      assert (0 <= exp eps * (bell s y * f y)) by (apply Rmult_le_pos; [lra|apply Rmult_le_pos; lra]).
      destruct H as [H|H].
      + apply Rle_trans with (exp eps * bell s y * f y); [apply Rmult_le_compat_r; lra|lra].
      + apply Rle_trans with (bell s (y - Z.of_nat d) * 1); [apply Rmult_le_compat_l; lra|lra].
    - rewrite (window_linear (exp eps) delta (fun y => bell s y * f y) (fun y => bell s (y - Z.of_nat (S k * d)))). apply Rplus_le_compat_l.
      apply Rmult_le_compat_l; [left; apply exp_pos|]. eapply Rle_trans; [apply (window_moved (bell s) (S k * d) n); intros x; left; apply bell_pos|].
      apply (is_lim_seq_incr_compare (window (bell s)) W HW). intros i. apply window_bell_more. }
  apply (is_lim_seq_le _ _ r (exp eps * r' + delta) Hn Hr).
  apply is_lim_seq_plus'; [apply (is_lim_seq_scal_l _ (exp eps) r' Hr')|apply is_lim_seq_const].
Qed.
