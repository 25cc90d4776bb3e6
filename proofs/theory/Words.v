(* SPDX-License-Identifier: GPL-3.0-or-later *)
(* Programs that read uniform, independent words, and what they do on average.

   A program returns a value, reads a word, goes on from what another returned, or repeats another until that has
   something to return. `run` says what it does with a given list of words, when no loop may turn more than n times.
   Uniform and independent means that all lists of N words are equally likely: `over N` is the mean over them.
   `mean n` says the same without lists; run_mean proves that the two agree as soon as the lists are long enough.
   `expects m f r`: the mean of f on what m returns tends to r as n grows. What has not ended counts 0. With f = 1
   that is the probability that m ends; with f the indicator of an event, the probability of the event. *)
From Coq Require Import Reals Lra Psatz Arith ZArith Lia List.
From Coquelicot Require Import Coquelicot.
From Dpmf Require Import Sums Polya.
Open Scope R_scope.

(* How many words there are: 2^64, in a form that nobody counts to. *)
Lemma all_words : {n : nat | Z.of_nat n = (2 ^ 64)%Z}.
Proof. exists (Z.to_nat (2 ^ 64)). apply Z2Nat.id. lia. Qed.
Definition words : nat := proj1_sig all_words.

Inductive program : Type -> Type :=
  | Return : forall A, A -> program A
  | Word : program nat
  | Then : forall A B, program A -> (A -> program B) -> program B
  | Until : forall A, program (option A) -> program A.
Arguments Return {A} _.
Arguments Then {A B} _ _.
Arguments Until {A} _.

(* What m does with these words: what it returns and the words that it leaves; nothing when the words or the n turns
   of a loop do not suffice. *)
Fixpoint run (n : nat) {A : Type} (m : program A) {struct m} : list nat -> option (A * list nat) :=
  match m with
  | @Return A v => fun ws => Some (v, ws)
  | Word => fun ws => match ws with nil => None | w :: rest => Some (w, rest) end
  | @Then A B m k => fun ws => match run n m ws with Some (v, rest) => run n (k v) rest | None => None end
  | @Until A m =>
      Nat.iter n (fun again ws =>
        match run n m ws with
        | Some (Some v, rest) => Some (v, rest)
        | Some (None, rest) => again rest
        | None => None
        end) (fun _ => None)
  end.

Definition average (f : nat -> R) : R := sum f words / INR words.

(* The mean of F over all lists of N words. *)
Fixpoint over (N : nat) (F : list nat -> R) : R :=
  match N with O => F nil | S N => average (fun w => over N (fun ws => F (w :: ws))) end.

Fixpoint mean (n : nat) {A : Type} (m : program A) {struct m} : (A -> R) -> R :=
  match m with
  | @Return A v => fun f => f v
  | Word => average
  | @Then A B m k => fun f => mean n m (fun v => mean n (k v) f)
  | @Until A m => fun f => Nat.iter n (fun again => mean n m (fun o => match o with Some v => f v | None => again end)) 0
  end.

Definition expects {A : Type} (m : program A) (f : A -> R) (r : R) : Prop := is_lim_seq (fun n => mean n m f) r.

(* A chance for each value: the indicator of an event, or a test that tosses coins of its own. *)
Definition event {A : Type} (f : A -> R) : Prop := forall v, 0 <= f v <= 1.

Definition ends {A : Type} (m : program A) : Prop := expects m (fun _ => 1) 1.

(* There are 2^64 words. *)
Theorem words_are : Z.of_nat words = (2 ^ 64)%Z.
Proof. exact (proj2_sig all_words). Qed.
Global Opaque words.

Lemma words_pos : (0 < words)%nat.
Proof. assert (H := words_are). lia. Qed.

Lemma words_even : {h : nat | words = (h * 2)%nat /\ (0 < h)%nat}.
Proof.
  exists (words / 2)%nat. assert (H := words_are). assert (H1 := Nat.div_mod words 2 ltac:(lia)).
  assert (H2 := Nat.mod_upper_bound words 2 ltac:(lia)). lia.
