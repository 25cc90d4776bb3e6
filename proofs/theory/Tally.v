(* SPDX-License-Identifier: GPL-3.0-or-later *)
(* How many of some independent draws are 1, each with a probability of its own (`ones` of Rounds.v is the law). Its law is
   log-concave; so, when some of the probabilities grow, the new law grows against the old one from each number to the
   next, and the mean of whatever grows with the number does not fall. *)
From Coq Require Import Reals Lra Psatz Arith Lia List Permutation.
From Dpmf Require Import Sums Rounds Polya.
Open Scope R_scope.

(* The mean of f at that number. *)
Fixpoint tally (p : list R) (f : nat -> R) : R :=
  match p with
  | nil => f 0%nat
  | c :: rest => (1 - c) * tally rest f + c * tally rest (fun x => f (S x))
  end.

Definition probable (p : list R) : Prop := forall c, In c p -> 0 <= c <= 1.
Definition uncertain (p : list R) : Prop := forall c, In c p -> 0 < c < 1.

(* The second list is nowhere below the first. *)
Definition raised : list R -> list R -> Prop := Forall2 Rle.

(* P / Q grows with the number. *)
Definition rises (P Q : nat -> R) : Prop := forall x y, (x <= y)%nat -> P x * Q y <= P y * Q x.

Lemma probable_cons (c : R) (p : list R) : probable (c :: p) -> 0 <= c <= 1 /\ probable p.
Proof. intros H. split; [apply H; left; reflexivity|]. intros d Hd. apply H. right. exact Hd. Qed.

Lemma uncertain_cons (c : R) (p : list R) : uncertain (c :: p) -> 0 < c < 1 /\ uncertain p.
Proof. intros H. split; [apply H; left; reflexivity|]. intros d Hd. apply H. right. exact Hd. Qed.

Lemma uncertain_probable (p : list R) : uncertain p -> probable p.
Proof. intros H c Hc. specialize (H c Hc). lra. Qed.

Lemma tally_linear (a b : R) (p : list R) : forall f g, tally p (fun x => a * f x + b * g x) = a * tally p f + b * tally p g.
Proof.
  induction p as [|c p IH]; intros f g; simpl; [reflexivity|].
  assert (H := IH (fun x => f (S x)) (fun x => g (S x))). cbv beta in H. rewrite (IH f g), H. ring.
Qed.

Lemma tally_last (c : R) (p : list R) (f : nat -> R) : tally (c :: p) f = tally p (fun x => (1 - c) * f x + c * f (S x)).
Proof. rewrite (tally_linear (1 - c) c p f (fun x => f (S x))). reflexivity. Qed.

Lemma tally_constant (a : R) (p : list R) : tally p (fun _ => a) = a.
Proof. induction p as [|c p IH]; simpl; [reflexivity|]. rewrite IH. ring. Qed.

Lemma tally_ext (p : list R) : forall f g, (forall x, (x <= length p)%nat -> f x = g x) -> tally p f = tally p g.
Proof.
  induction p as [|c p IH]; intros f g H; simpl; [apply H; simpl; lia|].
  rewrite (IH f g), (IH (fun x => f (S x)) (fun x => g (S x))); [reflexivity| |]; intros x Hx; apply H; simpl; lia.
Qed.

Lemma tally_le (p : list R) : probable p -> forall f g, (forall x, (x <= length p)%nat -> f x <= g x) -> tally p f <= tally p g.
Proof.
  induction p as [|c p IH]; intros Hp f g H; simpl; [apply H; simpl; lia|]. apply probable_cons in Hp. destruct Hp as [Hc Hp].
  apply Rplus_le_compat; (apply Rmult_le_compat_l; [lra|]); apply (IH Hp); intros x Hx; apply H; simpl; lia.
Qed.

