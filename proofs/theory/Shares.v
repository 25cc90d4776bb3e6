(* SPDX-License-Identifier: GPL-3.0-or-later *)
(* The Polya shares of ref/noise/shares.c as programs, by the rules of proofs/logic/samplers.h: what the cycles keep of g
   things is Beta-binomial, as a law; parts that add up to 1 add up to the whole law. *)
From Coq Require Import Reals Lra Psatz Arith ZArith Lia.
From Coquelicot Require Import Coquelicot.
From Dpmf Require Import Sums Polya Words Samplers Discrete Named Privacy.
Open Scope R_scope.

(* `left` things, of which no more than `turns` cycles are taken; each takes one thing at least. *)
Fixpoint keep_cycles (turns left before part whole : nat) : program nat :=
  match turns with
  | O => Return before
  | S turns =>
      if (left =? 0)%nat then Return before
      else Then (uniform left) (fun after => Then (bernoulli part whole) (fun kept =>
        keep_cycles turns after (if kept then before + left - after else before)%nat part whole))
  end.

Definition polya (p q part whole : nat) : program nat :=
  Then (geometric p q) (fun things => keep_cycles things things 0 part whole).

Definition laplace_share (p q part whole : nat) : program Z :=
  Then (polya p q part whole) (fun up => Then (polya p q part whole) (fun down => Return (Z.of_nat up - Z.of_nat down)%Z)).

