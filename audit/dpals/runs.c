/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/dpals/runs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/catalogue.h"
#include "core/ratings_make.h"
#include "core/ratings_parts.h"
#include "noise/door.h"

static enum dpmf_status make_ratings(const struct dpals_setting *s, int world, struct dpmf_ratings *ratings, struct dpmf_error *error)
{
	struct dpmf_triple triple[DPALS_USERS_MOST * DPALS_ITEMS_MOST];
	struct dpmf_triples part[2] = { { triple, 0 }, { NULL, 0 } };
	struct dpmf_catalogue users, items = { .count = 0 };
	size_t place[2];
	enum dpmf_status status;

	for (size_t i = 0; i < s->users; i++)
		for (size_t j = 0; j < s->items; j++) {
			const double rating = i == 0 ? s->row[world][j] : s->others[j];

			if (rating > 0)
				triple[part[0].count++] = (struct dpmf_triple){ (uint32_t)(i + 1), (uint32_t)(j + 1), rating };
		}
	status = dpmf_catalogue_first(s->users, &users, error);
	if (status != DPMF_OK)
		return status;
	status = dpmf_catalogue_first(s->items, &items, error);
	if (status == DPMF_OK)
		status = dpmf_ratings_build_parts(part, &(struct dpmf_universe){ .users = &users, .items = &items }, 0, place, ratings, error);
	dpmf_catalogue_free(&users);
	dpmf_catalogue_free(&items);
	return status;
}

/* The noise, for what a twin reckons with. */
static enum dpmf_status calibrate(struct dpals_worlds *w, struct dpmf_error *error)
{
	struct dpals_setting *s = &w->setting;
	struct dpmf_dpals_options reckoned = s->options;
	const double noise = s->reckoned.noise > 0 ? s->reckoned.noise : 1;
	enum dpmf_status status;

	if (s->reckoned.rounds)
		reckoned.rounds = s->reckoned.rounds;
	if (s->reckoned.most)
		reckoned.most = s->reckoned.most;
	if (!s->corrected) {
		status = dpmf_dpals_sigma(&reckoned, &s->options.sigma, error);
		s->options.sigma /= noise;
		return status;
	}
	status = dpmf_dpals_steps_of(&reckoned, &w->steps, error);
	if (s->reckoned.bound > 0)
		w->steps.bound = (int64_t)((double)w->steps.bound * s->options.bound / s->reckoned.bound);
	w->steps.p = (uint64_t)((double)w->steps.p / (noise * noise));
	s->options.steps = &w->steps;
	return status;
}

enum dpmf_status dpals_setup(const struct audit_case *one, void **instance, struct dpmf_error *error)
{
	struct dpals_worlds *w = calloc(1, sizeof(*w));
	enum dpmf_status status;

	if (!w)
		return dpmf_fail(error, DPMF_FAILED, "no memory for case %s", one->id);
	w->setting = *(const struct dpals_setting *)one->parameters;
	dpmf_key_from_seed(1, &w->start);
	status = calibrate(w, error);
	for (int world = 0; world < 2 && status == DPMF_OK; world++)
		status = make_ratings(&w->setting, world, &w->ratings[world], error);
	if (status == DPMF_OK)
		*instance = w;
	else
		dpals_teardown(w);
	return status;
}

void dpals_teardown(void *instance)
{
	struct dpals_worlds *w = instance;

	for (int world = 0; world < 2; world++)
		dpmf_ratings_free(&w->ratings[world]);
	free(w);
}

static enum dpmf_status run(const struct dpals_worlds *w, int world, struct dpmf_door *door, struct dpmf_error *error)
{
	struct dpmf_model model;
	const enum dpmf_status status = (w->setting.corrected ? dpmf_dpals_train_corrected : dpmf_dpals_train)
		(&w->ratings[world], &w->setting.options, &w->start, door, &model, error);

	if (status == DPMF_OK)
		dpmf_model_free(&model);
	return status;
}

static enum dpmf_status run_remembered(const struct dpals_worlds *w, int world, const struct dpmf_key *key, struct dpmf_door *door,
                                       struct dpmf_error *error)
{
	enum dpmf_status status = dpmf_door_open(door, key, error);

	if (status != DPMF_OK)
		return status;
	dpmf_door_remember(door);
	status = run(w, world, door, error);
	if (status != DPMF_OK)
		dpmf_door_close_of_many(door);
	return status;
}

static const struct dpmf_entry *entry_of(const struct dpmf_door *door, size_t passage)
{
	return &door->record.entry[door->passage[passage].entry];
}

enum dpmf_status dpals_see(const void *instance, int world, const struct dpmf_key *key, double *seen, struct dpmf_error *error)
{
	struct dpmf_door door;

	if (run_remembered(instance, world, key, &door, error) != DPMF_OK)
		return DPMF_FAILED;
	for (size_t p = 0; p < door.passages; p++) {
		const size_t n = entry_of(&door, p)->coordinates;

		memcpy(seen, door.passage[p].after, n * sizeof(double));
		seen += n;
	}
	dpmf_door_close_of_many(&door);
	return DPMF_OK;
}

/* ln of the density of what was seen, up to what is the same in both worlds. */
static enum dpmf_status log_density(const struct dpals_worlds *w, int world, const double *seen, double *sum)
{
	struct dpmf_door door;
	enum dpmf_status status = run_remembered(w, world, &w->start, &door, NULL);
	size_t next = 0;

	if (status != DPMF_OK)
		return status;
	for (size_t p = 0; p < door.passages; next += entry_of(&door, p)->coordinates, p++)
		memcpy(door.passage[p].after, seen + next, entry_of(&door, p)->coordinates * sizeof(double));
	status = dpmf_door_replay(&door, NULL);
	if (status == DPMF_OK)
		status = run(w, world, &door, NULL);
	next = 0;
	*sum = 0;
	for (size_t p = 0; status == DPMF_OK && p < door.passages; p++) {
		const struct dpmf_entry *entry = entry_of(&door, p);

		for (size_t l = 0; l < entry->coordinates; l++) {
			const double z = (seen[next++] - door.now[p].before[l]) / entry->scale;

			*sum -= z * z / 2;
		}
	}
	dpmf_door_close_of_many(&door);
	return status;
}

double dpals_ratio(const void *instance, const double *seen)
{
	double sum[2];

	for (int world = 0; world < 2; world++)
		if (log_density(instance, world, seen, &sum[world]) != DPMF_OK)
			return NAN;
	return sum[0] - sum[1];
}
