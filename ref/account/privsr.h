/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What privsr's published noise on ratings is worth, as a function of beta:
   eps_s = (1 + beta) eps for who is sensitive, eps_n = (1 / beta + 1) eps for the
   others, and for an item of both, because independent normals add their
   variances,
     2 Delta sqrt(K) sqrt(1 / eps_s^2 + 1 / eps_n^2) = 2 Delta sqrt(K) / (eps (1 + beta) / sqrt(1 + beta^2)).
   With U held fixed, noise drawn once and h unknown; against h known see mixture.h. */
#ifndef DPMF_ACCOUNT_PRIVSR_H
#define DPMF_ACCOUNT_PRIVSR_H
#include "account/enclosure.h"
#include "core/status.h"

struct dpmf_privsr {
	struct dpmf_enclosure scale;     /* of an item's noise where both groups rated it */
	struct dpmf_enclosure both;      /* the epsilon that it gives: eps (1 + beta) / sqrt(1 + beta^2) */
	struct dpmf_enclosure sensitive; /* of an item that sensitive raters alone rated: (1 + beta) eps */
	struct dpmf_enclosure others;    /* of one that others alone rated: (1 / beta + 1) eps */
};

void dpmf_privsr_init(struct dpmf_privsr *worth);
void dpmf_privsr_clear(struct dpmf_privsr *worth);
/* delta and epsilon finite and above 0, factors >= 1, 0 < beta <= 1. */
enum dpmf_status dpmf_privsr_worth(double delta, unsigned long factors, double epsilon, double beta,
                                   struct dpmf_privsr *worth, struct dpmf_error *error);

#endif
