/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/engine/rare.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TOLD_MOST = 4, LAST = 10 };

#define QUIET 0.75

struct seen_value {
	uint64_t bits;
	uint32_t row;
	uint32_t world;
};

static uint64_t bits_in(double x)
{
	uint64_t bits;

	memcpy(&bits, &x, sizeof bits);
	return bits;
}

static int by_bits(const void *a, const void *b)
{
	const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

static int loudest_first(const void *a, const void *b)
{
	const struct rare_value *x = a, *y = b;

	return (fabsf(x->score) < fabsf(y->score)) - (fabsf(x->score) > fabsf(y->score));
}

/* Of what `world` gave so often, and the other one never. */
static float score_of(size_t times, int world)
{
	const float score = (float)log1p((double)times);

	return times < RARE_ENOUGH ? 0 : world ? -score : score;
}

static float louder(float a, float b)
{
	return fabsf(a) >= fabsf(b) ? a : b;
}

/* A field's answers of both worlds, equal ones side by side. */
static void gather(const double *const seen[2], size_t trials, size_t dims, size_t d, struct seen_value *all)
{
	for (uint32_t world = 0; world < 2; world++)
		for (size_t i = 0; i < trials; i++)
			all[world * trials + i] = (struct seen_value){ bits_in(seen[world][i * dims + d]), (uint32_t)i, world };
	qsort(all, 2 * trials, sizeof(*all), by_bits);
}

/* The answers from `from` on that are equal: where they end, and how often each world gave them. */
static size_t group(const struct seen_value *all, size_t count, size_t from, size_t times[2])
{
	size_t end = from;

	times[0] = times[1] = 0;
	for (; end < count && all[end].bits == all[from].bits; end++)
		times[all[end].world]++;
	return end;
}

/* `value` has room for as many as were seen. */
static void find_values(struct rare_field *field, const struct seen_value *all, size_t count, struct rare_value *value)
{
	size_t found = 0, times[2];

	for (size_t i = 0, end; i < count; i = end) {
		end = group(all, count, i, times);
		if ((times[0] == 0 || times[1] == 0) && end - i >= RARE_ENOUGH)
			value[found++] = (struct rare_value){ all[i].bits, score_of(end - i, times[1] > 0) };
	}
	qsort(value, found, sizeof(*value), loudest_first);
	field->values = found < RARE_VALUES ? found : RARE_VALUES;
	memcpy(field->value, value, field->values * sizeof(*value));
	qsort(field->value, field->values, sizeof(*value), by_bits);
}

/* Along one field, upwards (sign 1) or downwards (-1): the world that goes further, and where the other one ends: twice as far past its
   last answer as that one is past the tenth. Of a hundred samples with an exponential tail, one reaches so far. */
struct reach {
	double end;
	int further;
	size_t beyond;
};

static double along(const double *const seen[2], int world, size_t i, size_t dims, size_t d, double sign)
{
	const double x = seen[world][i * dims + d];

	return isnan(x) ? -INFINITY : sign * x;
}

/* The last ones, the very last first. */
static void find_last(const double *const seen[2], int world, size_t trials, size_t dims, size_t d, double sign, double last[LAST])
{
	for (size_t k = 0; k < LAST; k++)
		last[k] = -INFINITY;
	for (size_t i = 0; i < trials; i++) {
		const double x = along(seen, world, i, dims, d, sign);
		size_t at = LAST;

		if (!(x > last[LAST - 1]))
			continue;
		for (; at > 0 && x > last[at - 1]; at--)
			if (at < LAST)
				last[at] = last[at - 1];
		last[at] = x;
	}
}

static struct reach find_reach(const double *const seen[2], size_t trials, size_t dims, size_t d, double sign)
{
	double last[2][LAST];

	for (int w = 0; w < 2; w++)
		find_last(seen, w, trials, dims, d, sign, last[w]);
	struct reach reach = { .further = last[1][0] > last[0][0] };
	const double *near = last[!reach.further];

	reach.end = isfinite(near[0]) && isfinite(near[LAST - 1]) ? near[0] + 2 * (near[0] - near[LAST - 1]) : near[0];
	for (size_t i = 0; i < trials; i++)
		reach.beyond += along(seen, reach.further, i, dims, d, sign) > reach.end;
	return reach;
}

static void find_ends(struct rare_field *field, const double *const seen[2], size_t trials, size_t dims, size_t d)
{
	const struct reach up = find_reach(seen, trials, dims, d, 1), down = find_reach(seen, trials, dims, d, -1);

	field->highest = up.end;
	field->lowest = -down.end;
	field->above = score_of(up.beyond, up.further);
	field->below = score_of(down.beyond, down.further);
}

enum dpmf_status rare_learn(const double *const seen[2], size_t trials, size_t dims, struct rare *rare, struct dpmf_error *error)
{
	struct rare made = { dims, calloc(dims, sizeof(*made.field)) };
	struct seen_value *all = malloc(2 * trials * sizeof(*all));
	struct rare_value *value = malloc(2 * trials * sizeof(*value));
	const bool room = made.field && all && value;

	for (size_t d = 0; room && d < dims; d++) {
		gather(seen, trials, dims, d, all);
		find_values(&made.field[d], all, 2 * trials, value);
		find_ends(&made.field[d], seen, trials, dims, d);
	}
	free(all);
	free(value);
	if (!room) {
		rare_free(&made);
		return dpmf_fail(error, DPMF_FAILED, "no memory for the rare answers in %zu runs: use fewer --trials", trials);
	}
	*rare = made;
	return DPMF_OK;
}

/* A run of `world` whose answer so many runs gave, itself among them. */
static float without_itself(const size_t times[2], uint32_t world)
{
	if (times[!world] == 0)
		return score_of(times[world] - 1, (int)world);
	return times[world] == 1 ? score_of(times[!world], !world) : 0;
}

static void score_values(const struct seen_value *all, size_t count, double *const score[2])
{
	size_t times[2];

	for (size_t i = 0, end; i < count; i = end) {
		end = group(all, count, i, times);
		for (size_t k = i; k < end; k++) {
			double *own = &score[all[k].world][all[k].row];

			*own = (double)louder((float)*own, without_itself(times, all[k].world));
		}
	}
}

static void score_ends(const double *const seen[2], size_t trials, size_t dims, size_t d, double sign, double *const score[2])
{
	const struct reach reach = find_reach(seen, trials, dims, d, sign);
	const float beyond = reach.beyond > 0 ? score_of(reach.beyond - 1, reach.further) : 0;

	for (size_t i = 0; i < trials; i++) {
		double *far = &score[reach.further][i];

		if (along(seen, reach.further, i, dims, d, sign) > reach.end)
			*far = (double)louder((float)*far, beyond);
	}
}

/* Of those that were seen much less often than the most frequent one, many are chance. */
static void drop_quiet(size_t trials, double *const score[2])
{
	double loudest = 0;

	for (int world = 0; world < 2; world++)
		for (size_t i = 0; i < trials; i++)
			loudest = fmax(loudest, fabs(score[world][i]));
	for (int world = 0; world < 2; world++)
		for (size_t i = 0; i < trials; i++)
			if (expm1(fabs(score[world][i])) < QUIET * expm1(loudest))
				score[world][i] = 0;
}

enum dpmf_status rare_score_each(const double *const seen[2], size_t trials, size_t dims, double *const score[2], struct dpmf_error *error)
{
	struct seen_value *all = malloc(2 * trials * sizeof(*all));

	if (!all)
		return dpmf_fail(error, DPMF_FAILED, "no memory for the rare answers in %zu runs: use fewer --trials", trials);
	for (int world = 0; world < 2; world++)
		memset(score[world], 0, trials * sizeof(double));
	for (size_t d = 0; d < dims; d++) {
		gather(seen, trials, dims, d, all);
		score_values(all, 2 * trials, score);
		score_ends(seen, trials, dims, d, 1, score);
		score_ends(seen, trials, dims, d, -1, score);
	}
	free(all);
	drop_quiet(trials, score);
	return DPMF_OK;
}

static float of_field(const struct rare_field *field, double x)
{
	const uint64_t bits = bits_in(x);
	const struct rare_value *found = bsearch(&bits, field->value, field->values, sizeof(*found), by_bits);

	return louder(x > field->highest ? field->above : x < field->lowest ? field->below : 0, found ? found->score : 0);
}

double rare_of(const struct rare *rare, const double *seen)
{
	float loudest = 0;

	for (size_t d = 0; d < rare->dims; d++)
		loudest = louder(loudest, of_field(&rare->field[d], seen[d]));
	return (double)loudest;
}

struct telltale {
	size_t field;
	const char *how;
	double value;
	float score;
};

/* Into the place that its score earns among the first TOLD_MOST. */
static size_t tell(struct telltale told[TOLD_MOST], size_t count, struct telltale fresh)
{
	size_t at = count < TOLD_MOST ? count : TOLD_MOST;

	for (; at > 0 && told[at - 1].score < fresh.score; at--)
		if (at < TOLD_MOST)
			told[at] = told[at - 1];
	if (at < TOLD_MOST)
		told[at] = fresh;
	return count + 1;
}

static size_t tell_field(const struct rare_field *field, size_t d, double threshold, int world, struct telltale told[TOLD_MOST], size_t count)
{
	const float sign = world ? -1 : 1, least = sign * (float)threshold;

	if (field->above * sign >= least && field->above * sign > 0)
		count = tell(told, count, (struct telltale){ d, "above ", field->highest, field->above * sign });
	if (field->below * sign >= least && field->below * sign > 0)
		count = tell(told, count, (struct telltale){ d, "below ", field->lowest, field->below * sign });
	for (size_t v = 0; v < field->values; v++) {
		double x;

		memcpy(&x, &field->value[v].bits, sizeof x);
		if (field->value[v].score * sign >= least && field->value[v].score * sign > 0)
			count = tell(told, count, (struct telltale){ d, "", x, field->value[v].score * sign });
	}
	return count;
}

static size_t tell_value(const struct telltale *told, const struct words_names *names, char *text, size_t room)
{
	const char *name = isnan(told->value) && names->name ? names->name(names->context, word_of(told->value)) : NULL;
	char word[41];

	if (!isnan(told->value))
		return (size_t)snprintf(text, room, "%s%.17g", told->how, told->value);
	words_plain(name ? name : "?", word, sizeof(word));
	return (size_t)snprintf(text, room, "\"%s\"", word);
}

size_t rare_describe(const struct rare *rare, double threshold, int world, const struct words_names *names, char *text, size_t room)
{
	struct telltale told[TOLD_MOST];
	size_t used = 0, count = 0;

	for (size_t d = 0; d < rare->dims; d++)
		count = tell_field(&rare->field[d], d, threshold, world, told, count);
	*text = 0;
	for (size_t i = 0; i < count && i < TOLD_MOST && used < room; i++) {
		used += (size_t)snprintf(text + used, room - used, "%sfield %zu is ", i ? ", or " : "", told[i].field + 1);
		if (used < room)
			used += tell_value(&told[i], names, text + used, room - used);
	}
	if (count > TOLD_MOST && used < room)
		snprintf(text + used, room - used, ", or one of %zu more telltales", count - TOLD_MOST);
	return count;
}

void rare_free(struct rare *rare)
{
	free(rare->field);
	rare->field = NULL;
}
