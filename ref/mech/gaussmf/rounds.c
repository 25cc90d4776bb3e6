/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "mech/gaussmf/rounds.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/parallel.h"
#include "core/vector.h"
#include "mech/gaussmf/kernels.h"
#include "noise/textbook.h"

/* A point of the unit sphere each, every direction alike. */
static void start_profiles(const struct dpmf_key *key, const char *name, size_t count, size_t n, double *x)
{
	struct dpmf_key sub;
	struct dpmf_stream stream;

	dpmf_key_derive(key, name, &sub);
	for (size_t i = 0; i < count; i++) {
		double *profile = x + i * n;
		double norm;

		dpmf_stream_open(&stream, &sub, i, 0, 0);
		for (size_t l = 0; l < n; l++)
			profile[l] = dpmf_normal(&stream);
		norm = dpmf_l2(profile, n);
		for (size_t l = 0; l < n; l++)
			profile[l] /= norm;
	}
}

static enum dpmf_status residuals_of(void *context, size_t begin, size_t end)
{
	struct dpmf_gaussmf_rounds *r = context;
	const struct dpmf_ratings *ratings = r->ratings;
	const size_t n = r->model.factors;

	for (size_t j = begin; j < end; j++) {
		double sum = 0;

		for (size_t a = ratings->row[j]; a < ratings->row[j + 1]; a++) {
			const double from = r->middle ? *r->middle : ratings->value[a];
			const double residual = dpmf_gaussmf_residual(r->model.v + ratings->item[a] * n, r->model.u + j * n,
			                                              n, from);
			const double error = residual + (from - ratings->value[a]);

			r->residual[a] = residual;
			sum += error * error;
		}
		r->squares[j] = sum;
	}
	return DPMF_OK;
}

static enum dpmf_status find_residuals(struct dpmf_gaussmf_rounds *r, struct dpmf_error *error)
{
	const enum dpmf_status status = dpmf_parallel(r->ratings->users, r->options->jobs, residuals_of, r);
	double sum = 0;

	if (status != DPMF_OK)
		return status;
	for (size_t j = 0; j < r->ratings->users; j++)
		sum += r->squares[j];
	r->rmse = sqrt(sum / (double)r->ratings->count);
	/* where both factors are released (corrected), nothing but they may end the run: the RMSE looks at the ratings */
	if ((r->middle || isfinite(r->rmse)) && isfinite(dpmf_l1(r->model.u, r->model.users * r->model.factors)) &&
	    isfinite(dpmf_l1(r->model.v, r->model.items * r->model.factors)))
		return DPMF_OK;
	return dpmf_fail(error, DPMF_INPUT, "training diverged in round %llu: take a smaller rate",
	                 (unsigned long long)r->round);
}

enum dpmf_status dpmf_gaussmf_rounds_start(const struct dpmf_ratings *ratings, const struct dpmf_gaussmf_options *options,
                                           const double *middle, const struct dpmf_key *key, struct dpmf_door *door,
                                           struct dpmf_gaussmf_rounds *r, struct dpmf_error *error)
{
	const size_t n = options->factors, of_users = ratings->users * n, of_items = ratings->items * n;

	*r = (struct dpmf_gaussmf_rounds){ .ratings = ratings, .options = options, .door = door, .middle = middle };
	r->model = (struct dpmf_model){ .users = ratings->users, .items = ratings->items, .factors = n };
	r->model.u = calloc(of_users, sizeof *r->model.u);
	r->model.v = calloc(of_items, sizeof *r->model.v);
	r->outer_user = calloc(of_users, sizeof *r->outer_user);
	r->outer_item = calloc(of_items, sizeof *r->outer_item);
	r->gradient = calloc(of_users, sizeof *r->gradient);
	r->residual = calloc(ratings->count, sizeof *r->residual);
	r->squares = calloc(ratings->users, sizeof *r->squares);
	if (!r->model.u || !r->model.v || !r->outer_user || !r->outer_item || !r->gradient || !r->residual || !r->squares)
		return dpmf_fail(error, DPMF_FAILED, "no memory for %zu ratings and the profiles of %zu users and %zu items",
		                 ratings->count, ratings->users, ratings->items);
	start_profiles(key, "initial user factors", ratings->users, n, r->model.u);
	start_profiles(key, "initial item factors", ratings->items, n, r->model.v);
	return find_residuals(r, error);
}

void dpmf_gaussmf_rounds_free(struct dpmf_gaussmf_rounds *r)
{
	dpmf_model_free(&r->model);
	free(r->outer_user);
	free(r->outer_item);
	free(r->gradient);
	free(r->residual);
	free(r->squares);
	memset(r, 0, sizeof *r);
}

static enum dpmf_status step_users(void *context, size_t begin, size_t end)
{
	struct dpmf_gaussmf_rounds *r = context;
	const size_t n = r->model.factors;

	for (size_t j = begin; j < end; j++)
		dpmf_gaussmf_step(r->model.u + j * n, r->gradient + j * n, n, r->options->rate);
	return DPMF_OK;
}

enum dpmf_status dpmf_gaussmf_rounds_end(struct dpmf_gaussmf_rounds *r, struct dpmf_error *error)
{
	const struct dpmf_gaussmf_options *options = r->options;
	enum dpmf_status status = dpmf_parallel(r->ratings->users, options->jobs, step_users, r);

	if (status == DPMF_OK)
		status = find_residuals(r, error);
	if (status == DPMF_OK && options->listener.round)
		options->listener.round(options->listener.context, r->round, &r->model, r->rmse);
	if (status == DPMF_OK && options->stop && *options->stop)
		status = dpmf_fail(error, DPMF_FAILED, "stopped by a signal after round %llu of at most %zu",
		                   (unsigned long long)r->round, options->steps);
	return status;
}
