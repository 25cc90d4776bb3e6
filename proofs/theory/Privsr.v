(* SPDX-License-Identifier: GPL-3.0-or-later *)
(* privsr: what its two noises are worth. Theorem 1 of the paper adds the
   standard deviations of two independent normals, Theorem 2 bounds the
   distance of two vectors of the unit ball by 1. Both are put right here. *)
From Coq Require Import Reals Lra Psatz ZArith Lia.
From Dpmf Require Import Sums Sensitivity Laplace.
Open Scope R_scope.

(* The postconditions of privsr_epsilon_sensitive, privsr_epsilon_other,
   privsr_combined_scale and privsr_friend_scale; root is sqrt K. *)
Definition eps_s (eps beta : R) : R := (1 + beta) * eps.
Definition eps_n (eps beta : R) : R := (1 / beta + 1) * eps.
Definition combined (delta root eps beta : R) : R :=
  2 * delta * root * sqrt (1 + beta * beta) / ((1 + beta) * eps).
Definition friend_scale (root eps : R) : R := root / eps.
(* What eps is where both groups rated an item. *)
Definition eps_true (eps beta : R) : R := eps * (1 + beta) / sqrt (1 + beta * beta).

Lemma root_pos (beta : R) : 0 < sqrt (1 + beta * beta).
Proof. apply sqrt_lt_R0. nra. Qed.
Lemma root_square (beta : R) : sqrt (1 + beta * beta) * sqrt (1 + beta * beta) = 1 + beta * beta.
Proof. apply sqrt_sqrt. nra. Qed.

(* The step of the paper: the two standard deviations, added. *)
Theorem deviations_added (eps beta : R) : 0 < eps -> 0 < beta ->
  1 / eps_s eps beta + 1 / eps_n eps beta = 1 / eps.
Proof. intros He Hb. unfold eps_s, eps_n. field. repeat split; nra. Qed.

(* Independent normals add their variances: this is the scale of the sum. *)
Theorem variances_added (delta root eps beta : R) : 0 < eps -> 0 < beta ->
  (2 * delta * root / eps_s eps beta) ^ 2 + (2 * delta * root / eps_n eps beta) ^ 2 =
  combined delta root eps beta ^ 2.
Proof.
  intros He Hb. unfold combined, eps_s, eps_n.
  replace ((2 * delta * root * sqrt (1 + beta * beta) / ((1 + beta) * eps)) ^ 2)
    with ((2 * delta * root) ^ 2 * (sqrt (1 + beta * beta) * sqrt (1 + beta * beta)) / ((1 + beta) * eps) ^ 2)
    by (field; split; nra).
  rewrite root_square. field. repeat split; nra.
Qed.

Theorem combined_is_worth (delta root eps beta : R) : 0 < delta -> 0 < root -> 0 < eps -> 0 < beta ->
  combined delta root eps beta = 2 * delta * root / eps_true eps beta.
Proof.
  intros Hd Hr He Hb. assert (H := root_pos beta). unfold combined, eps_true. field. repeat split; nra.
Qed.

(* Above eps for every beta, and sqrt 2 eps at beta = 1. *)
Theorem eps_true_above (eps beta : R) : 0 < eps -> 0 < beta -> eps < eps_true eps beta.
Proof.
  intros He Hb. assert (H := root_pos beta). assert (Hq := root_square beta). unfold eps_true.
  assert (sqrt (1 + beta * beta) < 1 + beta) by nra.
  apply Rmult_lt_reg_r with (sqrt (1 + beta * beta)); [exact H|].
  replace (eps * (1 + beta) / sqrt (1 + beta * beta) * sqrt (1 + beta * beta)) with (eps * (1 + beta)) by (field; lra).
  apply Rmult_lt_compat_l; lra.
Qed.

