(* SPDX-License-Identifier: GPL-3.0-or-later *)
(* The samplers of ref/noise/exact.c as programs that read words (Words.v), by the rules of proofs/logic/samplers.h,
   under the same names, in the same order, with the same limits; and the law of each, exactly. Here to Algorithm 1;
   Discrete.v goes on.

   `weighted m w x n`: m ends with probability 1, and it returns x i with probability w i / (w 0 + ... + w (n - 1)).
   `tosses m c`: m ends with probability 1, and it returns true with probability c.
   The counter of Algorithm 1 ends at 2^64 - 1; so exp(-g) is computed as that many terms of its series, `exp_below g`,
   and no more. Named.v says how far the laws are from those with exp itself. *)
From Coq Require Import Reals Lra Psatz Arith ZArith Lia Bool.
From Coquelicot Require Import Coquelicot.
From Dpmf Require Import Sums Polya Words.
Open Scope R_scope.

Definition whole_block (w limit : nat) : bool := ((w / limit + 1) * limit <=? words)%nat.

Definition uniform (limit : nat) : program nat :=
  if (limit =? 1)%nat then Return 0%nat
  else Until (Then Word (fun w => Return (if whole_block w limit then Some (w mod limit)%nat else None))).

Definition bernoulli (p q : nat) : program bool :=
  if (p =? 0)%nat then Return false
  else if (p =? q)%nat then Return true
  else Then (uniform q) (fun u => Return (q - p <=? u)%nat).

Definition trial (p q k : nat) : program bool :=
  Then (bernoulli p q) (fun first => if first then bernoulli 1 k else Return false).

(* `more` trials until the counter k is at its end. *)
Fixpoint exp_from (more p q k : nat) : program bool :=
  match more with
  | O => Return true
  | S more => Then (trial p q k) (fun holds => if holds then exp_from more p q (S k) else Return (Nat.odd k))
  end.
Definition last : nat := (words - 1)%nat.
Definition exp_fraction (p q : nat) : program bool := exp_from (last - 1) p q 1.

Fixpoint exp_units (units p q : nat) : program bool :=
  match units with
  | O => exp_fraction p q
  | S units => Then (exp_fraction 1 1) (fun holds => if holds then exp_units units p q else Return false)
  end.
Definition bernoulli_exp (p q : nat) : program bool := exp_units (p / q) (p mod q) q.

Definition weighted {A : Type} (m : program A) (w : nat -> R) (x : nat -> A) (n : nat) : Prop :=
  0 < sum w n /\ (forall i, 0 <= w i) /\
  forall f, (forall v, 0 <= f v) -> expects m f (sum (fun i => w i * f (x i)) n / sum w n).

Definition tosses (m : program bool) (c : R) : Prop :=
  0 <= c <= 1 /\ forall f, (forall b, 0 <= f b) -> expects m f (c * f true + (1 - c) * f false).

(* 1 - g / k (1 - g / (k + 1) (1 - ...)), `more` times: with k = 1, so many terms more than one of exp(-g). *)
Fixpoint taylor (more k : nat) (g : R) : R :=
  match more with O => 1 | S more => 1 - g / INR k * taylor more (S k) g end.
Definition exp_below (g : R) : R := taylor (last - 1) 1 g.
(* What stands for exp(-t / q). *)
Definition weight (q t : nat) : R := exp_below 1 ^ (t / q) * exp_below (INR (t mod q) / INR q).

Lemma last_odd : Nat.odd last = true.
Proof.
  unfold last. destruct words_even as [h [-> H]].
  replace (h * 2 - 1)%nat with (1 + 2 * (h - 1))%nat by lia. rewrite Nat.odd_add_mul_2. reflexivity.
Qed.

Lemma last_words : last = (words - 1)%nat.
Proof. reflexivity. Qed.

Lemma last_large : (2 ^ 31 <= Z.of_nat last)%Z.
Proof. assert (H := words_are). unfold last. lia. Qed.
Global Opaque last.

Lemma sum_append (f : nat -> R) (a b : nat) : sum f (a + b) = sum f a + sum (fun i => f (a + i)%nat) b.
Proof.
  induction b as [|b IH]; [rewrite Nat.add_0_r; simpl; ring|]. rewrite Nat.add_succ_r. simpl. rewrite IH. ring.
