/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ratings to train on and ratings to test with. Both parts number users and
   items alike, so that rows and columns may be empty. */
#ifndef DPMF_EVAL_SPLIT_H
#define DPMF_EVAL_SPLIT_H
#include "core/ratings.h"
#include "core/stream.h"

/* Moves `per_user` ratings of every user, chosen uniformly, to the test part;
   users who have no more than that keep all of theirs for training. A user's
   choice depends on the key and that user's number alone. */
enum dpmf_status dpmf_split_per_user(const struct dpmf_ratings *all, size_t per_user, const struct dpmf_key *key,
                                     struct dpmf_ratings *train, struct dpmf_ratings *test, struct dpmf_error *error);
/* Moves the ratings a with held_out[a] != 0 (places by row) to the test part; turns held_out[] over. */
enum dpmf_status dpmf_split_marked(const struct dpmf_ratings *all, unsigned char *held_out,
                                   struct dpmf_ratings *train, struct dpmf_ratings *test, struct dpmf_error *error);
/* A test set that was read from a file of its own, in the numbering of
   `train`. Ratings whose user or item `train` does not know are left out and
   counted in *unknown. */
enum dpmf_status dpmf_split_given(const struct dpmf_ratings *train, const struct dpmf_ratings *test,
                                  struct dpmf_ratings *renumbered, size_t *unknown, struct dpmf_error *error);

#endif
