(* SPDX-License-Identifier: GPL-3.0-or-later *)
(* Limits on (0, infinity) in h, through s = sqrt(h), of the arguments that E
   takes in the integrals over h, and the fundamental theorem there. *)
From Coq Require Import Reals Lra Psatz.
From Coquelicot Require Import Coquelicot.
From Dpmf Require Import Gauss.
Open Scope R_scope.

Notation toward_zero := (at_right 0).
Notation toward_infinity := (Rbar_locally p_infty).

Lemma grows (f : R -> R) :
  (forall M, exists N, forall h, N < h -> M < f h) -> filterlim f toward_infinity (Rbar_locally p_infty).
Proof. intros H P [M HM]. destruct (H M) as [N HN]. exists N. intros h Hh. apply HM, HN, Hh. Qed.

Lemma falls (f : R -> R) :
  (forall M, exists N, forall h, N < h -> f h < M) -> filterlim f toward_infinity (Rbar_locally m_infty).
Proof. intros H P [M HM]. destruct (H M) as [N HN]. exists N. intros h Hh. apply HM, HN, Hh. Qed.

Lemma near_zero (P : R -> Prop) (e : R) : 0 < e -> (forall h, 0 < h < e -> P h) -> toward_zero P.
Proof.
  intros He H. exists (mkposreal e He). intros h Hb Hh. apply H. split; [exact Hh|].
  change (Rabs (h - 0) < e) in Hb. rewrite Rminus_0_r, Rabs_pos_eq in Hb; [exact Hb|left; exact Hh].
Qed.

Lemma root_above (M h : R) : 0 <= M -> M * M < h -> M < sqrt h.
Proof. intros HM Hh. rewrite <- (sqrt_square M HM). apply sqrt_lt_1_alt. split; [nra|exact Hh]. Qed.

Lemma root_below (M h : R) : 0 < M -> 0 < h < M * M -> 0 < sqrt h < M.
Proof.
  intros HM Hh. split; [apply sqrt_lt_R0; lra|].
  rewrite <- (sqrt_square M) by lra. apply sqrt_lt_1_alt. lra.
Qed.

(* p s + q / s, as h grows and as it vanishes. *)
Lemma over_root_small (q h : R) : 0 <= q -> 1 < h -> 0 <= q / sqrt h <= q.
Proof.
  intros Hq Hh. assert (H1 : 1 < sqrt h) by (apply root_above; lra).
  split; [apply Rle_mult_inv_pos; lra|].
  apply Rmult_le_reg_r with (sqrt h); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. nra.
Qed.

Lemma sum_grows (p q : R) : 0 < p -> 0 <= q ->
  filterlim (fun h => p * sqrt h + q / sqrt h) toward_infinity (Rbar_locally p_infty).
Proof.
  intros Hp Hq. apply grows. intros M. set (m := (Rabs M + 1) / p).
  assert (Hm : 0 < m) by (apply Rdiv_lt_0_compat; [assert (Hx := Rabs_pos M); lra|exact Hp]).
  exists (1 + m * m). intros h Hh. assert (Hr : m < sqrt h) by (apply root_above; nra).
  destruct (over_root_small q h Hq) as [H0 _]; [nra|].
  assert (p * m = Rabs M + 1) by (unfold m; field; lra).
  assert (Habs := Rle_abs M). nra.
Qed.

Lemma difference_grows (p q : R) : 0 < p -> 0 <= q ->
  filterlim (fun h => p * sqrt h - q / sqrt h) toward_infinity (Rbar_locally p_infty).
Proof.
  intros Hp Hq. apply grows. intros M. set (m := (Rabs M + q + 1) / p).
  assert (Hm : 0 < m) by (apply Rdiv_lt_0_compat; [assert (Hx := Rabs_pos M); lra|exact Hp]).
  exists (1 + m * m). intros h Hh. assert (Hr : m < sqrt h) by (apply root_above; nra).
  destruct (over_root_small q h Hq) as [_ H1]; [nra|].
  assert (p * m = Rabs M + q + 1) by (unfold m; field; lra).
  assert (Habs := Rle_abs M). nra.
Qed.

Lemma over_root_large (q h M : R) : 0 < q -> 0 < M -> 0 < h < (q / M) * (q / M) -> M < q / sqrt h.
Proof.
  intros Hq HM Hh. destruct (root_below (q / M) h) as [H0 H1]; [apply Rdiv_lt_0_compat; assumption|exact Hh|].
  apply Rmult_lt_reg_r with (sqrt h); [exact H0|].
  replace (q / sqrt h * sqrt h) with q by (field; lra).
  apply Rmult_lt_compat_l with (r := M) in H1; [|exact HM].
  replace (M * (q / M)) with q in H1 by (field; lra). exact H1.
Qed.

Lemma sum_grows_at_zero (p q : R) : 0 <= p -> 0 < q ->
  filterlim (fun h => p * sqrt h + q / sqrt h) toward_zero (Rbar_locally p_infty).
Proof.
  intros Hp Hq P [M HM]. set (m := Rabs M + 1). assert (Hm : 0 < m) by (assert (Hx := Rabs_pos M); unfold m; lra).
  apply near_zero with ((q / m) * (q / m)); [apply Rmult_lt_0_compat; apply Rdiv_lt_0_compat; assumption|].
  intros h Hh. apply HM. assert (H := over_root_large q h m Hq Hm Hh).
  assert (0 <= p * sqrt h) by (apply Rmult_le_pos; [exact Hp|apply sqrt_pos]).
  assert (H2 := Rle_abs M). unfold m in *. lra.
Qed.

