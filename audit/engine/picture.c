/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/engine/picture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "audit/engine/sort.h"
#include "audit/engine/words.h"

enum { WORDS_SHOWN = 12 };

static size_t bin_of(const struct audit_picture *picture, double x)
{
	const double place = (x - picture->low) / (picture->high - picture->low) * AUDIT_PICTURE_BINS;

	return (size_t)fmax(0, fmin(AUDIT_PICTURE_BINS - 1, floor(place)));
}

/* All but the two hundredth at each end frame the picture. */
static void draw_line(struct audit_picture *picture, const double *const sorted[2], const size_t count[2])
{
	picture->low = INFINITY;
	picture->high = -INFINITY;
	for (int world = 0; world < 2; world++) {
		const size_t far = count[world] / 200;

		if (count[world] == 0)
			continue;
		picture->low = fmin(picture->low, sorted[world][far]);
		picture->high = fmax(picture->high, sorted[world][count[world] - 1 - far]);
	}
	picture->low = fmax(picture->low, -1e300);
	picture->high = fmin(picture->high, 1e300);
	if (!(picture->high > picture->low))
		picture->high = picture->low + 1;
	for (int world = 0; world < 2; world++)
		for (size_t i = 0; i < count[world]; i++)
			picture->count[world][bin_of(picture, sorted[world][i])]++;
}

static const char *name_of(const struct audit_runs *held, uint32_t word)
{
	return held->one->word ? held->one->word(held->instance, word) : NULL;
}

/* The most frequent words, and all others in one bin. */
static void draw_words(struct audit_picture *picture, const struct audit_runs *held, uint32_t (*times)[WORDS_MOST])
{
	for (int world = 0; world < 2; world++)
		for (size_t i = 0; i < held->count[world]; i++)
			times[world][word_of(*audit_runs_at(held, world, i))]++;
	for (picture->words = 0; picture->words < WORDS_SHOWN; picture->words++) {
		const size_t bin = picture->words;
		uint32_t best = 0;

		for (uint32_t w = 1; w < WORDS_MOST; w++)
			if (times[0][w] + times[1][w] > times[0][best] + times[1][best])
				best = w;
		if (times[0][best] + times[1][best] == 0)
			return;
		words_plain(name_of(held, best) ? name_of(held, best) : "?", picture->word[bin], AUDIT_PICTURE_WORD);
		for (int world = 0; world < 2; world++) {
			picture->count[world][bin] = times[world][best];
			times[world][best] = 0;
		}
	}
	for (int world = 0; world < 2; world++)
		for (size_t w = 0; w < WORDS_MOST; w++)
			picture->count[world][WORDS_SHOWN] += times[world][w];
	if (picture->count[0][WORDS_SHOWN] + picture->count[1][WORDS_SHOWN] > 0)
		snprintf(picture->word[picture->words++], AUDIT_PICTURE_WORD, "other words");
}

/* Numbers among the answers, of one field. */
static size_t count_numbers(const struct audit_runs *held)
{
	size_t numbers = 0;

	for (int world = 0; world < 2; world++)
		for (size_t i = 0; i < held->count[world]; i++)
			numbers += isnan(*audit_runs_at(held, world, i)) ? 0 : 1;
	return numbers;
}

void audit_picture_draw(const struct audit_runs *held, double *const score[2], struct audit_picture *picture)
{
	const size_t numbers = held->one->dims == 1 ? count_numbers(held) : 1, all = held->count[0] + held->count[1];
	uint32_t (*times)[WORDS_MOST] = numbers == 0 ? calloc(2, sizeof(*times)) : NULL;

	*picture = (struct audit_picture){ .axis = AUDIT_AXIS_SCORE };
	if (times) {
		picture->axis = AUDIT_AXIS_WORDS;
		draw_words(picture, held, times);
		free(times);
		return;
	}
	if (held->one->dims == 1 && numbers == all) {
		picture->axis = AUDIT_AXIS_ANSWER;
		for (int world = 0; world < 2; world++) {
			for (size_t i = 0; i < held->count[world]; i++)
				score[world][i] = *audit_runs_at(held, world, i);
			audit_sort(score[world], held->count[world]);
		}
	}
	draw_line(picture, (const double *const[2]){ score[0], score[1] }, held->count);
}