Lemma tally_positive (p : list R) : probable p -> forall h, (forall x, 0 < h x) -> 0 < tally p h.
Proof.
  induction p as [|c p IH]; intros Hp h H; simpl; [apply H|]. apply probable_cons in Hp. destruct Hp as [Hc Hp].
  assert (H1 := IH Hp h H). assert (H2 := IH Hp (fun x => h (S x)) (fun x => H (S x))).
  destruct (Rle_lt_dec c (/ 2)) as [Hh|Hh].
  - apply Rplus_lt_le_0_compat; [apply Rmult_lt_0_compat; lra|apply Rmult_le_pos; lra].
  - apply Rplus_le_lt_0_compat; [apply Rmult_le_pos; lra|apply Rmult_lt_0_compat; lra].
Qed.

Lemma tally_permutation (p p' : list R) : Permutation p p' -> forall f, tally p f = tally p' f.
Proof.
  intros H. induction H as [|c p p' _ IH|c d p|p p' p'' _ IH _ IH']; intros f; simpl.
  - reflexivity.
  - rewrite !IH. reflexivity.
  - ring.
  - rewrite IH. apply IH'.
Qed.

Lemma tally_app (p p' : list R) : forall f, tally (p ++ p') f = tally p (fun x => tally p' (fun y => f (x + y)%nat)).
Proof.
  induction p as [|c p IH]; intros f; [reflexivity|]. simpl app. simpl tally at 1. rewrite (IH f), (IH (fun x => f (S x))). reflexivity.
Qed.

(* 1 and 0 exchanged. *)
Lemma tally_mirror (p : list R) : forall f, tally (map (fun c => 1 - c) p) f = tally p (fun x => f (length p - x)%nat).
Proof.
  induction p as [|c p IH]; intros f; [reflexivity|]. simpl map. simpl length. simpl tally at 1. rewrite !IH. cbn [tally].
  rewrite (tally_ext p (fun x => f (S (length p - x))) (fun x => f (S (length p) - x)%nat)); [|intros x Hx; f_equal; lia].
  rewrite (tally_ext p (fun x => f (S (length p) - S x)%nat) (fun x => f (length p - x)%nat)); [ring|intros x Hx; f_equal].
Qed.

(* The mean by the law. *)
Lemma tally_sum (p : list R) : forall f, tally p f = sum (fun x => ones p x * f x) (S (length p)).
Proof.
  induction p as [|c p IH]; intros f; [simpl; ring|]. simpl tally. rewrite (IH f), (IH (fun x => f (S x))). set (n := length p). simpl length. fold n.
  rewrite (sum_ext (fun x => ones (c :: p) x * f x)
    (fun x => (1 - c) * (ones p x * f x) + match x with O => 0 | S y => c * (ones p y * f (S y)) end)); [|intros [|x] _; simpl; ring].
  rewrite (sum_plus (fun x => (1 - c) * (ones p x * f x))), sum_shift, !sum_scale.
  change (sum (fun x => ones p x * f x) (S (S n))) with (sum (fun x => ones p x * f x) (S n) + ones p (S n) * f (S n)).
  rewrite ones_beyond by (fold n; lia). ring.
Qed.

Lemma ones_nonneg (p : list R) : probable p -> forall x, 0 <= ones p x.
Proof.
  induction p as [|c p IH]; intros Hp x; simpl; [destruct x; lra|]. apply probable_cons in Hp. destruct Hp as [Hc Hp].
  apply Rplus_le_le_0_compat; [apply Rmult_le_pos; [lra|apply IH, Hp]|]. destruct x; [lra|apply Rmult_le_pos; [lra|apply IH, Hp]].
Qed.

(* A sum of independent draws of 0 or 1 is log-concave. *)
Theorem ones_log_concave (p : list R) : probable p -> forall x y, (x <= y)%nat ->
  ones p x * ones p (S (S y)) <= ones p (S x) * ones p (S y).
Proof.
  induction p as [|c p IH]; intros Hp x y Hxy; [simpl; lra|]. apply probable_cons in Hp. destruct Hp as [Hc Hp]. specialize (IH Hp).
  assert (Hn := ones_nonneg p Hp). assert (Ha : 0 <= (1 - c) * (1 - c)) by (apply Rmult_le_pos; lra).
  assert (Hb : 0 <= (1 - c) * c) by (apply Rmult_le_pos; lra). assert (Hd : 0 <= c * c) by (apply Rmult_le_pos; lra).
  destruct x as [|x].
  - assert (H1 := Rmult_le_compat_l _ _ _ Ha (IH 0%nat y ltac:(lia))).
    assert (H2 := Rmult_le_pos _ _ Hb (Rmult_le_pos _ _ (Hn 1%nat) (Hn y))). assert (H3 := Rmult_le_pos _ _ Hd (Rmult_le_pos _ _ (Hn 0%nat) (Hn y))).
    cbn [ones]. lra.
  - destruct y as [|y]; [lia|]. assert (H1 := Rmult_le_compat_l _ _ _ Ha (IH (S x) (S y) ltac:(lia))).
    assert (H2 := Rmult_le_compat_l _ _ _ Hd (IH x y ltac:(lia))).
    assert (H3 : ones p x * ones p (S (S (S y))) <= ones p (S (S x)) * ones p (S y)).
    { eapply Rle_trans; [apply (IH x (S y)); lia|]. destruct (Nat.eq_dec x y) as [->|Hne]; [lra|apply (IH (S x) y); lia]. }
    apply (Rmult_le_compat_l _ _ _ Hb) in H3. cbn [ones]. lra.
Qed.

Lemma rises_cons (c : R) (p p' : list R) : 0 <= c <= 1 -> rises (ones p) (ones p') -> rises (ones (c :: p)) (ones (c :: p')).
Proof.
  intros Hc H x y Hxy. destruct (Nat.eq_dec x y) as [->|Hne]; [lra|]. destruct y as [|y]; [lia|].
  assert (Ha : 0 <= (1 - c) * (1 - c)) by (apply Rmult_le_pos; lra).
  assert (Hb : 0 <= (1 - c) * c) by (apply Rmult_le_pos; lra). assert (Hd : 0 <= c * c) by (apply Rmult_le_pos; lra). destruct x as [|x].
  - assert (H1 := Rmult_le_compat_l _ _ _ Ha (H 0%nat (S y) ltac:(lia))). assert (H2 := Rmult_le_compat_l _ _ _ Hb (H 0%nat y ltac:(lia))).
    cbn [ones]. lra.
  - assert (H1 := Rmult_le_compat_l _ _ _ Ha (H (S x) (S y) ltac:(lia))). assert (H2 := Rmult_le_compat_l _ _ _ Hd (H x y ltac:(lia))).
    assert (H3 := Rmult_le_compat_l _ _ _ Hb (H (S x) y ltac:(lia))). assert (H4 := Rmult_le_compat_l _ _ _ Hb (H x (S y) ltac:(lia))).
    cbn [ones]. lra.
Qed.

Lemma rises_head (a b : R) (p : list R) : b <= a -> probable p -> rises (ones (a :: p)) (ones (b :: p)).
Proof.
  intros Hab Hp x y Hxy. destruct (Nat.eq_dec x y) as [->|Hne]; [lra|]. destruct y as [|y]; [lia|]. assert (Hn := ones_nonneg p Hp).
  assert (Hd : 0 <= a - b) by lra. destruct x as [|x].
  - assert (H1 := Rmult_le_pos _ _ Hd (Rmult_le_pos _ _ (Hn 0%nat) (Hn y))). cbn [ones]. lra.
  - destruct y as [|y]; [lia|]. assert (H1 := Rmult_le_compat_l _ _ _ Hd (ones_log_concave p Hp x y ltac:(lia))). cbn [ones]. lra.
Qed.

Lemma rises_trans (P Q W : nat -> R) (n : nat) : (forall x, 0 <= P x) -> (forall x, 0 <= W x) -> (forall x, (x <= n)%nat -> 0 < Q x) ->
  (forall x, (n < x)%nat -> P x = 0 /\ W x = 0) -> rises P Q -> rises Q W -> rises P W.
Proof.
  intros HP HW HQ Hn H1 H2 x y Hxy. destruct (le_lt_dec y n) as [Hy|Hy]; [|destruct (Hn y Hy) as [-> ->]; lra].
  assert (Qx := HQ x ltac:(lia)). assert (Qy := HQ y Hy). specialize (H1 x y Hxy). specialize (H2 x y Hxy).
  apply Rmult_le_reg_r with (Q x * Q y); [apply Rmult_lt_0_compat; assumption|].
  replace (P x * W y * (Q x * Q y)) with ((P x * Q y) * (Q x * W y)) by ring. replace (P y * W x * (Q x * Q y)) with ((P y * Q x) * (Q y * W x)) by ring.
  apply Rmult_le_compat; try assumption; apply Rmult_le_pos; try apply HP; try apply HW; lra.
Qed.

Lemma raised_length (p' p : list R) : raised p' p -> length p' = length p.
Proof. intros H. induction H; simpl; congruence. Qed.

(* Where the probabilities grow, the new law over the old one grows with the number. *)
Theorem raised_rises (p p' : list R) : uncertain p -> uncertain p' -> raised p' p -> rises (ones p) (ones p').
Proof.
  intros Hp Hp' H. induction H as [|b a p' p Hab H IH]; [intros x y _; simpl; destruct x, y; lra|].
  apply uncertain_cons in Hp. destruct Hp as [Ha Hp]. apply uncertain_cons in Hp'. destruct Hp' as [Hb Hp'].
  assert (E : length p' = length p) by apply (raised_length p' p H).
  assert (U : uncertain (a :: p')) by (intros c [<-|Hc]; [exact Ha|apply Hp', Hc]).
  apply (rises_trans _ (ones (a :: p')) _ (S (length p))).
  - apply ones_nonneg. apply uncertain_probable. intros c [<-|Hc]; [exact Ha|apply Hp, Hc].
  - apply ones_nonneg. apply uncertain_probable. intros c [<-|Hc]; [exact Hb|apply Hp', Hc].
  - intros x Hx. apply ones_positive; [exact U|simpl; lia].
  - intros x Hx. split; apply ones_beyond; simpl; lia.
  - apply rises_cons; [lra|apply (IH Hp Hp')].
  - apply rises_head; [exact Hab|apply uncertain_probable, Hp'].
Qed.

(* ... and no mean of what grows with the number falls. *)
Theorem raised_mean (p p' : list R) : probable p -> probable p' -> raised p' p ->
  forall g, (forall x, (x < length p)%nat -> g x <= g (S x)) -> tally p' g <= tally p g.
Proof.
  intros Hp Hp' H. induction H as [|b a p' p Hab H IH]; intros g Hg; [simpl; lra|].
  apply probable_cons in Hp. destruct Hp as [Ha Hp]. apply probable_cons in Hp'. destruct Hp' as [Hb Hp']. specialize (IH Hp Hp'). simpl.
  assert (H1 : tally p' g <= tally p g) by (apply IH; intros x Hx; apply Hg; simpl; lia).
  assert (H2 : tally p' (fun x => g (S x)) <= tally p (fun x => g (S x))) by (apply IH; intros x Hx; apply Hg; simpl; lia).
  assert (H3 : tally p g <= tally p (fun x => g (S x))) by (apply (tally_le p Hp); intros x Hx; apply Hg; simpl; lia).
  apply Rle_trans with ((1 - b) * tally p g + b * tally p (fun x => g (S x))).
  - apply Rplus_le_compat; apply Rmult_le_compat_l; lra.
  - assert (0 <= (a - b) * (tally p (fun x => g (S x)) - tally p g)) by (apply Rmult_le_pos; lra). lra.
Qed.