Qed.

Lemma sum_blocks (f : nat -> R) (l n : nat) : sum f (n * l) = sum (fun j => sum (fun i => f (j * l + i)%nat) l) n.
Proof.
  induction n as [|n IH]; [reflexivity|]. replace (S n * l)%nat with (n * l + l)%nat by lia.
  rewrite sum_append, IH. reflexivity.
Qed.

Lemma sum_swap (f : nat -> nat -> R) (m n : nat) : sum (fun i => sum (f i) n) m = sum (fun j => sum (fun i => f i j) m) n.
Proof.
  induction n as [|n IH]; simpl; [apply sum_zero|]. rewrite sum_plus, IH. reflexivity.
Qed.

Lemma div_block (l j i : nat) : (i < l)%nat -> ((j * l + i) / l = j)%nat.
Proof. intros H. rewrite Nat.div_add_l, Nat.div_small by lia. lia. Qed.

Lemma mod_block (l j i : nat) : (i < l)%nat -> ((j * l + i) mod l = i)%nat.
Proof. intros H. rewrite Nat.add_comm, Nat.mod_add, Nat.mod_small by lia. reflexivity. Qed.

(* Every remainder has equally many words in whole blocks. *)
Lemma words_in_blocks (yes : nat -> R) (no : R) (l : nat) : (0 < l)%nat ->
  sum (fun w => if whole_block w l then yes (w mod l)%nat else no) words =
  INR (words / l) * sum yes l + INR (words mod l) * no.
Proof.
  intros Hl. rewrite (Nat.div_mod words l) at 1 by lia. rewrite sum_append, Nat.mul_comm, sum_blocks.
  assert (Hr : (words mod l < l)%nat) by (apply Nat.mod_upper_bound; lia).
  assert (Hw : words = (words / l * l + words mod l)%nat) by (rewrite (Nat.div_mod words l) at 1 by lia; lia).
  f_equal.
  - rewrite <- sum_constant. apply sum_ext. intros j Hj. apply sum_ext. intros i Hi. unfold whole_block.
    rewrite div_block, mod_block by exact Hi.
    replace ((j + 1) * l <=? words)%nat with true; [reflexivity|]. symmetry. apply Nat.leb_le.
    assert (((j + 1) * l <= words / l * l)%nat) by (apply Nat.mul_le_mono_r; lia). lia.
  - rewrite <- sum_constant. apply sum_ext. intros i Hi. unfold whole_block. rewrite div_block by lia.
    replace ((words / l + 1) * l <=? words)%nat with false; [reflexivity|]. symmetry. apply Nat.leb_gt. lia.
Qed.

