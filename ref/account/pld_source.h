/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pairs of laws for privacy-loss distributions. Each function is the `above` of
   struct dpmf_pld_pair; the comment says what its context is. */
#ifndef DPMF_ACCOUNT_PLD_SOURCE_H
#define DPMF_ACCOUNT_PLD_SOURCE_H
#include "account/pld.h"

/* struct dpmf_enclosure: mu = sensitivity / sigma > 0. L is N(mu^2 / 2, mu^2) under P, N(-mu^2 / 2, mu^2) under Q. */
enum dpmf_status dpmf_pld_gaussian(const void *mu, double loss, struct dpmf_enclosure *p, struct dpmf_enclosure *q,
                                   struct dpmf_error *error);
/* struct dpmf_enclosure: e0 = sensitivity / scale > 0. For -e0 <= b < e0
   P[L > b] = 1 - e^((b - e0) / 2) / 2 and Q[L > b] = e^(-(b + e0) / 2) / 2. */
enum dpmf_status dpmf_pld_laplace(const void *e0, double loss, struct dpmf_enclosure *p, struct dpmf_enclosure *q,
                                  struct dpmf_error *error);
/* struct dpmf_enclosure: e0 > 0 of the exponential-normal mixture with h known, per
   coordinate (account/mixture.h). From its curve, Q[L > b] = -e^-b delta'(b) and
   P[L > b] = delta(b) - delta'(b); with s = sqrt(b^2 + e0^2)
   P[L > b] = 1 - (1 + b / s) e^((b - s) / 2) / 2, Q[L > b] = (1 - b / s) e^(-(b + s) / 2) / 2. */
enum dpmf_status dpmf_pld_mixture(const void *e0, double loss, struct dpmf_enclosure *p, struct dpmf_enclosure *q,
                                  struct dpmf_error *error);

/* Finitely many outcomes. */
struct dpmf_pld_law {
	size_t count;
	const struct dpmf_enclosure *p, *q;
};
/* struct dpmf_pld_law */
enum dpmf_status dpmf_pld_finite(const void *law, double loss, struct dpmf_enclosure *p, struct dpmf_enclosure *q,
                                 struct dpmf_error *error);

#endif
