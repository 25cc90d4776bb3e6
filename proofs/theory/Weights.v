(* SPDX-License-Identifier: GPL-3.0-or-later *)
(* dpimf, Problem 1, Theorem 6 and Algorithm 3: the weights that keep ln(1 + (e^phi(w) - 1) / w)
   within e (the paper's eps') and draw the least. phi w is the loss of a record that counts w
   times; a w for Laplace noise, a the loss of one that counts once. *)
From Coq Require Import Reals Lra Psatz Arith Lia.
From Dpmf Require Import Sums Sampling.
Open Scope R_scope.

Definition feasible (phi : R -> R) (e w : R) : Prop := 1 <= w /\ ln (1 + (exp (phi w) - 1) / w) <= e.
(* The constraint times w, without the logarithm. *)
Definition surplus (phi : R -> R) (e w : R) : R := exp (phi w) - 1 - w * (exp e - 1).

Lemma ln_le_iff (x e : R) : 0 < x -> (ln x <= e <-> x <= exp e).
Proof.
  intros Hx. split; intros H.
  - rewrite <- (exp_ln x Hx). destruct H as [H| ->]; [left; apply exp_increasing; exact H|right; reflexivity].
  - rewrite <- (ln_exp e). destruct H as [H| ->]; [left; apply ln_increasing; assumption|right; reflexivity].
Qed.

Lemma feasible_iff (phi : R -> R) (e w : R) : 0 <= phi w -> (feasible phi e w <-> 1 <= w /\ surplus phi e w <= 0).
Proof.
  intros Hp. unfold feasible, surplus. assert (Ht := tangent (phi w)).
  split; intros [Hw H]; split; try exact Hw;
    assert (Hq : 0 <= (exp (phi w) - 1) / w) by (apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra]).
  - apply ln_le_iff in H; [|lra]. assert (Hm : (exp (phi w) - 1) / w * w <= (exp e - 1) * w) by (apply Rmult_le_compat_r; lra).
    replace ((exp (phi w) - 1) / w * w) with (exp (phi w) - 1) in Hm by (field; lra). lra.
  - apply ln_le_iff; [lra|]. assert (Hm : (exp (phi w) - 1) / w <= exp e - 1); [|lra].
    apply Rmult_le_reg_r with w; [lra|]. replace ((exp (phi w) - 1) / w * w) with (exp (phi w) - 1) by (field; lra). lra.
Qed.

(* Theorem 6 prints eps > ln(1 + w (e^e - 1)) for all w >= v, a number above an unbounded function. *)
Theorem theorem_6_as_printed_is_empty (e eps v : R) : 0 < e -> ~ (forall w, v <= w -> ln (1 + w * (exp e - 1)) < eps).
Proof.
  intros He H. assert (Ht := tangent e). set (K := exp e - 1) in *. assert (HK : 0 < K) by (unfold K; lra).
  set (w := Rmax v (exp eps / K)). assert (Hw := H w (Rmax_l _ _)).
  assert (Hx : exp eps <= w * K).
  { apply Rle_trans with (exp eps / K * K); [right; field; lra|]. apply Rmult_le_compat_r; [lra|apply Rmax_r]. }
  assert (Hp := exp_pos eps). apply Rlt_not_le with (1 := Hw). left.
  rewrite <- (ln_exp eps) at 1. apply ln_increasing; lra.
Qed.

(* With phi(w) for eps, as the argument needs, it is true of continuous phi: one largest weight. *)
Theorem largest_weight (phi : R -> R) (e v : R) : (forall w, 1 <= w -> 0 <= phi w) ->
  (forall w, 1 <= w -> continuity_pt phi w) -> phi 1 <= e -> (forall w, v <= w -> ln (1 + w * (exp e - 1)) < phi w) ->
  exists m, feasible phi e m /\ forall w, feasible phi e w -> w <= m.
