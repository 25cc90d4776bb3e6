/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dpmf-rp 4.3.1 as printed: theta and q from Eq. (18) with a given C_0, and the bound on q that Eq. (21) states. q exceeds
   that bound wherever theta is not cut (claim rp.eq21); what is safe by exact accounting is dpmf_pbm_select. */
#ifndef DPMF_ACCOUNT_PBM_PUBLISHED_H
#define DPMF_ACCOUNT_PBM_PUBLISHED_H
#include "account/pbm.h"

struct dpmf_pbm_published {
	struct dpmf_enclosure bound; /* (alpha - 1) / alpha^2 n epsilon / (C_0 p k), Eq. (21) */
	struct dpmf_enclosure theta; /* that of Eq. (18) at q = 1, at most 1/4 */
	unsigned long quanta;        /* 1 where theta is below 1/4; else that of Eq. (18), rounded down */
};

void dpmf_pbm_published_init(struct dpmf_pbm_published *chosen);
void dpmf_pbm_published_clear(struct dpmf_pbm_published *chosen);
/* `users` take part in a round (beta n), `coordinates` are p k. epsilon and C_0 above 0, alpha above 1. DPMF_FAILED: the
   inputs are not exact enough to tell which whole number q is, or it is above 2^53. */
enum dpmf_status dpmf_pbm_published_choice(const struct dpmf_enclosure *epsilon, const struct dpmf_enclosure *alpha, const struct dpmf_enclosure *c0,
                                           unsigned long coordinates, unsigned long users, struct dpmf_pbm_published *chosen,
                                           struct dpmf_error *error);

#endif
