(* SPDX-License-Identifier: GPL-3.0-or-later *)
(* privsr, corrected: every item's sum of ratings, to which every rater adds a share of discrete Laplace noise as the code draws
   it, and the sums of two coordinates over their friends that users who collude are told, with shares of the friends. For every event of all
   that is seen. Neighbours: the value of one rating. Who rated what, which ratings are sensitive and who trusts whom is public. *)
From Coq Require Import Reals Lra Psatz Arith ZArith Lia List Bool.
From Coquelicot Require Import Coquelicot.
From Dpmf Require Import Sums Sensitivity Polya Words Samplers Discrete Named Privacy Shares Masses Hidden Colluding Seen ReleasedHdpmf.
Open Scope R_scope.

(* Those who add to one sum: how many, their shares, who is honest, and who stays: chosen by those who collude, in the light of
   what was seen before and of their own shares. *)
Record adding (seen_before shares : Type) := {
  number : nat;
  part : nat -> nat;
  whole : nat -> nat;
  honest : nat -> bool;
  stays : seen_before -> shares -> nat -> bool;
}.
Arguments number {_ _} _.
Arguments part {_ _} _ _.
Arguments whole {_ _} _ _.
Arguments honest {_ _} _ _.
Arguments stays {_ _} _ _ _ _.

(* Whoever stays, the honest shares in the sum make the whole law of the noise or more. *)
Definition enough {A B : Type} (w : adding A B) : Prop :=
  (Z.of_nat (number w) <= 2 ^ 32)%Z /\ (forall i, (0 < part w i <= whole w i)%nat /\ (whole w i <= words)%nat) /\
  forall before l, (0 < number w)%nat -> 1 <= sum (unknown (part w) (whole w) (honest w) (stays w before l)) (number w).

