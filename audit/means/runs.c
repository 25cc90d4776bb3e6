/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/means/runs.h"

#include <math.h>
#include <stdlib.h>

#include "core/ratings_build.h"
#include "noise/door.h"

static enum dpmf_status make_ratings(const struct means_setting *s, int world, struct dpmf_ratings *ratings, struct dpmf_error *error)
{
	const double middle = (s->options.rating_min + s->options.rating_max) / 2;
	struct dpmf_triple triple[MEANS_MOST * MEANS_MOST];
	size_t count = 0;

	for (uint32_t i = 0; i < s->users; i++)
		for (uint32_t j = 0; j < s->items; j++)
			triple[count++] = (struct dpmf_triple){ i + 1, j + 1, i == 0 && j == 0 ? s->rating[world] : middle };
	return dpmf_ratings_build(triple, count, 0, NULL, NULL, ratings, error);
}

/* The noise, for what a twin reckons with. */
static enum dpmf_status calibrate(struct means_worlds *w, struct dpmf_error *error)
{
	struct means_setting *s = &w->setting;
	struct dpmf_means_options reckoned = s->options;
	enum dpmf_status status;

	reckoned.items_only = s->options.items_only || s->reckoned.one_sum;
	status = dpmf_means_steps_of(&reckoned, &w->steps, error);
	if (s->reckoned.range > 0)
		w->steps.bound = (int64_t)((double)w->steps.bound * (s->options.rating_max - s->options.rating_min) / s->reckoned.range);
	if (s->reckoned.noise > 0 && s->options.delta > 0)
		w->steps.p = (uint64_t)((double)w->steps.p * s->reckoned.noise * s->reckoned.noise);
	else if (s->reckoned.noise > 0)
		w->steps.q = (uint64_t)((double)w->steps.q * s->reckoned.noise);
	s->options.steps = &w->steps;
	return status;
}

/* `before` and `after` where they are wanted. */
static enum dpmf_status run(struct means_worlds *w, int world, const struct dpmf_key *key, double *before, double *after,
                            struct dpmf_error *error)
{
	struct dpmf_model model;
	struct dpmf_door door;
	enum dpmf_status status = dpmf_door_open(&door, key, error);

	if (status != DPMF_OK)
		return status;
	dpmf_door_remember(&door);
	status = dpmf_means_train(&w->ratings[world], &w->setting.options, key, &door, &model, error);
	if (status == DPMF_OK)
		dpmf_model_free(&model);
	for (size_t p = 0; status == DPMF_OK && p < door.passages; p++) {
		if (before)
			before[p] = door.passage[p].before[0];
		if (after)
			after[p] = door.passage[p].after[0];
	}
	dpmf_door_close_of_many(&door);
	return status;
}

enum dpmf_status means_setup(const struct audit_case *one, void **instance, struct dpmf_error *error)
{
	struct means_worlds *w = calloc(1, sizeof(*w));
	struct dpmf_key any;
	enum dpmf_status status;

	if (!w)
		return dpmf_fail(error, DPMF_FAILED, "no memory for case %s", one->id);
	w->setting = *(const struct means_setting *)one->parameters;
	w->seen = one->dims;
	dpmf_key_from_seed(1, &any);
	status = calibrate(w, error);
	for (int world = 0; world < 2 && status == DPMF_OK; world++) {
		status = make_ratings(&w->setting, world, &w->ratings[world], error);
		if (status == DPMF_OK)
			status = run(w, world, &any, w->before[world], NULL, error);
	}
	if (status == DPMF_OK)
		*instance = w;
	else
		means_teardown(w);
	return status;
}

void means_teardown(void *instance)
{
	struct means_worlds *w = instance;

	for (int world = 0; world < 2; world++)
		dpmf_ratings_free(&w->ratings[world]);
	free(w);
}

enum dpmf_status means_see(const void *instance, int world, const struct dpmf_key *key, double *seen, struct dpmf_error *error)
{
	struct means_worlds here = *(const struct means_worlds *)instance; /* what runs reads no more of it than is set up */

	return run(&here, world, key, NULL, seen, error);
}

/* ln of what one sum with its noise weighs, up to what is the same in both worlds. */
static double log_weight(const struct means_worlds *w, double noise)
{
	const double ratio = (double)w->steps.q / (double)w->steps.p;

	return w->setting.options.delta > 0 ? -noise * noise * ratio / 2 : -fabs(noise) / ratio;
}

double means_ratio(const void *instance, const double *seen)
{
	const struct means_worlds *w = instance;
	double sum = 0;

	for (size_t l = 0; l < w->seen; l++)
		sum += log_weight(w, seen[l] - w->before[0][l]) - log_weight(w, seen[l] - w->before[1][l]);
	return sum;
}
