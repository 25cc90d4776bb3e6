(* SPDX-License-Identifier: GPL-3.0-or-later *)
(* All that is seen of a sum of whole numbers to which each participant adds a share of the noise: the sum, and the shares of
   those who collude. *)
From Coq Require Import Reals Lra Psatz Arith ZArith Lia List Bool.
From Coquelicot Require Import Coquelicot.
From Dpmf Require Import Sums Polya Words Samplers Discrete Named Privacy Shares Masses Hidden.
Open Scope R_scope.

(* The shares of those who collude, and their sum in the sum. *)
Fixpoint known (p q : nat) (part whole : nat -> nat) (honest stays : nat -> bool) (n : nat) : program (list Z * Z) :=
  match n with
  | O => Return (nil, 0%Z)
  | S i =>
      if honest i then known p q part whole honest stays i
      else Then (known p q part whole honest stays i) (fun seen =>
        Then (laplace_share p q (part i) (whole i)) (fun y => Return (y :: fst seen, if stays i then snd seen + y else snd seen)%Z))
  end.

(* All that is seen of one sum: each participant in turn draws its share and adds it to what it contributes, c i; those
   who collude tell their shares. *)
Fixpoint seen (p q : nat) (part whole : nat -> nat) (honest stays : nat -> bool) (c : nat -> Z) (n : nat) : program (list Z * Z) :=
  match n with
  | O => Return (nil, 0%Z)
  | S i =>
      Then (seen p q part whole honest stays c i) (fun before =>
        Then (laplace_share p q (part i) (whole i)) (fun y =>
          Return (if honest i then fst before else y :: fst before, if stays i then snd before + (c i + y) else snd before)%Z))
  end.

(* The contributions of those who stay. *)
Fixpoint contributed (stays : nat -> bool) (c : nat -> Z) (n : nat) : Z :=
  match n with O => 0%Z | S i => (contributed stays c i + if stays i then c i else 0)%Z end.

Lemma mean_sum (n : nat) {A : Type} (m : program A) (f : nat -> A -> R) (k : nat) :
  mean n m (fun x => sum (fun i => f i x) k) = sum (fun i => mean n m (f i)) k.
Proof.
  induction k as [|k IH]; simpl; [apply mean_zero|]. rewrite <- IH.
  rewrite (mean_ext n m _ (fun v => 1 * sum (fun i => f i v) k + f k v)) by (intros; ring). rewrite mean_linear. ring.
Qed.

