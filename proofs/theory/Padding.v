(* SPDX-License-Identifier: GPL-3.0-or-later *)
(* dpmf-rp, Lemma 5.2 and Theorem 5.3 against one user and three items, whose gradient is
   (1, 0, 0), Delta_1 = k = 1, theta = 1/4, every item in a row of its own (m = p = 3, p' = 4,
   signs 1). Flattened it is (1, 1, 1, 1) / 2, each within Delta_1 / sqrt(3); what the server
   makes of the first item has the mean sqrt(3) / 2 whatever q is. *)
From Coq Require Import Reals Lra Psatz Arith ZArith Lia.
From Dpmf Require Import Sums Mean Projection Hadamard Privatization.
Open Scope R_scope.

(* The mean of f of the number of successes in n independent trials. *)
Fixpoint trials (chance : R) (n : nat) (f : R -> R) : R :=
  match n with
  | O => f 0
  | S k => (1 - chance) * trials chance k f + chance * trials chance k (fun t => f (t + 1))
  end.

Section Trials.
Variable chance : R.
Hypothesis some : 0 <= chance <= 1.

Lemma trials_const (n : nat) (c : R) : trials chance n (fun _ => c) = c.
Proof. induction n as [|n IH]; simpl; [reflexivity|rewrite IH; ring]. Qed.

Lemma trials_plus (n : nat) : forall f g u v, trials chance n f = u -> trials chance n g = v ->
  trials chance n (fun w => f w + g w) = u + v.
Proof.
  induction n as [|n IH]; intros f g u v <- <-; simpl; [reflexivity|].
  rewrite (IH f g _ _ eq_refl eq_refl), (IH (fun t => f (t + 1)) (fun t => g (t + 1)) _ _ eq_refl eq_refl). ring.
Qed.

Lemma trials_scale (n : nat) (a : R) : forall f u, trials chance n f = u -> trials chance n (fun w => a * f w) = a * u.
Proof.
  induction n as [|n IH]; intros f u <-; simpl; [reflexivity|].
  rewrite (IH f _ eq_refl), (IH (fun t => f (t + 1)) _ eq_refl). ring.
Qed.

Lemma trials_le (n : nat) : forall f g u v, trials chance n f = u -> trials chance n g = v -> (forall w, f w <= g w) -> u <= v.
Proof.
  induction n as [|n IH]; intros f g u v <- <- H; simpl; [apply H|].
  apply Rplus_le_compat; (apply Rmult_le_compat_l; [lra|]); apply (IH _ _ _ _ eq_refl eq_refl); intros w; apply H.
Qed.

Definition binomial (n : nat) : mean R :=
  Build_mean R (fun f v => trials chance n f = v) (trials_const n) (fun f g u v => trials_plus n f g u v)
             (fun a f u => trials_scale n a f u) (trials_le n).

Lemma trials_shifted (n : nat) : forall a, trials chance n (fun t => t + a) = INR n * chance + a.
Proof.
  induction n as [|n IH]; intros a; [simpl; ring|]. cbn [trials]. rewrite S_INR.
  assert (E : binomial n (fun t => t + 1 + a) (INR n * chance + (1 + a))).
  { apply (of_ext _ (binomial n) (fun t => t + (1 + a)) _ (INR n * chance + (1 + a))); [apply IH|intros; ring|reflexivity]. }
  simpl in E. rewrite IH, E. ring.
Qed.
End Trials.

