/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/ratings_make.h"

#include <stdlib.h>
#include <string.h>

#include "core/halves.h"

/* Never NULL for an empty array, so that NULL always means "no memory". */
static void *array(size_t count, size_t size)
{
	return count > SIZE_MAX / size ? NULL : malloc(count ? count * size : 1);
}

static enum dpmf_status no_memory(size_t count, struct dpmf_error *error)
{
	return dpmf_fail(error, DPMF_FAILED, "no memory for %zu ratings: give fewer ratings or more memory", count);
}

enum dpmf_status dpmf_ratings_allocate(size_t users, size_t items, size_t count,
                                       struct dpmf_ratings *ratings, struct dpmf_error *error)
{
	struct dpmf_ratings r = { .users = users, .items = items, .count = count };

	r.user_id = array(users, sizeof *r.user_id);
	r.item_id = array(items, sizeof *r.item_id);
	r.row = array(users + 1, sizeof *r.row);
	r.column = array(items + 1, sizeof *r.column);
	r.item = array(count, sizeof *r.item);
	r.value = array(count, sizeof *r.value);
	r.user = array(count, sizeof *r.user);
	r.where = array(count, sizeof *r.where);
	if (!r.user_id || !r.item_id || !r.row || !r.column || !r.item || !r.value || !r.user || !r.where) {
		dpmf_ratings_free(&r);
		return no_memory(count, error);
	}
	*ratings = r;
	return DPMF_OK;
}

static void count_columns(struct dpmf_ratings *r)
{
	memset(r->column, 0, (r->items + 1) * sizeof *r->column);
	for (size_t p = 0; p < r->count; p++)
		r->column[r->item[p] + 1]++;
	for (size_t j = 0; j < r->items; j++)
		r->column[j + 1] += r->column[j];
}

struct half {
	const struct dpmf_ratings *r;
	size_t *next;    /* where the next rating of each column goes */
	size_t from, to; /* the columns of this half */
};

/* From the order by user, so that users ascend within a column. */
static void *fill_half(void *argument)
{
	const struct half *half = argument;
	const struct dpmf_ratings *r = half->r;

	for (size_t i = 0; i < r->users; i++)
		for (size_t p = r->row[i]; p < r->row[i + 1]; p++) {
			const uint32_t item = r->item[p];

			if (item >= half->from && item < half->to) {
				const size_t at = half->next[item]++;

				r->user[at] = (uint32_t)i;
				r->where[at] = (uint32_t)p;
			}
		}
	return NULL;
}

enum dpmf_status dpmf_ratings_fill_columns(struct dpmf_ratings *ratings, struct dpmf_error *error)
{
	size_t *next = array(ratings->items, sizeof *next), cut;

	if (!next)
		return no_memory(ratings->count, error);
	count_columns(ratings);
	memcpy(next, ratings->column, ratings->items * sizeof *next);
	cut = dpmf_halves_cut(ratings->column, ratings->items);
	dpmf_halves(fill_half, &(struct half){ ratings, next, 0, cut },
	            &(struct half){ ratings, next, cut, ratings->items }, ratings->count);
	free(next);
	return DPMF_OK;
}
