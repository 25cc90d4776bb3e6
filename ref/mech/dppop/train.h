/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dppop: what any mechanism must beat that protects all of a user's ratings or interactions. Everybody gets the items that
   most users have, but for those that a user has already.

   1. Each user contributes at most `most` of its items, chosen by hashes of public coins (mech/contributed.h).
   2. Of each item the number of users who contribute it is released once, with exact noise on whole numbers.
   3. All items are ranked by these counts.

   Neighbours differ in a user's whole row, which is replaced by any other: of the counts up to 2 `most` move, by 1 each. A row
   that is there or is empty moves half as many. With delta = 0 the noise is discrete Laplace and the guarantee
   pure; with a delta it is discrete Gaussian. */
#ifndef DPMF_MECH_DPPOP_TRAIN_H
#define DPMF_MECH_DPPOP_TRAIN_H
#include <stddef.h>
#include <stdint.h>
#include "core/public.h"
#include "core/ratings.h"
#include "core/status.h"
#include "core/stream.h"
#include "mech/model.h"
#include "noise/release.h"

DPMF_BEGIN

struct dpmf_dppop_steps {
	uint64_t p, q; /* pure: P(x) ~ exp(-|x| p / q); else sigma^2 = p / q */
};
struct dpmf_dppop_options {
	double epsilon, delta; /* of a row that is replaced; delta 0: pure */
	size_t most;           /* items that a user contributes at most */
	const struct dpmf_dppop_steps *steps; /* NULL, or what dpmf_dppop_steps_of made of the same options: for many runs */
	unsigned jobs;
};

/* The record has one entry. One factor: u_i = 1, v_j the count of j with its noise. */
enum dpmf_status dpmf_dppop_train(const struct dpmf_ratings *ratings, const struct dpmf_dppop_options *options,
                                  const struct dpmf_key *key, struct dpmf_door *door, struct dpmf_model *model,
                                  struct dpmf_error *error);

/* How many counts move, of so many items, where a row is replaced, and where it is there or is empty. */
size_t dpmf_dppop_replaced(size_t most, size_t items);
size_t dpmf_dppop_present(size_t most, size_t items);

/* The least noise that keeps epsilon at delta for so many items. */
enum dpmf_status dpmf_dppop_steps_of(const struct dpmf_dppop_options *options, size_t items, struct dpmf_dppop_steps *steps,
                                     struct dpmf_error *error);

DPMF_END

#endif
