/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/hdpmf/worlds.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "audit/hdpmf/explain.h"
#include "audit/keys.h"
#include "core/ratings_build.h"
#include "mech/privsr/scales.h"
#include "mech/hdpmf/kernels.h"
#include "mech/privsr/kernels.h"
#include "mech/privsr/train.h"
#include "noise/door.h"

static const double least = 1, most = 5, of_others = 3;

static enum dpmf_status build_ratings(const struct hdpmf_setting *s, int world,
                                      struct dpmf_ratings *ratings, struct dpmf_error *error)
{
	const size_t users = 1 + s->others, count = users * s->items;
	struct dpmf_triple *triple = malloc(count * sizeof(*triple));
	size_t n = 0;

	if (!triple)
		return dpmf_fail(error, DPMF_FAILED, "no memory for %zu ratings", count);
	for (size_t i = 0; i < users; i++)
		for (size_t j = 0; j < s->items; j++)
			triple[n++] = (struct dpmf_triple){ (uint32_t)i, (uint32_t)j, i == 0 ? s->rating[j] : of_others };
	triple[0].rating = world == 0 ? most : least;
	const enum dpmf_status status = dpmf_ratings_build(triple, count, 0, NULL, NULL, ratings, error);

	free(triple);
	return status;
}

/* W_ij = user[i] item[j]: the items carry user 0's weights. With one item the
   others have weight 1; with more they share user 0's. */
static enum dpmf_status build_weights(const struct hdpmf_setting *s, struct dpmf_weights *weights, struct dpmf_error *error)
{
	weights->users = 1 + s->others;
	weights->items = s->items;
	weights->user = malloc(weights->users * sizeof(double));
	weights->item = malloc(weights->items * sizeof(double));
	if (!weights->user || !weights->item)
		return dpmf_fail(error, DPMF_FAILED, "no memory for the privacy weights");
	for (size_t i = 0; i < weights->users; i++)
		weights->user[i] = 1;
	memcpy(weights->item, s->weight, s->items * sizeof(double));
	if (s->items == 1) {
		weights->item[0] = 1;
		weights->user[0] = s->weight[0];
	}
	return DPMF_OK;
}

/* How the noise of item 0 is divided between the raters. */
static enum dpmf_status divide_noise(struct hdpmf_worlds *worlds, struct dpmf_error *error)
{
	const struct hdpmf_setting *s = worlds->setting;
	const size_t raters = 1 + s->others, of[2] = { s->sensitive, raters - s->sensitive };
	double square = 0;

	worlds->scale = dpmf_quotient_above(dpmf_range_root(2, least, most, s->factors).most, s->epsilon);
	worlds->upload_scale = worlds->scale / sqrt((double)raters);
	if (!(s->beta > 0))
		return DPMF_OK;
	worlds->group = malloc(raters * s->items);
	if (!worlds->group)
		return dpmf_fail(error, DPMF_FAILED, "no memory to group %zu ratings", raters * s->items);
	for (size_t a = 0; a < raters * s->items; a++)
		worlds->group[a] = a % raters >= s->sensitive;
	for (int g = 0; g < 2; g++)
		worlds->group_scale[g] = dpmf_privsr_scale_above(2, least, most, s->factors, s->epsilon, s->beta, g);
	for (int g = 0; g < 2; g++)
		square += of[g] > 0 ? worlds->group_scale[g] * worlds->group_scale[g] : 0;
	worlds->scale = sqrt(square);
	worlds->declared = dpmf_together(of[0] > 0 ? worlds->group_scale[0] : 0, of[1] > 0 ? worlds->group_scale[1] : 0).least;
	worlds->upload_scale = worlds->group_scale[worlds->group[0]] / sqrt((double)of[worlds->group[0]]);
	return DPMF_OK;
}

enum { TRIED_MOST = 20000 };

/* A key from which privsr's corrected driver draws the groups of the setting. */
static enum dpmf_status find_groups(struct hdpmf_worlds *worlds, struct dpmf_error *error)
{
	for (uint64_t seed = 0; worlds->group && worlds->ratings[0].count <= 10 && !worlds->grouped && seed < TRIED_MOST; seed++) {
		unsigned char *group;

		dpmf_key_from_seed(seed, &worlds->groups);
		if (dpmf_privsr_groups_draw(&worlds->ratings[0], 0.5, &worlds->groups, &group, error) != DPMF_OK)
			return DPMF_FAILED;
		worlds->grouped = memcmp(group, worlds->group, worlds->ratings[0].count) == 0;
		free(group);
	}
	return DPMF_OK;
}

/* What no run changes. */
static void prepare(struct hdpmf_worlds *worlds)
{
	const struct hdpmf_setting *s = worlds->setting;
	const struct dpmf_options options = hdpmf_worlds_options(worlds);

	worlds->descent = dpmf_options_noisy_descent(&options, options.epsilon);
	worlds->descent.weights = &worlds->weights;
	for (int world = 0; world < 2 && s->items == 1 && s->hold_users && !s->noise_per_epoch; world++)
		worlds->path[world] = hdpmf_path_of(worlds, world);
}

enum dpmf_status hdpmf_worlds_setup(const struct audit_case *one, void **instance, struct dpmf_error *error)
{
	const struct hdpmf_setting *s = one->parameters;
	struct hdpmf_worlds *worlds = calloc(1, sizeof(*worlds));
	enum dpmf_status status;

