(* SPDX-License-Identifier: GPL-3.0-or-later *)
(* The binomial draw of ref/noise/pbm.c, as a program that reads words (Words.v), by the rules of proofs/logic/samplers.h: its law is
   the binomial one exactly, nothing is conditioned or cut off, and with a chance that is a fraction of 2^40 it reads one word
   for each trial. Then the sum of what several users draw, of which one has another input on the other data set. *)
From Coq Require Import Reals Lra Psatz Arith ZArith Lia List Permutation.
From Coquelicot Require Import Coquelicot.
From Dpmf Require Import Sums Rounds Tally Polya Words Samplers Discrete Named Privacy Seen Renyi PoissonBinomial.
Open Scope R_scope.

Fixpoint binomial (p q trials : nat) : program nat :=
  match trials with
  | O => Return 0%nat
  | S trials => Then (binomial p q trials) (fun held => Then (bernoulli p q) (fun one : bool => Return (held + if one then 1 else 0)%nat))
  end.

(* 2^40 (DPMF_PBM_WHOLE_BITS), in a form that nobody counts to. *)
Lemma all_whole : {n : nat | Z.of_nat n = (2 ^ 40)%Z}.
Proof. exists (Z.to_nat (2 ^ 40)). apply Z2Nat.id. lia. Qed.
Definition whole : nat := proj1_sig all_whole.

(* Binomial(n, c) at x. *)
Definition binomial_mass (c : R) (n x : nat) : R := Binomial.C n x * c ^ x * (1 - c) ^ (n - x).

(* m returns how many of some independent draws are 1. *)
Definition counts (m : program nat) (p : list R) : Prop := forall f, (forall x, 0 <= f x) -> expects m f (tally p f).

(* dpmf_pbm_chance, as a fraction of 2^40. *)
Definition chance (theta_steps steps : Z) : Z := (549755813888 + theta_steps * steps)%Z.

