/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/parallel.h"
#include "mech/gaussmf/kernels.h"
#include "mech/gaussmf/rounds.h"

struct corrected {
	struct dpmf_gaussmf_rounds rounds;
	struct dpmf_gaussmf_steps steps;
	int64_t *outer_user, *outer_item; /* clipped profiles, in steps; the rounds have them as numbers */
	size_t of_users, of_items;        /* entries in the record */
};

static enum dpmf_status clip_users(void *context, size_t begin, size_t end)
{
	const struct corrected *c = context;
	const struct dpmf_gaussmf_rounds *r = &c->rounds;
	const size_t n = r->model.factors;

	for (size_t j = begin; j < end; j++)
		dpmf_gaussmf_outer_steps(&c->steps, r->model.u + j * n, n, r->options->clip, r->outer_user + j * n,
		                         c->outer_user + j * n);
	return DPMF_OK;
}

static enum dpmf_status clip_items(void *context, size_t begin, size_t end)
{
	const struct corrected *c = context;
	const struct dpmf_gaussmf_rounds *r = &c->rounds;
	const size_t n = r->model.factors;

	for (size_t i = begin; i < end; i++)
		dpmf_gaussmf_outer_steps(&c->steps, r->model.v + i * n, n, r->options->clip, r->outer_item + i * n,
		                         c->outer_item + i * n);
	return DPMF_OK;
}

/* The sum with its noise, taken from the public part of the gradient, which
   leaves (Vhat - V) * outer + lambda * own. */
static enum dpmf_status finish_gradient(const struct corrected *c, size_t number, size_t piece, int64_t *sum,
                                        const double *own, double *gradient)
{
	const size_t n = c->rounds.model.factors;

	if (dpmf_door_release_steps(c->rounds.door, number, piece, NULL, sum, NULL) != DPMF_OK)
		return DPMF_FAILED;
	for (size_t l = 0; l < n; l++)
		gradient[l] -= ldexp((double)sum[l], -(c->steps.rating_bits + c->steps.outer_bits));
	dpmf_gaussmf_regularize(c->rounds.options->lambda, own, n, gradient);
	return DPMF_OK;
}

static enum dpmf_status release_users(void *context, size_t begin, size_t end)
{
	const struct corrected *c = context;
	const struct dpmf_gaussmf_rounds *r = &c->rounds;
	const struct dpmf_ratings *ratings = r->ratings;
	const size_t n = r->model.factors;
	int64_t sum[DPMF_GAUSSMF_MOST_FACTORS];

	for (size_t j = begin; j < end; j++) {
		double *gradient = r->gradient + j * n;

		memset(sum, 0, n * sizeof *sum);
		memset(gradient, 0, n * sizeof *gradient);
		for (size_t a = ratings->row[j]; a < ratings->row[j + 1]; a++) {
			dpmf_gaussmf_contribute(dpmf_gaussmf_rating_steps(&c->steps, ratings->value[a]),
			                        c->outer_item + ratings->item[a] * n, n, sum);
			dpmf_gaussmf_accumulate(r->residual[a], r->outer_item + ratings->item[a] * n, n, gradient);
		}
		if (finish_gradient(c, c->of_users, j, sum, r->model.u + j * n, gradient) != DPMF_OK)
			return DPMF_FAILED;
	}
	return DPMF_OK;
}

static enum dpmf_status release_items(void *context, size_t begin, size_t end)
{
	const struct corrected *c = context;
	const struct dpmf_gaussmf_rounds *r = &c->rounds;
	const struct dpmf_ratings *ratings = r->ratings;
	const size_t n = r->model.factors;
	double gradient[DPMF_GAUSSMF_MOST_FACTORS];
	int64_t sum[DPMF_GAUSSMF_MOST_FACTORS];

	for (size_t i = begin; i < end; i++) {
		double *x = r->model.v + i * n;

		memset(sum, 0, n * sizeof *sum);
		memset(gradient, 0, n * sizeof *gradient);
		for (size_t a = ratings->column[i]; a < ratings->column[i + 1]; a++) {
			const size_t place = ratings->where[a], j = ratings->user[a], ahead = dpmf_gaussmf_rounds_ahead(r, a);

			__builtin_prefetch(&r->residual[ratings->where[ahead]]);
			__builtin_prefetch(&ratings->value[ratings->where[ahead]]);
			__builtin_prefetch(r->outer_user + ratings->user[ahead] * n);
			__builtin_prefetch(c->outer_user + ratings->user[ahead] * n);
			dpmf_gaussmf_contribute(dpmf_gaussmf_rating_steps(&c->steps, ratings->value[place]),
			                        c->outer_user + j * n, n, sum);
			dpmf_gaussmf_accumulate(r->residual[place], r->outer_user + j * n, n, gradient);
		}
		if (finish_gradient(c, c->of_items, i, sum, x, gradient) != DPMF_OK)
			return DPMF_FAILED;
		dpmf_gaussmf_step(x, gradient, n, r->options->rate);
	}
	return DPMF_OK;
}