	if (!worlds)
		return dpmf_fail(error, DPMF_FAILED, "no memory for case %s", one->id);
	worlds->setting = s;
	status = dpmf_hdpmf_steps_of(s->epsilon, least, most, &worlds->steps, error);
	for (int world = 0; world < 2 && status == DPMF_OK; world++)
		status = build_ratings(s, world, &worlds->ratings[world], error);
	if (status == DPMF_OK)
		status = build_weights(s, &worlds->weights, error);
	if (status == DPMF_OK)
		status = divide_noise(worlds, error);
	if (status == DPMF_OK)
		status = find_groups(worlds, error);
	if (status == DPMF_OK)
		prepare(worlds);
	if (status == DPMF_OK)
		*instance = worlds;
	else
		hdpmf_worlds_teardown(worlds);
	return status;
}

void hdpmf_worlds_teardown(void *instance)
{
	struct hdpmf_worlds *worlds = instance;

	for (int world = 0; world < 2; world++)
		dpmf_ratings_free(&worlds->ratings[world]);
	dpmf_weights_free(&worlds->weights);
	free(worlds->group);
	free(worlds);
}

struct dpmf_options hdpmf_worlds_options(const struct hdpmf_worlds *worlds)
{
	const struct hdpmf_setting *s = worlds->setting;

	return (struct dpmf_options){
		.epsilon = s->epsilon, .rating_min = least, .rating_max = most,
		.factors = s->factors, .epochs = s->epochs, .rate = s->rate, .lambda = s->lambda,
		.step = DPMF_STEP_SUM, .noise_per_epoch = s->noise_per_epoch, .hold_users = s->hold_users, .as_run = s->as_run, .jobs = 1,
		.colluding = s->colluding,
	};
}

enum dpmf_status hdpmf_worlds_start(const struct hdpmf_worlds *worlds, struct dpmf_model *model, struct dpmf_error *error)
{
	const struct hdpmf_setting *s = worlds->setting;
	const size_t k = s->factors, users = 1 + s->others;
	struct dpmf_model made = { .users = users, .items = s->items, .factors = k };

	made.u = malloc(users * k * sizeof(double));
	made.v = malloc(s->items * k * sizeof(double));
	if (!made.u || !made.v) {
		dpmf_model_free(&made);
		return dpmf_fail(error, DPMF_FAILED, "no memory for the factors");
	}
	for (size_t i = 0; i < users; i++)
		memcpy(made.u + i * k, s->u, k * sizeof(double));
	for (size_t j = 0; j < s->items; j++)
		memcpy(made.v + j * k, s->v, k * sizeof(double));
	*model = made;
	return DPMF_OK;
}

/* The published rounds: hdpmf's, or privsr's where there are groups, with all weights 1 and nobody's friends. */
static enum dpmf_status descend(const struct hdpmf_worlds *worlds, int world, const struct dpmf_descent *run, struct dpmf_door *door,
                                struct dpmf_model *model, struct dpmf_error *error)
{
	struct dpmf_privsr_descent grouped;

	if (!worlds->group)
		return dpmf_hdpmf_descend(&worlds->ratings[world], run, door, model, error);
	grouped = (struct dpmf_privsr_descent){ .run = *run, .group = worlds->group };
	grouped.run.entry.scale = worlds->declared;
	memcpy(grouped.group_scale, worlds->group_scale, sizeof(grouped.group_scale));
	return dpmf_privsr_descend(&worlds->ratings[world], &grouped, door, model, error);
}

/* dpmf_hdpmf_train with a start of our own, so that U can be held where the bound
   of Theorem 2 is attained. */
enum dpmf_status hdpmf_worlds_publish(const struct hdpmf_worlds *worlds, int world, const struct dpmf_key *key,
                                      const struct dpmf_listener *listener, struct dpmf_model *model,
                                      struct dpmf_error *error)
{
	struct dpmf_descent descent = worlds->descent;
	struct dpmf_model trained;
	struct dpmf_door door;
	enum dpmf_status status = hdpmf_worlds_start(worlds, &trained, error);

	if (status != DPMF_OK)
		return status;
	if (listener)
		descent.listener = *listener;
	audit_keys_open_door(&door, key);
	status = descend(worlds, world, &descent, &door, &trained, error);
	dpmf_door_close_of_many(&door);
	if (status == DPMF_OK)
		*model = trained;
	else
		dpmf_model_free(&trained);
	return status;
}

/* privsr: nobody trusts anybody here. */
static enum dpmf_status correct_privsr(const struct hdpmf_worlds *worlds, int world, struct dpmf_door *door,
                                       struct dpmf_model *model, struct dpmf_error *error)
{
	const struct dpmf_privsr_options options = {
		.run = hdpmf_worlds_options(worlds), .beta = worlds->setting->beta, .sensitive_share = 0.5, .social_weight = 0,
	};
	const struct dpmf_social nobody = { .users = worlds->ratings[world].users };

	if (!worlds->grouped)
		return dpmf_fail(error, DPMF_FAILED, "no key draws these groups of %zu ratings", worlds->ratings[world].count);
	return dpmf_privsr_train_corrected(&worlds->ratings[world], &nobody, &options, &worlds->groups, door, model, error);
}

enum dpmf_status hdpmf_worlds_correct(const struct hdpmf_worlds *worlds, int world, const struct dpmf_key *key,
                                      struct dpmf_door *door, struct dpmf_model *model, struct dpmf_error *error)
{
	const struct dpmf_options options = hdpmf_worlds_options(worlds);
	enum dpmf_status status = dpmf_door_open(door, key, error);

	if (status != DPMF_OK)
		return status;
	dpmf_door_remember(door);
	if (worlds->group)
		status = correct_privsr(worlds, world, door, model, error);
	else
		status = dpmf_hdpmf_train_corrected(&worlds->ratings[world], &worlds->weights, &options, key, door, model, error);
	if (status != DPMF_OK)
		dpmf_door_close_of_many(door);
	return status;
}
