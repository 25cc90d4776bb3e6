/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "mech/descent.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/parallel.h"
#include "core/vector.h"
#include "mech/hdpmf.h"
#include "noise/mixture.h"

enum { MOST_FACTORS = 256 };

struct epoch {
	const struct dpmf_ratings *ratings;
	const struct dpmf_descent *how;
	struct dpmf_door *door;
	struct dpmf_model *model;
	const double *rating; /* by column, so that an item's ratings lie side by side */
	size_t number; /* of this epoch's entry in the record */
	uint64_t round, draw;
	double rate;
};

double dpmf_descent_rate(double initial, size_t epoch, size_t epochs)
{
	if (4 * epoch < epochs)
		return initial;
	return 4 * epoch < 3 * epochs ? initial / 5 : initial / 25;
}

/* The messages of one item as the recommender sees them one by one. */
static void show_messages(const struct epoch *e, size_t j)
{
	const struct dpmf_ratings *ratings = e->ratings;
	const struct dpmf_listener *listener = &e->how->listener;
	const struct dpmf_entry *entry = &e->door->record.entry[e->number];
	const size_t k = e->model->factors, raters = ratings->column[j + 1] - ratings->column[j];
	double h[MOST_FACTORS] = { 0 }, noise[MOST_FACTORS] = { 0 }, message[MOST_FACTORS];

	dpmf_mixture_h(&e->door->server, j, e->draw, k, h);
	if (listener->drawn)
		listener->drawn(listener->context, e->round, j, h, k);
	for (size_t a = ratings->column[j]; listener->message && a < ratings->column[j + 1]; a++) {
		const size_t i = ratings->user[a];

		hdpmf_gradient_share(e->model->u + i * k, e->model->v + j * k, k,
		                     dpmf_weight(e->how->weights, i, j), e->rating[a], message);
		dpmf_mixture_share(&e->door->users, i, j, e->draw, entry->scale, h, k, raters, noise);
		dpmf_add_scaled(1, noise, k, message);
		listener->message(listener->context, e->round, i, j, message, k);
	}
}

/* Algorithm 1, lines 4 to 7: the sum of the messages, then one step. */
static enum dpmf_status step_item(const struct epoch *e, size_t j)
{
	const struct dpmf_ratings *ratings = e->ratings;
	const size_t k = e->model->factors, begin = ratings->column[j], raters = ratings->column[j + 1] - begin;
	const struct dpmf_participants who = { j, ratings->user + begin, raters, raters };
	double *v = e->model->v + j * k, sum[MOST_FACTORS] = { 0 };

	for (size_t a = begin; a < begin + raters; a++) {
		const size_t i = ratings->user[a];

		hdpmf_gradient_add(e->model->u + i * k, v, k, dpmf_weight(e->how->weights, i, j),
		                   e->rating[a], sum);
	}
	if (dpmf_door_release(e->door, e->number, j, &who, sum) != DPMF_OK)
		return DPMF_FAILED;
	hdpmf_step(v, sum, k, e->how->step == DPMF_STEP_MEAN ? e->rate / (double)raters : e->rate, e->how->lambda);
	return DPMF_OK;
}

/* The same with a step after every message. */
static enum dpmf_status step_item_by_message(const struct epoch *e, size_t j)
{
	const struct dpmf_ratings *ratings = e->ratings;
	const size_t k = e->model->factors, begin = ratings->column[j], raters = ratings->column[j + 1] - begin;
	double *v = e->model->v + j * k, message[MOST_FACTORS];

	for (size_t a = begin; a < begin + raters; a++) {
		const struct dpmf_participants who = { j, ratings->user + a, 1, raters };
		const size_t i = ratings->user[a];

		hdpmf_gradient_share(e->model->u + i * k, v, k, dpmf_weight(e->how->weights, i, j),
		                     e->rating[a], message);
		if (dpmf_door_release(e->door, e->number, a, &who, message) != DPMF_OK)
			return DPMF_FAILED;
		hdpmf_step(v, message, k, e->rate, e->how->lambda);
	}
	return DPMF_OK;
}

static enum dpmf_status step_items(void *context, size_t begin, size_t end)
{
	const struct epoch *e = context;
	enum dpmf_status status = DPMF_OK;

	for (size_t j = begin; j < end && status == DPMF_OK; j++) {
		if (e->ratings->column[j] == e->ratings->column[j + 1])
			continue;
		if (e->how->listener.message || e->how->listener.drawn)
			show_messages(e, j);
		status = e->how->step == DPMF_STEP_MESSAGE ? step_item_by_message(e, j) : step_item(e, j);
	}
	return status;
}

