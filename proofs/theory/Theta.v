(* SPDX-License-Identifier: GPL-3.0-or-later *)
(* Of all grids of whole numbers, shifted by t, the one with t = 0 has the largest sum of exp(-(x - t)^2 / (2 s)): what the Renyi
   divergence of the discrete Gaussian law rests on, for every real order. Canonne, Kamath and Steinke 2020 take it from
   Poisson's summation. Here it comes from sums over pairs: with x + y and x - y in the place of x and y,
   theta(t)^4 <= theta(0)^3 theta(2 t), and what is bounded cannot grow so. Sums are unordered: the least bound of all
   finite ones. *)
From Coq Require Import Reals Lra Psatz Arith ZArith Lia List FinFun.
From Coquelicot Require Import Coquelicot.
From Dpmf Require Import Sums Words Named GaussCurve.
Import ListNotations.
Open Scope R_scope.

Fixpoint add {T : Type} (f : T -> R) (l : list T) : R := match l with nil => 0 | x :: l => f x + add f l end.

(* No finite sum of f is above b. *)
Definition within {T : Type} (f : T -> R) (b : R) : Prop := forall l, NoDup l -> add f l <= b.

(* The sum of f, which is nowhere negative, over all of T. *)
Definition whole {T : Type} (f : T -> R) (s : R) : Prop := within f s /\ forall b, within f b -> s <= b.

Lemma add_app {T : Type} (f : T -> R) (l l' : list T) : add f (l ++ l') = add f l + add f l'.
Proof. induction l as [|x l IH]; simpl; [ring|rewrite IH; ring]. Qed.

Lemma add_nonneg {T : Type} (f : T -> R) (l : list T) : (forall x, 0 <= f x) -> 0 <= add f l.
Proof. intros H. induction l as [|x l IH]; simpl; [lra|specialize (H x); lra]. Qed.

Lemma add_map {S T : Type} (f : T -> R) (h : S -> T) (l : list S) : add f (map h l) = add (fun x => f (h x)) l.
Proof. induction l as [|x l IH]; simpl; [reflexivity|rewrite IH; reflexivity]. Qed.

Lemma add_ext {T : Type} (f g : T -> R) (l : list T) : (forall x, In x l -> f x = g x) -> add f l = add g l.
Proof. induction l as [|x l IH]; simpl; intros H; [reflexivity|]. rewrite (H x), IH by auto. reflexivity. Qed.

Lemma add_le {T : Type} (f g : T -> R) (l : list T) : (forall x, f x <= g x) -> add f l <= add g l.
Proof. intros H. induction l as [|x l IH]; simpl; [lra|specialize (H x); lra]. Qed.

Lemma add_scale {T : Type} (a : R) (f : T -> R) (l : list T) : add (fun x => a * f x) l = a * add f l.
Proof. induction l as [|x l IH]; simpl; [ring|rewrite IH; ring]. Qed.

Lemma add_more {T : Type} (f : T -> R) (l m : list T) : (forall x, 0 <= f x) -> NoDup l -> incl l m -> add f l <= add f m.
Proof.
  intros Hf. revert m. induction l as [|x l IH]; intros m Hl Hm; simpl; [apply add_nonneg, Hf|].
  destruct (in_split x m) as [a [b ->]]; [apply Hm; left; reflexivity|]. inversion_clear Hl as [|? ? Hx Hn].
  rewrite add_app. simpl. assert (H : add f l <= add f (a ++ b)); [|rewrite add_app in H; lra].
  apply IH; [exact Hn|]. intros y Hy. assert (H := Hm y (or_intror Hy)). apply in_app_or in H. apply in_or_app.
  destruct H as [H|[H|H]]; [left; exact H|subst y; contradiction|right; exact H].
Qed.

Lemma add_split {T : Type} (f : T -> R) (c : T -> bool) (l : list T) : add f l = add f (filter c l) + add f (filter (fun x => negb (c x)) l).
Proof. induction l as [|x l IH]; simpl; [ring|]. rewrite IH. destruct (c x); simpl; ring. Qed.

