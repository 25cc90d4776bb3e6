/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "eval/split.h"

#include <stdlib.h>
#include <string.h>

#include "core/ratings_make.h"
#include "core/subset.h"
#include "noise/exact.h"

static size_t row_length(const struct dpmf_ratings *r, size_t user)
{
	return r->row[user + 1] - r->row[user];
}

static size_t longest_row(const struct dpmf_ratings *r)
{
	size_t longest = 0;

	for (size_t i = 0; i < r->users; i++)
		if (row_length(r, i) > longest)
			longest = row_length(r, i);
	return longest;
}

/* Empty rows, with the ids of `like`. */
static enum dpmf_status allocate_like(const struct dpmf_ratings *like, size_t count,
                                      struct dpmf_ratings *part, struct dpmf_error *error)
{
	const enum dpmf_status status = dpmf_ratings_allocate(like->users, like->items, count, part, error);

	if (status)
		return status;
	memcpy(part->user_id, like->user_id, like->users * sizeof *part->user_id);
	memcpy(part->item_id, like->item_id, like->items * sizeof *part->item_id);
	part->count = 0;
	part->row[0] = 0;
	return DPMF_OK;
}

static void append(struct dpmf_ratings *part, uint32_t item, double value)
{
	part->item[part->count] = item;
	part->value[part->count++] = value;
}

/* The first per_user steps of a Fisher-Yates shuffle of the row's places;
   shuffled[] has room for the longest row. */
static void choose(const struct dpmf_ratings *all, size_t per_user, const struct dpmf_key *key, size_t user,
                   size_t *shuffled, unsigned char *held_out)
{
	const size_t length = row_length(all, user);
	struct dpmf_stream stream;

	if (length <= per_user)
		return;
	dpmf_stream_open(&stream, key, user, 0, 0);
	for (size_t i = 0; i < length; i++)
		shuffled[i] = i;
	for (size_t i = 0; i < per_user; i++) {
		const size_t other = i + (size_t)dpmf_uniform_below(&stream, length - i);
		const size_t chosen = shuffled[other];

		shuffled[other] = shuffled[i];
		shuffled[i] = chosen;
		held_out[all->row[user] + chosen] = 1;
	}
}

enum dpmf_status dpmf_split_marked(const struct dpmf_ratings *all, unsigned char *held_out,
                                   struct dpmf_ratings *train, struct dpmf_ratings *test, struct dpmf_error *error)
{
	struct dpmf_ratings tested;
	enum dpmf_status status = dpmf_ratings_subset(all, held_out, &tested, error);

	if (status)
		return status;
	for (size_t a = 0; a < all->count; a++)
		held_out[a] = !held_out[a];
	status = dpmf_ratings_subset(all, held_out, train, error);
	if (status)
		dpmf_ratings_free(&tested);
	else
		*test = tested;
	return status;
}

enum dpmf_status dpmf_split_per_user(const struct dpmf_ratings *all, size_t per_user, const struct dpmf_key *key,
                                     struct dpmf_ratings *train, struct dpmf_ratings *test, struct dpmf_error *error)
{
	size_t *shuffled = malloc((longest_row(all) + 1) * sizeof *shuffled);
	unsigned char *held_out = calloc(all->count + 1, 1);
	struct dpmf_key sub;
	enum dpmf_status status;

	if (shuffled && held_out) {
		dpmf_key_derive(key, "split", &sub);
		for (size_t i = 0; i < all->users; i++)
			choose(all, per_user, &sub, i, shuffled, held_out);
		status = dpmf_split_marked(all, held_out, train, test, error);
	} else {
		status = dpmf_fail(error, DPMF_FAILED, "no memory to split %zu ratings", all->count);
	}
	free(shuffled);
	free(held_out);
	return status;
}

/* Both number by ascending id, so the order within a row stays ascending. */
static void append_row(const struct dpmf_ratings *train, const struct dpmf_ratings *test, size_t row,
                       struct dpmf_ratings *out)
{
	for (size_t p = test->row[row]; p < test->row[row + 1]; p++) {
		const size_t item = dpmf_ratings_find_item(train, test->item_id[test->item[p]]);

		if (item < train->items)
			append(out, (uint32_t)item, test->value[p]);
	}
}

enum dpmf_status dpmf_split_given(const struct dpmf_ratings *train, const struct dpmf_ratings *test,
                                  struct dpmf_ratings *renumbered, size_t *unknown, struct dpmf_error *error)
{
	struct dpmf_ratings out;
	enum dpmf_status status = allocate_like(train, test->count, &out, error);

	if (status)
		return status;
	for (size_t i = 0; i < train->users; i++) {
		const size_t row = dpmf_ratings_find_user(test, train->user_id[i]);

		if (row < test->users)
			append_row(train, test, row, &out);
		out.row[i + 1] = out.count;
	}
	status = dpmf_ratings_fill_columns(&out, error);
	if (status) {
		dpmf_ratings_free(&out);
		return status;
	}
	*unknown = test->count - out.count;
	*renumbered = out;
	return DPMF_OK;
}
