/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "mech/dpals/rounds.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/parallel.h"
#include "core/vector.h"
#include "mech/dpals/kernels.h"
#include "solve/cholesky.h"
#include "solve/symmetric.h"

enum dpmf_status dpmf_dpals_rounds_start(const struct dpmf_ratings *ratings, const struct dpmf_dpals_options *options,
                                         const struct dpmf_key *key, struct dpmf_door *door,
                                         struct dpmf_dpals_rounds *rounds, struct dpmf_error *error)
{
	*rounds = (struct dpmf_dpals_rounds){ .ratings = ratings, .options = options, .door = door };
	if (dpmf_model_start(ratings, options->factors, key, &rounds->model, error) != DPMF_OK)
		return DPMF_FAILED;
	rounds->model.center = options->rating_min + (options->rating_max - options->rating_min) / 2;
	return DPMF_OK;
}

void dpmf_dpals_rounds_free(struct dpmf_dpals_rounds *rounds)
{
	dpmf_ratings_free(&rounds->contributed);
	dpmf_model_free(&rounds->model);
}

static void clear_unless_finite(double *x, size_t d)
{
	for (size_t l = 0; l < d; l++)
		if (!isfinite(x[l])) {
			memset(x, 0, d * sizeof *x);
			return;
		}
}

/* u = (lambda I + sum v v')^-1 sum (rating - middle) v over the user's row. */
static void fit_user(const struct dpmf_dpals_rounds *r, size_t i, double *gram, double *u)
{
	const struct dpmf_ratings *ratings = r->ratings;
	const size_t d = r->model.factors;

	memset(gram, 0, d * d * sizeof *gram);
	memset(u, 0, d * sizeof *u);
	for (size_t l = 0; l < d; l++)
		gram[l * d + l] = r->options->lambda;
	for (size_t a = ratings->row[i]; a < ratings->row[i + 1]; a++) {
		const double *v = r->model.v + ratings->item[a] * d;

		for (size_t l = 0; l < d; l++)
			dpmf_add_scaled(v[l], v + l, d - l, gram + l * d + l);
		dpmf_add_scaled(ratings->value[a] - r->model.center, v, d, u);
	}
	if (dpmf_cholesky(gram, d))
		dpmf_cholesky_solve(gram, d, u);
	else
		memset(u, 0, d * sizeof *u);
	clear_unless_finite(u, d);
}

static enum dpmf_status fit_range(void *context, size_t begin, size_t end)
{
	const struct dpmf_dpals_rounds *r = context;
	const size_t d = r->model.factors;
	double *gram = malloc(d * d * sizeof *gram);

	for (size_t i = begin; gram && i < end; i++)
		fit_user(r, i, gram, r->model.u + i * d);
	free(gram);
	return gram ? DPMF_OK : DPMF_FAILED;
}

enum dpmf_status dpmf_dpals_fit_users(struct dpmf_dpals_rounds *rounds, struct dpmf_error *error)
{
	const enum dpmf_status status = dpmf_parallel(rounds->model.users, rounds->options->jobs, fit_range, rounds);

	return status == DPMF_OK ? status : dpmf_fail(error, status, "no memory for the regressions of %zu users", rounds->model.users);
}

void dpmf_dpals_solve_item(double *second, const double *first, size_t d, double lambda, double *work, double *profile)
{
	double *values = work, *rotated = work + d, *solved = work + 2 * d;

	memset(profile, 0, d * sizeof *profile);
	if (!dpmf_symmetric_eigen(second, d, values, rotated))
		return;
	for (size_t l = 0; l < d; l++)
		rotated[l] = dpmf_dot(second + l * d, first, d);
	dpmf_dpals_ridge(values, rotated, d, lambda, solved);
	for (size_t l = 0; l < d; l++)
		dpmf_add_scaled(solved[l], second + l * d, d, profile);
	clear_unless_finite(profile, d);
}

enum dpmf_status dpmf_dpals_end_round(const struct dpmf_dpals_rounds *rounds, struct dpmf_error *error)
{
	const struct dpmf_dpals_options *options = rounds->options;

	if (options->listener.round)
		options->listener.round(options->listener.context, rounds->round, &rounds->model);
	if (options->stop && *options->stop)
		return dpmf_fail(error, DPMF_FAILED, "stopped by a signal after round %llu of %zu", (unsigned long long)rounds->round,
		                 options->rounds);
	return DPMF_OK;
}
