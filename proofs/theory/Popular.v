(* SPDX-License-Identifier: GPL-3.0-or-later *)
(* dppop: how far a user's row moves the counts of the m items. A row contributes some items, each once. *)
From Coq Require Import Reals Lra.
From Dpmf Require Import Sums.
Open Scope R_scope.

Definition one (b : bool) : R := if b then 1 else 0.
Definition contributed (row : nat -> bool) (m : nat) : R := sum (fun j => one (row j)) m.
Definition moved (mine yours : nat -> bool) (m : nat) : R := sum (fun j => Rabs (one (mine j) - one (yours j))) m.
Definition moved_square (mine yours : nat -> bool) (m : nat) : R :=
  sum (fun j => (one (mine j) - one (yours j)) * (one (mine j) - one (yours j))) m.
Definition empty (j : nat) : bool := false.

Lemma one_apart (a b : bool) : Rabs (one a - one b) <= one a + one b.
Proof. destruct a, b; unfold one; [rewrite Rminus_diag_eq, Rabs_R0|rewrite Rabs_right|rewrite Rabs_left|rewrite Rminus_diag_eq, Rabs_R0]; lra. Qed.

Lemma one_square (a b : bool) : (one a - one b) * (one a - one b) = Rabs (one a - one b).
Proof. destruct a, b; unfold one; [rewrite Rminus_diag_eq, Rabs_R0|rewrite Rabs_right|rewrite Rabs_left|rewrite Rminus_diag_eq, Rabs_R0]; lra. Qed.

Lemma moved_below (mine yours : nat -> bool) (m : nat) : moved mine yours m <= contributed mine m + contributed yours m.
Proof.
  unfold moved, contributed. induction m as [|m IH]; simpl; [lra|].
  assert (H := one_apart (mine m) (yours m)). lra.
Qed.

Lemma square_is_moved (mine yours : nat -> bool) (m : nat) : moved_square mine yours m = moved mine yours m.
Proof. unfold moved_square, moved. induction m as [|m IH]; simpl; [reflexivity|rewrite IH, one_square; reflexivity]. Qed.

Lemma empty_contributes_nothing (m : nat) : contributed empty m = 0.
Proof. unfold contributed. induction m as [|m IH]; [reflexivity|]. cbn [sum]. rewrite IH. unfold one, empty. ring. Qed.

(* A row of at most k items that is replaced by another, in the 1-norm. *)
Theorem replaced (k : R) (mine yours : nat -> bool) (m : nat) :
  contributed mine m <= k -> contributed yours m <= k -> moved mine yours m <= 2 * k.
Proof. intros Hm Hy. assert (H := moved_below mine yours m). lra. Qed.

(* One that is there, or is empty. *)
Theorem present (k : R) (mine : nat -> bool) (m : nat) : contributed mine m <= k -> moved mine empty m <= k.
Proof. intros Hm. assert (H := moved_below mine empty m). rewrite empty_contributes_nothing in H. lra. Qed.

(* The same in the square of the 2-norm, since a count moves by 1 or not at all. *)
Theorem replaced_square (k : R) (mine yours : nat -> bool) (m : nat) :
  contributed mine m <= k -> contributed yours m <= k -> moved_square mine yours m <= 2 * k.
Proof. intros Hm Hy. rewrite square_is_moved. apply replaced; assumption. Qed.

Theorem present_square (k : R) (mine : nat -> bool) (m : nat) : contributed mine m <= k -> moved_square mine empty m <= k.
Proof. intros Hm. rewrite square_is_moved. apply present; assumption. Qed.

Lemma one_of_all (a b : bool) : Rabs (one a - one b) <= 1.
Proof. destruct a, b; unfold one; [rewrite Rminus_diag_eq, Rabs_R0|rewrite Rabs_right|rewrite Rabs_left|rewrite Rminus_diag_eq, Rabs_R0]; lra. Qed.

(* And no row moves more counts than there are. *)
Theorem all_items (mine yours : nat -> bool) (m : nat) : moved mine yours m <= INR m.
Proof.
  unfold moved. induction m as [|m IH]; [simpl; lra|]. rewrite S_INR. simpl.
  assert (H := one_of_all (mine m) (yours m)). lra.
Qed.
