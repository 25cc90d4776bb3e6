/* SPDX-License-Identifier: GPL-3.0-or-later */
/* (epsilon, delta) of the Poisson binomial mechanism over coordinates and
   rounds, and the choice of theta and q by it (dpmf-rp 4.3.1). */
#ifndef DPMF_ACCOUNT_PBM_COMPOSE_H
#define DPMF_ACCOUNT_PBM_COMPOSE_H
#include "account/pbm.h"

/* The smallest epsilon at which `pbm` is (epsilon, delta)-DP, 0 < delta < 1.
   One coordinate in one round: from the exact curve. More: `hi` is the smaller of what
   privacy-loss distributions give (pbm_pld.h) and the Renyi divergence at the best
   of a list of orders, by
     epsilon = D + ln((alpha - 1) / alpha) - (ln delta + ln alpha) / (alpha - 1)
   (Canonne, Kamath and Steinke 2020, Prop. 12); `lo` is what one placement attains. *order is
   that order where it gives `hi`, else 0. */
enum dpmf_status dpmf_pbm_epsilon(const struct dpmf_pbm *pbm, const struct dpmf_enclosure *delta,
                                  struct dpmf_pbm_worst *worst, double *order, struct dpmf_error *error);

/* The smallest C_0 for which Theorem 4.1 with the conversion of Definition 3.2, at its best
   order, gives at least this epsilon. With K the factor of C_0 alpha^2 / (alpha - 1)
   and L = ln(1 / delta) that best is 2 C_0 K + 2 sqrt(C_0 K (C_0 K + L)), so
     C_0 = epsilon^2 / (4 K (epsilon + L)). */
void dpmf_pbm_c0_delta(const struct dpmf_pbm *pbm, const struct dpmf_enclosure *delta,
                       const struct dpmf_enclosure *epsilon, struct dpmf_enclosure *c0);

/* 4.3.1, by exact accounting. What the target is given in: */
struct dpmf_pbm_target {
	const struct dpmf_enclosure *epsilon;
	const struct dpmf_enclosure *delta; /* (epsilon, delta); or NULL: */
	const struct dpmf_enclosure *alpha; /* D_alpha <= epsilon */
	unsigned bits;                      /* a message of users * quanta must stay below 2^bits */
};
/* Of q = 1, 2, 4, ... that fit into the bits, the one whose largest theta (a multiple of
   2^-16, at most 1/4) within the target leaves the estimator the least variance,
   1 / (q theta^2); a larger q only where that is 1 % less. Sets pbm->quanta and
   pbm->theta. DPMF_NO: not even theta = 2^-16 with q = 1 is within the target. */
enum dpmf_status dpmf_pbm_select(struct dpmf_pbm *pbm, const struct dpmf_pbm_target *target, struct dpmf_error *error);

#endif
