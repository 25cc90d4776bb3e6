/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "audit/privsr/friends.h"

#include "audit/keys.h"
#include "core/ratings_build.h"
#include "mech/privsr/scales.h"
#include "noise/door.h"

static const double rated = 4;

static enum dpmf_status build_ratings(struct friends_worlds *worlds, struct dpmf_error *error)
{
	struct dpmf_triple triple[1 + FRIENDS_MOST] = { { 0, 0, rated } };
	const size_t friends = worlds->setting->friends;

	for (size_t f = 1; f <= friends; f++)
		triple[f] = (struct dpmf_triple){ (uint32_t)f, 1, rated };
	return dpmf_ratings_build(triple, 1 + friends, 0, NULL, NULL, &worlds->ratings, error);
}

static enum dpmf_status build_social(struct friends_worlds *worlds, struct dpmf_error *error)
{
	const size_t friends = worlds->setting->friends;
	struct dpmf_social *social = &worlds->social;

	*social = (struct dpmf_social){ .users = 1 + friends, .count = friends };
	social->row = calloc(2 + friends, sizeof(*social->row));
	social->trustee = calloc(friends, sizeof(*social->trustee));
	social->similarity = calloc(friends, sizeof(*social->similarity));
	if (!social->row || !social->trustee || !social->similarity)
		return dpmf_fail(error, DPMF_FAILED, "no memory for %zu friends", friends);
	for (size_t i = 1; i < 2 + friends; i++)
		social->row[i] = friends;
	for (size_t f = 0; f < friends; f++) {
		social->trustee[f] = (uint32_t)(f + 1);
		social->similarity[f] = 1;
	}
	return DPMF_OK;
}

/* User 1 is on the sphere with |u|_1 = sqrt(K), on the other side in world 1. */
static void lay_start(struct friends_worlds *worlds)
{
	const size_t k = worlds->setting->factors, users = 1 + worlds->setting->friends;

	for (size_t c = 0; c < 2 * k; c++)
		worlds->v[c] = 0.2;
	for (int world = 0; world < 2; world++) {
		for (size_t c = k; c < users * k; c++)
			worlds->u[world][c] = 0.25;
		for (size_t l = 0; l < k; l++)
			worlds->u[world][k + l] = (world == 0 ? 1 : -1) * (k == 1 ? 1 : 0.70710678118654746);
	}
}

static struct dpmf_privsr_options options_of(const struct friends_setting *s)
{
	return (struct dpmf_privsr_options){
		.run = { .epsilon = s->epsilon, .rating_min = 1, .rating_max = 5, .factors = s->factors, .epochs = s->epochs,
		         .rate = s->rate, .lambda = s->lambda, .step = DPMF_STEP_SUM, .noise_per_epoch = s->noise_per_epoch, .jobs = 1 },
		.beta = 1, .sensitive_share = 1, .social_weight = 1,
	};
}

/* As the driver draws them at a share of 1: every rating is sensitive. */
enum { RATINGS_MOST = 64 };
static const unsigned char sensitive[RATINGS_MOST] = { 0 };

/* What the real driver declares: one round of it, asked at the door. */
static enum dpmf_status find_entries(struct friends_worlds *worlds, struct dpmf_error *error)
{
	struct dpmf_privsr_options options = options_of(worlds->setting);
	struct dpmf_model model;
	struct dpmf_door door;
	struct dpmf_key key;
	enum dpmf_status status;

	dpmf_key_from_seed(1, &key);
	options.run.epochs = 1;
	status = dpmf_door_open(&door, &key, error);
	if (status != DPMF_OK)
		return status;
	status = dpmf_privsr_train(&worlds->ratings, &worlds->social, &options, &key, &door, &model, error);
	if (status == DPMF_OK) {
		dpmf_model_free(&model);
		if (door.record.count == 2)
			memcpy(worlds->entry, door.record.entry, sizeof(worlds->entry));
		else
			status = dpmf_fail(error, DPMF_FAILED, "privsr declares %zu statistics a round, not 2", door.record.count);
	}
	dpmf_door_close_of_many(&door);
	return status;
}

enum dpmf_status friends_worlds_setup(const struct audit_case *one, void **instance, struct dpmf_error *error)
{
	struct friends_worlds *worlds = calloc(1, sizeof(*worlds));
	enum dpmf_status status;

	if (!worlds)
		return dpmf_fail(error, DPMF_FAILED, "no memory for case %s", one->id);
	worlds->setting = one->parameters;
	lay_start(worlds);
	status = build_ratings(worlds, error);
	if (status == DPMF_OK && worlds->ratings.count > RATINGS_MOST)
		status = dpmf_fail(error, DPMF_INPUT, "case %s: at most %d ratings", one->id, RATINGS_MOST);
	if (status == DPMF_OK)
		status = build_social(worlds, error);
	if (status == DPMF_OK)
		status = find_entries(worlds, error);
	if (status == DPMF_OK)
		*instance = worlds;
	else
		friends_worlds_teardown(worlds);
	return status;
}

void friends_worlds_teardown(void *instance)
{
	struct friends_worlds *worlds = instance;

	dpmf_ratings_free(&worlds->ratings);
	dpmf_social_free(&worlds->social);
	free(worlds);
}

struct dpmf_privsr_descent friends_worlds_descent(const struct friends_worlds *worlds)
{
	const struct friends_setting *s = worlds->setting;
	const struct dpmf_privsr_options options = options_of(s);
	struct dpmf_privsr_descent descent = { .run = dpmf_options_noisy_descent(&options.run, s->epsilon) };

	descent.run.entry = worlds->entry[0];
	descent.friends = worlds->entry[1];
	descent.group = sensitive;
	for (int g = 0; g < 2; g++)
		descent.group_scale[g] = dpmf_privsr_scale_above(2, options.run.rating_min, options.run.rating_max, s->factors, s->epsilon,
		                                                 options.beta, g);
	descent.social = &worlds->social;
	descent.social_weight = options.social_weight;
	return descent;
}

enum dpmf_status friends_worlds_publish(const struct friends_worlds *worlds, int world, const struct dpmf_key *key,
                                        const struct dpmf_listener *listener, struct dpmf_model *model,
                                        struct dpmf_error *error)
{
	const size_t k = worlds->setting->factors, cells = (1 + worlds->setting->friends) * k;
	struct dpmf_privsr_descent descent = friends_worlds_descent(worlds);
	struct dpmf_model trained = { .users = worlds->ratings.users, .items = worlds->ratings.items, .factors = k };
	struct dpmf_door door;
	enum dpmf_status status;

	trained.u = malloc(cells * sizeof(double));
	trained.v = malloc(2 * k * sizeof(double));
	if (listener)
		descent.run.listener = *listener;
	status = trained.u && trained.v ? DPMF_OK : dpmf_fail(error, DPMF_FAILED, "no memory for the factors");
	if (status == DPMF_OK) {
		audit_keys_open_door(&door, key);
		memcpy(trained.u, worlds->u[world], cells * sizeof(double));
		memcpy(trained.v, worlds->v, 2 * k * sizeof(double));
		status = dpmf_privsr_descend(&worlds->ratings, &descent, &door, &trained, error);
		dpmf_door_close_of_many(&door);
	}
	if (status == DPMF_OK)
		*model = trained;
	else
		dpmf_model_free(&trained);
	return status;
}
