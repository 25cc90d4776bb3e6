/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One run, many canaries: how many guesses can be right if a claim is true.

   The game (Steinke, Nasr and Jagielski, Privacy Auditing with One (1) Training Run, 2023). There are m canaries. For each of
   them a fair coin, independent of all else, says whether it is in or out; then the program runs once. From what it gave,
   and without the coins, at most K canaries are guessed to be in or to be out; the others are left. C guesses are right.

   Without delta. Let the program be epsilon-private when one canary goes from in to out or back. Given what it gave, and the other
   coins, Bayes' rule says that a guess is right with a probability of at most q = e^epsilon / (1 + e^epsilon), since a coin is fair
   and what was given is at most e^epsilon times likelier with it one way than the other. So C, coin by coin, lies below
   Binomial(K, q) (their Proposition 5.1): P(C >= v) <= P(Bin(K, q) >= v). No canary need be by itself: a score may depend on all.

   With a trade-off. Let g be concave and such that P_in(B) <= g(P_out(B)) and P_out(B) <= g(P_in(B)) for every event B, whatever the
   other coins are: e^epsilon x + delta, or Phi(Phi^-1(x) + mu) of a mu-Gaussian mechanism. As Mahloujifar, Melis and Chaudhuri
   do (Auditing f-Differential Privacy in One Run, 2024), look at one canary while all others are given, and sum over the
   canaries. This is the argument in full; nothing below is taken from a paper without it.

     1. Let i be a canary, T a set of numbers, and A the event that i is guessed and that the number of right guesses among the others is
        in T. Given the other coins A depends on what was given alone. Its half where i is guessed in and its half where
        i is guessed out give P(i right, A) <= g(P(i wrong, A)), because g is concave; so they do with the other coins averaged.
     2. The mean over i = 1 ... m, with p_c = P(C = c) and T = {t, t + 1, ...}: the sum of c p_c over c > t is at most
        m g((the sum of (K - c) p_c over c >= t) / m). Write U_t = sum of c p_c over c >= t, P_t = sum of p_c over c >= t, and h for
        the inverse of g, which is convex:   K P_t - U_t >= m h(U_(t+1) / m)   for every t >= 0.
     3. Suppose that P(C >= v) = x. How little probability can there be in all? Going down from t = v - 1, take U_v = v x and
        every p_t as small as step 2 allows. That is the least. For let a_t >= 0 be the slope of h there, and replace h by its tangent:
        the least of a linear program, whose dual has lambda_c = (1 - sum over t < c of lambda_t (K - c (1 + a_t))) / (K - c). That sum
        never exceeds 1, by induction on c: from c to c + 1 it grows by lambda_c (K - c) at most. So lambda >= 0 is feasible, and
        it proves the sum of the greedy p_t to be a lower bound, from whichever t on.
     4. If the least exceeds 1, then P(C >= v) < x. The least is convex in x and 0 at 0, so it grows with x.

   With g(x) = e^epsilon x + delta the greedy p_t are Binomial(K, q)'s ratios below v, and 3 and 4 come to

     P(C >= v) <= (w + m delta B / v) / (w + (1 - rho) B),   w = P(Bin(K, q) = v), B = P(Bin(K, q) < v), rho = e^epsilon (K - v) / v,

   for v > K q. It is exact for K = v = 1. Corollary 5.4 of Steinke, Nasr and Jagielski has P(Bin(K, q) >= v) + 2 m delta max_i P(v - i <=
   Bin(K, q) < v) / i in its place, which is larger unless m delta is very small; their own figures are in the tests.

   The test. A claim is rejected when this bound on P(C >= v), at the number v that was right, is at most alpha: a true claim is, with
   probability at most alpha. Larger epsilon, larger bound: so the largest epsilon that is rejected is a lower bound with confidence
   1 - alpha. K, m and which end is guessed must not depend on the coins. Where several K are looked at, they share alpha. */
#ifndef DPMF_AUDIT_SCORES_BOUND_H
#define DPMF_AUDIT_SCORES_BOUND_H
#include <stdint.h>

struct scores_counts {
	uint64_t canaries, guesses, right; /* m >= K >= C */
};

/* At least P(C >= right), and at most 1, if the claim is true. q = e^epsilon / (1 + e^epsilon), from 1/2 to below 1. By MPFR with
   directed rounding where delta is 0; else with a relative slack of 10^-9, a thousand times what the roundings come to. */
double scores_chance(const struct scores_counts *counts, double q, double delta);

/* The largest epsilon found that is rejected at alpha; 0 when there is none. */
double scores_epsilon_lower(const struct scores_counts *counts, double delta, double alpha);

/* The same of mu. The greedy solution chooses the tangents, and the dual one, computed with slack for every rounding, decides.
   NAN: no memory. */
double scores_mu_lower(const struct scores_counts *counts, double alpha);

#endif
