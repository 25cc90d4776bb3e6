/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "eval/split.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "core/ratings_make.h"
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

struct splitting {
	const struct dpmf_ratings *all;
	size_t per_user;
	struct dpmf_key key;
	size_t *place;  /* of a row, shuffled */
	bool *held_out; /* by place within a row */
	struct dpmf_ratings train, test;
};

/* The first per_user steps of a Fisher-Yates shuffle. */
static void choose(struct splitting *s, size_t user)
{
	const size_t length = row_length(s->all, user);
	struct dpmf_stream stream;

	memset(s->held_out, 0, length * sizeof *s->held_out);
	if (length <= s->per_user)
		return;
	dpmf_stream_open(&stream, &s->key, user, 0, 0);
	for (size_t i = 0; i < length; i++)
		s->place[i] = i;
	for (size_t i = 0; i < s->per_user; i++) {
		const size_t other = i + (size_t)dpmf_uniform_below(&stream, length - i);
		const size_t chosen = s->place[other];

		s->place[other] = s->place[i];
		s->place[i] = chosen;
		s->held_out[chosen] = true;
	}
}

static void deal(struct splitting *s)
{
	const struct dpmf_ratings *all = s->all;

	for (size_t i = 0; i < all->users; i++) {
		choose(s, i);
		for (size_t p = all->row[i]; p < all->row[i + 1]; p++)
			append(s->held_out[p - all->row[i]] ? &s->test : &s->train, all->item[p], all->value[p]);
		s->train.row[i + 1] = s->train.count;
		s->test.row[i + 1] = s->test.count;
	}
}

static enum dpmf_status allocate_parts(struct splitting *s, struct dpmf_error *error)
{
	const size_t longest = longest_row(s->all) + 1;
	size_t tested = 0;
	enum dpmf_status status;

	for (size_t i = 0; i < s->all->users; i++)
		tested += row_length(s->all, i) > s->per_user ? s->per_user : 0;
	s->place = malloc(longest * sizeof *s->place);
	s->held_out = malloc(longest * sizeof *s->held_out);
	if (!s->place || !s->held_out)
		return dpmf_fail(error, DPMF_FAILED, "no memory to split a row of %zu ratings", longest - 1);
	status = allocate_like(s->all, s->all->count - tested, &s->train, error);
	return status ? status : allocate_like(s->all, tested, &s->test, error);
}

enum dpmf_status dpmf_split_per_user(const struct dpmf_ratings *all, size_t per_user, const struct dpmf_key *key,
                                     struct dpmf_ratings *train, struct dpmf_ratings *test, struct dpmf_error *error)
{
	struct splitting s = { .all = all, .per_user = per_user };
	enum dpmf_status status = allocate_parts(&s, error);

	if (!status) {
		dpmf_key_derive(key, "split", &s.key);
		deal(&s);
		status = dpmf_ratings_fill_columns(&s.train, error);
	}
	if (!status)
		status = dpmf_ratings_fill_columns(&s.test, error);
	free(s.place);
	free(s.held_out);
	if (status) {
		dpmf_ratings_free(&s.train);
		dpmf_ratings_free(&s.test);
		return status;
	}
	*train = s.train;
	*test = s.test;
	return DPMF_OK;
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
