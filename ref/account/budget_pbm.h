/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The budget of rounds of the Poisson binomial mechanism, for one changed user,
   of whom the server sees nothing but the sums. Those who collude know their
   own messages and take them away: the sum that counts is that of the messages of
   honest users which are certain to be in it, the entry's `least`. More messages in it are
   post-processing. */
#ifndef DPMF_ACCOUNT_BUDGET_PBM_H
#define DPMF_ACCOUNT_BUDGET_PBM_H
#include <stddef.h>
#include "account/pbm_compose.h"
#include "noise/entry.h"

struct dpmf_pbm_budget {
	struct dpmf_pbm pbm;            /* of one round; users: the honest, rounds: those that count */
	size_t releases;                /* rounds in the record */
	struct dpmf_enclosure delta;
	struct dpmf_pbm_worst epsilon;  /* the least epsilon at delta (pbm_compose.h) */
	double order;                   /* of a Renyi divergence that gives epsilon's hi, else 0 */
};

void dpmf_pbm_budget_init(struct dpmf_pbm_budget *budget);
void dpmf_pbm_budget_clear(struct dpmf_pbm_budget *budget);

/* Of the record's rounds, of which any one user takes part in `most` at most, by a
   schedule that is public; the rounds without it do not depend on it. DPMF_INPUT where an
   entry is no Poisson binomial round, or not like the others, or had fewer messages than it
   declares (one of which none left is counted as declared). */
enum dpmf_status dpmf_pbm_compose_record(const struct dpmf_record *record, size_t most,
                                         const struct dpmf_enclosure *delta, struct dpmf_pbm_budget *budget,
                                         struct dpmf_error *error);

#endif
