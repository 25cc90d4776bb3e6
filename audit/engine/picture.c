/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/engine/picture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "audit/engine/sort.h"

enum { WORDS_SHOWN = 12 };

enum dpmf_status picture_line_open(struct picture_line *line, const size_t all[2], struct dpmf_error *error)
{
	*line = (struct picture_line){ .framed = false };
	for (int world = 0; world < 2; world++) {
		line->room[world] = all[world] < AUDIT_KEPT ? all[world] : AUDIT_KEPT;
		line->kept[world] = malloc((line->room[world] + 1) * sizeof(double));
		if (!line->kept[world]) {
			picture_line_close(line);
			return dpmf_fail(error, DPMF_FAILED, "no memory for %zu scores: use fewer --trials", line->room[0] + line->room[1]);
		}
	}
	return DPMF_OK;
}

void picture_line_close(struct picture_line *line)
{
	for (int world = 0; world < 2; world++) {
		free(line->kept[world]);
		line->kept[world] = NULL;
	}
}

static size_t bin_of(const struct picture_line *line, double x)
{
	const double place = (x - line->low) / (line->high - line->low) * AUDIT_PICTURE_BINS;

	if (!(place > 0))
		return 0;
	return place < AUDIT_PICTURE_BINS - 1 ? (size_t)place : AUDIT_PICTURE_BINS - 1;
}

/* All but the two hundredth at each end frame the picture. */
static void frame(struct picture_line *line, double *sorted)
{
	line->framed = true;
	line->low = INFINITY;
	line->high = -INFINITY;
	for (int world = 0; world < 2; world++) {
		size_t count = 0;

		for (size_t i = 0; i < line->count[world]; i++)
			if (!isnan(line->kept[world][i]))
				sorted[count++] = line->kept[world][i];
		if (count == 0)
			continue;
		audit_sort(sorted, count);
		line->low = fmin(line->low, sorted[count / 200]);
		line->high = fmax(line->high, sorted[count - 1 - count / 200]);
	}
	line->low = fmax(line->low, -1e300);
	line->high = fmin(line->high, 1e300);
	if (!(line->high > line->low))
		line->high = line->low + 1;
}

static enum dpmf_status frame_once(struct picture_line *line, struct dpmf_error *error)
{
	const size_t most = line->count[0] > line->count[1] ? line->count[0] : line->count[1];
	double *sorted = line->framed ? NULL : malloc((most + 1) * sizeof(double));

	if (line->framed)
		return DPMF_OK;
	if (!sorted)
		return dpmf_fail(error, DPMF_FAILED, "no memory for sorting %zu scores", most);
	frame(line, sorted);
	free(sorted);
	return DPMF_OK;
}

enum dpmf_status picture_line_add(struct picture_line *line, int world, const double *x, size_t count, struct dpmf_error *error)
{
	const size_t room = line->room[world] - line->count[world], kept = count < room ? count : room;

	memcpy(line->kept[world] + line->count[world], x, kept * sizeof(double));
	line->count[world] += kept;
	if (kept == count)
		return DPMF_OK;
	const enum dpmf_status status = frame_once(line, error);

	for (size_t i = kept; i < count && status == DPMF_OK; i++)
		if (!isnan(x[i]))
			line->beyond[world][bin_of(line, x[i])]++;
	return status;
}

enum dpmf_status picture_line_draw(struct picture_line *line, struct audit_picture *picture, struct dpmf_error *error)
{
	const enum dpmf_status status = frame_once(line, error);

	if (status != DPMF_OK)
		return status;
	picture->low = line->low;
	picture->high = line->high;
	memcpy(picture->count, line->beyond, sizeof(picture->count));
	for (int world = 0; world < 2; world++)
		for (size_t i = 0; i < line->count[world]; i++)
			if (!isnan(line->kept[world][i]))
				picture->count[world][bin_of(line, line->kept[world][i])]++;
	return DPMF_OK;
}

/* The most frequent words, and all others in one bin. */
void audit_picture_words(uint32_t (*times)[WORDS_MOST], const struct words_names *names, struct audit_picture *picture)
{
	for (picture->words = 0; picture->words < WORDS_SHOWN; picture->words++) {
		const size_t bin = picture->words;
		uint32_t best = 0;

		for (uint32_t w = 1; w < WORDS_MOST; w++)
			if (times[0][w] + times[1][w] > times[0][best] + times[1][best])
				best = w;
		if (times[0][best] + times[1][best] == 0)
			return;
		const char *name = names->name ? names->name(names->context, best) : NULL;

		words_plain(name ? name : "?", picture->word[bin], AUDIT_PICTURE_WORD);
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
