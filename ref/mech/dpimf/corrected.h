/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the two guarantees of dpimf's corrected variant share: the start, and one
   release of one side. */
#ifndef DPMF_MECH_DPIMF_CORRECTED_H
#define DPMF_MECH_DPIMF_CORRECTED_H
#include "mech/contributed.h"
#include "mech/dpimf/release.h"
#include "mech/dpimf/train.h"

/* Users' profiles that know nothing of the ratings: each user is in one of d groups,
   drawn from the key, and its profile is that group's unit vector. An item's sum of
   them counts its users in every group. Among profiles of one 2-norm these
   have the least 1-norm, which is what noise is measured by. */
void dpmf_dpimf_start_public(const struct dpmf_key *key, size_t users, size_t d, double *profiles);

/* G = sum of p (x) p over all rows: d x d. */
void dpmf_dpimf_gram(const double *profiles, size_t rows, size_t d, double *gram);

/* DPMF_DPIMF_OPT_IS: one weight a row, in units of 2^-DPMF_DPIMF_WEIGHT_BITS, at which no pair costs more than epsilon where
   the noise is that of epsilon / target without sampling. */
enum dpmf_status dpmf_dpimf_weigh_rows(const double *rows, size_t count, size_t d, double epsilon, double target,
                                       uint64_t *weight, struct dpmf_error *error);
/* Enters into `entry`, which has its rates, how far a sampled row can move a sum, and the row that costs the most: by
   MPFR, so that no row costs more than the entry says. */
enum dpmf_status dpmf_dpimf_find_costliest(const int64_t *steps, size_t count, size_t d, const uint64_t *weight,
                                           struct dpmf_entry *entry, struct dpmf_error *error);

/* One release of one side, in one round. */
struct dpmf_dpimf_turn {
	const struct dpmf_ratings *ratings; /* DPMF_USER: at most options->most of a user's interactions */
	double epsilon;
	uint64_t round;
	uint64_t draw;            /* DPMF_ENTRY alone, as the next two: both sides are released */
	const char *statistic;
	size_t touched_by_user;
	bool in_public;           /* DPMF_USER alone: the users' profiles are those of the start, and G needs no noise; else
	                             epsilon is spent twice, on the first order and on G */
};

/* Neighbours DPMF_ENTRY: the columns' profiles from the rows', which are public. */
enum dpmf_status dpmf_dpimf_release_entry(const struct dpmf_dpimf_turn *turn, const struct dpmf_dpimf_options *options,
                                          const double *rows, struct dpmf_door *door, double *columns,
                                          struct dpmf_error *error);
/* Neighbours DPMF_USER: the items' profiles from the users', which are on their devices. */
enum dpmf_status dpmf_dpimf_release_user(const struct dpmf_dpimf_turn *turn, const struct dpmf_dpimf_options *options,
                                         const double *users, struct dpmf_door *door, double *items,
                                         struct dpmf_error *error);
/* Tells the listener; DPMF_FAILED where a signal stopped the run. */
enum dpmf_status dpmf_dpimf_end_round(const struct dpmf_dpimf_options *options, uint64_t round, const struct dpmf_model *model,
                                      struct dpmf_error *error);

/* The rounds; `model` has its arrays, and its users' profiles are fitted afterwards. */
enum dpmf_status dpmf_dpimf_train_entry(const struct dpmf_ratings *ratings, const struct dpmf_dpimf_options *options,
                                        const struct dpmf_key *key, struct dpmf_door *door, struct dpmf_model *model,
                                        struct dpmf_error *error);
enum dpmf_status dpmf_dpimf_train_user(const struct dpmf_ratings *ratings, const struct dpmf_dpimf_options *options,
                                       const struct dpmf_key *key, struct dpmf_door *door, struct dpmf_model *model,
                                       struct dpmf_error *error);

#endif
