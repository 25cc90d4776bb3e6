(* SPDX-License-Identifier: GPL-3.0-or-later *)
(* hdpmf, corrected: all that leaves the users' devices. For every item the sum of its raters' stretched ratings, to which every
   rater adds a share of discrete Laplace noise as the code draws it. What is seen: the sums, of those raters who stay, and
   the shares of those who collude. Neighbours: the value of one rating, or of all ratings of one user; who rated what, and
   with which weights, is public. *)
From Coq Require Import Reals Lra Psatz Arith ZArith Lia List Bool.
From Coquelicot Require Import Coquelicot.
From Dpmf Require Import Sums Sensitivity Polya Words Samplers Discrete Named Privacy Shares Masses Hidden Seen.
Open Scope R_scope.

(* What a run has beside the ratings. Who is left out of an item's sum may depend on all that was seen of the items before and
   on the shares of the item's raters who collude. *)
Record run := {
  items : nat;
  raters : nat -> nat;                              (* of an item *)
  weight : nat -> nat -> nat;                       (* of an item's rater, in steps *)
  honest : nat -> nat -> bool;                      (* of an item's raters *)
  stays : nat -> list (list Z * Z) -> list Z -> nat -> bool;  (* whose messages are in an item's sum *)
  lying : bool;                                     (* the server may leave raters out *)
  threshold : nat -> nat;                           (* so many of an item's raters must stay *)
  colluders : nat -> nat;                           (* no more of an item's raters collude *)
}.

(* What `dpmf guarantee` prints beside the neighbours: sums are revealed only through secure aggregation, with the shares of as
   many raters in them as must stay (all of them, when the server is curious), and no more of an item's raters pool what they
   know than was said. *)
Definition premise (w : run) : Prop :=
  forall j before shares,
    (counted (fun i => negb (honest w j i)) (raters w j) <= colluders w j)%nat /\
    ((if lying w then threshold w j else raters w j) <= counted (stays w j before shares) (raters w j))%nat.

(* How the code plans: fewer collude than must stay, and no more must stay than there are; users are numbered in 32 bits. *)
Definition planned (w : run) : Prop :=
  forall j, (0 < raters w j)%nat ->
    (colluders w j < threshold w j <= raters w j)%nat /\ (Z.of_nat (raters w j) <= 2 ^ 32)%Z.

(* One rater's contribution: dpmf_hdpmf_contribute, with the feature 1. *)
Definition stretched (weight : nat -> nat) (x : nat -> Z) (i : nat) : Z := contribution (fun _ => 0%Z) (Z.of_nat (weight i)) (x i) (fun _ => 1%Z) 0%nat.

Definition item (p q : nat) (w : run) (x : nat -> nat -> Z) (j : nat) (before : list (list Z * Z)) : program (list Z * Z) :=
  chosen p q (fun _ => 1%nat) (fun _ => certain (lying w) (threshold w j) (raters w j) (colluders w j)) (honest w j) (stays w j before)
    (stretched (weight w j) (x j)) (raters w j).

Definition hdpmf (p q : nat) (w : run) (x : nat -> nat -> Z) : program (list (list Z * Z)) := in_turn (item p q w x) (items w).

Lemma contributed_apart (stays : nat -> bool) (c c' : nat -> Z) (n j : nat) : (forall i, i <> j -> c i = c' i) ->
  (contributed stays c n - contributed stays c' n = if (j <? n)%nat && stays j then c j - c' j else 0)%Z.
Proof.
  intros H. induction n as [|n IH]; [reflexivity|]. cbn [contributed]. destruct (Nat.eq_dec n j) as [->|Hne].
  - rewrite Nat.ltb_irrefl in IH. simpl in IH. rewrite (proj2 (Nat.ltb_lt j (S j))) by lia. simpl andb. destruct (stays j); lia.
  - rewrite (H n Hne). replace (j <? S n)%nat with (j <? n)%nat; [destruct (stays n); lia|].
    destruct (Nat.ltb_spec j n); destruct (Nat.ltb_spec j (S n)); try reflexivity; lia.
Qed.

(* One item, of which one rater's value changes within the range. *)
Lemma item_private (p q span : nat) (w : run) (x x' : nat -> nat -> Z) (low : Z) (j i : nat) (before : list (list Z * Z)) :
  (0 < p)%nat -> (0 < q)%nat -> (most * q <= words)%nat -> premise w -> planned w ->
  (forall a, a <> i -> x j a = x' j a) -> (low <= x j i <= low + Z.of_nat span)%Z -> (low <= x' j i <= low + Z.of_nat span)%Z ->
  let eps := INR (weight w j i * span) * (INR p / INR q) in
  private eps (exp eps * share_tiny (raters w j)) (item p q w x j before) (item p q w x' j before).
Proof.
  intros Hp Hq Hmq Hw Hplan Hx H H' eps. unfold item.
  destruct (Nat.eq_dec (raters w j) 0) as [E|E].
  { rewrite E. assert (Heps : 0 <= eps).
    { unfold eps. apply Rmult_le_pos; [apply pos_INR|]. apply Rmult_le_pos; [apply pos_INR|]. left. apply Rinv_0_lt_compat, (lt_INR 0), Hq. }
    apply (weaker 0 _ 0); [exact Heps|unfold share_tiny; simpl; lra|apply private_same]. }
  destruct (Hplan j ltac:(lia)) as [Ht Hn].
  assert (Hof : (0 < certain (lying w) (threshold w j) (raters w j) (colluders w j))%nat) by (unfold certain; destruct (lying w); lia).
  assert (Hwords : (certain (lying w) (threshold w j) (raters w j) (colluders w j) <= words)%nat).
  { assert (HW := words_are). assert (certain (lying w) (threshold w j) (raters w j) (colluders w j) <= raters w j)%nat by (unfold certain; destruct (lying w); lia). lia. }
  apply (chosen_private p q _ _ (honest w j) (stays w j before) _ _ (raters w j) (weight w j i * span) Hp Hq Hmq); [lia|exact Hn| |].
  { intros l. destruct (Hw j before l) as [Hc Hs]. apply enough_stay; [exact Hof|apply certain_stay; assumption]. }
  intros l.
  rewrite (contributed_apart _ _ _ _ i) by (intros a Ha; unfold stretched, contribution; rewrite Hx by exact Ha; reflexivity).
  destruct ((i <? raters w j)%nat && stays w j before l i); [|lia]. unfold stretched, contribution.
  replace (0 + Z.of_nat (weight w j i) * x j i * 1 - (0 + Z.of_nat (weight w j i) * x' j i * 1))%Z with (Z.of_nat (weight w j i) * (x j i - x' j i))%Z by ring.
  rewrite Z.abs_mul, Nat2Z.inj_mul, Z.abs_eq by lia. apply Z.mul_le_mono_nonneg_l; lia.
Qed.

(* hdpmf corrected, at the rate p / q that ref/mech/hdpmf/steps.c makes (p = eps unit; q is the range of a rating, `span` steps,
   times the steps of weight 1, `one`, times unit). In every item the value of one rating may change, that of rater `own` of
   item j, where `touched`: of all that is seen, for every event, epsilon is the sum over these items of the rating's weight times eps.
   With one item touched it is the value of one rating; with those that a user rated, the user's whole row. *)
Theorem hdpmf_private (p unit one span : nat) (w : run) (x x' : nat -> nat -> Z) (low : Z) (own : nat -> nat) (touched : nat -> bool) :
  let q := (span * one * unit)%nat in let eps := INR p / INR unit in
  let cost := fun j => if touched j then INR (weight w j (own j)) / INR one * eps else 0 in
  (0 < p)%nat -> (0 < q)%nat -> (most * q <= words)%nat -> premise w -> planned w ->
  (forall j i, touched j = false \/ i <> own j -> x j i = x' j i) ->
  (forall j i, low <= x j i <= low + Z.of_nat span)%Z -> (forall j i, low <= x' j i <= low + Z.of_nat span)%Z ->
  private (sum cost (items w)) (sum (fun j => if touched j then exp (cost j) * share_tiny (raters w j) else 0) (items w))
    (hdpmf p q w x) (hdpmf p q w x').
Proof.
  intros q eps cost Hp Hq Hmq Hw Hplan Hx H H'.
  assert (Hpos : (0 < span)%nat /\ (0 < one)%nat /\ (0 < unit)%nat) by (unfold q in Hq; destruct span, one, unit; simpl in Hq; lia).
  assert (Hs : 0 < INR span) by (apply (lt_INR 0); lia). assert (Ho : 0 < INR one) by (apply (lt_INR 0); lia).
  assert (Hu : 0 < INR unit) by (apply (lt_INR 0); lia).
  assert (He : forall j, INR (weight w j (own j) * span) * (INR p / INR q) = INR (weight w j (own j)) / INR one * eps).
  { intros j. unfold eps, q. rewrite !mult_INR. field. lra. }
  apply (in_turn_private cost (fun j => if touched j then exp (cost j) * share_tiny (raters w j) else 0)).
  - intros j. destruct (touched j); [|lra]. apply Rmult_le_pos; [left; apply exp_pos|]. unfold share_tiny.
    apply Rmult_le_pos; [apply pos_INR|]. assert (He0 := exp_pos (- (1024))). lra.
  - intros j before Hj. unfold cost. destruct (touched j) eqn:E.
    + rewrite <- He. apply (item_private p q span w x x' low j (own j) before Hp Hq Hmq Hw Hplan).
      * intros a Ha. apply Hx. right. exact Ha.
      * apply H.
      * apply H'.
    + apply (alike_private _ _ _ _ (item p q w x j before) (item p q w x j before)); [intros N f; reflexivity| |apply private_same].
      assert (Hsame : forall l n, contributed l (stretched (weight w j) (x' j)) n = contributed l (stretched (weight w j) (x j)) n).
      { intros l n. induction n as [|n IH]; [reflexivity|]. cbn [contributed]. rewrite IH.
        replace (stretched (weight w j) (x' j) n) with (stretched (weight w j) (x j) n); [reflexivity|]. unfold stretched. rewrite (Hx j n (or_introl E)). reflexivity. }
      intros N f. unfold item, chosen. cbn [mean]. apply mean_ext. intros l. rewrite Hsame. reflexivity.
Qed.

(* The value of one rating, of weight `weight` of `one`: epsilon is its weight times eps. Of n raters of the item, delta is
   exp(epsilon) 9/4 n exp(-1024). *)
Theorem rating_private (p unit one span : nat) (w : run) (x x' : nat -> nat -> Z) (low : Z) (item rater : nat) :
  let q := (span * one * unit)%nat in let eps := INR (weight w item rater) / INR one * (INR p / INR unit) in
  (0 < p)%nat -> (0 < q)%nat -> (most * q <= words)%nat -> premise w -> planned w ->
  (forall j i, j <> item \/ i <> rater -> x j i = x' j i) ->
  (forall j i, low <= x j i <= low + Z.of_nat span)%Z -> (forall j i, low <= x' j i <= low + Z.of_nat span)%Z ->
  private eps (exp eps * share_tiny (raters w item)) (hdpmf p q w x) (hdpmf p q w x').
Proof.
  intros q eps Hp Hq Hmq Hw Hplan Hx H H'.
  assert (Hpos : (0 < one)%nat /\ (0 < unit)%nat) by (unfold q in Hq; destruct span, one, unit; simpl in Hq; lia).
  assert (Heps : 0 <= eps).
  { unfold eps. repeat apply Rmult_le_pos; try apply pos_INR; left; apply Rinv_0_lt_compat, (lt_INR 0); lia. }
  assert (Hd : 0 <= exp eps * share_tiny (raters w item)).
  { apply Rmult_le_pos; [left; apply exp_pos|]. unfold share_tiny. apply Rmult_le_pos; [apply pos_INR|]. assert (He := exp_pos (- (1024))). lra. }
  assert (P := hdpmf_private p unit one span w x x' low (fun _ => rater) (fun j => (j =? item)%nat) Hp Hq Hmq Hw Hplan).
  cbv zeta in P. assert (Hone : forall v k, 0 <= v -> sum (fun j => if (j =? item)%nat then v else 0) k <= v).
  { intros v k Hv. assert (G : sum (fun j => if (j =? item)%nat then v else 0) k = if (item <? k)%nat then v else 0).
    { induction k as [|k IH]; [reflexivity|]. cbn [sum]. rewrite IH. destruct (Nat.eqb_spec k item) as [->|Hne].
      - rewrite Nat.ltb_irrefl, (proj2 (Nat.ltb_lt item (S item))) by lia. ring.
      - destruct (Nat.ltb_spec item k); destruct (Nat.ltb_spec item (S k)); try lia; ring. }
    rewrite G. destruct (item <? k)%nat; lra. }
  refine (weaker _ _ _ _ _ _ _ _ (P _ H H')).
  - rewrite (sum_ext _ (fun j => if (j =? item)%nat then eps else 0)); [apply Hone, Heps|].
    intros j _. destruct (Nat.eqb_spec j item) as [->|]; reflexivity.
  - rewrite (sum_ext _ (fun j => if (j =? item)%nat then exp eps * share_tiny (raters w item) else 0)); [apply Hone, Hd|].
    intros j _. destruct (Nat.eqb_spec j item) as [->|]; reflexivity.
  - intros j i [Hj|Hi]; apply Hx; [left|right; exact Hi]. apply Nat.eqb_neq, Hj.
Qed.

(* All ratings of a user, k of them, in items with at most n raters: epsilon is at most k times eps. *)
Theorem row_private (p unit one span k n : nat) (w : run) (x x' : nat -> nat -> Z) (low : Z) (own : nat -> nat) (rated : nat -> bool) :
  let q := (span * one * unit)%nat in let eps := INR p / INR unit in
  (0 < p)%nat -> (0 < q)%nat -> (most * q <= words)%nat -> premise w -> planned w ->
  (forall j, weight w j (own j) <= one)%nat -> (counted rated (items w) <= k)%nat -> (forall j, raters w j <= n)%nat ->
  (forall j i, rated j = false \/ i <> own j -> x j i = x' j i) ->
  (forall j i, low <= x j i <= low + Z.of_nat span)%Z -> (forall j i, low <= x' j i <= low + Z.of_nat span)%Z ->
  private (INR k * eps) (INR k * (exp eps * share_tiny n)) (hdpmf p q w x) (hdpmf p q w x').
Proof.
  intros q eps Hp Hq Hmq Hw Hplan Hweight Hk Hn Hx H H'.
  assert (Hpos : (0 < one)%nat /\ (0 < unit)%nat) by (unfold q in Hq; destruct span, one, unit; simpl in Hq; lia).
  assert (Ho : 0 < INR one) by (apply (lt_INR 0); lia).
  assert (Heps : 0 <= eps) by (unfold eps; apply Rmult_le_pos; [apply pos_INR|left; apply Rinv_0_lt_compat, (lt_INR 0); lia]).
  assert (Hcost : forall j, INR (weight w j (own j)) / INR one * eps <= eps).
  { intros j. rewrite <- (Rmult_1_l eps) at 2. apply Rmult_le_compat_r; [exact Heps|]. assert (H1 := le_INR _ _ (Hweight j)).
    apply Rmult_le_reg_r with (INR one); [exact Ho|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
  assert (He0 := exp_pos (- (1024))). assert (Hee := exp_pos eps).
  assert (Hshare : forall j, 0 <= share_tiny (raters w j) <= share_tiny n).
  { intros j. unfold share_tiny. assert (H1 := le_INR _ _ (Hn j)). assert (H2 := pos_INR (raters w j)).
    split; [apply Rmult_le_pos; lra|apply Rmult_le_compat_r; lra]. }
  assert (Hall : forall (f : nat -> R) v m, 0 <= v -> (forall j, f j <= v) -> (counted rated m <= k)%nat -> sum (fun j => if rated j then f j else 0) m <= INR k * v).
  { intros f v m Hv Hf Hm. apply Rle_trans with (INR (counted rated m) * v); [|apply Rmult_le_compat_r; [exact Hv|apply le_INR, Hm]].
    clear Hm. induction m as [|m IH]; cbn [sum counted]; [simpl; lra|]. rewrite plus_INR. specialize (Hf m). destruct (rated m); simpl INR; lra. }
  refine (weaker _ _ _ _ _ _ _ _ (hdpmf_private p unit one span w x x' low own rated Hp Hq Hmq Hw Hplan Hx H H')).
  - apply (Hall (fun j => INR (weight w j (own j)) / INR one * eps)); assumption.
  - rewrite (sum_ext _ (fun j => if rated j then exp (INR (weight w j (own j)) / INR one * eps) * share_tiny (raters w j) else 0)).
    + apply Hall; [apply Rmult_le_pos; [lra|apply Rle_trans with (share_tiny (raters w 0)); apply Hshare]| |exact Hk].
      intros j. apply Rmult_le_compat; [left; apply exp_pos|apply Hshare|apply exp_le, Hcost|apply Hshare].
    + intros j _. destruct (rated j); reflexivity.
Qed.

Definition some_run : run := {|
  items := 2; raters := fun _ => 5%nat; weight := fun _ _ => 1%nat; honest := fun _ i => negb (i =? 0)%nat;
  stays := fun _ before shares i => match before with nil => true | _ => if (0 <? hd 0 shares)%Z then negb (i =? 4)%nat else true end;
  lying := true; threshold := fun _ => 4%nat; colluders := fun _ => 1%nat;
|}.

(* The premises can hold: of five raters, one colludes, the server lies, and leaves one out of the second sum when the colluder's
   share is positive. *)
Theorem premises_hold : premise some_run /\ planned some_run.
Proof.
  split.
  - intros j before shares. split; [simpl; lia|]. destruct before; simpl; [lia|]. destruct (0 <? hd 0 shares)%Z; simpl; lia.
  - intros j _. split; [simpl; lia|]. simpl. lia.
Qed.