(* uniform_below ends with probability 1, and every number below the limit is equally probable. *)
Theorem uniform_law (limit : nat) : (0 < limit <= words)%nat -> weighted (uniform limit) (fun _ => 1) (fun u => u) limit.
Proof.
  intros [H0 H1]. assert (Hl : 0 < INR limit) by (apply (lt_INR 0); exact H0). unfold weighted.
  rewrite sum_constant, Rmult_1_r. split; [exact Hl|]. split; [intros; lra|]. intros f Hf.
  rewrite (sum_ext (fun i => 1 * f i) f) by (intros; ring). unfold uniform.
  destruct (Nat.eqb_spec limit 1) as [->|Hne].
  { simpl. replace ((0 + f 0%nat) / 1) with (f 0%nat) by field. apply expects_return. }
  assert (Hturn : forall F : option nat -> R, (forall o, 0 <= F o) ->
    expects (Then Word (fun w => Return (if whole_block w limit then Some (w mod limit)%nat else None))) F
      ((INR (words / limit) * sum (fun u => F (Some u)) limit + INR (words mod limit) * F None) / INR words)).
  { intros F HF. apply (expects_then _ _ _ (fun w => if whole_block w limit then F (Some (w mod limit)%nat) else F None));
      [exact HF| |].
    - intros w. destruct (whole_block w limit); apply expects_return.
    - rewrite <- (words_in_blocks (fun u => F (Some u)) (F None) limit H0). apply expects_word. }
  assert (Hw : INR words = INR (words / limit) * INR limit + INR (words mod limit)).
  { rewrite <- mult_INR, <- plus_INR. f_equal. rewrite (Nat.div_mod words limit) at 1 by lia. lia. }
  assert (Hq : 0 < INR (words / limit)) by (apply (lt_INR 0), Nat.div_str_pos; lia).
  assert (Hr := pos_INR (words mod limit)). assert (HW := INR_words).
  replace (sum f limit / INR limit) with
    ((INR (words / limit) * sum (fun u => f u) limit + INR (words mod limit) * 0) / INR words /
     (1 - (INR (words / limit) * sum (fun _ => 0) limit + INR (words mod limit) * 1) / INR words)).
  - apply expects_until; [exact Hf| | |].
    + apply (Hturn (fun o => match o with Some v => f v | None => 0 end)). intros [v|]; [apply Hf|lra].
    + apply (Hturn (fun o => match o with Some v => 0 | None => 1 end)). intros [v|]; lra.
    + rewrite sum_zero. apply Rmult_lt_reg_r with (INR words); [exact HW|].
      unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. nra.
  - rewrite sum_zero, !Rmult_0_r, Rplus_0_r, Rplus_0_l, Rmult_1_r.
    replace (1 - INR (words mod limit) / INR words) with (INR (words / limit) * INR limit / INR words) by (rewrite Hw at 1 2; field; nra).
    change (sum (fun u => f u) limit) with (sum f limit). field. repeat split; lra.
Qed.

Lemma tosses_ext (m : program bool) (c d : R) : c = d -> tosses m c -> tosses m d.
Proof. intros ->. auto. Qed.

Lemma tosses_return (b : bool) : tosses (Return b) (if b then 1 else 0).
Proof.
  split; [destruct b; lra|]. intros f _.
  replace (_ + _) with (f b) by (destruct b; ring). apply expects_return.
Qed.

Lemma tosses_then (m : program bool) (k : bool -> program bool) (c : R) (d : bool -> R) :
  tosses m c -> (forall b, tosses (k b) (d b)) -> tosses (Then m k) (c * d true + (1 - c) * d false).
Proof.
  intros [Hc Hm] Hk. split.
  { destruct (Hk true) as [H1 _], (Hk false) as [H2 _].
    split; [apply Rplus_le_le_0_compat; apply Rmult_le_pos; lra|].
    assert (c * d true <= c * 1) by (apply Rmult_le_compat_l; lra).
    assert ((1 - c) * d false <= (1 - c) * 1) by (apply Rmult_le_compat_l; lra). lra. }
  intros f Hf. set (g := fun b => d b * f true + (1 - d b) * f false).
  replace (_ + _) with (c * g true + (1 - c) * g false) by (unfold g; ring).
  apply (expects_then m k f g); [exact Hf|intros b; apply Hk, Hf|apply Hm].
  intros b. unfold g. destruct (Hk b) as [H _]. assert (H1 := Hf true). assert (H2 := Hf false).
  apply Rplus_le_le_0_compat; apply Rmult_le_pos; lra.
Qed.

