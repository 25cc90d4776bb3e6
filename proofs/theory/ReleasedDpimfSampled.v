(* SPDX-License-Identifier: GPL-3.0-or-later *)
(* dpimf, corrected, scheme opt-is, one interaction: as ReleasedDpimf.v, with sums over a sample. In every column each row is drawn with
   probability one / weight, whether or not there is an interaction; when there is one, its weighed profile enters the sum. Weights and
   profiles are made of what was released before; the sample is drawn by the code's sampler, and is not released. *)
From Coq Require Import Reals Lra Psatz Arith ZArith Lia List Bool.
From Coquelicot Require Import Coquelicot.
From Dpmf Require Import Sums Sensitivity Polya Words Samplers Discrete Named Privacy Seen ReleasedDpimf.
Open Scope R_scope.

(* How the next release is made of those before: what a row adds when it is drawn, its weight, and the rate of the noise. *)
Record sampled := { across : bool; weighed : nat -> nat -> Z; one : nat; weight : nat -> nat; noise_p : nat; noise_q : nat }.

(* `more` rows from u on are drawn, one after the other; then k of which were. *)
Fixpoint sampling {A : Type} (one : nat) (weight : nat -> nat) (more u : nat) (drawn : nat -> bool) (k : (nat -> bool) -> program A) : program A :=
  match more with
  | O => k drawn
  | S more => Then (bernoulli one (weight u)) (fun b => sampling one weight more (S u) (fun v => if (v =? u)%nat then b else drawn v) k)
  end.

(* One column's sums: of the rows that it has and that were drawn. *)
Definition noisy_sums (x : sampled) (n d : nat) (has : nat -> bool) (drawn : nat -> bool) : program (list Z) :=
  release (fun l => noisy (noise_p x) (noise_q x) (profiles_of (fun v => has v && drawn v) (weighed x) n l)) d.

Definition sampled_column (x : sampled) (n d : nat) (has : nat -> bool) : program (list Z) :=
  sampling (one x) (weight x) n 0 (fun _ => false) (noisy_sums x n d has).

Definition sampled_release (users items d : nat) (has : nat -> nat -> bool) (x : sampled) : program (list (list Z)) :=
  release (fun i => sampled_column x (rows (across x) users items) d (fun u => if across x then has i u else has u i)) (columns (across x) users items).

Definition dpimf_sampled (users items d : nat) (has : nat -> nat -> bool) (plan : nat -> list (list (list Z)) -> sampled) (releases : nat) : program (list (list (list Z))) :=
  in_turn (fun t before => sampled_release users items d has (plan t before)) releases.

(* dpmf_entry_cost of a row that moves the sum by `steps` when it is drawn: ln(1 + (e^x - 1) / w). *)
Definition sampled_cost (p q steps one weight : nat) : R := ln (1 + (exp (INR steps * (INR p / INR q)) - 1) / (INR weight / INR one)).

(* Rates that fit, probabilities, and no row that costs more than eps (dpmf_dpimf_find_costliest). *)
Definition affordable (users items d : nat) (eps : R) (x : sampled) : Prop :=
  (0 < noise_p x)%nat /\ (0 < noise_q x <= words)%nat /\ (0 < one x)%nat /\
  forall u, (u < rows (across x) users items)%nat -> (one x <= weight x u <= words)%nat /\
    sampled_cost (noise_p x) (noise_q x) (Z.to_nat (zl1 (weighed x u) d)) (one x) (weight x u) <= eps.

(* With probability s the answer is k true, which is as good as private of k false; otherwise it is k false, as always without the row. *)
Lemma sampled_pair {A : Type} (m : program bool) (s a c eps : R) (k k' : bool -> program A) : tosses m s -> 0 <= c -> 1 + s * (exp a - 1) <= exp eps -> 0 <= a ->
  private a (exp a * c) (k true) (k false) -> private a (exp a * c) (k false) (k true) -> (forall b, alike (k' b) (k false)) ->
  private eps (exp eps * c) (Then m k) (Then m k') /\ private eps (exp eps * c) (Then m k') (Then m k).
Proof.
  intros [Hs Hm] Hc He Ha P Q S.
  assert (E1 : 1 <= exp a) by (rewrite <- exp_0; apply exp_le, Ha). assert (B : forall f r, event f -> expects (Then m k) f r -> exists x y,
    expects (k true) f x /\ expects (k false) f y /\ 0 <= x /\ 0 <= y /\ r = s * x + (1 - s) * y).
  { intros f r Hf Hr. destruct (every_event (k true) f Hf) as [x [Hx [X0 _]]]. destruct (every_event (k false) f Hf) as [y [Hy [Y0 _]]].
    exists x, y. repeat split; try assumption. apply (expects_unique _ _ _ _ Hr).
    apply (expects_then m k f (fun b : bool => if b then x else y)); [apply Hf|intros [|]; assumption|apply Hm]. intros [|]; assumption. }
  assert (B' : forall f r y, event f -> expects (Then m k') f r -> expects (k false) f y -> r = y).
  { intros f r y Hf Hr Hy. assert (Y0 : 0 <= y) by (destruct (every_event (k false) f Hf) as [z [Hz [Z0 _]]]; rewrite (expects_unique _ _ _ _ Hy Hz); exact Z0).
    apply (expects_unique _ _ _ _ Hr). replace y with (s * y + (1 - s) * y) by ring.
    apply (expects_then m k' f (fun _ => y)); [apply Hf|intros b; apply (is_lim_seq_ext (fun n => mean n (k false) f)); [intros n; symmetry; apply S|exact Hy]|apply (Hm (fun _ => y))].
    intros _. exact Y0. }
  set (E := exp a) in *. set (F := exp eps) in *. split; intros f r r' Hf Hr Hr'; fold F.
  - destruct (B f r Hf Hr) as [x [y [Hx [Hy [X0 [Y0 ->]]]]]]. rewrite (B' f r' y Hf Hr' Hy). assert (H := P f x y Hf Hx Hy). fold E in H.
    assert (H1 : s * x <= s * (E * y + E * c)) by (apply Rmult_le_compat_l; lra).
    assert (H2 : (1 + s * (E - 1)) * y <= F * y) by (apply Rmult_le_compat_r; lra).
    assert (H3 : s * E * c <= F * c) by (apply Rmult_le_compat_r; lra). lra.
  - destruct (B f r' Hf Hr') as [x [y [Hx [Hy [X0 [Y0 ->]]]]]]. rewrite (B' f r y Hf Hr Hy). assert (H := Q f y x Hf Hy Hx). fold E in H.
    set (i := / E). assert (Hi : E * i = 1) by (unfold i; field; lra). assert (I0 : 0 < i) by (unfold i; apply Rinv_0_lt_compat; lra).
    assert (Hx1 : i * y - c <= x).
    { apply Rmult_le_reg_l with E; [lra|]. replace (E * (i * y - c)) with ((E * i) * y - E * c) by ring. rewrite Hi. lra. }
    assert (H1 : s * (i * y - c) <= s * x) by (apply Rmult_le_compat_l; lra).
    assert (H2 : 1 <= F * (1 - s + s * i)).
    { apply Rle_trans with ((1 + s * (E - 1)) * (1 - s + s * i)).
      - replace ((1 + s * (E - 1)) * (1 - s + s * i)) with (1 + s * (1 - s) * (E + i - 2) + s * s * (E * i - 1)) by ring. rewrite Hi.
        assert (0 <= E + i - 2) by (assert (0 <= (E - 1) * (E - 1) * i) by (apply Rmult_le_pos; [apply Rle_0_sqr|lra]); nra).
        assert (0 <= s * (1 - s) * (E + i - 2)) by (apply Rmult_le_pos; [apply Rmult_le_pos; lra|assumption]). lra.
      - apply Rmult_le_compat_r; [|exact He]. assert (0 <= s * i) by (apply Rmult_le_pos; lra). lra. }
    assert (H3 : y <= F * (1 - s + s * i) * y) by (rewrite <- (Rmult_1_l y) at 1; apply Rmult_le_compat_r; assumption).
    assert (F0 : 0 < F) by apply exp_pos. assert (H4 : F * (s * (i * y - c)) <= F * (s * x)) by (apply Rmult_le_compat_l; lra).
    assert (H5 : F * (s * c) <= F * c) by (apply Rmult_le_compat_l; [lra|]; assert (s * c <= 1 * c) by (apply Rmult_le_compat_r; lra); lra). lra.
Qed.

Definition agree (u : nat) (b b' : nat -> bool) : Prop := forall v, v <> u -> b v = b' v.

Lemma agree_next (u v : nat) (b b' : nat -> bool) (c : bool) : agree u b b' -> agree u (fun w => if (w =? v)%nat then c else b w) (fun w => if (w =? v)%nat then c else b' w).
Proof. intros H w Hw. destruct (w =? v)%nat; [reflexivity|apply H, Hw]. Qed.

Lemma sampling_alike {A : Type} (one : nat) (weight : nat -> nat) (u : nat) (k k' : (nat -> bool) -> program A) : forall more v b b', (u < v)%nat -> agree u b b' ->
  (forall c c', agree u c c' -> c u = b u -> c' u = b' u -> alike (k c) (k' c')) -> alike (sampling one weight more v b k) (sampling one weight more v b' k').
Proof.
  induction more as [|more IH]; intros v b b' Hu Hb H; [apply H; [exact Hb|reflexivity|reflexivity]|]. intros n f. cbn [sampling mean]. apply mean_ext. intros c.
  assert (E : (u =? v)%nat = false) by (apply Nat.eqb_neq; lia).
  apply (IH (S v)); [lia|apply agree_next, Hb|]. intros d d' Hd H1 H2. apply H; [exact Hd|rewrite H1, E; reflexivity|rewrite H2, E; reflexivity].
Qed.

Lemma sampling_private {A : Type} (one : nat) (weight : nat -> nat) (u : nat) (a delta : R) (k k' : (nat -> bool) -> program A) : 0 <= delta -> forall more v b b', (u < v)%nat -> agree u b b' ->
  (forall c c', agree u c c' -> c u = b u -> c' u = b' u -> private a delta (k c) (k' c')) -> private a delta (sampling one weight more v b k) (sampling one weight more v b' k').
Proof.
  intros Hd. induction more as [|more IH]; intros v b b' Hu Hb H; [apply H; [exact Hb|reflexivity|reflexivity]|]. cbn [sampling].
  assert (E : (u =? v)%nat = false) by (apply Nat.eqb_neq; lia).
  rewrite <- (Rplus_0_l a), <- (Rplus_0_l delta). apply composition; [exact Hd|apply private_same|]. intros c.
  apply (IH (S v)); [lia|apply agree_next, Hb|]. intros d d' Hd' H1 H2. apply H; [exact Hd'|rewrite H1, E; reflexivity|rewrite H2, E; reflexivity].
Qed.

(* With the row, k; without, k'. Only when row u was drawn do they differ. *)
Lemma sampling_pair {A : Type} (one : nat) (weight : nat -> nat) (u : nat) (a c eps : R) (k k' : (nat -> bool) -> program A) :
  (0 < one)%nat -> (one <= weight u <= words)%nat -> 0 <= a -> 0 <= c -> 1 + INR one / INR (weight u) * (exp a - 1) <= exp eps ->
  (forall b b', agree u b b' -> b u = true -> b' u = false -> private a (exp a * c) (k b) (k b') /\ private a (exp a * c) (k b') (k b)) ->
  (forall b b', agree u b b' -> b u = false -> alike (k' b') (k b)) ->
  forall more v b, (v <= u)%nat -> (u < v + more)%nat ->
  private eps (exp eps * c) (sampling one weight more v b k) (sampling one weight more v b k') /\
  private eps (exp eps * c) (sampling one weight more v b k') (sampling one weight more v b k).
Proof.
  intros H1 Hw Ha Hc He P S. assert (F := exp_pos eps). assert (F' := exp_pos a).
  assert (D : 0 <= exp eps * c) by (apply Rmult_le_pos; lra). assert (D' : 0 <= exp a * c) by (apply Rmult_le_pos; lra).
  induction more as [|more IH]; intros v b Hv Hu; [lia|]. cbn [sampling]. destruct (Nat.eq_dec v u) as [->|Hne].
  - set (at_u := fun c w => if (w =? u)%nat then c else b w). assert (G : forall c c', agree u (at_u c) (at_u c')).
    { intros d d' w Hw'. unfold at_u. rewrite (proj2 (Nat.eqb_neq w u) Hw'). reflexivity. }
    assert (U : forall d, at_u d u = d) by (intros d; unfold at_u; rewrite Nat.eqb_refl; reflexivity).
    apply (sampled_pair _ (INR one / INR (weight u)) a c eps (fun d => sampling one weight more (Datatypes.S u) (at_u d) k) (fun d => sampling one weight more (Datatypes.S u) (at_u d) k'));
      [apply bernoulli_law; lia|exact Hc|exact He|exact Ha| | |].
    + apply (sampling_private one weight u); [exact D'|lia|apply G|]. intros d d' Hd E1 E2. rewrite U in E1, E2. apply (P d d' Hd E1 E2).
    + apply (sampling_private one weight u); [exact D'|lia|apply G|]. intros d d' Hd E1 E2. rewrite U in E1, E2. apply (P d' d); [intros w Hw'; symmetry; apply Hd, Hw'|exact E2|exact E1].
    + intros d. apply (sampling_alike one weight u); [lia|apply G|]. intros e e' He' E1 E2. rewrite U in E2. apply S; [intros w Hw'; symmetry; apply He', Hw'|exact E2].
  - assert (C : forall (m : program bool) (x y : bool -> program A), (forall d, private eps (exp eps * c) (x d) (y d)) -> private eps (exp eps * c) (Then m x) (Then m y)).
    { intros m x y H. apply (weaker (0 + eps) _ (0 + exp eps * c)); [lra|lra|]. apply composition; [exact D|apply private_same|exact H]. }
    split; apply C; intros d; apply IH; lia.
Qed.

Lemma profiles_ext (has has' : nat -> bool) (profile : nat -> nat -> Z) (n l : nat) : (forall v, has v = has' v) -> profiles_of has profile n l = profiles_of has' profile n l.
Proof. intros H. induction n as [|n IH]; [reflexivity|]. cbn [profiles_of]. rewrite IH, H. reflexivity. Qed.

Lemma sums_ext (x : sampled) (n d : nat) (has has' drawn drawn' : nat -> bool) : (forall v, has v && drawn v = has' v && drawn' v) ->
  noisy_sums x n d has drawn = noisy_sums x n d has' drawn'.
Proof.
  intros H. unfold noisy_sums. induction d as [|d IH]; [reflexivity|]. cbn [release]. rewrite IH, (profiles_ext _ (fun v => has' v && drawn' v) _ n d H). reflexivity.
Qed.

(* A column that has row u, and one that does not. *)
Lemma column_private (x : sampled) (n d u : nat) (eps : R) (has has' : nat -> bool) : (0 < noise_p x)%nat -> (0 < noise_q x <= words)%nat -> (0 < one x)%nat ->
  (one x <= weight x u <= words)%nat -> sampled_cost (noise_p x) (noise_q x) (Z.to_nat (zl1 (weighed x u) d)) (one x) (weight x u) <= eps ->
  (u < n)%nat -> (forall v, v <> u -> has v = has' v) -> has u = true -> has' u = false ->
  private eps (exp eps * (INR d * tiny)) (sampled_column x n d has) (sampled_column x n d has') /\
  private eps (exp eps * (INR d * tiny)) (sampled_column x n d has') (sampled_column x n d has).
Proof.
  intros Hp Hq H1 Hw He Hu Hh U U'. destruct tiny_is as [Ht _].
  assert (Hrate : 0 < INR (noise_p x) / INR (noise_q x)) by (apply Rdiv_lt_0_compat; apply (lt_INR 0); lia).
  set (steps := Z.to_nat (zl1 (weighed x u) d)) in *. set (a := INR steps * (INR (noise_p x) / INR (noise_q x))).
  assert (Ha : 0 <= a) by (apply Rmult_le_pos; [apply pos_INR|lra]). assert (E1 : 1 <= exp a) by (rewrite <- exp_0; apply exp_le, Ha).
  assert (O : 0 < INR (one x)) by (apply (lt_INR 0); lia). assert (W : 0 < INR (weight x u)) by (apply (lt_INR 0); lia).
  assert (He' : 1 + INR (one x) / INR (weight x u) * (exp a - 1) <= exp eps).
  { unfold sampled_cost in He. fold a in He. apply exp_le in He. rewrite exp_ln in He.
    - eapply Rle_trans; [right|exact He]. field. split; lra.
    - assert (0 <= (exp a - 1) / (INR (weight x u) / INR (one x))); [|lra]. apply Rmult_le_pos; [lra|]. left. apply Rinv_0_lt_compat, Rdiv_lt_0_compat; assumption. }
  assert (Q : forall h h' b b', (forall v, v <> u -> h v && b v = h' v && b' v) ->
    private a (exp a * (INR d * tiny)) (noisy_sums x n d h b) (noisy_sums x n d h' b')).
  { intros h h' b b' H. assert (V := vector_private (noise_p x) (noise_q x) (profiles_of (fun v => h v && b v) (weighed x) n) (profiles_of (fun v => h' v && b' v) (weighed x) n) d steps Hp Hq).
    cbv zeta in V. fold a in V. replace (exp a * (INR d * tiny)) with (INR d * (exp a * tiny)) by ring. apply V.
    assert (Z0 := zl1_nonneg (weighed x u) d). apply Z.le_trans with (zl1 (weighed x u) d); [|unfold steps; lia]. clear - H.
    assert (B : forall l, (Z.abs (profiles_of (fun v => h v && b v) (weighed x) n l - profiles_of (fun v => h' v && b' v) (weighed x) n l) <= Z.abs (weighed x u l))%Z).
    { intros l. assert (B := profiles_apart (fun v => h v && b v) (fun v => h' v && b' v) (weighed x) n u l H). destruct (u <? n)%nat; lia. }
    generalize d. intros k. induction k as [|k IH]; cbn [zl1]; [lia|]. specialize (B k). lia. }
  unfold sampled_column. apply (sampling_pair (one x) (weight x) u a (INR d * tiny) eps); try assumption; try lia.
  - apply Rmult_le_pos; [apply pos_INR|lra].
  - intros b b' Hb _ _. split; apply Q; intros v Hv; rewrite (Hb v Hv); reflexivity.
  - intros b b' Hb B m f. rewrite (sums_ext x n d has' has b' b); [reflexivity|]. intros v. destruct (Nat.eq_dec v u) as [->|Hv].
    + rewrite U', B, andb_false_r. reflexivity.
    + rewrite (Hh v Hv), (Hb v Hv). reflexivity.
Qed.

Lemma release_private (users items d : nat) (has has' : nat -> nat -> bool) (u i : nat) (eps : R) (x : sampled) :
  (forall v j, v <> u \/ j <> i -> has v j = has' v j) -> 0 <= eps -> (u < users)%nat -> (i < items)%nat -> affordable users items d eps x ->
  private eps (INR d * (exp eps * tiny)) (sampled_release users items d has x) (sampled_release users items d has' x).
Proof.
  intros Hh He Hu Hi [Hp [Hq [H1 Hr]]]. destruct tiny_is as [Ht _]. assert (F := exp_pos eps).
  set (n := rows (across x) users items). set (row := if across x then i else u). set (column := if across x then u else i).
  assert (D : 0 <= INR d * (exp eps * tiny)) by (apply Rmult_le_pos; [apply pos_INR|]; apply Rmult_le_pos; lra).
  assert (Alike : forall h h', (forall v, h v = h' v) -> alike (sampled_column x n d h) (sampled_column x n d h')).
  { intros h h' H. unfold sampled_column. assert (G : forall more v b, alike (sampling (one x) (weight x) more v b (noisy_sums x n d h)) (sampling (one x) (weight x) more v b (noisy_sums x n d h'))).
    { induction more as [|more IH]; intros v b m f; [cbn [sampling]; rewrite (sums_ext x n d h h' b b); [reflexivity|intros w; rewrite H; reflexivity]|].
      cbn [sampling mean]. apply mean_ext. intros c. apply IH. }
    apply G. }
  assert (One : forall k, private (if (k =? column)%nat then eps else 0) (if (k =? column)%nat then INR d * (exp eps * tiny) else 0)
    (sampled_column x n d (fun v => if across x then has k v else has v k)) (sampled_column x n d (fun v => if across x then has' k v else has' v k))).
  { intros k. destruct (Nat.eqb_spec k column) as [->|Hk].
    - set (h := fun v => if across x then has column v else has v column). set (h' := fun v => if across x then has' column v else has' v column).
      assert (Hv : forall v, v <> row -> h v = h' v).
      { intros v Hv. unfold h, h', row, column in *. destruct (across x); apply Hh; [right|left]; exact Hv. }
      assert (Hrow : (row < n)%nat) by (unfold row, n, rows; destruct (across x); assumption). destruct (Hr row Hrow) as [Hw Hc].
      replace (INR d * (exp eps * tiny)) with (exp eps * (INR d * tiny)) by ring.
      destruct (h row) eqn:U, (h' row) eqn:U'.
      1, 4: (apply (weaker 0 _ 0); [exact He|replace (exp eps * (INR d * tiny)) with (INR d * (exp eps * tiny)) by ring; exact D|];
        apply (alike_private 0 0 _ (sampled_column x n d h') (sampled_column x n d h') (sampled_column x n d h')); [|intros m f; reflexivity|apply private_same];
        apply Alike; intros v; destruct (Nat.eq_dec v row) as [->|Hv']; [congruence|apply Hv, Hv']).
      + apply (column_private x n d row eps h h' Hp Hq H1 Hw Hc Hrow Hv U U').
      + apply (column_private x n d row eps h' h Hp Hq H1 Hw Hc Hrow (fun v H => eq_sym (Hv v H)) U' U).
    - apply (alike_private 0 0 _ (sampled_column x n d (fun v => if across x then has' k v else has' v k)) (sampled_column x n d (fun v => if across x then has' k v else has' v k)) (sampled_column x n d (fun v => if across x then has' k v else has' v k)));
        [|intros m f; reflexivity|apply private_same].
      apply Alike. intros v. unfold column in Hk. destruct (across x); apply Hh; [left|right]; exact Hk. }
  assert (P := sequential (fun k => if (k =? column)%nat then eps else 0) (fun k => if (k =? column)%nat then INR d * (exp eps * tiny) else 0) _ _ (columns (across x) users items)
    (fun k => match (k =? column)%nat as b return 0 <= (if b then INR d * (exp eps * tiny) else 0) with true => D | false => Rle_refl 0 end) (fun k _ => One k)).
  assert (Once : forall y m, 0 <= y -> sum (fun k => if (k =? column)%nat then y else 0) m <= y).
  { intros y m Hy. assert (H : sum (fun k => if (k =? column)%nat then y else 0) m = if (column <? m)%nat then y else 0).
    { induction m as [|m IH]; [reflexivity|]. cbn [sum]. rewrite IH. destruct (Nat.eqb_spec m column) as [->|Hne].
      - rewrite Nat.ltb_irrefl, (proj2 (Nat.ltb_lt column (S column))) by lia. ring.
      - destruct (Nat.ltb_spec column m); destruct (Nat.ltb_spec column (S m)); try lia; ring. }
    rewrite H. destruct (column <? m)%nat; lra. }
  apply (weaker _ eps _ (INR d * (exp eps * tiny)) _ _ (Once eps _ He) (Once _ _ D) P).
Qed.

(* All releases of a run, of which each keeps its part eps of the budget: with T rounds there are 2 T - 1. Whether one user and one item
   interacted keeps the sum of their epsilons, sample and weights included. *)
Theorem sampled_interaction_private (users items d releases : nat) (has has' : nat -> nat -> bool) (u i : nat) (eps : R) (plan : nat -> list (list (list Z)) -> sampled) :
  (forall v j, v <> u \/ j <> i -> has v j = has' v j) -> 0 <= eps -> (u < users)%nat -> (i < items)%nat ->
  (forall t before, affordable users items d eps (plan t before)) ->
  private (INR releases * eps) (INR releases * (INR d * (exp eps * tiny)))
    (dpimf_sampled users items d has plan releases) (dpimf_sampled users items d has' plan releases).
Proof.
  intros Hh He Hu Hi Hplan. destruct tiny_is as [Ht _]. assert (F := exp_pos eps).
  rewrite <- (sum_constant eps), <- (sum_constant (INR d * (exp eps * tiny))).
  apply (in_turn_private (fun _ => eps) (fun _ => INR d * (exp eps * tiny))).
  - intros _. apply Rmult_le_pos; [apply pos_INR|]. apply Rmult_le_pos; lra.
  - intros t before _. apply (release_private users items d has has' u i eps _ Hh He Hu Hi (Hplan t before)).
Qed.

Definition some_sample (t : nat) (before : list (list (list Z))) : sampled :=
  {| across := Nat.odd t; weighed := fun u l => 4%Z; one := 1; weight := fun _ => 2%nat; noise_p := 1; noise_q := 8 |}.

(* The premises can hold: rows of 8 steps when they are drawn, each with probability 1/2, noise of rate 1/8, and a budget of 1. *)
Theorem samples_exist : forall t before, affordable 3 2 2 1 (some_sample t before).
Proof.
  intros t before. assert (W := words_are). split; [simpl; lia|]. split; [simpl; lia|]. split; [simpl; lia|]. intros u _. split; [simpl; lia|].
  unfold sampled_cost. simpl noise_p. simpl noise_q. simpl one. simpl weight. change (Z.to_nat (zl1 (weighed (some_sample t before) u) 2)) with 8%nat.
  replace (INR 8 * (INR 1 / INR 8)) with 1 by (simpl; field). assert (E := exp_ineq1 1 ltac:(lra)).
  apply Rle_trans with (ln (exp 1)); [|rewrite ln_exp; lra]. left. apply ln_increasing; simpl (INR 1); simpl (INR 2); lra.
Qed.
