/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/engine/words.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TOLD_MOST = 6 };

#define QUIET UINT64_C(0x7ff8000000000000)

double word_number(uint32_t word)
{
	const uint64_t bits = QUIET | word;
	double nan;

	memcpy(&nan, &bits, sizeof(nan));
	return nan;
}

uint32_t word_of(double nan)
{
	uint64_t bits;

	memcpy(&bits, &nan, sizeof(bits));
	const uint32_t word = (uint32_t)bits;

	return word < WORDS_MOST ? word : WORDS_MOST - 1;
}

/* Half a run more in each place: a word seen once says little. */
static void fill(float *ratio, const uint32_t *count, size_t trials)
{
	for (size_t w = 0; w < WORDS_MOST; w++)
		ratio[w] = (float)(log((count[w] + 0.5) / (double)trials) - log((count[WORDS_MOST + w] + 0.5) / (double)trials));
}

enum dpmf_status words_learn(const double *const seen[2], size_t trials, size_t dims, struct words *words, struct dpmf_error *error)
{
	struct words made = { .dims = dims };

	for (int world = 0; world < 2 && !made.any; world++)
		for (size_t i = 0; i < trials * dims && !made.any; i++)
			made.any = isnan(seen[world][i]);
	if (made.any) {
		uint32_t *count = malloc(2 * WORDS_MOST * sizeof(*count));

		made.ratio = malloc(dims * WORDS_MOST * sizeof(*made.ratio));
		if (!count || !made.ratio) {
			free(count);
			free(made.ratio);
			return dpmf_fail(error, DPMF_FAILED, "no memory for the words of %zu fields", dims);
		}
		for (size_t d = 0; d < dims; d++) {
			memset(count, 0, 2 * WORDS_MOST * sizeof(*count));
			for (size_t world = 0; world < 2; world++)
				for (size_t i = 0; i < trials; i++)
					if (isnan(seen[world][i * dims + d]))
						count[world * WORDS_MOST + word_of(seen[world][i * dims + d])]++;
			fill(made.ratio + d * WORDS_MOST, count, trials);
		}
		free(count);
	}
	*words = made;
	return DPMF_OK;
}

double words_ratio(const struct words *words, size_t field, double nan)
{
	return words->any ? (double)words->ratio[field * WORDS_MOST + word_of(nan)] : 0;
}

void words_free(struct words *words)
{
	free(words->ratio);
	words->ratio = NULL;
}

void words_plain(const char *name, char *text, size_t room)
{
	size_t i = 0;

	for (; name[i] && i + 1 < room; i++)
		text[i] = name[i] > ' ' && name[i] < 0x7f && name[i] != '"' ? name[i] : '?';
	text[i] = 0;
}

size_t words_describe(const uint32_t caught[WORDS_MOST], const struct words_names *names, char *text, size_t room)
{
	uint32_t told[TOLD_MOST];
	size_t used = 0;
	size_t all = 0;
	char word[41];

	*text = 0;
	for (uint32_t w = 0; w < WORDS_MOST; w++)
		all += names->name && caught[w] > 0 && names->name(names->context, w) ? 1 : 0;
	for (int i = 0; names->name && i <= TOLD_MOST && used < room; i++) {
		uint32_t best = WORDS_MOST;

		for (uint32_t w = 0; w < WORDS_MOST; w++) {
			bool fresh = caught[w] > 0 && (best == WORDS_MOST || caught[w] > caught[best]);

			for (int t = 0; t < i && fresh; t++)
				fresh = told[t] != w;
			if (fresh && names->name(names->context, w))
				best = w;
		}
		if (best == WORDS_MOST)
			return all;
		if (i == TOLD_MOST) {
			snprintf(text + used, room - used, ", or one of %zu more words", all - TOLD_MOST);
			return all;
		}
		told[i] = best;
		words_plain(names->name(names->context, best), word, sizeof(word));
		used += (size_t)snprintf(text + used, room - used, "%s\"%s\"", i ? " or " : "", word);
	}
	return all;
}
