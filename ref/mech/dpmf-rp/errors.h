/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What projection and privatization do to the gradients of a training of dpmf-rp, as an
   onlooker who knows all ratings finds it (Section 5.1). Nothing of it is private.

   G is what Algorithm 2 estimates: 2 / beta times the mean of the clipped f(i, .) over the users
   of a round, in the units of Delta_1 = 4 e (1 + kappa) B_1 / beta. B is S G, and B' what the
   server makes of the users' messages in its stead. */
#ifndef DPMF_MECH_RP_ERRORS_H
#define DPMF_MECH_RP_ERRORS_H
#include "mech/dpmf-rp/sum.h"

/* Sums over rounds of squared Frobenius norms. */
struct dpmf_rp_errors {
	size_t rounds;
	double gradient;      /* G */
	double projection;    /* S'S G - G, S being the training's, by which V is S'B and G depends on it */
	double fresh;         /* the same with another S for every round, on which nothing depends: Lemma 5.1's */
	double privatization; /* S'(B' - B): Lemma 5.2's */
	double expected;      /* the mean of that over the draws: variance, and bias where padding or clipping has left one */
	double bias;          /* the bias in it */
	double total;         /* S'B' - G */
};

/* Adds a round of the `count` users listed; estimate: dpmf_rp_sum_estimate's, p x k. Draws nothing that the
   training draws. */
enum dpmf_status dpmf_rp_errors_add(const struct dpmf_rp_round *round, const struct dpmf_key *key, uint64_t number,
                                    const uint32_t *user, size_t count, const double *estimate,
                                    struct dpmf_rp_errors *errors, struct dpmf_error *error);

#endif