Proof.
  intros Hpos Hcont H1 Hv. assert (He : 0 <= e) by (assert (H := Hpos 1 ltac:(lra)); lra). assert (Ht := tangent e).
  assert (Bound : forall w, feasible phi e w -> w <= v).
  { intros w Hf. apply Rnot_lt_le. intros Hlt. assert (Hw := proj1 Hf). apply feasible_iff in Hf; [|apply Hpos, Hw].
    assert (Hs := proj2 Hf). unfold surplus in Hs. assert (G := Hv w (Rlt_le _ _ Hlt)).
    assert (Hwe : 0 <= w * (exp e - 1)) by (apply Rmult_le_pos; lra).
    apply Rlt_not_le with (1 := G). rewrite <- (ln_exp (phi w)).
    assert (Hp := exp_pos (phi w)). apply ln_le_iff; [exact Hp|]. rewrite exp_ln by lra. lra. }
  assert (F1 : feasible phi e 1).
  { apply feasible_iff; [apply Hpos; lra|]. split; [lra|]. unfold surplus.
    assert (exp (phi 1) <= exp e) by (destruct H1 as [H| ->]; [left; apply exp_increasing; exact H|lra]). lra. }
  destruct (completeness (feasible phi e)) as [m [Up Least]]; [exists v; exact Bound|exists 1; exact F1|].
  exists m. split; [|exact Up]. assert (Hm := Up 1 F1). apply feasible_iff; [apply Hpos, Hm|]. split; [exact Hm|].
  apply Rnot_lt_le. intros Hlt.
  assert (C : continuity_pt (surplus phi e) m).
  { unfold surplus. apply (continuity_pt_minus (fun w => exp (phi w) - 1) (fun w => w * (exp e - 1))).
    - apply (continuity_pt_minus (fun w => exp (phi w)) (fun _ => 1)); [|apply continuity_pt_const; intros x y; reflexivity].
      apply (continuity_pt_comp phi exp); [apply Hcont, Hm|apply derivable_continuous_pt, derivable_pt_exp].
    - apply (continuity_pt_mult (fun w => w) (fun _ => exp e - 1));
        [apply derivable_continuous_pt, derivable_pt_id|apply continuity_pt_const; intros x y; reflexivity]. }
  destruct (C (surplus phi e m) Hlt) as [del [Hdel Near]].
  apply (Rlt_not_le m (m - del / 2)); [lra|]. apply Least. intros w Hf. apply Rnot_lt_le. intros Hwm.
  assert (Hw := Up w Hf). assert (Hw1 := proj1 Hf). apply feasible_iff in Hf; [|apply Hpos, Hw1].
  destruct (Req_dec m w) as [-> |Hne]; [lra|].
  assert (N : R_dist (surplus phi e w) (surplus phi e m) < surplus phi e m).
  { apply Near. split; [split; [exact I|exact Hne]|]. simpl. unfold R_dist. apply Rabs_def1; lra. }
  unfold R_dist in N. apply Rabs_def2 in N. lra.
Qed.

(* Problem 1 then has one solution, record by record the largest weight. *)
Theorem theorem_6 (phi : nat -> R -> R) (e : R) (m : nat -> R) (n : nat) :
  (forall i, (i < n)%nat -> feasible (phi i) e (m i) /\ forall w, feasible (phi i) e w -> w <= m i) ->
  forall W : nat -> R, (forall i, (i < n)%nat -> feasible (phi i) e (W i)) ->
  sum (fun i => / m i) n <= sum (fun i => / W i) n /\
  (sum (fun i => / W i) n <= sum (fun i => / m i) n -> forall i, (i < n)%nat -> W i = m i).
Proof.
  intros Hm W HW.
  assert (Each : forall i, (i < n)%nat -> / m i <= / W i).
  { intros i Hi. assert (H := proj2 (Hm i Hi) _ (HW i Hi)). assert (H1 := proj1 (HW i Hi)). apply Rinv_le_contravar; lra. }
  split; [apply sum_le; exact Each|].
  assert (Eq : sum (fun i => / W i) n <= sum (fun i => / m i) n -> forall i, (i < n)%nat -> / W i = / m i).
  { clear Hm HW. induction n as [|k IH]; [intros; lia|]. simpl. intros H i Hi.
    assert (Hk := Each k ltac:(lia)). assert (Hl : sum (fun i => / m i) k <= sum (fun i => / W i) k) by (apply sum_le; auto).
    destruct (Nat.eq_dec i k) as [-> |Hne]; [lra|]. apply IH; [auto|lra|lia]. }
  intros H i Hi. rewrite <- (Rinv_inv (W i)), <- (Rinv_inv (m i)), (Eq H i Hi). reflexivity.
