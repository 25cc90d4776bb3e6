/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/dppop/runs.h"

#include <math.h>
#include <stdlib.h>

#include "core/catalogue.h"
#include "core/ratings_make.h"
#include "core/ratings_parts.h"
#include "noise/door.h"

static enum dpmf_status make_ratings(const struct dppop_setting *s, int world, struct dpmf_ratings *ratings, struct dpmf_error *error)
{
	struct dpmf_triple triple[2 * DPPOP_ITEMS_MOST];
	struct dpmf_triples part[2] = { { triple, 0 }, { NULL, 0 } };
	struct dpmf_catalogue users, items = { .count = 0 };
	size_t place[2];
	enum dpmf_status status;

	for (uint32_t i = 0; i < 2; i++)
		for (uint32_t j = 0; j < s->items; j++)
			if (i == 1 || s->row[world][j] == '+')
				triple[part[0].count++] = (struct dpmf_triple){ i + 1, j + 1, 1 };
	status = dpmf_catalogue_first(2, &users, error);
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
static enum dpmf_status calibrate(struct dppop_worlds *w, struct dpmf_error *error)
{
	struct dppop_setting *s = &w->setting;
	struct dpmf_dppop_options reckoned = s->options;
	double scale = s->reckoned.noise > 0 ? s->reckoned.noise : 1;
	enum dpmf_status status;

	if (s->reckoned.most > 0)
		reckoned.most = s->reckoned.most;
	status = dpmf_dppop_steps_of(&reckoned, s->items, &w->steps, error);
	if (s->reckoned.root)
		scale /= sqrt((double)dpmf_dppop_replaced(s->options.most, s->items));
	if (s->options.delta > 0)
		w->steps.p = (uint64_t)((double)w->steps.p * scale * scale);
	else
		w->steps.q = (uint64_t)((double)w->steps.q * scale);
	s->options.steps = &w->steps;
	return status;
}

/* `before` and `after` where they are wanted. */
static enum dpmf_status run(const struct dppop_worlds *w, int world, const struct dpmf_key *key, double *before, double *after,
                            struct dpmf_error *error)
{
	struct dpmf_dppop_options options = w->setting.options;
	struct dpmf_model model;
	struct dpmf_door door;
	enum dpmf_status status = dpmf_door_open(&door, key, error);

	if (status != DPMF_OK)
		return status;
	options.steps = &w->steps;
	dpmf_door_remember(&door);
	status = dpmf_dppop_train(&w->ratings[world], &options, &w->coins, &door, &model, error);
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

enum dpmf_status dppop_setup(const struct audit_case *one, void **instance, struct dpmf_error *error)
{
	struct dppop_worlds *w = calloc(1, sizeof(*w));
	enum dpmf_status status;

	if (!w)
		return dpmf_fail(error, DPMF_FAILED, "no memory for case %s", one->id);
	w->setting = *(const struct dppop_setting *)one->parameters;
	dpmf_key_from_seed(1, &w->coins);
	status = calibrate(w, error);
	for (int world = 0; world < 2 && status == DPMF_OK; world++) {
		status = make_ratings(&w->setting, world, &w->ratings[world], error);
		if (status == DPMF_OK)
			status = run(w, world, &w->coins, w->before[world], NULL, error);
	}
	if (status == DPMF_OK)
		*instance = w;
	else
		dppop_teardown(w);
	return status;
}

void dppop_teardown(void *instance)
{
	struct dppop_worlds *w = instance;

	for (int world = 0; world < 2; world++)
		dpmf_ratings_free(&w->ratings[world]);
	free(w);
}

enum dpmf_status dppop_see(const void *instance, int world, const struct dpmf_key *key, double *seen, struct dpmf_error *error)
{
	return run(instance, world, key, NULL, seen, error);
}

/* ln of what one count's noise weighs, up to what is the same in both worlds. */
static double log_weight(const struct dppop_worlds *w, double noise)
{
	const double ratio = (double)w->steps.q / (double)w->steps.p;

	return w->setting.options.delta > 0 ? -noise * noise * ratio / 2 : -fabs(noise) / ratio;
}

double dppop_ratio(const void *instance, const double *seen)
{
	const struct dppop_worlds *w = instance;
	double sum = 0;

	for (size_t l = 0; l < w->setting.items; l++)
		sum += log_weight(w, seen[l] - w->before[0][l]) - log_weight(w, seen[l] - w->before[1][l]);
	return sum;
}