Qed.

Lemma INR_words : 0 < INR words.
Proof. apply (lt_INR 0), words_pos. Qed.

Lemma sum_constant (c : R) (n : nat) : sum (fun _ => c) n = INR n * c.
Proof. induction n as [|n IH]; [simpl; ring|]. rewrite S_INR. simpl sum. rewrite IH. ring. Qed.

Lemma average_ext (f g : nat -> R) : (forall w, f w = g w) -> average f = average g.
Proof. intros H. unfold average. f_equal. apply sum_ext. intros w _. apply H. Qed.

Lemma average_le (f g : nat -> R) : (forall w, f w <= g w) -> average f <= average g.
Proof.
  intros H. unfold average. apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat, INR_words|].
  apply sum_le. intros w _. apply H.
Qed.

Lemma average_constant (c : R) : average (fun _ => c) = c.
Proof. unfold average. rewrite sum_constant. field. assert (H := INR_words). lra. Qed.

Lemma average_linear (a : R) (f g : nat -> R) : average (fun w => a * f w + g w) = a * average f + average g.
Proof. unfold average. rewrite sum_plus, sum_scale. field. assert (H := INR_words). lra. Qed.

Lemma is_lim_seq_sum (f : nat -> nat -> R) (g : nat -> R) (n : nat) :
  (forall i, is_lim_seq (fun j => f j i) (g i)) -> is_lim_seq (fun j => sum (f j) n) (sum g n).