Qed.

(* Neither hypothesis can go. A jump: the weights below 2 are all feasible, and none is the largest. *)
Theorem theorem_6_needs_continuity (e : R) : 0 < e ->
  let phi := fun w => if Rlt_dec w 2 then 0 else ln (1 + w * (exp e - 1)) + 1 in
  (forall w, 1 <= w -> 0 <= phi w) /\ phi 1 <= e /\ (forall w, 2 <= w -> ln (1 + w * (exp e - 1)) < phi w) /\
  forall w, feasible phi e w -> exists w', feasible phi e w' /\ / w' < / w.
Proof.
  intros He phi. assert (Ht := tangent e).
  assert (Hlow : forall w, w < 2 -> phi w = 0) by (intros w Hw; unfold phi; destruct (Rlt_dec w 2); [reflexivity|lra]).
  assert (Hhigh : forall w, 2 <= w -> phi w = ln (1 + w * (exp e - 1)) + 1)
    by (intros w Hw; unfold phi; destruct (Rlt_dec w 2); [lra|reflexivity]).
  assert (Hln : forall w, 2 <= w -> 0 < ln (1 + w * (exp e - 1))).
  { intros w Hw. rewrite <- ln_1. apply ln_increasing; [lra|]. assert (0 < w * (exp e - 1)) by (apply Rmult_lt_0_compat; lra). lra. }
  assert (Hpos : forall w, 1 <= w -> 0 <= phi w).
  { intros w Hw. destruct (Rlt_le_dec w 2) as [Hl|Hg]; [rewrite Hlow by exact Hl; lra|].
    rewrite Hhigh by exact Hg. assert (H := Hln w Hg). lra. }
  repeat split; [exact Hpos|rewrite Hlow by lra; lra|intros w Hw; rewrite Hhigh by exact Hw; lra|].
  intros w Hf. assert (Hw := proj1 Hf). apply feasible_iff in Hf; [|apply Hpos, Hw].
  destruct (Rlt_le_dec w 2) as [Hl|Hg].
  - exists ((w + 2) / 2). split; [|apply Rinv_lt_contravar; nra]. apply feasible_iff; [apply Hpos; lra|]. split; [lra|].
    unfold surplus. rewrite Hlow, exp_0 by lra. assert (0 <= (w + 2) / 2 * (exp e - 1)) by (apply Rmult_le_pos; lra). lra.
  - exfalso. assert (Hs := proj2 Hf). unfold surplus in Hs. rewrite Hhigh in Hs by exact Hg. rewrite exp_plus, exp_ln in Hs.
    + assert (H1 := tangent 1). assert (0 < w * (exp e - 1)) by (apply Rmult_lt_0_compat; lra). nra.
    + assert (0 < w * (exp e - 1)) by (apply Rmult_lt_0_compat; lra). lra.
Qed.

(* Section IV-C says that a convex phi is enough: phi = 0 is convex, and every weight has a better one. *)
Theorem convexity_is_not_enough (e w : R) : 0 <= e -> 1 <= w ->
  feasible (fun _ => 0) e w /\ feasible (fun _ => 0) e (w + 1) /\ / (w + 1) < / w.
Proof.
  intros He Hw. assert (Ht := tangent e).
  assert (F : forall x, 1 <= x -> feasible (fun _ => 0) e x).
  { intros x Hx. apply feasible_iff; [lra|]. split; [exact Hx|]. unfold surplus. rewrite exp_0.
    assert (0 <= x * (exp e - 1)) by (apply Rmult_le_pos; lra). lra. }
  repeat split; try apply F; try lra. apply Rinv_lt_contravar; nra.
Qed.

(* phi(w) = a w: (e^(a w) - 1) / w grows strictly. *)
Definition slope (a w : R) : R := (exp (a * w) - 1) / w.

