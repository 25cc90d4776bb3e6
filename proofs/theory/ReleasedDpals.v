(* SPDX-License-Identifier: GPL-3.0-or-later *)
(* dpals, corrected: all that is released of all rounds. In each, for every item the sums over its contributing users of the upper
   triangle of u u' and of rating u, in whole steps, each number with discrete Gaussian noise as the code draws it. A user's
   profile u is any function of the user's own row and of what was released before. Neighbours: a user's row, which is
   replaced by any other, or is there or empty; the users and the items are public. What a user's own profile tells is not part
   of it (joint privacy). *)
From Coq Require Import Reals Lra Psatz Arith ZArith Lia List Bool.
From Coquelicot Require Import Coquelicot.
From Dpmf Require Import Sums Polya Words Samplers Discrete Named Privacy Seen Alternating NamedGauss Renyi GaussReleases.
Open Scope R_scope.

(* What the rounds before have released, the last one first: of every item, the triangle and the vector. *)
Definition history : Type := list (list (list (list Z) * list Z)).

(* What a row makes: the clipped profile, in steps; the items to which it contributes; the ratings, in steps. *)
Record row := {
  profile : history -> nat -> Z;
  gives : nat -> bool;
  rating : nat -> Z;
}.

(* A row that is empty gives nothing. *)
Definition empty (r : row) : Prop := forall j, gives r j = false.

(* dpmf_gaussmf_within, dpmf_dpals_cut and dpmf_contributed: a profile of d numbers and a rating have at most `bound` steps, and no
   more than `most` of m items are contributed to. *)
Definition bounded (bound most d m : nat) (r : row) : Prop :=
  (forall before, sum (fun l => IZR (profile r before l) * IZR (profile r before l)) d <= INR bound * INR bound) /\
  (forall j, (Z.abs (rating r j) <= Z.of_nat bound)%Z) /\ (counted (gives r) m <= most)%nat.

