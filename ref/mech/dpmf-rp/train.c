/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "mech/dpmf-rp/train.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/vector.h"
#include "mech/dpmf-rp/kernels.h"
#include "mech/dpmf-rp/errors.h"
#include "mech/dpmf-rp/schedule.h"
#include "mech/dpmf-rp/sum.h"
#include "solve/adam.h"

struct rounds {
	const struct dpmf_ratings *ratings;
	const struct dpmf_rp_options *options;
	const struct dpmf_key *key;
	struct dpmf_projection projection;
	struct dpmf_rp_scale scale;
	struct dpmf_rp_round round;
	struct dpmf_adam adam;
	struct dpmf_model model;   /* v: S'B */
	double *b, *gram, *sum;    /* p x k; k x k; one message */
	uint32_t *order;
	size_t taking_part;
};

/* V'V, which every user would compute alike. */
static void add_up_gram(const double *v, size_t items, size_t k, double *gram)
{
	memset(gram, 0, k * k * sizeof *gram);
	for (size_t j = 0; j < items; j++)
		for (size_t l = 0; l < k; l++)
			dpmf_add_scaled(v[j * k + l], v + j * k, k, gram + l * k);
}

static void expand(struct rounds *r)
{
	const size_t k = r->model.factors;

	dpmf_projection_expand(&r->projection, r->b, k, r->model.v);
	if (r->options->user.unobserved != 0)
		add_up_gram(r->model.v, r->model.items, k, r->gram);
}

static enum dpmf_status collect(struct rounds *r, uint64_t number, struct dpmf_error *error)
{
	dpmf_rp_schedule(r->key, number, r->ratings->users, r->taking_part, r->order);
	if (r->options->sum == DPMF_RP_SUM_SECAGG)
		return dpmf_rp_sum_secagg(&r->round, number, r->order, r->taking_part, r->sum, error);
	dpmf_rp_sum_traffic(&r->round, r->taking_part);
	return dpmf_rp_sum_ideal(&r->round, r->order, r->taking_part, r->sum, error);
}

static enum dpmf_status run_round(struct rounds *r, uint64_t number, struct dpmf_error *error)
{
	enum dpmf_status status = dpmf_rp_round_declare(&r->round, r->taking_part, number, error);

	expand(r);
	if (status == DPMF_OK)
		status = collect(r, number, error);
	if (status != DPMF_OK)
		return status;
	dpmf_rp_sum_estimate(&r->round, r->taking_part, r->sum);
	if (r->options->errors)
		status = dpmf_rp_errors_add(&r->round, r->key, number, r->order, r->taking_part, r->sum, r->options->errors, error);
	if (status != DPMF_OK)
		return status;
	dpmf_rp_descent(r->sum, r->b, r->adam.n, (double)r->taking_part / (double)r->ratings->users, r->options->mu);
	dpmf_adam_step(&r->adam, r->sum, r->b);
	for (size_t l = 0; l < r->adam.n; l++)
		if (!isfinite(r->b[l]))
			return dpmf_fail(error, DPMF_INPUT, "training diverged in round %llu: take a smaller rate", (unsigned long long)number);
	if (r->options->listener.round)
		r->options->listener.round(r->options->listener.context, number, &r->model);
	return DPMF_OK;
}

/* Every user by Eq. (5) from the last V, on its own device. */
static enum dpmf_status fit_users(struct rounds *r, struct dpmf_error *error)
{
	const size_t k = r->model.factors;
	double *work = malloc(k * k * sizeof *work);
	bool solved = work != NULL;

	expand(r);
	for (size_t i = 0; solved && i < r->model.users; i++) {
		solved = dpmf_rp_profile(&r->options->user, r->ratings, i, r->model.v, r->gram, work, r->model.u + i * k);
		if (!solved && r->scale.cut) { /* corrected: no failure tells of the ratings */
			memset(r->model.u + i * k, 0, k * sizeof *r->model.u);
			solved = true;
		}
	}
	free(work);
	return solved ? DPMF_OK : dpmf_fail(error, DPMF_FAILED, "Eq. (5) has no solution in doubles: raise lambda");
}

