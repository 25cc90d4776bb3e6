/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the rounds of both variants of gaussmf share. */
#ifndef DPMF_MECH_GAUSSMF_ROUNDS_H
#define DPMF_MECH_GAUSSMF_ROUNDS_H
#include "mech/gaussmf/train.h"

struct dpmf_gaussmf_rounds {
	const struct dpmf_ratings *ratings;
	const struct dpmf_gaussmf_options *options;
	struct dpmf_door *door;
	struct dpmf_model model;
	double *outer_user, *outer_item; /* clipped profiles */
	double *gradient;                /* of Theta: users x factors */
	const double *middle;            /* corrected: of the range of ratings; published: NULL */
	double *residual;                /* line 3, by row: Vhat - V, or Vhat - middle where that is given */
	double *squares;                 /* of a user's Vhat - V, summed */
	double rmse;                     /* of `model` on the ratings */
	uint64_t round;
	size_t number;                   /* of an entry in the record */
};

/* By column, residuals and clipped profiles lie scattered over memory: the loops
   ask for those of the rating so many places ahead. */
enum { DPMF_GAUSSMF_AHEAD = 16 };

/* Of rating `a` by column: the rating that many places ahead, or the last. */
static inline size_t dpmf_gaussmf_rounds_ahead(const struct dpmf_gaussmf_rounds *r, size_t a)
{
	return a + DPMF_GAUSSMF_AHEAD < r->ratings->count ? a + DPMF_GAUSSMF_AHEAD : r->ratings->count - 1;
}

/* The start, with its residuals; dpmf_gaussmf_rounds_free also after a failure. */
enum dpmf_status dpmf_gaussmf_rounds_start(const struct dpmf_ratings *ratings, const struct dpmf_gaussmf_options *options,
                                           const double *middle, const struct dpmf_key *key, struct dpmf_door *door,
                                           struct dpmf_gaussmf_rounds *r, struct dpmf_error *error);
void dpmf_gaussmf_rounds_free(struct dpmf_gaussmf_rounds *r);

/* Line 9, then line 3 of the next round and its RMSE; tells the listener. */
enum dpmf_status dpmf_gaussmf_rounds_end(struct dpmf_gaussmf_rounds *r, struct dpmf_error *error);

#endif