(* Independent draws: it does not matter which is made first. *)
Theorem either_first (n : nat) [A B : Type] (m : program A) (m' : program B) (f : A -> B -> R) :
  mean n m (fun x => mean n m' (fun y => f x y)) = mean n m' (fun y => mean n m (fun x => f x y)).
Proof.
  revert B m' f. induction m as [A v| |A C m IHm k IHk|A m IH]; intros B m' f; simpl.
  - reflexivity.
  - unfold average. unfold Rdiv. rewrite <- (mean_sum n m' (fun w y => f w y)), Rmult_comm, <- mean_scale.
    apply mean_ext. intros y. apply Rmult_comm.
  - rewrite <- IHm. apply mean_ext. intros v. apply IHk.
  - assert (H : forall i, Nat.iter i (fun again => mean n m (fun o => match o with Some v => mean n m' (fun y => f v y) | None => again end)) 0 =
      mean n m' (fun y => Nat.iter i (fun again => mean n m (fun o => match o with Some v => f v y | None => again end)) 0)); [|apply H].
    induction i as [|i IHi]; simpl; [symmetry; apply mean_zero|]. rewrite <- IH. apply mean_ext. intros [v|]; [reflexivity|exact IHi].
Qed.

(* Two programs with the same law. *)
Definition alike {A : Type} (m m' : program A) : Prop := forall n f, mean n m f = mean n m' f.

Lemma alike_private {A : Type} (eps delta : R) (l l' m m' : program A) : alike l m -> alike l' m' -> private eps delta m m' -> private eps delta l l'.
Proof.
  intros H H' P f r r' Hf Hr Hr'. apply (P f r r' Hf).
  - apply (is_lim_seq_ext _ _ _ (fun n => H n f) Hr).
  - apply (is_lim_seq_ext _ _ _ (fun n => H' n f) Hr').
Qed.

(* What is seen is what is known, and the rest with the contributions on top. *)
Theorem seen_apart (p q : nat) (part whole : nat -> nat) (honest stays : nat -> bool) (c : nat -> Z) (n : nat) :
  alike (seen p q part whole honest stays c n)
    (Then (known p q part whole honest stays n) (fun k =>
      Then (Then (hidden p q part whole honest stays n) (fun x => Return (contributed stays c n + x)%Z)) (fun x => Return (fst k, snd k + x)%Z))).
Proof.
  unfold alike. induction n as [|n IH]; intros N f; [simpl; f_equal|].
  cbn [seen mean]. rewrite IH. cbn [mean]. cbn [known hidden contributed].
  destruct (honest n) eqn:E; cbn [mean].
  - apply mean_ext. intros [l x0]. apply mean_ext. intros x. apply mean_ext. intros y. cbn [fst snd]. f_equal. f_equal.
    destruct (stays n); lia.
  - apply mean_ext. intros [l x0]. rewrite either_first. apply mean_ext. intros y. apply mean_ext. intros x. cbn [fst snd]. f_equal. f_equal.
    destruct (stays n); lia.
Qed.

(* The shares of those who collude, alone, and what those of them who stay add. *)
Fixpoint told (p q : nat) (part whole : nat -> nat) (honest : nat -> bool) (n : nat) : program (list Z) :=
  match n with
  | O => Return nil
  | S i =>
      if honest i then told p q part whole honest i
      else Then (told p q part whole honest i) (fun l => Then (laplace_share p q (part i) (whole i)) (fun y => Return (y :: l)))
  end.

Fixpoint among (honest stays : nat -> bool) (l : list Z) (n : nat) : Z :=
  match n with
  | O => 0%Z
  | S i => if honest i then among honest stays l i
           else match l with nil => 0%Z | y :: l => (among honest stays l i + if stays i then y else 0)%Z end
  end.

(* The same with a server that lies: who stays is chosen by those who know the colluders' shares. *)
Definition chosen (p q : nat) (part whole : nat -> nat) (honest : nat -> bool) (stays : list Z -> nat -> bool) (c : nat -> Z) (n : nat) : program (list Z * Z) :=
  Then (told p q part whole honest n) (fun l =>
    Then (Then (hidden p q part whole honest (stays l) n) (fun x => Return (contributed (stays l) c n + x)%Z))
      (fun x => Return (l, among honest (stays l) l n + x)%Z)).

(* Where nobody chooses, that has the law of what each participant in turn sends: the sum, and the colluders' shares. *)
Theorem chosen_is_seen (p q : nat) (part whole : nat -> nat) (honest stays : nat -> bool) (c : nat -> Z) (n : nat) :
  alike (chosen p q part whole honest (fun _ => stays) c n) (seen p q part whole honest stays c n).
Proof.
  assert (H : forall m, alike (known p q part whole honest stays m)
    (Then (told p q part whole honest m) (fun l => Return (l, among honest stays l m)))).
  { unfold alike. induction m as [|m IH]; intros N f; [reflexivity|]. cbn [known told among]. destruct (honest m) eqn:E; [apply IH|].
    cbn [mean]. rewrite IH. cbn [mean fst snd]. apply mean_ext. intros l. apply mean_ext. intros y. f_equal. f_equal. destruct (stays m); lia. }
  intros N f. rewrite seen_apart. unfold chosen. cbn [mean]. rewrite H. reflexivity.
Qed.

(* All that is seen of a sum, by whoever hears the sum, the shares of those who collude and their contributions: when the
   honest shares in the sum make the whole law of the noise or more, whoever is left out, and the contributions of those who stay
   move by at most d steps, every event keeps epsilon = d p / q, with delta = exp(epsilon) 9/4 n exp(-1024) of n participants. *)
Theorem chosen_private (p q : nat) (part whole : nat -> nat) (honest : nat -> bool) (stays : list Z -> nat -> bool) (c c' : nat -> Z) (n d : nat) :
  (0 < p)%nat -> (0 < q)%nat -> (most * q <= words)%nat -> (forall i, (0 < part i <= whole i)%nat /\ (whole i <= words)%nat) ->
  (Z.of_nat n <= 2 ^ 32)%Z -> (forall l, 1 <= sum (unknown part whole honest (stays l)) n) ->
  (forall l, Z.abs (contributed (stays l) c n - contributed (stays l) c' n) <= Z.of_nat d)%Z ->
  let eps := INR d * (INR p / INR q) in
  private eps (exp eps * share_tiny n) (chosen p q part whole honest stays c n) (chosen p q part whole honest stays c' n).
Proof.
  intros Hp Hq Hmq Hpart Hn Hr Hd eps. destruct (share_tiny_is n Hn) as [Ht0 Ht]. assert (He := exp_pos eps).
  apply (weaker (0 + eps) _ (0 + exp eps * ((1 + cut) ^ (2 * n) - 1))); [lra|nra|].
  apply composition; [apply Rmult_le_pos; lra|apply private_same|]. intros l.
  apply post_processing, (hidden_private p q part whole honest (stays l) Hp Hq Hmq Hpart n); [apply Hr|apply Hd].
Qed.

(* How many of n participants are honest and stay, stay, or collude. *)
Fixpoint counted (who : nat -> bool) (n : nat) : nat :=
  match n with O => 0%nat | S i => (counted who i + if who i then 1 else 0)%nat end.

(* Equal shares 1 / of: when `of` honest participants or more stay, they make the whole law or more. *)
Theorem enough_stay (of : nat) (honest stays : nat -> bool) (n : nat) : (0 < of)%nat -> (of <= counted (fun i => honest i && stays i) n)%nat ->
  1 <= sum (unknown (fun _ => 1%nat) (fun _ => of) honest stays) n.
Proof.
  intros H0 H. assert (Ho : 0 < INR of) by (apply (lt_INR 0); exact H0).
  assert (E : forall m, sum (unknown (fun _ => 1%nat) (fun _ => of) honest stays) m = INR (counted (fun i => honest i && stays i) m) / INR of).
  { induction m as [|m IH]; cbn [sum counted]; [simpl; field; lra|]. rewrite IH, plus_INR. unfold unknown.
    destruct (honest m && stays m); simpl INR; field; lra. }
  rewrite E. apply le_INR in H. apply Rmult_le_reg_r with (INR of); [exact Ho|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra.
Qed.

(* How many honest shares are certain to be in a sum (dpmf_honest): of all participants when the server does what the
   protocol says, of the threshold when it may leave others out. *)
Definition certain (lying : bool) (threshold participants colluders : nat) : nat :=
  ((if lying then threshold else participants) - colluders)%nat.

(* Whoever has left, and whoever colludes: of the honest no fewer stay than are certain. *)
Theorem certain_stay (lying : bool) (threshold colluders n : nat) (honest stays : nat -> bool) :
  (counted (fun i => negb (honest i)) n <= colluders)%nat -> ((if lying then threshold else n) <= counted stays n)%nat ->
  (certain lying threshold n colluders <= counted (fun i => honest i && stays i) n)%nat.
Proof.
  intros Hc Hs. assert (H : forall m, (counted stays m <= counted (fun i => honest i && stays i) m + counted (fun i => negb (honest i)) m)%nat).
  { induction m as [|m IH]; cbn [counted]; [lia|]. destruct (honest m), (stays m); simpl; lia. }
  specialize (H n). unfold certain. lia.
Qed.

Fixpoint in_turn {A : Type} (m : nat -> list A -> program A) (k : nat) : program (list A) :=
  match k with O => Return nil | S k => Then (in_turn m k) (fun before => Then (m k before) (fun v => Return (v :: before))) end.

(* k releases one after the other, each chosen in the light of those before: their epsilons and deltas add up. *)
Theorem in_turn_private [A : Type] (eps delta : nat -> R) (m m' : nat -> list A -> program A) (k : nat) :
  (forall i, 0 <= delta i) -> (forall i before, (i < k)%nat -> private (eps i) (delta i) (m i before) (m' i before)) ->
  private (sum eps k) (sum delta k) (in_turn m k) (in_turn m' k).
Proof.
  intros Hd. induction k as [|k IH]; intros H; simpl; [apply private_same|].
  apply composition; [apply Hd|apply IH; intros i before Hi; apply H; lia|]. intros before. apply post_processing, H. lia.
Qed.

Lemma alike_bounded {A : Type} (curve : R -> R) (l l' m m' : program A) : alike l m -> alike l' m' -> bounded curve m m' -> bounded curve l l'.
Proof.
  intros H H' P t f r r' Ht Hf Hr Hr'. apply (P t f r r' Ht Hf).
  - apply (is_lim_seq_ext _ _ _ (fun n => H n f) Hr).
  - apply (is_lim_seq_ext _ _ _ (fun n => H' n f) Hr').
Qed.

(* n releases after one that has a curve, each with the curve of a loss distribution. *)
Theorem releases_compose [A B : Type] (curve : R -> R) (l : list (R * R)) (infinite : R) (m m' : program A) (k k' : A -> nat -> program B) (n : nat) :
  ends m -> (forall v i, ends (k v i)) -> largest_first l -> bounded curve m m' -> (forall v i, bounded (loss_curve l infinite) (k v i) (k' v i)) ->
  bounded (after_times l infinite n curve) (Then m (fun v => Then (release (k v) n) (fun vs => Return (v, vs))))
    (Then m' (fun v => Then (release (k' v) n) (fun vs => Return (v, vs)))).
Proof.
  intros He Hk Hl Hm H. assert (Ret : forall (C : Type) (v : C), ends (Return v)) by (intros C v; apply (expects_return v (fun _ => 1))).
  assert (Seq : forall (C D : Type) (a : program C) (b : C -> program D), ends a -> (forall v, ends (b v)) -> ends (Then a b)).
  { intros C D a b Ha Hb. apply (expects_then a b (fun _ => 1) (fun _ => 1)); [intros; lra|exact Hb|exact Ha]. }
  induction n as [|n IH]; [apply (bounded_after curve m m' (fun v => Then (Return nil) (fun vs => Return (v, vs))) Hm)|].
  apply (alike_bounded _ _ _
    (Then (Then m (fun v => Then (release (k v) n) (fun vs => Return (v, vs)))) (fun p => Then (k (fst p) n) (fun x => Return (fst p, x :: snd p))))
    (Then (Then m' (fun v => Then (release (k' v) n) (fun vs => Return (v, vs)))) (fun p => Then (k' (fst p) n) (fun x => Return (fst p, x :: snd p)))));
    [intros j f; reflexivity|intros j f; reflexivity|].
  cbn [after_times]. apply loss_composes; [|exact Hl|exact IH|intros p; apply bounded_after, H].
  apply Seq; [exact He|]. intros v. apply Seq; [|intros vs; apply Ret]. clear IH. induction n as [|n IH]; [apply Ret|]. cbn [release].
  apply Seq; [exact IH|]. intros vs. apply Seq; [apply Hk|]. intros x. apply Ret.
Qed.
