/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DPMF_CORE_TRANSPOSE_H
#define DPMF_CORE_TRANSPOSE_H
#include "core/public.h"
#include "core/ratings.h"
#include "core/status.h"

DPMF_BEGIN

/* The same ratings with users and items in each other's place. */
enum dpmf_status dpmf_ratings_transpose(const struct dpmf_ratings *ratings, struct dpmf_ratings *transposed,
                                        struct dpmf_error *error);

DPMF_END

#endif
