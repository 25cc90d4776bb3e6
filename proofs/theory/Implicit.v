(* SPDX-License-Identifier: GPL-3.0-or-later *)
(* dpimf: the losses of one item over its users, where their minimisers lie, and
   Theorem 4. q is the item's profile, p u user u's, pos u whether u is in U_i;
   n users, d coordinates, alpha in [0, 1], lam > 0. *)
From Coq Require Import Reals Lra Psatz Arith Lia.
From Dpmf Require Import Sums.
Open Scope R_scope.

Definition dot (x y : nat -> R) (d : nat) : R := sum (fun j => x j * y j) d.
Notation sq x d := (dot x x d).
Definition ones (pos : nat -> bool) (n : nat) : R := sum (fun u => if pos u then 1 else 0) n.

Section Losses.
Variables (alpha lam : R) (p : nat -> nat -> R) (pos : nat -> bool) (n d : nat).

(* Eq. (13) with |U_i| + alpha |rest|, and Eq. (6) with |U_i| + alpha n, before ||q||^2. *)
Definition weight : R := ones pos n + alpha * (INR n - ones pos n).
Definition loss (q : nat -> R) : R :=
  sum (fun u => if pos u then (dot (p u) q d - 1) ^ 2 else alpha * dot (p u) q d ^ 2) n + lam * weight * sq q d.
Definition loss_original (q : nat -> R) : R :=
  sum (fun u => if pos u then (dot (p u) q d - 1) ^ 2 else 0) n + alpha * sum (fun u => dot (p u) q d ^ 2) n +
  lam * (ones pos n + alpha * INR n) * sq q d.
(* What the second has and the first has not. *)
Definition apart (q : nat -> R) : R :=
  alpha * sum (fun u => if pos u then dot (p u) q d ^ 2 else 0) n + alpha * lam * ones pos n * sq q d.

Definition least (f : (nat -> R) -> R) (q : nat -> R) : Prop := forall r, f q <= f r.
End Losses.

Lemma sq_nonneg (q : nat -> R) (d : nat) : 0 <= sq q d.
Proof. apply squares_nonneg. Qed.

Lemma ones_between (pos : nat -> bool) (n : nat) : 0 <= ones pos n <= INR n.
Proof.
  induction n as [|n IH]; unfold ones in *; [simpl; lra|]. rewrite S_INR. simpl sum.
  destruct (pos n); lra.
Qed.

Lemma weight_between (alpha : R) (pos : nat -> bool) (n : nat) : 0 <= alpha <= 1 ->
  ones pos n <= weight alpha pos n <= INR n.
Proof.
  intros Ha. assert (H := ones_between pos n). unfold weight. split; [nra|].
  assert (alpha * (INR n - ones pos n) <= 1 * (INR n - ones pos n)) by (apply Rmult_le_compat_r; lra). lra.
Qed.

Lemma sum_plus (f g : nat -> R) (n : nat) : sum (fun i => f i + g i) n = sum f n + sum g n.
Proof. induction n as [|n IH]; simpl; [ring|rewrite IH; ring]. Qed.

Lemma sum_const (c : R) (n : nat) : sum (fun _ => c) n = INR n * c.
Proof. induction n as [|n IH]; simpl sum; [simpl; ring|rewrite IH, S_INR; ring]. Qed.

Lemma dot_zero (x : nat -> R) (d : nat) : dot x (fun _ => 0) d = 0.
Proof. unfold dot. rewrite (sum_ext _ (fun _ => 0)) by (intros; ring). rewrite sum_const. ring. Qed.

Section Facts.
Variables (alpha lam : R) (p : nat -> nat -> R) (pos : nat -> bool) (n d : nat).
Hypothesis Ha : 0 <= alpha <= 1.
Hypothesis Hl : 0 < lam.
Notation W := (weight alpha pos n).
Notation L := (loss alpha lam p pos n d).
Notation LO := (loss_original alpha lam p pos n d).
Notation D := (apart alpha lam p pos n d).
Notation size := (ones pos n).

