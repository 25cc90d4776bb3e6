/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/scores/guess.h"

#include <stdlib.h>

#include "core/stream.h"

const char *const scores_side_names[] = { [SCORES_BOTH] = "both", [SCORES_IN] = "in", [SCORES_OUT] = "out", NULL };

struct entry {
	double score;
	uint64_t tie;
	size_t number;
};

static int highest_first(const void *one, const void *other)
{
	const struct entry *a = one, *b = other;

	if (a->score != b->score)
		return a->score > b->score ? -1 : 1;
	if (a->tie != b->tie)
		return a->tie < b->tie ? -1 : 1;
	return (a->number > b->number) - (a->number < b->number);
}

enum dpmf_status scores_rank(const double *score, size_t count, uint64_t seed, size_t *rank, struct dpmf_error *error)
{
	struct entry *entry = malloc(count * sizeof(*entry));
	struct dpmf_key from, key;
	struct dpmf_stream ties;

	if (!entry)
		return dpmf_fail(error, DPMF_FAILED, "no memory to put %zu scores in order", count);
	dpmf_key_from_seed(seed, &from);
	dpmf_key_derive(&from, "equal scores", &key);
	dpmf_stream_open(&ties, &key, 0, 0, 0);
	for (size_t i = 0; i < count; i++)
		entry[i] = (struct entry){ score[i], dpmf_stream_word(&ties), i };
	qsort(entry, count, sizeof(*entry), highest_first);
	for (size_t i = 0; i < count; i++)
		rank[i] = entry[i].number;
	free(entry);
	return DPMF_OK;
}

size_t scores_guessed_in(enum scores_side side, size_t guesses)
{
	return side == SCORES_IN ? guesses : side == SCORES_OUT ? 0 : guesses - guesses / 2;
}

size_t scores_right(const size_t *rank, const bool *in, size_t count, enum scores_side side, size_t guesses)
{
	const size_t first = scores_guessed_in(side, guesses);
	size_t right = 0;

	for (size_t i = 0; i < first; i++)
		right += in[rank[i]];
	for (size_t i = 0; i < guesses - first; i++)
		right += !in[rank[count - 1 - i]];
	return right;
}