Theorem slope_grows (a w v : R) : 0 < a -> 0 < w < v -> slope a w < slope a v.
Proof.
  intros Ha [Hw Hv]. unfold slope. set (x := a * w). set (y := a * v).
  assert (Hxy : 0 < x < y) by (unfold x, y; split; nra).
  (* exp above its tangent at x, at y and at 0 *)
  assert (Hp := exp_pos x).
  assert (A : exp x * (1 + (y - x)) <= exp y).
  { replace (exp y) with (exp x * exp (y - x)) by (rewrite <- exp_plus; f_equal; ring).
    apply Rmult_le_compat_l; [lra|]. apply tangent. }
  assert (C : exp x * (1 - x) < 1).
  { rewrite <- exp_0 at 2. replace 0 with (x + - x) by ring. rewrite exp_plus. apply Rmult_lt_compat_l; [exact Hp|].
    assert (H := exp_ineq1 (- x) ltac:(lra)). lra. }
  apply Rmult_lt_reg_r with (w * v); [nra|].
  replace ((exp x - 1) / w * (w * v)) with ((exp x - 1) * v) by (field; lra).
  replace ((exp y - 1) / v * (w * v)) with ((exp y - 1) * w) by (field; lra).
  apply Rmult_lt_reg_l with a; [exact Ha|].
  replace (a * ((exp x - 1) * v)) with ((exp x - 1) * y) by (unfold y; ring).
  replace (a * ((exp y - 1) * w)) with ((exp y - 1) * x) by (unfold x; ring).
  assert (A' : exp x * (1 + (y - x)) * x <= exp y * x) by (apply Rmult_le_compat_r; lra).
  assert (C' : exp x * (1 - x) * (y - x) < 1 * (y - x)) by (apply Rmult_lt_compat_r; lra). lra.
Qed.

Definition bracket (a e : R) : R := Rmax 1 (4 * (exp e - 1 - a) / a ^ 2).

Lemma bracket_is_above (a e w : R) : 0 < a -> bracket a e <= w -> exp e - 1 < slope a w.
Proof.
  intros Ha Hb. assert (H1 := Rle_trans _ _ _ (Rmax_l _ _) Hb). assert (H2 := Rle_trans _ _ _ (Rmax_r _ _) Hb).
  set (K := exp e - 1) in *. unfold slope. assert (Haw : 0 < a * w) by nra.
  assert (Q : (1 + a * w / 2) ^ 2 < exp (a * w)).
  { replace (a * w) with (a * w / 2 + a * w / 2) at 2 by field. rewrite exp_plus.
    assert (H := exp_ineq1 (a * w / 2) ltac:(lra)). nra. }
  assert (H3 : 4 * (K - a) <= w * a ^ 2).
  { apply Rle_trans with (4 * (K - a) / a ^ 2 * a ^ 2); [right; field; lra|]. apply Rmult_le_compat_r; [apply pow2_ge_0|exact H2]. }
  apply Rmult_lt_reg_r with w; [lra|]. replace ((exp (a * w) - 1) / w * w) with (exp (a * w) - 1) by (field; lra).
  assert (4 * (K - a) * w <= w * a ^ 2 * w) by (apply Rmult_le_compat_r; lra). lra.
Qed.

Lemma loss_by_slope (a e w : R) : 0 <= a -> 1 <= w -> (sampled_loss a w <= e <-> slope a w <= exp e - 1).
Proof.
  intros Ha Hw. unfold sampled_loss, slope. assert (H := weighted_excess a w Ha Hw). assert (Ht := tangent a).
  assert (0 <= w * (exp a - 1)) by (apply Rmult_le_pos; lra).
  assert (0 <= (exp (a * w) - 1) / w) by (apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra]).
  rewrite ln_le_iff by lra. split; lra.
Qed.

(* What Algorithm 3 should bisect: slope a w - (e^e - 1), from 1 to `bracket`. Its one root is the
   largest weight within e; to the left of it the loss is below e. *)
Theorem algorithm_3_corrected (a e : R) : 0 < a <= e -> exists w, 1 <= w <= bracket a e /\ slope a w = exp e - 1 /\
  (forall v, 1 <= v -> (sampled_loss a v <= e <-> v <= w)) /\ (forall v, 0 < v -> slope a v = exp e - 1 -> v = w).
Proof.
  intros [Ha Hae]. set (K := exp e - 1).
  assert (Cont : continuity (fun w => exp (a * w) - 1 - K * w)) by reg.
  assert (H1b : 1 <= bracket a e) by apply Rmax_l.
  assert (Low : exp (a * 1) - 1 - K * 1 <= 0).
  { unfold K. rewrite !Rmult_1_r. assert (exp a <= exp e) by (destruct Hae as [H| ->]; [left; apply exp_increasing; exact H|lra]). lra. }
  assert (High : 0 <= exp (a * bracket a e) - 1 - K * bracket a e).
  { assert (H := bracket_is_above a e (bracket a e) Ha (Rle_refl _)). fold K in H. unfold slope in H.
    assert (Hm : K * bracket a e < (exp (a * bracket a e) - 1) / bracket a e * bracket a e) by (apply Rmult_lt_compat_r; lra).
    replace ((exp (a * bracket a e) - 1) / bracket a e * bracket a e) with (exp (a * bracket a e) - 1) in Hm by (field; lra). lra. }
  destruct (IVT_cor _ 1 (bracket a e) Cont H1b) as [w [Hw Hz]]; [nra|].
  assert (Root : slope a w = K).
  { unfold slope. apply Rmult_eq_reg_r with w; [|lra].
    replace ((exp (a * w) - 1) / w * w) with (exp (a * w) - 1) by (field; lra). lra. }
  exists w. repeat split; try lra; try exact Root.
  - intros H2. apply loss_by_slope in H2; [|lra|assumption]. fold K in H2. apply Rnot_lt_le. intros Hlt.
    assert (Hs := slope_grows a w v Ha ltac:(lra)). lra.
  - intros Hvw. apply loss_by_slope; [lra|assumption|]. fold K. destruct Hvw as [Hlt| ->]; [|lra].
    assert (Hs := slope_grows a v w Ha ltac:(lra)). lra.
  - intros v Hv Hs. destruct (Rtotal_order v w) as [Hlt|[E|Hgt]]; [|exact E|].
    + assert (H := slope_grows a v w Ha ltac:(lra)). lra.
    + assert (H := slope_grows a w v Ha ltac:(lra)). lra.
Qed.

(* Algorithm 3's own g leaves out the -1: e^phi / w - (e^e - 1). Where it is 0 the loss is below e,
   by ln(1 - e^(-e) / w): the weight is feasible and not the largest. *)
Theorem published_root_falls_short (x e w : R) : 0 <= x -> 1 <= w -> exp x / w = exp e - 1 ->
  ln (1 + (exp x - 1) / w) = e + ln (1 - exp (- e) / w) /\ ln (1 + (exp x - 1) / w) < e.
Proof.
  intros Hx Hw H. assert (Hp := exp_pos e). assert (Ht := tangent x). assert (Hi : 0 < / w) by (apply Rinv_0_lt_compat; lra).
  assert (E : 1 + (exp x - 1) / w = exp e - / w).
  { replace ((exp x - 1) / w) with (exp x / w - / w) by (field; lra). lra. }
  assert (P : 0 < exp e - / w). { rewrite <- E. assert (0 <= (exp x - 1) / w) by (apply Rmult_le_pos; lra). lra. }
  assert (F : exp e - / w = exp e * (1 - exp (- e) / w)).
  { rewrite exp_Ropp. field. split; lra. }
  rewrite E. split.
  - rewrite F, ln_mult; [rewrite ln_exp; reflexivity|exact Hp|].
    rewrite F in P. apply Rmult_lt_reg_l with (exp e); [exact Hp|]. lra.
  - rewrite <- (ln_exp e) at 2. apply ln_increasing; lra.
Qed.

(* And it need not be 0 anywhere: e^(a w) / w is at least a times Euler's number. *)
Theorem published_g_without_root (a e w : R) : 0 < a -> 0 < w -> exp e - 1 < a * exp 1 -> exp e - 1 < exp (a * w) / w.
Proof.
  intros Ha Hw H. apply Rlt_le_trans with (1 := H). assert (Ht := tangent (a * w - 1)). assert (H1 := exp_pos 1).
  apply Rmult_le_reg_r with w; [exact Hw|]. replace (exp (a * w) / w * w) with (exp (a * w)) by (field; lra).
  replace (exp (a * w)) with (exp 1 * exp (a * w - 1)) by (rewrite <- exp_plus; f_equal; ring).
  replace (a * exp 1 * w) with (exp 1 * (a * w)) by ring. apply Rmult_le_compat_l; lra.
Qed.

(* a = 1/2, e = 3/5: the problem has a solution above 1, g no root. *)
Theorem algorithm_3_refuted : (forall w, 0 < w -> exp (3 / 5) - 1 < exp (/ 2 * w) / w) /\
  exists w, 1 < w /\ sampled_loss (/ 2) w <= 3 / 5.
Proof.
  assert (H1 := tangent 1). assert (E : exp (3 / 5) <= (5 / 4) ^ 3).
  { replace (3 / 5) with (/ 5 + (/ 5 + / 5)) by field. rewrite !exp_plus.
    assert (H : exp (/ 5) <= 5 / 4).
    { assert (Ht := tangent (- / 5)). assert (Hp := exp_pos (/ 5)). rewrite exp_Ropp in Ht.
      assert (H0 : exp (/ 5) * (1 + - / 5) <= exp (/ 5) * / exp (/ 5)) by (apply Rmult_le_compat_l; lra). rewrite Rinv_r in H0 by lra. lra. }
    assert (Hp := exp_pos (/ 5)). assert (exp (/ 5) * exp (/ 5) <= 5 / 4 * (5 / 4)) by nra. simpl. nra. }
  split.
  - intros w Hw. apply published_g_without_root; [lra|exact Hw|]. lra.
  - destruct (algorithm_3_corrected (/ 2) (3 / 5) ltac:(lra)) as [w [[Hw _] [Hs [Hf _]]]]. exists w. split.
    + destruct Hw as [Hw|Hw]; [exact Hw|exfalso]. subst w. unfold slope in Hs.
      assert (exp (/ 2) < exp (3 / 5)) by (apply exp_increasing; lra). rewrite Rmult_1_r in Hs.
      replace ((exp (/ 2) - 1) / 1) with (exp (/ 2) - 1) in Hs by field. lra.
    + apply Hf; lra.
Qed.

(* The end of its bracket, 2 (e^e - phi'(1) e^phi(1) + 1) / mu + 1 with mu = a^2 e^a for phi(w) = a w, can lie
   below 1: a = 2, e = 201/100. *)
Theorem published_bracket_refuted : 2 * (exp (201 / 100) - 2 * exp 2 + 1) / (2 ^ 2 * exp 2) + 1 < 1.
Proof.
  assert (H2 := tangent 2). assert (Hp := exp_pos 2).
  assert (E : exp (201 / 100) <= 100 / 99 * exp 2).
  { replace (201 / 100) with (2 + / 100) by field. rewrite exp_plus.
    assert (H : exp (/ 100) <= 100 / 99); [|nra].
    assert (Ht := tangent (- / 100)). assert (Hq := exp_pos (/ 100)). rewrite exp_Ropp in Ht.
    assert (H0 : exp (/ 100) * (1 + - / 100) <= exp (/ 100) * / exp (/ 100)) by (apply Rmult_le_compat_l; lra).
    rewrite Rinv_r in H0 by lra. lra. }
  assert (2 * (exp (201 / 100) - 2 * exp 2 + 1) / (2 ^ 2 * exp 2) < 0); [|lra].
  apply Rmult_lt_reg_r with (2 ^ 2 * exp 2); [lra|].
  replace (2 * (exp (201 / 100) - 2 * exp 2 + 1) / (2 ^ 2 * exp 2) * (2 ^ 2 * exp 2)) with (2 * (exp (201 / 100) - 2 * exp 2 + 1)) by (field; lra).
  lra.
Qed.
