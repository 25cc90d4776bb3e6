(* SPDX-License-Identifier: GPL-3.0-or-later *)
(* dpimf, Lemma 2: means under Laplace noise. A mean is a linear, monotone
   functional on the functions that have one; `is M f v` reads: f has mean v.
   The improper integral against the Laplace density is one, and so is that
   integral taken coordinate by coordinate for independent noise. *)
From Coq Require Import Reals Lra Psatz Arith Lia FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From Dpmf Require Import Sums Sensitivity Laplace Gauss Halfline.
Open Scope R_scope.

Record mean (T : Type) := {
  is :> (T -> R) -> R -> Prop;
  of_const : forall c, is (fun _ => c) c;
  of_plus : forall f g u v, is f u -> is g v -> is (fun w => f w + g w) (u + v);
  of_scale : forall a f u, is f u -> is (fun w => a * f w) (a * u);
  of_le : forall f g u v, is f u -> is g v -> (forall w, f w <= g w) -> u <= v }.
Arguments of_const {T}. Arguments of_plus {T}. Arguments of_scale {T}. Arguments of_le {T}.

Section Mean.
Variables (T : Type) (M : mean T).

Lemma of_ext (f g : T -> R) (u v : R) : M f u -> (forall w, f w = g w) -> u = v -> M g v.
Proof. intros Hf H <-. replace g with f; [exact Hf|]. apply functional_extensionality, H. Qed.

Lemma of_sum (f : nat -> T -> R) (v : nat -> R) (n : nat) :
  (forall i, (i < n)%nat -> M (f i) (v i)) -> M (fun w => sum (fun i => f i w) n) (sum v n).
Proof.
  induction n as [|n IH]; intros H; simpl; [apply of_const|].
  apply (of_plus M); [apply IH; intros; apply H; lia|apply H; lia].
Qed.

