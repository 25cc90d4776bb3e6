/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dpals corrected. Both sums of an item are whole numbers: a profile is cut to steps of bound / steps.bound, a rating
   to steps of half the range / steps.bound. So both parts of what a user adds to an item have at most
   steps.bound^2 squares of steps, and they leave together. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/parallel.h"
#include "core/vector.h"
#include "mech/contributed.h"
#include "mech/dpals/kernels.h"
#include "mech/dpals/rounds.h"
#include "mech/gaussmf/kernels.h"

struct corrected {
	struct dpmf_dpals_rounds rounds;
	struct dpmf_dpals_steps steps;
	int64_t *profile; /* users x d: clipped, in steps */
	size_t number;    /* of the entry in the record */
};

struct work { /* of one thread */
	int64_t *sum;
	double *second, *first, *numbers;
};

/* Step 2: towards 0, so that the 2-norm is at most steps.bound steps. */
static void clip_user(const struct corrected *c, const double *u, int64_t *profile)
{
	const struct dpmf_dpals_options *o = c->rounds.options;
	const double norm = dpmf_l2(u, o->factors), bound = (double)c->steps.bound;

	for (size_t l = 0; l < o->factors; l++)
		profile[l] = isfinite(norm) ? (int64_t)(u[l] * bound / fmax(norm, o->bound)) : 0;
	while (!dpmf_gaussmf_within(profile, o->factors, c->steps.bound))
		dpmf_gaussmf_shrink(profile, o->factors);
}

static int64_t rating_steps(const struct corrected *c, double rating)
{
	const struct dpmf_dpals_options *o = c->rounds.options;
	const double half = (o->rating_max - o->rating_min) / 2;

	return dpmf_dpals_cut(llround((rating - c->rounds.model.center) / half * (double)c->steps.bound), c->steps.bound);
}

/* The numbers that the sums with their noise stand for. */
static void read_sums(const struct corrected *c, const struct work *w)
{
	const struct dpmf_dpals_options *o = c->rounds.options;
	const size_t d = o->factors;
	const double step = o->bound / (double)c->steps.bound, half = (o->rating_max - o->rating_min) / 2;
	const int64_t *sum = w->sum;

	for (size_t l = 0; l < d; l++)
		for (size_t m = l; m < d; m++)
			w->second[l * d + m] = w->second[m * d + l] = (double)*sum++ * step * step;
	for (size_t l = 0; l < d; l++)
		w->first[l] = (double)sum[l] * step * (half / (double)c->steps.bound);
}

/* Steps 3 and 4. */
static enum dpmf_status release_item(const struct corrected *c, size_t j, const struct work *w)
{
	const struct dpmf_dpals_rounds *r = &c->rounds;
	const struct dpmf_ratings *from = &r->contributed;
	const size_t d = r->options->factors;

	memset(w->sum, 0, dpmf_dpals_sums(d) * sizeof *w->sum);
	for (size_t a = from->column[j]; a < from->column[j + 1]; a++)
		dpmf_dpals_contribute(rating_steps(c, from->value[from->where[a]]), c->profile + from->user[a] * d, d, w->sum);
	if (dpmf_door_release_steps(r->door, c->number, j, NULL, w->sum, NULL) != DPMF_OK)
		return DPMF_FAILED;
	read_sums(c, w);
	dpmf_dpals_solve_item(w->second, w->first, d, r->options->lambda, w->numbers, r->model.v + j * d);
	return DPMF_OK;
}

static enum dpmf_status release_range(void *context, size_t begin, size_t end)
{
	const struct corrected *c = context;
	const size_t d = c->rounds.options->factors;
	struct work w = { malloc(dpmf_dpals_sums(d) * sizeof *w.sum), malloc((d * d + 4 * d) * sizeof *w.second), NULL, NULL };
	enum dpmf_status status = w.sum && w.second ? DPMF_OK : DPMF_FAILED;

	if (status == DPMF_OK) {
		w.first = w.second + d * d;
		w.numbers = w.first + d;
	}
	for (size_t j = begin; status == DPMF_OK && j < end; j++)
		status = release_item(c, j, &w);
	free(w.sum);
	free(w.second);
	return status;
}

static enum dpmf_status declare(struct corrected *c, struct dpmf_error *error)
{
	const struct dpmf_dpals_rounds *r = &c->rounds;
	const struct dpmf_entry entry = {
		.statistic = "an item's sums of u u' and of rating u",
		.neighbours = DPMF_USER,
		.norm = DPMF_L2,
		.sensitivity = (double)(DPMF_DPALS_REPLACED * c->steps.half),
		.law = DPMF_DISCRETE_GAUSSIAN,
		.scale = sqrt((double)c->steps.p / (double)c->steps.q),
		.rate_p = c->steps.p,
		.rate_q = c->steps.q,
		.pieces = r->model.items,
		.touched = r->options->most,
		.coordinates = dpmf_dpals_sums(r->options->factors),
		.round = r->round,
		.draw = r->round,
	};

	return dpmf_door_declare(r->door, &entry, &c->number, error);
}

static enum dpmf_status run_round(struct corrected *c, struct dpmf_error *error)
{
	struct dpmf_dpals_rounds *r = &c->rounds;
	const size_t d = r->options->factors;
	enum dpmf_status status = dpmf_dpals_fit_users(r, error);

	if (status != DPMF_OK)
		return status;
	for (size_t i = 0; i < r->model.users; i++)
		clip_user(c, r->model.u + i * d, c->profile + i * d);
	status = declare(c, error);
	if (status != DPMF_OK)
		return status;
	status = dpmf_parallel(r->model.items, r->options->jobs, release_range, c);
	if (status != DPMF_OK)
		return dpmf_fail(error, status, "a release in round %llu was refused", (unsigned long long)r->round);
	return dpmf_dpals_end_round(r, error);
}

enum dpmf_status dpmf_dpals_train_corrected(const struct dpmf_ratings *ratings, const struct dpmf_dpals_options *options,
                                            const struct dpmf_key *key, struct dpmf_door *door, struct dpmf_model *model,
                                            struct dpmf_error *error)
{
	struct corrected c = { .profile = NULL };
	struct dpmf_dpals_rounds *r = &c.rounds;
	enum dpmf_status status = dpmf_dpals_check(options, ratings, error);

	if (status == DPMF_OK && options->steps)
		c.steps = *options->steps;
	else if (status == DPMF_OK)
		status = dpmf_dpals_steps_of(options, &c.steps, error);
	if (status == DPMF_OK)
		status = dpmf_dpals_rounds_start(ratings, options, key, door, r, error);
	if (status == DPMF_OK)
		status = dpmf_contributed(ratings, options->most, key, &r->contributed, error);
	if (status == DPMF_OK && !(c.profile = calloc(ratings->users * options->factors + 1, sizeof *c.profile)))
		status = dpmf_fail(error, DPMF_FAILED, "no memory for the profiles of %zu users", ratings->users);
	for (r->round = 1; status == DPMF_OK && r->round <= options->rounds; r->round++)
		status = run_round(&c, error);
	if (status == DPMF_OK)
		status = dpmf_dpals_fit_users(r, error);
	if (status == DPMF_OK) {
		*model = r->model;
		r->model = (struct dpmf_model){ .u = NULL };
	}
	dpmf_dpals_rounds_free(r);
	free(c.profile);
	return status;
}