Lemma loss_at_zero : L (fun _ => 0) = size /\ LO (fun _ => 0) = size.
Proof.
  unfold loss, loss_original, ones.
  assert (Hs : sq (fun _ : nat => 0) d = 0) by apply dot_zero. rewrite Hs.
  rewrite (sum_ext (fun u => if pos u then _ else alpha * _) (fun u => if pos u then 1 else 0))
    by (intros i _; rewrite dot_zero; destruct (pos i); ring).
  rewrite (sum_ext (fun u => if pos u then (_ - 1) ^ 2 else 0) (fun u => if pos u then 1 else 0))
    by (intros i _; rewrite dot_zero; destruct (pos i); ring).
  rewrite (sum_ext (fun u => dot (p u) (fun _ => 0) d ^ 2) (fun _ => 0)) by (intros i _; rewrite dot_zero; ring).
  rewrite sum_const. split; ring.
Qed.

Lemma loss_above_regularizer (q : nat -> R) :
  lam * W * sq q d <= L q /\ lam * (size + alpha * INR n) * sq q d <= LO q.
Proof.
  unfold loss, loss_original. split.
  - assert (0 <= sum (fun u => if pos u then (dot (p u) q d - 1) ^ 2 else alpha * dot (p u) q d ^ 2) n); [|lra].
    apply sum_nonneg; intros u. assert (0 <= dot (p u) q d ^ 2) by apply pow2_ge_0.
    destruct (pos u); [apply pow2_ge_0|nra].
  - assert (0 <= sum (fun u => if pos u then (dot (p u) q d - 1) ^ 2 else 0) n)
      by (apply sum_nonneg; intros u; destruct (pos u); [apply pow2_ge_0|lra]).
    assert (0 <= sum (fun u => dot (p u) q d ^ 2) n) by (apply sum_nonneg; intros u; apply pow2_ge_0).
    assert (0 <= alpha * sum (fun u => dot (p u) q d ^ 2) n) by (apply Rmult_le_pos; lra). lra.
Qed.

(* Lemma 1 needs that q is no worse than 0, and a regularizer that is not 0. *)
Lemma within (w t : R) : 0 < w -> size <= w -> lam * w * t <= size -> t <= size / (lam * w) /\ size / (lam * w) <= 1 / lam.
Proof.
  intros Hw Hs Ht. assert (Hlw : 0 < lam * w) by (apply Rmult_lt_0_compat; assumption). split.
  - apply Rmult_le_reg_r with (lam * w); [exact Hlw|].
    replace (size / (lam * w) * (lam * w)) with size by (field; lra). lra.
  - apply Rmult_le_reg_r with (lam * w); [exact Hlw|].
    replace (size / (lam * w) * (lam * w)) with size by (field; lra).
    replace (1 / lam * (lam * w)) with w by (field; lra). exact Hs.
Qed.

Theorem lemma_1 (q : nat -> R) : 0 < W -> L q <= L (fun _ => 0) ->
  sq q d <= size / (lam * W) /\ size / (lam * W) <= 1 / lam.
Proof.
  intros HW Hq. destruct loss_at_zero as [H0 _]. destruct (loss_above_regularizer q) as [H1 _].
  apply within; [exact HW|apply weight_between; exact Ha|lra].
Qed.

Theorem lemma_1_original (q : nat -> R) : 0 < size + alpha * INR n -> LO q <= LO (fun _ => 0) ->
  sq q d <= size / (lam * (size + alpha * INR n)) /\ size / (lam * (size + alpha * INR n)) <= 1 / lam.
Proof.
  intros HW Hq. destruct loss_at_zero as [_ H0]. destruct (loss_above_regularizer q) as [_ H1].
  apply within; [exact HW| |lra]. assert (Hn := pos_INR n). nra.
Qed.

(* An item without users, at alpha = 0: nothing is left of the loss, and every q is a minimiser. *)
Theorem lemma_1_needs_the_weight : alpha = 0 -> (forall u, pos u = false) -> forall q, least L q /\ least LO q.
Proof.
  intros H0 Hp q.
  assert (Hs : size = 0).
  { unfold ones. rewrite (sum_ext _ (fun _ => 0)) by (intros i _; rewrite Hp; reflexivity). rewrite sum_const. ring. }
  assert (HL : forall r, L r = 0).
  { intros r. unfold loss, weight. rewrite Hs, H0.
    rewrite (sum_ext _ (fun _ => 0)) by (intros i _; rewrite Hp; ring). rewrite sum_const. ring. }
  assert (HO : forall r, LO r = 0).
  { intros r. unfold loss_original. rewrite Hs, H0.
    rewrite (sum_ext _ (fun _ => 0)) by (intros i _; rewrite Hp; ring). rewrite sum_const. ring. }
  split; intros r; rewrite ?HL, ?HO; lra.