Theorem eps_true_at_one (eps : R) : eps_true eps 1 = sqrt 2 * eps.
Proof.
  unfold eps_true. replace (1 + 1 * 1) with 2 by ring.
  assert (H : sqrt 2 * sqrt 2 = 2) by (apply sqrt_sqrt; lra). assert (0 < sqrt 2) by (apply sqrt_lt_R0; lra).
  replace (eps * (1 + 1)) with (eps * (sqrt 2 * sqrt 2)) by (rewrite H; ring). field. lra.
Qed.

(* Where only one group rated an item, its own budget is what is left: (1 + beta) eps,
   or (1 / beta + 1) eps, which is 2 eps or more. *)
Theorem others_alone (eps beta : R) : 0 < eps -> 0 < beta <= 1 -> 2 * eps <= eps_n eps beta.
Proof.
  intros He Hb. unfold eps_n. assert (1 <= 1 / beta).
  { apply Rmult_le_reg_r with beta; [lra|]. replace (1 / beta * beta) with 1 by (field; lra). lra. }
  nra.
Qed.

Lemma attained (b d t : R) : 0 < b -> 0 <= d <= t -> laplace b (t - d) = exp (d / b) * laplace b t.
Proof.
  intros Hb Hd. unfold laplace. rewrite 2!Rabs_pos_eq by lra.
  replace (- (t - d) / b) with (d / b + - t / b) by (field; lra). rewrite exp_plus. field. lra.
Qed.

(* privsr.thm1 is false: K = 1, u = 1, two ratings Delta apart, whose sums are 2 Delta apart. *)
Theorem theorem_1_refuted (delta eps beta t : R) : 0 < delta -> 0 < eps -> 0 < beta -> 2 * delta <= t ->
  exp eps * laplace (combined delta 1 eps beta) t < laplace (combined delta 1 eps beta) (t - 2 * delta).
Proof.
  intros Hd He Hb Ht. assert (Hroot := root_pos beta).
  assert (Hc : 0 < combined delta 1 eps beta).
  { unfold combined. apply Rdiv_lt_0_compat; [|nra]. repeat apply Rmult_lt_0_compat; lra. }
  rewrite attained by (try exact Hc; lra). apply Rmult_lt_compat_r; [apply laplace_pos, Hc|].
  apply exp_increasing. rewrite combined_is_worth by lra.
  assert (Habove := eps_true_above eps beta He Hb).
  replace (2 * delta / (2 * delta * 1 / eps_true eps beta)) with (eps_true eps beta) by (field; split; lra).
  exact Habove.
Qed.

(* What holds instead, U held and ||u_p|| <= 1: eps_true for an item of both groups. *)
Theorem theorem_1 (before : nat -> R) (dot r q : nat -> R) (u : nat -> nat -> R) (n p k : nat)
  (delta eps beta : R) (t : nat -> R) :
  neighbours r q p -> (p < n)%nat -> Rabs (r p - q p) <= delta -> l2 (u p) k <= 1 ->
  0 < delta -> 0 < eps -> 0 < beta -> (0 < k)%nat ->
  released (combined delta (sqrt (INR k)) eps beta) (gradient before dot (fun _ => 1) r u n) k t <=
  exp (eps_true eps beta) * released (combined delta (sqrt (INR k)) eps beta) (gradient before dot (fun _ => 1) q u n) k t.
Proof.
  intros H Hp Hd Hu Hdelta He Hb Hk.
  assert (Hroot : 0 < sqrt (INR k)) by (apply sqrt_lt_R0, lt_0_INR; exact Hk).
  assert (Ht := eps_true_above eps beta He Hb).
  rewrite combined_is_worth by assumption.
  replace (exp (eps_true eps beta)) with (exp (eps_true eps beta * 1)) by (f_equal; ring).
  apply (theorem_2 before dot (fun _ => 1) r q u n p k delta (eps_true eps beta) t); try assumption; lra.
Qed.

(* The calibration: with eps sqrt(1 + beta^2) / (1 + beta) for eps the scale is what the paper wants. *)
Theorem calibrated (delta root eps beta : R) : 0 < delta -> 0 < root -> 0 < eps -> 0 < beta ->
  combined delta root (eps * sqrt (1 + beta * beta) / (1 + beta)) beta = 2 * delta * root / eps.
