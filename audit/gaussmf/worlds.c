/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/gaussmf/worlds.h"

#include <stdlib.h>
#include <string.h>

#include "core/ratings_build.h"
#include "mech/gaussmf/kernels.h"
#include "noise/door.h"

static const double least = 1, most = 5, of_others = 3;

static enum dpmf_status build_ratings(const struct gaussmf_setting *s, int world,
                                      struct dpmf_ratings *ratings, struct dpmf_error *error)
{
	struct dpmf_triple *triple = malloc(s->users * s->items * sizeof(*triple));
	size_t n = 0;

	if (!triple)
		return dpmf_fail(error, DPMF_FAILED, "no memory for %zu ratings", s->users * s->items);
	for (size_t j = 0; j < s->users; j++)
		for (size_t i = 0; i < s->items; i++)
			triple[n++] = (struct dpmf_triple){ (uint32_t)j, (uint32_t)i, of_others };
	triple[0].rating = world == 0 ? most : least;
	const enum dpmf_status status = dpmf_ratings_build(triple, n, 0, NULL, NULL, ratings, error);

	free(triple);
	return status;
}

struct dpmf_gaussmf_options gaussmf_worlds_options(const struct gaussmf_worlds *worlds)
{
	const struct gaussmf_setting *s = worlds->setting;

	return (struct dpmf_gaussmf_options){
		.rating_min = least, .rating_max = most, .factors = 1, .steps = s->steps, .rate = s->rate,
		.lambda = s->lambda, .clip = s->clip, .eps_i = s->eps_i, .delta = s->delta, .delta_r = s->delta_r, .jobs = 1,
	};
}

/* The start is what a step of no length leaves as it was. */
static enum dpmf_status find_start(struct gaussmf_worlds *worlds, struct dpmf_error *error)
{
	const struct gaussmf_setting *s = worlds->setting;
	struct dpmf_gaussmf_options options = gaussmf_worlds_options(worlds);
	struct dpmf_model model;
	struct dpmf_door door;
	enum dpmf_status status;

	dpmf_key_from_seed(1, &worlds->start);
	options.steps = 1;
	options.rate = 1e-300;
	status = dpmf_door_open(&door, &worlds->start, error);
	if (status != DPMF_OK)
		return status;
	status = dpmf_gaussmf_train(&worlds->ratings[0], &options, &worlds->start, &door, &model, error);
	if (status == DPMF_OK) {
		worlds->sigma = door.record.entry[0].scale;
		memcpy(worlds->theta, model.u, s->users * sizeof(double));
		memcpy(worlds->x, model.v, s->items * sizeof(double));
		dpmf_model_free(&model);
	}
	dpmf_door_close_of_many(&door);
	return status;
}

enum dpmf_status gaussmf_worlds_setup(const struct audit_case *one, void **instance, struct dpmf_error *error)
{
	const struct gaussmf_setting *s = one->parameters;
	struct gaussmf_worlds *worlds;
	enum dpmf_status status = DPMF_OK;

	if (s->users > GAUSSMF_ROWS_MOST || s->items > GAUSSMF_ROWS_MOST)
		return dpmf_fail(error, DPMF_INPUT, "case %s: at most %d users and items", one->id, GAUSSMF_ROWS_MOST);
	worlds = calloc(1, sizeof(*worlds));
	if (!worlds)
		return dpmf_fail(error, DPMF_FAILED, "no memory for case %s", one->id);
	worlds->setting = s;
	for (int world = 0; world < 2 && status == DPMF_OK; world++)
		status = build_ratings(s, world, &worlds->ratings[world], error);
	if (status == DPMF_OK)
		status = find_start(worlds, error);
	if (status == DPMF_OK && s->calibrate) {
		const struct dpmf_gaussmf_options options = gaussmf_worlds_options(worlds);

		status = dpmf_gaussmf_steps_of(&options, &worlds->steps, error);
	}
	if (status == DPMF_OK)
		*instance = worlds;
	else
		gaussmf_worlds_teardown(worlds);
	return status;
}

void gaussmf_worlds_teardown(void *instance)
{
	struct gaussmf_worlds *worlds = instance;

	for (int world = 0; world < 2; world++)
		dpmf_ratings_free(&worlds->ratings[world]);
	free(worlds);
}

static double residual_of(const struct gaussmf_worlds *worlds, int world, const double *theta, const double *x,
                          size_t user, size_t item)
{
	return dpmf_gaussmf_residual(x + item, theta + user, 1, worlds->ratings[world].value[user * worlds->setting->items + item]);
}

double gaussmf_worlds_gradient(const struct gaussmf_worlds *worlds, int world, const double *theta, const double *x, size_t user)
{
	const struct gaussmf_setting *s = worlds->setting;
	double gradient = 0;

	for (size_t i = 0; i < s->items; i++) {
		double outer;

		dpmf_gaussmf_clip(x + i, 1, s->clip, &outer);
		dpmf_gaussmf_accumulate(residual_of(worlds, world, theta, x, user, i), &outer, 1, &gradient);
	}
	dpmf_gaussmf_regularize(s->lambda, theta + user, 1, &gradient);
	return gradient;
}

