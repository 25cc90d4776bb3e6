/* SPDX-License-Identifier: GPL-3.0-or-later */
/* means: what any mechanism must beat that protects the value of one rating, where who rated what is public. A rating is
     the middle of the range + what all have in common + the item's effect + the user's effect.

   1. Of each item, and of each user, the sum of its ratings (less the middle) is released once, as a whole number of
      steps with exact noise. One rating moves one sum of each kind by the range at most.
   2. All sums of items together, divided by all ratings, are what all have in common, drawn towards 0.
   3. An item's effect is what is left of its sum by step 2, divided by its ratings and drawn towards 0.
   4. A user's effect is what is left of the user's sum by steps 2 and 3, in the same way.

   With delta = 0 the noise is discrete Laplace and the guarantee pure, half of epsilon for each sum. With a delta
   it is discrete Gaussian, made for both sums together. With `items_only` the users' sums do not leave: a user's device
   takes step 4 with its own ratings, and all noise is made for the items' sums. How strongly step 2 to 4 draw towards 0 is
   fixed: a rating's own deviation is taken for a quarter of the range, an effect's variance for a fifth of its square.

   It takes O(ratings) time and memory. */
#ifndef DPMF_MECH_MEANS_TRAIN_H
#define DPMF_MECH_MEANS_TRAIN_H
#include <stdbool.h>
#include <stdint.h>
#include "core/public.h"
#include "core/ratings.h"
#include "core/status.h"
#include "core/stream.h"
#include "mech/model.h"
#include "noise/release.h"

DPMF_BEGIN

struct dpmf_means_steps {
	int64_t bound; /* half the range has so many steps */
	uint64_t p, q; /* pure: P(x) ~ exp(-|x| p / q); else sigma^2 = p / q, in squares of steps */
};
struct dpmf_means_options {
	double rating_min, rating_max; /* public */
	double epsilon, delta;         /* of the value of one rating; delta 0: pure */
	bool items_only;
	const struct dpmf_means_steps *steps; /* NULL, or what dpmf_means_steps_of made of the same options: for many runs */
	unsigned jobs;
};

/* The record has one entry, or with the users' sums two. Nothing public is drawn: `key` is not used. u has a user's effect
   and 1, v has 1 and an item's effect. */
enum dpmf_status dpmf_means_train(const struct dpmf_ratings *ratings, const struct dpmf_means_options *options,
                                  const struct dpmf_key *key, struct dpmf_door *door, struct dpmf_model *model,
                                  struct dpmf_error *error);

/* The least noise for which all releases keep epsilon at delta. */
enum dpmf_status dpmf_means_steps_of(const struct dpmf_means_options *options, struct dpmf_means_steps *steps,
                                     struct dpmf_error *error);

/* Refuses what cannot be run, naming the option and the remedy. */
enum dpmf_status dpmf_means_check(const struct dpmf_means_options *options, const struct dpmf_ratings *ratings,
                                  struct dpmf_error *error);

DPMF_END

#endif
