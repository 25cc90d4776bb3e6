(* SPDX-License-Identifier: GPL-3.0-or-later *)
(* The scalar Poisson binomial mechanism: what the sum of many users' draws costs when one user's input changes from anything to
   anything, in Renyi's divergence of a real order and in the delta of an epsilon. Both are largest where every draw is at one end of its
   range, 1/2 + theta or 1/2 - theta, and the user who changes goes from one end to the other (the comment of
   ref/account/pbm.h); so the account needs only the largest over how many of the others' draws are at the upper end. *)
From Coq Require Import Reals Lra Psatz Arith Lia List Permutation.
From Coquelicot Require Import Coquelicot.
From Dpmf Require Import Sums Rounds Tally Polya Words Samplers Discrete Named Privacy Renyi.
Open Scope R_scope.

(* Renyi's divergence of order alpha between two sums, of as many draws each. *)
Definition renyi_moment (alpha : R) (p p' : list R) : R :=
  sum (fun x => Rpower (ones p x) alpha * Rpower (ones p' x) (1 - alpha)) (S (length p)).
Definition renyi_divergence (alpha : R) (p p' : list R) : R := ln (renyi_moment alpha p p') / (alpha - 1).

(* The least delta of exp(eps) = t between them. *)
Definition hockey_stick (t : R) (p p' : list R) : R := sum (fun x => Rmax 0 (ones p x - t * ones p' x)) (S (length p)).

(* What the sum of the first kind of draws may cost against that of the second, without densities: `renyi` of Renyi.v, of two sums. *)
Definition within (gamma K : R) (p p' : list R) : Prop :=
  forall h, (forall x, 0 < h x) -> tally p (fun x => Rpower (h x) gamma) <= K * Rpower (tally p' h) gamma.
Definition covered (t d : R) (p p' : list R) : Prop := forall f, event f -> tally p f <= t * tally p' f + d.

Lemma between_positive (c y z : R) : 0 <= c <= 1 -> 0 < y -> 0 < z -> 0 < (1 - c) * y + c * z.
Proof.
  intros Hc Hy Hz. destruct (Rle_lt_dec c (/ 2)).
  - apply Rplus_lt_le_0_compat; [apply Rmult_lt_0_compat; lra|apply Rmult_le_pos; lra].
  - apply Rplus_le_lt_0_compat; [apply Rmult_le_pos; lra|apply Rmult_lt_0_compat; lra].
Qed.

Lemma power_concave (g c y z : R) : 0 < g < 1 -> 0 <= c <= 1 -> 0 < y -> 0 < z ->
  (1 - c) * Rpower y g + c * Rpower z g <= Rpower ((1 - c) * y + c * z) g.
Proof.
  intros Hg Hc Hy Hz. set (m := (1 - c) * y + c * z).
  assert (Hm : 0 < m) by (apply between_positive; assumption).
  assert (H1 := Rmult_le_compat_l (1 - c) _ _ ltac:(lra) (power_tangent g y m Hg Hy Hm)).
  assert (H2 := Rmult_le_compat_l c _ _ ltac:(lra) (power_tangent g z m Hg Hz Hm)).
  replace (Rpower m g) with ((1 - c) * (Rpower m g * (g * (y / m) + (1 - g))) + c * (Rpower m g * (g * (z / m) + (1 - g)))); [lra|].
  transitivity (Rpower m g * (g * (((1 - c) * y + c * z) / m) + (1 - g))); [field; lra|]. fold m. field. lra.
Qed.

Lemma within_weaker (gamma K K' : R) (p p' : list R) : K <= K' -> within gamma K p p' -> within gamma K' p p'.
Proof. intros HK H h Hh. eapply Rle_trans; [apply H, Hh|]. apply Rmult_le_compat_r; [left; apply power_pos|exact HK]. Qed.

Lemma within_permutation (gamma K : R) (p p' r r' : list R) : Permutation p r -> Permutation p' r' -> within gamma K p p' -> within gamma K r r'.
Proof. intros H H' W h Hh. rewrite <- (tally_permutation p r H), <- (tally_permutation p' r' H'). apply W, Hh. Qed.

(* One more draw, the same in both sums: the divergence does not grow. *)
Lemma within_cons (gamma K c : R) (p p' : list R) : 0 < gamma < 1 -> 0 <= c <= 1 -> probable p -> within gamma K p p' -> within gamma K (c :: p) (c :: p').
Proof.
  intros Hg Hc Hp W h Hh. rewrite 2 tally_last. set (k := fun x => (1 - c) * h x + c * h (S x)).
  assert (Hk : forall x, 0 < k x) by (intros x; apply between_positive; [exact Hc|apply Hh|apply Hh]).
  eapply Rle_trans; [apply (tally_le p Hp _ (fun x => Rpower (k x) gamma)); intros x _; apply power_concave; try assumption; apply Hh|]. apply (W k Hk).
Qed.

Lemma mixed (low high c : R) : low <= c -> c <= high -> low < high -> exists t, 0 <= t <= 1 /\ c = (1 - t) * low + t * high.
Proof.
  intros H1 H2 H3. exists ((c - low) / (high - low)). split; [|field; lra]. split; [apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra]|].
  apply Rmult_le_reg_r with (high - low); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra.
Qed.

(* A draw whose probability lies between two others is a mixture of these: the divergence is at most the larger one. *)
Lemma within_between (gamma K low high c : R) (p p' : list R) : 0 < gamma < 1 -> 0 <= K -> 0 <= low <= c -> c <= high <= 1 -> low < high -> probable p' ->
  within gamma K (low :: p) (low :: p') -> within gamma K (high :: p) (high :: p') -> within gamma K (c :: p) (c :: p').
Proof.
  intros Hg HK Hl Hh Hlh Hp' Wl Wh h H.
  destruct (mixed low high c ltac:(lra) ltac:(lra) Hlh) as [t [Ht ->]].
  assert (E : forall q f, tally (((1 - t) * low + t * high) :: q) f = (1 - t) * tally (low :: q) f + t * tally (high :: q) f) by (intros q f; simpl; ring).
  rewrite !E. assert (P : forall d, low <= d <= high -> 0 < tally (d :: p') h).
  { intros d Hd. apply tally_positive; [|exact H]. intros e [<-|He]; [lra|apply Hp', He]. }
  assert (C := power_concave gamma t _ _ Hg Ht (P low ltac:(lra)) (P high ltac:(lra))).
  assert (A := Rmult_le_compat_l (1 - t) _ _ ltac:(lra) (Wl h H)). assert (B := Rmult_le_compat_l t _ _ ltac:(lra) (Wh h H)).
  apply (Rmult_le_compat_l K _ _ HK) in C. lra.
Qed.

(* The draws of the others, `high` of them at the upper end and `low` at the lower one, then the own draws of the user who changes. *)
Definition placement (theta : R) (high low quanta : nat) (own : R) : list R :=
  repeat (/ 2 + theta) high ++ repeat (/ 2 - theta) low ++ repeat own quanta.

(* What dpmf_pbm_worst answers to a question of a round with so many draws of others: wherever they stand, fewer draws at the two
   ends have an answer of at most `most`. *)
Definition worst (question : list R -> list R -> R) (theta most : R) (quanta others : nat) : Prop :=
  forall high, (high <= others)%nat -> exists above below, (above <= high)%nat /\ (below <= others - high)%nat /\
    question (placement theta above below quanta (/ 2 + theta)) (placement theta above below quanta (/ 2 - theta)) <= most.

Lemma map_repeat (c : R) (n : nat) : map (fun c => 1 - c) (repeat c n) = repeat (1 - c) n.
Proof. induction n as [|n IH]; [reflexivity|]. simpl. rewrite IH. reflexivity. Qed.

Lemma raised_same (p : list R) : raised p p.
Proof. induction p as [|c p IH]; constructor; [lra|exact IH]. Qed.

Lemma raised_repeat (a b : R) (n : nat) : a <= b -> raised (repeat a n) (repeat b n).
Proof. intros H. induction n as [|n IH]; constructor; assumption. Qed.

Lemma placed_raised (theta : R) (high low quanta : nat) (a b : R) : a <= b -> raised (placement theta high low quanta a) (placement theta high low quanta b).
Proof. intros H. apply Forall2_app; [apply raised_same|]. apply Forall2_app; [apply raised_same|apply raised_repeat, H]. Qed.

Lemma placed_uncertain (theta : R) (high low quanta : nat) (own : R) : 0 < theta < / 2 -> / 2 - theta <= own <= / 2 + theta -> uncertain (placement theta high low quanta own).
Proof.
  intros Ht Ho c Hc. unfold placement in Hc. rewrite !in_app_iff in Hc. destruct Hc as [Hc|[Hc|Hc]]; apply repeat_spec in Hc; subst c; lra.
Qed.

Lemma placed_length (theta : R) (high low quanta : nat) (a b : R) : length (placement theta high low quanta a) = length (placement theta high low quanta b).
Proof. unfold placement. rewrite !app_length, !repeat_length. reflexivity. Qed.

Section Reduction.
(* A cost that does not depend on the order of the draws, does not grow with a draw that is the same in both sums, is of a draw between
   two others at most the larger one, is the same with 0 and 1 exchanged, and does not fall when two sums move apart. *)
Variables (W : list R -> list R -> Prop) (theta : R).
Hypothesis range : 0 < theta < / 2.
Hypothesis permuted : forall p p' r r', Permutation p r -> Permutation p' r' -> W p p' -> W r r'.
Hypothesis same_draw : forall c p p', 0 <= c <= 1 -> probable p -> W p p' -> W (c :: p) (c :: p').
Hypothesis between : forall low high c p p', 0 <= low <= c -> c <= high <= 1 -> low < high -> probable p' ->
  W (low :: p) (low :: p') -> W (high :: p) (high :: p') -> W (c :: p) (c :: p').
Hypothesis mirror : forall p p', length p' = length p -> W p p' -> W (map (fun c => 1 - c) p) (map (fun c => 1 - c) p').
Hypothesis extremes : forall p p' r r', uncertain p -> uncertain p' -> uncertain r -> uncertain r' ->
  raised p' p -> raised p r -> raised r' p' -> W r r' -> W p p'.

Lemma same_draws (q p p' : list R) : probable q -> probable p -> W p p' -> W (q ++ p) (q ++ p').
Proof using same_draw.
  intros Hq Hp H. induction q as [|c q IH]; [exact H|]. apply probable_cons in Hq. destruct Hq as [Hc Hq]. simpl app.
  apply same_draw; [exact Hc| |apply IH, Hq]. intros d Hd. apply in_app_iff in Hd. destruct Hd; [apply Hq|apply Hp]; assumption.
Qed.

(* Others whose probabilities lie between the ends: the largest is where each is at an end. *)
Lemma at_ends (u u' : list R) : probable u' -> forall others, (forall c, In c others -> / 2 - theta <= c <= / 2 + theta) -> forall i j,
  (forall k, (k <= length others)%nat ->
    W (repeat (/ 2 + theta) (i + k) ++ repeat (/ 2 - theta) (j + (length others - k)) ++ u) (repeat (/ 2 + theta) (i + k) ++ repeat (/ 2 - theta) (j + (length others - k)) ++ u')) ->
  W (others ++ repeat (/ 2 + theta) i ++ repeat (/ 2 - theta) j ++ u) (others ++ repeat (/ 2 + theta) i ++ repeat (/ 2 - theta) j ++ u').
Proof using range permuted between.
  intros Hu. induction others as [|c others IH]; intros Hc i j H.
  - specialize (H 0%nat (le_n 0)). rewrite !Nat.add_0_r in H. exact H.
  - assert (Hb : / 2 - theta <= c <= / 2 + theta) by (apply Hc; left; reflexivity).
    assert (Ho : forall d, In d others -> / 2 - theta <= d <= / 2 + theta) by (intros d Hd; apply Hc; right; exact Hd).
    simpl app. apply (between (/ 2 - theta) (/ 2 + theta) c); try lra.
    + intros d Hd. rewrite !in_app_iff in Hd. destruct Hd as [Hd|[Hd|[Hd|Hd]]]; [specialize (Ho d Hd); lra| | |apply Hu, Hd]; apply repeat_spec in Hd; subst d; lra.
    + apply (permuted (others ++ repeat (/ 2 + theta) i ++ repeat (/ 2 - theta) (S j) ++ u) (others ++ repeat (/ 2 + theta) i ++ repeat (/ 2 - theta) (S j) ++ u')).
      1, 2: symmetry; simpl repeat; simpl app; rewrite !(app_assoc others (repeat (/ 2 + theta) i)); apply Permutation_cons_app; reflexivity.
      apply (IH Ho i (S j)). intros k Hk. specialize (H k ltac:(simpl; lia)). replace (S j + (length others - k))%nat with (j + (length (c :: others) - k))%nat by (simpl length; lia). exact H.
    + apply (permuted (others ++ repeat (/ 2 + theta) (S i) ++ repeat (/ 2 - theta) j ++ u) (others ++ repeat (/ 2 + theta) (S i) ++ repeat (/ 2 - theta) j ++ u')).
      1, 2: symmetry; simpl repeat; simpl app; apply Permutation_cons_app; reflexivity.
      apply (IH Ho (S i) j). intros k Hk. specialize (H (S k) ltac:(simpl; lia)).
      replace (S i + k)%nat with (i + S k)%nat by lia. replace (length others - k)%nat with (length (c :: others) - S k)%nat by (simpl; lia). exact H.
Qed.

Variables quanta others : nat.
Hypothesis base : forall high, (high <= others)%nat -> exists above below, (above <= high)%nat /\ (below <= others - high)%nat /\
  W (placement theta above below quanta (/ 2 + theta)) (placement theta above below quanta (/ 2 - theta)).

(* Everything at an end, and more draws than were looked at. *)
Lemma placed (high : nat) : (high <= others)%nat -> W (placement theta high (others - high) quanta (/ 2 + theta)) (placement theta high (others - high) quanta (/ 2 - theta)).
Proof using range permuted same_draw base.
  intros Hh. destruct (base high Hh) as [a [b [H1 [H2 H]]]].
  assert (P : forall own, Permutation ((repeat (/ 2 + theta) (high - a) ++ repeat (/ 2 - theta) (others - high - b)) ++ placement theta a b quanta own)
    (placement theta high (others - high) quanta own)).
  { intros own. unfold placement. replace (repeat (/ 2 + theta) high) with (repeat (/ 2 + theta) (high - a) ++ repeat (/ 2 + theta) a) by (rewrite <- repeat_app; f_equal; lia).
    replace (repeat (/ 2 - theta) (others - high)) with (repeat (/ 2 - theta) (others - high - b) ++ repeat (/ 2 - theta) b) by (rewrite <- repeat_app; f_equal; lia).
    rewrite <- !app_assoc. apply Permutation_app_head, Permutation_app_swap_app. }
  apply (permuted _ _ _ _ (P _) (P _)). apply same_draws; [|apply uncertain_probable, placed_uncertain; lra|exact H].
  intros c Hc. apply in_app_iff in Hc. destruct Hc as [Hc|Hc]; apply repeat_spec in Hc; subst c; lra.
Qed.

(* The user's own draws anywhere in the range. *)
Lemma own_draws (high : nat) (a b : R) : (high <= others)%nat -> / 2 - theta <= a <= / 2 + theta -> / 2 - theta <= b <= / 2 + theta ->
  W (placement theta high (others - high) quanta a) (placement theta high (others - high) quanta b).
Proof using range permuted same_draw mirror extremes base.
  intros Hh Ha Hb.
  assert (D : forall k c d, (k <= others)%nat -> / 2 - theta <= d -> d <= c -> c <= / 2 + theta ->
    W (placement theta k (others - k) quanta c) (placement theta k (others - k) quanta d)).
  { intros k c d Hk H1 H2 H3. apply (extremes _ _ (placement theta k (others - k) quanta (/ 2 + theta)) (placement theta k (others - k) quanta (/ 2 - theta)));
      try (apply placed_uncertain; lra); try (apply placed_raised; lra). apply placed, Hk. }
  destruct (Rle_lt_dec b a) as [Hab|Hab]; [apply D; try assumption; lra|].
  assert (M := mirror _ _ (placed_length theta (others - high) (others - (others - high)) quanta (1 - b) (1 - a)) (D (others - high)%nat (1 - a) (1 - b) ltac:(lia) ltac:(lra) ltac:(lra) ltac:(lra))).
  assert (P : forall own, Permutation (map (fun c => 1 - c) (placement theta (others - high) (others - (others - high)) quanta (1 - own))) (placement theta high (others - high) quanta own)).
  { intros own. unfold placement. rewrite !map_app, !map_repeat. replace (others - (others - high))%nat with high by lia.
    replace (1 - (/ 2 + theta)) with (/ 2 - theta) by lra. replace (1 - (/ 2 - theta)) with (/ 2 + theta) by lra. replace (1 - (1 - own)) with own by lra.
    apply Permutation_app_swap_app. }
  exact (permuted _ _ _ _ (P a) (P b) M).
Qed.

Lemma worst_covers (p : list R) (a b : R) : (others <= length p)%nat -> (forall c, In c p -> / 2 - theta <= c <= / 2 + theta) ->
  / 2 - theta <= a <= / 2 + theta -> / 2 - theta <= b <= / 2 + theta -> W (p ++ repeat a quanta) (p ++ repeat b quanta).
Proof using range permuted same_draw between mirror extremes base.
  intros Hl Hp Ha Hb.
  assert (F : forall c, In c (firstn others p) -> / 2 - theta <= c <= / 2 + theta) by (intros c Hc; apply Hp; rewrite <- (firstn_skipn others p); apply in_or_app; left; exact Hc).
  assert (S : forall c, In c (skipn others p) -> / 2 - theta <= c <= / 2 + theta) by (intros c Hc; apply Hp; rewrite <- (firstn_skipn others p); apply in_or_app; right; exact Hc).
  assert (P : forall own, Permutation (skipn others p ++ firstn others p ++ repeat own quanta) (p ++ repeat own quanta)).
  { intros own. rewrite <- (firstn_skipn others p) at 3. rewrite <- app_assoc. apply Permutation_app_swap_app. }
  assert (R : forall own, / 2 - theta <= own <= / 2 + theta -> probable (repeat own quanta)) by (intros own Ho c Hc; apply repeat_spec in Hc; subst c; lra).
  apply (permuted _ _ _ _ (P a) (P b)). apply same_draws; [intros c Hc; specialize (S c Hc); lra| |].
  - intros c Hc. apply in_app_iff in Hc. destruct Hc as [Hc|Hc]; [specialize (F c Hc); lra|apply (R a Ha c Hc)].
  - apply (at_ends (repeat a quanta) (repeat b quanta) (R b Hb) (firstn others p) F 0%nat 0%nat).
    intros k Hk. rewrite firstn_length_le in Hk |- * by exact Hl. apply (own_draws k a b); assumption.
Qed.
End Reduction.

Lemma holder_term (alpha P Q Z M h : R) : 1 < alpha -> 0 < P -> 0 < Q -> 0 < Z -> 0 < M -> 0 < h -> let g := (alpha - 1) / alpha in
  P * Rpower h g <= g * exp ((ln M - ln Z) / alpha) * (Q * h) + exp (g * (ln Z - ln M)) / alpha * (Rpower P alpha * Rpower Q (1 - alpha)).
Proof.
  intros Ha HP HQ HZ HM Hh g. assert (Hg : 0 < g < 1).
  { unfold g. split; [apply Rdiv_lt_0_compat; lra|]. apply Rmult_lt_reg_r with alpha; [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
  set (u := ln P). set (v := ln Q). set (z := ln Z). set (m := ln M). set (e := alpha * (u - v) + z - m).
  assert (T := power_tangent g h (exp e) Hg Hh (exp_pos e)). apply (Rmult_le_compat_l P _ _ ltac:(lra)) in T. eapply Rle_trans; [exact T|]. right.
  assert (EP : P = exp u) by (symmetry; apply exp_ln, HP). assert (EQ : Q = exp v) by (symmetry; apply exp_ln, HQ).
  unfold Rpower. rewrite ln_exp. fold u v.
  replace (exp u * exp (g * e)) with (exp (u + g * e)) by apply exp_plus.
  rewrite Rmult_plus_distr_l, Rmult_plus_distr_l. f_equal.
  - rewrite EP, EQ. unfold Rdiv at 1. rewrite <- exp_Ropp.
    replace (exp u * (exp (g * e) * (g * (h * exp (- e))))) with (g * h * exp (u + g * e + - e)) by (rewrite !exp_plus; ring).
    replace (g * exp ((m - z) / alpha) * (exp v * h)) with (g * h * exp ((m - z) / alpha + v)) by (rewrite exp_plus; ring).
    f_equal. f_equal. unfold e, g. field. lra.
  - rewrite EP. replace (exp u * (exp (g * e) * (1 - g))) with (/ alpha * exp (u + g * e)) by (rewrite exp_plus; unfold g; field; lra).
    replace (exp (g * (z - m)) / alpha * (exp (alpha * u) * exp ((1 - alpha) * v))) with (/ alpha * exp (g * (z - m) + alpha * u + (1 - alpha) * v)) by (rewrite !exp_plus; field; lra).
    f_equal. f_equal. unfold e, g. field. lra.
Qed.

Lemma moment_pos (alpha : R) (p p' : list R) : 0 < renyi_moment alpha p p'.
Proof.
  unfold renyi_moment. simpl sum. apply Rplus_le_lt_0_compat; [|apply Rmult_lt_0_compat; apply power_pos].
  apply sum_nonneg. intros x. apply Rmult_le_pos; left; apply power_pos.
Qed.

(* Hoelder's inequality. *)
Lemma within_moment (alpha : R) (p p' : list R) : 1 < alpha -> uncertain p -> uncertain p' -> length p' = length p ->
  within ((alpha - 1) / alpha) (Rpower (renyi_moment alpha p p') (/ alpha)) p p'.
Proof.
  intros Ha Hp Hp' El h Hh. set (M := renyi_moment alpha p p'). set (Z := tally p' h). assert (HM : 0 < M) by apply moment_pos.
  assert (HZ : 0 < Z) by (apply tally_positive; [apply uncertain_probable, Hp'|exact Hh]). set (g := (alpha - 1) / alpha).
  rewrite tally_sum. eapply Rle_trans.
  { apply (sum_le _ (fun x => g * exp ((ln M - ln Z) / alpha) * (ones p' x * h x) + exp (g * (ln Z - ln M)) / alpha * (Rpower (ones p x) alpha * Rpower (ones p' x) (1 - alpha)))).
    intros x Hx. apply holder_term; try assumption; [apply (ones_positive p Hp); lia|apply (ones_positive p' Hp'); lia|apply Hh]. }
  rewrite (sum_plus (fun x => g * exp ((ln M - ln Z) / alpha) * (ones p' x * h x))), !sum_scale. fold (renyi_moment alpha p p'). fold M.
  rewrite <- El, <- tally_sum. fold Z. right. assert (EZ : exp (ln Z) = Z) by apply exp_ln, HZ. assert (EM : exp (ln M) = M) by apply exp_ln, HM.
  unfold Rpower. rewrite <- exp_plus. set (m := ln M) in *. set (z := ln Z) in *. set (e := / alpha * m + g * z).
  replace (g * exp ((m - z) / alpha) * Z) with (g * exp e).
  2: { rewrite <- EZ, Rmult_assoc, <- exp_plus. f_equal. f_equal. unfold e, g. field. lra. }
  replace (exp (g * (z - m)) / alpha * M) with (/ alpha * exp e).
  2: { rewrite <- EM. transitivity (/ alpha * (exp (g * (z - m)) * exp m)); [rewrite <- exp_plus; f_equal; f_equal; unfold e, g; field; lra|field; lra]. }
  unfold g. field. lra.
Qed.

(* Where the first law grows against the second, moving the first up and the second down does not lower the divergence. *)
Lemma within_extremes (alpha K : R) (p p' r r' : list R) : 1 < alpha -> 0 < K -> uncertain p -> uncertain p' -> uncertain r -> uncertain r' ->
  raised p' p -> raised p r -> raised r' p' -> within ((alpha - 1) / alpha) K r r' -> within ((alpha - 1) / alpha) K p p'.
Proof.
  intros Ha HK Hp Hp' Hr Hr' Up Ur Ur' W. set (g := (alpha - 1) / alpha) in *. assert (El : length p' = length p) by apply (raised_length p' p Up).
  assert (El' : length p = length r) by apply (raised_length p r Ur).
  set (M := renyi_moment alpha p p'). assert (HM : 0 < M) by apply moment_pos.
  set (best := fun x => Rpower (ones p x / ones p' x) alpha). assert (Hb : forall x, 0 < best x) by (intros x; apply power_pos).
  assert (Hup : forall x, (x < length p)%nat -> best x <= best (S x)).
  { intros x Hx. assert (P1 := ones_positive p Hp x ltac:(lia)). assert (Q1 := ones_positive p' Hp' x ltac:(lia)). assert (Q2 := ones_positive p' Hp' (S x) ltac:(lia)).
    apply power_le; [lra|]. split; [apply Rdiv_lt_0_compat; assumption|].
    apply Rmult_le_reg_r with (ones p' x * ones p' (S x)); [apply Rmult_lt_0_compat; assumption|].
    replace (ones p x / ones p' x * (ones p' x * ones p' (S x))) with (ones p x * ones p' (S x)) by (field; lra).
    replace (ones p (S x) / ones p' (S x) * (ones p' x * ones p' (S x))) with (ones p (S x) * ones p' x) by (field; lra).
    apply (raised_rises p p' Hp Hp' Up). lia. }
  assert (Hag : alpha * g = alpha - 1) by (unfold g; field; lra). assert (Hg : 0 <= g) by (unfold g; apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra]).
  assert (EM : tally p (fun x => Rpower (best x) g) = M).
  { rewrite tally_sum. apply sum_ext. intros x Hx. assert (P1 := ones_positive p Hp x ltac:(lia)). assert (Q1 := ones_positive p' Hp' x ltac:(lia)).
    unfold best. rewrite Rpower_mult, Hag. unfold Rpower. rewrite ln_div by assumption. rewrite <- (exp_ln _ P1) at 1. rewrite <- !exp_plus. f_equal. ring. }
  assert (EM' : tally p' best = M).
  { rewrite tally_sum, El. apply sum_ext. intros x Hx. assert (P1 := ones_positive p Hp x ltac:(lia)). assert (Q1 := ones_positive p' Hp' x ltac:(lia)).
    unfold best, Rpower. rewrite ln_div by assumption. rewrite <- (exp_ln _ Q1) at 1. rewrite <- !exp_plus. f_equal. ring. }
  assert (H1 : M <= K * Rpower M g).
  { rewrite <- EM at 1. eapply Rle_trans; [|eapply Rle_trans; [apply (W best Hb)|]].
    - apply raised_mean; try (apply uncertain_probable; assumption); [exact Ur|]. intros x Hx. apply power_le; [exact Hg|]. split; [apply Hb|apply Hup; lia].
    - apply Rmult_le_compat_l; [lra|]. apply power_le; [exact Hg|]. split; [apply tally_positive; [apply uncertain_probable, Hr'|exact Hb]|].
      rewrite <- EM'. apply raised_mean; try (apply uncertain_probable; assumption); [exact Ur'|]. intros x Hx. apply Hup. lia. }
  apply (within_weaker g (Rpower M (/ alpha))); [|apply within_moment; assumption].
  apply Rmult_le_reg_r with (Rpower M g); [apply power_pos|]. rewrite <- Rpower_plus. replace (/ alpha + g) with 1 by (unfold g; field; lra).
  rewrite Rpower_1 by exact HM. exact H1.
Qed.

Lemma within_divergence (alpha rho : R) (p p' : list R) : 1 < alpha -> uncertain p -> uncertain p' -> length p' = length p ->
  renyi_divergence alpha p p' <= rho -> within ((alpha - 1) / alpha) (exp ((alpha - 1) / alpha * rho)) p p'.
Proof.
  intros Ha Hp Hp' El H. apply (within_weaker _ (Rpower (renyi_moment alpha p p') (/ alpha))); [|apply within_moment; assumption].
  unfold Rpower. apply exp_le. unfold renyi_divergence in H. set (m := ln (renyi_moment alpha p p')) in *.
  replace (/ alpha * m) with ((alpha - 1) / alpha * (m / (alpha - 1))) by (field; lra). apply Rmult_le_compat_l; [|exact H].
  apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra].
Qed.

Lemma within_mirror (gamma K : R) (p p' : list R) : length p' = length p -> within gamma K p p' ->
  within gamma K (map (fun c => 1 - c) p) (map (fun c => 1 - c) p').
Proof. intros El W h Hh. rewrite !tally_mirror, El. apply (W (fun x => h (length p - x)%nat)). intros x. apply Hh. Qed.

Lemma order_between (alpha : R) : 1 < alpha -> 0 < (alpha - 1) / alpha < 1.
Proof.
  intros Ha. split; [apply Rdiv_lt_0_compat; lra|]. apply Rmult_lt_reg_r with alpha; [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra.
Qed.

(* One user of a round changes its input from anything to anything in the range; the others' draws have any probabilities in the
   range, and there are at least as many as `worst` looked at. Then Renyi's divergence of the sums is at most rho. *)
Theorem no_input_is_worse (alpha theta rho a b : R) (quanta others : nat) (p : list R) : 1 < alpha -> 0 < theta < / 2 ->
  worst (renyi_divergence alpha) theta rho quanta others -> (others <= length p)%nat -> (forall c, In c p -> / 2 - theta <= c <= / 2 + theta) ->
  / 2 - theta <= a <= / 2 + theta -> / 2 - theta <= b <= / 2 + theta ->
  within ((alpha - 1) / alpha) (exp ((alpha - 1) / alpha * rho)) (p ++ repeat a quanta) (p ++ repeat b quanta).
Proof.
  intros Ha Ht W. assert (Hg := order_between alpha Ha). set (K := exp ((alpha - 1) / alpha * rho)). assert (HK : 0 < K) by apply exp_pos.
  apply (worst_covers (within ((alpha - 1) / alpha) K) theta Ht (within_permutation _ K)).
  - intros c q q' Hc Hq. apply within_cons; assumption.
  - intros low high c q q' H1 H2 H3 H4. apply within_between; try assumption. lra.
  - intros q q'. apply within_mirror.
  - intros q q' r r'. apply within_extremes; assumption.
  - intros high Hh. destruct (W high Hh) as [i [j [H1 [H2 H]]]]. exists i, j. split; [exact H1|]. split; [exact H2|].
    apply within_divergence; [exact Ha|apply placed_uncertain; lra|apply placed_uncertain; lra|apply placed_length|exact H].
Qed.

Lemma covered_stick (t d : R) (p p' : list R) : length p' = length p -> hockey_stick t p p' <= d -> covered t d p p'.
Proof.
  intros El H f Hf. apply Rle_trans with (t * tally p' f + hockey_stick t p p'); [|lra].
  rewrite !tally_sum, El. unfold hockey_stick. rewrite <- (sum_scale t), <- sum_plus. apply sum_le. intros x _. specialize (Hf x).
  assert (H1 := Rmax_l 0 (ones p x - t * ones p' x)). assert (H2 := Rmax_r 0 (ones p x - t * ones p' x)). set (m := Rmax _ _) in *. nra.
Qed.

(* No curve is below that of two equal laws. *)
Lemma worst_above (theta t c : R) (quanta others : nat) : 0 < theta < / 2 -> worst (hockey_stick t) theta c quanta others -> Rmax 0 (1 - t) <= c.
Proof.
  intros Ht W. destruct (W 0%nat ltac:(lia)) as [i [j [_ [_ H]]]]. eapply Rle_trans; [|exact H]. unfold hockey_stick.
  set (p := placement theta i j quanta (/ 2 + theta)). set (p' := placement theta i j quanta (/ 2 - theta)). assert (El : length p' = length p) by apply placed_length.
  apply Rmax_lub; [apply sum_nonneg; intros x; apply Rmax_l|]. assert (One : forall q, sum (fun x => ones q x * 1) (S (length q)) = 1) by (intros q; rewrite <- tally_sum; apply tally_constant).
  replace (1 - t) with (sum (fun x => ones p x * 1) (S (length p)) - t * sum (fun x => ones p' x * 1) (S (length p'))) by (rewrite !One; ring).
  rewrite El, <- sum_scale, <- sum_minus. apply sum_le. intros x _. eapply Rle_trans; [right|apply Rmax_r]. ring.
Qed.

(* The best event is that of the numbers from one on, where the first law grows against the second. *)
Lemma covered_extremes (t d : R) (p p' r r' : list R) : 0 <= t -> uncertain p -> uncertain p' -> uncertain r -> uncertain r' ->
  raised p' p -> raised p r -> raised r' p' -> covered t d r r' -> covered t d p p'.
Proof.
  intros Ht Hp Hp' Hr Hr' Up Ur Ur' W f Hf. assert (El : length p' = length p) by apply (raised_length p' p Up).
  assert (El' : length p = length r) by apply (raised_length p r Ur).
  set (best := fun x => if Rlt_dec (t * ones p' x) (ones p x) then 1 else 0).
  assert (Hb : event best) by (intros x; unfold best; destruct (Rlt_dec _ _); lra).
  assert (Hup : forall x, (x < length p)%nat -> best x <= best (S x)).
  { intros x Hx. unfold best. destruct (Rlt_dec (t * ones p' x) (ones p x)) as [H|H]; [|apply Hb].
    destruct (Rlt_dec (t * ones p' (S x)) (ones p (S x))) as [H'|H']; [lra|]. exfalso. apply H'.
    assert (Q1 := ones_positive p' Hp' x ltac:(lia)). assert (Q2 := ones_positive p' Hp' (S x) ltac:(lia)).
    assert (R := raised_rises p p' Hp Hp' Up x (S x) ltac:(lia)). apply Rmult_lt_reg_r with (ones p' x); [exact Q1|].
    apply Rlt_le_trans with (ones p x * ones p' (S x)); [|exact R]. apply (Rmult_lt_compat_r _ _ _ Q2) in H. lra. }
  assert (H1 : tally p f - t * tally p' f <= tally p best - t * tally p' best).
  { rewrite !tally_sum, El, <- !(sum_scale t), <- !sum_minus. apply sum_le. intros x _. specialize (Hf x). unfold best.
    destruct (Rlt_dec (t * ones p' x) (ones p x)); nra. }
  assert (H2 : tally p best <= tally r best) by (apply raised_mean; try (apply uncertain_probable; assumption); [exact Ur|intros x Hx; apply Hup; lia]).
  assert (H3 : tally r' best <= tally p' best) by (apply raised_mean; try (apply uncertain_probable; assumption); [exact Ur'|intros x Hx; apply Hup; lia]).
  assert (H4 := W best Hb). assert (t * tally r' best <= t * tally p' best) by (apply Rmult_le_compat_l; lra). lra.
Qed.

(* The same for the delta of an epsilon, t = exp(epsilon). *)
Theorem no_input_needs_more (t d theta a b : R) (quanta others : nat) (p : list R) : 0 <= t -> 0 < theta < / 2 ->
  worst (hockey_stick t) theta d quanta others -> (others <= length p)%nat -> (forall c, In c p -> / 2 - theta <= c <= / 2 + theta) ->
  / 2 - theta <= a <= / 2 + theta -> / 2 - theta <= b <= / 2 + theta -> covered t d (p ++ repeat a quanta) (p ++ repeat b quanta).
Proof.
  intros Ht0 Ht W. apply (worst_covers (covered t d) theta Ht).
  - intros q q' r r' P P' H f Hf. rewrite <- (tally_permutation q r P), <- (tally_permutation q' r' P'). apply H, Hf.
  - intros c q q' Hc _ H f Hf. rewrite !tally_last. apply H. intros x. assert (H1 := Hf x). assert (H2 := Hf (S x)).
    split; [apply Rplus_le_le_0_compat; apply Rmult_le_pos; lra|]. assert ((1 - c) * f x <= (1 - c) * 1) by (apply Rmult_le_compat_l; lra).
    assert (c * f (S x) <= c * 1) by (apply Rmult_le_compat_l; lra). lra.
  - intros low high c q q' H1 H2 H3 _ Wl Wh f Hf. destruct (mixed low high c ltac:(lra) ltac:(lra) H3) as [s [Hs ->]].
    assert (A := Rmult_le_compat_l (1 - s) _ _ ltac:(lra) (Wl f Hf)). assert (B := Rmult_le_compat_l s _ _ ltac:(lra) (Wh f Hf)). cbn [tally] in *. lra.
  - intros q q' El H f Hf. rewrite !tally_mirror, El. apply (H (fun x => f (length q - x)%nat)). intros x. apply Hf.
  - intros q q' r r'. apply covered_extremes, Ht0.
  - intros high Hh. destruct (W high Hh) as [i [j [H1 [H2 H]]]]. exists i, j. split; [exact H1|]. split; [exact H2|].
    apply covered_stick; [apply placed_length|exact H].
Qed.