static enum dpmf_status run_rounds(struct rounds *r, struct dpmf_error *error)
{
	enum dpmf_status status = DPMF_OK;

	for (uint64_t number = 1; status == DPMF_OK && number <= r->options->rounds; number++) {
		if (r->options->stop && *r->options->stop)
			return dpmf_fail(error, DPMF_FAILED, "stopped by a signal before round %llu of %zu", (unsigned long long)number,
			                 r->options->rounds);
		status = run_round(r, number, error);
	}
	return status == DPMF_OK ? fit_users(r, error) : status;
}

static enum dpmf_status prepare(struct rounds *r, struct dpmf_error *error)
{
	const struct dpmf_rp_options *o = r->options;
	const size_t k = o->user.factors, size = o->rows * k;

	if (dpmf_projection_draw(r->ratings->items, o->rows, r->key, &r->projection, error) != DPMF_OK ||
	    dpmf_adam_open(&r->adam, size, o->rate, o->beta1, o->beta2, error) != DPMF_OK ||
	    dpmf_model_start(r->ratings, k, r->key, &r->model, error) != DPMF_OK)
		return DPMF_FAILED;
	r->b = calloc(size, sizeof *r->b);
	r->gram = calloc(k * k, sizeof *r->gram);
	r->sum = calloc(r->projection.padded * k, sizeof *r->sum);
	r->order = calloc(r->ratings->users, sizeof *r->order);
	if (!r->b || !r->gram || !r->sum || !r->order)
		return dpmf_fail(error, DPMF_FAILED, "no memory for %zu rows of %zu factors", o->rows, k);
	dpmf_projection_compress(&r->projection, r->model.v, k, r->b); /* of the seeded start */
	return DPMF_OK;
}

static void clear(struct rounds *r)
{
	dpmf_projection_free(&r->projection);
	dpmf_adam_close(&r->adam);
	dpmf_model_free(&r->model);
	free(r->b);
	free(r->gram);
	free(r->sum);
	free(r->order);
}

static enum dpmf_status train(const struct dpmf_ratings *ratings, const struct dpmf_rp_options *options, bool corrected,
                              const struct dpmf_key *key, struct dpmf_door *door, struct dpmf_model *model,
                              struct dpmf_error *error)
{
	struct rounds r = { .ratings = ratings, .options = options, .key = key };
	enum dpmf_status status = dpmf_rp_options_check(options, ratings, error);

	if (status != DPMF_OK)
		return status;
	r.taking_part = dpmf_rp_taking_part(options, ratings->users);
	status = prepare(&r, error);
	if (status == DPMF_OK) {
		r.scale = corrected ? dpmf_rp_scale_corrected(options, &r.projection) : dpmf_rp_scale_published(options, &r.projection);
		r.round = (struct dpmf_rp_round){ .ratings = ratings, .options = options, .projection = &r.projection,
		                             .scale = &r.scale, .v = r.model.v, .gram = r.gram, .door = door };
		status = run_rounds(&r, error);
	}
	if (status == DPMF_OK) {
		*model = r.model;
		r.model = (struct dpmf_model){ .u = NULL };
	}
	clear(&r);
	return status;
}

enum dpmf_status dpmf_rp_train(const struct dpmf_ratings *ratings, const struct dpmf_rp_options *options,
                               const struct dpmf_key *key, struct dpmf_door *door, struct dpmf_model *model,
                               struct dpmf_error *error)
{
	return train(ratings, options, false, key, door, model, error);
}

enum dpmf_status dpmf_rp_train_corrected(const struct dpmf_ratings *ratings, const struct dpmf_rp_options *options,
                                         const struct dpmf_key *key, struct dpmf_door *door, struct dpmf_model *model,
                                         struct dpmf_error *error)
{
	return train(ratings, options, true, key, door, model, error);
}