Lemma within_le {T : Type} (f : T -> R) (b c : R) : b <= c -> within f b -> within f c.
Proof. intros H Hb l Hl. specialize (Hb l Hl). lra. Qed.

Lemma whole_exists {T : Type} (f : T -> R) (b : R) : within f b -> exists s, whole f s /\ s <= b.
Proof.
  intros Hb. destruct (completeness (fun v => exists l, NoDup l /\ v = add f l)) as [s [Hs Hl]].
  - exists b. intros v [l [Hn ->]]. apply Hb, Hn.
  - exists 0, nil. split; [constructor|reflexivity].
  - exists s. split; [split|].
    + intros l Hn. apply Hs. exists l. split; [exact Hn|reflexivity].
    + intros c Hc. apply Hl. intros v [l [Hn ->]]. apply Hc, Hn.
    + apply Hl. intros v [l [Hn ->]]. apply Hb, Hn.
Qed.

(* Summed in another order, or in part. *)
Lemma within_map {S T : Type} (f : T -> R) (h : S -> T) (b : R) : (forall x y, h x = h y -> x = y) -> within f b -> within (fun x => f (h x)) b.
Proof. intros Hh Hb l Hl. rewrite <- add_map. apply Hb, Injective_map_NoDup; [exact Hh|exact Hl]. Qed.

Definition product {S T : Type} (f : S -> R) (g : T -> R) (v : S * T) : R := f (fst v) * g (snd v).

Lemma add_product {S T : Type} (f : S -> R) (g : T -> R) (l : list S) (m : list T) : add (product f g) (list_prod l m) = add f l * add g m.
Proof.
  induction l as [|x l IH]; simpl; [ring|]. rewrite add_app, IH, add_map. unfold product at 1. simpl.
  rewrite (add_scale (f x) g). ring.
Qed.

Lemma NoDup_pairs {S T : Type} (l : list S) (m : list T) : NoDup l -> NoDup m -> NoDup (list_prod l m).
Proof.
  intros Hl Hm. induction Hl as [|x l Hx Hl IH]; simpl; [constructor|].
  assert (Happ : forall (u v : list (S * T)), NoDup u -> NoDup v -> (forall z, In z u -> ~ In z v) -> NoDup (u ++ v)).
  { clear. intros u v Hu Hv H. induction Hu as [|z u Hz Hu IH]; simpl; [exact Hv|]. constructor.
    - intros Hi. apply in_app_or in Hi. destruct Hi as [Hi|Hi]; [exact (Hz Hi)|]. apply (H z); [left; reflexivity|exact Hi].
    - apply IH. intros w Hw. apply H. right. exact Hw. }
  apply Happ.
  - apply Injective_map_NoDup; [intros a b E; inversion E; reflexivity|exact Hm].
  - exact IH.
  - intros [a b] H1 H2. apply in_map_iff in H1. destruct H1 as [c [E _]]. inversion E; subst. apply in_prod_iff in H2. tauto.
Qed.

(* A sum over pairs is at most the product of the sums, and no less. *)
Lemma within_product (f g : Z -> R) (a b : R) : (forall x, 0 <= f x) -> (forall x, 0 <= g x) -> within f a -> within g b -> within (product f g) (a * b).
Proof.
  intros Hf Hg Ha Hb l Hl. set (l1 := nodup Z.eq_dec (map fst l)). set (l2 := nodup Z.eq_dec (map snd l)).
  assert (H1 := Ha l1 (NoDup_nodup _ _)). assert (H2 := Hb l2 (NoDup_nodup _ _)).
  assert (H3 := add_nonneg f l1 Hf). assert (H4 := add_nonneg g l2 Hg).
  apply Rle_trans with (add (product f g) (list_prod l1 l2)).
  - apply add_more; [intros v; apply Rmult_le_pos; [apply Hf|apply Hg]|exact Hl|]. intros [x y] H. apply in_prod.
    + apply nodup_In. exact (in_map fst _ _ H).
    + apply nodup_In. exact (in_map snd _ _ H).
  - rewrite add_product. apply Rmult_le_compat; assumption.
Qed.

