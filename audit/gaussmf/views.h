/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What each view sees of a run of gaussmf, and how likely that is in either
   world; one factor. The pairs belong together. */
#ifndef DPMF_AUDIT_GAUSSMF_VIEWS_H
#define DPMF_AUDIT_GAUSSMF_VIEWS_H
#include "audit/gaussmf/worlds.h"

typedef enum dpmf_status gaussmf_sample(const void *instance, int world, const struct dpmf_key *key,
                                        double *seen, struct dpmf_error *error);
typedef double gaussmf_ratio(const void *instance, const double *seen);

/* Theta after every round. */
gaussmf_sample gaussmf_see_rounds;
gaussmf_ratio gaussmf_ratio_rounds;
/* Theta at the end; two rounds, one item. */
gaussmf_sample gaussmf_see_last;
gaussmf_ratio gaussmf_ratio_last;
/* Theta and X at the end; one round. */
gaussmf_sample gaussmf_see_both;
gaussmf_ratio gaussmf_ratio_both;

#endif
