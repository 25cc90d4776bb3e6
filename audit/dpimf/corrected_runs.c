/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/dpimf/corrected_runs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "noise/door.h"

enum { USERS_MOST = 8 };

static enum dpmf_status run(const struct dpimf_corrected_worlds *worlds, int world, const struct dpmf_key *key,
                            struct dpmf_door *door, struct dpmf_error *error)
{
	struct dpmf_dpimf_options options = worlds->setting->options;
	struct dpmf_model model;

	options.parties = options.local = options.jobs = 1;
	const enum dpmf_status status = dpmf_dpimf_train_corrected(&worlds->ratings[world], &options, key, door, &model, error);

	if (status == DPMF_OK)
		dpmf_model_free(&model);
	return status;
}

static enum dpmf_status run_remembered(const struct dpimf_corrected_worlds *worlds, int world, const struct dpmf_key *key,
                                       struct dpmf_door *door, struct dpmf_error *error)
{
	enum dpmf_status status = dpmf_door_open(door, key, error);

	if (status != DPMF_OK)
		return status;
	dpmf_door_remember(door);
	status = run(worlds, world, worlds->setting->options.scheme == DPMF_DPIMF_OPT_IS ? key : &worlds->start, door, error);
	if (status != DPMF_OK)
		dpmf_door_close_of_many(door);
	return status;
}

static enum dpmf_status note_first(struct dpimf_corrected_worlds *worlds, struct dpmf_error *error)
{
	struct dpmf_door door;

	if (run_remembered(worlds, 0, &worlds->start, &door, error) != DPMF_OK)
		return DPMF_FAILED;
	worlds->first = door.record.entry[0];
	dpmf_door_close_of_many(&door);
	return DPMF_OK;
}

enum dpmf_status dpimf_corrected_setup(const struct audit_case *one, void **instance, struct dpmf_error *error)
{
	const struct dpimf_corrected_setting *s = one->parameters;
	bool cell[USERS_MOST * DPIMF_ITEMS_MOST];
	struct dpimf_corrected_worlds *worlds;
	enum dpmf_status status = DPMF_OK;

	if (s->users > USERS_MOST || s->items > DPIMF_ITEMS_MOST)
		return dpmf_fail(error, DPMF_INPUT, "case %s: at most %d users and %d items", one->id, USERS_MOST, DPIMF_ITEMS_MOST);
	worlds = calloc(1, sizeof(*worlds));
	if (!worlds)
		return dpmf_fail(error, DPMF_FAILED, "no memory for case %s", one->id);
	worlds->setting = s;
	dpmf_key_from_seed(1, &worlds->start);
	for (int world = 0; world < 2 && status == DPMF_OK; world++) {
		for (size_t c = 0; c < s->users * s->items; c++)
			cell[c] = c < s->items ? s->row[world][c] : true;
		status = dpimf_interactions(cell, s->users, s->items, &worlds->ratings[world], error);
	}
	if (status == DPMF_OK)
		status = note_first(worlds, error);
	if (status == DPMF_OK)
		*instance = worlds;
	else
		dpimf_corrected_teardown(worlds);
	return status;
}

void dpimf_corrected_teardown(void *instance)
{
	struct dpimf_corrected_worlds *worlds = instance;

	for (int world = 0; world < 2; world++)
		dpmf_ratings_free(&worlds->ratings[world]);
	free(worlds);
}

static const struct dpmf_entry *entry_of(const struct dpmf_door *door, size_t passage)
{
	return &door->record.entry[door->passage[passage].entry];
}

enum dpmf_status dpimf_corrected_see(const void *instance, int world, const struct dpmf_key *key,
                                     double *seen, struct dpmf_error *error)
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

/* From here on the door answers with what was seen. */
static enum dpmf_status answer_with(struct dpmf_door *door, const double *seen, struct dpmf_error *error)
{
	for (size_t p = 0; p < door->passages; p++) {
		const size_t n = entry_of(door, p)->coordinates;

		memcpy(door->passage[p].after, seen, n * sizeof(double));
		seen += n;
	}
	return dpmf_door_replay(door, error);
}

enum dpmf_status dpimf_corrected_before(const struct dpimf_corrected_worlds *worlds, int world, const double *seen,
                                        double *before, double *rate, size_t *count, struct dpmf_error *error)
{
	struct dpmf_door door;
	enum dpmf_status status = run_remembered(worlds, world, &worlds->start, &door, error);

	*count = 0;
	if (status != DPMF_OK)
		return status;
	status = answer_with(&door, seen, error);
	if (status == DPMF_OK)
		status = run(worlds, world, &worlds->start, &door, error);
	for (size_t p = 0; status == DPMF_OK && p < door.passages; p++) {
		const struct dpmf_entry *entry = entry_of(&door, p);

		for (size_t l = 0; l < entry->coordinates; l++, ++*count) {
			before[*count] = door.now[p].before[l];
			rate[*count] = (double)entry->rate_p / (double)entry->rate_q;
		}
	}
	dpmf_door_close_of_many(&door);
	return status;
}

/* P(x) ~ exp(-|x| p / q) on the steps. */
double dpimf_corrected_ratio(const void *instance, const double *seen)
{
	double before[DPIMF_SEEN_MOST], rate[DPIMF_SEEN_MOST], sum[2] = { 0, 0 };
	size_t count;

	for (int world = 0; world < 2; world++) {
		if (dpimf_corrected_before(instance, world, seen, before, rate, &count, NULL) != DPMF_OK)
			return NAN;
		for (size_t c = 0; c < count; c++)
			sum[world] -= fabs(seen[c] - before[c]) * rate[c];
	}
	return sum[0] - sum[1];
}

double dpimf_corrected_ratio_sampled(const void *instance, const double *seen)
{
	const struct dpimf_corrected_worlds *worlds = instance;
	const struct dpmf_entry *entry = &worlds->first;
	const double rate = (double)entry->rate_p / (double)entry->rate_q;

	return log1p((exp((fabs(seen[0]) - fabs(seen[0] - entry->sampled_sensitivity)) * rate) - 1) / entry->sampled_weight);
}
