/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pop: everybody gets the items with the most interactions. Not private. */
#ifndef DPMF_PEERS_POPULARITY_H
#define DPMF_PEERS_POPULARITY_H
#include "core/public.h"
#include "mech/model.h"
#include "noise/door.h"

DPMF_BEGIN

/* One factor: u_i = 1, v_j the number of users who interacted with j. */
enum dpmf_status dpmf_popularity_train(const struct dpmf_ratings *ratings, struct dpmf_door *door, struct dpmf_model *model,
                                       struct dpmf_error *error);

DPMF_END

#endif