Proof. intros Hd Hr He Hb. assert (H := root_pos beta). unfold combined. field. repeat split; nra. Qed.

(* privsr_friend_add's postcondition. *)
Definition sent (before : nat -> R) (s : R) (u : nat -> R) : nat -> R := fun l => before l - 2 * s * u l.

Theorem friend_moves_l2 (before u v : nat -> R) (s : R) (k : nat) : 0 <= s ->
  l2 (fun l => sent before s u l - sent before s v l) k = 2 * s * l2 (fun l => u l - v l) k.
Proof.
  intros Hs. rewrite (l2_ext _ (fun l => - (2 * s) * (u l - v l))) by (intros l _; unfold sent; ring).
  rewrite l2_scale, Rabs_Ropp, Rabs_pos_eq by lra. reflexivity.
Qed.

Lemma squares_apart (u v : nat -> R) (k : nat) :
  sum (fun l => (u l - v l) * (u l - v l)) k <= 2 * sum (fun l => u l * u l) k + 2 * sum (fun l => v l * v l) k.
Proof.
  induction k as [|k IH]; simpl; [lra|]. assert (0 <= (u k + v k) * (u k + v k)) by (apply Rle_0_sqr). nra.
Qed.

Lemma in_ball (u : nat -> R) (k : nat) : l2 u k <= 1 -> sum (fun l => u l * u l) k <= 1.
Proof.
  unfold l2. intros H. assert (Hn := squares_nonneg u k).
  rewrite <- (sqrt_sqrt (sum (fun l => u l * u l) k)) by exact Hn.
  assert (0 <= sqrt (sum (fun l => u l * u l) k)) by apply sqrt_pos. nra.
Qed.

(* Two vectors of the unit ball are up to 2 apart: 4 S_if, not 2. *)
Theorem friend_sensitivity_l2 (before u v : nat -> R) (s : R) (k : nat) :
  0 <= s -> l2 u k <= 1 -> l2 v k <= 1 ->
  l2 (fun l => sent before s u l - sent before s v l) k <= 4 * s.
Proof.
  intros Hs Hu Hv. rewrite friend_moves_l2 by exact Hs.
  assert (l2 (fun l => u l - v l) k <= 2).
  { unfold l2. rewrite <- (sqrt_square 2) by lra. apply sqrt_le_1_alt.
    assert (H := squares_apart u v k). apply in_ball in Hu. apply in_ball in Hv. lra. }
  nra.
Qed.

Theorem friend_sensitivity_l1 (before u v : nat -> R) (s : R) (k : nat) :
  0 <= s -> l2 u k <= 1 -> l2 v k <= 1 ->
  l1 (fun l => sent before s u l - sent before s v l) k <= sqrt (INR k) * (4 * s).
Proof.
  intros Hs Hu Hv. eapply Rle_trans; [apply l1_at_most_root_l2|].
  apply Rmult_le_compat_l; [apply sqrt_pos|]. apply friend_sensitivity_l2; assumption.
Qed.

(* With sum q ~ Lap(sqrt K / eps), as 2 sum q ~ Lap(2 sqrt K / eps) says: 4 S_if eps. *)
Theorem theorem_2_true (before u v : nat -> R) (s eps : R) (k : nat) (t : nat -> R) :
  0 <= s -> l2 u k <= 1 -> l2 v k <= 1 -> 0 < eps -> (0 < k)%nat ->
  released (friend_scale (sqrt (INR k)) eps) (sent before s u) k t <=
  exp (4 * s * eps) * released (friend_scale (sqrt (INR k)) eps) (sent before s v) k t.
Proof.
  intros Hs Hu Hv He Hk. assert (Hroot : 0 < sqrt (INR k)) by (apply sqrt_lt_R0, lt_0_INR; exact Hk).
  replace (4 * s * eps) with (eps * (4 * s)) by ring.
  apply stretching; [exact Hroot|exact He|]. rewrite Rmult_comm. apply friend_sensitivity_l1; assumption.
Qed.

(* privsr.thm2 is false: K = 1, S_if = 1, u_f = 1 and u_f' = -1 are attained; also where the noise
   itself, and not its double, has the scale 2 sqrt K / eps. *)
Theorem theorem_2_refuted (eps t : R) : 0 < eps -> 4 <= t ->
  laplace (friend_scale 1 eps) (t - 4) = exp (4 * eps) * laplace (friend_scale 1 eps) t.
Proof.
  intros He Ht. assert (0 < friend_scale 1 eps) by (unfold friend_scale; apply Rdiv_lt_0_compat; lra).
  rewrite attained by (try assumption; lra).
  replace (4 / friend_scale 1 eps) with (4 * eps) by (unfold friend_scale; field; lra). reflexivity.
Qed.

Theorem theorem_2_refuted_still (eps t : R) : 0 < eps -> 4 <= t ->
  laplace (2 * friend_scale 1 eps) (t - 4) = exp (2 * eps) * laplace (2 * friend_scale 1 eps) t.
Proof.
  intros He Ht. assert (0 < friend_scale 1 eps) by (unfold friend_scale; apply Rdiv_lt_0_compat; lra).
  rewrite attained by (try assumption; lra).
  replace (4 / (2 * friend_scale 1 eps)) with (2 * eps) by (unfold friend_scale; field; lra). reflexivity.
Qed.

(* corrected. privsr_parts' postcondition: the shares of both groups add up to the whole law. *)
Theorem parts_add_up (one other sensitive others : R) :
  0 < one -> 0 < other -> 0 < sensitive -> 0 < others ->
  sensitive * (one / ((one + other) * sensitive)) + others * (other / ((one + other) * others)) = 1.
Proof. intros H1 H2 H3 H4. field. repeat split; lra. Qed.

(* privsr_friend_contribute's postcondition. *)
Definition cut (most z : Z) : Z := Z.max (- most) (Z.min most z).
Definition contributed (before : nat -> Z) (most : Z) (x : nat -> Z) : nat -> Z := fun l => (before l + cut most (x l))%Z.

Theorem friend_contribution_moves (before x y : nat -> Z) (most : Z) (k : nat) : (0 <= most)%Z ->
  (zl1 (fun l => (contributed before most x l - contributed before most y l)%Z) k <= 2 * most * Z.of_nat k)%Z.
Proof.
  intros Hm. induction k as [|k IH]; [simpl; lia|].
  cbn [zl1]. unfold contributed, cut in *. lia.
Qed.

(* One friend's vector, whatever it is: eps, with S_if = 1. *)
Theorem friends_corrected (c eps : R) (before x y : nat -> Z) (most : Z) (k : nat) (t : nat -> Z) :
  0 <= c -> 0 < eps -> (0 < most)%Z -> (0 < k)%nat ->
  released_steps c (eps / IZR (2 * most * Z.of_nat k)) (contributed before most x) k t <=
  exp eps * released_steps c (eps / IZR (2 * most * Z.of_nat k)) (contributed before most y) k t.
Proof.
  intros Hc He Hm Hk. assert (Hw : 0 < IZR (2 * most * Z.of_nat k)) by (apply (IZR_lt 0); lia).
  assert (Hrate : 0 < eps / IZR (2 * most * Z.of_nat k)) by (apply Rdiv_lt_0_compat; assumption).
  eapply Rle_trans; [apply released_steps_ratio; [exact Hc|lra]|].
  apply Rmult_le_compat_r; [apply released_steps_nonneg; exact Hc|].
  apply exp_le. replace eps with (IZR (2 * most * Z.of_nat k) * (eps / IZR (2 * most * Z.of_nat k))) at 2 by (field; lra).
  apply Rmult_le_compat_r; [lra|]. apply IZR_le, friend_contribution_moves. lia.
Qed.