(* The mean of f over what of g things goes to the first of two, of sizes r and s, in Polya's urn. *)
Definition urn (r s : R) (f : nat -> R) (g : nat) : R := sum (fun k => Polya.p r k * Polya.p s (g - k) * f k) (S g).

Lemma urn_recursion (r s : R) (f : nat -> R) (g : nat) :
  INR g * urn r s f g = from_one (fun c => r * urn r s (fun k => f (k + c)%nat) (g - c) + s * urn r s f (g - c)) g.
Proof.
  assert (Hsplit : INR g * urn r s f g =
    sum (fun k => from_one (fun c => r * (Polya.p r (k - c) * f k * Polya.p s (g - k))) k) (S g) +
    sum (fun k => from_one (fun c => s * (Polya.p r k * f k * Polya.p s (g - k - c))) (g - k)) (S g)).
  { unfold urn. rewrite <- sum_scale, <- sum_plus. apply sum_ext. intros k Hk.
    assert (Hg : INR g = INR k + INR (g - k)) by (rewrite <- plus_INR; f_equal; lia).
    unfold from_one.
    rewrite (sum_ext (fun i => r * (Polya.p r (k - S i) * f k * Polya.p s (g - k)))
                     (fun i => (r * f k * Polya.p s (g - k)) * Polya.p r (k - 1 - i))).
    2: { intros i Hi. replace (k - 1 - i)%nat with (k - S i)%nat by lia. ring. }
    rewrite (sum_ext (fun i => s * (Polya.p r k * f k * Polya.p s (g - k - S i)))
                     (fun i => (s * Polya.p r k * f k) * Polya.p s (g - k - 1 - i))).
    2: { intros i Hi. replace (g - k - 1 - i)%nat with (g - k - S i)%nat by lia. ring. }
    rewrite !sum_scale, (sum_reverse (Polya.p r)), (sum_reverse (Polya.p s)), Hg.
    assert (H1 := p_recursion r k). assert (H2 := p_recursion s (g - k)).
    transitivity ((INR k * Polya.p r k) * f k * Polya.p s (g - k) + Polya.p r k * f k * (INR (g - k) * Polya.p s (g - k))); [ring|].
    rewrite H1, H2. ring. }
  rewrite Hsplit. clear Hsplit.
  set (F1 := fun c j : nat => r * (Polya.p r j * f (j + c)%nat * Polya.p s (g - c - j))).
  set (F2 := fun c j : nat => s * (Polya.p r (g - c - j) * f (g - c - j)%nat * Polya.p s j)).
  rewrite (sum_ext _ (fun k => from_one (fun c => F1 c (k - c)%nat) k)).
  2: { intros k Hk. apply sum_ext. intros i Hi. unfold F1. replace (g - S i - (k - S i))%nat with (g - k)%nat by lia.
       replace (k - S i + S i)%nat with k by lia. reflexivity. }
  rewrite (exchange F1 g).
  rewrite <- (sum_reverse (fun k => from_one (fun c => s * (Polya.p r k * f k * Polya.p s (g - k - c))) (g - k)) (S g)).
  rewrite (sum_ext _ (fun m => from_one (fun c => F2 c (m - c)%nat) m)).
  2: { intros m Hm. replace (S g - 1 - m)%nat with (g - m)%nat by lia. replace (g - (g - m))%nat with m by lia.
       apply sum_ext. intros i Hi. unfold F2. replace (g - S i - (m - S i))%nat with (g - m)%nat by lia. reflexivity. }
  rewrite (exchange F2 g). unfold from_one. rewrite <- sum_plus. apply sum_ext. intros i Hi. unfold F1, F2, urn.
  rewrite !sum_scale. f_equal; f_equal.
  - apply sum_ext. intros k Hk. ring.
  - rewrite <- (sum_reverse _ (S (g - S i))). apply sum_ext. intros k Hk.
    replace (g - S i - (S (g - S i) - 1 - k))%nat with k by lia.
    replace (S (g - S i) - 1 - k)%nat with (g - S i - k)%nat by lia. ring.
Qed.

Lemma p_positive (x : R) (k : nat) : 0 <= x -> 0 <= Polya.p x k.
Proof.
  intros Hx. induction k as [|k IH]; [simpl; lra|]. change (Polya.p x (S k)) with (Polya.p x k * (x + INR k) / INR (S k)).
  assert (H1 := pos_INR k). assert (0 < / INR (S k)) by (apply Rinv_0_lt_compat, (lt_INR 0); lia).
  apply Rmult_le_pos; [apply Rmult_le_pos; lra|lra].
Qed.

(* Two parts are as one of their sum: Vandermonde's convolution. *)
Theorem parts_add (r s : R) (g : nat) : sum (fun k => Polya.p r k * Polya.p s (g - k)) (S g) = Polya.p (r + s) g.
Proof.
  assert (H : forall n g, (g <= n)%nat -> urn r s (fun _ => 1) g = Polya.p (r + s) g).
  { induction n as [|n IH]; intros h Hh.
    - replace h with O by lia. unfold urn. simpl. ring.
    - destruct h as [|h]; [unfold urn; simpl; ring|]. apply Rmult_eq_reg_l with (INR (S h)); [|apply not_0_INR; lia].
      rewrite urn_recursion, p_recursion. unfold from_one.
      rewrite <- (sum_reverse (Polya.p (r + s))), <- sum_scale. apply sum_ext. intros i Hi.
      rewrite !IH by lia. replace (S h - 1 - i)%nat with (S h - S i)%nat by lia. ring. }
  rewrite <- (H g g) by lia. unfold urn. apply sum_ext. intros; ring.
Qed.

(* The part 1 is the whole: all masses are those of the geometric law. *)
Theorem whole_part (g : nat) : Polya.p 1 g = 1.
Proof.
  induction g as [|g IH]; [reflexivity|]. change (Polya.p 1 (S g)) with (Polya.p 1 g * (1 + INR g) / INR (S g)).
  rewrite IH, S_INR. field. assert (H := pos_INR g). lra.
Qed.

Lemma keep_cycles_mean (part whole : nat) (f : nat -> R) : (part <= whole)%nat -> (0 < whole <= words)%nat -> event f ->
  let r := INR part / INR whole in
  forall turns left before, (left <= turns)%nat -> (left <= words)%nat ->
  expects (keep_cycles turns left before part whole) f (urn r (1 - r) (fun k => f (before + k)%nat) left).
Proof.
  intros Hp Hw Hf r. assert (Hr : 0 <= r <= 1) by (apply ratio_range; lia).
  assert (Hu : forall F g, (forall v, 0 <= F v) -> 0 <= urn r (1 - r) F g).
  { intros F g HF. apply sum_nonneg. intros k. apply Rmult_le_pos; [|apply HF]. apply Rmult_le_pos; apply p_positive; lra. }
  assert (H0 : forall before, expects (Return before) f (urn r (1 - r) (fun k => f (before + k)%nat) 0)).
  { intros before. replace (urn r (1 - r) (fun k => f (before + k)%nat) 0) with (f before); [apply expects_return|].
    unfold urn. simpl. rewrite Nat.add_0_r. ring. }
  induction turns as [|turns IH]; intros left before Hl Hlw.
  { replace left with O by lia. apply H0. }
  simpl keep_cycles. destruct (Nat.eqb_spec left 0) as [->|Hne]; [apply H0|].
  assert (Hleft : 0 < INR left) by (apply (lt_INR 0); lia).
  set (g := fun after => r * urn r (1 - r) (fun k => f (before + left - after + k)%nat) after + (1 - r) * urn r (1 - r) (fun k => f (before + k)%nat) after).
  destruct (uniform_law left ltac:(lia)) as [_ [_ Hm]].
  assert (Hg0 : forall after, 0 <= g after).
  { intros after. apply Rplus_le_le_0_compat; (apply Rmult_le_pos; [lra|apply Hu; intros v; apply Hf]). }
  replace (urn r (1 - r) (fun k => f (before + k)%nat) left) with (sum (fun i => 1 * g i) left / sum (fun _ => 1) left).
  2: { apply Rmult_eq_reg_l with (INR left); [|lra]. rewrite urn_recursion, sum_constant. unfold from_one.
       transitivity (sum (fun i => 1 * g i) left); [field; lra|]. rewrite <- (sum_reverse (fun i => 1 * g i)).
       apply sum_ext. intros i Hi. unfold g. rewrite Rmult_1_l. replace (left - 1 - i)%nat with (left - S i)%nat by lia.
       f_equal. f_equal. unfold urn. apply sum_ext. intros k Hk. f_equal. f_equal. lia. }
  (* an `after` that is not below `left` is not drawn, and has the chance that it has *)
  destruct (chances (fun after => Then (bernoulli part whole) (fun kept =>
      keep_cycles turns after (if kept then before + left - after else before)%nat part whole)) f Hf) as [Hc Ec].
  set (c := fun after => real _) in *.
  apply (expects_then _ _ f c); [intros v; apply Hf|exact Ec|].
  rewrite (sum_ext _ (fun i => 1 * c i)); [apply Hm; intros v; apply Hc|].
  intros after Ha. f_equal. apply (expects_unique _ _ _ _) with (2 := Ec after).
  destruct (bernoulli_law part whole Hp Hw) as [_ Hb]. fold r in Hb.
  set (d := fun kept : bool => urn r (1 - r) (fun k => f ((if kept then before + left - after else before) + k)%nat) after).
  apply (expects_then _ _ f d); [intros v; apply Hf|intros kept; apply IH; lia|].
  apply (Hb d). intros kept. apply Hu. intros v. apply Hf.
Qed.

(* What is kept of g things: k of them with the Beta-binomial probability. *)
Theorem cycles_law (g part whole : nat) : (part <= whole)%nat -> (0 < whole <= words)%nat -> (g <= words)%nat ->
  forall f, event f -> expects (keep_cycles g g 0 part whole) f (urn (INR part / INR whole) (1 - INR part / INR whole) f g).
Proof. intros Hp Hw Hg f Hf. apply (keep_cycles_mean part whole f Hp Hw Hf g g 0); lia. Qed.

(* A Polya draw: the cycles' law, of as many things as the geometric draw says. *)
Theorem polya_law (p q part whole : nat) : (0 < q)%nat -> (most * q <= words)%nat -> (part <= whole)%nat -> (0 < whole <= words)%nat ->
  let r := INR part / INR whole in
  forall f, event f -> expects (polya p q part whole) f
    (sum (fun t => weight q t * urn r (1 - r) f (t / p)) (most * q) / sum (weight q) (most * q)).
Proof.
  intros Hq Hmq Hp Hw r f Hf. assert (Hmost := most_is).
  destruct (chances (fun things => keep_cycles things things 0 part whole) f Hf) as [Hc Ec]. set (c := fun things => real _) in *.
  destruct (geometric_law p q ltac:(lia)) as [_ [_ Hm]].
  apply (expects_then _ _ f c); [intros v; apply Hf|exact Ec|].
  rewrite (sum_ext _ (fun t => weight q t * c (t / p)%nat)); [apply Hm; intros v; apply Hc|].
  intros t Ht. f_equal. apply (expects_unique _ _ _ _) with (2 := Ec (t / p)%nat). apply cycles_law; try assumption.
  assert (t / p <= t)%nat; [|lia]. destruct p as [|p]; [simpl; lia|]. apply Nat.div_le_upper_bound; lia.
Qed.

(* The law of parts r of a geometric draw of ratio b, up to its normalizer: negative binomial with power r. *)
Definition share (r b : R) (k : nat) : R := Polya.p r k * b ^ k.

(* n independent draws with these masses add up to k. *)
Fixpoint added (r : nat -> R) (b : R) (n k : nat) : R :=
  match n with
  | O => if (k =? 0)%nat then 1 else 0
  | S n => sum (fun j => added r b n j * share (r n) b (k - j)) (S k)
  end.

(* Independent shares with masses p(r, k) b^k add up to the share of the sum of their parts. *)
Theorem shares_add (r : nat -> R) (b : R) (n k : nat) : added r b n k = share (sum r n) b k.
Proof.
  revert k. induction n as [|n IH]; intros k.
  - unfold share. simpl. destruct k as [|k]; [simpl; ring|].
    assert (Hz : forall j, Polya.p 0 (S j) = 0).
    { induction j as [|j IHj]; [simpl; field|]. change (Polya.p 0 (S (S j))) with (Polya.p 0 (S j) * (0 + INR (S j)) / INR (S (S j))).
      rewrite IHj. unfold Rdiv. ring. }
    rewrite Hz. simpl. ring.
  - simpl added. change (sum r (S n)) with (sum r n + r n).
    assert (E : share (sum r n + r n) b k = sum (fun i => b ^ k * (Polya.p (sum r n) i * Polya.p (r n) (k - i))) (S k)).
    { rewrite sum_scale, parts_add. unfold share. ring. }
    rewrite E. change (sum (fun j => added r b n j * share (r n) b (k - j)) (S k) = sum (fun i => b ^ k * (Polya.p (sum r n) i * Polya.p (r n) (k - i))) (S k)).
    apply sum_ext. intros j Hj. rewrite IH. unfold share. replace (b ^ k) with (b ^ j * b ^ (k - j)) by (rewrite <- pow_add; f_equal; lia). ring.
Qed.

(* Parts that add up to 1 make the geometric law, whatever they are. *)
Theorem shares_make_the_whole (r : nat -> R) (b : R) (n k : nat) : sum r n = 1 -> added r b n k = b ^ k.
Proof. intros H. rewrite shares_add, H. unfold share. rewrite whole_part. ring. Qed.

Lemma p_at_most_one (r : R) (k : nat) : 0 <= r <= 1 -> Polya.p r k <= 1.
Proof.
  intros Hr. induction k as [|k IH]; [simpl; lra|]. change (Polya.p r (S k)) with (Polya.p r k * (r + INR k) / INR (S k)).
  assert (H0 := p_positive r k (proj1 Hr)). assert (H1 := pos_INR k). rewrite S_INR.
  apply Rmult_le_reg_r with (INR k + 1); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. nra.
Qed.

Lemma share_series (r b : R) : 0 <= r <= 1 -> 0 < b < 1 -> ex_series (share r b).
Proof.
  intros Hr Hb. apply (@ex_series_le R_AbsRing R_CompleteNormedModule _ (fun k => b ^ k)); [|apply ex_series_geom; rewrite Rabs_pos_eq; lra].
  intros k. change (norm (share r b k)) with (Rabs (share r b k)). unfold share.
  assert (H0 := p_positive r k (proj1 Hr)). assert (H1 := p_at_most_one r k Hr). assert (H2 : 0 <= b ^ k) by (apply pow_le; lra).
  rewrite Rabs_pos_eq by (apply Rmult_le_pos; assumption). nra.
Qed.

(* The normalizers of a part and of what is left of the whole multiply to that of the geometric law. *)
Lemma normalizers (r b : R) : 0 <= r <= 1 -> 0 < b < 1 -> Series (share r b) * Series (share (1 - r) b) = / (1 - b).
Proof.
  intros Hr Hb. assert (Hs : forall x, 0 <= x <= 1 -> forall k, Rabs (share x b k) = share x b k).
  { intros x Hx k. apply Rabs_pos_eq. unfold share. apply Rmult_le_pos; [apply p_positive; lra|apply pow_le; lra]. }
  assert (H := is_series_mult (share r b) (share (1 - r) b) _ _ (Series_correct _ (share_series r b Hr Hb))
    (Series_correct _ (share_series (1 - r) b ltac:(lra) Hb))
    (ex_series_ext _ _ (fun k => eq_sym (Hs r Hr k)) (share_series r b Hr Hb))
    (ex_series_ext _ _ (fun k => eq_sym (Hs (1 - r) ltac:(lra) k)) (share_series (1 - r) b ltac:(lra) Hb))).
  apply is_series_unique in H. rewrite <- H. rewrite <- (Series_geom b) by (rewrite Rabs_pos_eq; lra).
  apply Series_ext. intros n. rewrite sum_f. transitivity (b ^ n * Polya.p (r + (1 - r)) n).
  - rewrite <- parts_add, <- sum_scale. apply sum_ext. intros k Hk. unfold share.
    replace (b ^ n) with (b ^ k * b ^ (n - k)) by (rewrite <- pow_add; f_equal; lia). ring.
  - replace (r + (1 - r)) with 1 by ring. rewrite whole_part. ring.
Qed.

(* A geometric number g = k + i of things of which Beta-binomially many, k, are kept: over all i, the mass of k is
   in proportion to p(r, k) b^k, the negative binomial with power r. *)
Theorem mixed_over_geometric (r b : R) (k : nat) : 0 <= r <= 1 -> 0 < b < 1 ->
  is_series (fun i => (1 - b) * b ^ (k + i) * (Polya.p r k * Polya.p (1 - r) i)) (share r b k / Series (share r b)).
Proof.
  intros Hr Hb. assert (Hn := normalizers r b Hr Hb). assert (Hi : 0 < / (1 - b)) by (apply Rinv_0_lt_compat; lra).
  assert (Hne : Series (share r b) <> 0) by (intros H; rewrite H, Rmult_0_l in Hn; lra).
  replace (share r b k / Series (share r b)) with ((1 - b) * share r b k * Series (share (1 - r) b)).
  - apply (is_series_ext (fun i => scal ((1 - b) * share r b k) (share (1 - r) b i))).
    + intros i. change (@eq R ((1 - b) * share r b k * share (1 - r) b i) ((1 - b) * b ^ (k + i) * (Polya.p r k * Polya.p (1 - r) i))).
      unfold share. rewrite pow_add. ring.
    + apply (is_series_scal_l ((1 - b) * share r b k) (share (1 - r) b) (Series (share (1 - r) b))), Series_correct, share_series; lra.
  - apply Rmult_eq_reg_r with (Series (share r b)); [|exact Hne]. unfold Rdiv. rewrite (Rmult_assoc (share r b k)), Rinv_l by exact Hne.
    transitivity ((1 - b) * share r b k * (Series (share r b) * Series (share (1 - r) b))); [ring|]. rewrite Hn. field. lra.
Qed.
