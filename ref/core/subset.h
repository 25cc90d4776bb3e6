/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DPMF_CORE_SUBSET_H
#define DPMF_CORE_SUBSET_H
#include "core/public.h"
#include "core/ratings.h"
#include "core/status.h"

DPMF_BEGIN

/* The ratings a with keep[a] != 0 (places by row), with the users and items
   numbered as in `all`. */
enum dpmf_status dpmf_ratings_subset(const struct dpmf_ratings *all, const unsigned char *keep,
                                     struct dpmf_ratings *subset, struct dpmf_error *error);

DPMF_END

#endif
