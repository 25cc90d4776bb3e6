(* SPDX-License-Identifier: GPL-3.0-or-later *)
(* The exact curve of one whole number with discrete Gaussian noise, of the law as it is named: what
   ref/account/discrete_gaussian.c computes. With m the greatest whole number below k / 2 - epsilon sigma^2 / k, delta(epsilon) is
   (S(-m) - exp(epsilon) S(k - m)) / S(-infinity), where S(n) is the sum of the masses from n on; no smaller delta will do, and it
   covers what moves by fewer than k steps, too. How far the draw is from this law: NamedGauss.v. *)
From Coq Require Import Reals Lra Psatz Arith ZArith Lia.
From Coquelicot Require Import Coquelicot.
From Dpmf Require Import Sums Words Named Privacy GaussCurve NamedGauss.
Open Scope R_scope.

(* From n on. *)
Definition from (n x : Z) : R := if (n <=? x)%Z then 1 else 0.
(* S(n) of ref/account/discrete_sum.h. *)
Definition tail (s : R) (n : Z) : R := real (Lim_seq (window (fun x => bell s x * from n x))).

Lemma from_event (n : Z) : event (from n).
Proof. intros x. unfold from. destruct (n <=? x)%Z; lra. Qed.

(* Sums of masses have limits, and moving the grid leaves them. *)
Lemma window_limit (s : R) (f : Z -> R) : 0 < s -> event f -> exists t : R, is_lim_seq (window (fun x => bell s x * f x)) t.
Proof.
  intros Hs Hf. destruct (bell_finite s Hs) as [W [HW HW0]].
  assert (Hpos : forall x, 0 <= bell s x * f x) by (intros x; apply Rmult_le_pos; [left; apply bell_pos|apply Hf]).
  destruct (ex_finite_lim_seq_incr (window (fun x => bell s x * f x)) W) as [t Ht].
  - intros n. cbn [window]. assert (H1 := Hpos (Z.of_nat (S n))). assert (H2 := Hpos (- Z.of_nat (S n))%Z). lra.
  - intros n. apply Rle_trans with (window (bell s) n).
    + apply window_le. intros x. assert (H1 := bell_pos s x). specialize (Hf x). nra.
    + apply (is_lim_seq_incr_compare (window (bell s)) W HW). intros i. apply window_bell_more.
  - exists t. exact Ht.
Qed.

Lemma tail_limit (s : R) (n : Z) : 0 < s -> is_lim_seq (window (fun x => bell s x * from n x)) (tail s n).
Proof. intros Hs. destruct (window_limit s (from n) Hs (from_event n)) as [t Ht]. unfold tail. rewrite (is_lim_seq_unique _ _ Ht). exact Ht. Qed.

Lemma shifted_limit (g : Z -> R) (d : nat) (t : R) : (forall x, 0 <= g x) -> is_lim_seq (window g) t -> is_lim_seq (window (fun x => g (x - Z.of_nat d)%Z)) t.
Proof.
  intros Hg Ht. apply (is_lim_seq_incr_n _ d). apply (is_lim_seq_le_le (window g) _ (fun n => window g (n + d + d)%nat) t).
  - intros n. split; [|apply window_moved, Hg].
    rewrite <- (window_mirror g n), <- (window_mirror (fun x => g (x - Z.of_nat d)%Z)).
    rewrite (window_ext (fun x => g (- x)%Z) (fun x => (fun y => g (- y - Z.of_nat d)%Z) (x - Z.of_nat d)%Z)) by (intros x; f_equal; lia).
    apply (window_moved (fun y => g (- y - Z.of_nat d)%Z)). intros x. apply Hg.
  - exact Ht.
  - apply (is_lim_seq_ext (fun n => window g (n + (d + d))%nat)); [intros n; f_equal; lia|]. apply (is_lim_seq_incr_n (window g)), Ht.
Qed.

