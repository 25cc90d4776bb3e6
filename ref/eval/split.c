/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "eval/split.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "core/halves.h"
#include "core/ratings_make.h"
#include "core/subset.h"

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

struct marked {
	uint64_t hash;
	size_t place;
};

/* Two hashes of 64 bits that are equal are told apart by the item, which the
   rest of the row has no say in either. */
static int by_hash(const void *one, const void *other)
{
	const struct marked *a = one, *b = other;

	if (a->hash != b->hash)
		return a->hash < b->hash ? -1 : 1;
	return (a->place > b->place) - (a->place < b->place);
}

/* The users of one half, and room for the longest row. */
struct half {
	const struct dpmf_ratings *all;
	const struct dpmf_key *key;
	size_t per_user, from, to;
	struct marked *row;
	unsigned char *held_out;
};

/* SipHash of a pair, under the key's first bytes: nobody but the coins decides it. */
static uint64_t hash_of(const struct dpmf_key *key, uint32_t user, uint32_t item)
{
	const uint32_t pair[2] = { user, item };
	uint64_t hash;

	_Static_assert(crypto_shorthash_BYTES == sizeof hash && crypto_shorthash_KEYBYTES <= sizeof key->bytes, "64 bits under 128");
	crypto_shorthash((unsigned char *)&hash, (const unsigned char *)pair, sizeof pair, key->bytes);
	return hash;
}

/* By ids, not by places: these move when a user or an item comes in. */
static void choose(const struct half *half, size_t user)
{
	const struct dpmf_ratings *all = half->all;
	size_t marked = 0;

	for (size_t a = all->row[user]; a < all->row[user + 1]; a++) {
		const uint64_t hash = hash_of(half->key, all->user_id[user], all->item_id[all->item[a]]);

		if (hash & 1)
			half->row[marked++] = (struct marked){ hash, a };
	}
	if (marked > half->per_user)
		qsort(half->row, marked, sizeof *half->row, by_hash);
	for (size_t i = 0; i < marked && i < half->per_user; i++)
		half->held_out[half->row[i].place] = 1;
}

static void *choose_all(void *argument)
{
	const struct half *half = argument;

	for (size_t i = half->from; i < half->to; i++)
		choose(half, i);
	return NULL;
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
	const size_t room = all->items + 1, cut = dpmf_halves_cut(all->row, all->users);
	struct marked *row = room > SIZE_MAX / sizeof *row / 2 ? NULL : malloc(2 * room * sizeof *row);
	unsigned char *held_out = calloc(all->count + 1, 1);
	struct dpmf_key sub;
	enum dpmf_status status;

	if (row && held_out) {
		dpmf_key_derive(key, "split", &sub);
		sub.log = NULL; /* public coins, and two threads */
		dpmf_halves(choose_all, &(struct half){ all, &sub, per_user, 0, cut, row, held_out },
		            &(struct half){ all, &sub, per_user, cut, all->users, row + room, held_out }, all->count);
		status = dpmf_split_marked(all, held_out, train, test, error);
	} else {
		status = dpmf_fail(error, DPMF_FAILED, "no memory to split %zu ratings", all->count);
	}
	free(row);
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