(* Two sums, of coordinates c 0 and c 1: the colluders' shares, and what stands in the sums beside these. *)
Definition two_sums (p q : nat) {A : Type} (w : adding A (list Z * list Z)) (before : A) (c : nat -> nat -> Z) : program (list Z * list Z * (Z * Z)) :=
  Then (told p q (part w) (whole w) (honest w) (number w)) (fun l => Then (told p q (part w) (whole w) (honest w) (number w)) (fun l' =>
    let rest := fun k => Then (hidden p q (part w) (whole w) (honest w) (stays w before (l, l')) (number w))
      (fun x => Return (contributed (stays w before (l, l')) (c k) (number w) + x)%Z) in
    Then (rest 0%nat) (fun x => Then (rest 1%nat) (fun y => Return (l, l', (x, y)))))).

Definition sums := list (list Z * Z).
Definition told_sums := list (list Z * list Z * (Z * Z)).

(* A run beside the ratings: the items' raters, with their ratings in steps, and the friends of every user who colludes. What friend
   a of user i contributes is made of the released sums and of the friend's own ratings. *)
Definition privsr (p q : nat) (rate_p rate_q : nat) (items : nat) (raters : nat -> adding sums (list Z)) (x : nat -> nat -> Z)
  (listeners : nat) (friends : nat -> adding (sums * told_sums) (list Z * list Z)) (friend : nat -> nat -> nat)
  (vector : sums -> nat -> nat -> Z) : program (sums * told_sums) :=
  Then (in_turn (fun j before => chosen p q (part (raters j)) (whole (raters j)) (honest (raters j)) (stays (raters j) before) (x j) (number (raters j))) items)
    (fun seen => Then (in_turn (fun i before => two_sums rate_p rate_q (friends i) (seen, before) (fun k a => vector seen (friend i a) k)) listeners)
      (fun heard => Return (seen, heard))).

(* What one user is told of its friends, in two coordinates of which each moves by at most d steps, as when one friend's vector
   changes: epsilon is that of both. *)
Theorem two_sums_private (p q : nat) {A : Type} (w : adding A (list Z * list Z)) (before : A) (c c' : nat -> nat -> Z) (d : nat) :
  (0 < p)%nat -> (0 < q)%nat -> (most * q <= words)%nat -> enough w -> (0 < number w)%nat ->
  (forall l k, Z.abs (contributed l (c k) (number w) - contributed l (c' k) (number w)) <= Z.of_nat d)%Z ->
  let eps := INR d * (INR p / INR q) in
  private (eps + eps) (2 * (exp eps * share_tiny (number w))) (two_sums p q w before c) (two_sums p q w before c').
Proof.
  intros Hp Hq Hmq [Hn [Hpart Hw]] H0 Hd eps. destruct (share_tiny_is (number w) Hn) as [Ht0 Ht]. assert (He := exp_pos eps).
  assert (Hdelta : exp eps * ((1 + cut) ^ (2 * number w) - 1) <= exp eps * share_tiny (number w)) by (apply Rmult_le_compat_l; lra).
  assert (Hd0 : 0 <= exp eps * ((1 + cut) ^ (2 * number w) - 1)) by (apply Rmult_le_pos; lra).
  set (t := exp eps * ((1 + cut) ^ (2 * number w) - 1)) in *.
  apply (weaker (0 + (0 + (eps + (eps + 0)))) _ (0 + (0 + (t + (t + 0))))); [lra|lra|].
  apply composition; [lra|apply private_same|]. intros l. apply composition; [lra|apply private_same|]. intros l'. cbv zeta.
  assert (P : forall k, private eps t
    (Then (hidden p q (part w) (whole w) (honest w) (stays w before (l, l')) (number w)) (fun x => Return (contributed (stays w before (l, l')) (c k) (number w) + x)%Z))
    (Then (hidden p q (part w) (whole w) (honest w) (stays w before (l, l')) (number w)) (fun x => Return (contributed (stays w before (l, l')) (c' k) (number w) + x)%Z))).
  { intros k. apply (hidden_private p q (part w) (whole w) (honest w) (stays w before (l, l')) Hp Hq Hmq Hpart); [apply Hw, H0|apply Hd]. }
  apply composition; [lra|apply P|]. intros x. apply composition; [lra|apply P|]. intros y. apply private_same.
Qed.

Lemma contributed_same (l : nat -> bool) (c c' : nat -> Z) (n : nat) : (forall i, (i < n)%nat -> c i = c' i) -> contributed l c n = contributed l c' n.
Proof. intros H. induction n as [|n IH]; [reflexivity|]. cbn [contributed]. rewrite IH, (H n) by (intros; try apply H; lia). reflexivity. Qed.

Lemma counted_some (f : nat -> bool) (n : nat) : (0 < counted f n)%nat -> exists i, (i < n)%nat /\ f i = true.
Proof.
  induction n as [|n IH]; cbn [counted]; [lia|]. destruct (f n) eqn:E; [intros _; exists n; split; [lia|exact E]|].
  intros H. destruct IH as [i [Hi Ei]]; [lia|]. exists i. split; [lia|exact Ei].
Qed.

Lemma counted_none (f : nat -> bool) (n i : nat) : counted f n = 0%nat -> (i < n)%nat -> f i = false.
Proof.
  induction n as [|n IH]; cbn [counted]; [lia|]. intros H Hi. destruct (f n) eqn:E; [lia|].
  destruct (Nat.eq_dec i n) as [->|Hne]; [exact E|]. apply IH; lia.
Qed.

Lemma share_tiny_le (k n : nat) : (k <= n)%nat -> 0 <= share_tiny k <= share_tiny n.
Proof.
  intros H. unfold share_tiny. assert (H1 := le_INR _ _ H). assert (H2 := pos_INR k). assert (He := exp_pos (- (1024))).
  split; [apply Rmult_le_pos; lra|apply Rmult_le_compat_r; lra].
Qed.

(* privsr corrected, at the rates that ref/mech/hdpmf/steps.c and ref/mech/privsr/corrected.c make: rating `rater` of item `item`
   changes within the range, of `span` steps, and with it the vector of its owner and nobody else's, each coordinate of `vector_most`
   steps in size at most. Raters and friends are n at most.
   Of those who trust the owner and collude there are m: epsilon is eps + m eps. *)
Theorem rating_and_vector_private (p unit span vector_most items listeners item rater owner m n : nat) (raters : nat -> adding sums (list Z))
  (x x' : nat -> nat -> Z) (low : Z) (friends : nat -> adding (sums * told_sums) (list Z * list Z)) (friend : nat -> nat -> nat)
  (vector vector' : sums -> nat -> nat -> Z) :
  let q := (span * unit)%nat in let friend_q := (4 * vector_most * unit)%nat in let eps := INR p / INR unit in
  (0 < p)%nat -> (0 < q)%nat -> (most * q <= words)%nat -> (0 < friend_q)%nat -> (most * friend_q <= words)%nat ->
  (forall j, enough (raters j) /\ (number (raters j) <= n)%nat) -> (forall i, enough (friends i) /\ (number (friends i) <= n)%nat) ->
  (forall j i, j <> item \/ i <> rater -> x j i = x' j i) ->
  (forall j i, low <= x j i <= low + Z.of_nat span)%Z -> (forall j i, low <= x' j i <= low + Z.of_nat span)%Z ->
  (forall seen u k, u <> owner -> vector seen u k = vector' seen u k) ->
  (forall seen u k, Z.abs (vector seen u k) <= Z.of_nat vector_most)%Z -> (forall seen u k, Z.abs (vector' seen u k) <= Z.of_nat vector_most)%Z ->
  (forall i a b, (a < number (friends i))%nat -> (b < number (friends i))%nat -> friend i a = friend i b -> a = b) ->
  (counted (fun i => (0 <? counted (fun a => friend i a =? owner)%nat (number (friends i)))%nat) listeners <= m)%nat ->
  private (eps + INR m * eps) ((1 + 2 * INR m) * (exp eps * share_tiny n))
    (privsr p q p friend_q items raters x listeners friends friend vector)
    (privsr p q p friend_q items raters x' listeners friends friend vector').
Proof.
  intros q friend_q eps Hp Hq Hmq Hfq Hmfq Hraters Hfriends Hx H H' Hv Hm1 Hm2 Hdistinct Hm.
  assert (Hpos : (0 < span)%nat /\ (0 < unit)%nat /\ (0 < vector_most)%nat) by (unfold q in Hq; unfold friend_q in Hfq; destruct span, unit, vector_most; simpl in Hq, Hfq; lia).
  assert (Hs : 0 < INR span) by (apply (lt_INR 0); lia). assert (Hu : 0 < INR unit) by (apply (lt_INR 0); lia).
  assert (Hvm : 0 < INR vector_most) by (apply (lt_INR 0); lia).
  assert (Heps : 0 <= eps) by (unfold eps; apply Rmult_le_pos; [apply pos_INR|left; apply Rinv_0_lt_compat; exact Hu]).
  assert (Hone : INR span * (INR p / INR q) = eps) by (unfold eps, q; rewrite mult_INR; field; lra).
  assert (Htwo : INR (2 * vector_most) * (INR p / INR friend_q) = eps / 2).
  { unfold eps, friend_q. rewrite !mult_INR. change (INR 2) with 2. replace (INR 4) with 4 by (simpl; ring). field. lra. }
  assert (He := exp_pos eps). assert (Hn0 := share_tiny_le 0 n ltac:(lia)).
  set (delta := exp eps * share_tiny n). assert (Hdelta : 0 <= delta) by (apply Rmult_le_pos; lra).
  assert (Hall : forall (f : nat -> bool) v k, 0 <= v -> sum (fun j => if f j then v else 0) k = INR (counted f k) * v).
  { intros f v k Hv0. induction k as [|k IH]; cbn [sum counted]; [simpl; ring|]. rewrite IH, plus_INR. destruct (f k); simpl INR; ring. }
  assert (Hjust : forall k, (counted (fun j => (j =? item)%nat) k <= 1)%nat).
  { intros k. assert (G : counted (fun j => (j =? item)%nat) k = if (item <? k)%nat then 1%nat else 0%nat).
    { induction k as [|k IH]; [reflexivity|]. cbn [counted]. rewrite IH. destruct (Nat.eqb_spec k item) as [->|Hne].
      - rewrite Nat.ltb_irrefl, (proj2 (Nat.ltb_lt item (S item))) by lia. reflexivity.
      - destruct (Nat.ltb_spec item k); destruct (Nat.ltb_spec item (S k)); try lia; reflexivity. }
    rewrite G. destruct (item <? k)%nat; lia. }
  apply (weaker (eps + (INR m * eps + 0)) _ (delta + (INR m * (2 * delta) + 0))); [lra|fold delta; lra|].
  apply composition.
  - apply Rplus_le_le_0_compat; [|lra]. apply Rmult_le_pos; [apply pos_INR|lra].
  - apply (weaker (sum (fun j => if (j =? item)%nat then eps else 0) items) _ (sum (fun j => if (j =? item)%nat then delta else 0) items)).
    { rewrite Hall by exact Heps. assert (Hj := le_INR _ _ (Hjust items)). simpl INR in Hj. rewrite <- (Rmult_1_l eps) at 2. apply Rmult_le_compat_r; assumption. }
    { rewrite Hall by exact Hdelta. assert (Hj := le_INR _ _ (Hjust items)). simpl INR in Hj. rewrite <- (Rmult_1_l delta) at 2. apply Rmult_le_compat_r; assumption. }
    apply (in_turn_private (fun j => if (j =? item)%nat then eps else 0) (fun j => if (j =? item)%nat then delta else 0)).
    + intros j. destruct (j =? item)%nat; lra.
    + intros j before _. destruct (Hraters j) as [[Hn [Hpart Hw]] Hnn]. destruct (Nat.eqb_spec j item) as [->|Hne].
      * destruct (Nat.eq_dec (number (raters item)) 0) as [E|E].
        { rewrite E. apply (weaker 0 _ 0); [exact Heps|exact Hdelta|apply private_same]. }
        assert (P := chosen_private p q (part (raters item)) (whole (raters item)) (honest (raters item)) (stays (raters item) before)
          (x item) (x' item) (number (raters item)) span Hp Hq Hmq Hpart Hn (fun l => Hw before l ltac:(lia))).
        cbv zeta in P. rewrite Hone in P.
        apply (weaker eps _ (exp eps * share_tiny (number (raters item)))); [lra| |apply P].
        -- apply Rmult_le_compat_l; [lra|]. apply share_tiny_le, Hnn.
        -- intros l. rewrite (contributed_apart _ _ _ _ rater) by (intros a Ha; apply Hx; right; exact Ha).
           specialize (H item rater). specialize (H' item rater). destruct ((rater <? number (raters item))%nat && stays (raters item) before l rater); lia.
      * apply (alike_private _ _ _ _
          (chosen p q (part (raters j)) (whole (raters j)) (honest (raters j)) (stays (raters j) before) (x j) (number (raters j)))
          (chosen p q (part (raters j)) (whole (raters j)) (honest (raters j)) (stays (raters j) before) (x j) (number (raters j))));
          [intros N f; reflexivity| |apply private_same].
        intros N f. unfold chosen. cbn [mean]. apply mean_ext. intros l.
        rewrite (contributed_same _ (x' j) (x j)) by (intros; symmetry; apply Hx; left; exact Hne). reflexivity.
  - intros seen. apply composition; [lra| |intros heard; apply private_same].
    set (trusts := fun i => (0 <? counted (fun a => friend i a =? owner)%nat (number (friends i)))%nat) in *.
    apply (weaker (sum (fun i => if trusts i then eps else 0) listeners) _ (sum (fun i => if trusts i then 2 * delta else 0) listeners)).
    { rewrite Hall by exact Heps. apply Rmult_le_compat_r; [exact Heps|apply le_INR, Hm]. }
    { rewrite Hall by lra. apply Rmult_le_compat_r; [lra|apply le_INR, Hm]. }
    apply (in_turn_private (fun i => if trusts i then eps else 0) (fun i => if trusts i then 2 * delta else 0)).
    + intros i. destruct (trusts i); lra.
    + intros i before _. destruct (Hfriends i) as [Hi Hnn]. destruct (trusts i) eqn:E.
      * unfold trusts in E. apply Nat.ltb_lt in E. destruct (counted_some _ _ E) as [a [Ha Ea]]. apply Nat.eqb_eq in Ea.
        assert (P := two_sums_private p friend_q (friends i) (seen, before) (fun k a => vector seen (friend i a) k) (fun k a => vector' seen (friend i a) k)
          (2 * vector_most) Hp Hfq Hmfq Hi ltac:(lia)). cbv zeta in P. rewrite Htwo in P.
        refine (weaker _ _ _ _ _ _ _ _ (P _)); [lra| |].
        -- assert (exp (eps / 2) <= exp eps) by (apply exp_le; lra). assert (H1 := share_tiny_le _ _ Hnn). assert (H2 := exp_pos (eps / 2)).
           apply Rmult_le_compat_l; [lra|]. unfold delta. apply Rmult_le_compat; lra.
        -- intros l k. assert (Hc : forall b, (b < number (friends i))%nat -> b <> a -> vector seen (friend i b) k = vector' seen (friend i b) k).
           { intros b Hb Hne. apply Hv. intros Eb. apply Hne, (Hdistinct i b a Hb Ha). rewrite Eb, Ea. reflexivity. }
           set (c' := fun b => if (b =? a)%nat then vector' seen (friend i b) k else vector seen (friend i b) k).
           rewrite (contributed_same l (fun b => vector' seen (friend i b) k) c').
           2: { intros b Hb. unfold c'. destruct (Nat.eqb_spec b a) as [->|Hne]; [reflexivity|]. symmetry. apply Hc; assumption. }
           rewrite (contributed_apart l _ c' _ a).
           2: { intros b Hne. unfold c'. rewrite (proj2 (Nat.eqb_neq b a) Hne). reflexivity. }
           assert (H1 := Hm1 seen (friend i a) k). assert (H2 := Hm2 seen (friend i a) k).
           assert (E3 : c' a = vector' seen (friend i a) k) by (unfold c'; rewrite Nat.eqb_refl; reflexivity).
           cbv beta. rewrite E3. destruct ((a <? number (friends i))%nat && l a); lia.
      * unfold trusts in E. apply Nat.ltb_ge in E.
        assert (Hsame : forall l k, contributed l (fun a => vector' seen (friend i a) k) (number (friends i)) = contributed l (fun a => vector seen (friend i a) k) (number (friends i))).
        { intros l k. apply contributed_same. intros b Hb. symmetry. apply Hv. intros Eb.
          assert (F := counted_none (fun a => (friend i a =? owner)%nat) (number (friends i)) b ltac:(lia) Hb). cbv beta in F. rewrite Eb, Nat.eqb_refl in F. discriminate. }
        apply (alike_private _ _ _ _ (two_sums p friend_q (friends i) (seen, before) (fun k a => vector seen (friend i a) k))
          (two_sums p friend_q (friends i) (seen, before) (fun k a => vector seen (friend i a) k))); [intros N f; reflexivity| |apply private_same].
        intros N f. unfold two_sums. cbn [mean]. apply mean_ext. intros l. apply mean_ext. intros l'. cbv zeta. cbn [mean]. rewrite !Hsame. reflexivity.
Qed.

(* How the raters of two groups, sensitive or not, divide the noise where any `least` of them must make the whole law
   (dpmf_privsr_parts_of): whoever stays, when `least` of the honest do. *)
Theorem groups_make_the_whole (one other sensitive others least n : nat) (group : nat -> bool) (honest stays : nat -> bool) :
  let whole := Z.to_nat (smallest_sum (Z.of_nat one) (Z.of_nat other) (Z.of_nat sensitive) (Z.of_nat others) (Z.of_nat least)) in
  (0 < one)%nat -> (0 < other)%nat -> (0 < least)%nat -> (0 < whole)%nat ->
  counted group n = sensitive -> counted (fun i => negb (group i)) n = others -> (least <= counted (fun i => honest i && stays i) n)%nat ->
  1 <= sum (unknown (fun i => if group i then Nat.min one whole else Nat.min other whole) (fun _ => whole) honest stays) n.
Proof.
  intros whole H1 H2 Hl Hw Hs Ho Hc.
  set (k := counted (fun i => honest i && stays i && group i) n). set (m := counted (fun i => honest i && stays i && negb (group i)) n).
  assert (Hkm : (counted (fun i => honest i && stays i) n = k + m)%nat).
  { unfold k, m. clear. induction n as [|n IH]; cbn [counted]; [reflexivity|]. rewrite IH. destruct (honest n && stays n), (group n); simpl; lia. }
  assert (Hle : forall f g j, (forall i, f i = true -> g i = true) -> (counted f j <= counted g j)%nat).
  { intros f g j Hfg. induction j as [|j IH]; cbn [counted]; [lia|]. specialize (Hfg j). destruct (f j); [rewrite Hfg by reflexivity; lia|destruct (g j); lia]. }
  assert (Hk : (k <= sensitive)%nat) by (rewrite <- Hs; apply Hle; intros i E; apply andb_prop in E; apply E).
  assert (Hm : (m <= others)%nat) by (rewrite <- Ho; apply Hle; intros i E; apply andb_prop in E; apply E).
  assert (C := cut_shares (Z.of_nat one) (Z.of_nat other) (Z.of_nat sensitive) (Z.of_nat others) (Z.of_nat least) (Z.of_nat k) (Z.of_nat m)
    ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lia)). cbv zeta in C.
  assert (Ew : Z.of_nat whole = smallest_sum (Z.of_nat one) (Z.of_nat other) (Z.of_nat sensitive) (Z.of_nat others) (Z.of_nat least)).
  { unfold whole in *. rewrite Z2Nat.id; [reflexivity|]. destruct (smallest_sum _ _ _ _ _); simpl in Hw; lia. }
  rewrite <- Ew in C. assert (HW : 0 < INR whole) by (apply (lt_INR 0); exact Hw).
  assert (E : sum (unknown (fun i => if group i then Nat.min one whole else Nat.min other whole) (fun _ => whole) honest stays) n =
    (INR k * INR (Nat.min one whole) + INR m * INR (Nat.min other whole)) / INR whole).
  { unfold k, m. clear - HW. induction n as [|n IH]; cbn [sum counted]; [simpl; field; lra|]. rewrite IH, !plus_INR. unfold unknown.
    destruct (honest n && stays n), (group n); simpl negb; simpl andb; cbv iota; simpl (INR 1); simpl (INR 0); field; lra. }
  rewrite E. apply Rmult_le_reg_r with (INR whole); [exact HW|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l, Rmult_1_l, Rmult_1_r by lra.
  rewrite <- !mult_INR, <- plus_INR. apply le_INR. lia.
Qed.

(* Where all raters must be honest and stay: the division of dpmf_privsr_parts, whose contract has these wholes. *)
Theorem all_groups_make_the_whole (one other sensitive others n : nat) (group honest stays : nat -> bool) :
  (0 < one)%nat -> (0 < other)%nat -> (0 < sensitive)%nat -> (0 < others)%nat ->
  counted group n = sensitive -> counted (fun i => negb (group i)) n = others -> (forall i, honest i = true /\ stays i = true) ->
  sum (unknown (fun i => if group i then one else other) (fun i => if group i then (one + other) * sensitive else (one + other) * others)%nat honest stays) n = 1.
Proof.
  intros H1 H2 H3 H4 Hs Ho Hall.
  assert (P1 : 0 < INR one) by (apply (lt_INR 0); exact H1). assert (P2 : 0 < INR other) by (apply (lt_INR 0); exact H2).
  assert (P3 : 0 < INR sensitive) by (apply (lt_INR 0); exact H3). assert (P4 : 0 < INR others) by (apply (lt_INR 0); exact H4).
  assert (E : forall m, sum (unknown (fun i => if group i then one else other) (fun i => if group i then (one + other) * sensitive else (one + other) * others)%nat honest stays) m =
    INR (counted group m) * (INR one / ((INR one + INR other) * INR sensitive)) + INR (counted (fun i => negb (group i)) m) * (INR other / ((INR one + INR other) * INR others))).
  { induction m as [|m IH]; cbn [sum counted]; [simpl; ring|]. rewrite IH, !plus_INR. unfold unknown. destruct (Hall m) as [-> ->].
    destruct (group m); simpl negb; simpl andb; cbv iota; rewrite mult_INR, plus_INR; simpl (INR 1); simpl (INR 0); ring. }
  rewrite E, Hs, Ho. field. lra.
Qed.

Definition two_raters {A B : Type} : adding A B := {|
  number := 2; part := fun _ => 1%nat; whole := fun _ => 1%nat; honest := fun i => (i =? 0)%nat; stays := fun _ _ _ => true;
|}.

(* The premises can hold: of two raters one colludes, and the share of the other is the whole law. *)
Theorem two_raters_are_enough (A B : Type) : enough (two_raters : adding A B).
Proof.
  split; [simpl; lia|]. split; [intros i; simpl; split; [lia|exact words_pos]|]. intros before l _. unfold unknown. simpl. lra.
Qed.