Qed.

Lemma original_is_more (q : nat -> R) : LO q = L q + D q.
Proof.
  unfold loss, loss_original, apart, weight.
  set (A := sum (fun u => if pos u then (dot (p u) q d - 1) ^ 2 else alpha * dot (p u) q d ^ 2) n).
  set (B := sum (fun u => if pos u then dot (p u) q d ^ 2 else 0) n).
  assert (H : sum (fun u => if pos u then (dot (p u) q d - 1) ^ 2 else 0) n + alpha * sum (fun u => dot (p u) q d ^ 2) n
              = A + alpha * B).
  { unfold A, B. rewrite <- !sum_scale, <- !sum_plus. apply sum_ext. intros u _. destruct (pos u); ring. }
  rewrite H. ring.
Qed.

Lemma apart_nonneg (q : nat -> R) : 0 <= D q.
Proof.
  unfold apart. assert (Hs := ones_between pos n). assert (Hq := sq_nonneg q d).
  assert (0 <= sum (fun u => if pos u then dot (p u) q d ^ 2 else 0) n)
    by (apply sum_nonneg; intros u; destruct (pos u); [apply pow2_ge_0|lra]).
  assert (0 <= alpha * lam * size) by (repeat apply Rmult_le_pos; lra). nra.
Qed.
End Facts.

(* Cauchy and Schwarz. *)
Lemma dot_square (x y : nat -> R) (d : nat) : dot x y d ^ 2 <= sq x d * sq y d.
Proof.
  unfold dot. induction d as [|d IH]; simpl sum; [lra|].
  assert (Hx := squares_nonneg x d). assert (Hy := squares_nonneg y d).
  set (X := sum (fun i => x i * x i) d) in *; set (Y := sum (fun i => y i * y i) d) in *.
  set (Z := sum (fun i => x i * y i) d) in *.
  (* 2 Z x y <= X y^2 + Y x^2, from (2 Z x y)^2 <= 4 (X y^2) (Y x^2) *)
  assert (H : 2 * Z * (x d * y d) <= X * (y d * y d) + Y * (x d * x d)).
  { apply Rnot_lt_le; intros Hlt.
    assert (0 <= X * (y d * y d) + Y * (x d * x d)) by nra.
    assert (Hs : (X * (y d * y d) + Y * (x d * x d)) ^ 2 < (2 * Z * (x d * y d)) ^ 2) by nra.
    assert (Hm : Z ^ 2 * (x d * y d) ^ 2 <= X * Y * (x d * y d) ^ 2) by (apply Rmult_le_compat_r; [apply pow2_ge_0|exact IH]).
    assert (Hd := pow2_ge_0 (X * (y d * y d) - Y * (x d * x d))). nra. }
  nra.
Qed.

Lemma profile_small (c : R) (x : nat -> R) (d : nat) : 0 <= c -> (forall j, (j < d)%nat -> Rabs (x j) <= c) ->
  sq x d <= INR d * c ^ 2.
Proof.
  intros Hc Hx. rewrite <- sum_const. apply sum_le. intros j Hj. assert (H := Hx j Hj).
  assert (Hr := Rabs_pos (x j)). assert (Hp := pow2_abs (x j)). nra.
Qed.

Section Compared.
Variables (alpha lam c N : R) (p : nat -> nat -> R) (pos : nat -> bool) (n d : nat).
Hypothesis Ha : 0 <= alpha <= 1.
Hypothesis Hl : 0 < lam.
Hypothesis Hc : 0 <= c.
Hypothesis Hp : forall u j, (u < n)%nat -> (j < d)%nat -> Rabs (p u j) <= c.
Notation L := (loss alpha lam p pos n d).
Notation LO := (loss_original alpha lam p pos n d).
Notation D := (apart alpha lam p pos n d).
Notation size := (ones pos n).

