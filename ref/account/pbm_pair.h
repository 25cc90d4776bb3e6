/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One placement of the Poisson binomial mechanism: the users who do not change
   hold `high` Bernoullis at 1/2 + theta and `low` at 1/2 - theta; the one who
   changes has `quanta`, all at 1/2 + theta in the law P of the sum, all at
   1/2 - theta in Q. The other direction is the mirror image: Q against P with
   (high, low) is P against Q with (low, high), outcome s read as N - s. */
#ifndef DPMF_ACCOUNT_PBM_PAIR_H
#define DPMF_ACCOUNT_PBM_PAIR_H
#include "account/pbm_law.h"

struct dpmf_pbm_pair {
	unsigned long high, low, quanta;
	const struct dpmf_enclosure *odds; /* dpmf_pbm_odds */
};

/* What is asked of a placement: an enclosure of it for P against Q. Each is
   monotone under post-processing, so it falls as `high` or `low` grows. */
typedef enum dpmf_status (*dpmf_pbm_question)(const struct dpmf_pbm_pair *pair, const struct dpmf_enclosure *argument,
                                              struct dpmf_enclosure *value, struct dpmf_error *error);

/* D_alpha(P || Q), alpha > 1. */
enum dpmf_status dpmf_pbm_pair_renyi(const struct dpmf_pbm_pair *pair, const struct dpmf_enclosure *alpha,
                                     struct dpmf_enclosure *divergence, struct dpmf_error *error);
/* delta(epsilon) = sum of (P - e^epsilon Q)+, epsilon >= 0. */
enum dpmf_status dpmf_pbm_pair_delta(const struct dpmf_pbm_pair *pair, const struct dpmf_enclosure *epsilon,
                                     struct dpmf_enclosure *delta, struct dpmf_error *error);
/* The smallest epsilon >= 0 with delta(epsilon) <= delta, 0 < delta < 1. P / Q
   grows with the outcome, so delta(epsilon) is the largest P[S >= s] - e^epsilon Q[S >= s],
   and epsilon the largest ln((P[S >= s] - delta) / Q[S >= s]). */
enum dpmf_status dpmf_pbm_pair_epsilon(const struct dpmf_pbm_pair *pair, const struct dpmf_enclosure *delta,
                                       struct dpmf_enclosure *epsilon, struct dpmf_error *error);

/* P and Q on one window, and the largest P / Q: odds^quanta, at the outcome N. The window is
   what Bernstein's inequality gives for tails of e^-depth; what lies beyond it is
   bounded afterwards, so that nothing rests on that. */
struct dpmf_pbm_laws {
	struct dpmf_pbm_law p, q;
	struct dpmf_enclosure top;
};
enum dpmf_status dpmf_pbm_laws_init(const struct dpmf_pbm_pair *pair, double depth, struct dpmf_pbm_laws *laws,
                                    struct dpmf_error *error);
void dpmf_pbm_laws_clear(struct dpmf_pbm_laws *laws);

#endif
