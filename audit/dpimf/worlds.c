/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/dpimf/worlds.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/ratings_make.h"
#include "mech/implicit.h"
#include "noise/door.h"

enum dpmf_status dpimf_interactions(const bool *cell, size_t users, size_t items, struct dpmf_ratings *ratings,
                                    struct dpmf_error *error)
{
	struct dpmf_ratings made;
	size_t count = 0;

	for (size_t c = 0; c < users * items; c++)
		count += cell[c];
	if (dpmf_ratings_allocate(users, items, count, &made, error) != DPMF_OK)
		return DPMF_FAILED;
	count = 0;
	for (size_t u = 0; u < users; u++) {
		made.user_id[u] = (uint32_t)u;
		made.row[u] = count;
		for (size_t i = 0; i < items; i++) {
			made.item_id[i] = (uint32_t)i;
			if (!cell[u * items + i])
				continue;
			made.item[count] = (uint32_t)i;
			made.value[count++] = 1;
		}
	}
	made.row[users] = count;
	if (dpmf_ratings_fill_columns(&made, error) != DPMF_OK) {
		dpmf_ratings_free(&made);
		return DPMF_FAILED;
	}
	*ratings = made;
	return DPMF_OK;
}

static enum dpmf_status build(const struct dpimf_setting *s, int world, struct dpmf_ratings *ratings, struct dpmf_error *error)
{
	bool cell[DPIMF_USERS_MOST * DPIMF_ITEMS_MOST];

	for (size_t i = 0; i < s->items; i++) {
		cell[i] = i < s->touched ? world == 0 : s->busy;
		if (s->users > 1)
			cell[s->items + i] = i >= s->from;
	}
	return dpimf_interactions(cell, s->users, s->items, ratings, error);
}

static struct dpmf_dpimf_options one_party(const struct dpimf_setting *s)
{
	struct dpmf_dpimf_options options = s->options;

	options.parties = options.rounds = options.local = options.jobs = 1;
	return options;
}

enum dpmf_status dpimf_worlds_fit(const struct dpimf_worlds *worlds, int world, const double *items, double *users,
                                  struct dpmf_error *error)
{
	const struct dpmf_dpimf_options *o = &worlds->setting->options;
	const struct dpmf_implicit_loss loss = { .keep = o->scheme == DPMF_DPIMF_STR ? 1 : 1 - o->alpha0, .alpha0 = o->alpha0, .lambda = o->lambda };

	return dpmf_implicit_side(&worlds->ratings[world], false, &loss, items, o->factors, 1, users, error);
}

static enum dpmf_status make_profiles(struct dpimf_worlds *worlds, int world, struct dpmf_error *error)
{
	const struct dpimf_setting *s = worlds->setting;
	const size_t d = s->options.factors;
	double items[DPIMF_ITEMS_MOST];

	for (size_t i = 0; i < s->items; i++)
		items[i] = i == 0 ? 1 : s->rest;
	if (s->trained)
		return dpimf_worlds_fit(worlds, world, items, worlds->profiles[world], error);
	for (size_t l = 0; l < s->users * d; l++)
		worlds->profiles[world][l] = l < d ? s->options.bound / sqrt((double)d) : s->other;
	return DPMF_OK;
}

enum dpmf_status dpimf_worlds_pass(const struct dpimf_worlds *worlds, int world, const struct dpmf_key *key,
                                   struct dpmf_door *door, double *solved, struct dpmf_error *error)
{
	const struct dpmf_dpimf_options options = one_party(worlds->setting);
	enum dpmf_status status = dpmf_door_open(door, key, error);

	if (status != DPMF_OK)
		return status;
	dpmf_door_remember(door);
	for (uint64_t pass = 1; status == DPMF_OK && pass <= worlds->setting->passes; pass++)
		status = dpmf_dpimf_pass(&worlds->ratings[world], &options, worlds->profiles[world], 0, pass, door, solved, error);
	if (status != DPMF_OK)
		dpmf_door_close_of_many(door);
	return status;
}

/* What goes to the door, before noise, is the same in every run, importance sampling aside. */
static enum dpmf_status note_coefficients(struct dpimf_worlds *worlds, int world, struct dpmf_error *error)
{
	struct dpimf_law *law = &worlds->coefficients[world];
	double solved[DPIMF_ITEMS_MOST * DPIMF_D_MOST];
	struct dpmf_door door;