Proof.
  intros H. induction n as [|n IH]; simpl; [apply is_lim_seq_const|].
  apply (is_lim_seq_plus' _ _ _ _ IH (H n)).
Qed.

Lemma average_limit (f : nat -> nat -> R) (g : nat -> R) :
  (forall w, is_lim_seq (fun j => f j w) (g w)) -> is_lim_seq (fun j => average (f j)) (average g).
Proof.
  intros H. unfold average, Rdiv. apply (is_lim_seq_scal_r (fun j => sum (f j) words) (/ INR words) (sum g words)).
  apply is_lim_seq_sum, H.
Qed.

Lemma mean_ext (n : nat) {A : Type} (m : program A) : forall f g, (forall v, f v = g v) -> mean n m f = mean n m g.
Proof.
  induction m as [A v| |A B m IHm k IHk|A m IH]; intros f g H; simpl.
  - apply H.
  - apply average_ext, H.
  - apply IHm. intros v. apply IHk, H.
  - generalize n at 1 3. intros i. induction i as [|i IHi]; simpl; [reflexivity|].
    apply IH. intros [v|]; [apply H|apply IHi].
Qed.

Lemma mean_le (n : nat) {A : Type} (m : program A) : forall f g, (forall v, f v <= g v) -> mean n m f <= mean n m g.
Proof.
  induction m as [A v| |A B m IHm k IHk|A m IH]; intros f g H; simpl.
  - apply H.
  - apply average_le, H.
  - apply IHm. intros v. apply IHk, H.
  - generalize n at 1 3. intros i. induction i as [|i IHi]; simpl; [lra|].
    apply IH. intros [v|]; [apply H|apply IHi].
Qed.

Lemma mean_linear (n : nat) {A : Type} (m : program A) :
  forall a f g, mean n m (fun v => a * f v + g v) = a * mean n m f + mean n m g.
Proof.
  induction m as [A v| |A B m IHm k IHk|A m IH]; intros a f g; simpl.
  - reflexivity.
  - apply average_linear.
  - rewrite <- IHm. apply mean_ext. intros v. apply IHk.
  - generalize n at 1 3 5. intros i. induction i as [|i IHi]; simpl; [ring|].
    rewrite <- IH. apply mean_ext. intros [v|]; [reflexivity|apply IHi].
Qed.

Lemma mean_limit (n : nat) {A : Type} (m : program A) : forall (f : nat -> A -> R) (g : A -> R),
  (forall v, is_lim_seq (fun j => f j v) (g v)) -> is_lim_seq (fun j => mean n m (f j)) (mean n m g).
Proof.
  induction m as [A v| |A B m IHm k IHk|A m IH]; intros f g H; simpl.
  - apply H.
  - apply average_limit, H.
  - apply IHm. intros v. apply IHk, H.
  - generalize n at 1 3. intros i. induction i as [|i IHi]; simpl; [apply is_lim_seq_const|].
    apply IH. intros [v|]; [apply H|apply IHi].
Qed.

Lemma mean_zero (n : nat) {A : Type} (m : program A) : mean n m (fun _ => 0) = 0.
Proof.
  assert (H := mean_linear n m 1 (fun _ => 0) (fun _ => 0)). simpl in H.
  rewrite (mean_ext n m _ (fun _ => 0)) in H by (intros; ring). lra.
Qed.

Lemma mean_scale (n : nat) {A : Type} (m : program A) (a : R) (f : A -> R) : mean n m (fun v => a * f v) = a * mean n m f.
Proof.
  rewrite (mean_ext n m _ (fun v => a * f v + 0)) by (intros; ring).
  rewrite (mean_linear n m a f (fun _ => 0)), mean_zero. ring.
Qed.

Lemma mean_nonneg (n : nat) {A : Type} (m : program A) (f : A -> R) : (forall v, 0 <= f v) -> 0 <= mean n m f.
Proof. intros H. rewrite <- (mean_zero n m). apply mean_le, H. Qed.

Lemma mean_one (n : nat) {A : Type} (m : program A) : forall f, (forall v, f v <= 1) -> mean n m f <= 1.
Proof.
  induction m as [A v| |A B m IHm k IHk|A m IH]; intros f H; simpl.
  - apply H.
  - rewrite <- (average_constant 1). apply average_le, H.
  - apply IHm. intros v. apply IHk, H.
  - generalize n at 1. intros i. induction i as [|i IHi]; simpl; [lra|].
    apply IH. intros [v|]; [apply H|apply IHi].
Qed.

(* More turns, more that has ended. *)
Lemma mean_more (n : nat) {A : Type} (m : program A) : forall f, (forall v, 0 <= f v) -> mean n m f <= mean (S n) m f.
Proof.
  induction m as [A v| |A B m IHm k IHk|A m IH]; intros f H.
  - simpl. lra.
  - simpl. lra.
  - simpl. eapply Rle_trans; [apply IHm; intros v; apply mean_nonneg, H|]. apply mean_le. intros v. apply IHk, H.
  - simpl mean at 1.
    assert (Hi : forall i, 0 <= Nat.iter i (fun again => mean n m (fun o => match o with Some v => f v | None => again end)) 0 <=
                   Nat.iter i (fun again => mean (S n) m (fun o => match o with Some v => f v | None => again end)) 0).
    { induction i as [|i [I0 I1]]; simpl; [lra|]. split.
      - apply mean_nonneg. intros [v|]; [apply H|exact I0].
      - eapply Rle_trans; [apply IH; intros [v|]; [apply H|exact I0]|]. apply mean_le. intros [v|]; [lra|exact I1]. }
    eapply Rle_trans; [apply (Hi n)|]. change (mean (S n) (Until m) f) with
      (mean (S n) m (fun o => match o with Some v => f v | None =>
         Nat.iter n (fun again => mean (S n) m (fun o => match o with Some v => f v | None => again end)) 0 end)).
    assert (Hj : forall i, Nat.iter i (fun again => mean (S n) m (fun o => match o with Some v => f v | None => again end)) 0 <=
                   Nat.iter (S i) (fun again => mean (S n) m (fun o => match o with Some v => f v | None => again end)) 0).
    { induction i as [|i IHi].
      - simpl. apply mean_nonneg. intros [v|]; [apply H|lra].
      - simpl in *. apply mean_le. intros [v|]; [lra|exact IHi]. }
    apply (Hj n).
Qed.

Lemma mean_steps (n n' : nat) {A : Type} (m : program A) (f : A -> R) :
  (forall v, 0 <= f v) -> (n <= n')%nat -> mean n m f <= mean n' m f.
Proof. intros H Hn. induction Hn as [|n' Hn IH]; [lra|]. eapply Rle_trans; [exact IH|apply mean_more, H]. Qed.

(* The lists: whatever F makes of the value and of the words left, if its mean over them tends to g. *)
Lemma run_limit (n : nat) {A : Type} (m : program A) : forall (F : A -> list nat -> R) (g : A -> R),
  (forall v, is_lim_seq (fun N => over N (F v)) (g v)) ->
  is_lim_seq (fun N => over N (fun ws => match run n m ws with Some (v, rest) => F v rest | None => 0 end)) (mean n m g).
Proof.
  assert (Hext : forall N F G, (forall ws, F ws = G ws) -> over N F = over N G).
  { induction N as [|N IH]; intros F G H; simpl; [apply H|]. apply average_ext. intros w. apply IH. intros ws. apply H. }
  assert (Hzero : forall N, over N (fun _ => 0) = 0).
  { induction N as [|N IH]; simpl; [reflexivity|]. rewrite <- average_constant. apply average_ext. intros w. apply IH. }
  induction m as [A v| |A B m IHm k IHk|A m IH]; intros F g H; simpl.
  - apply H.
  - apply is_lim_seq_incr_1. simpl. apply average_limit. intros w. apply H.
  - eapply is_lim_seq_ext; [|apply (IHm (fun v ws => match run n (k v) ws with Some (u, rest) => F u rest | None => 0 end));
      intros v; apply IHk, H].
    intros N. apply Hext. intros ws. destruct (run n m ws) as [[v rest]|]; reflexivity.
  - generalize n at 1 3. intros i. induction i as [|i IHi]; simpl.
    + eapply is_lim_seq_ext; [intros N; symmetry; apply Hzero|apply is_lim_seq_const].
    + set (again := Nat.iter i _ (fun _ => None)) in *.
      eapply is_lim_seq_ext; [|apply (IH (fun o ws => match o with Some v => F v ws | None =>
        match again ws with Some (v, rest) => F v rest | None => 0 end end) (fun o => match o with Some v => g v | None => _ end));
        intros [v|]; [apply H|apply IHi]].
      intros N. apply Hext. intros ws. destruct (run n m ws) as [[[v|] rest]|]; reflexivity.
Qed.

(* Of all lists of N words, as N grows, the fraction on which m, with at most n turns of a loop, ends with an f
   tends to `mean n m f`. *)
Theorem run_mean (n : nat) [A : Type] (m : program A) (f : A -> R) :
  is_lim_seq (fun N => over N (fun ws => match run n m ws with Some (v, _) => f v | None => 0 end)) (mean n m f).
Proof.
  apply (run_limit n m (fun v _ => f v)). intros v.
  eapply is_lim_seq_ext; [|apply is_lim_seq_const]. intros N. symmetry. induction N as [|N IH]; simpl; [reflexivity|].
  rewrite <- average_constant. apply average_ext. intros w. apply IH.
Qed.

Lemma expects_ext {A : Type} (m : program A) (f g : A -> R) (r : R) :
  (forall v, f v = g v) -> expects m f r -> expects m g r.
Proof. intros H. apply is_lim_seq_ext. intros n. apply mean_ext, H. Qed.

Lemma expects_unique {A : Type} (m : program A) (f : A -> R) (r s : R) : expects m f r -> expects m f s -> r = s.
Proof.
  intros Hr Hs. apply is_lim_seq_unique in Hr. apply is_lim_seq_unique in Hs. rewrite Hr in Hs. injection Hs. auto.
Qed.

Lemma expects_above {A : Type} (m : program A) (f : A -> R) (r : R) (n : nat) :
  (forall v, 0 <= f v) -> expects m f r -> mean n m f <= r.
Proof. intros Hf H. apply (is_lim_seq_incr_compare (fun n => mean n m f)); [exact H|]. intros i. apply mean_more, Hf. Qed.

(* Every program has a probability for every event. *)
Theorem every_event [A : Type] (m : program A) (f : A -> R) : event f -> exists r, expects m f r /\ 0 <= r <= 1.
Proof.
  intros Hf.
  assert (Hex : ex_finite_lim_seq (fun n => mean n m f)).
  { apply (ex_finite_lim_seq_incr _ 1); [intros n; apply mean_more, Hf|intros n; apply mean_one, Hf]. }
  destruct Hex as [r Hr]. exists r. split; [exact Hr|]. split.
  - apply (is_lim_seq_le (fun _ => 0) (fun n => mean n m f) 0 r); [intros n; apply mean_nonneg, Hf|apply is_lim_seq_const|exact Hr].
  - apply (is_lim_seq_le (fun n => mean n m f) (fun _ => 1) r 1); [intros n; apply mean_one, Hf|exact Hr|apply is_lim_seq_const].
Qed.

Lemma expects_linear {A : Type} (m : program A) (a : R) (f g : A -> R) (r s : R) :
  expects m f r -> expects m g s -> expects m (fun v => a * f v + g v) (a * r + s).
Proof.
  intros Hf Hg. eapply is_lim_seq_ext; [intros n; symmetry; apply mean_linear|].
  apply (is_lim_seq_plus' _ _ _ _ (is_lim_seq_scal_l _ a r Hf) Hg).
Qed.

Lemma expects_le {A : Type} (m : program A) (f g : A -> R) (r s : R) :
  (forall v, f v <= g v) -> expects m f r -> expects m g s -> r <= s.
Proof. intros H Hf Hg. apply (is_lim_seq_le _ _ r s (fun n => mean_le n m f g H) Hf Hg). Qed.

Lemma expects_return {A : Type} (v : A) (f : A -> R) : expects (Return v) f (f v).
Proof. apply is_lim_seq_const. Qed.

Lemma expects_word (f : nat -> R) : expects Word f (average f).
Proof. apply is_lim_seq_const. Qed.

(* First m, then what k makes of its value: the mean over what m returns of the mean of what follows. *)
Theorem expects_then [A B : Type] (m : program A) (k : A -> program B) (f : B -> R) (g : A -> R) (r : R) :
  (forall v, 0 <= f v) -> (forall v, expects (k v) f (g v)) -> expects m g r -> expects (Then m k) f r.
Proof.
  intros Hf Hk Hm. unfold expects. simpl.
  assert (Hup : forall n, mean n m (fun v => mean n (k v) f) <= r).
  { intros n. apply Rle_trans with (mean n m g); [apply mean_le; intros v; apply expects_above; [exact Hf|apply Hk]|].
    apply expects_above; [|exact Hm]. intros v.
    apply (is_lim_seq_le (fun _ => 0) (fun n => mean n (k v) f) 0 (g v)); [intros i; apply mean_nonneg, Hf|apply is_lim_seq_const|apply Hk]. }
  assert (Hmore : forall n, mean n m (fun v => mean n (k v) f) <= mean (S n) m (fun v => mean (S n) (k v) f)).
  { intros n. exact (mean_more n (Then m k) f Hf). }
  destruct (ex_finite_lim_seq_incr _ r Hmore Hup) as [l Hl].
  replace r with l; [exact Hl|]. apply Rle_antisym.
  - apply (is_lim_seq_le _ (fun _ => r) l r Hup Hl), is_lim_seq_const.
  - apply (is_lim_seq_le (fun j => mean j m g) (fun _ => l) r l); [|exact Hm|apply is_lim_seq_const].
    intros j. apply (is_lim_seq_le_loc (fun n => mean j m (fun v => mean n (k v) f)) (fun n => mean n m (fun v => mean n (k v) f)) (mean j m g) l).
    + exists j. intros n Hn. apply mean_steps; [|exact Hn]. intros v. apply mean_nonneg, Hf.
    + apply mean_limit. intros v. apply Hk.
    + exact Hl.
Qed.

(* m again and again, until it has something: f's mean in one turn over the chance that a turn is the last. *)
Theorem expects_until [A : Type] (m : program (option A)) (f : A -> R) (t s : R) :
  (forall v, 0 <= f v) -> expects m (fun o => match o with Some v => f v | None => 0 end) t ->
  expects m (fun o => match o with Some _ => 0 | None => 1 end) s -> s < 1 -> expects (Until m) f (t / (1 - s)).
Proof.
  intros Hf Ht Hs Hs1. set (yes := fun o => match o with Some v => f v | None => 0 end) in *.
  set (no := fun o : option A => match o with Some _ => 0 | None => 1 end) in *.
  assert (Hyes : forall o, 0 <= yes o) by (intros [v|]; simpl; [apply Hf|lra]).
  assert (Hno : forall o, 0 <= no o) by (intros [v|]; simpl; lra).
  assert (Hturn : forall n c, mean n m (fun o => match o with Some v => f v | None => c end) = mean n m yes + c * mean n m no).
  { intros n c. rewrite Rplus_comm, <- mean_linear. apply mean_ext. intros [v|]; simpl; ring. }
  set (T := t / (1 - s)). assert (HT : t = (1 - s) * T) by (unfold T; field; lra).
  assert (Hs0 : 0 <= s) by (eapply Rle_trans; [apply (mean_nonneg 0 m no Hno)|apply expects_above; assumption]).
  assert (Ht0 : 0 <= t) by (eapply Rle_trans; [apply (mean_nonneg 0 m yes Hyes)|apply expects_above; assumption]).
  assert (HT0 : 0 <= T) by (unfold T; apply Rmult_le_pos; [exact Ht0|left; apply Rinv_0_lt_compat; lra]).
  assert (Hup : forall n, mean n (Until m) f <= T).
  { intros n. simpl. generalize n at 1. intros i. induction i as [|i IH]; simpl; [exact HT0|]. rewrite Hturn.
    assert (H1 := expects_above m yes t n Hyes Ht). assert (H2 := expects_above m no s n Hno Hs).
    assert (H3 := mean_nonneg n m no Hno). rewrite HT in H1.
    set (x := Nat.iter _ _ _) in *. assert (x * mean n m no <= T * s) by nra. lra. }
  assert (Hmore : forall n, mean n (Until m) f <= mean (S n) (Until m) f) by (intros n; apply mean_more, Hf).
  destruct (ex_finite_lim_seq_incr _ T Hmore Hup) as [l Hl]. unfold expects.
  replace T with l; [exact Hl|]. apply Rle_antisym.
  - apply (is_lim_seq_le _ (fun _ => T) l T Hup Hl), is_lim_seq_const.
  - assert (Hstep : forall n, mean (S n) m yes + mean n (Until m) f * mean (S n) m no <= mean (S n) (Until m) f).
    { intros n. simpl mean at 4. rewrite Hturn. apply Rplus_le_compat_l, Rmult_le_compat_r; [apply mean_nonneg, Hno|].
      simpl. generalize n at 1 3. intros i. induction i as [|i IH]; simpl; [lra|]. rewrite !Hturn.
      assert (H1 := mean_more n m yes Hyes). assert (H2 := mean_more n m no Hno). assert (H3 := mean_nonneg n m no Hno).
      assert (0 <= Nat.iter i (fun again => mean n m (fun o => match o with Some v => f v | None => again end)) 0).
      { clear - Hf. induction i as [|i IH]; simpl; [lra|]. apply mean_nonneg. intros [v|]; [apply Hf|exact IH]. }
      nra. }
    assert (H : t + l * s <= l).
    { apply (is_lim_seq_le _ _ (t + l * s) l Hstep).
      - apply is_lim_seq_plus'; [apply (is_lim_seq_incr_1 (fun n => mean n m yes)), Ht|].
        apply is_lim_seq_mult'; [exact Hl|apply (is_lim_seq_incr_1 (fun n => mean n m no)), Hs].
      - apply (is_lim_seq_incr_1 (fun n => mean n (Until m) f)), Hl. }
    rewrite HT in H. apply Rmult_le_reg_l with (1 - s); lra.
Qed.
