/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sparse ratings, readable by row (user) and by column (item). Users and items
   are numbered 0 .. n - 1 in ascending order of the ids in the file. */
#ifndef DPMF_CORE_RATINGS_H
#define DPMF_CORE_RATINGS_H
#include <stddef.h>
#include <stdint.h>
#include "core/public.h"
#include "core/status.h"

DPMF_BEGIN

struct dpmf_triple {
	uint32_t user, item; /* ids of the file */
	double rating;
};

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

/* Builds both orders from triples (order of the triples does not matter).
   A pair that occurs twice is DPMF_INPUT unless `last_wins`; then
   *first and *second, where not NULL, are the two places in `triples`. */
enum dpmf_status dpmf_ratings_build(const struct dpmf_triple *triples, size_t count, int last_wins,
                                    size_t *first, size_t *second,
                                    struct dpmf_ratings *ratings, struct dpmf_error *error);
void dpmf_ratings_free(struct dpmf_ratings *ratings); /* and leaves it empty */
double dpmf_ratings_min(const struct dpmf_ratings *ratings);
double dpmf_ratings_max(const struct dpmf_ratings *ratings);
/* The index of a file's id, or users (items) when there is none. */
size_t dpmf_ratings_find_user(const struct dpmf_ratings *ratings, uint32_t id);
size_t dpmf_ratings_find_item(const struct dpmf_ratings *ratings, uint32_t id);

DPMF_END

#endif
