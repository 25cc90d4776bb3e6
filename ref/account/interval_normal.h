/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The standard normal law on enclosures, far into its tails. */
#ifndef DPMF_ACCOUNT_INTERVAL_NORMAL_H
#define DPMF_ACCOUNT_INTERVAL_NORMAL_H
#include "account/interval.h"

/* P(Z > x), P(Z <= x) and the density at x. Below 2^-(2^30) the lower end is 0. */
void dpmf_normal_tail(struct dpmf_enclosure *z, const struct dpmf_enclosure *x);
void dpmf_normal_cdf(struct dpmf_enclosure *z, const struct dpmf_enclosure *x);
void dpmf_normal_density(struct dpmf_enclosure *z, const struct dpmf_enclosure *x);
/* log P(Z > x) for every x: nothing underflows, and nothing is lost where the
   probability is close to 1. */
void dpmf_normal_log_tail(struct dpmf_enclosure *z, const struct dpmf_enclosure *x);

#endif