(* dpmf_pbm_draw: one coordinate of one user's message. *)
Definition drawn (theta q : nat) (steps : Z) : program nat := binomial (Z.to_nat (chance (Z.of_nat theta) steps)) whole q.

(* The sum of the messages of those who are in it. *)
Fixpoint summed (who : nat -> bool) (message : nat -> program nat) (n : nat) : program nat :=
  match n with
  | O => Return 0%nat
  | S u => if who u then Then (summed who message u) (fun s => Then (message u) (fun x => Return (s + x)%nat)) else summed who message u
  end.

(* theta, and the probability of one of a message's draws. *)
Definition slope (theta : nat) : R := INR theta / 65536.
Definition probability_of (theta : nat) (steps : Z) : R := / 2 + slope theta * (IZR steps / 16777216).

Lemma whole_is : Z.of_nat whole = (2 ^ 40)%Z.
Proof. exact (proj2_sig all_whole). Qed.
Global Opaque whole.

Lemma whole_words : (0 < whole <= words)%nat.
Proof. assert (H := words_are). assert (H1 := whole_is). lia. Qed.

Lemma INR_whole : INR whole = 1099511627776.
Proof. rewrite INR_IZR_INZ, whole_is. reflexivity. Qed.

Lemma binomial_counts (p q trials : nat) : (p <= q)%nat -> (0 < q <= words)%nat -> counts (binomial p q trials) (repeat (INR p / INR q) trials).
Proof.
  intros Hp Hq. destruct (bernoulli_law p q Hp Hq) as [Hc Hb]. set (c := INR p / INR q) in *.
  induction trials as [|n IH]; intros f Hf; [apply (expects_return 0%nat f)|].
  change (repeat c (S n)) with (c :: repeat c n). rewrite tally_last. cbn [binomial].
  apply (expects_then _ _ f (fun x => (1 - c) * f x + c * f (S x))); [exact Hf| |].
  - intros held. apply (expects_then _ _ f (fun one : bool => f (held + if one then 1 else 0)%nat)); [exact Hf|intros one; apply expects_return|].
    replace ((1 - c) * f held + c * f (S held)) with (c * f (held + 1)%nat + (1 - c) * f (held + 0)%nat) by (rewrite Nat.add_1_r, Nat.add_0_r; ring).
    apply (Hb (fun one : bool => f (held + if one then 1 else 0)%nat)). intros one. apply Hf.
  - apply IH. intros x. apply Rplus_le_le_0_compat; apply Rmult_le_pos; try apply Hf; lra.
Qed.

Lemma choose_none (n : nat) : Binomial.C n 0 = 1.
Proof. unfold Binomial.C. rewrite Nat.sub_0_r. simpl fact. simpl INR. assert (H := INR_fact_neq_0 n). field. exact H. Qed.

Lemma choose_all (n : nat) : Binomial.C n n = 1.
Proof. unfold Binomial.C. rewrite Nat.sub_diag. simpl fact. simpl INR. assert (H := INR_fact_neq_0 n). field. exact H. Qed.

Lemma ones_alike (c : R) (n : nat) : forall x, (x <= n)%nat -> ones (repeat c n) x = binomial_mass c n x.
Proof.
  unfold binomial_mass. induction n as [|n IH]; intros x Hx.
  { replace x with 0%nat by lia. rewrite choose_none. simpl. ring. }
  simpl repeat. cbn [ones]. destruct x as [|x].
  - rewrite IH, !choose_none by lia. rewrite !Nat.sub_0_r. simpl. ring.
  - destruct (Nat.eq_dec x n) as [->|Hne].
    + rewrite ones_beyond by (rewrite repeat_length; lia). rewrite IH by lia. rewrite !choose_all, !Nat.sub_diag. simpl. ring.
    + rewrite !IH by lia. rewrite <- pascal by lia. replace (S n - S x)%nat with (S (n - S x)) by lia. replace (n - x)%nat with (S (n - S x)) by lia. simpl. ring.
Qed.

Lemma mass_nonneg (c : R) (n x : nat) : 0 <= c <= 1 -> 0 <= binomial_mass c n x.
Proof.
  intros Hc. unfold binomial_mass. apply Rmult_le_pos; [apply Rmult_le_pos|]; [|apply pow_le; lra|apply pow_le; lra].
  unfold Binomial.C. apply Rmult_le_pos; [apply pos_INR|]. left. apply Rinv_0_lt_compat. apply Rmult_lt_0_compat; apply lt_0_INR, lt_O_fact.
Qed.

(* The draw ends with probability 1, and what it returns is Binomial(trials, p / q), exactly: the masses add up to 1. *)
Theorem binomial_law (p q trials : nat) : (p <= q)%nat -> (0 < q <= words)%nat -> let mass := binomial_mass (INR p / INR q) trials in
  sum mass (S trials) = 1 /\ weighted (binomial p q trials) mass (fun x => x) (S trials).
Proof.
  intros Hp Hq mass. destruct (bernoulli_law p q Hp Hq) as [Hc _]. set (c := INR p / INR q) in *.
  assert (E : forall f, tally (repeat c trials) f = sum (fun x => mass x * f x) (S trials)).
  { intros f. rewrite tally_sum, repeat_length. apply sum_ext. intros x Hx. rewrite ones_alike by lia. reflexivity. }
  assert (One : sum mass (S trials) = 1).
  { rewrite (sum_ext mass (fun x => mass x * 1)) by (intros; ring). rewrite <- (E (fun _ => 1)). apply tally_constant. }
  split; [exact One|]. unfold weighted. rewrite One. split; [lra|]. split; [intros x; apply mass_nonneg, Hc|]. intros f Hf.
  unfold Rdiv. rewrite Rinv_1, Rmult_1_r, <- E. apply binomial_counts; assumption.
Qed.

Lemma next_word (n : nat) : forall ws : list nat, (n < length ws)%nat -> exists w, In w ws /\ skipn n ws = w :: skipn (S n) ws.
Proof.
  induction n as [|n IH]; intros [|w ws] H; simpl in H; try lia.
  - exists w. split; [left; reflexivity|reflexivity].
  - destruct (IH ws ltac:(lia)) as [v [Hv E]]. exists v. split; [right; exact Hv|exact E].
Qed.

Lemma every_block (w : nat) : (w < words)%nat -> whole_block w whole = true.
Proof.
  intros H. assert (E : words = (whole * Z.to_nat (2 ^ 24))%nat).
  { apply Nat2Z.inj. rewrite Nat2Z.inj_mul, words_are, whole_is, Z2Nat.id by lia. reflexivity. }
  unfold whole_block. apply Nat.leb_le. rewrite E in H |- *. assert (Hw := whole_words).
  assert (D := Nat.div_lt_upper_bound w whole _ ltac:(lia) H). rewrite Nat.mul_comm. apply Nat.mul_le_mono_l. lia.
Qed.

(* With a chance that is a fraction of 2^40 and neither 0 nor 1, each trial reads one word, whatever the chance is: so many words
   suffice, and what is left of them tells nothing. *)
Theorem binomial_words (turns chance trials : nat) (ws : list nat) : (0 < chance < whole)%nat -> (forall w, In w ws -> (w < words)%nat) -> (trials <= length ws)%nat ->
  exists held, (held <= trials)%nat /\ run (S turns) (binomial chance whole trials) ws = Some (held, skipn trials ws).
Proof.
  intros Hc Hw. induction trials as [|n IH]; intros Hl; [exists 0%nat; split; [lia|reflexivity]|].
  destruct (IH ltac:(lia)) as [held [Hh E]]. destruct (next_word n ws ltac:(lia)) as [w [Hin Ew]].
  assert (B := every_block w (Hw w Hin)).
  exists (held + if (whole - chance <=? w mod whole)%nat then 1 else 0)%nat. split; [destruct (whole - chance <=? w mod whole)%nat; lia|].
  cbn [binomial run]. rewrite E, Ew. unfold bernoulli, uniform.
  assert (W := whole_is). rewrite (proj2 (Nat.eqb_neq chance 0)), (proj2 (Nat.eqb_neq chance whole)), (proj2 (Nat.eqb_neq whole 1)) by lia.
  cbn [run Nat.iter nat_rect]. rewrite B. reflexivity.
Qed.

Lemma counts_ends (m : program nat) (p : list R) : counts m p -> ends m.
Proof. intros H. assert (A := H (fun _ => 1) ltac:(intros; lra)). rewrite tally_constant in A. exact A. Qed.

(* Of two sums, the divergence of the programs that return them. *)
Lemma within_renyi (gamma K : R) (m m' : program nat) (p p' : list R) : counts m p -> counts m' p' -> within gamma K p p' -> renyi gamma K 1 0 m m'.
Proof.
  intros H H' W. assert (He := counts_ends m p H). assert (He' := counts_ends m' p' H').
  split; [exact He|]. split; [exact He'|]. intros f b c r x Hf Hb Hc Hr Hx.
  assert (Ex : x = tally p' f) by (apply (expects_unique m' f); [exact Hx|apply H'; intros v; apply Hf]).
  assert (Er : r = tally p (fun v => Rpower (b * f v + c) gamma)) by (apply (expects_unique m _ _ _ Hr); apply H; intros v; left; apply power_pos).
  assert (Hh : forall v, 0 < b * f v + c) by (intros v; assert (0 <= b * f v) by (apply Rmult_le_pos; [exact Hb|apply Hf]); lra).
  assert (E : tally p' (fun v => b * f v + c) = b * x + c).
  { rewrite (tally_ext p' _ (fun v => b * f v + c * 1)) by (intros; ring). rewrite (tally_linear b c p' f (fun _ => 1)), tally_constant, <- Ex. ring. }
  assert (Hw := W _ Hh). cbv beta in Hw. rewrite <- Er, E in Hw. rewrite Rplus_0_r. replace (1 * K * Rpower (b * x + c) gamma - (1 - 1) * Rpower c gamma) with (K * Rpower (b * x + c) gamma) by ring. exact Hw.
Qed.

Lemma slope_range (theta : nat) : (0 < Z.of_nat theta <= 16384)%Z -> 0 < slope theta < / 2.
Proof.
  intros Ht. unfold slope. assert (H1 : 0 < INR theta) by (apply (lt_INR 0); lia). assert (H2 : INR theta <= 16384) by (rewrite INR_IZR_INZ; apply IZR_le; lia). lra.
Qed.

Lemma chance_of (theta q : nat) (steps : Z) : (0 < Z.of_nat theta <= 16384)%Z -> (Z.abs steps <= 16777216)%Z ->
  counts (drawn theta q steps) (repeat (probability_of theta steps) q) /\ / 2 - slope theta <= probability_of theta steps <= / 2 + slope theta.
Proof.
  intros Ht Hs. assert (W := whole_is). assert (Hw := whole_words). assert (B : (0 <= chance (Z.of_nat theta) steps <= 2 ^ 40)%Z) by (unfold chance; nia).
  set (p := Z.to_nat (chance (Z.of_nat theta) steps)).
  assert (E : INR p / INR whole = probability_of theta steps).
  { rewrite INR_whole. unfold p, probability_of, slope. rewrite INR_IZR_INZ, Z2Nat.id by lia. unfold chance. rewrite plus_IZR, mult_IZR, <- INR_IZR_INZ. field. }
  split.
  - rewrite <- E. apply binomial_counts; [unfold p; lia|exact Hw].
  - assert (H0 : 0 <= slope theta) by (unfold slope; assert (H := pos_INR theta); lra). unfold probability_of.
    assert (H1 : -1 <= IZR steps / 16777216 <= 1).
    { assert (A : (-16777216 <= steps <= 16777216)%Z) by lia. destruct A as [A1 A2]. apply IZR_le in A1. apply IZR_le in A2. lra. }
    nra.
Qed.

(* The draws that are in a sum. *)
Fixpoint draws_in (who : nat -> bool) (p : nat -> R) (q n : nat) : list R :=
  match n with O => nil | S u => if who u then repeat (p u) q ++ draws_in who p q u else draws_in who p q u end.

Lemma summed_counts (who : nat -> bool) (message : nat -> program nat) (p : nat -> R) (q n : nat) : (forall u, 0 <= p u <= 1) -> (forall u, counts (message u) (repeat (p u) q)) ->
  counts (summed who message n) (draws_in who p q n).
Proof.
  intros Hp H. induction n as [|u IH]; [intros f _; apply (expects_return 0%nat f)|]. cbn [summed draws_in]. destruct (who u); [|exact IH].
  intros f Hf. rewrite (tally_permutation _ (draws_in who p q u ++ repeat (p u) q)) by apply Permutation_app_comm. rewrite tally_app.
  assert (Hq : probable (repeat (p u) q)) by (intros c Hc; apply repeat_spec in Hc; subst c; apply Hp).
  apply (expects_then _ _ f (fun s => tally (repeat (p u) q) (fun x => f (s + x)%nat))); [exact Hf| |].
  - intros s. apply (expects_then _ _ f (fun x => f (s + x)%nat)); [exact Hf|intros x; apply expects_return|]. apply H. intros x. apply Hf.
  - apply IH. intros s. rewrite <- (tally_constant 0 (repeat (p u) q)). apply (tally_le _ Hq). intros x _. apply Hf.
Qed.

Lemma draws_among (who : nat -> bool) (p : nat -> R) (q n : nat) (c : R) : In c (draws_in who p q n) -> exists u, c = p u.
Proof.
  induction n as [|u IH]; intros H; [destruct H|]. cbn [draws_in] in H. destruct (who u); [|apply IH, H].
  apply in_app_iff in H. destruct H as [H|H]; [apply repeat_spec in H; exists u; exact H|apply IH, H].
Qed.

Lemma draws_same (who : nat -> bool) (p p' : nat -> R) (q n : nat) : (forall u, (u < n)%nat -> who u = true -> p u = p' u) -> draws_in who p q n = draws_in who p' q n.
Proof.
  induction n as [|u IH]; intros H; [reflexivity|]. cbn [draws_in]. rewrite IH by (intros v Hv; apply H; lia).
  destruct (who u) eqn:E; [rewrite H by (try exact E; lia); reflexivity|reflexivity].
Qed.

(* The others' draws, and the user's own. *)
Lemma draws_apart (who : nat -> bool) (p p' : nat -> R) (q n u : nat) : (u < n)%nat -> who u = true -> (forall v, v <> u -> p v = p' v) ->
  exists others, Permutation (others ++ repeat (p u) q) (draws_in who p q n) /\ Permutation (others ++ repeat (p' u) q) (draws_in who p' q n) /\
    (length others + q = counted who n * q)%nat /\ forall c, In c others -> exists v, c = p v.
Proof.
  intros Hu Hw Hp. induction n as [|v IH]; [lia|]. cbn [draws_in counted]. destruct (Nat.eq_dec u v) as [<-|Hne].
  - rewrite Hw. exists (draws_in who p q u). split; [apply Permutation_app_comm|].
    split; [rewrite (draws_same who p' p q u) by (intros t Ht _; symmetry; apply Hp; lia); apply Permutation_app_comm|].
    assert (L : forall m, length (draws_in who p q m) = (counted who m * q)%nat).
    { induction m as [|m IHm]; [reflexivity|]. cbn [draws_in counted]. destruct (who m); [rewrite app_length, repeat_length, IHm|rewrite IHm]; lia. }
    split; [rewrite L; lia|]. intros c Hc. apply (draws_among who p q u c Hc).
  - destruct (IH ltac:(lia)) as [o [P1 [P2 [L A]]]]. destruct (who v) eqn:E.
    + exists (repeat (p v) q ++ o). split; [rewrite <- app_assoc; apply Permutation_app_head, P1|].
      split; [rewrite (Hp v) by auto; rewrite <- app_assoc; apply Permutation_app_head, P2|]. split; [rewrite app_length, repeat_length; lia|].
      intros c Hc. apply in_app_iff in Hc. destruct Hc as [Hc|Hc]; [exists v; apply (repeat_spec _ _ _ Hc)|apply A, Hc].
    + exists o. split; [exact P1|]. split; [exact P2|]. split; [lia|exact A].
Qed.

(* One sum of one round, on two data sets: the laws of both, and what differs. *)
Lemma two_sums (theta q n u : nat) (who : nat -> bool) (s s' : nat -> Z) : (0 < Z.of_nat theta <= 16384)%Z ->
  (forall v, (Z.abs (s v) <= 16777216)%Z) -> (forall v, (Z.abs (s' v) <= 16777216)%Z) -> (forall v, v <> u -> s v = s' v) -> (who u = true -> (u < n)%nat) ->
  let m := summed who (fun v => drawn theta q (s v)) n in let m' := summed who (fun v => drawn theta q (s' v)) n in
  let inside := fun c => / 2 - slope theta <= c <= / 2 + slope theta in
  (who u = false -> m = m') /\ ends m /\
  (who u = true -> exists others a b, counts m (others ++ repeat a q) /\ counts m' (others ++ repeat b q) /\
    (length others + q = counted who n * q)%nat /\ (forall c, In c others -> inside c) /\ inside a /\ inside b).
Proof.
  intros Ht Hs Hs' Hv Hu m m' inside.
  assert (Hsl : 0 < slope theta < / 2) by apply slope_range, Ht.
  set (p := fun v => probability_of theta (s v)). set (p' := fun v => probability_of theta (s' v)).
  assert (R : forall v, inside (p v)) by (intros v; apply (chance_of theta q _ Ht (Hs v))).
  assert (R' : forall v, inside (p' v)) by (intros v; apply (chance_of theta q _ Ht (Hs' v))). unfold inside in R, R'.
  assert (C : counts m (draws_in who p q n)).
  { apply summed_counts; [intros v; specialize (R v); lra|]. intros v. apply (chance_of theta q _ Ht (Hs v)). }
  assert (C' : counts m' (draws_in who p' q n)).
  { apply summed_counts; [intros v; specialize (R' v); lra|]. intros v. apply (chance_of theta q _ Ht (Hs' v)). }
  split; [|split; [apply (counts_ends _ _ C)|]].
  - intros U. unfold m, m'. clear - Hv U. induction n as [|n IH]; [reflexivity|]. cbn [summed]. destruct (who n) eqn:M; [|exact IH].
    rewrite IH, (Hv n) by congruence. reflexivity.
  - intros U. destruct (draws_apart who p p' q n u (Hu U) U) as [o [P1 [P2 [L A]]]].
    { intros v H. unfold p, p'. rewrite (Hv v H). reflexivity. }
    exists o, (p u), (p' u). split; [intros f Hf; rewrite (tally_permutation _ _ P1); apply C, Hf|].
    split; [intros f Hf; rewrite (tally_permutation _ _ P2); apply C', Hf|]. split; [exact L|].
    split; [intros c Hc; destruct (A c Hc) as [v ->]; apply R|]. split; [apply R|apply R'].
Qed.
