/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "mech/contributed.h"

#include <stdlib.h>

#include "core/subset.h"

struct hashed {
	uint64_t hash;
	size_t place;
};

static int by_hash(const void *one, const void *other)
{
	const struct hashed *a = one, *b = other;

	if (a->hash != b->hash)
		return a->hash < b->hash ? -1 : 1;
	return (a->place > b->place) - (a->place < b->place);
}

static void choose(const struct dpmf_ratings *ratings, size_t user, size_t most, const struct dpmf_key *key,
                   struct hashed *row, unsigned char *keep)
{
	const size_t begin = ratings->row[user], count = ratings->row[user + 1] - begin;
	struct dpmf_stream stream;

	for (size_t a = 0; a < count; a++) {
		dpmf_stream_open(&stream, key, user, ratings->item[begin + a], 0);
		row[a] = (struct hashed){ dpmf_stream_word(&stream), begin + a };
	}
	qsort(row, count, sizeof *row, by_hash);
	for (size_t a = 0; a < count && a < most; a++)
		keep[row[a].place] = 1;
}

enum dpmf_status dpmf_contributed(const struct dpmf_ratings *ratings, size_t most, const struct dpmf_key *key,
                                        struct dpmf_ratings *contributed, struct dpmf_error *error)
{
	unsigned char *keep = calloc(ratings->count + 1, 1);
	struct hashed *row = malloc((ratings->items + 1) * sizeof *row);
	enum dpmf_status status = DPMF_FAILED;
	struct dpmf_key sub;

	if (!keep || !row) {
		dpmf_fail(error, DPMF_FAILED, "no memory to choose among %zu interactions", ratings->count);
	} else {
		dpmf_key_derive(key, "contributed", &sub);
		sub.log = NULL;
		for (size_t u = 0; u < ratings->users; u++)
			choose(ratings, u, most, &sub, row, keep);
		status = dpmf_ratings_subset(ratings, keep, contributed, error);
	}
	free(keep);
	free(row);
	return status;
}
