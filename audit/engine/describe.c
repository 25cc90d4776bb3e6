/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/engine/describe.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "audit/engine/bits.h"
#include "audit/engine/sort.h"
#include "audit/engine/words.h"

struct seen {
	const struct audit_runs *runs;
	const struct audit_learned *learned;
	const struct audit_event *event;
};

static double score_at(const struct seen *s, const double *row)
{
	return audit_learned_score(s->runs->one, s->runs->instance, s->learned, row);
}

static int guess_of(const void *context, double x)
{
	const struct seen *s = context;

	return audit_event_guess(s->event, score_at(s, &x));
}

/* Numbers become points in ascending order; of words it is counted how often the guess was made from each. `number` is room for all runs. */
static size_t gather(const struct seen *s, double *number, struct stretch_point *points, uint32_t (*caught)[WORDS_MOST])
{
	size_t count = 0;

	for (int world = 0; world < 2; world++) {
		for (size_t i = 0; i < s->runs->count[world]; i++) {
			const double x = *audit_runs_at(s->runs, world, i);
			const int guess = isnan(x) ? guess_of(s, x) : -1;

			if (!isnan(x))
				number[count++] = x;
			else if (guess >= 0)
				caught[guess][word_of(x)]++;
		}
	}
	audit_sort(number, count);
	for (size_t i = 0; i < count; i++)
		points[i] = (struct stretch_point){ number[i], (signed char)guess_of(s, number[i]) };
	return count;
}

static size_t describe_field(const struct seen *s, const struct stretches *stretches, const uint32_t *caught, int guess, char *text)
{
	const struct words_names names = { s->runs->one->word, s->runs->instance };
	char numbers[AUDIT_WORDS / 2] = "", words[AUDIT_WORDS / 2 - 24];

	size_t parts = words_describe(caught, &names, words, sizeof(words));

	if (s->learned->score && audit_score_of_bits(s->learned->score))
		parts += audit_score_describe(s->learned->score, s->event, guess, false, &names, numbers, sizeof(numbers));
	else {
		parts += stretches->all;
		stretch_describe(stretches, numbers, sizeof(numbers));
	}
	const char *is = *words || (*numbers == ' ') ? "the answer is" : "";

	snprintf(text, AUDIT_WORDS, "%s%s%s%s%s", is, *words ? " " : "", words, *words && *numbers ? ", or" : "", numbers);
	if (!*words && !*numbers)
		snprintf(text, AUDIT_WORDS, "the answer is one that did not occur among these runs");
	return parts;
}

static void describe_one(const struct seen *s, struct audit_result *result)
{
	const size_t all = s->runs->count[0] + s->runs->count[1] + 1;
	struct stretch_point *points = malloc(all * sizeof(*points));
	double *number = malloc(all * sizeof(*number));
	uint32_t (*caught)[WORDS_MOST] = calloc(2, sizeof(*caught));
	const struct stretch_teller teller = { guess_of, s };

	if (points && number && caught) {
		const size_t count = gather(s, number, points, caught);

		for (int guess = 0; guess < 2; guess++) {
			if (s->event->toward == (guess ? AUDIT_TOWARD_0 : AUDIT_TOWARD_1))
				continue;
			result->stretch[guess] = stretch_find(points, count, guess, &teller);
			result->parts[guess] = describe_field(s, &result->stretch[guess], caught[guess], guess, result->words[guess]);
		}
	}
	free(points);
	free(number);
	free(caught);
}

/* How the score goes with one of the numbers. */
static double correlation(const struct seen *s, size_t d)
{
	double n = 0, sum[2] = { 0 }, square[2] = { 0 }, product = 0;

	for (int world = 0; world < 2; world++) {
		for (size_t i = 0; i < s->runs->count[world]; i++) {
			const double *row = audit_runs_at(s->runs, world, i), x = row[d], y = fmax(-50, fmin(50, score_at(s, row)));

			if (!isfinite(x))
				continue;
			n++;
			sum[0] += x, sum[1] += y;
			square[0] += x * x, square[1] += y * y;
			product += x * y;
		}
	}
	const double spread = (square[0] - sum[0] * sum[0] / n) * (square[1] - sum[1] * sum[1] / n);

	return spread > 0 ? (product - sum[0] * sum[1] / n) / sqrt(spread) : 0;
}

enum { TOLD_MOST = 3 };

/* The numbers that the score goes with most. */
static void describe_direction(const struct seen *s, char *text, size_t room)
{
	struct audit_runs some = *s->runs;
	const struct seen look = { &some, s->learned, s->event };
	const size_t dims = s->runs->one->dims;
	double found[64];
	size_t used = 0;

	for (int world = 0; world < 2; world++)
		some.count[world] = some.count[world] < AUDIT_DESCRIBED ? some.count[world] : AUDIT_DESCRIBED;
	for (size_t d = 0; d < dims; d++)
		found[d] = correlation(&look, d);
	*text = 0;
	for (int told = 0; told < TOLD_MOST && used < room; told++) {
		size_t best = 0;

		for (size_t d = 1; d < dims; d++)
			if (fabs(found[d]) > fabs(found[best]))
				best = d;
		if (fabs(found[best]) < 0.1)
			return;
		used += (size_t)snprintf(text + used, room - used, "%s number %zu (correlation %+.2f)", told ? "," : "; it goes with", best + 1, found[best]);
		found[best] = 0;
	}
}

static size_t describe_many(const struct seen *s, int guess, char *text)
{
	const bool known = guess == 1 && s->event->toward == AUDIT_TOWARD_BOTH;
	const struct words_names names = { s->runs->one->word, s->runs->instance };
	char direction[AUDIT_WORDS / 2] = "";

	if (s->learned->score)
		return audit_score_describe(s->learned->score, s->event, guess, known, &names, text, AUDIT_WORDS);
	if (!known)
		describe_direction(s, direction, sizeof(direction));
	snprintf(text, AUDIT_WORDS, "the log likelihood ratio of the %zu numbers%s is %s %.6g%s", s->runs->one->dims,
	         known ? "" : ", or the score that stands for it,", guess ? "at most" : "at least", guess ? s->event->low : s->event->high, direction);
	return 1;
}

static bool always(const struct audit_pair *counts)
{
	return !counts->guesses && counts->hits[0] == counts->runs[0] && counts->hits[1] == counts->runs[1];
}

static bool are_whole(const double *x, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (!isnan(x[i]) && (x[i] != floor(x[i]) || (x[i] == 0 && signbit(x[i]))))
			return false;
	return true;
}

void audit_describe(const struct audit_runs *runs, const struct audit_learned *learned, struct audit_result *result)
{
	const struct seen s = { runs, learned, &result->event };
	const size_t some = runs->count[0] < AUDIT_DESCRIBED ? runs->count[0] : AUDIT_DESCRIBED;

	result->by_bits = learned->score && audit_score_of_bits(learned->score) && !are_whole(audit_runs_at(runs, 0, 0), some * runs->one->dims);
	result->fine = bits_to_the_last(audit_runs_at(runs, 0, 0), some * runs->one->dims);
	if (always(&result->counts)) {
		snprintf(result->words[result->event.toward == AUDIT_TOWARD_1], AUDIT_WORDS, "any answer, since no event was found that tells the data sets apart");
		return;
	}
	if (runs->one->dims == 1) {
		describe_one(&s, result);
		return;
	}
	for (int guess = 0; guess < 2; guess++)
		if (s.event->toward != (guess ? AUDIT_TOWARD_0 : AUDIT_TOWARD_1))
			result->parts[guess] = describe_many(&s, guess, result->words[guess]);
}
