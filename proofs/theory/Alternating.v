(* SPDX-License-Identifier: GPL-3.0-or-later *)
(* dpals: how far a user's row moves the sums that are released. A user with the profile u (d numbers) and the rating r
   of an item adds to that item's sums the upper triangle of u u', and r u. |u|^2 and r^2 are at most q. *)
From Coq Require Import Reals Lra Psatz Arith.
From Dpmf Require Import Sums.
Open Scope R_scope.

Definition dot (u w : nat -> R) (d : nat) : R := sum (fun l => u l * w l) d.
Definition triangle (f : nat -> nat -> R) (d : nat) : R := sum (fun b => sum (fun a => f a b) (S b)) d.
Definition zero (l : nat) : R := 0.
Definition count (rated : nat -> bool) (m : nat) : R := sum (fun j => if rated j then 1 else 0) m.

(* The square of the distance between what two users add to one item's sums. *)
Definition apart (r s : R) (u w : nat -> R) (d : nat) : R :=
  triangle (fun a b => (u a * u b - w a * w b) * (u a * u b - w a * w b)) d +
  sum (fun l => (u l * r - w l * s) * (u l * r - w l * s)) d.

(* The same for all m items, of which each of the two contributes some. *)
Definition rows_apart (mine yours : nat -> bool) (r s : nat -> R) (u w : nat -> R) (d m : nat) : R :=
  sum (fun j => apart (if mine j then r j else 0) (if yours j then s j else 0)
                      (if mine j then u else zero) (if yours j then w else zero) d) m.

Lemma sum_prefix (f : nat -> R) (k n : nat) : (forall i, 0 <= f i) -> (k <= n)%nat -> sum f k <= sum f n.
Proof.
  intros Hf H. induction H as [|n H IH]; simpl; [lra|]. specialize (Hf n). lra.
Qed.

Lemma triangle_in_square (f : nat -> nat -> R) (d : nat) : (forall a b, 0 <= f a b) ->
  triangle f d <= sum (fun b => sum (fun a => f a b) d) d.
Proof.
  intros Hf. apply sum_le. intros b Hb. apply sum_prefix; [intros a; apply Hf|exact Hb].
Qed.

Lemma one_row (u w : nat -> R) (p q : R) (n : nat) :
  sum (fun a => (u a * p - w a * q) * (u a * p - w a * q)) n = p * p * dot u u n - 2 * p * q * dot u w n + q * q * dot w w n.
Proof. unfold dot. induction n as [|n IH]; simpl; [ring|rewrite IH; ring]. Qed.

Lemma all_rows (u w : nat -> R) (x y z : R) (n : nat) :
  sum (fun b => u b * u b * x - 2 * u b * w b * y + w b * w b * z) n = dot u u n * x - 2 * dot u w n * y + dot w w n * z.
Proof. unfold dot. induction n as [|n IH]; simpl; [ring|rewrite IH; ring]. Qed.

Lemma apart_below (r s : R) (u w : nat -> R) (d : nat) :
  apart r s u w d <= dot u u d * dot u u d - 2 * (dot u w d * dot u w d) + dot w w d * dot w w d +
                     (r * r * dot u u d - 2 * r * s * dot u w d + s * s * dot w w d).
Proof.
  unfold apart. rewrite one_row. apply Rplus_le_compat_r.
  eapply Rle_trans; [apply triangle_in_square; intros a b; apply Rle_0_sqr|].
  rewrite (sum_ext _ (fun b => u b * u b * dot u u d - 2 * u b * w b * dot u w d + w b * w b * dot w w d))
    by (intros b _; apply one_row).
  rewrite all_rows. lra.
Qed.

Lemma dot_zero_left (u : nat -> R) (d : nat) : dot zero u d = 0.
Proof. unfold dot, zero. induction d as [|d IH]; simpl; [reflexivity|rewrite IH; ring]. Qed.

Lemma dot_zero_right (u : nat -> R) (d : nat) : dot u zero d = 0.
Proof. unfold dot, zero. induction d as [|d IH]; simpl; [reflexivity|rewrite IH; ring]. Qed.

Lemma dot_nonneg (u : nat -> R) (d : nat) : 0 <= dot u u d.
Proof. apply squares_nonneg. Qed.

(* A user who comes, or goes. *)
Theorem present (q r : R) (u : nat -> R) (d : nat) : dot u u d <= q -> r * r <= q -> apart r 0 u zero d <= 2 * (q * q).
Proof.
  intros Hu Hr. eapply Rle_trans; [apply apart_below|].
  rewrite dot_zero_right, dot_zero_left. assert (H := dot_nonneg u d).
  assert (dot u u d * dot u u d <= q * q) by (apply Rmult_le_compat; lra).
  assert (r * r * dot u u d <= q * q) by (apply Rmult_le_compat; try lra; apply Rle_0_sqr). lra.
Qed.

(* A user who is replaced: 9/2 and not the 8 of twice the distance. *)
Theorem replaced (q r s : R) (u w : nat -> R) (d : nat) :
  dot u u d <= q -> dot w w d <= q -> r * r <= q -> s * s <= q -> apart r s u w d <= 9 / 2 * (q * q).
Proof.
  intros Hu Hw Hr Hs. eapply Rle_trans; [apply apart_below|].
  assert (H := dot_nonneg u d). assert (H' := dot_nonneg w d).
  assert (R0 : 0 <= r * r) by apply Rle_0_sqr. assert (S0 : 0 <= s * s) by apply Rle_0_sqr.
  assert (dot u u d * dot u u d <= q * q) by (apply Rmult_le_compat; lra).
  assert (dot w w d * dot w w d <= q * q) by (apply Rmult_le_compat; lra).
  assert (r * r * dot u u d <= q * q) by (apply Rmult_le_compat; lra).
  assert (s * s * dot w w d <= q * q) by (apply Rmult_le_compat; lra).
  assert (r * r * (s * s) <= q * q) by (apply Rmult_le_compat; lra).
  assert (K : 0 <= (2 * dot u w d + r * s) * (2 * dot u w d + r * s)) by apply Rle_0_sqr.
  lra.
Qed.

Lemma one_of_two (q r s : R) (u w : nat -> R) (d : nat) (mine yours : bool) :
  dot u u d <= q -> dot w w d <= q -> r * r <= q -> s * s <= q ->
  apart (if mine then r else 0) (if yours then s else 0) (if mine then u else zero) (if yours then w else zero) d <=
  9 / 4 * (q * q) * ((if mine then 1 else 0) + (if yours then 1 else 0)).
Proof.
  intros Hu Hw Hr Hs. assert (Q : 0 <= q * q) by apply Rle_0_sqr.
  destruct mine, yours.
  - assert (H := replaced q r s u w d Hu Hw Hr Hs). lra.
  - assert (H := present q r u d Hu Hr). lra.
  - assert (H := present q s w d Hw Hs).
    assert (E : apart 0 s zero w d = apart s 0 w zero d).
    { unfold apart, triangle. f_equal.
      - apply sum_ext; intros b _; apply sum_ext; intros a _; unfold zero; ring.
      - apply sum_ext; intros l _; unfold zero; ring. }
    rewrite E. lra.
  - assert (H := apart_below 0 0 zero zero d). rewrite !dot_zero_left in H. lra.
Qed.

(* All items of a row that is replaced by another, of at most k ratings each. *)
Theorem row_replaced (q k : R) (mine yours : nat -> bool) (r s : nat -> R) (u w : nat -> R) (d m : nat) :
  dot u u d <= q -> dot w w d <= q -> (forall j, r j * r j <= q) -> (forall j, s j * s j <= q) ->
  count mine m <= k -> count yours m <= k -> rows_apart mine yours r s u w d m <= 9 / 2 * (q * q) * k.
Proof.
  intros Hu Hw Hr Hs Hm Hy. assert (Q : 0 <= q * q) by apply Rle_0_sqr.
  assert (H : rows_apart mine yours r s u w d m <= 9 / 4 * (q * q) * (count mine m + count yours m)).
  { unfold rows_apart, count. clear Hm Hy. induction m as [|m IH]; [simpl; lra|]. cbn [sum].
    assert (O := one_of_two q (r m) (s m) u w d (mine m) (yours m) Hu Hw (Hr m) (Hs m)). lra. }
  assert (9 / 4 * (q * q) * (count mine m + count yours m) <= 9 / 4 * (q * q) * (2 * k)) by (apply Rmult_le_compat_l; lra).
  lra.
Qed.

(* All items of a row of at most k ratings that is there, or is empty. *)
Theorem row_present (q k : R) (mine : nat -> bool) (r : nat -> R) (u : nat -> R) (d m : nat) :
  dot u u d <= q -> (forall j, r j * r j <= q) -> count mine m <= k ->
  rows_apart mine (fun _ => false) r (fun _ => 0) u zero d m <= 2 * (q * q) * k.
Proof.
  intros Hu Hr Hm. assert (Q : 0 <= q * q) by apply Rle_0_sqr.
  assert (H : rows_apart mine (fun _ => false) r (fun _ => 0) u zero d m <= 2 * (q * q) * count mine m).
  { unfold rows_apart, count. clear Hm. induction m as [|m IH]; [simpl; lra|]. cbn [sum].
    destruct (mine m).
    - assert (O := present q (r m) u d Hu (Hr m)). lra.
    - assert (O := apart_below 0 0 zero zero d). rewrite !dot_zero_left in O. lra. }
  assert (2 * (q * q) * count mine m <= 2 * (q * q) * k) by (apply Rmult_le_compat_l; lra). lra.
Qed.