Theorem losses_apart (q : nat -> R) : sq q d <= N ^ 2 -> 0 <= D q <= alpha * size * N ^ 2 * (lam + INR d * c ^ 2).
Proof.
  intros Hq. split; [apply apart_nonneg; assumption|]. unfold apart.
  assert (Hs := ones_between pos n). assert (H0 := sq_nonneg q d). assert (HN := pow2_ge_0 N).
  assert (Hdc : 0 <= INR d * c ^ 2) by (apply Rmult_le_pos; [apply pos_INR|apply pow2_ge_0]).
  assert (H : sum (fun u => if pos u then dot (p u) q d ^ 2 else 0) n <= INR d * c ^ 2 * N ^ 2 * size).
  { unfold ones. rewrite <- sum_scale. apply sum_le. intros u Hu. destruct (pos u); [|lra].
    apply Rle_trans with (1 := dot_square (p u) q d). rewrite Rmult_1_r.
    apply Rmult_le_compat; [apply sq_nonneg|exact H0| |exact Hq].
    apply profile_small; [exact Hc|intros j Hj; apply Hp; assumption]. }
  assert (alpha * sum (fun u => if pos u then dot (p u) q d ^ 2 else 0) n <= alpha * (INR d * c ^ 2 * N ^ 2 * size))
    by (apply Rmult_le_compat_l; lra).
  assert (0 <= alpha * lam * size) by (repeat apply Rmult_le_pos; lra).
  assert (alpha * lam * size * sq q d <= alpha * lam * size * N ^ 2) by (apply Rmult_le_compat_l; assumption). lra.
Qed.

Variables (qs qo : nat -> R).
Hypothesis Hs : least L qs.
Hypothesis Ho : least LO qo.

(* (24) as printed: its left side is never positive, its right side never negative. *)
Theorem theorem_4 : L qs - LO qo <= 0 /\ 0 <= alpha * size * N ^ 2 * (lam + 2 * INR d * c ^ 2).
Proof.
  split.
  - assert (H1 := Hs qo). assert (H2 := original_is_more alpha lam p pos n d qo).
    assert (H3 := apart_nonneg alpha lam p pos n d Ha Hl qo). lra.
  - assert (Hz := ones_between pos n). assert (Hn := pos_INR d). assert (Hq := pow2_ge_0 c).
    assert (0 <= INR d * c ^ 2) by (apply Rmult_le_pos; assumption).
    assert (HN := pow2_ge_0 N). assert (0 <= alpha * size) by (apply Rmult_le_pos; lra).
    apply Rmult_le_pos; [apply Rmult_le_pos; assumption|lra].
Qed.

(* What the proof is after: how much worse each minimiser is under the other loss. *)
Theorem theorem_4_useful : sq qs d <= N ^ 2 -> sq qo d <= N ^ 2 ->
  let bound := alpha * size * N ^ 2 * (lam + INR d * c ^ 2) in
  0 <= LO qs - LO qo <= D qs - D qo /\ 0 <= L qo - L qs <= D qs - D qo /\
  D qs - D qo <= bound /\ 0 <= LO qo - L qs <= LO qs - L qs /\ LO qs - L qo <= bound /\ LO qs - L qs <= bound.
Proof.
  intros Hqs Hqo. simpl. assert (H1 := Hs qo). assert (H2 := Ho qs).
  assert (E1 := original_is_more alpha lam p pos n d qs). assert (E2 := original_is_more alpha lam p pos n d qo).
  destruct (losses_apart qs Hqs) as [H3 H4]. destruct (losses_apart qo Hqo) as [H5 H6]. lra.
Qed.
End Compared.

(* The two steps of the appendix that are false, with d = 1: a square of a difference is not at
   most the sum of squares, and a difference of squares is not the square of a difference. *)
Theorem appendix_of_theorem_4 :
  let q := 1 in let r := -1 in let z := q - r in
  q ^ 2 + r ^ 2 < z ^ 2 /\ (q ^ 2 - r ^ 2 <> z ^ 2) /\ forall x y, (x - y) ^ 2 <= 2 * (x ^ 2 + y ^ 2).
Proof. simpl. repeat split; try lra. intros x y. assert (H := pow2_ge_0 (x + y)). lra. Qed.
