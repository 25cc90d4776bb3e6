/* SPDX-License-Identifier: GPL-3.0-or-later */
/* For code that fills the rows of ratings itself. */
#ifndef DPMF_CORE_RATINGS_MAKE_H
#define DPMF_CORE_RATINGS_MAKE_H
#include <stddef.h>
#include "core/ratings.h"
#include "core/status.h"

/* All arrays, unfilled; on error none. */
enum dpmf_status dpmf_ratings_allocate(size_t users, size_t items, size_t count,
                                       struct dpmf_ratings *ratings, struct dpmf_error *error);
/* Fills column[], user[] and where[] from row[] and item[]. */
enum dpmf_status dpmf_ratings_fill_columns(struct dpmf_ratings *ratings, struct dpmf_error *error);

#endif
