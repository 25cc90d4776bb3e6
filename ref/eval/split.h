/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ratings to train on and ratings to test with. Both parts number users and
   items alike, so that rows and columns may be empty.

   The guarantee speaks of neighbours in the input file, before the split. So a
   split must not make one change into several. Every split here that is made of
   one file (dpmf_split_per_user and dpmf_leave_one_out) has this property:

     One interaction more in the input adds at most one interaction to the
     training part, in the same row, and takes none away. One interaction less
     takes at most one away and adds none. A rating whose value alone changes
     changes that value in the part where it stands, and nothing else.

   So one interaction that is changed for another one (or whose time changes,
   where the latest is held out) changes at most one for another in the training
   part; and a whole row stays a row.

   Proof. Both rules name the ones that may be held out (the candidates) and put
   them in an order. Whether an interaction is a candidate, and which of two comes
   first, depends on these two and on public coins, not on the rest of the row.
   The first H candidates are held out (all, where they are fewer). Let x be added.
   If x is no candidate, it is trained on, and all else stays. If it is one and not
   among the first H, likewise. If it is among the first H, it is held out; the one
   that was the H-th before, if there was one, is trained on instead, and all else
   stays. Ratings stand in no part of the rule.

   What follows for short rows. A rule with this property that trains on every row
   of one interaction holds out nothing at all: what is added takes none away, so
   each interaction of a longer row is trained on, too. Hence the candidates: of
   each interaction a public coin decides whether it may be held out, so that a
   short row keeps half of itself on average. To keep rows of at most H whole, or to
   hold out a share of a row, multiplies a change: a row of H that grows by one would
   lose H interactions from the training part.

   A file may give a pair twice (--duplicates=last). The last line counts, with its
   value and its time. One line more for a pair that is there is therefore a change
   of that interaction, not an interaction more. */
#ifndef DPMF_EVAL_SPLIT_H
#define DPMF_EVAL_SPLIT_H
#include "core/public.h"
#include "core/ratings.h"
#include "core/stream.h"

DPMF_BEGIN

/* The most interactions that one interaction more or less in the input moves into or out of the training part. */
#define DPMF_SPLIT_MOVES 1

/* Moves up to `per_user` ratings of every user to the test part. Public coins mark
   half of all pairs of a user and an item; of those that a row has, the `per_user`
   with the smallest hash are held out, or all where there are no more. A user with
   four times as many ratings nearly always has `per_user` held out. Mark and hash
   are of the key "split" under `key` and of the ids in the file, not of values, of
   places or of who else is there. */
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

DPMF_END

#endif
