/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Poisson binomial mechanism (dpmf-rp Algorithm 1, behind secure
   aggregation), accounted exactly: user i of `users` holds x_i in [-c, c] and
   adds Binomial(quanta, 1/2 + theta x_i / c); the server sees the sum. The
   neighbours change one user's input, from anything to anything (replace).

   The worst inputs (proofs/theory/PoissonBinomial.v proves it of Renyi divergence and of delta). Let S be the sum of the others and f any convex function
   with f(1) = 0.
   1. A sum of independent Bernoullis is log-concave, so S + Binomial(q, p) grows
      with p in the likelihood-ratio order. For p > p' >= p'' let g = dP_p / dP_p''
      and g' = dP_p' / dP_p'': both grow with the outcome, g - g' changes sign once,
      from - to +, and both have mean 1, so E f(g) >= E f(g') (Karlin and Novikoff).
      Likewise in the second argument. So each f-divergence is largest when the
      user who changes goes from one extreme to the other.
   2. Binomial(q, p_i) is the sum of q Bernoullis. Let each of the (users - 1) q of
      the others have a mean of its own: both laws are affine in each mean, an
      f-divergence is jointly convex, so each goes to an extreme. By exchange only
      the number `high` of those at 1/2 + theta counts. The largest value over
      high = 0 .. (users - 1) q is therefore an upper bound; where it lies at a
      multiple of q, users who hold +c and -c attain it.
   3. P and Q exchanged is the mirror image with `high` and `low` exchanged, so
      one direction over all `high` covers both.
   4. By post-processing the value falls when a Bernoulli is added. So at every `high`
      in [a, b] it is at most what a at 1/2 + theta and M - b at 1/2 - theta give,
      M = (users - 1) q: where M is too large to visit each, cells do.
   Renyi divergences are increasing functions of f-divergences, and
   delta(epsilon) is one; epsilon(delta) falls and rises with it. */
#ifndef DPMF_ACCOUNT_PBM_H
#define DPMF_ACCOUNT_PBM_H
#include <stdbool.h>
#include "account/pbm_pair.h"

struct dpmf_pbm {
	unsigned long users;        /* who take part in a round: the paper's beta n */
	unsigned long quanta;       /* q */
	struct dpmf_enclosure theta;
	unsigned long coordinates, rounds;
};

struct dpmf_pbm_worst {
	struct dpmf_enclosure value; /* lo: attained by `users_high`; hi: no input exceeds it */
	unsigned long users_high;    /* others at +c when the one who changes goes from +c (P) to -c (Q);
	                                the mirror image is as bad */
	unsigned long visited;       /* cells of `high` */
	bool each;                   /* every single `high` was visited */
};

/* The ranges that the paper's results need: users, quanta, coordinates and
   rounds at least 1, theta in (0, 1/4]; DPMF_INPUT says which is not kept. */
enum dpmf_status dpmf_pbm_check(const struct dpmf_pbm *pbm, struct dpmf_error *error);
/* An order above 1. */
enum dpmf_status dpmf_pbm_check_order(const struct dpmf_enclosure *alpha, struct dpmf_error *error);

void dpmf_pbm_worst_init(struct dpmf_pbm_worst *worst);
void dpmf_pbm_worst_clear(struct dpmf_pbm_worst *worst);
/* The largest answer to the question, for one coordinate of one round. `effort` bounds
   visits times outcomes; 0: DPMF_PBM_EFFORT. */
enum { DPMF_PBM_EFFORT = 1000000 };
/* Into how many cells the effort lets the values of `high` be divided: cell i of them is from
   i (M + 1) / cells to (i + 1) (M + 1) / cells - 1. */
unsigned long dpmf_pbm_cells(const struct dpmf_pbm *pbm, unsigned long effort);
enum dpmf_status dpmf_pbm_worst(const struct dpmf_pbm *pbm, dpmf_pbm_question question,
                                const struct dpmf_enclosure *argument, unsigned long effort,
                                struct dpmf_pbm_worst *worst, struct dpmf_error *error);

/* D_alpha over all coordinates and rounds, alpha > 1: they add up, and inputs
   that are worst in each attain the sum. */
enum dpmf_status dpmf_pbm_rdp(const struct dpmf_pbm *pbm, const struct dpmf_enclosure *alpha,
                              struct dpmf_pbm_worst *worst, struct dpmf_error *error);

/* The smallest C_0 for which Theorem 4.1 holds here,
     epsilon = C_0 theta^2 / (1 - 2 theta)^4 alpha^2 / (alpha - 1) q p k / (beta n),
   with beta n = users and p k = coordinates, and rounds added up. (The appendix and (20)
   say what (18) garbles, "q p kappa": p k is the number of coordinates.) */
/* theta^2 / (1 - 2 theta)^4 q coordinates rounds / users, what stands beside C_0 alpha^2 / (alpha - 1). */
void dpmf_pbm_factor(const struct dpmf_pbm *pbm, struct dpmf_enclosure *z);
void dpmf_pbm_c0(const struct dpmf_pbm *pbm, const struct dpmf_enclosure *alpha, const struct dpmf_enclosure *rdp,
                 struct dpmf_enclosure *c0);

#endif
