/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "mech/gaussmf/train.h"

#include <string.h>

#include "account/directed.h"
#include "core/parallel.h"
#include "mech/gaussmf/kernels.h"
#include "mech/gaussmf/rounds.h"
#include "mech/gaussmf/sigma.h"

static enum dpmf_status clip_users(void *context, size_t begin, size_t end)
{
	struct dpmf_gaussmf_rounds *r = context;
	const size_t n = r->model.factors;

	for (size_t j = begin; j < end; j++)
		dpmf_gaussmf_clip(r->model.u + j * n, n, r->options->clip, r->outer_user + j * n);
	return DPMF_OK;
}

static enum dpmf_status clip_items(void *context, size_t begin, size_t end)
{
	struct dpmf_gaussmf_rounds *r = context;
	const size_t n = r->model.factors;

	for (size_t i = begin; i < end; i++)
		dpmf_gaussmf_clip(r->model.v + i * n, n, r->options->clip, r->outer_item + i * n);
	return DPMF_OK;
}

/* Lines 5 to 7, one row of Theta each. */
static enum dpmf_status release_users(void *context, size_t begin, size_t end)
{
	struct dpmf_gaussmf_rounds *r = context;
	const struct dpmf_ratings *ratings = r->ratings;
	const size_t n = r->model.factors;
	enum dpmf_status status = DPMF_OK;

	for (size_t j = begin; j < end && status == DPMF_OK; j++) {
		double *gradient = r->gradient + j * n;

		memset(gradient, 0, n * sizeof *gradient);
		for (size_t a = ratings->row[j]; a < ratings->row[j + 1]; a++)
			dpmf_gaussmf_accumulate(r->residual[a], r->outer_item + ratings->item[a] * n, n, gradient);
		dpmf_gaussmf_regularize(r->options->lambda, r->model.u + j * n, n, gradient);
		status = dpmf_door_release(r->door, r->number, j, NULL, gradient, NULL);
	}
	return status;
}

/* Lines 4 and 8, one row of X each. */
static enum dpmf_status step_items(void *context, size_t begin, size_t end)
{
	struct dpmf_gaussmf_rounds *r = context;
	const struct dpmf_ratings *ratings = r->ratings;
	const size_t n = r->model.factors;
	double gradient[DPMF_GAUSSMF_MOST_FACTORS];

	for (size_t i = begin; i < end; i++) {
		double *x = r->model.v + i * n;

		memset(gradient, 0, n * sizeof *gradient);
		for (size_t a = ratings->column[i]; a < ratings->column[i + 1]; a++) {
			const size_t ahead = dpmf_gaussmf_rounds_ahead(r, a);

			__builtin_prefetch(&r->residual[ratings->where[ahead]]);
			__builtin_prefetch(r->outer_user + ratings->user[ahead] * n);
			dpmf_gaussmf_accumulate(r->residual[ratings->where[a]], r->outer_user + ratings->user[a] * n, n, gradient);
		}
		dpmf_gaussmf_regularize(r->options->lambda, x, n, gradient);
		dpmf_gaussmf_step(x, gradient, n, r->options->rate);
	}
	return DPMF_OK;
}

static enum dpmf_status declare(struct dpmf_gaussmf_rounds *r, struct dpmf_error *error)
{
	const struct dpmf_gaussmf_options *options = r->options;
	const double min = options->rating_min, max = options->rating_max;
	const struct dpmf_between sensitivity = dpmf_range_root(options->clip, min, max, 1);
	const struct dpmf_entry entry = {
		.statistic = "gradient of Theta",
		.premise = "X is the same for neighbours, as in Eq. (6)",
		.neighbours = DPMF_ENTRY,
		.norm = DPMF_L2,
		.sensitivity = sensitivity.most,
		.sensitivity_least = sensitivity.least,
		.law = options->plain ? DPMF_NO_NOISE : DPMF_NORMAL,
		.scale = options->plain ? 0 : dpmf_gaussmf_sigma_above(min, max, options->clip, options->eps_i, options->delta),
		.pieces = r->model.users,
		.touched = 1,
		.coordinates = r->model.factors,
		.round = r->round,
		.draw = r->round,
	};

	return dpmf_door_declare(r->door, &entry, &r->number, error);
}

static enum dpmf_status run_round(struct dpmf_gaussmf_rounds *r, struct dpmf_error *error)
{
	const unsigned jobs = r->options->jobs;
	enum dpmf_status status = declare(r, error);

	if (status == DPMF_OK)
		status = dpmf_parallel(r->model.users, jobs, clip_users, r);
	if (status == DPMF_OK)
		status = dpmf_parallel(r->model.items, jobs, clip_items, r);
	if (status == DPMF_OK && (status = dpmf_parallel(r->model.users, jobs, release_users, r)) != DPMF_OK)
		dpmf_fail(error, status, "a release in round %llu was refused", (unsigned long long)r->round);
	if (status == DPMF_OK)
		status = dpmf_parallel(r->model.items, jobs, step_items, r);
	return status == DPMF_OK ? dpmf_gaussmf_rounds_end(r, error) : status;
}

enum dpmf_status dpmf_gaussmf_train(const struct dpmf_ratings *ratings, const struct dpmf_gaussmf_options *options,
                                    const struct dpmf_key *key, struct dpmf_door *door, struct dpmf_model *model,
                                    struct dpmf_error *error)
{
	enum dpmf_status status = dpmf_gaussmf_check(options, ratings, error);
	double past[DPMF_GAUSSMF_WINDOW]; /* RMSE after round t, in place t mod the window */
	struct dpmf_gaussmf_rounds rounds;
	bool converged = false;

	if (status != DPMF_OK)
		return status;
	status = dpmf_gaussmf_rounds_start(ratings, options, NULL, key, door, &rounds, error);
	past[0] = rounds.rmse;
	for (rounds.round = 1; status == DPMF_OK && !converged && rounds.round <= options->steps; rounds.round++) {
		double *const before = &past[rounds.round % DPMF_GAUSSMF_WINDOW];

		status = run_round(&rounds, error);
		converged = rounds.round >= DPMF_GAUSSMF_WINDOW && options->tolerance > 0 &&
		            *before - rounds.rmse <= options->tolerance * *before;
		*before = rounds.rmse;
	}
	if (status == DPMF_OK) {
		*model = rounds.model;
		rounds.model = (struct dpmf_model){ .u = NULL };
	}
	dpmf_gaussmf_rounds_free(&rounds);
	return status;
}
