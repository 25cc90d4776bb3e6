/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/engine/score.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "audit/engine/bits.h"
#include "audit/engine/line.h"
#include "audit/engine/rare.h"
#include "audit/engine/steps.h"
#include "audit/engine/words.h"

enum { AUDIT_SCORE_TEXT = 400 };

struct audit_score {
	enum audit_score_kind kind;
	size_t dims;
	struct words words;
	struct line *line;
	struct bits bits;
	struct rare rare;
	struct steps steps;
};

/* One field of words alone has no line; one that also has words is no plain number. */
bool audit_score_applies(enum audit_score_kind kind, const double *const seen[2], size_t trials, size_t dims)
{
	size_t words = 0;

	if (dims > 1 || kind == AUDIT_SCORE_STEPS)
		return kind != AUDIT_SCORE_NUMBER;
	for (int world = 0; world < 2; world++)
		for (size_t i = 0; i < trials; i++)
			words += isnan(seen[world][i]) ? 1 : 0;
	return kind == AUDIT_SCORE_NUMBER ? words == 0 : words < 2 * trials;
}

/* The one number that the steps are of. */
static double along(const struct audit_score *s, const double *seen)
{
	return s->dims == 1 ? seen[0] : line_of(s->line, &s->words, seen);
}

static enum dpmf_status learn_steps(struct audit_score *s, const double *const seen[2], size_t trials, struct dpmf_error *error)
{
	double *room = malloc(4 * trials * sizeof(double)), *numbers[2] = { room, room + trials };
	size_t count[2] = { 0, 0 };

	if (!room)
		return dpmf_fail(error, DPMF_FAILED, "no memory for learning a score from %zu runs: use fewer --trials", trials);
	for (int world = 0; world < 2; world++) {
		for (size_t i = 0; i < trials; i++) {
			const double x = along(s, seen[world] + i * s->dims);

			if (!isnan(x))
				numbers[world][count[world]++] = x;
		}
	}
	steps_learn(numbers, count, room + 2 * trials, &s->steps);
	free(room);
	return DPMF_OK;
}

static enum dpmf_status learn(struct audit_score *s, const double *const seen[2], size_t trials, struct dpmf_error *error)
{
	enum dpmf_status status = DPMF_OK;

	if (s->kind == AUDIT_SCORE_NUMBER)
		return DPMF_OK;
	if (s->kind == AUDIT_SCORE_RARE)
		return rare_learn(seen, trials, s->dims, &s->rare, error);
	status = words_learn(seen, trials, s->dims, &s->words, error);
	if (status == DPMF_OK && s->kind == AUDIT_SCORE_BITS)
		return bits_learn(seen, trials, s->dims, &s->bits, error);
	if (status == DPMF_OK && (s->kind == AUDIT_SCORE_LINE || s->dims > 1))
		status = line_learn(seen, trials, s->dims, &s->words, &s->line, error);
	if (status == DPMF_OK && s->kind == AUDIT_SCORE_STEPS)
		status = learn_steps(s, seen, trials, error);
	return status;
}

enum dpmf_status audit_score_learn(enum audit_score_kind kind, const double *const seen[2], size_t trials, size_t dims,
                                   struct audit_score **score, struct dpmf_error *error)
{
	struct audit_score *s = calloc(1, sizeof(*s));

	if (!s)
		return dpmf_fail(error, DPMF_FAILED, "no memory for a score of %zu numbers", dims);
	s->kind = kind;
	s->dims = dims;
	const enum dpmf_status status = learn(s, seen, trials, error);

	if (status != DPMF_OK)
		audit_score_free(s);
	else
		*score = s;
	return status;
}

static double of_words(const struct audit_score *s, const double *seen)
{
	double sum = 0;

	for (size_t d = 0; d < s->dims; d++)
		sum += isnan(seen[d]) ? words_ratio(&s->words, d, seen[d]) : 0;
	return sum;
}

double audit_score_of(const struct audit_score *score, const double *seen)
{
	switch (score->kind) {
	case AUDIT_SCORE_NUMBER: return seen[0];
	case AUDIT_SCORE_LINE: return line_of(score->line, &score->words, seen);
	case AUDIT_SCORE_BITS: return bits_of(&score->bits, seen) + of_words(score, seen);
	case AUDIT_SCORE_RARE: return rare_of(&score->rare, seen);
	case AUDIT_SCORE_STEPS: break;
	}
	const double x = along(score, seen);

	return isnan(x) ? words_ratio(&score->words, 0, x) : steps_of(&score->steps, x);
}

enum { TOLD_MOST = 4 };

/* The stretches of the number line whose ratio reaches the threshold, and how many they are; "" when there are none. */
static size_t describe_steps(const struct steps *steps, double threshold, int guess, const char *what, char *text, size_t room)
{
	size_t used = 0, told = 0;

	*text = 0;
	for (size_t b = 0, end; b <= STEPS_EDGES; b = end) {
		for (end = b; end <= STEPS_EDGES && (guess ? steps->ratio[end] <= threshold : steps->ratio[end] >= threshold); end++) {
		}
		if (end == b) {
			end++;
			continue;
		}
		if (told++ >= TOLD_MOST)
			continue;
		if (used < room)
			used += (size_t)snprintf(text + used, room - used, "%s", told > 1 ? ", or" : what);
		if (used < room && b > 0)
			used += (size_t)snprintf(text + used, room - used, " at least %.6g", steps->edge[b - 1]);
		if (used < room && end <= STEPS_EDGES)
			used += (size_t)snprintf(text + used, room - used, "%s below %.6g", b > 0 ? " and" : "", steps->edge[end - 1]);
	}
	if (told > TOLD_MOST && used < room)
		snprintf(text + used, room - used, ", or in one of %zu more stretches", told - TOLD_MOST);
	return told;
}

bool audit_score_of_bits(const struct audit_score *score)
{
	return score->kind == AUDIT_SCORE_BITS;
}

size_t audit_score_describe(const struct audit_score *score, const struct audit_event *event, int guess, bool known, const struct words_names *names,
                            char *text, size_t room)
{
	const double threshold = guess ? event->low : event->high;
	char sum[AUDIT_SCORE_TEXT], along[AUDIT_SCORE_TEXT];

	size_t parts = 1;

	*text = 0;
	if (score->kind == AUDIT_SCORE_BITS)
		return bits_describe(&score->bits, threshold, guess, text, room);
	if (score->kind == AUDIT_SCORE_RARE)
		return rare_describe(&score->rare, threshold, guess, names, text, room);
	if (score->line) {
		line_describe(score->line, sum, sizeof(sum));
		if (score->kind == AUDIT_SCORE_STEPS)
			parts = describe_steps(&score->steps, threshold, guess, "S is", along, sizeof(along));
		else
			snprintf(along, sizeof(along), "S is %s %.6g", guess ? "at most" : "at least", threshold);
		snprintf(text, room, "%s%s%s", along, known ? "" : ", where ", known ? "" : sum);
	}
	return parts;
}

void audit_score_free(struct audit_score *score)
{
	if (!score)
		return;
	words_free(&score->words);
	if (score->bits.field)
		bits_free(&score->bits);
	rare_free(&score->rare);
	line_free(score->line);
	free(score);
}
