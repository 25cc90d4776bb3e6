/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/sensitivity.h"

#include <math.h>
#include <string.h>

#include <gsl/gsl_errno.h>
#include <gsl/gsl_multimin.h>

#include "core/stream.h"
#include "noise/textbook.h"

/* An instance as the numbers that the search may move, each within its ends. */
struct numbers {
	size_t count;
	double *place[AUDIT_NUMBERS_MOST];
	double low[AUDIT_NUMBERS_MOST], high[AUDIT_NUMBERS_MOST];
};

struct search {
	const struct audit_search_target *target;
	struct audit_instance trial, best;
	struct numbers numbers;              /* places in `trial` */
	double best_at[AUDIT_NUMBERS_MOST];  /* shares of the way from low to high */
	struct audit_change change;          /* at `best` */
	uint64_t spent, allowed;
	bool strayed;
	enum dpmf_status status;
	struct dpmf_error *error;
};

static void add_numbers(struct numbers *numbers, double *place, size_t count, double low, double high)
{
	for (size_t i = 0; i < count && low < high; i++) {
		numbers->place[numbers->count] = place + i;
		numbers->low[numbers->count] = low;
		numbers->high[numbers->count++] = high;
	}
}

/* All of user 0's ratings differ. */
static bool whole_row(const struct audit_shape *s)
{
	return s->row || s->neighbours == DPMF_USER;
}

static void lay_out(struct audit_instance *one, struct numbers *numbers)
{
	const struct audit_shape *s = one->shape;
	const size_t k = s->factors;

	*numbers = (struct numbers){ .count = 0 };
	add_numbers(numbers, one->rating[0], s->users * s->items, s->rating_min, s->rating_max);
	add_numbers(numbers, one->u[0], s->users * k, -s->start_most, s->start_most);
	add_numbers(numbers, one->v, s->items * k, -s->start_most, s->start_most);
	if (whole_row(s))
		add_numbers(numbers, one->rating[1], s->items, s->rating_min, s->rating_max);
	else if (s->neighbours == DPMF_EDGE)
		add_numbers(numbers, one->u[1], k, -s->start_most, s->start_most);
	else
		add_numbers(numbers, one->rating[1], 1, s->rating_min, s->rating_max);
	add_numbers(numbers, &one->rate, 1, s->rate_min, s->rate_max);
	add_numbers(numbers, &one->weight, 1, s->weight_min, 1);
	for (size_t t = 0; t + 1 < s->rounds; t++)
		add_numbers(numbers, one->answer[t], s->pieces * k, -s->answer_most, s->answer_most);
}

/* World 1 is world 0 but for what differs. */
static void complete(struct audit_instance *one)
{
	const struct audit_shape *s = one->shape;
	const bool edge = s->neighbours == DPMF_EDGE;
	const size_t own = whole_row(s) ? s->items : edge ? 0 : 1, start = edge && !s->row ? s->factors : 0;

	memcpy(one->rating[1] + own, one->rating[0] + own, (s->users * s->items - own) * sizeof(double));
	memcpy(one->u[1] + start, one->u[0] + start, (s->users * s->factors - start) * sizeof(double));
}

static bool goes_on(const struct search *search)
{
	return search->status == DPMF_OK && search->spent < search->allowed;
}

/* -ratio at these shares; beyond 0 .. 1 it is that of the end, and a little
   worse. The last release counts twice: the first attains its bound so soon
   that nothing would lead from there to what later ones can do. */
static double cost(struct search *search, const double *share)
{
	const struct numbers *numbers = &search->numbers;
	double within[AUDIT_NUMBERS_MOST], outside = 0;
	struct audit_change change;

	if (!goes_on(search))
		return 0;
	for (size_t i = 0; i < numbers->count; i++) {
		within[i] = fmax(0, fmin(1, share[i]));
		outside += fabs(share[i] - within[i]);
		*numbers->place[i] = within[i] == 1 ? numbers->high[i]
		                     : numbers->low[i] + within[i] * (numbers->high[i] - numbers->low[i]);
	}
	complete(&search->trial);
	search->status = audit_sensitivity_measure(search->target, &search->trial, &change, search->error);
	search->spent++;
	if (search->status != DPMF_OK)
		return 0;
	search->strayed |= change.strayed;
	if (change.ratio > search->change.ratio) {
		search->change = change;
		search->best = search->trial;
		memcpy(search->best_at, within, numbers->count * sizeof(double));
	}
	return 1e-3 * outside - change.ratio - change.last;
}

static double cost_of(const gsl_vector *x, void *context)
{
	return cost(context, x->data);
}