Lemma tail_falls (s : R) (n n' : Z) : 0 < s -> (n <= n')%Z -> tail s n' <= tail s n.
Proof.
  intros Hs Hn. apply (is_lim_seq_le _ _ (tail s n') (tail s n)) with (2 := tail_limit s n' Hs) (3 := tail_limit s n Hs).
  intros i. apply window_le. intros x. assert (H := bell_pos s x). unfold from. destruct (Z.leb_spec n' x), (Z.leb_spec n x); try lra; lia.
Qed.

Lemma shifted_tail (s : R) (d : nat) (n : Z) : 0 < s ->
  is_lim_seq (window (fun x => bell s (x - Z.of_nat d) * from n x)) (tail s (n - Z.of_nat d)).
Proof.
  intros Hs. apply (is_lim_seq_ext (window (fun x => (fun y => bell s y * from (n - Z.of_nat d) y) (x - Z.of_nat d)%Z))).
  - intros i. apply window_ext. intros x. unfold from. f_equal. destruct (Z.leb_spec (n - Z.of_nat d) (x - Z.of_nat d)), (Z.leb_spec n x); try reflexivity; lia.
  - apply (shifted_limit (fun y => bell s y * from (n - Z.of_nat d) y)); [|apply tail_limit, Hs].
    intros y. apply Rmult_le_pos; [left; apply bell_pos|apply from_event].
Qed.

(* From n on, where n is the first above epsilon s / d + d / 2, the one mass is above exp(epsilon) times the other; below, it is not. *)
Lemma split_at (s eps : R) (d : nat) (n x : Z) : 0 < s -> (0 < d)%nat -> IZR n - 1 <= eps * s / INR d + INR d / 2 < IZR n ->
  if (n <=? x)%Z then exp eps * bell s x <= bell s (x - Z.of_nat d) else bell s (x - Z.of_nat d) <= exp eps * bell s x.
Proof.
  intros Hs Hd [Hl Hu]. assert (Hd0 : 0 < INR d) by (apply (lt_INR 0); exact Hd).
  assert (E : bell s (x - Z.of_nat d) = exp ((INR d / s) * (IZR x - (eps * s / INR d + INR d / 2))) * (exp eps * bell s x)).
  { unfold bell. rewrite <- !exp_plus. f_equal. rewrite minus_IZR, <- INR_IZR_INZ. field. lra. }
  assert (Hds : 0 < INR d / s) by (apply Rdiv_lt_0_compat; assumption). assert (Hb : 0 < exp eps * bell s x) by (apply Rmult_lt_0_compat; [apply exp_pos|apply bell_pos]).
  rewrite E. set (q := exp eps * bell s x) in *. clearbody q. destruct (Z.leb_spec n x) as [H|H].
  - apply IZR_le in H. assert (H1 : exp 0 <= exp (INR d / s * (IZR x - (eps * s / INR d + INR d / 2)))) by (apply exp_le, Rmult_le_pos; lra).
    rewrite exp_0 in H1. nra.
  - assert (Hx : IZR x <= IZR n - 1) by (rewrite <- minus_IZR; apply IZR_le; lia).
    assert (H1 : exp (INR d / s * (IZR x - (eps * s / INR d + INR d / 2))) <= exp 0) by (apply exp_le; nra).
    rewrite exp_0 in H1. nra.
Qed.

(* What moves by d steps, from the first n above epsilon s / d + d / 2 on: no event has more. *)
Lemma no_event_more (s eps : R) (d : nat) (n : Z) (f : Z -> R) (r r' : R) : 0 < s -> (0 < d)%nat -> event f ->
  IZR n - 1 <= eps * s / INR d + INR d / 2 < IZR n ->
  is_lim_seq (window (fun y => bell s (y - Z.of_nat d) * f y)) r -> is_lim_seq (window (fun y => bell s y * f y)) r' ->
  r - exp eps * r' <= tail s (n - Z.of_nat d) - exp eps * tail s n.
Proof.
  intros Hs Hd Hf Hn Hr Hr'.
  apply (is_lim_seq_le (fun i => window (fun y => bell s (y - Z.of_nat d) * f y) i - exp eps * window (fun y => bell s y * f y) i)
    (fun i => window (fun y => bell s (y - Z.of_nat d) * from n y) i - exp eps * window (fun y => bell s y * from n y) i) (r - exp eps * r') (tail s (n - Z.of_nat d) - exp eps * tail s n)).
  - intros i. assert (Hw : forall g, window (fun y => bell s (y - Z.of_nat d) * g y) i - exp eps * window (fun y => bell s y * g y) i =
      window (fun y => (bell s (y - Z.of_nat d) - exp eps * bell s y) * g y) i).
    { intros g. assert (E := window_linear 1 (- exp eps) (fun y => bell s (y - Z.of_nat d) * g y) (fun y => bell s y * g y) i). rewrite Rmult_1_l in E.
      replace (window (fun y => bell s (y - Z.of_nat d) * g y) i - exp eps * window (fun y => bell s y * g y) i) with
        (window (fun y => bell s (y - Z.of_nat d) * g y) i + - exp eps * window (fun y => bell s y * g y) i) by ring. rewrite <- E. apply window_ext. intros y. ring. }
    rewrite !Hw. apply window_le. intros y. assert (H := split_at s eps d n y Hs Hd Hn). specialize (Hf y). unfold from. destruct (n <=? y)%Z; nra.
  - apply is_lim_seq_minus'; [exact Hr|apply (is_lim_seq_scal_l _ (exp eps) r' Hr')].
  - apply is_lim_seq_minus'; [apply shifted_tail, Hs|apply (is_lim_seq_scal_l _ (exp eps) (tail s n)), tail_limit, Hs].
Qed.

(* The curve of `dpmf_discrete_gaussian_delta`: it covers what moves by at most k steps, for every event, and one event attains it. *)
Theorem exact_curve (s eps W : R) (k : nat) (m : Z) : 0 < s -> 0 <= eps -> (0 < k)%nat -> is_lim_seq (window (bell s)) W ->
  IZR m < INR k / 2 - eps * s / INR k <= IZR m + 1 ->
  let delta := (tail s (- m) - exp eps * tail s (Z.of_nat k - m)) / W in
  (forall (d : nat) (f : Z -> R) (r r' : R), (d <= k)%nat -> event f ->
    is_lim_seq (fun n => window (fun y => bell s (y - Z.of_nat d) * f y) n / W) r ->
    is_lim_seq (fun n => window (fun y => bell s y * f y) n / W) r' -> r <= exp eps * r' + delta) /\
  (exists (f : Z -> R) (r r' : R), event f /\
    is_lim_seq (fun n => window (fun y => bell s (y - Z.of_nat k) * f y) n / W) r /\
    is_lim_seq (fun n => window (fun y => bell s y * f y) n / W) r' /\ r = exp eps * r' + delta).
Proof.
  intros Hs He Hk HW [Hl Hu] delta. assert (Hk0 : 0 < INR k) by (apply (lt_INR 0); exact Hk).
  assert (HW0 : 0 < W).
  { apply Rlt_le_trans with (window (bell s) 0); [apply bell_pos|]. apply (is_lim_seq_incr_compare (window (bell s)) W HW). intros i. apply window_bell_more. }
  assert (Hexp : 1 <= exp eps) by (rewrite <- exp_0; apply exp_le, He).
  assert (Hthr : IZR (Z.of_nat k - m) - 1 <= eps * s / INR k + INR k / 2 < IZR (Z.of_nat k - m)) by (rewrite minus_IZR, <- INR_IZR_INZ; lra).
  assert (Em : (Z.of_nat k - m - Z.of_nat k = - m)%Z) by lia.
  (* k steps are the worst for every threshold *)
  assert (Hmax : forall n, tail s (n - Z.of_nat k) - exp eps * tail s n <= delta * W).
  { intros n. unfold delta. replace ((tail s (- m) - exp eps * tail s (Z.of_nat k - m)) / W * W) with (tail s (- m) - exp eps * tail s (Z.of_nat k - m)) by (field; lra).
    rewrite <- Em. apply (no_event_more s eps k _ (from n)); [exact Hs|exact Hk|apply from_event|exact Hthr|apply shifted_tail, Hs|apply tail_limit, Hs]. }
  assert (Hscale : forall u (r : R), is_lim_seq (fun n => u n / W) r -> is_lim_seq u (r * W)).
  { intros u r H. apply (is_lim_seq_ext (fun n => u n / W * W)); [intros n; field; lra|]. apply (is_lim_seq_scal_r _ W r H). }
  assert (Hdiv : forall u (r : R), is_lim_seq u r -> is_lim_seq (fun n => u n / W) (r / W)) by (intros u r H; apply (is_lim_seq_scal_r _ (/ W) r H)).
  split.
  - intros d f r r' Hd Hf Hr Hr'. assert (H1 := Hscale _ _ Hr). assert (H2 := Hscale _ _ Hr').
    apply Rmult_le_reg_r with W; [exact HW0|]. assert (Hgoal : r * W - exp eps * (r' * W) <= delta * W); [|lra].
    destruct d as [|d].
    + assert (E : r * W = r' * W).
      { assert (H3 : is_lim_seq (window (fun y => bell s y * f y)) (r * W)) by (apply (is_lim_seq_ext (window (fun y => bell s (y - Z.of_nat 0) * f y))); [intros n; apply window_ext; intros y; f_equal; f_equal; lia|exact H1]).
        apply is_lim_seq_unique in H2. apply is_lim_seq_unique in H3. rewrite H2 in H3. injection H3. auto. }
      assert (H0 : 0 <= r' * W).
      { apply (is_lim_seq_le (fun _ => 0) (window (fun y => bell s y * f y)) 0 (r' * W)); [|apply is_lim_seq_const|exact H2].
        intros n. rewrite <- sum_window. apply sum_nonneg. intros j. apply both_nonneg. intros x. apply Rmult_le_pos; [left; apply bell_pos|apply Hf]. }
      (* far out both tails are nothing against each other: the threshold of k itself *)
      assert (H3 := no_event_more s eps k _ (fun _ => 0) 0 0 Hs Hk ltac:(intros x; lra) Hthr). rewrite Em in H3.
      assert (Hzero : forall g : Z -> R, is_lim_seq (window (fun y => g y * 0)) 0).
      { intros g. apply (is_lim_seq_ext (fun _ => 0)); [|apply is_lim_seq_const]. intros n. symmetry. induction n as [|n IH]; cbn [window]; [ring|rewrite IH; ring]. }
      specialize (H3 (Hzero _) (Hzero _)). unfold delta. replace ((tail s (- m) - exp eps * tail s (Z.of_nat k - m)) / W * W) with (tail s (- m) - exp eps * tail s (Z.of_nat k - m)) by (field; lra).
      rewrite E. nra.
    + set (n := up (eps * s / INR (S d) + INR (S d) / 2)). assert (Hn := archimed (eps * s / INR (S d) + INR (S d) / 2)). fold n in Hn.
      assert (H3 := no_event_more s eps (S d) n f (r * W) (r' * W) Hs (Nat.lt_0_succ d) Hf ltac:(lra) H1 H2).
      assert (H4 := tail_falls s (n - Z.of_nat k) (n - Z.of_nat (S d)) Hs ltac:(lia)). specialize (Hmax n). lra.
  - exists (from (Z.of_nat k - m)), (tail s (- m) / W), (tail s (Z.of_nat k - m) / W). split; [apply from_event|]. split; [|split].
    + apply Hdiv. rewrite <- Em. apply shifted_tail, Hs.
    + apply Hdiv, tail_limit, Hs.
    + unfold delta. field. lra.
Qed.