Lemma difference_falls_at_zero (p q : R) : 0 <= p -> 0 < q ->
  filterlim (fun h => p * sqrt h - q / sqrt h) toward_zero (Rbar_locally m_infty).
Proof.
  intros Hp Hq P [M HM]. set (m := Rabs M + p + 1). assert (Hm : 0 < m) by (assert (Hx := Rabs_pos M); unfold m; lra).
  assert (Hz : 0 < (q / m) * (q / m)) by (apply Rmult_lt_0_compat; apply Rdiv_lt_0_compat; assumption).
  apply near_zero with (Rmin 1 ((q / m) * (q / m))); [apply Rmin_pos; lra|].
  intros h [Hh0 Hh1]. apply HM.
  assert (Hb := Rlt_le_trans _ _ _ Hh1 (Rmin_r 1 _)). assert (Hc := Rlt_le_trans _ _ _ Hh1 (Rmin_l 1 _)).
  assert (H := over_root_large q h m Hq Hm (conj Hh0 Hb)).
  assert (Hs : 0 < sqrt h < 1) by (apply root_below; lra).
  assert (H2 := Rle_abs (- M)). rewrite Rabs_Ropp in H2. unfold m in *. nra.
Qed.

Lemma E_at_infinity : filterlim E (Rbar_locally p_infty) (locally L).
Proof. exact E_limit. Qed.

Lemma E_at_minus_infinity : filterlim E (Rbar_locally m_infty) (locally (- L)).
Proof.
  apply filterlim_ext with (fun z => - E (- z)); [intros z; rewrite E_odd; ring|].
  apply (filterlim_comp _ _ _ (fun z => E (- z)) Ropp _ (locally L)); [|apply (filterlim_opp L)].
  apply (filterlim_comp _ _ _ Ropp E _ (Rbar_locally p_infty)); [|exact E_at_infinity].
  exact (filterlim_Rbar_opp m_infty).
Qed.

Lemma limit_sum (F : (R -> Prop) -> Prop) {FF : Filter F} (f g : R -> R) (x y : R) :
  filterlim f F (locally x) -> filterlim g F (locally y) -> filterlim (fun h => f h + g h) F (locally (x + y)).
Proof. intros Hf Hg. refine (filterlim_comp_2 _ _ Rplus Hf Hg _). apply (filterlim_plus x y). Qed.

Lemma limit_scale (F : (R -> Prop) -> Prop) {FF : Filter F} (c : R) (f : R -> R) (x : R) :
  filterlim f F (locally x) -> filterlim (fun h => c * f h) F (locally (c * x)).
Proof. intros Hf. exact (filterlim_comp _ _ _ f (fun y => c * y) _ _ _ Hf (filterlim_scal_r c x)). Qed.

Lemma limit_product (F : (R -> Prop) -> Prop) {FF : Filter F} (f g : R -> R) (x y : R) :
  filterlim f F (locally x) -> filterlim g F (locally y) -> filterlim (fun h => f h * g h) F (locally (x * y)).
Proof. intros Hf Hg. refine (filterlim_comp_2 _ _ Rmult Hf Hg _). apply (filterlim_mult x y). Qed.

Lemma limit_E (F : (R -> Prop) -> Prop) {FF : Filter F} (f : R -> R) :
  filterlim f F (Rbar_locally p_infty) -> filterlim (fun h => E (f h)) F (locally L).
Proof. intros Hf. exact (filterlim_comp _ _ _ f E _ _ _ Hf E_at_infinity). Qed.

Lemma limit_E_minus (F : (R -> Prop) -> Prop) {FF : Filter F} (f : R -> R) :
  filterlim f F (Rbar_locally m_infty) -> filterlim (fun h => E (f h)) F (locally (- L)).
Proof. intros Hf. exact (filterlim_comp _ _ _ f E _ _ _ Hf E_at_minus_infinity). Qed.

(* The fundamental theorem on (0, infinity). *)
Theorem integral (F f : R -> R) (low high : R) :
  (forall h, 0 < h -> is_derive F h (f h)) -> (forall h, 0 < h -> continuous f h) ->
  filterlim F toward_zero (locally low) -> filterlim F toward_infinity (locally high) ->
  is_RInt_gen f toward_zero toward_infinity (high - low).
Proof.
  intros Hd Hc Hlow Hhigh.
  assert (Hpos : filter_prod toward_zero toward_infinity
                   (fun ab => forall h, Rmin (fst ab) (snd ab) <= h -> 0 < h)).
  { exists (fun a => 0 < a) (fun c => 0 < c).
    - apply near_zero with 1; [lra|]. intros h Hh; lra.
    - exists 0. intros h Hh; lra.
    - simpl. intros a c Ha Hb h Hh. apply Rlt_le_trans with (2 := Hh). apply Rmin_pos; assumption. }
  apply (is_RInt_gen_ext (Derive F)).
  - revert Hpos. apply filter_imp. intros [a c] H h Hh. simpl in *.
    apply is_derive_unique, Hd, H. lra.
  - apply is_RInt_gen_Derive; [| |exact Hlow|exact Hhigh].
    + revert Hpos. apply filter_imp. intros [a c] H h Hh. eexists. apply Hd, (H h). apply Hh.
    + revert Hpos. apply filter_imp. intros [a c] H h Hh. specialize (H h (proj1 Hh)).
      apply (continuous_ext_loc (Derive F) f h); [|apply Hc, H].
      exists (mkposreal h H). intros y Hy. symmetry. apply is_derive_unique, Hd.
      change (Rabs (y - h) < h) in Hy. apply Rabs_def2 in Hy. lra.
Qed.
