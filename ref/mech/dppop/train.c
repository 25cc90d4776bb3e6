/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dppop. The numbers of its steps (train.h) stand in the margin. */
#include "mech/dppop/train.h"

#include <math.h>
#include <stdlib.h>

#include "account/calibrate_steps.h"
#include "core/parallel.h"
#include "mech/contributed.h"
#include "mech/dppop/kernels.h"

enum {
	EPSILON_BITS = 20,      /* pure: epsilon is rounded down to a multiple of 2^-20 */
	MOST_CONTRIBUTED = 1000000,
};

struct dppop {
	const struct dpmf_dppop_options *options;
	struct dpmf_dppop_steps steps;
	struct dpmf_door *door;
	size_t entry;          /* in the record */
	int64_t *count;        /* by item */
	struct dpmf_model model;
};

size_t dpmf_dppop_replaced(size_t most, size_t items)
{
	return most < items / 2 + 1 && 2 * most <= items ? 2 * most : items;
}

size_t dpmf_dppop_present(size_t most, size_t items)
{
	return most < items ? most : items;
}

static enum dpmf_status check(const struct dpmf_dppop_options *options, struct dpmf_error *error)
{
	if (!(options->epsilon >= 0x1p-20 && options->epsilon <= DPMF_CALIBRATE_EPSILON))
		return dpmf_fail(error, DPMF_INPUT, "epsilon is %g: give 2^-%d to %d", options->epsilon, EPSILON_BITS, DPMF_CALIBRATE_EPSILON);
	if (!(options->delta >= 0 && options->delta < 1))
		return dpmf_fail(error, DPMF_INPUT, "delta is %g: give 0 for a pure guarantee, or a number below 1", options->delta);
	if (options->most < 1 || options->most > MOST_CONTRIBUTED)
		return dpmf_fail(error, DPMF_INPUT, "a user is to contribute %zu items at most: give 1 to %d (--most)", options->most, MOST_CONTRIBUTED);
	return DPMF_OK;
}

enum dpmf_status dpmf_dppop_steps_of(const struct dpmf_dppop_options *options, size_t items, struct dpmf_dppop_steps *steps,
                                     struct dpmf_error *error)
{
	const size_t moved = dpmf_dppop_replaced(options->most, items);
	const enum dpmf_status status = check(options, error);

	if (status != DPMF_OK)
		return status;
	if (options->delta > 0)
		return dpmf_steps_calibrate(options->epsilon, options->delta, moved, &steps->p, &steps->q, error);
	steps->p = (uint64_t)ldexp(options->epsilon, EPSILON_BITS);
	steps->q = (uint64_t)moved << EPSILON_BITS;
	return DPMF_OK;
}

/* 1 */
static enum dpmf_status count_all(const struct dpmf_ratings *ratings, const struct dpmf_key *key, struct dppop *d, struct dpmf_error *error)
{
	struct dpmf_ratings chosen;
	const enum dpmf_status status = dpmf_contributed(ratings, d->options->most, key, &chosen, error);

	if (status != DPMF_OK)
		return status;
	for (size_t i = 0; i < chosen.users; i++)
		dpmf_dppop_count(chosen.item + chosen.row[i], chosen.row[i + 1] - chosen.row[i], chosen.items, d->count);
	dpmf_ratings_free(&chosen);
	return DPMF_OK;
}

static enum dpmf_status declare(struct dppop *d, struct dpmf_error *error)
{
	const bool pure = !(d->options->delta > 0);
	const double p = (double)d->steps.p, q = (double)d->steps.q;
	const struct dpmf_entry entry = {
		.statistic = "how many users contribute an item",
		.neighbours = DPMF_USER,
		.norm = pure ? DPMF_L1 : DPMF_L2,
		.sensitivity = 1,
		.law = pure ? DPMF_DISCRETE_LAPLACE : DPMF_DISCRETE_GAUSSIAN,
		.scale = pure ? q / p : sqrt(p / q),
		.rate_p = d->steps.p,
		.rate_q = d->steps.q,
		.pieces = d->model.items,
		.touched = dpmf_dppop_replaced(d->options->most, d->model.items),
		.coordinates = 1,
		.round = 1,
		.draw = 1,
	};

	return dpmf_door_declare(d->door, &entry, &d->entry, error);
}

/* 2, 3 */
static enum dpmf_status release_range(void *context, size_t begin, size_t end)
{
	struct dppop *d = context;

	for (size_t j = begin; j < end; j++) {
		if (dpmf_door_release_steps(d->door, d->entry, j, NULL, d->count + j, NULL) != DPMF_OK)
			return DPMF_FAILED;
		d->model.v[j] = (double)d->count[j];
	}
	return DPMF_OK;
}

static enum dpmf_status run(const struct dpmf_ratings *ratings, const struct dpmf_key *key, struct dppop *d, struct dpmf_error *error)
{
	enum dpmf_status status = count_all(ratings, key, d, error);

	if (status == DPMF_OK)
		status = declare(d, error);
	if (status != DPMF_OK)
		return status;
	status = dpmf_parallel(ratings->items, d->options->jobs, release_range, d);
	return status == DPMF_OK ? status : dpmf_fail(error, status, "the release of a count was refused");
}

enum dpmf_status dpmf_dppop_train(const struct dpmf_ratings *ratings, const struct dpmf_dppop_options *options,
                                  const struct dpmf_key *key, struct dpmf_door *door, struct dpmf_model *model,
                                  struct dpmf_error *error)
{
	struct dppop d = { .options = options, .door = door };
	enum dpmf_status status = check(options, error);

	if (status == DPMF_OK && options->steps)
		d.steps = *options->steps;
	else if (status == DPMF_OK)
		status = dpmf_dppop_steps_of(options, ratings->items, &d.steps, error);
	if (status == DPMF_OK)
		status = dpmf_model_blank(ratings, 1, &d.model, error);
	if (status != DPMF_OK)
		return status;
	d.count = calloc(ratings->items ? ratings->items : 1, sizeof *d.count);
	if (!d.count)
		status = dpmf_fail(error, DPMF_FAILED, "no memory for the counts of %zu items", ratings->items);
	for (size_t i = 0; i < d.model.users; i++)
		d.model.u[i] = 1;
	if (status == DPMF_OK)
		status = run(ratings, key, &d, error);
	if (status == DPMF_OK)
		*model = d.model;
	else
		dpmf_model_free(&d.model);
	free(d.count);
	return status;
}
