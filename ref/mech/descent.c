/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "mech/descent.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/parallel.h"
#include "core/vector.h"
#include "mech/privsr/friends.h"
#include "mech/hdpmf/kernels.h"

struct epoch {
	const struct dpmf_ratings *ratings;
	const struct dpmf_descent *how;
	struct dpmf_door *door;
	struct dpmf_model *model;
	const double *rating; /* by column, so that an item's ratings lie side by side */
	double *before;       /* U as the round found it, where there are friends */
	struct dpmf_friends friends;
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

/* How large a share of the noise each group's raters of item j take. */
static void divide_noise(const struct epoch *e, size_t j, struct dpmf_share share[2])
{
	share[0] = (struct dpmf_share){ .scale = e->how->group_scale[0] };
	share[1] = (struct dpmf_share){ .scale = e->how->group_scale[1] };
	for (size_t a = e->ratings->column[j]; e->how->group && a < e->ratings->column[j + 1]; a++)
		share[e->how->group[a]].of++;
}

static struct dpmf_participants raters_of(const struct epoch *e, size_t j, const struct dpmf_share share[2])
{
	const size_t begin = e->ratings->column[j], raters = e->ratings->column[j + 1] - begin;

	return (struct dpmf_participants){ .item = j, .user = e->ratings->user + begin, .count = raters, .of = raters,
	                                   .group = e->how->group ? e->how->group + begin : NULL, .share = share };
}

/* The messages of one item as the recommender sees them one by one. */
static enum dpmf_status show_messages(const struct epoch *e, size_t j)
{
	const struct dpmf_ratings *ratings = e->ratings;
	const struct dpmf_listener *listener = &e->how->listener;
	const size_t k = e->model->factors, begin = ratings->column[j];
	double h[DPMF_FACTORS_MOST] = { 0 }, message[DPMF_FACTORS_MOST];
	struct dpmf_share share[2];
	struct dpmf_participants who;
	enum dpmf_status status = DPMF_OK;

	if (!listener->message && !listener->drawn)
		return DPMF_OK;
	divide_noise(e, j, share);
	who = raters_of(e, j, share);
	if (listener->drawn) {
		status = dpmf_door_show_common(e->door, e->number, j, h, NULL);
		listener->drawn(listener->context, e->round, j, h, k);
	}
	for (size_t a = 0; listener->message && a < who.count && status == DPMF_OK; a++) {
		const size_t i = who.user[a];

		dpmf_hdpmf_gradient_share(e->model->u + i * k, e->model->v + j * k, k,
		                          dpmf_weight(e->how->weights, i, j), e->rating[begin + a], message);
		status = dpmf_door_show(e->door, e->number, &who, a, message, NULL);
		listener->message(listener->context, e->round, i, j, message, k);
	}
	return status;
}

/* Algorithm 1, lines 4 to 7: the sum of the messages, then one step. */
static enum dpmf_status step_item(const struct epoch *e, size_t j)
{
	const struct dpmf_ratings *ratings = e->ratings;
	const size_t k = e->model->factors, begin = ratings->column[j], raters = ratings->column[j + 1] - begin;
	double *v = e->model->v + j * k, sum[DPMF_FACTORS_MOST] = { 0 };
	struct dpmf_share share[2];
	struct dpmf_participants who;
	enum dpmf_status status;

	divide_noise(e, j, share);
	who = raters_of(e, j, share);
	for (size_t a = begin; a < begin + raters; a++) {
		const size_t i = ratings->user[a];

		dpmf_hdpmf_gradient_add(e->model->u + i * k, v, k, dpmf_weight(e->how->weights, i, j),
		                        e->rating[a], sum);
	}
	status = dpmf_door_release(e->door, e->number, j, &who, sum, NULL);
	if (status != DPMF_OK)
		return status;
	dpmf_hdpmf_step(v, sum, k, e->how->step == DPMF_STEP_MEAN ? e->rate / (double)raters : e->rate, e->how->lambda);
	return DPMF_OK;
}

/* The same with a step after every message. */
static enum dpmf_status step_item_by_message(const struct epoch *e, size_t j)
{
	const struct dpmf_ratings *ratings = e->ratings;
	const size_t k = e->model->factors, begin = ratings->column[j], raters = ratings->column[j + 1] - begin;
	double *v = e->model->v + j * k, message[DPMF_FACTORS_MOST];
	struct dpmf_share share[2];
	struct dpmf_participants who;
	enum dpmf_status status;

