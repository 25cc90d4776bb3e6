/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the rounds of both variants of dpals share: the users' and the items' regressions. */
#ifndef DPMF_MECH_DPALS_ROUNDS_H
#define DPMF_MECH_DPALS_ROUNDS_H
#include "mech/dpals/train.h"

struct dpmf_dpals_rounds {
	const struct dpmf_ratings *ratings;
	const struct dpmf_dpals_options *options;
	struct dpmf_door *door;
	struct dpmf_ratings contributed; /* at most options->most ratings of each user */
	struct dpmf_model model;
	uint64_t round;
};

/* The public start; dpmf_dpals_rounds_free also after a failure. */
enum dpmf_status dpmf_dpals_rounds_start(const struct dpmf_ratings *ratings, const struct dpmf_dpals_options *options,
                                         const struct dpmf_key *key, struct dpmf_door *door,
                                         struct dpmf_dpals_rounds *rounds, struct dpmf_error *error);
void dpmf_dpals_rounds_free(struct dpmf_dpals_rounds *rounds);

/* Step 1: every user's profile into model.u. Who has no finite one gets 0, so that no failure tells of a row. */
enum dpmf_status dpmf_dpals_fit_users(struct dpmf_dpals_rounds *rounds, struct dpmf_error *error);

/* Step 4: one item's profile from the two sums with their noise; `second` is symmetric, d x d, and is
   overwritten; `work` holds 3 d numbers. Where there is no finite profile it is 0: what is read is public. */
void dpmf_dpals_solve_item(double *second, const double *first, size_t d, double lambda, double *work, double *profile);

/* Tells the listener; DPMF_FAILED where a signal stopped the run. */
enum dpmf_status dpmf_dpals_end_round(const struct dpmf_dpals_rounds *rounds, struct dpmf_error *error);

#endif
