/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The release that both guarantees of dpimf's corrected variant rest on: for every
   column the sum of its rows' profiles, in steps, with discrete Laplace noise; and
   the profile that the released sum and a public matrix determine. */
#ifndef DPMF_MECH_DPIMF_RELEASE_H
#define DPMF_MECH_DPIMF_RELEASE_H
#include "core/ratings.h"
#include "core/stream.h"
#include "mech/dpimf/solve.h"
#include "mech/dpimf/steps.h"

enum { DPMF_DPIMF_WEIGHT_BITS = 20 };

/* Importance sampling: a row enters with probability 2^DPMF_DPIMF_WEIGHT_BITS / weight, exactly,
   and then counts weight 2^-DPMF_DPIMF_WEIGHT_BITS times, cut to whole steps. */
struct dpmf_dpimf_sampling {
	const uint64_t *weight; /* one a row */
	struct dpmf_key key;
};

struct dpmf_dpimf_release {
	const struct dpmf_ratings *ratings;
	size_t d;
	struct dpmf_dpimf_grid grid;
	const int64_t *steps;                  /* rows x d */
	const struct dpmf_dpimf_sampling *sampling; /* NULL: every row counts once */
	const struct dpmf_dpimf_shared *shared;
	unsigned jobs;
	struct dpmf_entry entry;
};

/* What a row of this weight adds where it is sampled. */
void dpmf_dpimf_weigh_steps(const int64_t *steps, size_t d, uint64_t weight, int64_t *weighed);
/* Declares the entry and solves every column: columns x d. */
enum dpmf_status dpmf_dpimf_release_columns(const struct dpmf_dpimf_release *release, struct dpmf_door *door, double *solved,
                                            struct dpmf_error *error);

#endif