(* p > q never happens, and would be the same as q. *)
Lemma bernoulli_any (p q : nat) : (0 < q <= words)%nat -> tosses (bernoulli p q) (INR (Nat.min p q) / INR q).
Proof.
  intros Hq. assert (H0 : 0 < INR q) by (apply (lt_INR 0); lia). unfold bernoulli.
  destruct (Nat.eqb_spec p 0) as [->|Hp0].
  { apply (tosses_ext _ 0); [rewrite Nat.min_l by lia; simpl; field; lra|apply (tosses_return false)]. }
  destruct (Nat.eqb_spec p q) as [->|Hpq].
  { apply (tosses_ext _ 1); [rewrite Nat.min_id; field; lra|apply (tosses_return true)]. }
  destruct (uniform_law q Hq) as [_ [_ Hu]]. destruct (Nat.le_gt_cases q p) as [Hover|Hunder].
  { apply (tosses_ext _ 1); [rewrite Nat.min_r by exact Hover; field; lra|]. split; [lra|]. intros f Hf.
    apply (expects_then _ _ f (fun u => f (q - p <=? u)%nat)); [exact Hf|intros u; apply expects_return|].
    replace (_ + _) with (sum (fun i => 1 * f (q - p <=? i)%nat) q / sum (fun _ => 1) q); [apply Hu; intros; apply Hf|].
    rewrite (sum_ext _ (fun _ => f true)), !sum_constant; [field; lra|].
    intros i _. replace (q - p)%nat with 0%nat by lia. simpl. ring. }
  assert (Hp : (p <= q)%nat) by lia. rewrite Nat.min_l by exact Hp.
  assert (Hle := le_INR p q Hp). assert (Hpos := pos_INR p). split.
  { split; [apply Rmult_le_pos; [exact Hpos|left; apply Rinv_0_lt_compat, H0]|].
    apply Rmult_le_reg_r with (INR q); [exact H0|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
  intros f Hf.
  apply (expects_then _ _ f (fun u => f (q - p <=? u)%nat)); [exact Hf|intros u; apply expects_return|].
  replace (_ + _) with (sum (fun i => 1 * f (q - p <=? i)%nat) q / sum (fun _ => 1) q); [apply Hu; intros; apply Hf|].
  rewrite sum_constant. rewrite (sum_ext _ (fun i => f (q - p <=? i)%nat)) by (intros; ring).
  replace (sum (fun i => f (q - p <=? i)%nat) q) with (sum (fun i => f (q - p <=? i)%nat) (q - p + p)) by (f_equal; lia).
  rewrite sum_append.
  rewrite (sum_ext _ (fun _ => f false)), (sum_ext (fun i => f (q - p <=? q - p + i)%nat) (fun _ => f true)).
  - rewrite !sum_constant, minus_INR by exact Hp. field. lra.
  - intros i _. f_equal. apply Nat.leb_le. lia.
  - intros i Hi. f_equal. apply Nat.leb_gt. exact Hi.
Qed.

(* bernoulli(p, q) ends with probability 1, and is true with probability p / q. *)
Theorem bernoulli_law (p q : nat) : (p <= q)%nat -> (0 < q <= words)%nat -> tosses (bernoulli p q) (INR p / INR q).
Proof. intros Hp Hq. assert (H := bernoulli_any p q Hq). rewrite Nat.min_l in H by exact Hp. exact H. Qed.

Lemma trial_any (p q k : nat) : (0 < q <= words)%nat -> (0 < k <= words)%nat ->
  tosses (trial p q k) (INR (Nat.min p q) / INR q / INR k).
Proof.
  intros Hq Hk. assert (0 < INR q) by (apply (lt_INR 0); lia). assert (0 < INR k) by (apply (lt_INR 0); lia).
  apply (tosses_ext _ (INR (Nat.min p q) / INR q * (INR 1 / INR k) + (1 - INR (Nat.min p q) / INR q) * 0)); [simpl INR; field; lra|].
  apply (tosses_then _ _ _ (fun b : bool => if b then INR 1 / INR k else 0)); [apply bernoulli_any; assumption|].
  intros [|]; [apply bernoulli_law; lia|apply (tosses_return false)].
Qed.

(* The k-th trial of Algorithm 1 holds with probability p / (q k). *)
Theorem trial_law (p q k : nat) : (p <= q)%nat -> (0 < q <= words)%nat -> (0 < k <= words)%nat ->
  tosses (trial p q k) (INR p / (INR q * INR k)).
Proof.
  intros Hp Hq Hk. assert (0 < INR q) by (apply (lt_INR 0); lia). assert (0 < INR k) by (apply (lt_INR 0); lia).
  assert (H1 := trial_any p q k Hq Hk). rewrite Nat.min_l in H1 by exact Hp. eapply tosses_ext; [|exact H1]. field. lra.
Qed.

Lemma taylor_range (more k : nat) (g : R) : (0 < k)%nat -> 0 <= g <= 1 -> 0 <= taylor more k g <= 1.
Proof.
  intros Hk Hg. revert k Hk. induction more as [|more IH]; intros k Hk; simpl; [lra|].
  specialize (IH (S k) (Nat.lt_0_succ k)). assert (H : 1 <= INR k) by (apply (le_INR 1); lia).
  assert (H1 : 0 <= g / INR k <= 1).
  { split; [apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra]|].
    apply Rmult_le_reg_r with (INR k); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
  nra.
Qed.

(* Algorithm 1 from the k-th trial on: true when the trial that fails is odd. *)
Lemma exp_from_law (p q : nat) : (0 < q <= words)%nat -> let g := INR (Nat.min p q) / INR q in
  forall more k, (0 < k)%nat -> (k + more = last)%nat ->
  tosses (exp_from more p q k) (if Nat.odd k then taylor more k g else 1 - taylor more k g).
Proof.
  intros Hq g. assert (H0 : 0 < INR q) by (apply (lt_INR 0); lia). induction more as [|more IH]; intros k Hk Hl.
  { simpl. replace k with last by lia. rewrite last_odd. apply (tosses_return true). }
  assert (Hk0 : 0 < INR k) by (apply (lt_INR 0); lia).
  assert (Hw : (k <= words)%nat) by (rewrite last_words in Hl; lia).
  specialize (IH (S k) (Nat.lt_0_succ k)). rewrite Nat.odd_succ, <- Nat.negb_odd in IH.
  eapply tosses_ext; [|apply (tosses_then _ _ (g / INR k) (fun b : bool => if b then if negb (Nat.odd k) then taylor more (S k) g else 1 - taylor more (S k) g
    else if Nat.odd k then 1 else 0)); [apply trial_any; lia|]].
  2: { intros [|]; [apply IH; lia|apply tosses_return]. }
  simpl taylor. fold g. destruct (Nat.odd k); simpl; field; lra.
Qed.

Lemma exp_fraction_any (p q : nat) : (0 < q <= words)%nat -> tosses (exp_fraction p q) (exp_below (INR (Nat.min p q) / INR q)).
Proof.
  intros Hq. assert (H := last_large). apply (exp_from_law p q Hq (last - 1) 1); lia.
Qed.

(* Algorithm 1 for p <= q: true with probability exp_below(p / q), which is exp(-p / q) but for 2^-3000 of it
   (exp_below_near). *)
Theorem exp_fraction_law (p q : nat) : (p <= q)%nat -> (0 < q <= words)%nat -> tosses (exp_fraction p q) (exp_below (INR p / INR q)).
Proof. intros Hp Hq. assert (H := exp_fraction_any p q Hq). rewrite Nat.min_l in H by exact Hp. exact H. Qed.

Lemma exp_below_range (g : R) : 0 <= g <= 1 -> 0 <= exp_below g <= 1.
Proof. apply taylor_range. lia. Qed.

Lemma one_law : tosses (exp_fraction 1 1) (exp_below 1).
Proof.
  assert (H := words_pos). apply (tosses_ext _ (exp_below (INR 1 / INR 1))); [f_equal; simpl; field|apply exp_fraction_law; lia].
Qed.

Lemma exp_units_law (units p q : nat) : (p <= q)%nat -> (0 < q <= words)%nat ->
  tosses (exp_units units p q) (exp_below 1 ^ units * exp_below (INR p / INR q)).
Proof.
  intros Hp Hq. induction units as [|units IH].
  { apply (tosses_ext _ (exp_below (INR p / INR q))); [simpl; ring|apply exp_fraction_law; assumption]. }
  eapply tosses_ext; [|apply (tosses_then _ _ (exp_below 1) (fun b : bool => if b then exp_below 1 ^ units * exp_below (INR p / INR q) else 0)); [apply one_law|]].
  2: { intros [|]; [exact IH|apply (tosses_return false)]. }
  simpl. ring.
Qed.

(* Algorithm 1 for every p: true with the probability `weight q p`, which stands for exp(-p / q) (weight_near). *)
Theorem bernoulli_exp_law (p q : nat) : (0 < q <= words)%nat -> tosses (bernoulli_exp p q) (weight q p).
Proof. intros Hq. apply exp_units_law; [|exact Hq]. assert (H := Nat.mod_upper_bound p q). lia. Qed.
