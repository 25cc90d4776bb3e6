(* SPDX-License-Identifier: GPL-3.0-or-later *)
(* dpmf-rp, Section 4.1: Delta_1 = 4 e (1 + kappa) B_1 / beta against one user's gradient when u is
   solved anew, as Eq. (5) has it, and cut to B_1. k = 1; observed items alone have weight. *)
From Coq Require Import Reals Lra Psatz Arith Lia.
From Dpmf Require Import Sums.
Open Scope R_scope.

Definition clip (e x : R) : R := Rmax (- e) (Rmin e x).
(* Eq. (5), then Algorithm 2's cut. *)
Definition solved (lam kappa : R) (r v : nat -> R) (n : nat) : R :=
  (1 + kappa) * sum (fun j => r j * v j) n / (lam + (1 + kappa) * sum (fun j => v j * v j) n).
Definition profile (lam kappa b : R) (r v : nat -> R) (n : nat) : R := clip b (solved lam kappa r v n).
(* Row j of what the user sends, before projection. *)
Definition row (beta kappa e u : R) (r v : nat -> R) (j : nat) : R := - (2 / beta) * (1 + kappa) * clip e (r j - u * v j) * u.

(* How far the gradient moves, in the 1,1-norm. *)
Definition moved (beta lam kappa e b : R) (r s v : nat -> R) (n : nat) : R :=
  l1 (fun j => row beta kappa e (profile lam kappa b r v n) r v j - row beta kappa e (profile lam kappa b s v n) s v j) n.

(* Three items, one rating of which is 5 for 1: three times Delta_1. *)
Definition item (j : nat) : R := if Nat.eqb j 0 then -1 else 1.
Definition all_one : nat -> R := fun _ => 1.
Definition one_is_five (j : nat) : R := if Nat.eqb j 0 then 5 else 1.

Lemma clip_above (e x : R) : 0 < e -> e <= x -> clip e x = e.
Proof. intros He H. unfold clip. rewrite Rmin_left by lra. apply Rmax_right. lra. Qed.
Lemma clip_below (e x : R) : 0 < e -> x <= - e -> clip e x = - e.
Proof. intros He H. unfold clip. rewrite Rmin_right by lra. apply Rmax_left. lra. Qed.

Theorem delta_1_refuted : (forall j, j <> O -> all_one j = one_is_five j) /\
  moved 1 1 0 (/ 2) (/ 10) all_one one_is_five item 3 = 3 * (4 * / 2 * (1 + 0) * / 10 / 1).
Proof.
  split; [intros [|j] H; [contradiction|reflexivity]|].
  assert (P : profile 1 0 (/ 10) all_one item 3 = / 10).
  { apply clip_above; [lra|]. unfold solved, all_one, item. simpl. lra. }
  assert (Q : profile 1 0 (/ 10) one_is_five item 3 = - / 10).
  { apply clip_below; [lra|]. unfold solved, one_is_five, item. simpl. lra. }
  unfold moved. rewrite P, Q. unfold l1, row, all_one, one_is_five, item. simpl.
  rewrite !(clip_above (/ 2)) by lra.
  match goal with |- context [Rabs ?x] => replace x with (- / 5) by lra end.
  rewrite Rabs_Ropp, Rabs_pos_eq by lra.
  repeat match goal with |- context [Rabs ?x] => replace x with (- / 5) by lra; rewrite Rabs_Ropp, Rabs_pos_eq by lra end.
  lra.
Qed.