Lemma product_least (f g : Z -> R) (a b c : R) : (forall x, 0 <= f x) -> (forall x, 0 <= g x) -> whole f a -> whole g b ->
  (forall l m, NoDup l -> NoDup m -> add f l * add g m <= c) -> a * b <= c.
Proof.
  intros Hf Hg [Ha La] [Hb Lb] H.
  assert (Hc : 0 <= c) by (specialize (H nil nil (NoDup_nil _) (NoDup_nil _)); simpl in H; lra).
  assert (H0 : 0 <= a) by (specialize (Ha nil (NoDup_nil _)); exact Ha).
  assert (Hl : forall m, NoDup m -> a * add g m <= c).
  { intros m Hm. destruct (Rle_lt_or_eq_dec 0 (add g m) (add_nonneg g m Hg)) as [Hp| <-]; [|lra].
    assert (a <= c / add g m).
    { apply La. intros l Hl. specialize (H l m Hl Hm). apply Rmult_le_reg_r with (add g m); [exact Hp|].
      unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
    apply Rmult_le_reg_r with (/ add g m); [apply Rinv_0_lt_compat, Hp|]. rewrite Rmult_assoc, Rinv_r by lra. rewrite Rmult_1_r. exact H1. }
  destruct (Rle_lt_or_eq_dec 0 a H0) as [Hp| <-]; [|lra].
  assert (b <= c / a).
  { apply Lb. intros m Hm. specialize (Hl m Hm). apply Rmult_le_reg_r with a; [exact Hp|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
  rewrite Rmult_comm. apply Rmult_le_reg_r with (/ a); [apply Rinv_0_lt_compat, Hp|]. rewrite Rmult_assoc, Rinv_r by lra. rewrite Rmult_1_r. exact H1.
Qed.

(* The masses about t, which need not be whole. *)
Definition about (s t : R) (x : Z) : R := exp (- ((IZR x - t) * (IZR x - t) / (2 * s))).

Lemma about_pos (s t : R) (x : Z) : 0 < about s t x.
Proof. apply exp_pos. Qed.

Lemma about_nonneg (s t : R) (x : Z) : 0 <= about s t x.
Proof. left. apply exp_pos. Qed.

Lemma window_add (g : Z -> R) (n : nat) : exists l, NoDup l /\ add g l = window g n /\ (forall x, In x l <-> (Z.abs x <= Z.of_nat n)%Z).
Proof.
  induction n as [|n [l [Hl [E Hi]]]].
  - exists [0%Z]. split; [constructor; [intros []|constructor]|]. split; [simpl; ring|]. intros x. simpl. lia.
  - exists (Z.of_nat (S n) :: (- Z.of_nat (S n))%Z :: l). split; [|split].
    + constructor; [|constructor; [|exact Hl]].
      * intros [H|H]; [lia|]. apply Hi in H. lia.
      * intros H. apply Hi in H. lia.
    + cbn [window add]. rewrite E. ring.
    + intros x. cbn [In]. rewrite Hi. lia.
Qed.

Lemma window_within (g : Z -> R) (b : R) (n : nat) : within g b -> window g n <= b.
Proof. intros H. destruct (window_add g n) as [l [Hl [<- _]]]. apply H, Hl. Qed.

Lemma within_windows (g : Z -> R) (b : R) : (forall x, 0 <= g x) -> (forall n, window g n <= b) -> within g b.
Proof.
  intros Hg H l Hl. assert (Hn : exists n : nat, forall x, In x l -> (Z.abs x <= Z.of_nat n)%Z).
  { clear. induction l as [|x l [n Hn]]; [exists 0%nat; intros ? []|]. exists (Nat.max n (Z.abs_nat x)). intros y [<-|Hy]; [lia|].
    specialize (Hn y Hy). lia. }
  destruct Hn as [n Hn]. destruct (window_add g n) as [m [Hm [E Hi]]]. apply Rle_trans with (add g m); [|rewrite E; apply H].
  apply add_more; [exact Hg|exact Hl|]. intros x Hx. apply Hi, Hn, Hx.
Qed.

Lemma about_total (s : R) : 0 < s -> exists w : R, whole (about s 0) w /\ is_lim_seq (window (bell s)) w /\ 0 < w.
Proof.
  intros Hs. destruct (bell_total s Hs) as [W [HW HW0]].
  assert (E : forall x, about s 0 x = bell s x) by (intros x; unfold about, bell; f_equal; f_equal; unfold Rdiv; ring).
  destruct W as [w| |]; [|simpl in HW0; lra|simpl in HW0; lra]. simpl in HW0. exists w. split; [split|split; [exact HW|exact HW0]].
  - apply within_windows; [intros x; apply about_nonneg|]. intros n. rewrite (window_ext _ (bell s)) by exact E.
    apply (is_lim_seq_incr_compare (window (bell s)) w HW). intros i. apply window_bell_more.
  - intros b Hb. apply (is_lim_seq_le (window (bell s)) (fun _ => b) w b); [|exact HW|apply is_lim_seq_const].
    intros n. rewrite (window_ext _ (about s 0)) by (intros x; symmetry; apply E). apply window_within, Hb.
Qed.

(* Whatever t is, the sum is bounded by what does not depend on t. *)
Lemma about_bounded (s : R) : 0 < s -> exists b, 0 < b /\ forall t, within (about s t) b.
Proof.
  intros Hs. destruct (about_total (2 * s) ltac:(lra)) as [w [[Hw _] [_ Hw0]]]. exists (exp (/ s) * w). split; [apply Rmult_lt_0_compat; [apply exp_pos|exact Hw0]|].
  intros t l Hl. set (k := up t). assert (Hk : -1 <= t - IZR k <= 1) by (assert (Ha := archimed t); fold k in Ha; lra).
  apply Rle_trans with (add (fun x => exp (/ s) * about (2 * s) 0 (x - k)) l).
  - apply add_le. intros x. unfold about. rewrite <- exp_plus, minus_IZR. destruct (Rle_lt_dec (- ((IZR x - t) * (IZR x - t) / (2 * s))) (/ s + - ((IZR x - IZR k - 0) * (IZR x - IZR k - 0) / (2 * (2 * s))))) as [H|H].
    + destruct H as [H| ->]; [left; apply exp_increasing, H|right; reflexivity].
    + exfalso. set (y := IZR x) in *. set (z := IZR k) in *. assert (Hi : 0 < / (4 * s)) by (apply Rinv_0_lt_compat; lra).
      replace (/ s) with (4 * / (4 * s)) in H by (field; lra).
      replace ((y - t) * (y - t) / (2 * s)) with (2 * ((y - t) * (y - t)) * / (4 * s)) in H by (field; lra).
      replace ((y - z - 0) * (y - z - 0) / (2 * (2 * s))) with ((y - z) * (y - z) * / (4 * s)) in H by (field; lra).
      assert ((y - z) * (y - z) <= 4 + 2 * ((y - t) * (y - t))); [|nra].
      assert (0 <= (y - t - (t - z)) * (y - t - (t - z))) by apply Rle_0_sqr. assert ((t - z) * (t - z) <= 1) by nra. nra.
  - rewrite (add_scale (exp (/ s)) (fun x => about (2 * s) 0 (x - k))). apply Rmult_le_compat_l; [left; apply exp_pos|].
    apply (within_map (about (2 * s) 0) (fun x => x - k)%Z w); [intros x y; lia|exact Hw|exact Hl].
Qed.

Lemma theta_exists (s : R) : 0 < s -> exists f, forall t, whole (about s t) (f t).
Proof.
  intros Hs. destruct (about_bounded s Hs) as [b [_ Hb]].
  exists (fun t => real (Lub_Rbar (fun v => exists l, NoDup l /\ v = add (about s t) l))). intros t.
  destruct (whole_exists _ b (Hb t)) as [v [Hv _]]. replace (real _) with v; [exact Hv|]. symmetry.
  assert (E : Lub_Rbar (fun v => exists l, NoDup l /\ v = add (about s t) l) = v); [|rewrite E; reflexivity].
  apply is_lub_Rbar_unique. split.
  - intros x [l [Hl ->]]. simpl. apply Hv, Hl.
  - intros [c| |] Hc; [|exact I|].
    + simpl. apply Hv. intros l Hl. apply (Hc (add (about s t) l)). exists l. split; [exact Hl|reflexivity].
    + exact (Hc 0 (ex_intro _ nil (conj (NoDup_nil _) eq_refl))).
Qed.

Lemma whole_unique {T : Type} (f : T -> R) (a b : R) : whole f a -> whole f b -> a = b.
Proof. intros [Ha La] [Hb Lb]. apply Rle_antisym; [apply La, Hb|apply Lb, Ha]. Qed.

Lemma about_opposite (s t a b : R) : whole (about s t) a -> whole (about s (- t)) b -> a = b.
Proof.
  assert (H : forall t a b, whole (about s t) a -> whole (about s (- t)) b -> a <= b).
  { clear. intros t a b [_ Ha] [Hb _]. apply Ha. intros l Hl.
    rewrite (add_ext _ (fun x => about s (- t) (- x)%Z)).
    - apply (within_map (about s (- t)) Z.opp b); [intros x y; lia|exact Hb|exact Hl].
    - intros x _. unfold about. rewrite opp_IZR. f_equal. f_equal. unfold Rdiv. ring. }
  intros Ha Hb. apply Rle_antisym; [apply (H t); assumption|]. apply (H (- t)); [exact Hb|]. rewrite Ropp_involutive. exact Ha.
Qed.

(* The two factors of a pair, by its sum and its difference; these are even together or odd together. *)
Lemma about_even (s t u : R) (w z : Z) : 0 < s ->
  about s (t + u) (w + z) * about s (t - u) (w - z) = about (s / 2) t w * about (s / 2) u z.
Proof. intros Hs. unfold about. rewrite <- !exp_plus, plus_IZR, minus_IZR. f_equal. field. lra. Qed.

Lemma about_odd (s t u : R) (w z : Z) : 0 < s ->
  about s (t + u) (w + z + 1) * about s (t - u) (w - z) = about (s / 2) (t - / 2) w * about (s / 2) (u - / 2) z.
Proof. intros Hs. unfold about. rewrite <- !exp_plus, !plus_IZR, minus_IZR. f_equal. field. lra. Qed.

(* With sums and differences: no pair is lost ... *)
Lemma pairs_below (s t u a b c d x y : R) : 0 < s ->
  whole (about s (t + u)) x -> whole (about s (t - u)) y ->
  whole (about (s / 2) t) a -> whole (about (s / 2) u) b -> whole (about (s / 2) (t - / 2)) c -> whole (about (s / 2) (u - / 2)) d ->
  x * y <= a * b + c * d.
Proof.
  intros Hs Hx Hy [Ha _] [Hb _] [Hc _] [Hd _]. apply (product_least _ _ x y _ (about_nonneg _ _) (about_nonneg _ _) Hx Hy).
  intros l m Hl Hm. rewrite <- add_product. assert (Hn := NoDup_pairs l m Hl Hm). set (L := list_prod l m) in *. clearbody L.
  rewrite (add_split _ (fun v => Z.even (fst v + snd v))).
  set (even := filter _ L). set (odd := filter _ L).
  assert (He : forall v, In v even -> Z.even (fst v + snd v) = true) by (intros v Hv; apply filter_In in Hv; apply Hv).
  assert (Ho : forall v, In v odd -> Z.even (fst v + snd v) = false).
  { intros v Hv. apply filter_In in Hv. destruct Hv as [_ Hv]. destruct (Z.even _); [discriminate|reflexivity]. }
  set (h := fun v : Z * Z => (((fst v + snd v) / 2)%Z, ((fst v - snd v) / 2)%Z)).
  assert (Hin : forall (k : list (Z * Z)) (p : bool), NoDup k -> (forall v, In v k -> Z.even (fst v + snd v) = p) -> NoDup (map h k)).
  { clear. intros k p Hk Hp. induction Hk as [|v k Hv Hk IH]; simpl; [constructor|]. constructor.
    - intros Hi. apply in_map_iff in Hi. destruct Hi as [[x2 y2] [E Hi]]. apply Hv. destruct v as [x1 y1].
      assert (E1 := Hp _ (or_introl eq_refl)). assert (E2 := Hp _ (or_intror Hi)). unfold h in E. cbn [fst snd] in E, E1, E2. injection E as F G.
      replace (x1, y1) with (x2, y2); [exact Hi|].
      rewrite Zeven_mod in E1, E2.
      assert (Q1 := Z.div_mod (x1 + y1) 2 ltac:(lia)). assert (Q2 := Z.div_mod (x2 + y2) 2 ltac:(lia)).
      assert (Q3 := Z.div_mod (x1 - y1) 2 ltac:(lia)). assert (Q4 := Z.div_mod (x2 - y2) 2 ltac:(lia)).
      assert (B1 := Z.mod_pos_bound (x1 + y1) 2 ltac:(lia)). assert (B2 := Z.mod_pos_bound (x2 + y2) 2 ltac:(lia)).
      assert (B3 := Z.mod_pos_bound (x1 - y1) 2 ltac:(lia)). assert (B4 := Z.mod_pos_bound (x2 - y2) 2 ltac:(lia)).
      assert (P1 : ((x1 + y1) mod 2 = (x2 + y2) mod 2)%Z).
      { rewrite <- E2 in E1. clear E2. destruct (Zeq_bool ((x1 + y1) mod 2) 0) eqn:Z1, (Zeq_bool ((x2 + y2) mod 2) 0) eqn:Z2; try discriminate.
        - apply Zeq_bool_eq in Z1, Z2. lia.
        - apply Zeq_bool_neq in Z1, Z2. lia. }
      f_equal; lia.
    - apply IH. intros w Hw. apply Hp. right. exact Hw. }
  apply Rplus_le_compat.
  - rewrite (add_ext _ (fun v => product (about (s / 2) t) (about (s / 2) u) (h v))).
    + rewrite <- (add_map _ h). apply (within_product _ _ a b (about_nonneg _ _) (about_nonneg _ _) Ha Hb).
      apply (Hin even true); [apply NoDup_filter, Hn|exact He].
    + intros [i j] Hv. specialize (He _ Hv). unfold product, h. cbn [fst snd] in *. rewrite <- about_even by exact Hs.
      apply Zeven_bool_iff, Zeven_ex in He. destruct He as [k Hk].
      replace ((i + j) / 2)%Z with k by (rewrite Hk, Z.mul_comm, Z.div_mul; lia).
      replace ((i - j) / 2)%Z with (k - j)%Z by (replace (i - j)%Z with ((k - j) * 2)%Z by lia; rewrite Z.div_mul; lia).
      f_equal; f_equal; lia.
  - rewrite (add_ext _ (fun v => product (about (s / 2) (t - / 2)) (about (s / 2) (u - / 2)) (h v))).
    + rewrite <- (add_map _ h). apply (within_product _ _ c d (about_nonneg _ _) (about_nonneg _ _) Hc Hd).
      apply (Hin odd false); [apply NoDup_filter, Hn|exact Ho].
    + intros [i j] Hv. specialize (Ho _ Hv). unfold product, h. cbn [fst snd] in *. rewrite <- about_odd by exact Hs.
      assert (Hq : Z.odd (i + j) = true) by (rewrite <- Z.negb_even, Ho; reflexivity).
      apply Zodd_bool_iff, Zodd_ex in Hq. destruct Hq as [k Hk].
      assert (E1 : ((i + j) / 2 = k)%Z) by (rewrite Hk, Z.add_comm, Z.mul_comm, Z.div_add by lia; reflexivity).
      assert (E2 : ((i - j) / 2 = k - j)%Z) by (replace (i - j)%Z with (1 + (k - j) * 2)%Z by lia; rewrite Z.div_add by lia; reflexivity).
      rewrite E1, E2. f_equal; f_equal; lia.
Qed.

(* ... and none comes twice. *)
Lemma pairs_above (s t a c x y : R) : 0 < s -> whole (about s (2 * t)) x -> whole (about s 0) y ->
  whole (about (s / 2) t) a -> whole (about (s / 2) (t - / 2)) c -> a * a + c * c <= x * y.
Proof.
  intros Hs [Hx _] [Hy _] Ha Hc.
  assert (H : forall l m l' m', NoDup l -> NoDup m -> NoDup l' -> NoDup m' ->
    add (about (s / 2) t) l * add (about (s / 2) t) m + add (about (s / 2) (t - / 2)) l' * add (about (s / 2) (t - / 2)) m' <= x * y).
  { intros l m l' m' Hl Hm Hl' Hm'. rewrite <- !add_product.
    set (e := fun v : Z * Z => ((fst v + snd v)%Z, (fst v - snd v)%Z)). set (o := fun v : Z * Z => ((fst v + snd v + 1)%Z, (fst v - snd v)%Z)).
    rewrite (add_ext (product (about (s / 2) t) _) (fun v => product (about s (2 * t)) (about s 0) (e v))).
    2: { intros [i j] _. unfold product, e. cbn [fst snd]. rewrite <- about_even by exact Hs. f_equal; f_equal; ring. }
    rewrite (add_ext (product (about (s / 2) (t - / 2)) _) (fun v => product (about s (2 * t)) (about s 0) (o v))).
    2: { intros [i j] _. unfold product, o. cbn [fst snd]. rewrite <- about_odd by exact Hs. f_equal; f_equal; ring. }
    rewrite <- (add_map _ e), <- (add_map _ o), <- add_app.
    apply (within_product _ _ x y (about_nonneg _ _) (about_nonneg _ _) Hx Hy).
    assert (He : NoDup (map e (list_prod l m))).
    { apply Injective_map_NoDup; [|apply NoDup_pairs; assumption]. intros [i j] [i' j'] E. unfold e in E. cbn [fst snd] in E. injection E as E1 E2. f_equal; lia. }
    assert (Ho : NoDup (map o (list_prod l' m'))).
    { apply Injective_map_NoDup; [|apply NoDup_pairs; assumption]. intros [i j] [i' j'] E. unfold o in E. cbn [fst snd] in E. injection E as E1 E2. f_equal; lia. }
    revert He. generalize (list_prod l m). intros k He. induction k as [|v k IH]; simpl; [exact Ho|].
    simpl in He. inversion_clear He as [|? ? Hv Hk]. constructor; [|apply IH, Hk]. intros Hi. apply in_app_or in Hi. destruct Hi as [Hi|Hi]; [exact (Hv Hi)|].
    apply in_map_iff in Hi. destruct Hi as [[i j] [E _]]. destruct v as [i' j']. unfold e, o in E. cbn [fst snd] in E. injection E as E1 E2. lia. }
  assert (H1 : forall l' m', NoDup l' -> NoDup m' -> add (about (s / 2) (t - / 2)) l' * add (about (s / 2) (t - / 2)) m' <= x * y - a * a).
  { intros l' m' Hl' Hm'. assert (a * a <= x * y - add (about (s / 2) (t - / 2)) l' * add (about (s / 2) (t - / 2)) m'); [|lra].
    apply (product_least _ _ a a _ (about_nonneg _ _) (about_nonneg _ _) Ha Ha). intros l m Hl Hm. specialize (H l m l' m' Hl Hm Hl' Hm'). lra. }
  assert (c * c <= x * y - a * a); [|lra]. apply (product_least _ _ c c _ (about_nonneg _ _) (about_nonneg _ _) Hc Hc). exact H1.
Qed.

(* The largest is the one about 0. *)
Theorem theta_largest (s t w : R) : 0 < s -> whole (about s 0) w -> within (about s t) w.
Proof.
  intros Hs Hw. destruct (theta_exists s Hs) as [f Hf]. destruct (theta_exists (s / 2) ltac:(lra)) as [g Hg].
  assert (E : f 0 = w) by (apply (whole_unique (about s 0)); [apply Hf|exact Hw]).
  destruct (about_total s Hs) as [w' [Hw' [_ Hp]]]. rewrite (whole_unique _ _ _ Hw' Hw) in Hp. clear w' Hw'.
  destruct (about_bounded s Hs) as [b [Hb0 Hb]].
  assert (Hfb : forall u, 0 <= f u <= b).
  { intros u. destruct (Hf u) as [H1 H2]. split; [exact (H1 nil (NoDup_nil _))|apply H2, Hb]. }
  (* f(u)^4 <= w^3 f(2 u) *)
  assert (Hdouble : forall u, (f u / w) ^ 4 <= f (2 * u) / w).
  { intros u. assert (Hopp : f (- u) = f u) by (symmetry; apply (about_opposite s u); apply Hf).
    assert (H1 : f u * f u <= g 0 * g u + g (0 - / 2) * g (u - / 2)).
    { rewrite <- Hopp at 2. apply (pairs_below s 0 u); try apply Hg; [exact Hs| |].
      - replace (0 + u) with u by ring. apply Hf.
      - replace (0 - u) with (- u) by ring. apply Hf. }
    assert (H2 := pairs_above s u (g u) (g (u - / 2)) (f (2 * u)) (f 0) Hs (Hf _) (Hf _) (Hg _) (Hg _)).
    assert (H3 := pairs_above s 0 (g 0) (g (0 - / 2)) (f 0) (f 0) Hs). rewrite Rmult_0_r in H3. specialize (H3 (Hf _) (Hf _) (Hg _) (Hg _)).
    rewrite E in H2, H3. set (x := f u) in *. set (z := f (2 * u)) in *.
    set (p := g 0) in *. set (q := g (0 - / 2)) in *. set (m := g u) in *. set (n := g (u - / 2)) in *.
    assert (Hx : 0 <= x) by apply Hfb. assert (Hz : 0 <= z) by apply Hfb. clearbody x z p q m n.
    assert (H4 : (p * m + q * n) * (p * m + q * n) <= (p * p + q * q) * (m * m + n * n)).
    { assert (0 <= (p * n - q * m) * (p * n - q * m)) by apply Rle_0_sqr. lra. }
    assert (H5 : (x * x) * (x * x) <= (p * m + q * n) * (p * m + q * n)) by (apply Rmult_le_compat; [apply Rle_0_sqr|apply Rle_0_sqr|exact H1|exact H1]).
    assert (H6 : (p * p + q * q) * (m * m + n * n) <= (w * w) * (z * w)).
    { apply Rmult_le_compat; [assert (0 <= p * p) by apply Rle_0_sqr; assert (0 <= q * q) by apply Rle_0_sqr; lra|
        assert (0 <= m * m) by apply Rle_0_sqr; assert (0 <= n * n) by apply Rle_0_sqr; lra|exact H3|lra]. }
    apply Rmult_le_reg_r with (w ^ 4); [apply pow_lt, Hp|]. replace ((x / w) ^ 4 * w ^ 4) with (x * x * (x * x)) by (field; lra).
    replace (z / w * w ^ 4) with (w * w * (z * w)) by (field; lra). lra. }
  assert (Hmany : forall n u, (f u / w) ^ (4 ^ n) <= b / w).
  { intros n. induction n as [|n IH]; intros u.
    - simpl. rewrite Rmult_1_r. apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat, Hp|apply Hfb].
    - specialize (IH (2 * u)). eapply Rle_trans; [|exact IH]. replace (4 ^ S n)%nat with (4 * 4 ^ n)%nat by (simpl; lia).
      rewrite pow_mult. apply pow_incr. split; [|apply Hdouble]. apply pow_le. apply Rmult_le_pos; [apply Hfb|left; apply Rinv_0_lt_compat, Hp]. }
  assert (Hle : f t <= w).
  { apply Rnot_lt_le. intros Hgt. set (r := f t / w). assert (Hr : 1 < r).
    { unfold r. apply Rmult_lt_reg_r with w; [exact Hp|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
    destruct (Pow_x_infinity r ltac:(rewrite Rabs_pos_eq; lra) (b / w + 1)) as [N HN].
    specialize (HN (4 ^ N)%nat). assert (HNN : (N <= 4 ^ N)%nat) by (apply Nat.lt_le_incl, Nat.pow_gt_lin_r; lia).
    specialize (HN HNN). rewrite Rabs_pos_eq in HN by (apply pow_le; lra). specialize (Hmany N t). fold r in Hmany. lra. }
  apply (within_le _ (f t)); [exact Hle|apply Hf].
Qed.
