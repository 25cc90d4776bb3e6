/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "peers/dpmf01.h"

#include <math.h>
#include <stdlib.h>

#include "account/directed.h"
#include "core/vector.h"
#include "mech/dpimf/kernels.h"
#include "mech/implicit.h"
#include "solve/cholesky.h"

struct run {
	const struct dpmf_ratings *ratings;
	const struct dpmf_dpmf01_options *options;
	struct dpmf_door *door;
	struct dpmf_model *model;
	double *matrix; /* factors x factors */
};

static enum dpmf_status solve_users(const struct run *run, struct dpmf_error *error)
{
	const struct dpmf_implicit_loss loss = { .keep = 0, .alpha0 = 1, .lambda = run->options->lambda };
	struct dpmf_model *model = run->model;
	const enum dpmf_status status = dpmf_implicit_side(run->ratings, false, &loss, model->v, model->factors,
	                                                   run->options->jobs, model->u, error);

	for (size_t i = 0; status == DPMF_OK && i < model->users; i++)
		dpmf_project_ball(model->u + i * model->factors, model->factors, 1);
	return status;
}

static enum dpmf_status declare(const struct run *run, size_t epoch, size_t *number, struct dpmf_error *error)
{
	const struct dpmf_between sensitivity = dpmf_range_root(2, 0, 1, run->model->factors);
	const struct dpmf_entry entry = {
		.statistic = "sums of profiles", .premise = "the users' profiles are the same for neighbours",
		.neighbours = DPMF_ENTRY, .norm = DPMF_L1, .sensitivity = sensitivity.most, .sensitivity_least = sensitivity.least,
		.law = DPMF_LAPLACE, .scale = dpmf_quotient_above(sensitivity.most, run->options->epsilon),
		.pieces = run->model->items, .touched = 1, .touched_by_user = run->model->items,
		.coordinates = run->model->factors, .round = epoch,
		.draw = run->options->noise_per_epoch ? epoch : 0,
	};

	return dpmf_door_declare(run->door, &entry, number, error);
}

/* R'R = sum of p (x) p + lambda n E */
static bool factor_matrix(const struct run *run)
{
	const struct dpmf_model *model = run->model;
	const size_t k = model->factors;

	for (size_t l = 0; l < k * k; l++)
		run->matrix[l] = 0;
	for (size_t i = 0; i < model->users; i++)
		dpmf_dpimf_add_second(model->u + i * k, k, 1, run->matrix);
	for (size_t l = 0; l < k; l++)
		run->matrix[l * k + l] += run->options->lambda * (double)model->users;
	return dpmf_cholesky(run->matrix, k);
}

/* q_j is half of matrix^-1 (2 g_j + noise). */
static enum dpmf_status solve_items(const struct run *run, size_t epoch, struct dpmf_error *error)
{
	const struct dpmf_ratings *ratings = run->ratings;
	const size_t k = run->model->factors;
	size_t number;
	enum dpmf_status status = declare(run, epoch, &number, error);

	if (status == DPMF_OK && !factor_matrix(run))
		return dpmf_fail(error, DPMF_INPUT, "the users' matrix is not positive definite in doubles: raise lambda");
	for (size_t j = 0; status == DPMF_OK && j < ratings->items; j++) {
		double *q = run->model->v + j * k;

		for (size_t l = 0; l < k; l++)
			q[l] = 0;
		for (size_t a = ratings->column[j]; a < ratings->column[j + 1]; a++)
			dpmf_dpimf_add_first(run->model->u + ratings->user[a] * k, k, 1, q);
		status = dpmf_door_release(run->door, number, j, NULL, q, error);
		for (size_t l = 0; l < k; l++)
			q[l] /= 2;
		dpmf_cholesky_solve(run->matrix, k, q);
	}
	return status;
}

static enum dpmf_status alternate(const struct run *run, struct dpmf_error *error)
{
	const struct dpmf_dpmf01_options *o = run->options;
	enum dpmf_status status = DPMF_OK;

	for (size_t t = 0; status == DPMF_OK && t < o->epochs && !(o->stop && *o->stop); t++) {
		status = solve_users(run, error);
		if (status == DPMF_OK)
			status = solve_items(run, t, error);
		if (status == DPMF_OK && o->listener.round)
			o->listener.round(o->listener.context, t, run->model);
	}
	return status == DPMF_OK ? solve_users(run, error) : status;
}

enum dpmf_status dpmf_dpmf01_train(const struct dpmf_ratings *ratings, const struct dpmf_dpmf01_options *options,
                                   const struct dpmf_key *key, struct dpmf_door *door, struct dpmf_model *model,
                                   struct dpmf_error *error)
{
	const struct dpmf_implicit_loss loss = { .keep = 0, .alpha0 = 1, .lambda = options->lambda };
	struct dpmf_model made;
	struct run run = { ratings, options, door, &made, NULL };
	enum dpmf_status status;

	if (!(options->epsilon > 0) || !isfinite(options->epsilon))
		return dpmf_fail(error, DPMF_INPUT, "epsilon is %g: it must be a finite number above 0", options->epsilon);
	status = dpmf_implicit_check(&loss, options->factors, error);
	if (status == DPMF_OK)
		status = dpmf_model_start(ratings, options->factors, key, &made, error);
	if (status != DPMF_OK)
		return status;
	run.matrix = malloc(options->factors * options->factors * sizeof *run.matrix + 1);
	status = run.matrix ? alternate(&run, error) : dpmf_fail(error, DPMF_FAILED, "no memory for %zu factors", options->factors);
	free(run.matrix);
	if (status == DPMF_OK)
		*model = made;
	else
		dpmf_model_free(&made);
	return status;
}