void gaussmf_worlds_step_items(const struct gaussmf_worlds *worlds, int world, const double *theta, double *x)
{
	const struct gaussmf_setting *s = worlds->setting;
	double gradient[GAUSSMF_ROWS_MOST] = { 0 };

	for (size_t i = 0; i < s->items; i++) {
		for (size_t j = 0; j < s->users; j++) {
			double outer;

			dpmf_gaussmf_clip(theta + j, 1, s->clip, &outer);
			dpmf_gaussmf_accumulate(residual_of(worlds, world, theta, x, j, i), &outer, 1, &gradient[i]);
		}
		dpmf_gaussmf_regularize(s->lambda, x + i, 1, &gradient[i]);
	}
	for (size_t i = 0; i < s->items; i++)
		dpmf_gaussmf_step(x + i, &gradient[i], 1, s->rate);
}

/* What the published driver declares, in every round. */
static enum dpmf_status declare(const struct gaussmf_worlds *worlds, struct dpmf_door *door, size_t round,
                                size_t *number, struct dpmf_error *error)
{
	const struct dpmf_entry entry = {
		.statistic = "gradient of Theta", .neighbours = DPMF_ENTRY, .norm = DPMF_L2,
		.sensitivity = (most - least) * worlds->setting->clip, .law = DPMF_NORMAL, .scale = worlds->sigma,
		.pieces = worlds->setting->users, .touched = 1, .coordinates = 1, .round = round, .draw = round,
	};

	return dpmf_door_declare(door, &entry, number, error);
}

static enum dpmf_status train_public_items(const struct gaussmf_worlds *worlds, int world, struct dpmf_door *door,
                                           const struct dpmf_gaussmf_listener *listener, struct dpmf_model *model,
                                           struct dpmf_error *error)
{
	const struct gaussmf_setting *s = worlds->setting;
	double gradient[GAUSSMF_ROWS_MOST];
	size_t number;

	for (size_t t = 1; t <= s->steps; t++) {
		if (declare(worlds, door, t, &number, error) != DPMF_OK)
			return DPMF_FAILED;
		for (size_t j = 0; j < s->users; j++) {
			gradient[j] = gaussmf_worlds_gradient(worlds, world, model->u, model->v, j);
			if (dpmf_door_release(door, number, j, NULL, &gradient[j], NULL) != DPMF_OK)
				return dpmf_fail(error, DPMF_FAILED, "a release in round %zu was refused", t);
		}
		gaussmf_worlds_step_items(worlds, 0, model->u, model->v);
		for (size_t j = 0; j < s->users; j++)
			dpmf_gaussmf_step(model->u + j, gradient + j, 1, s->rate);
		if (listener && listener->round)
			listener->round(listener->context, t, model, 0);
	}
	return DPMF_OK;
}

static enum dpmf_status start_of(const struct gaussmf_worlds *worlds, struct dpmf_model *model, struct dpmf_error *error)
{
	const struct gaussmf_setting *s = worlds->setting;
	struct dpmf_model made = { .users = s->users, .items = s->items, .factors = 1 };

	made.u = malloc(s->users * sizeof(double));
	made.v = malloc(s->items * sizeof(double));
	if (!made.u || !made.v) {
		dpmf_model_free(&made);
		return dpmf_fail(error, DPMF_FAILED, "no memory for the profiles");
	}
	memcpy(made.u, worlds->theta, s->users * sizeof(double));
	memcpy(made.v, worlds->x, s->items * sizeof(double));
	*model = made;
	return DPMF_OK;
}

enum dpmf_status gaussmf_worlds_publish(const struct gaussmf_worlds *worlds, int world, const struct dpmf_key *key,
                                        const struct dpmf_gaussmf_listener *listener, struct dpmf_model *model,
                                        struct dpmf_error *error)
{
	struct dpmf_gaussmf_options options = gaussmf_worlds_options(worlds);
	struct dpmf_model trained = { .u = NULL };
	struct dpmf_door door;
	enum dpmf_status status = dpmf_door_open(&door, key, error);

	if (status != DPMF_OK)
		return status;
	if (listener)
		options.listener = *listener;
	if (worlds->setting->public_items) {
		status = start_of(worlds, &trained, error);
		if (status == DPMF_OK)
			status = train_public_items(worlds, world, &door, listener, &trained, error);
	} else {
		status = dpmf_gaussmf_train(&worlds->ratings[world], &options, &worlds->start, &door, &trained, error);
	}
	dpmf_door_close_of_many(&door);
	if (status == DPMF_OK)
		*model = trained;
	else
		dpmf_model_free(&trained);
	return status;
}
