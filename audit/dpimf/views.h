/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What each view sees of a run of dpimf, and how likely that is in either world. */
#ifndef DPMF_AUDIT_DPIMF_VIEWS_H
#define DPMF_AUDIT_DPIMF_VIEWS_H
#include "audit/dpimf/worlds.h"

typedef enum dpmf_status dpimf_sample(const void *instance, int world, const struct dpmf_key *key,
                                      double *seen, struct dpmf_error *error);
typedef double dpimf_ratio(const void *instance, const double *seen);

/* The released coefficients of every pass: q is computed from them and from what is public. */
dpimf_sample dpimf_see_coefficients;
dpimf_ratio dpimf_ratio_coefficients;
/* The same where user 0's interaction is sampled with probability 1 / w; one item, one factor. */
dpimf_ratio dpimf_ratio_sampled;
/* q of every item, after the last pass. */
dpimf_sample dpimf_see_solved;
dpimf_ratio dpimf_ratio_solved; /* one factor, scheme opt */
/* q of every item after two rounds of dpmf_dpimf_train from a fixed start; one factor, scheme opt. */
dpimf_sample dpimf_see_rounds;
dpimf_ratio dpimf_ratio_rounds;

#endif
