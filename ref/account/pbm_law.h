/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The law of the sum that the server sees in the Poisson binomial mechanism
   (dpmf-rp Algorithm 1) when every Bernoulli is at one of its two extremes:
   `high` of them at h = 1/2 + theta, `low` at l = 1/2 - theta, N = high + low.

   With the odds w = h / l its probabilities are g_s w^low / (1 + w)^N, where
   (1 + w z)^high (1 + z / w)^low = sum g_s z^s, and from the derivative
     (s + 1) g_(s+1) = ((high - s) w + (low - s) / w) g_s + (N - s + 1) g_(s-1).
   While the bracket is not negative this adds what is positive, so that no digit
   is lost; where it is, the same recurrence runs down from the other end, with
   `high` and `low` exchanged. */
#ifndef DPMF_ACCOUNT_PBM_LAW_H
#define DPMF_ACCOUNT_PBM_LAW_H
#include <stddef.h>
#include "account/enclosure.h"

/* Below two machine words MPFR is quicker. */
enum { DPMF_PBM_BITS = 120 };

struct dpmf_pbm_law {
	unsigned long high, low;  /* how many Bernoullis at each extreme */
	unsigned long from;       /* outcome of the first probability kept */
	size_t count;             /* probabilities kept, of outcomes from, from + 1, ... */
	struct dpmf_enclosure *mass;
	struct dpmf_enclosure below, above; /* mass of the outcomes that are not kept */
};

/* h / l of theta, 0 < theta <= 1/4. */
void dpmf_pbm_odds(const struct dpmf_enclosure *theta, struct dpmf_enclosure *odds);

/* All outcomes from `from` to `to` <= high + low. */
enum dpmf_status dpmf_pbm_law_init(struct dpmf_pbm_law *law, unsigned long high, unsigned long low,
                                   const struct dpmf_enclosure *odds, unsigned long from, unsigned long to,
                                   struct dpmf_error *error);
void dpmf_pbm_law_clear(struct dpmf_pbm_law *law);

#endif