	divide_noise(e, j, share);
	who = raters_of(e, j, share);
	who.count = 1;
	for (size_t a = begin; a < begin + raters; a++) {
		const size_t i = ratings->user[a];

		who.user = ratings->user + a;
		who.group = e->how->group ? e->how->group + a : NULL;
		dpmf_hdpmf_gradient_share(e->model->u + i * k, v, k, dpmf_weight(e->how->weights, i, j),
		                          e->rating[a], message);
		status = dpmf_door_release(e->door, e->number, a, &who, message, NULL);
		if (status != DPMF_OK)
			return status;
		dpmf_hdpmf_step(v, message, k, e->rate, e->how->lambda);
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
		status = show_messages(e, j);
		if (status != DPMF_OK)
			break;
		status = e->how->step == DPMF_STEP_MESSAGE ? step_item_by_message(e, j) : step_item(e, j);
	}
	return status;
}

static enum dpmf_status declare(const struct epoch *e, const struct dpmf_entry *what, size_t pieces, bool whole,
                                size_t *number, struct dpmf_error *error)
{
	struct dpmf_entry entry = *what;

	entry.round = e->round;
	entry.draw = e->draw;
	entry.coordinates = e->model->factors;
	entry.pieces = pieces;
	entry.keep = !e->how->noise_per_epoch && entry.law != DPMF_NO_NOISE && whole;
	entry.messages = !whole && entry.law != DPMF_NO_NOISE;
	return dpmf_door_declare(e->door, &entry, number, error);
}

/* The door takes finite statistics only, so that a run that diverges ends there. */
static enum dpmf_status refused(const struct epoch *e, enum dpmf_status status, struct dpmf_error *error)
{
	if (status == DPMF_INPUT)
		return dpmf_fail(error, status, "training diverged in epoch %zu: take a smaller rate", (size_t)e->round);
	return dpmf_fail(error, status, "a release in epoch %zu was refused: %s", (size_t)e->round, dpmf_door_refusal(e->door));
}

/* The items' half of a round. */
static enum dpmf_status run_items(struct epoch *e, struct dpmf_error *error)
{
	const struct dpmf_descent *how = e->how;
	const bool sums = how->step != DPMF_STEP_MESSAGE;
	enum dpmf_status status = declare(e, &how->entry, sums ? e->ratings->items : e->ratings->count, sums,
	                                  &e->number, error);

	if (status == DPMF_OK && (status = dpmf_parallel(e->ratings->items, how->jobs, step_items, e)) != DPMF_OK)
		status = refused(e, status, error);
	return status;
}

static size_t friends_of(const struct epoch *e, size_t i)
{
	const struct dpmf_social *social = e->how->social;

	return social ? social->row[i + 1] - social->row[i] : 0;
}

/* Algorithm 1, line 10, and the projection that Theorem 2 needs. In privsr the
   friends' messages come last. */
static enum dpmf_status step_user(const struct epoch *e, size_t i)
{
	const struct dpmf_ratings *ratings = e->ratings;
	const size_t k = e->model->factors, begin = ratings->row[i], rated = ratings->row[i + 1] - begin;
	const double heard = (double)rated + (e->how->social ? e->how->social_weight * (double)friends_of(e, i) : 0);
	const double rate = e->how->step == DPMF_STEP_MEAN ? e->rate / heard : e->rate;
	double *u = e->model->u + i * k, sum[DPMF_FACTORS_MOST] = { 0 };
	enum dpmf_status status = DPMF_OK;

	for (size_t a = begin; a < begin + rated; a++) {
		const size_t j = ratings->item[a];

		dpmf_hdpmf_gradient_add(e->model->v + j * k, u, k, dpmf_weight(e->how->weights, i, j),
		                        ratings->value[a], sum);
		if (e->how->step == DPMF_STEP_MESSAGE) {
			dpmf_hdpmf_step(u, sum, k, rate, e->how->lambda);
			memset(sum, 0, k * sizeof *sum);
		}
	}
	if (e->how->social)
		status = dpmf_friends_pull(&e->friends, i, u, sum);
	if (status != DPMF_OK)
		return status;
	if (e->how->step != DPMF_STEP_MESSAGE || friends_of(e, i) > 0)
		dpmf_hdpmf_step(u, sum, k, rate, e->how->lambda);
	dpmf_project_ball(u, k, 1);
	return DPMF_OK;
}

static enum dpmf_status step_users(void *context, size_t begin, size_t end)
{
	const struct epoch *e = context;
	enum dpmf_status status = DPMF_OK;

	for (size_t i = begin; i < end && status == DPMF_OK; i++)
		if (e->ratings->row[i] < e->ratings->row[i + 1] || friends_of(e, i) > 0)
			status = step_user(e, i);
	return status;
}

/* The users' half of a round. */
static enum dpmf_status run_users(struct epoch *e, struct dpmf_error *error)
{
	const struct dpmf_descent *how = e->how;
	enum dpmf_status status = DPMF_OK;

	if (how->social) {
		const size_t cells = e->model->users * e->model->factors;

		memcpy(e->before, e->model->u, cells * sizeof *e->before);
		e->friends = (struct dpmf_friends){ how, e->door, e->before, e->model->factors, 0, e->round, e->draw };
		status = declare(e, &how->friends, e->model->users, true, &e->friends.number, error);
	}
	if (status == DPMF_OK && (status = dpmf_parallel(e->ratings->users, how->jobs, step_users, e)) != DPMF_OK)
		status = refused(e, status, error);
	return status;
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
	status = run_items(e, error);
	if (status == DPMF_OK && !how->hold_users)
		status = run_users(e, error);
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

	if (model->factors == 0 || model->factors > DPMF_FACTORS_MOST)
		return dpmf_fail(error, DPMF_INPUT, "the number of factors is 1 to %d, not %zu",
		                 DPMF_FACTORS_MOST, model->factors);
	rating = ratings_by_column(ratings);
	if (how->social)
		e.before = malloc((model->users ? model->users : 1) * model->factors * sizeof *e.before);
	if (!rating || (how->social && !e.before))
		status = dpmf_fail(error, DPMF_FAILED, "no memory for %zu ratings by item", ratings->count);
	e.rating = rating;
	for (size_t t = 0; t < how->epochs && status == DPMF_OK; t++)
		status = run_epoch(&e, t, error);
	free(rating);
	free(e.before);
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