/* Algorithm 1, line 10, and the projection that Theorem 2 needs. */
static void step_user(const struct epoch *e, size_t i)
{
	const struct dpmf_ratings *ratings = e->ratings;
	const size_t k = e->model->factors, begin = ratings->row[i], rated = ratings->row[i + 1] - begin;
	const double rate = e->how->step == DPMF_STEP_MEAN ? e->rate / (double)rated : e->rate;
	double *u = e->model->u + i * k, sum[MOST_FACTORS] = { 0 };

	for (size_t a = begin; a < begin + rated; a++) {
		const size_t j = ratings->item[a];

		hdpmf_gradient_add(e->model->v + j * k, u, k, dpmf_weight(e->how->weights, i, j),
		                   ratings->value[a], sum);
		if (e->how->step == DPMF_STEP_MESSAGE) {
			hdpmf_step(u, sum, k, rate, e->how->lambda);
			memset(sum, 0, k * sizeof *sum);
		}
	}
	if (e->how->step != DPMF_STEP_MESSAGE)
		hdpmf_step(u, sum, k, rate, e->how->lambda);
	dpmf_project_ball(u, k, 1);
}

static enum dpmf_status step_users(void *context, size_t begin, size_t end)
{
	const struct epoch *e = context;

	for (size_t i = begin; i < end; i++)
		if (e->ratings->row[i] < e->ratings->row[i + 1])
			step_user(e, i);
	return DPMF_OK;
}

static enum dpmf_status declare(struct epoch *e, struct dpmf_error *error)
{
	struct dpmf_entry entry = e->how->entry;
	const bool once = !e->how->noise_per_epoch && entry.law != DPMF_NO_NOISE;

	entry.round = e->round;
	entry.draw = e->draw;
	entry.coordinates = e->model->factors;
	entry.pieces = e->how->step == DPMF_STEP_MESSAGE ? e->ratings->count : e->ratings->items;
	entry.keep = once && e->how->step != DPMF_STEP_MESSAGE;
	return dpmf_door_declare(e->door, &entry, &e->number, error);
}

static enum dpmf_status check_finite(const struct dpmf_model *model, uint64_t round, struct dpmf_error *error)
{
	if (isfinite(dpmf_l1(model->v, model->items * model->factors)) &&
	    isfinite(dpmf_l1(model->u, model->users * model->factors)))
		return DPMF_OK;
	return dpmf_fail(error, DPMF_INPUT, "training diverged in epoch %llu: take a smaller rate",
	                 (unsigned long long)round);
}

static double *ratings_by_column(const struct dpmf_ratings *ratings)
{
	double *rating = malloc((ratings->count ? ratings->count : 1) * sizeof *rating);

	for (size_t a = 0; rating && a < ratings->count; a++)
		rating[a] = ratings->value[ratings->where[a]];
	return rating;
}

static enum dpmf_status run_epoch(struct epoch *e, size_t t, struct dpmf_error *error)
{
	const struct dpmf_descent *how = e->how;
	enum dpmf_status status;

	e->round = t + 1;
	e->draw = how->noise_per_epoch ? t + 1 : 1;
	e->rate = dpmf_descent_rate(how->rate, t, how->epochs);
	status = declare(e, error);
	if (status == DPMF_OK && (status = dpmf_parallel(e->ratings->items, how->jobs, step_items, e)) != DPMF_OK)
		dpmf_fail(error, status, "a release in epoch %zu was refused", t + 1);
	if (status == DPMF_OK && !how->hold_users)
		status = dpmf_parallel(e->ratings->users, how->jobs, step_users, e);
	if (status == DPMF_OK)
		status = check_finite(e->model, e->round, error);
	if (status == DPMF_OK && how->listener.round)
		how->listener.round(how->listener.context, e->round, e->model);
	if (status == DPMF_OK && how->stop && *how->stop)
		status = dpmf_fail(error, DPMF_FAILED, "stopped by a signal after epoch %zu of %zu", t + 1, how->epochs);
	return status;
}

enum dpmf_status dpmf_descend(const struct dpmf_ratings *ratings, const struct dpmf_descent *how,
                              struct dpmf_door *door, struct dpmf_model *model, struct dpmf_error *error)
{
	struct epoch e = { .ratings = ratings, .how = how, .door = door, .model = model };
	enum dpmf_status status = DPMF_OK;
	double *rating;

	if (model->factors == 0 || model->factors > MOST_FACTORS)
		return dpmf_fail(error, DPMF_INPUT, "the number of factors is 1 to %d, not %zu",
		                 MOST_FACTORS, model->factors);
	rating = ratings_by_column(ratings);
	if (!rating)
		return dpmf_fail(error, DPMF_FAILED, "no memory for %zu ratings by item", ratings->count);
	e.rating = rating;
	for (size_t t = 0; t < how->epochs && status == DPMF_OK; t++)
		status = run_epoch(&e, t, error);
	free(rating);
	return status;
}

enum dpmf_status dpmf_factorize(const struct dpmf_ratings *ratings, size_t factors, const struct dpmf_descent *how,
                                const struct dpmf_key *key, struct dpmf_door *door,
                                struct dpmf_model *model, struct dpmf_error *error)
{
	struct dpmf_model trained;
	enum dpmf_status status = dpmf_model_start(ratings, factors, key, &trained, error);

	if (status != DPMF_OK)
		return status;
	status = dpmf_descend(ratings, how, door, &trained, error);
	if (status == DPMF_OK)
		*model = trained;
	else
		dpmf_model_free(&trained);
	return status;
}
