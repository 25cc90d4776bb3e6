/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Recommendation lists of explicit ratings (dpmf-rp, Appendices H and I). A
   user's list are the items that it did not rate in `train`, by prediction, the
   highest first, ties by item; relevant are the test items rated `threshold` or
   higher. Users without a relevant test item are in none of the means but RMSE's. */
#ifndef DPMF_EVAL_RELEVANCE_H
#define DPMF_EVAL_RELEVANCE_H
#include <stddef.h>
#include "core/public.h"
#include "core/ratings.h"
#include "mech/model.h"

DPMF_BEGIN

struct dpmf_relevance {
	size_t users;             /* with a relevant test item */
	double rmse;              /* Eq. (52): the mean over users of each one's RMSE */
	double precision, recall; /* Eqs. (53), (54) */
	double f1;                /* Eq. (55): of the two means */
	double map;               /* Eqs. (56), (57): over the relevant items in the list, 0 where there is none */
	double map_relevant;      /* over as many as a list could have held instead */
};

enum { DPMF_RELEVANCE_MOST = 100 };
/* 1 <= list <= DPMF_RELEVANCE_MOST; `train` and `test` in one numbering. */
enum dpmf_status dpmf_relevance_measure(const struct dpmf_model *model, const struct dpmf_ratings *train,
                                        const struct dpmf_ratings *test, double threshold, size_t list,
                                        unsigned jobs, struct dpmf_relevance *relevance, struct dpmf_error *error);

/* Eqs. (58) and (59): users in groups by how much they rated, group g from bound[g] to below
   bound[g + 1] ratings in `train`, the last one without an end. mse[g] is NaN for a group without test ratings, and
   such groups are not in the variance. */
double dpmf_group_variance(const struct dpmf_model *model, const struct dpmf_ratings *train,
                           const struct dpmf_ratings *test, const size_t *bound, size_t groups, double *mse);

DPMF_END

#endif
