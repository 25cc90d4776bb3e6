/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dpals, both variants. A rating is the middle of the range + u.v. The server holds the items' profiles v, which
   are released. Each user's profile u stays on the user's device (joint differential privacy: what others
   see, and what a user's own row adds to a user's own predictions is nobody else's).

   Every round
   1. each user fits u by ridge regression to the released v and to all of its own row;
   2. each user clips u to the 2-norm `bound`, and contributes at most `most` of its ratings;
   3. of each item the sum of u u' and the sum of (rating - middle) u are released with normal noise;
   4. the server solves each item's ridge regression from these two sums, the first made positive.

   The two variants differ in step 2 (which ratings are contributed, and whether their size is bounded) and in
   the noise of step 3. Neighbours differ in a user's whole row; `epsilon` is for a row that is there or is empty,
   and a row that is replaced by another costs more.

   A round costs O(ratings d^2 + (users + items) d^3) time. */
#ifndef DPMF_MECH_DPALS_TRAIN_H
#define DPMF_MECH_DPALS_TRAIN_H
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include "core/public.h"
#include "core/ratings.h"
#include "core/status.h"
#include "core/stream.h"
#include "mech/model.h"
#include "mech/options.h"
#include "noise/release.h"

DPMF_BEGIN

enum { DPMF_DPALS_MOST_FACTORS = 64 };

/* The integers of `corrected`. */
struct dpmf_dpals_steps {
	int64_t bound;       /* `bound` has so many steps, and so has half the range of ratings */
	int64_t half;        /* a row that is there or is empty moves an item's sums by at most 2 half, in the 2-norm */
	uint64_t p, q;       /* sigma^2 = p / q, in squares of steps */
};
struct dpmf_dpals_options {
	double rating_min, rating_max; /* public */
	double epsilon, delta;         /* of the whole run */
	size_t factors, rounds;
	size_t most;                   /* ratings that a user contributes at most */
	double lambda, bound;          /* bound: of a user's profile, in the 2-norm */
	const struct dpmf_dpals_steps *steps; /* corrected: NULL, or what dpmf_dpals_steps_of made of the same options; */
	double sigma;                         /* published: 0, or what dpmf_dpals_sigma made: for many runs with one calibration */
	unsigned jobs;
	struct dpmf_listener listener;
	const volatile sig_atomic_t *stop; /* not NULL: training ends when it becomes non-zero */
};

/* published: as the authors' program (google-research/dp_alternating_minimization) does it with method "tail" and
   its preset count_stddev = 0. A user contributes the ratings of the items that have the fewest, by counts
   without noise, which its accountant takes for free. (It counts a sample of each user's ratings; here all are
   counted.) And ratings are centered but not bounded, where its accountant reckons with a size of at most 1. They are
   centered by the middle of the range, which is public. The noise is normal, in doubles.
   The record has two entries a round, under that premise. */
enum dpmf_status dpmf_dpals_train(const struct dpmf_ratings *ratings, const struct dpmf_dpals_options *options,
                                  const struct dpmf_key *key, struct dpmf_door *door, struct dpmf_model *model,
                                  struct dpmf_error *error);

/* corrected: what is contributed depends on the user's own row and public coins only (mech/contributed.h), ratings are
   bounded by half the range, and both sums are whole numbers that leave with discrete Gaussian noise. The
   record has one entry a round, against a row that is replaced by any other. */
enum dpmf_status dpmf_dpals_train_corrected(const struct dpmf_ratings *ratings, const struct dpmf_dpals_options *options,
                                            const struct dpmf_key *key, struct dpmf_door *door, struct dpmf_model *model,
                                            struct dpmf_error *error);

/* What a row that is there or is empty moves, as a share of what the record declares. */
#define DPMF_DPALS_PUBLISHED_SHARE (1.0 / 2)
enum { DPMF_DPALS_PRESENT = 2, DPMF_DPALS_REPLACED = 3 }; /* corrected: 2 / 3 */

/* The finest steps and the least noise for which the whole run keeps epsilon at delta. */
enum dpmf_status dpmf_dpals_steps_of(const struct dpmf_dpals_options *options, struct dpmf_dpals_steps *steps,
                                     struct dpmf_error *error);
/* published: the standard deviation that does, for sums that move by at most 1 each. */
enum dpmf_status dpmf_dpals_sigma(const struct dpmf_dpals_options *options, double *sigma, struct dpmf_error *error);

/* Refuses what cannot be run, naming the option and the remedy. */
enum dpmf_status dpmf_dpals_check(const struct dpmf_dpals_options *options, const struct dpmf_ratings *ratings,
                                  struct dpmf_error *error);

DPMF_END

#endif