(* Jensen's inequality for the square. *)
Theorem square_of_mean (f : T -> R) (u v : R) : M f u -> M (fun w => f w ^ 2) v -> u ^ 2 <= v.
Proof.
  intros Hf Hv.
  assert (H := of_plus M _ _ _ _ (of_plus M _ _ _ _ Hv (of_scale M (- 2 * u) _ _ Hf)) (of_const M (u ^ 2))).
  assert (0 <= v + -2 * u * u + u ^ 2); [|nra].
  apply (of_le M _ _ _ _ (of_const M 0) H). intros w. assert (H2 := pow2_ge_0 (f w - u)). nra.
Qed.
End Mean.

(* The integral of f against the density of Laplace(b), and its right half. *)
Definition laplace_integral (b : R) (f : R -> R) (v : R) : Prop :=
  is_RInt_gen (fun z => laplace b z * f z) (Rbar_locally m_infty) (Rbar_locally p_infty) v.
Definition from (s b : R) (f : R -> R) (v : R) : Prop :=
  is_RInt_gen (fun z => laplace b z * f z) (at_point s) (Rbar_locally p_infty) v.

Lemma left_half (b : R) (f : R -> R) (v : R) : from 0 b (fun z => f (- z)) v ->
  is_RInt_gen (fun z => laplace b z * f z) (Rbar_locally m_infty) (at_point 0) v.
Proof.
  intros H P HP. destruct (H P HP) as [Q S HQ [m Hm] HQS].
  exists (fun a => S (- a)) (fun x => x = 0); [exists (- m); intros a Ha; apply Hm; lra|reflexivity|].
  intros a x Ha ->. destruct (HQS 0 (- a) HQ Ha) as [y [Hy Py]]. exists y. split; [|exact Py].
  simpl in Hy. apply is_RInt_swap in Hy.
  assert (Hz : is_RInt (fun z => laplace b z * f (- z)) (- a) (- 0) (opp y)) by (rewrite Ropp_0; exact Hy).
  apply is_RInt_comp_opp, is_RInt_opp in Hz. rewrite opp_opp in Hz. simpl.
  apply is_RInt_ext with (2 := Hz). intros z _. rewrite opp_opp. unfold laplace.
  rewrite Rabs_Ropp, Ropp_involutive. reflexivity.
Qed.

Lemma both_halves (b : R) (f : R -> R) (u v : R) :
  from 0 b f u -> from 0 b (fun z => f (- z)) v -> laplace_integral b f (u + v).
Proof.
  intros Hu Hv. unfold laplace_integral. rewrite Rplus_comm.
  apply (is_RInt_gen_Chasles (V := R_NormedModule) _ 0 v u); [apply left_half; exact Hv|exact Hu].
Qed.

Lemma falls_linear (b : R) : 0 < b -> filterlim (fun z => - z / (3 * b)) (Rbar_locally p_infty) (Rbar_locally m_infty).
Proof.
  intros Hb. apply falls. intros m. exists (- m * (3 * b)). intros z Hz.
  apply Rmult_lt_reg_r with (3 * b); [lra|]. replace (- z / (3 * b) * (3 * b)) with (- z) by (field; lra). lra.
Qed.

(* A quadratic polynomial against the density, from s >= 0 on. *)
Definition primitive (a0 a1 a2 b z : R) : R :=
  - ((a0 + a1 * (z + b) + a2 * (z ^ 2 + 2 * b * z + 2 * b ^ 2)) / 2) * exp (- z / b).

Lemma primitive_vanishes (a0 a1 a2 b : R) : 0 < b ->
  filterlim (primitive a0 a1 a2 b) (Rbar_locally p_infty) (locally 0).
Proof.
  intros Hb. set (y := fun z => - z / (3 * b)). assert (Hy := falls_linear b Hb). fold y in Hy.
  assert (He : filterlim (fun z => exp (y z)) (Rbar_locally p_infty) (locally 0))
    by exact (filterlim_comp _ _ _ y exp _ _ _ Hy is_lim_exp_m).
  assert (Hg : filterlim (fun z => y z * exp (y z)) (Rbar_locally p_infty) (locally 0))
    by exact (filterlim_comp _ _ _ y (fun t => t * exp t) _ _ _ Hy is_lim_mul_exp_m).
  assert (Hee := limit_product _ _ _ _ _ He He).
  assert (Heee := limit_product _ _ _ _ _ Hee He).
  assert (Hgee := limit_product _ _ _ _ _ Hg Hee).
  assert (Hgge := limit_product _ _ _ _ _ (limit_product _ _ _ _ _ Hg Hg) He).
  assert (H := limit_sum _ _ _ _ _ (limit_sum _ _ _ _ _
                 (limit_scale _ (- (a0 + a1 * b + 2 * a2 * b ^ 2) / 2) _ _ Heee)
                 (limit_scale _ (3 * b * (a1 + 2 * a2 * b) / 2) _ _ Hgee))
                 (limit_scale _ (- (9 * b ^ 2 * a2) / 2) _ _ Hgge)).
  rewrite !Rmult_0_l, !Rmult_0_r, !Rplus_0_r in H. revert H. apply filterlim_ext. intros z.
  assert (Hz : z = - (3 * b) * y z) by (unfold y; field; lra).
  assert (E : exp (- z / b) = exp (y z) * exp (y z) * exp (y z)).
  { rewrite <- !exp_plus. f_equal. unfold y. field. lra. }
  unfold primitive. rewrite E. clear E. generalize dependent (y z). intros t ->. field.
Qed.

Lemma from_polynomial (s a0 a1 a2 b : R) (f : R -> R) : 0 < b -> 0 <= s ->
  (forall z, s < z -> f z = a0 + a1 * z + a2 * z ^ 2) -> from s b f (- primitive a0 a1 a2 b s).
Proof.
  intros Hb Hs Hf.
  set (k := fun z => exp (- z / b) / (2 * b) * (a0 + a1 * z + a2 * z ^ 2)).
  assert (Hd : forall z, is_derive (primitive a0 a1 a2 b) z (k z)).
  { intros z. unfold primitive, k. auto_derive; [lra|]. unfold Rdiv. simpl. field. lra. }
  assert (Hk : forall z, continuous k z).
  { intros z. apply (ex_derive_continuous (V := R_NormedModule) k). unfold k. auto_derive. lra. }
  unfold from. replace (- primitive a0 a1 a2 b s) with (0 - primitive a0 a1 a2 b s) by ring.
  assert (Hsafe : filter_prod (at_point s) (Rbar_locally p_infty) (fun ab => fst ab = s /\ s < snd ab)).
  { exists (fun x => x = s) (fun x => s < x); [reflexivity|exists s; intros; assumption|].
    intros x y -> Hy. split; [reflexivity|exact Hy]. }
  apply (is_RInt_gen_ext (Derive (primitive a0 a1 a2 b))).
  - revert Hsafe. apply filter_imp. intros [x y] [Hx Hy] z Hz. simpl in *.
    rewrite Hx, Rmin_left in Hz by lra. rewrite (is_derive_unique _ _ _ (Hd z)). unfold k, laplace.
    rewrite Rabs_pos_eq, Hf by lra. reflexivity.
  - apply is_RInt_gen_Derive.
    + revert Hsafe. apply filter_imp. intros [x y] _ z _. eexists. apply Hd.
    + revert Hsafe. apply filter_imp. intros [x y] _ z _.
      apply (continuous_ext k); [intros t; symmetry; apply is_derive_unique, Hd|apply Hk].
    + intros P HP. apply locally_singleton in HP. exact HP.
    + apply primitive_vanishes. exact Hb.
Qed.

Lemma at_zero (a0 a1 a2 b : R) : 0 < b -> - primitive a0 a1 a2 b 0 = (a0 + a1 * b + 2 * a2 * b ^ 2) / 2.
Proof. intros Hb. unfold primitive. replace (- 0 / b) with 0 by (field; lra). rewrite exp_0. field. Qed.

(* f is one polynomial on the right of 0, another, in -z, on the left. *)
Lemma laplace_of (b a0 a1 a2 c0 c1 c2 v : R) (f : R -> R) : 0 < b ->
  (forall z, 0 < z -> f z = a0 + a1 * z + a2 * z ^ 2) -> (forall z, 0 < z -> f (- z) = c0 + c1 * z + c2 * z ^ 2) ->
  v = (a0 + a1 * b + 2 * a2 * b ^ 2) / 2 + (c0 + c1 * b + 2 * c2 * b ^ 2) / 2 -> laplace_integral b f v.
Proof.
  intros Hb Ha Hc ->. rewrite <- !at_zero by exact Hb.
  apply both_halves; apply from_polynomial; try assumption; lra.
Qed.

(* The density has integral 1; its moments. The second is 2 b^2. *)
Theorem laplace_moments (b : R) : 0 < b ->
  laplace_integral b (fun _ => 1) 1 /\ laplace_integral b (fun z => z) 0 /\
  laplace_integral b (fun z => z ^ 2) (2 * b ^ 2) /\ laplace_integral b Rabs b.
Proof.
  intros Hb. repeat split.
  - apply (laplace_of b 1 0 0 1 0 0); try (intros; ring); [exact Hb|field].
  - apply (laplace_of b 0 1 0 0 (-1) 0); try (intros; ring); [exact Hb|field].
  - apply (laplace_of b 0 0 1 0 0 1); try (intros; ring); [exact Hb|field].
  - apply (laplace_of b 0 1 0 0 1 0); [exact Hb| | |field]; intros z Hz; rewrite ?Rabs_Ropp, Rabs_pos_eq by lra; ring.
Qed.

Definition below (t z : R) : R := if Rle_dec z (- t) then 1 else 0.

Theorem laplace_tail (b t : R) : 0 < b -> 0 < t -> laplace_integral b (below t) (exp (- t / b) / 2).
Proof.
  intros Hb Ht. replace (exp (- t / b) / 2) with (0 + exp (- t / b) / 2) by ring. apply both_halves.
  - replace 0 with (- primitive 0 0 0 b 0) at 2 by (unfold primitive; field).
    apply from_polynomial; [exact Hb|lra|]. intros z Hz. unfold below. destruct (Rle_dec z (- t)); lra.
  - replace (exp (- t / b) / 2) with (plus zero (- primitive 1 0 0 b t))
      by (unfold plus, zero, primitive; simpl; field).
    apply (is_RInt_gen_Chasles (V := R_NormedModule) _ t).
    + apply is_RInt_gen_at_point. apply is_RInt_ext with (fun _ => 0).
      * intros z Hz. rewrite Rmin_left, Rmax_right in Hz by lra. unfold below.
        destruct (Rle_dec (- z) (- t)); [lra|symmetry; apply Rmult_0_r].
      * assert (H := is_RInt_const 0 t (0 : R)). unfold scal, zero in *; simpl in *; unfold mult in *; simpl in *.
        rewrite Rmult_0_r in H. exact H.
    + apply from_polynomial; [exact Hb|lra|]. intros z Hz. unfold below. destruct (Rle_dec (- z) (- t)); lra.
Qed.

Lemma integral_plus (b : R) (f g : R -> R) (u v : R) : laplace_integral b f u -> laplace_integral b g v ->
  laplace_integral b (fun z => f z + g z) (u + v).
Proof.
  intros Hf Hg. unfold laplace_integral in *. assert (H := is_RInt_gen_plus _ _ _ _ Hf Hg).
  replace (fun z => laplace b z * (f z + g z)) with (fun z => plus (laplace b z * f z) (laplace b z * g z)); [exact H|].
  apply functional_extensionality. intros z. unfold plus; simpl. ring.
Qed.

Lemma integral_scale (b a : R) (f : R -> R) (u : R) : laplace_integral b f u -> laplace_integral b (fun z => a * f z) (a * u).
Proof.
  intros Hf. unfold laplace_integral in *. assert (H := is_RInt_gen_scal _ a _ Hf).
  replace (fun z => laplace b z * (a * f z)) with (fun z => scal a (laplace b z * f z)); [exact H|].
  apply functional_extensionality. intros z. unfold scal; simpl; unfold mult; simpl. ring.
Qed.

Lemma integral_le (b : R) (f g : R -> R) (u v : R) : 0 < b -> laplace_integral b f u -> laplace_integral b g v ->
  (forall z, f z <= g z) -> u <= v.
Proof.
  intros Hb Hf Hg Hle. assert (Hd := integral_plus b _ _ _ _ Hg (integral_scale b (-1) f u Hf)).
  assert (H : norm (v + -1 * u) <= v + -1 * u).
  { apply (RInt_gen_norm (Fa := Rbar_locally m_infty) (Fb := Rbar_locally p_infty)
             (fun z => laplace b z * (g z + -1 * f z)) (fun z => laplace b z * (g z + -1 * f z))); [| |exact Hd|exact Hd].
    - exists (fun x => x < 0) (fun x => 0 < x); [exists 0; intros; assumption|exists 0; intros; assumption|].
      intros x y Hx Hy. simpl. lra.
    - exists (fun x => x < 0) (fun x => 0 < x); [exists 0; intros; assumption|exists 0; intros; assumption|].
      intros x y _ _ z _. unfold norm; simpl; unfold abs; simpl. rewrite Rabs_pos_eq; [lra|].
      apply Rmult_le_pos; [left; apply laplace_pos; exact Hb|specialize (Hle z); lra]. }
  unfold norm in H; simpl in H; unfold abs in H; simpl in H. assert (H0 := Rabs_pos (v + -1 * u)). lra.
Qed.

Lemma integral_const (b c : R) : 0 < b -> laplace_integral b (fun _ => c) c.
Proof. intros Hb. apply (laplace_of b c 0 0 c 0 0); try (intros; ring); [exact Hb|field]. Qed.

Definition laplace_mean (b : R) (Hb : 0 < b) : mean R :=
  Build_mean R (laplace_integral b) (fun c => integral_const b c Hb) (integral_plus b) (integral_scale b)
             (fun f g u v => integral_le b f g u v Hb).

(* Independent noise: coordinate i < n is Laplace(s i), the integrals taken one after another. *)
Section Independent.
Variable s : nat -> R.
Hypothesis Hs : forall i, 0 < s i.
Definition put (k : nat) (z : R) (x : nat -> R) : nat -> R := fun i => if (i =? k)%nat then z else x i.

Fixpoint noise (n : nat) (f : (nat -> R) -> R) (v : R) : Prop :=
  match n with
  | O => f (fun _ => 0) = v
  | S k => exists g, (forall z, noise k (fun x => f (put k z x)) (g z)) /\ laplace_integral (s k) g v
  end.

Lemma noise_const (n : nat) (c : R) : noise n (fun _ => c) c.
Proof.
  induction n as [|n IH]; simpl; [reflexivity|].
  exists (fun _ => c). split; [intros _; exact IH|apply integral_const, Hs].
Qed.

Lemma noise_plus (n : nat) : forall f g u v, noise n f u -> noise n g v -> noise n (fun w => f w + g w) (u + v).
Proof.
  induction n as [|n IH]; simpl; [intros f g u v <- <-; reflexivity|].
  intros f g u v [f1 [Hf Hu]] [g1 [Hg Hv]]. exists (fun z => f1 z + g1 z).
  split; [intros z; exact (IH _ _ _ _ (Hf z) (Hg z))|apply integral_plus; assumption].
Qed.

Lemma noise_scale (n : nat) (a : R) : forall f u, noise n f u -> noise n (fun w => a * f w) (a * u).
Proof.
  induction n as [|n IH]; simpl; [intros f u <-; reflexivity|].
  intros f u [g [Hg Hu]]. exists (fun z => a * g z).
  split; [intros z; exact (IH _ _ (Hg z))|apply integral_scale; assumption].
Qed.

Lemma noise_le (n : nat) : forall f g u v, noise n f u -> noise n g v -> (forall w, f w <= g w) -> u <= v.
Proof.
  induction n as [|n IH]; simpl; [intros f g u v <- <- H; apply H|].
  intros f g u v [f1 [Hf Hu]] [g1 [Hg Hv]] H. apply (integral_le (s n) f1 g1); try assumption; [apply Hs|].
  intros z. apply (IH _ _ _ _ (Hf z) (Hg z)). intros w. apply H.
Qed.

Definition independent (n : nat) : mean (nat -> R) :=
  Build_mean _ (noise n) (noise_const n) (noise_plus n) (noise_scale n) (noise_le n).

Lemma put_same (k : nat) (z : R) (x : nat -> R) : put k z x k = z.
Proof. unfold put. rewrite Nat.eqb_refl. reflexivity. Qed.
Lemma put_other (k i : nat) (z : R) (x : nat -> R) : i <> k -> put k z x i = x i.
Proof. intros H. unfold put. apply Nat.eqb_neq in H. rewrite H. reflexivity. Qed.

(* Each coordinate has its law ... *)
Theorem coordinate (n i : nat) (g : R -> R) (v : R) : (i < n)%nat -> laplace_integral (s i) g v ->
  independent n (fun x => g (x i)) v.
Proof.
  intros Hi Hg. simpl. revert Hi. induction n as [|n IH]; intros Hi; [lia|]. simpl.
  destruct (Nat.eq_dec i n) as [->|Hne].
  - exists g. split; [|exact Hg]. intros z. apply (of_ext _ (independent n) (fun _ => g z) _ (g z)); [apply of_const| |reflexivity].
    intros x. rewrite put_same. reflexivity.
  - exists (fun _ => v). split; [|apply integral_const, Hs]. intros z.
    apply (of_ext _ (independent n) (fun x => g (x i)) _ v); [apply IH; lia| |reflexivity].
    intros x. rewrite put_other by exact Hne. reflexivity.
Qed.

(* ... and two are independent. *)
Theorem coordinates (n i j : nat) (g h : R -> R) (u v : R) : (i < n)%nat -> (j < n)%nat -> i <> j ->
  laplace_integral (s i) g u -> laplace_integral (s j) h v -> independent n (fun x => g (x i) * h (x j)) (u * v).
Proof.
  intros Hi Hj Hij Hg Hh. simpl. revert Hi Hj. induction n as [|n IH]; intros Hi Hj; [lia|]. simpl.
  destruct (Nat.eq_dec i n) as [Ei|Ni]; [|destruct (Nat.eq_dec j n) as [Ej|Nj]].
  - subst i. exists (fun z => v * g z). split.
    + intros z. apply (of_ext _ (independent n) (fun x => g z * h (x j)) _ (g z * v)); [| |ring].
      * apply of_scale, coordinate; [lia|exact Hh].
      * intros x. rewrite put_same, put_other by lia. reflexivity.
    + rewrite (Rmult_comm u v). apply integral_scale. exact Hg.
  - subst j. exists (fun z => u * h z). split.
    + intros z. apply (of_ext _ (independent n) (fun x => h z * g (x i)) _ (h z * u)); [| |ring].
      * apply of_scale, coordinate; [lia|exact Hg].
      * intros x. rewrite put_same, put_other by lia. ring.
    + apply integral_scale. exact Hh.
  - exists (fun _ => u * v). split; [|apply integral_const, Hs]. intros z.
    apply (of_ext _ (independent n) (fun x => g (x i) * h (x j)) _ (u * v)); [apply IH; lia| |reflexivity].
    intros x. rewrite !put_other by assumption. reflexivity.
Qed.
End Independent.

(* What is needed of a number with the law Laplace(b), b = 0 for no noise. *)
Definition moments (T : Type) (M : mean T) (f : T -> R) (b : R) : Prop :=
  M f 0 /\ M (fun w => f w ^ 2) (2 * b ^ 2) /\ M (fun w => Rabs (f w)) b.
Arguments moments {T}.
(* f has the law Laplace(b) under M, which need not know integrals that converge conditionally. *)
Definition law (T : Type) (M : mean T) (f : T -> R) (b : R) : Prop :=
  forall g u v, laplace_integral b (fun z => Rabs (g z)) u -> laplace_integral b g v -> M (fun w => g (f w)) v.
Arguments law {T}.

Lemma law_of_nonneg (T : Type) (M : mean T) (f : T -> R) (b : R) (g : R -> R) (v : R) : law M f b -> (forall z, 0 <= g z) ->
  laplace_integral b g v -> M (fun w => g (f w)) v.
Proof.
  intros H Hg Hv. apply (H g v v); [|exact Hv]. replace (fun z => Rabs (g z)) with g; [exact Hv|].
  apply functional_extensionality. intros z. symmetry. apply Rabs_pos_eq, Hg.
Qed.

Theorem law_moments (T : Type) (M : mean T) (f : T -> R) (b : R) : 0 < b -> law M f b -> moments M f b.
Proof.
  intros Hb H. destruct (laplace_moments b Hb) as [_ [H1 [H2 H3]]]. repeat split.
  - exact (H _ _ _ H3 H1).
  - exact (law_of_nonneg T M f b _ _ H pow2_ge_0 H2).
  - exact (law_of_nonneg T M f b _ _ H Rabs_pos H3).
Qed.

Lemma below_nonneg (t z : R) : 0 <= below t z.
Proof. unfold below. destruct (Rle_dec z (- t)); lra. Qed.

Theorem law_tail (T : Type) (M : mean T) (f : T -> R) (b t : R) : 0 < b -> 0 < t -> law M f b ->
  M (fun w => below t (f w)) (exp (- t / b) / 2).
Proof. intros Hb Ht H. exact (law_of_nonneg T M f b _ _ H (below_nonneg t) (laplace_tail b t Hb Ht)). Qed.

Theorem no_noise (T : Type) (M : mean T) : moments M (fun _ => 0) 0.
Proof.
  repeat split.
  - apply of_const.
  - apply (of_ext _ M (fun _ => 0) _ 0); [apply of_const|intros; ring|ring].
  - apply (of_ext _ M (fun _ => 0) _ 0); [apply of_const|intros; symmetry; apply Rabs_R0|ring].
Qed.

(* The mean square of a vector: d coordinates of 2 b^2 each. *)
Lemma mean_square (T : Type) (M : mean T) (x : T -> nat -> R) (d : nat) (b : R) :
  (forall j, (j < d)%nat -> moments M (fun w => x w j) b) ->
  M (fun w => sum (fun j => x w j * x w j) d) (2 * INR d * b ^ 2).
Proof.
  intros H.
  assert (E : sum (fun _ => 2 * b ^ 2) d = 2 * INR d * b ^ 2).
  { clear H. induction d as [|d IH]; cbn [sum]; [simpl; ring|rewrite IH, S_INR; ring]. }
  rewrite <- E. apply (of_sum T M (fun j w => x w j * x w j)). intros j Hj.
  destruct (H j Hj) as [_ [H2 _]]. apply (of_ext _ M _ _ _ _ H2); [intros; ring|reflexivity].
Qed.

Theorem lemma_2 (T : Type) (M : mean T) (x : T -> nat -> R) (d : nat) (b u : R) : 0 <= b ->
  (forall j, (j < d)%nat -> moments M (fun w => x w j) b) -> M (fun w => l2 (x w) d) u -> u <= sqrt (2 * INR d) * b.
Proof.
  intros Hb H Hu. assert (Hn := pos_INR d).
  assert (Hj : u ^ 2 <= 2 * INR d * b ^ 2).
  { apply (square_of_mean T M _ _ _ Hu). apply (of_ext _ M _ _ _ _ (mean_square T M x d b H)); [|reflexivity].
    intros w. unfold l2. simpl. rewrite Rmult_1_r, sqrt_sqrt; [reflexivity|apply squares_nonneg]. }
  assert (Hr : 0 <= sqrt (2 * INR d)) by apply sqrt_pos.
  assert (Hq : sqrt (2 * INR d) * sqrt (2 * INR d) = 2 * INR d) by (apply sqrt_sqrt; lra).
  apply Rnot_lt_le. intros Hlt. assert (0 <= sqrt (2 * INR d) * b) by (apply Rmult_le_pos; assumption). nra.
Qed.

(* With Delta under the root it is false: one coordinate, and Delta > 2. *)
Theorem lemma_2_not_under_the_root (T : Type) (M : mean T) (x : T -> R) (Delta eps : R) : 2 < Delta -> 0 < eps ->
  moments M x (Delta / eps) ->
  M (fun w => l2 (fun _ => x w) 1) (Delta / eps) /\ sqrt (2 * 1 * Delta) / eps < Delta / eps.
Proof.
  intros HD He [_ [_ H]]. split.
  - apply (of_ext _ M _ _ _ _ H); [|reflexivity]. intros w. unfold l2. simpl. rewrite Rplus_0_l. symmetry. apply sqrt_Rsqr_abs.
  - apply Rmult_lt_compat_r; [apply Rinv_0_lt_compat; exact He|].
    apply Rlt_le_trans with (sqrt (Delta * Delta)); [apply sqrt_lt_1; nra|rewrite sqrt_square; lra].
Qed.
