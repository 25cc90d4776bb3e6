/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Leave-one-out: the latest rating of every user is held out. */
#ifndef DPMF_EVAL_LEAVE_ONE_OUT_H
#define DPMF_EVAL_LEAVE_ONE_OUT_H
#include "core/public.h"
#include "core/read.h"

DPMF_BEGIN

/* Moves the latest rating of every user to the test part: the one of the greatest
   time, and of equal times (or where the file has none) the one whose line comes
   last. A user's only rating is held out, too, and nothing of that user is trained
   on: split.h says why (all are candidates, and a later one comes first). So the
   time of a rating is part of what is protected: who rated what, and when. One at
   random is dpmf_split_per_user(all, 1, ...). */
enum dpmf_status dpmf_leave_one_out(const struct dpmf_ratings *all, const struct dpmf_moment *moment,
                                    struct dpmf_ratings *train, struct dpmf_ratings *test, struct dpmf_error *error);

DPMF_END

#endif