/* Nelder and Mead from `from`, for at most `most` evaluations. */
static void descend(struct search *search, double *from, double step, uint64_t most)
{
	const size_t n = search->numbers.count;
	const uint64_t end = search->spent + most;
	gsl_multimin_fminimizer *simplex = gsl_multimin_fminimizer_alloc(gsl_multimin_fminimizer_nmsimplex2, n);
	gsl_vector *steps = gsl_vector_alloc(n);
	gsl_multimin_function function = { cost_of, n, search };
	gsl_vector_view start = gsl_vector_view_array(from, n);

	if (simplex && steps) {
		for (size_t i = 0; i < n; i++)
			gsl_vector_set(steps, i, from[i] > 0.5 ? -step : step);
		gsl_multimin_fminimizer_set(simplex, &function, &start.vector, steps);
		while (goes_on(search) && search->spent < end && gsl_multimin_fminimizer_size(simplex) > 1e-7)
			if (gsl_multimin_fminimizer_iterate(simplex) != GSL_SUCCESS)
				break;
	} else {
		search->status = dpmf_fail(search->error, DPMF_FAILED, "no memory for a simplex of %zu numbers", n);
	}
	gsl_multimin_fminimizer_free(simplex);
	gsl_vector_free(steps);
}

/* Both ends, and the middle, of one number after another. */
static void try_ends(struct search *search)
{
	double share[AUDIT_NUMBERS_MOST];

	for (size_t i = 0; i < search->numbers.count; i++) {
		for (int end = 0; end <= 2 && goes_on(search); end++) {
			memcpy(share, search->best_at, sizeof(share));
			share[i] = end / 2.0;
			cost(search, share);
		}
	}
}

/* A start: every number at an end with probability 1/2, else anywhere. */
static void draw_start(struct dpmf_stream *stream, size_t count, double *share)
{
	for (size_t i = 0; i < count; i++) {
		const uint64_t where = dpmf_stream_word(stream) & 3;
		const double anywhere = dpmf_uniform(stream);

		share[i] = where < 2 ? (double)where : anywhere;
	}
}

static void seek(struct search *search, uint64_t seed)
{
	const size_t n = search->numbers.count;
	const uint64_t part = search->allowed / 12 + 1;
	struct dpmf_stream stream;
	struct dpmf_key root, key;
	double share[AUDIT_NUMBERS_MOST] = { 0 };

	dpmf_key_from_seed(seed, &root);
	dpmf_key_derive(&root, "sensitivity", &key);
	dpmf_stream_open(&stream, &key, 0, 0, 0);
	while (goes_on(search) && search->spent < 6 * part) {
		draw_start(&stream, n, share);
		descend(search, share, 0.3, part);
	}
	for (double step = 0.2; goes_on(search); step = step > 1e-4 ? step / 2 : 0.2) {
		const uint64_t before = search->spent;

		try_ends(search);
		memcpy(share, search->best_at, sizeof(share));
		descend(search, share, step, part);
		if (search->spent == before)
			break;
	}
}

enum dpmf_status audit_sensitivity_run(const struct audit_search_target *target,
                                       const struct audit_sensitivity_settings *settings,
                                       struct audit_sensitivity *result, struct dpmf_error *error)
{
	struct search search = {
		.target = target, .trial = { .shape = &target->shape, .rate = target->shape.rate_min, .weight = 1 },
		.change = { .ratio = -1 }, .allowed = settings->evaluations, .error = error,
	};
	struct audit_sensitivity found;
	struct dpmf_key key;

	if (settings->evaluations < AUDIT_EVALUATIONS_LEAST)
		return dpmf_fail(error, DPMF_INPUT, "%llu evaluations: give %d or more",
		                 (unsigned long long)settings->evaluations, AUDIT_EVALUATIONS_LEAST);
	dpmf_key_from_seed(0, &key);
	if (target->start && target->start(&search.trial, &key, error) != DPMF_OK)
		return DPMF_FAILED;
	lay_out(&search.trial, &search.numbers);
	seek(&search, settings->seed);
	if (search.status != DPMF_OK)
		return search.status;
	found = (struct audit_sensitivity){
		.target = target, .found = search.best, .evaluations = search.spent,
		.round = search.change.round, .piece = search.change.piece, .norm = search.change.norm,
		.moved = search.change.moved, .declared = search.change.declared, .strayed = search.strayed,
	};
	const enum dpmf_status status = audit_sensitivity_enclose(&found, error);

	if (status == DPMF_OK)
		*result = found;
	return status;
}

bool audit_sensitivity_expected(const struct audit_sensitivity *result)
{
	const bool sound = !result->strayed && result->agrees;

	return sound && (result->target->exceeds ? result->exceeds : result->near && !result->exceeds);
}
