(* SPDX-License-Identifier: GPL-3.0-or-later *)
(* One share of the noise as the code draws it, its limits included, is nowhere much more probable than under the law named,
   the masses p(r, k) b^k (Shares.v); and so are sums of shares. *)
From Coq Require Import Reals Lra Psatz Arith ZArith Lia List Bool.
From Coquelicot Require Import Coquelicot.
From Dpmf Require Import Sums Polya Words Samplers Discrete Named Privacy Shares.
Open Scope R_scope.

(* What one draw with the code's limits can have more than the law named, as a part of it. *)
Definition cut : R := 11 / 10 * exp (- (1024)).

Lemma cut_range : 0 < cut < / 100 /\ / ((1 - INR most * eta) * (1 - INR most * eta) * (1 - exp (- INR most))) <= 1 + cut.
Proof.
  destruct cut_off as [[Hk H1] H2]. assert (He := eta_small). assert (Hm := pos_INR most).
  assert (Hnu0 : 0 <= INR most * eta) by (apply Rmult_le_pos; lra). revert Hk H1 H2 Hnu0. unfold cut.
  replace (- (1024)) with (- INR most) by (rewrite most_is, INR_IZR_INZ; reflexivity).
  generalize (exp (- INR most)) (INR most * eta). intros k nu Hk H1 H2 Hnu.
  split; [lra|]. assert (H3 : 1 - k / 50 <= (1 - nu) * (1 - nu)) by nra.
  assert (0 < (1 - nu) * (1 - nu) * (1 - k)) by (apply Rmult_lt_0_compat; [nra|lra]).
  apply Rmult_le_reg_r with ((1 - nu) * (1 - nu) * (1 - k)); [assumption|]. rewrite Rinv_l by lra.
  apply Rle_trans with ((1 + 11 / 10 * k) * ((1 - k / 50) * (1 - k))); [nra|].
  apply Rmult_le_compat_l; [lra|]. apply Rmult_le_compat_r; lra.
Qed.

(* The geometric draw, with the code's limits, against the law named. *)
Lemma geometric_below (p q : nat) (F : nat -> R) (n : nat) : (0 < p)%nat -> (0 < q)%nat -> (forall x, 0 <= F x) -> (most * q <= n)%nat ->
  let b := exp (- (INR p / INR q)) in
  sum (fun t => weight q t * F (t / p)%nat) (most * q) / sum (weight q) (most * q) <= (1 + cut) * ((1 - b) * sum (fun y => b ^ y * F y) n).
Proof.
  intros Hp Hq HF Hn b. set (N := (most * q)%nat) in *. set (c := exp (- / INR q)).
  assert (Hq0 : 0 < INR q) by (apply (lt_INR 0); lia). assert (Hm := most_is). assert (HN : (0 < N)%nat) by (unfold N; lia).
  assert (Hb : b = c ^ p) by (unfold b, c; rewrite exp_power; f_equal; field; lra).
  assert (Hc : 0 < c < 1).
  { split; [apply exp_pos|]. unfold c. rewrite <- exp_0. apply exp_increasing. assert (0 < / INR q) by (apply Rinv_0_lt_compat; lra). lra. }
  destruct tiny_is as [_ [Hnu [_ Hk]]]. destruct cut_range as [_ Hcut]. set (nu := INR most * eta) in *.
  assert (Hnu0 : 0 <= nu) by (unfold nu; assert (H := eta_small); assert (H1 := pos_INR most); nra).
  assert (HcN : c ^ N = exp (- INR most)) by (unfold c, N; rewrite exp_power, mult_INR; f_equal; field; lra).
  rewrite <- HcN in Hcut, Hk. set (k := c ^ N) in *. assert (Hk0 : 0 < k) by (apply pow_lt; lra).
  assert (Hw : forall t, (t < N)%nat -> (1 - nu) * c ^ t <= weight q t <= / (1 - nu) * c ^ t) by (intros t Ht; apply weight_near; [lia|exact Ht|exact Hnu]).
  assert (Hc0 : forall t, 0 <= c ^ t) by (intros t; apply pow_le; lra).
  set (A := sum (fun t => c ^ t) p). assert (HA := geometric_sum c p). fold A in HA. rewrite <- Hb in HA.
  set (S := sum (fun y => b ^ y * F y) n).
  assert (HS : 0 <= S) by (apply sum_nonneg; intros y; apply Rmult_le_pos; [apply pow_le; unfold b; left; apply exp_pos|apply HF]).
  assert (Hi : 0 < / (1 - nu)) by (apply Rinv_0_lt_compat; lra).
  assert (Hnum : sum (fun t => weight q t * F (t / p)%nat) N <= / (1 - nu) * (A * S)).
  { unfold S. rewrite Hb. unfold A. rewrite <- quotients, <- sum_scale by exact Hp.
    eapply Rle_trans; [|apply (sum_longer _ N (n * p)); [|nia]].
    - apply sum_le. intros t Ht. rewrite <- Rmult_assoc. apply Rmult_le_compat_r; [apply HF|apply Hw, Ht].
    - intros t. apply Rmult_le_pos; [lra|]. apply Rmult_le_pos; [apply Hc0|apply HF]. }
  assert (HSn := geometric_sum c N). fold k in HSn. set (G := sum (fun t => c ^ t) N) in *.
  assert (Hden : (1 - nu) * G <= sum (weight q) N) by (unfold G; rewrite <- sum_scale; apply sum_le; intros t Ht; apply Hw, Ht).
  assert (HG : 0 < G) by nra. assert (HD : 0 < (1 - nu) * G) by (apply Rmult_lt_0_compat; lra).
  assert (HA0 : 0 <= A) by (apply sum_nonneg, Hc0).
  apply Rle_trans with (/ (1 - nu) * (A * S) * / ((1 - nu) * G)).
  - apply Rle_trans with (/ (1 - nu) * (A * S) * / sum (weight q) N).
    + apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; lra|exact Hnum].
    + apply Rmult_le_compat_l; [|apply Rinv_le_contravar; assumption]. apply Rmult_le_pos; [lra|]. apply Rmult_le_pos; assumption.
  - replace (/ (1 - nu) * (A * S) * / ((1 - nu) * G)) with (/ ((1 - nu) * (1 - nu) * (1 - k)) * ((1 - b) * S)).
    + apply Rmult_le_compat_r; [|exact Hcut]. apply Rmult_le_pos; [|exact HS]. rewrite <- HA. apply Rmult_le_pos; lra.
    + rewrite <- HA, <- HSn. field. repeat split; lra.
Qed.

(* Pairs below a diagonal, by diagonals. *)
Lemma triangle (x : nat -> nat -> R) (K : nat) :
  sum (fun k => sum (fun j => x j (k - j)%nat) (S k)) K = sum (fun j => sum (x j) (K - j)) K.
Proof.
  induction K as [|K IH]; [reflexivity|]. cbn [sum]. cbn [sum] in IH. rewrite IH.
  replace (S K - K)%nat with 1%nat by lia. cbn [sum].
  rewrite (sum_ext (fun j => sum (x j) (S K - j)) (fun j => sum (x j) (K - j) + x j (K - j)%nat)).
  - rewrite sum_plus, Nat.sub_diag. ring.
  - intros j Hj. replace (S K - j)%nat with (S (K - j)) by lia. reflexivity.
Qed.

(* Two independent masses, and the masses of their sum. *)
Lemma convolved (u v h : nat -> R) (M N K : nat) : (forall i, 0 <= u i) -> (forall i, 0 <= v i) -> (forall i, 0 <= h i) -> (M + N <= K)%nat ->
  sum (fun i => u i * sum (fun j => v j * h (i + j)%nat) N) M <= sum (fun k => sum (fun i => u i * v (k - i)%nat) (S k) * h k) K.
Proof.
  intros Hu Hv Hh HK.
  assert (E : sum (fun k => sum (fun i => u i * v (k - i)%nat) (S k) * h k) K = sum (fun i => u i * sum (fun j => v j * h (i + j)%nat) (K - i)) K).
  { rewrite (sum_ext (fun i => u i * _) (fun i => sum (fun j => u i * (v j * h (i + j)%nat)) (K - i))) by (intros; symmetry; apply sum_scale).
    rewrite <- (triangle (fun i j => u i * (v j * h (i + j)%nat))). apply sum_ext. intros k _.
    rewrite Rmult_comm, <- sum_scale. apply sum_ext. intros i Hi. replace (i + (k - i))%nat with k by lia. ring. }
  assert (Hn : forall i n, 0 <= sum (fun j => v j * h (i + j)%nat) n) by (intros i n; apply sum_nonneg; intros j; apply Rmult_le_pos; auto).
  rewrite E. apply Rle_trans with (sum (fun i => u i * sum (fun j => v j * h (i + j)%nat) (K - i)) M).
  - apply sum_le. intros i Hi. apply Rmult_le_compat_l; [apply Hu|]. apply sum_longer; [|lia]. intros j. apply Rmult_le_pos; auto.
  - apply (sum_longer (fun i => u i * sum (fun j => v j * h (i + j)%nat) (K - i))); [|lia]. intros i. apply Rmult_le_pos; auto.
Qed.

(* The mean of h under the masses of a share r, cut off at n. *)
Definition part_mean (r b : R) (h : nat -> R) (n : nat) : R := / Series (share r b) * sum (fun k => share r b k * h k) n.

Lemma share_nonneg (r b : R) (k : nat) : 0 <= r -> 0 <= b -> 0 <= share r b k.
Proof. intros Hr Hb. unfold share. apply Rmult_le_pos; [apply p_positive, Hr|apply pow_le, Hb]. Qed.

Lemma part_of_series (r b : R) (n : nat) : 0 <= r <= 1 -> 0 < b < 1 -> sum (share r b) n <= Series (share r b) /\ 1 <= Series (share r b).
Proof.
  intros Hr Hb. assert (H : forall m, sum (share r b) (S m) <= Series (share r b)).
  { intros m. rewrite <- sum_f. rewrite <- sum_n_Reals.
    apply (is_lim_seq_incr_compare (sum_n (share r b))); [apply Series_correct, share_series; assumption|].
    intros i. rewrite sum_Sn. change plus with Rplus. assert (H := share_nonneg r b (S i) (proj1 Hr) (Rlt_le _ _ (proj1 Hb))). lra. }
  assert (H1 := H 0%nat). unfold share in H1 at 1. simpl in H1. split; [|lra].
  destruct n as [|n]; [simpl; lra|apply H].
Qed.

Lemma part_mean_le (r b : R) (h g : nat -> R) (n : nat) : 0 <= r <= 1 -> 0 < b < 1 -> (forall k, h k <= g k) -> part_mean r b h n <= part_mean r b g n.
Proof.
  intros Hr Hb H. unfold part_mean. destruct (part_of_series r b 0 Hr Hb) as [_ H1]. apply Rmult_le_compat_l; [left; apply Rinv_0_lt_compat; lra|].
  apply sum_le. intros k _. apply Rmult_le_compat_l; [apply share_nonneg; lra|apply H].
Qed.

(* One Polya draw against the masses of its part. *)
Lemma polya_below (p q part whole : nat) (f : nat -> R) (s : R) (n : nat) : (0 < p)%nat -> (0 < q)%nat -> (most * q <= words)%nat ->
  (part <= whole)%nat -> (0 < whole <= words)%nat -> event f -> expects (polya p q part whole) f s -> (most * q <= n)%nat ->
  s <= (1 + cut) * part_mean (INR part / INR whole) (exp (- (INR p / INR q))) f n.
Proof.
  intros Hp Hq Hmq Hpw Hw Hf Hs Hn. set (r := INR part / INR whole). set (b := exp (- (INR p / INR q))).
  assert (Hr : 0 <= r <= 1) by (apply ratio_range; lia).
  assert (Hb : 0 < b < 1).
  { split; [apply exp_pos|]. unfold b. rewrite <- exp_0. apply exp_increasing.
    assert (0 < INR p / INR q) by (apply Rdiv_lt_0_compat; apply (lt_INR 0); lia). lra. }
  rewrite (expects_unique _ _ _ _ Hs (polya_law p q part whole Hq Hmq Hpw Hw f Hf)). fold r.
  destruct cut_range as [[Hcut _] _].
  assert (Hu : forall g, 0 <= urn r (1 - r) f g).
  { intros g. apply sum_nonneg. intros k. apply Rmult_le_pos; [|apply Hf]. apply Rmult_le_pos; apply p_positive; lra. }
  eapply Rle_trans; [apply (geometric_below p q (urn r (1 - r) f) n Hp Hq Hu Hn)|]. fold b.
  apply Rmult_le_compat_l; [lra|].
  assert (E : sum (fun y => b ^ y * urn r (1 - r) f y) n = sum (fun j => share r b j * f j * sum (share (1 - r) b) (n - j)) n).
  { rewrite (sum_ext (fun j => _ * sum _ _) (fun j => sum (fun i => share r b j * f j * share (1 - r) b i) (n - j))) by (intros; symmetry; apply sum_scale).
    rewrite <- (triangle (fun j i => share r b j * f j * share (1 - r) b i)). apply sum_ext. intros y _. unfold urn. rewrite <- sum_scale.
    apply sum_ext. intros k Hk. unfold share. replace (b ^ y) with (b ^ k * b ^ (y - k)) by (rewrite <- pow_add; f_equal; lia). ring. }
  rewrite E. assert (HZ := normalizers r b Hr Hb). destruct (part_of_series r b 0 Hr Hb) as [_ H1].
  destruct (part_of_series (1 - r) b 0 ltac:(lra) Hb) as [_ H2].
  unfold part_mean. replace (/ Series (share r b)) with ((1 - b) * Series (share (1 - r) b)).
  2: { apply Rmult_eq_reg_l with (Series (share r b)); [|lra]. rewrite Rinv_r by lra.
       transitivity ((1 - b) * (Series (share r b) * Series (share (1 - r) b))); [ring|]. rewrite HZ. field. lra. }
  rewrite Rmult_assoc. apply Rmult_le_compat_l; [lra|]. rewrite <- sum_scale. apply sum_le. intros j _.
  rewrite (Rmult_comm (Series (share (1 - r) b))). apply Rmult_le_compat_l; [|apply part_of_series; [lra|exact Hb]].
  apply Rmult_le_pos; [apply share_nonneg; lra|apply Hf].
Qed.

(* Both draws of one share. *)
Lemma share_below (p q part whole : nat) (f : Z -> R) (s : R) (n : nat) : (0 < p)%nat -> (0 < q)%nat -> (most * q <= words)%nat ->
  (part <= whole)%nat -> (0 < whole <= words)%nat -> event f -> expects (laplace_share p q part whole) f s -> (most * q <= n)%nat ->
  let r := INR part / INR whole in let b := exp (- (INR p / INR q)) in
  s <= (1 + cut) ^ 2 * part_mean r b (fun u => part_mean r b (fun v => f (Z.of_nat u - Z.of_nat v)%Z) n) n.
Proof.
  intros Hp Hq Hmq Hpw Hw Hf Hs Hn r b. assert (Hr : 0 <= r <= 1) by (apply ratio_range; lia).
  assert (Hb : 0 < b < 1).
  { split; [apply exp_pos|]. unfold b. rewrite <- exp_0. apply exp_increasing.
    assert (0 < INR p / INR q) by (apply Rdiv_lt_0_compat; apply (lt_INR 0); lia). lra. }
  destruct cut_range as [[Hcut _] _].
  set (k := fun up => Then (polya p q part whole) (fun down => Return (Z.of_nat up - Z.of_nat down)%Z)).
  destruct (chances k f Hf) as [Hg Eg]. set (g := fun up => real _) in *.
  assert (E := split_then (polya p q part whole) k f g s Hf Hg Eg Hs).
  eapply Rle_trans; [apply (polya_below p q part whole g s n Hp Hq Hmq Hpw Hw Hg E Hn)|]. fold r b.
  assert (Hgu : forall u, g u <= (1 + cut) * part_mean r b (fun v => f (Z.of_nat u - Z.of_nat v)%Z) n).
  { intros u. apply (polya_below p q part whole (fun v => f (Z.of_nat u - Z.of_nat v)%Z) (g u) n Hp Hq Hmq Hpw Hw); [intros v; apply Hf| |exact Hn].
    apply (split_then (polya p q part whole) (fun v => Return (Z.of_nat u - Z.of_nat v)%Z) f _ _ Hf); [intros v; apply Hf|intros v; apply expects_return|apply Eg]. }
  simpl pow. rewrite Rmult_1_r, Rmult_assoc. apply Rmult_le_compat_l; [lra|].
  eapply Rle_trans; [apply (part_mean_le r b g _ n Hr Hb Hgu)|]. unfold part_mean. right.
  rewrite (sum_ext _ (fun u => (1 + cut) * (share r b u * (/ Series (share r b) * sum (fun v => share r b v * f (Z.of_nat u - Z.of_nat v)%Z) n)))) by (intros; ring).
  rewrite sum_scale. ring.
Qed.

(* The mean of h under the masses of the sum of shares r 0 .. r (k - 1), cut off at n. *)
Fixpoint normalizer (r : nat -> R) (b : R) (k : nat) : R :=
  match k with O => 1 | S k => normalizer r b k * / Series (share (r k) b) end.
Definition sum_mean (r : nat -> R) (b : R) (k : nat) (h : nat -> R) (n : nat) : R :=
  normalizer r b k * sum (fun i => added r b k i * h i) n.

Lemma added_nonneg (r : nat -> R) (b : R) (k i : nat) : (forall j, 0 <= r j) -> 0 <= b -> 0 <= added r b k i.
Proof. intros Hr Hb. rewrite shares_add. apply share_nonneg; [apply sum_nonneg, Hr|exact Hb]. Qed.

Lemma normalizer_pos (r : nat -> R) (b : R) (k : nat) : (forall j, 0 <= r j <= 1) -> 0 < b < 1 -> 0 < normalizer r b k.
Proof.
  intros Hr Hb. induction k as [|k IH]; simpl; [lra|]. apply Rmult_lt_0_compat; [exact IH|].
  apply Rinv_0_lt_compat. destruct (part_of_series (r k) b 0 (Hr k) Hb). lra.
Qed.

Lemma sum_mean_le (r : nat -> R) (b : R) (k : nat) (h g : nat -> R) (n : nat) : (forall j, 0 <= r j <= 1) -> 0 < b < 1 ->
  (forall i, h i <= g i) -> sum_mean r b k h n <= sum_mean r b k g n.
Proof.
  intros Hr Hb H. unfold sum_mean. apply Rmult_le_compat_l; [left; apply normalizer_pos; assumption|].
  apply sum_le. intros i _. apply Rmult_le_compat_l; [apply added_nonneg; [intros j; apply Hr|lra]|apply H].
Qed.

(* One share more. *)
Lemma sum_mean_more (r : nat -> R) (b : R) (k : nat) (h : nat -> R) (M N K : nat) : (forall j, 0 <= r j <= 1) -> 0 < b < 1 -> (forall i, 0 <= h i) ->
  (M + N <= K)%nat -> sum_mean r b k (fun u => part_mean (r k) b (fun a => h (u + a)%nat) N) M <= sum_mean r b (S k) h K.
Proof.
  intros Hr Hb Hh HK. unfold sum_mean, part_mean. cbn [normalizer added]. rewrite Rmult_assoc.
  apply Rmult_le_compat_l; [left; apply normalizer_pos; assumption|].
  rewrite (sum_ext _ (fun i => / Series (share (r k) b) * (added r b k i * sum (fun j => share (r k) b j * h (i + j)%nat) N))) by (intros; ring).
  rewrite sum_scale. apply Rmult_le_compat_l.
  { left. apply Rinv_0_lt_compat. destruct (part_of_series (r k) b 0 (Hr k) Hb). lra. }
  apply convolved; [intros i; apply added_nonneg; [intros j; apply Hr|lra]|intros i; apply share_nonneg; [apply Hr|lra]|exact Hh|exact HK].
Qed.

Lemma sum_mean_one (r : nat -> R) (b : R) (k n : nat) : (forall j, 0 <= r j <= 1) -> 0 < b < 1 -> sum_mean r b k (fun _ => 1) n <= 1.
Proof.
  intros Hr Hb. revert n. induction k as [|k IH]; intros n.
  - unfold sum_mean. simpl normalizer. rewrite Rmult_1_l. destruct n as [|n]; [simpl; lra|]. rewrite sum_first.
    rewrite (sum_ext (fun i => added r b 0 (S i) * 1) (fun _ => 0)), sum_zero by (intros; simpl; ring). simpl. lra.
  - destruct (part_of_series (r k) b n (Hr k) Hb) as [H1 H2]. specialize (IH n). unfold sum_mean in *. cbn [normalizer added].
    set (Z := Series (share (r k) b)) in *. assert (HZ : 0 < / Z) by (apply Rinv_0_lt_compat; lra).
    assert (HN := normalizer_pos r b k Hr Hb).
    assert (HA : forall i, 0 <= added r b k i) by (intros i; apply added_nonneg; [intros j; apply Hr|lra]).
    assert (H3 : sum (fun i => sum (fun j => added r b k j * share (r k) b (i - j)) (S i) * 1) n <= sum (fun j => added r b k j * 1) n * Z).
    { rewrite (sum_ext _ (fun i => sum (fun j => added r b k j * share (r k) b (i - j)) (S i))) by (intros; ring).
      rewrite (triangle (fun j i => added r b k j * share (r k) b i)). rewrite Rmult_comm, <- sum_scale. apply sum_le. intros j _.
      rewrite sum_scale. assert (H4 := proj1 (part_of_series (r k) b (n - j) (Hr k) Hb)). fold Z in H4. specialize (HA j). nra. }
    apply Rle_trans with (normalizer r b k * / Z * (sum (fun j => added r b k j * 1) n * Z)); [apply Rmult_le_compat_l; [nra|exact H3]|].
    replace (normalizer r b k * / Z * (sum (fun j => added r b k j * 1) n * Z)) with (normalizer r b k * sum (fun j => added r b k j * 1) n) by (field; lra).
    exact IH.
Qed.

(* The mean of f of the difference of two such sums. *)
Definition differences (r : nat -> R) (b : R) (k : nat) (f : Z -> R) (n : nat) : R :=
  sum_mean r b k (fun u => sum_mean r b k (fun v => f (Z.of_nat u - Z.of_nat v)%Z) n) n.

Lemma differences_le (r : nat -> R) (b : R) (k : nat) (f g : Z -> R) (n : nat) : (forall j, 0 <= r j <= 1) -> 0 < b < 1 ->
  (forall x, f x <= g x) -> differences r b k f n <= differences r b k g n.
Proof. intros Hr Hb H. apply sum_mean_le; [exact Hr|exact Hb|]. intros u. apply sum_mean_le; [exact Hr|exact Hb|]. intros v. apply H. Qed.

Lemma sum_mean_scale (r : nat -> R) (b : R) (k : nat) (a : R) (h : nat -> R) (n : nat) : sum_mean r b k (fun i => a * h i) n = a * sum_mean r b k h n.
Proof.
  unfold sum_mean. rewrite (sum_ext _ (fun i => a * (added r b k i * h i))) by (intros; ring). rewrite sum_scale. ring.
Qed.

Lemma sum_mean_longer (r : nat -> R) (b : R) (k : nat) (h : nat -> R) (m n : nat) : (forall j, 0 <= r j <= 1) -> 0 < b < 1 -> (forall i, 0 <= h i) ->
  (m <= n)%nat -> sum_mean r b k h m <= sum_mean r b k h n.
Proof.
  intros Hr Hb Hh H. unfold sum_mean. apply Rmult_le_compat_l; [left; apply normalizer_pos; assumption|]. apply sum_longer; [|exact H].
  intros i. apply Rmult_le_pos; [apply added_nonneg; [intros j; apply Hr|lra]|apply Hh].
Qed.

Lemma sum_mean_nonneg (r : nat -> R) (b : R) (k : nat) (h : nat -> R) (n : nat) : (forall j, 0 <= r j <= 1) -> 0 < b < 1 -> (forall i, 0 <= h i) ->
  0 <= sum_mean r b k h n.
Proof.
  intros Hr Hb Hh. unfold sum_mean. apply Rmult_le_pos; [left; apply normalizer_pos; assumption|]. apply sum_nonneg. intros i.
  apply Rmult_le_pos; [apply added_nonneg; [intros j; apply Hr|lra]|apply Hh].
Qed.

(* The order of two such means. *)
Lemma means_swap (r : nat -> R) (b c : R) (k : nat) (h : nat -> nat -> R) (r' : R) (m n : nat) :
  sum_mean r b k (fun v => part_mean r' c (fun a => h v a) n) m = part_mean r' c (fun a => sum_mean r b k (fun v => h v a) m) n.
Proof.
  unfold sum_mean, part_mean.
  rewrite (sum_ext _ (fun i => sum (fun a => / Series (share r' c) * (added r b k i * (share r' c a * h i a))) n)).
  2: { intros i _. rewrite sum_scale, (sum_scale (added r b k i)). ring. }
  rewrite sum_swap. rewrite (sum_ext (fun a => share r' c a * _) (fun a => sum (fun v => normalizer r b k * (share r' c a * (added r b k v * h v a))) m)).
  2: { intros a _. rewrite sum_scale, (sum_scale (share r' c a)). ring. }
  rewrite <- !sum_scale. apply sum_ext. intros a _. rewrite <- !sum_scale. apply sum_ext. intros v _. ring.
Qed.

Lemma differences_more (r : nat -> R) (b : R) (k : nat) (f : Z -> R) (M N K : nat) : (forall j, 0 <= r j <= 1) -> 0 < b < 1 -> (forall x, 0 <= f x) ->
  (M + N <= K)%nat ->
  differences r b k (fun x => part_mean (r k) b (fun a => part_mean (r k) b (fun a' => f (x + (Z.of_nat a - Z.of_nat a'))%Z) N) N) M <=
  differences r b (S k) f K.
Proof.
  intros Hr Hb Hf HK. unfold differences.
  apply Rle_trans with (sum_mean r b k (fun u => part_mean (r k) b (fun a => (fun u => sum_mean r b (S k) (fun v => f (Z.of_nat u - Z.of_nat v)%Z) K) (u + a)%nat) N) M).
  - apply sum_mean_le; [exact Hr|exact Hb|]. intros u. rewrite means_swap. apply part_mean_le; [apply Hr|exact Hb|]. intros a. cbv beta.
    eapply Rle_trans; [|apply (sum_mean_more r b k (fun v => f (Z.of_nat (u + a) - Z.of_nat v)%Z) M N K Hr Hb); [intros i; apply Hf|exact HK]].
    right. unfold sum_mean. f_equal. apply sum_ext. intros v _. f_equal. unfold part_mean. f_equal. apply sum_ext. intros a' _. f_equal. f_equal. lia.
  - apply (sum_mean_more r b k (fun u => sum_mean r b (S k) (fun v => f (Z.of_nat u - Z.of_nat v)%Z) K) M N K Hr Hb); [|exact HK]. intros i. apply sum_mean_nonneg; [exact Hr|exact Hb|]. intros v. apply Hf.
Qed.

Lemma rate_range (p q : nat) : (0 < p)%nat -> (0 < q)%nat -> 0 < exp (- (INR p / INR q)) < 1.
Proof.
  intros Hp Hq. split; [apply exp_pos|]. rewrite <- exp_0. apply exp_increasing.
  assert (0 < INR p / INR q) by (apply Rdiv_lt_0_compat; apply (lt_INR 0); lia). lra.
Qed.

Lemma no_part (r : nat -> R) (b : R) (k : nat) (h : nat -> R) (n : nat) : 0 < b < 1 -> r k = 0 -> sum_mean r b (S k) h n = sum_mean r b k h n.
Proof.
  intros Hb Hk. unfold sum_mean. assert (HZ : Series (share (r k) b) = 1).
  { rewrite Hk. assert (H := normalizers 0 b ltac:(lra) Hb). rewrite (Series_ext (share (1 - 0) b) (fun i => b ^ i)) in H.
    - rewrite Series_geom in H by (rewrite Rabs_pos_eq; lra). apply Rmult_eq_reg_r with (/ (1 - b)); [rewrite H; ring|]. apply Rinv_neq_0_compat. lra.
    - intros i. unfold share. rewrite Rminus_0_r, whole_part. ring. }
  cbn [normalizer]. rewrite HZ, Rinv_1, Rmult_1_r. f_equal. apply sum_ext. intros i _. f_equal.
  rewrite !shares_add. cbn [sum]. rewrite Hk, Rplus_0_r. reflexivity.
Qed.

Lemma no_differences (r : nat -> R) (b : R) (k : nat) (f : Z -> R) (n : nat) : 0 < b < 1 -> r k = 0 -> differences r b (S k) f n = differences r b k f n.
Proof.
  intros Hb Hk. unfold differences. rewrite no_part by assumption. unfold sum_mean at 1 3. f_equal. apply sum_ext. intros i _. f_equal.
  apply no_part; assumption.
Qed.

Lemma ends_then {A B : Type} (m : program A) (k : A -> program B) : ends m -> (forall v, ends (k v)) -> ends (Then m k).
Proof. intros Hm Hk. apply (expects_then m k (fun _ => 1) (fun _ => 1)); [intros; lra|exact Hk|exact Hm]. Qed.

Lemma ends_return {A : Type} (v : A) : ends (Return v).
Proof. apply (expects_return v (fun _ => 1)). Qed.

Lemma constant_mean {A : Type} (m : program A) (c : R) : ends m -> expects m (fun _ => c) c.
Proof.
  intros H. assert (H0 : expects m (fun _ => 0) 0) by (apply (is_lim_seq_ext (fun _ => 0)); [intros n; symmetry; apply mean_zero|apply is_lim_seq_const]).
  assert (H1 := expects_linear m c (fun _ => 1) (fun _ => 0) 1 0 H H0). replace (c * 1 + 0) with c in H1 by ring.
  apply (expects_ext m (fun _ => c * 1 + 0)); [intros; ring|exact H1].
Qed.

Lemma polya_ends (p q part whole : nat) : (0 < q)%nat -> (most * q <= words)%nat -> (0 < part <= whole)%nat /\ (whole <= words)%nat -> ends (polya p q part whole).
Proof.
  intros Hq Hmq [H1 H2]. assert (H := polya_law p q part whole Hq Hmq ltac:(lia) ltac:(lia) (fun _ => 1) ltac:(intros v; lra)).
  assert (Hm := most_is). assert (Hw := weights_pos q (most * q) Hq ltac:(lia)). unfold ends.
  rewrite (sum_ext _ (weight q)) in H; [replace (sum (weight q) (most * q) / sum (weight q) (most * q)) with 1 in H by (field; lra); exact H|].
  intros t _. unfold urn. set (r := INR part / INR whole). rewrite (sum_ext _ (fun k => Polya.p r k * Polya.p (1 - r) (t / p - k))) by (intros; ring).
  rewrite parts_add. replace (r + (1 - r)) with 1 by ring. rewrite whole_part. ring.
Qed.

(* Every share is drawn with probability 1. *)
Theorem share_ends (p q part whole : nat) : (0 < q)%nat -> (most * q <= words)%nat -> (0 < part <= whole)%nat /\ (whole <= words)%nat ->
  ends (laplace_share p q part whole).
Proof.
  intros Hq Hmq H. apply ends_then; [apply polya_ends; assumption|]. intros up. apply ends_then; [apply polya_ends; assumption|].
  intros down. apply ends_return.
Qed.