	if (dpimf_worlds_pass(worlds, world, &worlds->start_key, &door, solved, error) != DPMF_OK)
		return DPMF_FAILED;
	for (size_t p = 0; p < door.passages; p++) {
		const struct dpmf_entry *entry = &door.record.entry[door.passage[p].entry];

		for (size_t l = 0; l < entry->coordinates && law->count < DPIMF_SEEN_MOST; l++, law->count++) {
			law->factor[law->count] = 1;
			law->mean[law->count] = door.passage[p].before[l];
			law->scale[law->count] = entry->scale;
		}
	}
	dpmf_door_close_of_many(&door);
	return DPMF_OK;
}

void dpimf_worlds_law_of_solved(const struct dpimf_worlds *worlds, int world, const double *users, struct dpimf_law *law)
{
	const struct dpimf_setting *s = worlds->setting;
	const struct dpmf_ratings *ratings = &worlds->ratings[world];
	const double c = s->options.bound;
	double p[DPIMF_USERS_MOST], second = s->options.lambda * (double)s->users, most = c;

	for (size_t u = 0; u < s->users; u++) {
		p[u] = c > 0 ? fmax(-c, fmin(c, users[u])) : users[u];
		second += p[u] * p[u];
		if (c == 0)
			most = fmax(most, fabs(p[u]));
	}
	law->count = s->items;
	for (size_t i = 0; i < s->items; i++) {
		law->mean[i] = 0;
		for (size_t a = ratings->column[i]; a < ratings->column[i + 1]; a++)
			law->mean[i] += 2 * p[ratings->user[a]];
		law->factor[i] = 2 * second;
		law->scale[i] = 2 * most / s->options.epsilon;
	}
}

static void note_start(void *context, uint64_t round, const struct dpmf_model *model)
{
	(void)round;
	memcpy(context, model->u, model->users * model->factors * sizeof(double));
}

/* In the first round the driver tells of the profiles as they started. */
static enum dpmf_status find_start(struct dpimf_worlds *worlds, struct dpmf_error *error)
{
	struct dpmf_dpimf_options options = one_party(worlds->setting);
	struct dpmf_model model;
	struct dpmf_door door;
	enum dpmf_status status = dpmf_door_open(&door, &worlds->start_key, error);

	if (status != DPMF_OK)
		return status;
	options.listener = (struct dpmf_listener){ .context = worlds->start, .round = note_start };
	status = dpmf_dpimf_train(&worlds->ratings[0], &options, &worlds->start_key, &door, &model, error);
	dpmf_door_close_of_many(&door);
	if (status == DPMF_OK)
		dpmf_model_free(&model);
	return status;
}

enum dpmf_status dpimf_worlds_setup(const struct audit_case *one, void **instance, struct dpmf_error *error)
{
	const struct dpimf_setting *s = one->parameters;
	struct dpimf_worlds *worlds;
	enum dpmf_status status = DPMF_OK;

	if (s->users > DPIMF_USERS_MOST || s->items > DPIMF_ITEMS_MOST || s->options.factors > DPIMF_D_MOST)
		return dpmf_fail(error, DPMF_INPUT, "case %s: at most %d users, %d items, %d factors", one->id, DPIMF_USERS_MOST,
		                 DPIMF_ITEMS_MOST, DPIMF_D_MOST);
	worlds = calloc(1, sizeof(*worlds));
	if (!worlds)
		return dpmf_fail(error, DPMF_FAILED, "no memory for case %s", one->id);
	worlds->setting = s;
	dpmf_key_from_seed(1, &worlds->start_key);
	for (int world = 0; world < 2 && status == DPMF_OK; world++) {
		status = build(s, world, &worlds->ratings[world], error);
		if (status == DPMF_OK)
			status = make_profiles(worlds, world, error);
		if (status == DPMF_OK)
			status = note_coefficients(worlds, world, error);
		if (status == DPMF_OK && s->options.factors == 1)
			dpimf_worlds_law_of_solved(worlds, world, worlds->profiles[world], &worlds->solved[world]);
	}
	if (status == DPMF_OK && s->options.factors == 1)
		status = find_start(worlds, error);
	if (status == DPMF_OK)
		*instance = worlds;
	else
		dpimf_worlds_teardown(worlds);
	return status;
}

void dpimf_worlds_teardown(void *instance)
{
	struct dpimf_worlds *worlds = instance;

	for (int world = 0; world < 2; world++)
		dpmf_ratings_free(&worlds->ratings[world]);
	free(worlds);
}
