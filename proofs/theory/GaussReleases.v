(* SPDX-License-Identifier: GPL-3.0-or-later *)
(* Whole numbers with discrete Gaussian noise as the code draws it: what Renyi's divergence of a real order says of one, of a
   vector, and of releases of which each depends on those before. As ref/account/budget_normal.c composes a record: the squares
   of what moves, over the variances, add up to mu^2, the divergence is alpha mu^2 / 2, and rdp.c makes epsilon of it. What the
   draws that move are off is counted as ref/account/limits.c does. *)
From Coq Require Import Reals Lra Psatz Arith ZArith Lia List.
From Coquelicot Require Import Coquelicot.
From Dpmf Require Import Sums Polya Words Samplers Discrete Named Privacy Seen Limits GaussCurve Theta NamedGauss Renyi.
Open Scope R_scope.

Definition gauss_noisy (p q : nat) (s : Z) : program Z := Then (gaussian p q) (fun x => Return (s + x)%Z).

(* Of neighbours' answers: the divergence of order alpha is at most alpha mu2 / 2, but for what so many draws are off. *)
Definition moves {A : Type} (alpha mu2 : R) (draws : nat) (m m' : program A) : Prop :=
  renyi ((alpha - 1) / alpha) (exp ((alpha - 1) / alpha * (alpha * mu2 / 2))) ((1 + gauss_tiny) ^ draws) (INR draws * gauss_tiny) m m'.

Lemma order_range (alpha : R) : 1 < alpha -> 0 < (alpha - 1) / alpha < 1.
Proof.
  intros Ha. split; [apply Rdiv_lt_0_compat; lra|]. apply Rmult_lt_reg_r with alpha; [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra.
Qed.

Lemma gauss_tiny_pos : 0 < gauss_tiny.
Proof. apply gauss_tiny_is. Qed.

Lemma draws_range (n : nat) : 1 <= (1 + gauss_tiny) ^ n /\ 0 <= INR n * gauss_tiny.
Proof.
  assert (H := gauss_tiny_pos). split; [apply pow_R1_Rle; lra|]. apply Rmult_le_pos; [apply pos_INR|lra].
Qed.

Lemma cost_range (alpha mu2 : R) : 1 < alpha -> 0 <= mu2 -> 1 <= exp ((alpha - 1) / alpha * (alpha * mu2 / 2)).
Proof.
  intros Ha Hm. rewrite <- exp_0 at 1. apply exp_le. assert (H := order_range alpha Ha).
  apply Rmult_le_pos; [lra|]. assert (0 <= alpha * mu2) by (apply Rmult_le_pos; lra). lra.
Qed.

Lemma moves_weaker {A : Type} (alpha mu2 mu2' : R) (n n' : nat) (m m' : program A) : 1 < alpha -> 0 <= mu2 <= mu2' -> (n <= n')%nat ->
  moves alpha mu2 n m m' -> moves alpha mu2' n' m m'.
Proof.
  intros Ha Hm Hn H. assert (Hg := order_range alpha Ha). assert (Ht := gauss_tiny_pos). refine (renyi_weaker _ _ _ _ _ _ _ _ _ Hg _ _ _ H).
  - split; [apply cost_range; lra|]. apply exp_le. apply Rmult_le_compat_l; [lra|]. assert (alpha * mu2 <= alpha * mu2') by (apply Rmult_le_compat_l; lra). lra.
  - split; [apply draws_range|]. apply Rle_pow; [lra|exact Hn].
  - split; [apply draws_range|]. apply Rmult_le_compat_r; [lra|apply le_INR, Hn].
Qed.

Lemma moves_same {A : Type} (alpha : R) (m : program A) : 1 < alpha -> ends m -> moves alpha 0 0 m m.
Proof.
  intros Ha Hm. assert (H := renyi_same _ m (order_range alpha Ha) Hm). unfold moves. replace (alpha * 0 / 2) with 0 by field. rewrite Rmult_0_r, exp_0.
  simpl pow. simpl INR. rewrite Rmult_0_l. exact H.
Qed.

(* One after the other: the squares add up, and so do the draws. *)
Theorem moves_then [A B : Type] (alpha mu2 mu2' : R) (n n' : nat) (m m' : program A) (k k' : A -> program B) : 1 < alpha -> 0 <= mu2 -> 0 <= mu2' ->
  moves alpha mu2 n m m' -> (forall v, moves alpha mu2' n' (k v) (k' v)) -> moves alpha (mu2 + mu2') (n + n') (Then m k) (Then m' k').
Proof.
  intros Ha Hm Hm' H Hk. unfold moves. destruct (draws_range n) as [T1 T2]. destruct (draws_range n') as [T3 T4].
  replace ((alpha - 1) / alpha * (alpha * (mu2 + mu2') / 2)) with ((alpha - 1) / alpha * (alpha * mu2 / 2) + (alpha - 1) / alpha * (alpha * mu2' / 2)) by (field; lra).
  rewrite exp_plus, pow_add, plus_INR, Rmult_plus_distr_r.
  apply renyi_then; try assumption; [apply order_range, Ha|apply cost_range; assumption|apply cost_range; assumption].
Qed.

Lemma moves_after {A B : Type} (alpha mu2 : R) (n : nat) (m m' : program A) (k : A -> program B) : 1 < alpha -> 0 <= mu2 -> (forall v, ends (k v)) ->
  moves alpha mu2 n m m' -> moves alpha mu2 n (Then m k) (Then m' k).
Proof.
  intros Ha Hm Hk H. rewrite <- (Rplus_0_r mu2), <- (Nat.add_0_r n). apply moves_then; try assumption; [lra|]. intros v. apply moves_same; [exact Ha|apply Hk].
Qed.

Lemma window_shift (g : Z -> R) (d : Z) (n : nat) : (forall x, 0 <= g x) -> window (fun x => g (x + d)%Z) n <= window g (n + Z.abs_nat d).
Proof.
  intros Hg. destruct (Z_le_gt_dec d 0) as [H|H].
  - rewrite (window_ext _ (fun x => g (x - Z.of_nat (Z.abs_nat d))%Z)) by (intros x; f_equal; lia). apply window_moved, Hg.
  - rewrite <- (window_mirror (fun x => g (x + d)%Z)), <- (window_mirror g).
    rewrite (window_ext _ (fun x => (fun y => g (- y)%Z) (x - Z.of_nat (Z.abs_nat d))%Z)) by (intros x; f_equal; lia).
    apply (window_moved (fun y => g (- y)%Z)). intros x. apply Hg.
Qed.

Lemma line_touches (alpha rho z : R) : 1 < alpha -> 0 < z -> let g := (alpha - 1) / alpha in
  exists L, g * exp L * z + exp ((alpha - 1) * (rho - L)) / alpha = exp (g * rho) * Rpower z g.
Proof.
  intros Ha Hz g. exists (((alpha - 1) * rho - ln z) / alpha). set (L := ((alpha - 1) * rho - ln z) / alpha).
  assert (E1 : exp ((alpha - 1) * (rho - L)) = exp L * z).
  { rewrite <- (exp_ln z Hz) at 1. rewrite <- exp_plus. f_equal. unfold L. field. lra. }
  assert (E2 : exp (g * rho) * Rpower z g = exp L * z).
  { unfold Rpower. rewrite <- exp_plus. rewrite <- (exp_ln z Hz) at 2. rewrite <- exp_plus. f_equal. unfold L, g. field. lra. }
  rewrite E1, E2. unfold g. field. lra.
Qed.

(* Masses against those d away, to the power alpha. *)
Lemma bell_line (alpha s L h : R) (d z : Z) : 1 < alpha -> 0 < s -> 0 < h -> let g := (alpha - 1) / alpha in let rho := alpha * (IZR d * IZR d / s) / 2 in
  bell s (z - d) * Rpower h g <= g * exp L * (bell s z * h) + exp ((alpha - 1) * (rho - L)) / alpha * about s (alpha * IZR d) z.
Proof.
  intros Ha Hs Hh g rho. assert (Hg := order_range alpha Ha). fold g in Hg.
  set (w := (IZR z * IZR z - IZR (z - d) * IZR (z - d)) / (2 * s)).
  assert (H := power_line alpha (w / g) L h Ha Hh). cbv zeta in H. fold g in H. replace (g * (w / g)) with w in H by (field; lra).
  assert (E1 : bell s (z - d) = bell s z * exp w) by (unfold bell; rewrite <- exp_plus; f_equal; unfold w; field; lra).
  assert (E2 : bell s z * exp ((alpha - 1) * (w / g - L)) = exp ((alpha - 1) * (rho - L)) * about s (alpha * IZR d) z).
  { unfold bell, about. rewrite <- !exp_plus. f_equal. unfold w, g, rho. rewrite minus_IZR. field. lra. }
  rewrite E1. apply Rle_trans with (bell s z * (g * exp L * h + exp ((alpha - 1) * (w / g - L)) / alpha)).
  - rewrite Rmult_assoc. apply Rmult_le_compat_l; [left; apply bell_pos|exact H].
  - right. replace (exp ((alpha - 1) * (rho - L)) / alpha * about s (alpha * IZR d) z) with (exp ((alpha - 1) * (rho - L)) * about s (alpha * IZR d) z / alpha) by (field; lra).
    rewrite <- E2. field. lra.
Qed.

(* One whole number with the noise of one draw. *)
Theorem draw_moves (p q : nat) (s s' : Z) (alpha : R) : drawable p q -> 1 < alpha ->
  moves alpha (IZR (s - s') * IZR (s - s') / variance p q) 1 (gauss_noisy p q s) (gauss_noisy p q s').
Proof.
  intros Hd Ha. assert (Hends := gaussian_ends p q Hd). assert (Hv := variance_pos p q (proj1 Hd) (proj1 (proj2 Hd))).
  assert (Hn : forall u, ends (gauss_noisy p q u)) by (intros u; apply ends_then; [exact Hends|intros v; apply ends_return]).
  set (d := (s - s')%Z). set (v := variance p q) in *. assert (Hg := order_range alpha Ha). assert (Ht := gauss_tiny_pos).
  unfold moves. set (g := (alpha - 1) / alpha) in *. set (rho := alpha * (IZR d * IZR d / v) / 2). simpl pow. simpl INR. rewrite Rmult_1_r, Rmult_1_l.
  set (t := gauss_tiny) in *. split; [apply Hn|]. split; [apply Hn|]. intros f b c r x Hf Hb Hc Hr Hx.
  set (l := Rpower c g). set (phi := fun z => Rpower (b * f z + c) g).
  assert (Hphi : forall z, l <= phi z <= Rpower (b + c) g).
  { intros z. specialize (Hf z). assert (0 <= b * f z) by (apply Rmult_le_pos; lra). assert (b * f z <= b * 1) by (apply Rmult_le_compat_l; lra). split; apply power_le; lra. }
  assert (Hl0 : 0 < l) by apply power_pos.
  assert (Hr' : expects (gaussian p q) (fun y => phi (s + y)%Z) r).
  { destruct (expects_bounded (gaussian p q) (fun y => phi (s + y)%Z) (Rpower (b + c) g)) as [r' Hr']; [intros y; specialize (Hphi (s + y)%Z); lra|].
    rewrite (expects_unique _ _ _ _ Hr (expects_then (gaussian p q) _ phi (fun y => phi (s + y)%Z) r' (fun z => Rle_trans _ _ _ (Rlt_le _ _ Hl0) (proj1 (Hphi z)))
      (fun y => expects_return _ phi) Hr')). exact Hr'. }
  assert (Hx' : expects (gaussian p q) (fun y => f (s' + y)%Z) x) by
    (apply (split_then (gaussian p q) (fun y => Return (s' + y)%Z) f (fun y => f (s' + y)%Z) x Hf (fun y => Hf _) (fun y => expects_return _ f) Hx)).
  assert (Hx0 := probability _ f x Hf Hx).
  destruct (about_total v Hv) as [W [HWw [HW HW0]]].
  set (z := b * (x + t) + c). assert (Hz : 0 < z) by (unfold z; assert (0 <= b * (x + t)) by (apply Rmult_le_pos; lra); lra).
  destruct (line_touches alpha rho z Ha Hz) as [L HL]. fold g in HL. set (K := exp (g * rho)) in *.
  set (N := (most * (p * centre_m p q))%nat).
  assert (Hsplit : forall a1 a2 (g1 g2 : Z -> R) n, window (fun y => bell v y * (a1 * g1 y + a2 * g2 y)) n =
    a1 * window (fun y => bell v y * g1 y) n + a2 * window (fun y => bell v y * g2 y) n).
  { intros a1 a2 g1 g2 n. rewrite <- window_linear. apply window_ext. intros y. ring. }
  (* the draws against the law named, on both sides *)
  assert (Hstep : forall n, (N <= n)%nat -> r - l <= (1 + t) * (K * Rpower z g - l * (window (bell v) n / W))).
  { intros n HN. assert (Hlow : expects (gaussian p q) (fun y => phi (s + y)%Z - l) (r - l)).
    { apply (expects_ext _ (fun y => 1 * phi (s + y)%Z + - l)); [intros; ring|]. replace (r - l) with (1 * r + - l) by ring. apply expects_affine; assumption. }
    assert (H1 := gaussian_below p q (fun y => phi (s + y)%Z - l) (r - l) W n Hd (fun y => proj1 (Rminus_le_0 l (phi (s + y)%Z)) (proj1 (Hphi _))) Hlow HW HN). fold v t in H1.
    eapply Rle_trans; [exact H1|]. apply Rmult_le_compat_l; [lra|].
    rewrite (window_ext _ (fun y => bell v y * (1 * phi (s + y)%Z + (- l) * 1))) by (intros; ring). rewrite Hsplit.
    rewrite (window_ext (fun y => bell v y * 1) (bell v)) by (intros; ring).
    unfold Rdiv. rewrite Rmult_plus_distr_r. fold (window (bell v) n / W).
    assert (H2 : 1 * window (fun y => bell v y * phi (s + y)%Z) n * / W <= K * Rpower z g); [|unfold Rdiv; lra].
    rewrite Rmult_1_l. set (n' := (n + Z.abs_nat d)%nat).
    assert (H3 : window (fun y => bell v y * phi (s + y)%Z) n <= window (fun y => bell v (y - d) * phi (s' + y)%Z) n').
    { rewrite (window_ext _ (fun y => (fun u => bell v (u - d) * phi (s' + u)%Z) (y + d)%Z)).
      - apply (window_shift (fun u => bell v (u - d) * phi (s' + u)%Z)). intros u. apply Rmult_le_pos; [left; apply bell_pos|specialize (Hphi (s' + u)%Z); lra].
      - intros y. replace (y + d - d)%Z with y by ring. replace (s' + (y + d))%Z with (s + y)%Z by (unfold d; ring). reflexivity. }
    assert (H4 : window (fun y => bell v (y - d) * phi (s' + y)%Z) n' <=
      g * exp L * window (fun y => bell v y * (b * f (s' + y)%Z + c * 1)) n' + exp ((alpha - 1) * (rho - L)) / alpha * window (about v (alpha * IZR d)) n').
    { rewrite <- window_linear. apply window_le. intros y. rewrite Rmult_1_r. apply (bell_line alpha v L (b * f (s' + y)%Z + c) d y Ha Hv).
      specialize (Hf (s' + y)%Z). assert (0 <= b * f (s' + y)%Z) by (apply Rmult_le_pos; lra). lra. }
    rewrite Hsplit in H4. rewrite (window_ext (fun y => bell v y * 1) (bell v)) in H4 by (intros; ring).
    assert (H5 : window (about v (alpha * IZR d)) n' <= W) by (apply window_within, theta_largest; assumption).
    assert (H6 : window (fun y => bell v y * f (s' + y)%Z) n' / W <= x + t) by (apply (gaussian_above p q (fun y => f (s' + y)%Z) x W n' Hd (fun y => Hf _) Hx' HW); unfold n', N in *; lia).
    assert (H7 : window (bell v) n' <= W) by (apply (is_lim_seq_incr_compare (window (bell v)) W HW); intros i; apply window_bell_more).
    assert (Hdiv : forall y u, y <= u * W -> y * / W <= u) by (intros y u Hy; apply Rmult_le_reg_r with W; [exact HW0|rewrite Rmult_assoc, Rinv_l; lra]).
    apply Hdiv. rewrite <- HL. eapply Rle_trans; [exact H3|]. eapply Rle_trans; [exact H4|].
    assert (HgL : 0 < g * exp L) by (apply Rmult_lt_0_compat; [lra|apply exp_pos]).
    assert (HM : 0 < exp ((alpha - 1) * (rho - L)) / alpha) by (apply Rdiv_lt_0_compat; [apply exp_pos|lra]).
    assert (H8 : window (fun y => bell v y * f (s' + y)%Z) n' <= (x + t) * W).
    { apply Rmult_le_reg_r with (/ W); [apply Rinv_0_lt_compat, HW0|]. rewrite (Rmult_assoc (x + t)), Rinv_r by lra. lra. }
    assert (H9 : b * window (fun y => bell v y * f (s' + y)%Z) n' + c * window (bell v) n' <= z * W).
    { unfold z. assert (b * window (fun y => bell v y * f (s' + y)%Z) n' <= b * ((x + t) * W)) by (apply Rmult_le_compat_l; lra).
      assert (c * window (bell v) n' <= c * W) by (apply Rmult_le_compat_l; lra). lra. }
    assert (g * exp L * (b * window (fun y => bell v y * f (s' + y)%Z) n' + c * window (bell v) n') <= g * exp L * (z * W)) by (apply Rmult_le_compat_l; lra).
    assert (exp ((alpha - 1) * (rho - L)) / alpha * window (about v (alpha * IZR d)) n' <= exp ((alpha - 1) * (rho - L)) / alpha * W) by (apply Rmult_le_compat_l; lra).
    lra. }
  assert (Hlim : r - l <= (1 + t) * (K * Rpower z g - l * (W / W))).
  { apply (is_lim_seq_le_loc (fun _ => r - l) (fun n => (1 + t) * (K * Rpower z g - l * (window (bell v) n / W))) (r - l) ((1 + t) * (K * Rpower z g - l * (W / W))));
      [exists N; exact Hstep|apply is_lim_seq_const|].
    apply (is_lim_seq_scal_l _ (1 + t) (K * Rpower z g - l * (W / W))). apply is_lim_seq_minus'; [apply is_lim_seq_const|].
    apply (is_lim_seq_scal_l _ l (W / W)). unfold Rdiv. apply (is_lim_seq_scal_r _ (/ W) W HW). }
  replace (W / W) with 1 in Hlim by (field; lra). lra.
Qed.

(* How many draws all of them make. *)
Fixpoint all_draws (n : nat -> nat) (k : nat) : nat := match k with O => 0%nat | S k => (all_draws n k + n k)%nat end.

Lemma all_draws_le (n : nat -> nat) (most k : nat) : (forall i, (n i <= most)%nat) -> (all_draws n k <= k * most)%nat.
Proof. intros H. induction k as [|k IH]; simpl; [lia|]. specialize (H k). lia. Qed.

(* k releases one beside the other. *)
Theorem moves_release [A : Type] (alpha : R) (mu2 : nat -> R) (n : nat -> nat) (m m' : nat -> program A) (k : nat) : 1 < alpha -> (forall i, 0 <= mu2 i) ->
  (forall i, (i < k)%nat -> moves alpha (mu2 i) (n i) (m i) (m' i)) ->
  moves alpha (sum mu2 k) (all_draws n k) (release m k) (release m' k).
Proof.
  intros Ha Hm. induction k as [|k IH]; intros H; [apply moves_same; [exact Ha|apply ends_return]|]. cbn [release sum all_draws].
  apply moves_then; [exact Ha|apply sum_nonneg, Hm|apply Hm|apply IH; intros i Hi; apply H; lia|].
  intros vs. apply moves_after; [exact Ha|apply Hm|intros v; apply ends_return|apply H; lia].
Qed.

(* k releases one after the other, each chosen in the light of those before, of mu2 and n draws at most. *)
Theorem moves_in_turn [A : Type] (alpha mu2 : R) (n : nat) (m m' : nat -> list A -> program A) (k : nat) : 1 < alpha -> 0 <= mu2 ->
  (forall i before, (i < k)%nat -> moves alpha mu2 n (m i before) (m' i before)) ->
  moves alpha (INR k * mu2) (k * n) (in_turn m k) (in_turn m' k).
Proof.
  intros Ha Hm. induction k as [|k IH]; intros H.
  - simpl INR. rewrite Rmult_0_l. apply moves_same; [exact Ha|apply ends_return].
  - rewrite S_INR. replace ((INR k + 1) * mu2) with (INR k * mu2 + mu2) by ring. replace (S k * n)%nat with (k * n + n)%nat by lia. cbn [in_turn].
    apply moves_then; [exact Ha|apply Rmult_le_pos; [apply pos_INR|exact Hm]|exact Hm|apply IH; intros i before Hi; apply H; lia|].
    intros before. apply moves_after; [exact Ha|exact Hm|intros v; apply ends_return|apply H; lia].
Qed.

(* What of k whole numbers moves. *)
Definition moved (s s' : nat -> Z) (k : nat) : nat := all_draws (fun i => if (s i =? s' i)%Z then 0%nat else 1%nat) k.
Definition square_apart (s s' : nat -> Z) (k : nat) : R := sum (fun i => IZR (s i - s' i) * IZR (s i - s' i)) k.

Lemma gauss_noisy_ends (p q : nat) (s : Z) : drawable p q -> ends (gauss_noisy p q s).
Proof. intros Hd. apply ends_then; [apply gaussian_ends, Hd|intros v; apply ends_return]. Qed.

Lemma vector_ends (p q : nat) (s : nat -> Z) (k : nat) : drawable p q -> ends (release (fun i => gauss_noisy p q (s i)) k).
Proof. intros Hd. apply release_ends. intros i. apply gauss_noisy_ends, Hd. Qed.

Lemma square_apart_nonneg (s s' : nat -> Z) (k : nat) : 0 <= square_apart s s' k.
Proof. apply sum_nonneg. intros i. apply Rle_0_sqr. Qed.

(* k whole numbers, each with noise of its own: mu^2 is the square of how far they move in the 2-norm, over the variance. *)
Theorem vector_moves (p q : nat) (s s' : nat -> Z) (k : nat) (alpha : R) : drawable p q -> 1 < alpha ->
  moves alpha (square_apart s s' k / variance p q) (moved s s' k)
    (release (fun i => gauss_noisy p q (s i)) k) (release (fun i => gauss_noisy p q (s' i)) k).
Proof.
  intros Hd Ha. assert (Hv := variance_pos p q (proj1 Hd) (proj1 (proj2 Hd))).
  replace (square_apart s s' k / variance p q) with (sum (fun i => IZR (s i - s' i) * IZR (s i - s' i) / variance p q) k).
  2: { unfold square_apart, Rdiv. rewrite (sum_ext _ (fun i => / variance p q * (IZR (s i - s' i) * IZR (s i - s' i)))) by (intros; ring). rewrite sum_scale. ring. }
  apply (moves_release alpha (fun i => IZR (s i - s' i) * IZR (s i - s' i) / variance p q) (fun i => if (s i =? s' i)%Z then 0%nat else 1%nat)); [exact Ha| |].
  - intros i. apply Rmult_le_pos; [apply Rle_0_sqr|left; apply Rinv_0_lt_compat, Hv].
  - intros i _. destruct (Z.eqb_spec (s i) (s' i)) as [E|E].
    + rewrite E, Z.sub_diag, Rmult_0_l. unfold Rdiv. rewrite Rmult_0_l. apply moves_same; [exact Ha|apply gauss_noisy_ends, Hd].
    + apply draw_moves; assumption.
Qed.

Lemma moved_le (s s' : nat -> Z) (k : nat) : (moved s s' k <= k)%nat.
Proof. unfold moved. rewrite <- (Nat.mul_1_r k) at 2. apply all_draws_le. intros i. destruct (s i =? s' i)%Z; lia. Qed.

(* Pieces of which one alone moves. *)
Lemma one_piece {A : Type} (alpha mu2 : R) (n : nat) (m m' : nat -> program A) (u k : nat) : 1 < alpha -> 0 <= mu2 -> (forall i, ends (m i)) ->
  (forall i, i <> u -> m i = m' i) -> moves alpha mu2 n (m u) (m' u) -> moves alpha mu2 n (release m k) (release m' k).
Proof.
  intros Ha Hm He Hi Hu.
  assert (H : moves alpha (sum (fun i => if (i =? u)%nat then mu2 else 0) k) (all_draws (fun i => if (i =? u)%nat then n else 0%nat) k) (release m k) (release m' k)).
  { apply moves_release; [exact Ha|intros i; destruct (i =? u)%nat; lra|]. intros i _. destruct (Nat.eqb_spec i u) as [->|Hne]; [exact Hu|].
    rewrite <- (Hi i Hne). apply moves_same; [exact Ha|apply He]. }
  refine (moves_weaker _ _ _ _ _ _ _ Ha _ _ H).
  - split; [apply sum_nonneg; intros i; destruct (i =? u)%nat; lra|].
    assert (E : sum (fun i => if (i =? u)%nat then mu2 else 0) k = if (u <? k)%nat then mu2 else 0).
    { clear - Hm. induction k as [|k IH]; [reflexivity|]. cbn [sum]. rewrite IH. destruct (Nat.eqb_spec k u) as [->|Hne].
      - rewrite Nat.ltb_irrefl, (proj2 (Nat.ltb_lt u (S u))) by lia. ring.
      - destruct (Nat.ltb_spec u k); destruct (Nat.ltb_spec u (S k)); try lia; ring. }
    rewrite E. destruct (u <? k)%nat; lra.
  - assert (E : all_draws (fun i => if (i =? u)%nat then n else 0%nat) k = if (u <? k)%nat then n else 0%nat).
    { clear. induction k as [|k IH]; [reflexivity|]. cbn [all_draws]. rewrite IH. destruct (Nat.eqb_spec k u) as [->|Hne].
      - rewrite Nat.ltb_irrefl, (proj2 (Nat.ltb_lt u (S u))) by lia. reflexivity.
      - destruct (Nat.ltb_spec u k); destruct (Nat.ltb_spec u (S k)); try lia. }
    rewrite E. destruct (u <? k)%nat; lia.
Qed.

(* What a guarantee adds for a draw is more than what the draw is off. *)
Theorem gauss_counted : gauss_tiny <= (/ 2) ^ 1473.
Proof.
  assert (H := cut_off_bits). unfold gauss_tiny. assert (H1 : (/ 2) ^ 1476 <= (/ 2) ^ 1473 * / 8) by (right; replace 1476%nat with (1473 + 3)%nat by reflexivity; rewrite pow_add; f_equal; field).
  assert (Hk := exp_pos (- (1024))). set (k := exp (- (1024))) in *. set (d := (/ 2) ^ 1473) in *. set (c := (/ 2) ^ 1476) in *. clearbody k d c. lra.
Qed.

(* What `dpmf_gaussian_rdp_epsilon` computes from mu^2 and delta, with the order and the s that its search finds. *)
Definition spent (alpha mu2 delta eps : R) : Prop := 1 < alpha /\ 0 < mu2 /\ 0 < delta < 1 /\ converted alpha (alpha * mu2 / 2) delta eps.

(* Every order has an epsilon, for every mu^2 and delta. *)
Theorem spent_exists (alpha mu2 delta : R) : 1 < alpha -> 0 < mu2 -> 0 < delta < 1 -> exists eps, spent alpha mu2 delta eps.
Proof.
  intros Ha Hm Hd. exists (closed_epsilon alpha (alpha * mu2 / 2) delta). split; [exact Ha|]. split; [exact Hm|]. split; [exact Hd|]. left. lra.
Qed.

(* What a guarantee adds to delta for so many draws (ref/account/limits.c). *)
Definition owed (draws : nat) (eps : R) : R := (1 + exp eps) * (INR draws * (/ 2) ^ 1473).

(* From what moves to every event: epsilon is what the account computes of mu^2 and delta, and what is owed for the draws is added
   to delta. *)
Theorem moves_private [A : Type] (alpha mu2 delta eps : R) (n : nat) (m m' : program A) : spent alpha mu2 delta eps -> moves alpha mu2 n m m' ->
  private eps (delta + owed n eps) m m'.
Proof.
  intros [Ha [Hm [Hd Hc]]] H. assert (Ht := gauss_tiny_pos). destruct (draws_range n) as [T1 T2].
  assert (Hrho : 0 < alpha * mu2 / 2) by (assert (0 < alpha * mu2) by (apply Rmult_lt_0_compat; lra); lra).
  assert (HT : (1 + gauss_tiny) ^ n * (1 - INR n * gauss_tiny) <= 1).
  { destruct gauss_tiny_is as [_ [_ [Hk _]]]. assert (Hlt : gauss_tiny < 1).
    { destruct cut_off as [[_ H1] _]. rewrite most_is in H1. unfold gauss_tiny. replace (INR 1024) with 1024 in H1 by (rewrite INR_IZR_INZ; reflexivity). lra. }
    destruct (powers_near gauss_tiny n (conj Ht Hlt)) as [P1 P2]. eapply Rle_trans; [|exact P2]. apply Rmult_le_compat_l; lra. }
  assert (P := renyi_private alpha (alpha * mu2 / 2) delta eps ((1 + gauss_tiny) ^ n) (INR n * gauss_tiny) m m' Ha Hrho Hd T2 T1 HT Hc H).
  apply (weaker eps _ _ _ m m' (Rle_refl eps)) with (2 := P). unfold owed. apply Rplus_le_compat_l. assert (He := exp_pos eps). apply Rmult_le_compat_l; [lra|].
  apply Rmult_le_compat_l; [apply pos_INR|exact gauss_counted].
Qed.
