(* SPDX-License-Identifier: GPL-3.0-or-later *)
(* E(z), the integral of exp(-t^2) from 0 to z; its limit L; and the value of L. *)
From Coq Require Import Reals Lra Psatz.
From Coquelicot Require Import Coquelicot.
Open Scope R_scope.

Definition bell (t : R) : R := exp (- (t * t)).
Definition E (z : R) : R := RInt bell 0 z.

Lemma bell_continuous (t : R) : continuous bell t.
Proof. apply (ex_derive_continuous bell). unfold bell. auto_derive. exact I. Qed.

Lemma bell_integrable (a b : R) : ex_RInt bell a b.
Proof. apply (ex_RInt_continuous bell). intros; apply bell_continuous. Qed.

Lemma E_derive (z : R) : is_derive E z (bell z).
Proof.
  apply (is_derive_RInt bell E 0 z); [|apply bell_continuous].
  apply filter_forall. intros y. apply (RInt_correct bell), bell_integrable.
Qed.

Lemma E_0 : E 0 = 0.
Proof. unfold E. rewrite RInt_point. reflexivity. Qed.

Theorem E_odd (z : R) : E (- z) = - E z.
Proof.
  unfold E. assert (H := RInt_comp_lin bell (-1) 0 0 z).
  replace (-1 * 0 + 0) with 0 in H by ring. replace (-1 * z + 0) with (- z) in H by ring.
  rewrite <- H by apply bell_integrable.
  transitivity (RInt (fun y => opp (bell y)) 0 z).
  - apply RInt_ext. intros y _. unfold bell, scal, opp; simpl; unfold mult; simpl.
    replace ((-1 * y + 0) * (-1 * y + 0)) with (y * y) by ring. ring.
  - rewrite (RInt_opp bell) by apply bell_integrable. reflexivity.
Qed.

Lemma E_increasing (x y : R) : x <= y -> E x <= E y.
Proof.
  intros Hxy. assert (H : E y = E x + RInt bell x y).
  { unfold E. change (RInt bell 0 y = plus (RInt bell 0 x) (RInt bell x y)).
    symmetry. apply RInt_Chasles; apply bell_integrable. }
  rewrite H. assert (0 <= RInt bell x y); [|lra].
  apply RInt_ge_0; [exact Hxy|apply bell_integrable|].
  intros t _. left. apply exp_pos.
Qed.

(* exp(-t^2) <= 1 / (1 + t^2), whose integral is atan. *)
Lemma E_below_atan (z : R) : 0 <= z -> E z <= atan z.
Proof.
  intros Hz.
  assert (Hi : is_RInt (fun t => / (1 + t²)) 0 z (atan z - atan 0)).
  { apply (is_RInt_derive atan (fun t => / (1 + t²))).
    - intros t _. apply is_derive_atan.
    - intros t _. apply (ex_derive_continuous (fun t => / (1 + t²))). unfold Rsqr. auto_derive. nra. }
  rewrite atan_0, Rminus_0_r in Hi. rewrite <- (is_RInt_unique _ _ _ _ Hi).
  apply RInt_le; [exact Hz|apply bell_integrable|eexists; exact Hi|].
  intros t _. unfold bell, Rsqr. rewrite exp_Ropp.
  apply Rinv_le_contravar; [nra|]. apply exp_ineq1_le.
Qed.

Definition L : R := real (Lim E p_infty).

Theorem E_limit : is_lim E p_infty L.
Proof.
  unfold L. assert (Hex : ex_finite_lim E p_infty).
  { destruct (completeness (fun y => exists x, y = E x)) as [l [Hub Hleast]].
    - exists (PI / 2). intros y [x ->]. destruct (Rle_or_lt 0 x).
      + eapply Rle_trans; [apply E_below_atan; assumption|]. left; apply atan_bound.
      + apply Rle_trans with (E 0); [apply E_increasing; lra|rewrite E_0; assert (H1 := PI_RGT_0); lra].
    - exists (E 0), 0. reflexivity.
    - exists l. apply is_lim_spec. intros eps.
      assert (Hn : ~ is_upper_bound (fun y => exists x, y = E x) (l - eps)).
      { intros Hb. specialize (Hleast _ Hb). destruct eps as [e He]; simpl in *. lra. }
      assert (Hx : exists x, l - eps < E x).
      { apply Classical_Prop.NNPP. intros Hno. apply Hn. intros y [x ->].
        apply Rnot_lt_le. intros Hlt. apply Hno. exists x. exact Hlt. }
      destruct Hx as [x Hx]. exists x. intros y Hy. rewrite Rabs_minus_sym, Rabs_pos_eq.
      + assert (E x <= E y) by (apply E_increasing; lra). lra.
      + assert (E y <= l) by (apply Hub; exists y; reflexivity). lra. }
  apply Lim_correct', Hex.
Qed.

Theorem L_pos : 0 < L.
Proof.
  assert (H1 : 0 < E 1).
  { unfold E. apply RInt_gt_0; [lra|intros; apply exp_pos|intros; apply bell_continuous]. }
  assert (Rbar_le (E 1) L); [|simpl in *; lra].
  apply (is_lim_le_loc (fun _ => E 1) E p_infty (E 1) L); [|apply is_lim_const|apply E_limit].
  exists 1. intros y Hy. apply E_increasing. lra.
Qed.