/* Both releases of a round. */
static enum dpmf_status declare(struct corrected *c, struct dpmf_error *error)
{
	const struct dpmf_gaussmf_rounds *r = &c->rounds;
	struct dpmf_entry entry = {
		.statistic = "a user's ratings times the clipped X",
		.neighbours = DPMF_ENTRY,
		.norm = DPMF_L2,
		.sensitivity = (double)((c->steps.high - c->steps.low) * c->steps.bound),
		.law = DPMF_DISCRETE_GAUSSIAN,
		.scale = sqrt((double)c->steps.p / (double)c->steps.q),
		.rate_p = c->steps.p,
		.rate_q = c->steps.q,
		.pieces = r->model.users,
		.touched = 1,
		.coordinates = r->model.factors,
		.round = r->round,
		.draw = 2 * r->round - 1,
	};

	if (dpmf_door_declare(r->door, &entry, &c->of_users, error) != DPMF_OK)
		return DPMF_FAILED;
	entry.statistic = "an item's ratings times the clipped Theta";
	entry.pieces = r->model.items;
	entry.draw = 2 * r->round;
	return dpmf_door_declare(r->door, &entry, &c->of_items, error);
}

static enum dpmf_status run_round(struct corrected *c, struct dpmf_error *error)
{
	struct dpmf_gaussmf_rounds *r = &c->rounds;
	const unsigned jobs = r->options->jobs;
	enum dpmf_status status = declare(c, error);

	if (status != DPMF_OK)
		return status;
	status = dpmf_parallel(r->model.users, jobs, clip_users, c);
	if (status == DPMF_OK)
		status = dpmf_parallel(r->model.items, jobs, clip_items, c);
	if (status == DPMF_OK)
		status = dpmf_parallel(r->model.users, jobs, release_users, c);
	if (status == DPMF_OK)
		status = dpmf_parallel(r->model.items, jobs, release_items, c);
	if (status != DPMF_OK)
		return dpmf_fail(error, status, "a release in round %llu was refused", (unsigned long long)r->round);
	return dpmf_gaussmf_rounds_end(r, error);
}

static enum dpmf_status run_rounds(struct corrected *c, struct dpmf_error *error)
{
	struct dpmf_gaussmf_rounds *r = &c->rounds;
	enum dpmf_status status = DPMF_OK;

	c->outer_user = calloc(r->model.users * r->model.factors, sizeof *c->outer_user);
	c->outer_item = calloc(r->model.items * r->model.factors, sizeof *c->outer_item);
	if (!c->outer_user || !c->outer_item)
		return dpmf_fail(error, DPMF_FAILED, "no memory for the clipped profiles of %zu users and %zu items",
		                 r->model.users, r->model.items);
	for (r->round = 1; status == DPMF_OK && r->round <= r->options->steps; r->round++)
		status = run_round(c, error);
	return status;
}

enum dpmf_status dpmf_gaussmf_train_corrected_with(const struct dpmf_ratings *ratings, const struct dpmf_gaussmf_options *options,
                                                   const struct dpmf_gaussmf_steps *steps, const struct dpmf_key *key,
                                                   struct dpmf_door *door, struct dpmf_model *model, struct dpmf_error *error)
{
	const double middle = ldexp((double)steps->middle, -steps->rating_bits);
	struct corrected c = { .steps = *steps };
	enum dpmf_status status = dpmf_gaussmf_check(options, ratings, error);

	if (status != DPMF_OK)
		return status;
	status = dpmf_gaussmf_rounds_start(ratings, options, &middle, key, door, &c.rounds, error);
	if (status == DPMF_OK)
		status = run_rounds(&c, error);
	if (status == DPMF_OK) {
		*model = c.rounds.model;
		c.rounds.model = (struct dpmf_model){ .u = NULL };
	}
	dpmf_gaussmf_rounds_free(&c.rounds);
	free(c.outer_user);
	free(c.outer_item);
	return status;
}

enum dpmf_status dpmf_gaussmf_train_corrected(const struct dpmf_ratings *ratings, const struct dpmf_gaussmf_options *options,
                                              const struct dpmf_key *key, struct dpmf_door *door,
                                              struct dpmf_model *model, struct dpmf_error *error)
{
	struct dpmf_gaussmf_steps steps;
	enum dpmf_status status = dpmf_gaussmf_check(options, ratings, error);

	if (status == DPMF_OK)
		status = dpmf_gaussmf_steps_of(options, &steps, error);
	return status == DPMF_OK ? dpmf_gaussmf_train_corrected_with(ratings, options, &steps, key, door, model, error) : status;
}
