/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sparse ratings, readable by row (user) and by column (item). Users and items
   are numbered 0 .. n - 1 in ascending order of the ids in the file. How they are
   built stands in core/ratings_build.h. */
#ifndef DPMF_CORE_RATINGS_H
#define DPMF_CORE_RATINGS_H
#include <stddef.h>
#include <stdint.h>
#include "core/public.h"

DPMF_BEGIN

struct dpmf_ratings {
	size_t users, items, count;
	uint32_t *user_id, *item_id; /* ids of the file, ascending */
	size_t *row;                 /* users + 1: ratings of user i are row[i] .. row[i + 1] - 1 */
	uint32_t *item;              /* by row, ascending within a row */
	double *value;               /* by row */
	size_t *column;              /* items + 1: raters of item j are column[j] .. column[j + 1] - 1 */
	uint32_t *user;              /* by column, ascending within a column */
	uint32_t *where;             /* by column: the place of the rating in value[] */
};

void dpmf_ratings_free(struct dpmf_ratings *ratings); /* and leaves it empty */
double dpmf_ratings_min(const struct dpmf_ratings *ratings);
double dpmf_ratings_max(const struct dpmf_ratings *ratings);
/* The index of a file's id, or users (items) when there is none. */
size_t dpmf_ratings_find_user(const struct dpmf_ratings *ratings, uint32_t id);
size_t dpmf_ratings_find_item(const struct dpmf_ratings *ratings, uint32_t id);

DPMF_END

#endif
