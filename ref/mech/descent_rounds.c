/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "mech/descent_rounds.h"

#include <math.h>
#include <stdlib.h>

#include "core/parallel.h"
#include "core/vector.h"

enum dpmf_status dpmf_rounds_open(struct dpmf_rounds *r, struct dpmf_error *error)
{
	const struct dpmf_ratings *ratings = r->ratings;

	r->rating = NULL;
	if (r->model->factors == 0 || r->model->factors > DPMF_FACTORS_MOST)
		return dpmf_fail(error, DPMF_INPUT, "the number of factors is 1 to %d, not %zu",
		                 DPMF_FACTORS_MOST, r->model->factors);
	r->rating = malloc((ratings->count ? ratings->count : 1) * sizeof *r->rating);
	if (!r->rating)
		return dpmf_fail(error, DPMF_FAILED, "no memory for %zu ratings by item", ratings->count);
	for (size_t a = 0; a < ratings->count; a++)
		r->rating[a] = ratings->value[ratings->where[a]];
	return DPMF_OK;
}

void dpmf_rounds_close(struct dpmf_rounds *r)
{
	free(r->rating);
	r->rating = NULL;
}

void dpmf_rounds_begin(struct dpmf_rounds *r, size_t t)
{
	r->round = t + 1;
	r->draw = r->how->noise_per_epoch ? t + 1 : 1;
	r->rate = dpmf_descent_rate(r->how->rate, t, r->how->epochs);
}

double dpmf_rounds_rate(const struct dpmf_rounds *r, double terms)
{
	return r->how->step == DPMF_STEP_MEAN ? r->rate / terms : r->rate;
}

static struct dpmf_entry entry_of(const struct dpmf_rounds *r, const struct dpmf_entry *what, size_t pieces)
{
	struct dpmf_entry entry = *what;

	entry.round = r->round;
	entry.draw = r->draw;
	entry.coordinates = r->model->factors;
	entry.pieces = pieces;
	return entry;
}

enum dpmf_status dpmf_rounds_declare(const struct dpmf_rounds *r, const struct dpmf_entry *what, size_t sums,
                                     size_t *number, struct dpmf_error *error)
{
	struct dpmf_entry entry = entry_of(r, what, sums);

	entry.keep = !r->how->noise_per_epoch && entry.law != DPMF_NO_NOISE;
	entry.messages = false;
	return dpmf_door_declare(r->door, &entry, number, error);
}

enum dpmf_status dpmf_rounds_declare_items(struct dpmf_rounds *r, struct dpmf_error *error)
{
	struct dpmf_entry entry;

	if (r->how->step != DPMF_STEP_MESSAGE)
		return dpmf_rounds_declare(r, &r->how->entry, r->ratings->items, &r->number, error);
	entry = entry_of(r, &r->how->entry, r->ratings->count);
	entry.keep = false;
	entry.messages = entry.law != DPMF_NO_NOISE;
	return dpmf_door_declare(r->door, &entry, &r->number, error);
}

struct each {
	dpmf_update *update;
	const void *context;
};

static enum dpmf_status update_some(void *context, size_t begin, size_t end)
{
	const struct each *each = context;
	enum dpmf_status status = DPMF_OK;

	for (size_t i = begin; i < end && status == DPMF_OK; i++)
		status = each->update(each->context, i);
	return status;
}

/* The door takes finite statistics only, so that a run that diverges ends there. */
enum dpmf_status dpmf_rounds_each(const struct dpmf_rounds *r, size_t count, dpmf_update *update, const void *context,
                                  struct dpmf_error *error)
{
	struct each each = { update, context };
	const enum dpmf_status status = dpmf_parallel(count, r->how->jobs, update_some, &each);

	if (status == DPMF_INPUT)
		return dpmf_fail(error, status, "training diverged in epoch %zu: take a smaller rate", (size_t)r->round);
	if (status != DPMF_OK)
		return dpmf_fail(error, status, "a release in epoch %zu was refused: %s", (size_t)r->round, dpmf_door_refusal(r->door));
	return DPMF_OK;
}

enum dpmf_status dpmf_rounds_end(const struct dpmf_rounds *r, struct dpmf_error *error)
{
	const struct dpmf_descent *how = r->how;
	const struct dpmf_model *model = r->model;

	if (!isfinite(dpmf_l1(model->v, model->items * model->factors)) ||
	    !isfinite(dpmf_l1(model->u, model->users * model->factors)))
		return dpmf_fail(error, DPMF_INPUT, "training diverged in epoch %llu: take a smaller rate",
		                 (unsigned long long)r->round);
	if (how->listener.round)
		how->listener.round(how->listener.context, r->round, model);
	if (how->stop && *how->stop)
		return dpmf_fail(error, DPMF_FAILED, "stopped by a signal after epoch %zu of %zu", (size_t)r->round, how->epochs);
	return DPMF_OK;
}