(* Users scale by Delta_1 / sqrt(p). *)
Definition users_chance : R := 1 / 2 + 1 / 4 * (1 / 2) / (1 / sqrt (INR 3)).
(* The four coordinates have the same chance: their numbers are one number of 4 q trials. The server scales by
   Delta_1 / sqrt(p'), and the first row of D H' is (1, 1, 1, 1) / 2. *)
Definition first_item (q total : R) : R := / 2 * estimate total 4 q (1 / 4) (1 / sqrt (INR 4)).
Definition published_error (q : nat) : R := trials users_chance (4 * q) (fun t => (first_item (INR q) t - 1) ^ 2).
(* m k Delta_1^2 / (4 beta n q theta^2). *)
Definition published_bound (q : nat) : R := 3 * 1 * 1 ^ 2 / (4 * 1 * INR q * (1 / 4) ^ 2).

Lemma roots : sqrt (INR 4) = 2 /\ sqrt (INR 3) * sqrt (INR 3) = 3 /\ 0 < sqrt (INR 3) < 7 / 4.
Proof.
  split; [replace (INR 4) with (2 * 2) by (simpl; ring); apply sqrt_square; lra|].
  assert (E : sqrt (INR 3) * sqrt (INR 3) = 3) by (rewrite sqrt_sqrt; simpl; lra).
  assert (P : 0 < sqrt (INR 3)) by (apply sqrt_lt_R0; simpl; lra). split; [exact E|]. split; [exact P|nra].
Qed.

(* The instance is one that Algorithm 2 meets. *)
Theorem instance_is_admitted : 0 <= users_chance <= 1 /\ 1 / 2 <= 1 / sqrt (INR 3) /\
  forall i, (i < 4)%nat -> spread (fun j => if Nat.eqb j 0 then 1 else 0) 2 1 i = 1 / 2.
Proof.
  destruct roots as [R4 [R3 [P3 U3]]].
  assert (E : users_chance = 1 / 2 + sqrt (INR 3) / 8) by (unfold users_chance; field; lra).
  split; [rewrite E; lra|]. split.
  - apply Rmult_le_reg_r with (sqrt (INR 3)); [exact P3|]. unfold Rdiv at 2. rewrite Rmult_assoc, Rinv_l by lra. lra.
  - intros i Hi. unfold spread. replace (2 ^ 2)%nat with 4%nat by reflexivity. rewrite R4.
    destruct i as [|[|[|[|i]]]]; [simpl; lra..|lia].
Qed.

Theorem lemma_5_2_refuted (q : nat) : 1000 < INR q -> published_bound q < published_error q.
Proof.
  intros Hq. destruct roots as [R4 [R3 [P3 U3]]]. destruct instance_is_admitted as [Hc _].
  assert (E : users_chance = 1 / 2 + sqrt (INR 3) / 8) by (unfold users_chance; field; lra).
  assert (T := trials_shifted users_chance Hc (4 * q) 0).
  assert (M : binomial users_chance Hc (4 * q) (fun t => first_item (INR q) t - 1) (sqrt (INR 3) / 2 - 1)).
  { apply (of_ext _ (binomial users_chance Hc (4 * q)) (fun t => / INR q * (t + 0) + (-3)) _ (/ INR q * (INR (4 * q) * users_chance + 0) + (-3))).
    - apply (of_plus (binomial users_chance Hc (4 * q))); [apply (of_scale (binomial users_chance Hc (4 * q))); exact T|].
      apply (of_const (binomial users_chance Hc (4 * q))).
    - intros t. unfold first_item, estimate. rewrite R4. field. lra.
    - rewrite mult_INR, E. replace (INR 4) with 4 by (simpl; ring). field. lra. }
  assert (V := square_of_mean _ (binomial users_chance Hc (4 * q)) _ _ (published_error q) M eq_refl).
  apply Rlt_le_trans with (2 := V).
  assert (B : published_bound q < 12 / 1000).
  { unfold published_bound. replace (3 * 1 * 1 ^ 2 / (4 * 1 * INR q * (1 / 4) ^ 2)) with (12 * / INR q) by (field; lra).
    unfold Rdiv. apply Rmult_lt_compat_l; [lra|]. apply Rinv_lt_contravar; nra. }
  assert (U : sqrt (INR 3) < 1733 / 1000) by nra. assert (0 < 1 - sqrt (INR 3) / 2) by lra. nra.
Qed.

(* Such a q there is. *)
Theorem lemma_5_2_refuted_somewhere : exists q : nat, published_bound q < published_error q.
Proof. exists (Z.to_nat 1001). apply lemma_5_2_refuted. rewrite INR_IZR_INZ, Z2Nat.id by lia. lra. Qed.

(* Theorem 5.3 has room for it: where p <= m, as Definition 3.5 has it, the bias a = sqrt(p / p') and the projection together stay
   below the first term, 2 m / p. *)
Theorem bias_within_the_first_term (a m p : R) : 0 <= a <= 1 -> 1 <= p <= m ->
  (1 - a) ^ 2 + a ^ 2 * ((m - 1) / p) <= 2 * m / p.
Proof.
  intros Ha Hp. assert (Hi : 0 < / p) by (apply Rinv_0_lt_compat; lra).
  assert (Hy : 1 <= m / p). { apply Rmult_le_reg_r with p; [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. }
  assert (E : (m - 1) / p <= m / p) by (apply Rmult_le_compat_r; lra).
  replace (2 * m / p) with (2 * (m / p)) by (unfold Rdiv; ring). set (y := m / p) in *.
  assert (a ^ 2 * ((m - 1) / p) <= a ^ 2 * y) by (apply Rmult_le_compat_l; [apply pow2_ge_0|exact E]).
  assert (a ^ 2 * y <= 1 * y) by (apply Rmult_le_compat_r; [lra|nra]). nra.
Qed.