(* What a row adds to item j's triangle, and to its vector. *)
Definition adds (r : row) (before : history) (j a b : nat) : Z := if gives r j then (profile r before a * profile r before b)%Z else 0%Z.
Definition adds_rating (r : row) (before : history) (j l : nat) : Z := if gives r j then (rating r j * profile r before l)%Z else 0%Z.

Fixpoint total (f : nat -> Z) (n : nat) : Z := match n with O => 0%Z | S i => (total f i + f i)%Z end.

Definition item (p q users d : nat) (rows : nat -> row) (before : history) (j : nat) : program (list (list Z) * list Z) :=
  Then (release (fun b => release (fun a => gauss_noisy p q (total (fun i => adds (rows i) before j a b) users)) (S b)) d) (fun triangle =>
    Then (release (fun l => gauss_noisy p q (total (fun i => adds_rating (rows i) before j l) users)) d) (fun vector => Return (triangle, vector))).

Definition dpals (p q users items d rounds : nat) (rows : nat -> row) : program history :=
  in_turn (fun _ before => release (item p q users d rows before) items) rounds.

(* dpmf_dpals_sums: how many numbers an item's sums are. *)
Definition sums (d : nat) : nat := (d * (d + 1) / 2 + d)%nat.

Lemma total_apart (f f' : nat -> Z) (u n : nat) : (forall i, i <> u -> f i = f' i) -> (total f n - total f' n = if (u <? n)%nat then f u - f' u else 0)%Z.
Proof.
  intros H. induction n as [|n IH]; [reflexivity|]. cbn [total]. destruct (Nat.eq_dec n u) as [->|Hne].
  - rewrite Nat.ltb_irrefl in IH. rewrite (proj2 (Nat.ltb_lt u (S u))) by lia. lia.
  - rewrite (H n Hne). destruct (Nat.ltb_spec u n); destruct (Nat.ltb_spec u (S n)); lia.
Qed.

Lemma triangle_count (d : nat) : (all_draws (fun b => S b) d + d = sums d)%nat.
Proof.
  assert (H : (2 * all_draws (fun b => S b) d = d * (d + 1))%nat) by (induction d as [|d IH]; [reflexivity|]; cbn [all_draws]; lia).
  unfold sums. f_equal. rewrite <- H, Nat.mul_comm, Nat.div_mul; lia.
Qed.

Lemma idle_draws (idle : bool) (n m : nat -> nat) (k : nat) : (forall b, n b <= if idle then 0 else m b)%nat ->
  (all_draws n k <= if idle then 0 else all_draws m k)%nat.
Proof. intros H. induction k as [|k IH]; cbn [all_draws]; [destruct idle; lia|]. specialize (H k). destruct idle; lia. Qed.

(* How far one row moves one item's sums, squared. *)
Definition item_apart (mine yours : row) (before : history) (d j : nat) : R :=
  apart (if gives mine j then IZR (rating mine j) else 0) (if gives yours j then IZR (rating yours j) else 0)
        (if gives mine j then fun l => IZR (profile mine before l) else zero) (if gives yours j then fun l => IZR (profile yours before l) else zero) d.

Lemma item_moves (p q users d u j : nat) (rows rows' : nat -> row) (before : history) (alpha : R) : drawable p q -> 1 < alpha ->
  (forall i, i <> u -> rows i = rows' i) ->
  moves alpha (item_apart (rows u) (rows' u) before d j * (INR q / INR p)) (if gives (rows u) j || gives (rows' u) j then sums d else 0)
    (item p q users d rows before j) (item p q users d rows' before j).
Proof.
  intros Hd Ha Hrows. assert (Hv := variance_pos p q (proj1 Hd) (proj1 (proj2 Hd))).
  assert (Ev : INR q / INR p = / variance p q).
  { assert (Hp0 : 0 < INR p) by (apply (lt_INR 0), Hd). assert (Hq0 : 0 < INR q) by (apply (lt_INR 0), Hd). unfold variance. field. lra. }
  set (mine := rows u). set (yours := rows' u). rewrite Ev.
  assert (Hi : 0 < / variance p q) by (apply Rinv_0_lt_compat, Hv).
  assert (Hadds : forall a b, (total (fun i => adds (rows i) before j a b) users - total (fun i => adds (rows' i) before j a b) users =
    if (u <? users)%nat then adds mine before j a b - adds yours before j a b else 0)%Z) by (intros a b; apply (total_apart (fun i => adds (rows i) before j a b) (fun i => adds (rows' i) before j a b) u users); intros i Hne; rewrite (Hrows i Hne); reflexivity).
  assert (Hrating : forall l, (total (fun i => adds_rating (rows i) before j l) users - total (fun i => adds_rating (rows' i) before j l) users =
    if (u <? users)%nat then adds_rating mine before j l - adds_rating yours before j l else 0)%Z) by (intros l; apply (total_apart (fun i => adds_rating (rows i) before j l) (fun i => adds_rating (rows' i) before j l) u users); intros i Hne; rewrite (Hrows i Hne); reflexivity).
  (* the triangle, then the vector *)
  set (um := if gives mine j then fun l => IZR (profile mine before l) else zero). set (uy := if gives yours j then fun l => IZR (profile yours before l) else zero).
  set (rm := if gives mine j then IZR (rating mine j) else 0). set (ry := if gives yours j then IZR (rating yours j) else 0).
  set (T := triangle (fun a b => (um a * um b - uy a * uy b) * (um a * um b - uy a * uy b)) d).
  set (V := sum (fun l => (um l * rm - uy l * ry) * (um l * rm - uy l * ry)) d).
  assert (Eapart : item_apart mine yours before d j = T + V) by reflexivity. rewrite Eapart, Rmult_plus_distr_r.
  assert (HT : 0 <= T) by (apply sum_nonneg; intros b; apply sum_nonneg; intros a; apply Rle_0_sqr).
  assert (HV : 0 <= V) by (apply sum_nonneg; intros l; apply Rle_0_sqr).
  assert (Hsq : forall a b, IZR (adds mine before j a b - adds yours before j a b) = um a * um b - uy a * uy b).
  { intros a b. unfold adds, um, uy, zero. rewrite minus_IZR. destruct (gives mine j), (gives yours j); rewrite ?mult_IZR; ring. }
  assert (Hrq : forall l, IZR (adds_rating mine before j l - adds_rating yours before j l) = um l * rm - uy l * ry).
  { intros l. unfold adds_rating, um, uy, rm, ry, zero. rewrite minus_IZR. destruct (gives mine j), (gives yours j); rewrite ?mult_IZR; ring. }
  assert (Hcut : forall z v, IZR z = v -> IZR (if (u <? users)%nat then z else 0) * IZR (if (u <? users)%nat then z else 0) <= v * v).
  { intros z v <-. destruct (u <? users)%nat; [lra|]. rewrite Rmult_0_l. apply Rle_0_sqr. }
  set (idle := negb (gives mine j || gives yours j)).
  assert (Hidle : idle = true -> (forall a b, adds mine before j a b = 0%Z /\ adds yours before j a b = 0%Z) /\ (forall l, adds_rating mine before j l = 0%Z /\ adds_rating yours before j l = 0%Z)).
  { unfold idle, adds, adds_rating. destruct (gives mine j), (gives yours j); try discriminate. intros _. split; intros; split; reflexivity. }
  assert (Hdraws : forall (s s' : nat -> Z) k, (idle = true -> forall i, s i = s' i) -> (moved s s' k <= if idle then 0 else k)%nat).
  { intros s s' k H. destruct idle; [|apply moved_le]. unfold moved. induction k as [|k IH]; [reflexivity|]. cbn [all_draws]. rewrite (proj2 (Z.eqb_eq _ _) (H eq_refl k)). lia. }
  assert (Hends : forall rows, ends (release (fun l => gauss_noisy p q (total (fun i => adds_rating (rows i) before j l) users)) d)) by (intros; apply vector_ends, Hd).
  assert (P1 : moves alpha (T * / variance p q) (if idle then 0 else all_draws (fun b => S b) d)
    (release (fun b => release (fun a => gauss_noisy p q (total (fun i => adds (rows i) before j a b) users)) (S b)) d)
    (release (fun b => release (fun a => gauss_noisy p q (total (fun i => adds (rows' i) before j a b) users)) (S b)) d)).
  { refine (moves_weaker _ _ _ _ _ _ _ Ha _ _ (moves_release alpha (fun b => square_apart (fun a => total (fun i => adds (rows i) before j a b) users) (fun a => total (fun i => adds (rows' i) before j a b) users) (S b) / variance p q)
      (fun b => moved (fun a => total (fun i => adds (rows i) before j a b) users) (fun a => total (fun i => adds (rows' i) before j a b) users) (S b)) _ _ d Ha _ _)).
    - split; [apply sum_nonneg; intros b; apply Rmult_le_pos; [apply square_apart_nonneg|lra]|]. unfold Rdiv.
      rewrite (sum_ext _ (fun b => / variance p q * square_apart (fun a => total (fun i => adds (rows i) before j a b) users) (fun a => total (fun i => adds (rows' i) before j a b) users) (S b))) by (intros; ring).
      rewrite sum_scale, Rmult_comm. apply Rmult_le_compat_r; [lra|]. unfold T, triangle. apply sum_le. intros b _. unfold square_apart. apply sum_le. intros a _.
      rewrite Hadds. apply Hcut, Hsq.
    - assert (Hb : forall b, (moved (fun a => total (fun i => adds (rows i) before j a b) users) (fun a => total (fun i => adds (rows' i) before j a b) users) (S b) <= if idle then 0 else S b)%nat).
      { intros b. apply Hdraws. intros E a. destruct (Hidle E) as [Hz _]. assert (D := Hadds a b). destruct (Hz a b) as [Z1 Z2]. rewrite Z1, Z2 in D. cbv beta. destruct (u <? users)%nat; lia. }
      apply (idle_draws idle _ (fun b => S b) d Hb).
    - intros b. apply Rmult_le_pos; [apply square_apart_nonneg|lra].
    - intros b _. apply (vector_moves p q (fun a => total (fun i => adds (rows i) before j a b) users) (fun a => total (fun i => adds (rows' i) before j a b) users) (S b) alpha Hd Ha). }
  assert (P2 : moves alpha (V * / variance p q) (if idle then 0 else d)
    (release (fun l => gauss_noisy p q (total (fun i => adds_rating (rows i) before j l) users)) d)
    (release (fun l => gauss_noisy p q (total (fun i => adds_rating (rows' i) before j l) users)) d)).
  { refine (moves_weaker _ _ _ _ _ _ _ Ha _ _ (vector_moves p q _ _ d alpha Hd Ha)).
    - split; [apply Rmult_le_pos; [apply square_apart_nonneg|lra]|]. unfold Rdiv. apply Rmult_le_compat_r; [lra|]. unfold V, square_apart. apply sum_le. intros l _.
      rewrite Hrating. apply Hcut, Hrq.
    - apply Hdraws. intros E l. destruct (Hidle E) as [_ Hz]. assert (D := Hrating l). destruct (Hz l) as [Z1 Z2]. rewrite Z1, Z2 in D. cbv beta. destruct (u <? users)%nat; lia. }
  replace (if gives mine j || gives yours j then sums d else 0)%nat with ((if idle then 0 else all_draws (fun b => S b) d) + (if idle then 0 else d))%nat.
  2: { unfold idle. rewrite <- triangle_count. destruct (gives mine j || gives yours j); simpl; lia. }
  unfold item. apply moves_then; [exact Ha|apply Rmult_le_pos; lra|apply Rmult_le_pos; lra|exact P1|].
  intros t. apply moves_after; [exact Ha|apply Rmult_le_pos; lra|intros v; apply ends_return|exact P2].
Qed.

Lemma count_is (who : nat -> bool) (m : nat) : Alternating.count who m = INR (counted who m).
Proof. unfold Alternating.count. induction m as [|m IH]; [reflexivity|]. cbn [sum counted]. rewrite IH, plus_INR. destruct (who m); reflexivity. Qed.

Lemma rows_are (mine yours : row) (before : history) (d m : nat) :
  sum (item_apart mine yours before d) m =
  rows_apart (gives mine) (gives yours) (fun j => IZR (rating mine j)) (fun j => IZR (rating yours j)) (fun l => IZR (profile mine before l)) (fun l => IZR (profile yours before l)) d m.
Proof. reflexivity. Qed.

(* A round: the items' squares add up, and those that neither row is in draw alike. *)
Lemma round_moves (p q users items d u n : nat) (rows rows' : nat -> row) (before : history) (alpha square : R) : drawable p q -> 1 < alpha ->
  (forall i, i <> u -> rows i = rows' i) -> sum (item_apart (rows u) (rows' u) before d) items <= square ->
  (counted (fun j => gives (rows u) j || gives (rows' u) j) items <= n)%nat ->
  moves alpha (square * (INR q / INR p)) (n * sums d) (release (item p q users d rows before) items) (release (item p q users d rows' before) items).
Proof.
  intros Hd Ha Hrows Hs Hn. assert (Hp0 : 0 < INR p) by (apply (lt_INR 0), Hd). assert (Hq0 : 0 < INR q) by (apply (lt_INR 0), Hd).
  assert (Hr : 0 < INR q / INR p) by (apply Rdiv_lt_0_compat; assumption).
  assert (H0 : forall j, 0 <= item_apart (rows u) (rows' u) before d j).
  { intros j. apply Rplus_le_le_0_compat; apply sum_nonneg; intros b; [apply sum_nonneg; intros a|]; apply Rle_0_sqr. }
  refine (moves_weaker _ _ _ _ _ _ _ Ha _ _ (moves_release alpha (fun j => item_apart (rows u) (rows' u) before d j * (INR q / INR p))
    (fun j => if gives (rows u) j || gives (rows' u) j then sums d else 0%nat) _ _ items Ha _ _)).
  - split; [apply sum_nonneg; intros j; apply Rmult_le_pos; [apply H0|lra]|].
    rewrite (sum_ext _ (fun j => INR q / INR p * item_apart (rows u) (rows' u) before d j)) by (intros; ring). rewrite sum_scale, Rmult_comm. apply Rmult_le_compat_r; lra.
  - assert (E : all_draws (fun j => if gives (rows u) j || gives (rows' u) j then sums d else 0%nat) items = (counted (fun j => gives (rows u) j || gives (rows' u) j) items * sums d)%nat).
    { clear. induction items as [|m IH]; [reflexivity|]. cbn [all_draws counted]. rewrite IH. destruct (gives (rows u) m || gives (rows' u) m); lia. }
    rewrite E. apply Nat.mul_le_mono_r, Hn.
  - intros j. apply Rmult_le_pos; [apply H0|lra].
  - intros j _. apply item_moves; assumption.
Qed.

Lemma either_counted (f g : nat -> bool) (m : nat) : (counted (fun j => f j || g j) m <= counted f m + counted g m)%nat.
Proof. induction m as [|m IH]; [reflexivity|]. cbn [counted]. destruct (f m), (g m); simpl; lia. Qed.

Lemma rating_square (bound : nat) (z : Z) : (Z.abs z <= Z.of_nat bound)%Z -> IZR z * IZR z <= INR bound * INR bound.
Proof. intros H. rewrite INR_IZR_INZ, <- !mult_IZR. apply IZR_le. assert (Hs := Z.abs_square z). assert (H0 := Z.abs_nonneg z). nia. Qed.

(* dpals corrected. A row is replaced by any other; half is dpmf_dpals_half(bound^2), and mu^2 is rounds most (3 half)^2 q / p, as in
   the record of ref/mech/dpals/corrected.c. For every event of all that is released: (eps, delta), with eps what the account
   computes of mu^2 and delta, and with what is owed for the draws added to delta. Both rows together are in 2 most items
   at most, of sums(d) numbers each. *)
Theorem dpals_private (p q rounds bound half most users items d u : nat) (rows rows' : nat -> row) (alpha delta eps : R) :
  drawable p q -> (bound * bound * (bound * bound) <= 2 * half * half)%nat -> (forall i, i <> u -> rows i = rows' i) ->
  bounded bound most d items (rows u) -> bounded bound most d items (rows' u) ->
  spent alpha (INR rounds * INR most * (INR (3 * half) * INR (3 * half)) * (INR q / INR p)) delta eps ->
  private eps (delta + owed (rounds * (2 * most * sums d)) eps) (dpals p q users items d rounds rows) (dpals p q users items d rounds rows').
Proof.
  intros Hd Hhalf Hrows [Hu [Hr Hc]] [Hu' [Hr' Hc']] Hs. assert (Ha := proj1 Hs). apply (moves_private alpha _ delta eps _ _ _ Hs).
  assert (Hp0 : 0 < INR p) by (apply (lt_INR 0), Hd). assert (Hq0 : 0 < INR q) by (apply (lt_INR 0), Hd).
  set (square := INR most * (INR (3 * half) * INR (3 * half))).
  replace (INR rounds * INR most * (INR (3 * half) * INR (3 * half)) * (INR q / INR p)) with (INR rounds * (square * (INR q / INR p))) by (unfold square; ring).
  assert (Hsq : 0 <= square) by (unfold square; apply Rmult_le_pos; [apply pos_INR|apply Rle_0_sqr]).
  apply moves_in_turn; [exact Ha|apply Rmult_le_pos; [exact Hsq|left; apply Rdiv_lt_0_compat; assumption]|]. intros i before _.
  apply (round_moves p q users items d u); [exact Hd|exact Ha|exact Hrows| |].
  - rewrite rows_are. eapply Rle_trans; [apply (row_replaced (INR bound * INR bound) (INR most))|].
    + apply Hu.
    + apply Hu'.
    + intros j. apply rating_square, Hr.
    + intros j. apply rating_square, Hr'.
    + rewrite count_is. apply le_INR, Hc.
    + rewrite count_is. apply le_INR, Hc'.
    + unfold square. apply le_INR in Hhalf. rewrite !mult_INR in *. change (INR 2) with 2 in *. replace (INR 3) with 3 by (simpl; ring).
      assert (H0 := pos_INR most). set (bb := INR bound * INR bound) in *.
      replace (INR most * (3 * INR half * (3 * INR half))) with (9 / 2 * (2 * INR half * INR half) * INR most) by field.
      apply Rmult_le_compat_r; [exact H0|]. lra.
  - eapply Nat.le_trans; [apply either_counted|]. lia.
Qed.

(* A row that is there, or is empty: mu^2 is rounds most (2 half)^2 q / p, as ref/mech/dpals/noise.c has it. *)
Theorem dpals_present_private (p q rounds bound half most users items d u : nat) (rows rows' : nat -> row) (alpha delta eps : R) :
  drawable p q -> (bound * bound * (bound * bound) <= 2 * half * half)%nat -> (forall i, i <> u -> rows i = rows' i) ->
  bounded bound most d items (rows u) -> empty (rows' u) ->
  spent alpha (INR rounds * INR most * (INR (2 * half) * INR (2 * half)) * (INR q / INR p)) delta eps ->
  private eps (delta + owed (rounds * (most * sums d)) eps) (dpals p q users items d rounds rows) (dpals p q users items d rounds rows').
Proof.
  intros Hd Hhalf Hrows [Hu [Hr Hc]] He Hs. assert (Ha := proj1 Hs). apply (moves_private alpha _ delta eps _ _ _ Hs).
  assert (Hp0 : 0 < INR p) by (apply (lt_INR 0), Hd). assert (Hq0 : 0 < INR q) by (apply (lt_INR 0), Hd).
  set (square := INR most * (INR (2 * half) * INR (2 * half))).
  replace (INR rounds * INR most * (INR (2 * half) * INR (2 * half)) * (INR q / INR p)) with (INR rounds * (square * (INR q / INR p))) by (unfold square; ring).
  assert (Hsq : 0 <= square) by (unfold square; apply Rmult_le_pos; [apply pos_INR|apply Rle_0_sqr]).
  apply moves_in_turn; [exact Ha|apply Rmult_le_pos; [exact Hsq|left; apply Rdiv_lt_0_compat; assumption]|]. intros i before _.
  apply (round_moves p q users items d u); [exact Hd|exact Ha|exact Hrows| |].
  - assert (E : sum (item_apart (rows u) (rows' u) before d) items =
      rows_apart (gives (rows u)) (fun _ => false) (fun j => IZR (rating (rows u) j)) (fun _ => 0) (fun l => IZR (profile (rows u) before l)) zero d items).
    { unfold rows_apart, item_apart. apply sum_ext. intros j _. rewrite (He j). reflexivity. }
    rewrite E. eapply Rle_trans; [apply (row_present (INR bound * INR bound) (INR most))|].
    + apply Hu.
    + intros j. apply rating_square, Hr.
    + rewrite count_is. apply le_INR, Hc.
    + unfold square. apply le_INR in Hhalf. rewrite !mult_INR in *. change (INR 2) with 2 in *.
      assert (H0 := pos_INR most). set (bb := INR bound * INR bound) in *.
      replace (INR most * (2 * INR half * (2 * INR half))) with (2 * (2 * INR half * INR half) * INR most) by field.
      apply Rmult_le_compat_r; [exact H0|]. lra.
  - eapply Nat.le_trans; [apply either_counted|].
    assert (Hz : counted (gives (rows' u)) items = 0%nat) by (clear - He; induction items as [|n IH]; cbn [counted]; [reflexivity|]; rewrite IH, He; reflexivity).
    lia.
Qed.

Definition some_row : row := {|
  profile := fun before l => match before with nil => 1%Z | ((_, vector) :: _) :: _ => (if hd 0 vector >? 0 then 2 else -1)%Z | _ => 0%Z end;
  gives := fun j => (j =? 1)%nat;
  rating := fun _ => (-2)%Z;
|}.
Definition no_row : row := {| profile := fun _ _ => 0%Z; gives := fun _ => false; rating := fun _ => 0%Z |}.

(* The premises can hold: a profile of one number, of at most 2 steps, that depends on what was released, one contribution
   to two items, and half = 3. *)
Theorem premises_hold : drawable 1024 1 /\ (2 * 2 * (2 * 2) <= 2 * 3 * 3)%nat /\ bounded 2 1 1 2 some_row /\ bounded 2 1 1 2 no_row /\ empty no_row.
Proof.
  split; [unfold drawable; lia|]. split; [lia|]. split; [|split; [|intros j; reflexivity]].
  - split; [|split; [intros j; simpl; lia|simpl; lia]]. intros before. replace (INR 2) with 2 by reflexivity. simpl.
    assert (H : forall z, (z = 1 \/ z = 2 \/ z = -1 \/ z = 0)%Z -> 0 + IZR z * IZR z <= 2 * 2) by (intros z [->|[->|[->| ->]]]; lra).
    apply H. destruct before as [|[|[t v] rest] more]; [auto|auto|]. destruct (hd 0 v >? 0)%Z; auto.
  - split; [|split; [intros j; simpl; lia|simpl; lia]]. intros before. replace (INR 2) with 2 by reflexivity. simpl. lra.
Qed.
