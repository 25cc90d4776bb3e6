/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "mech/model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/vector.h"
#include "core/wipe.h"
#include "noise/textbook.h"

const struct dpmf_groups dpmf_users_of_table2 = { 0.54, 0.37, 0.1, 0.5 };
const struct dpmf_groups dpmf_items_of_table2 = { 0.33, 0.33, 0.1, 0.5 };

static void start_factors(const struct dpmf_key *key, const char *name, size_t count, size_t factors, double *x)
{
	struct dpmf_key sub;
	struct dpmf_stream stream;

	dpmf_key_derive(key, name, &sub);
	for (size_t i = 0; i < count; i++) {
		dpmf_stream_open(&stream, &sub, i, 0, 0);
		for (size_t l = 0; l < factors; l++)
			x[i * factors + l] = dpmf_uniform(&stream) / sqrt((double)factors);
	}
}

enum dpmf_status dpmf_model_blank(const struct dpmf_ratings *ratings, size_t factors, struct dpmf_model *model,
                                  struct dpmf_error *error)
{
	struct dpmf_model made = { .users = ratings->users, .items = ratings->items, .factors = factors };

	made.u = calloc(made.users * factors, sizeof *made.u);
	made.v = calloc(made.items * factors, sizeof *made.v);
	if (!made.u || !made.v) {
		dpmf_model_free(&made);
		return dpmf_fail(error, DPMF_FAILED, "no memory for %zu x %zu and %zu x %zu factors",
		                 ratings->users, factors, ratings->items, factors);
	}
	*model = made;
	return DPMF_OK;
}

enum dpmf_status dpmf_model_start(const struct dpmf_ratings *ratings, size_t factors,
                                  const struct dpmf_key *key, struct dpmf_model *model, struct dpmf_error *error)
{
	struct dpmf_model made;
	const enum dpmf_status status = dpmf_model_blank(ratings, factors, &made, error);

	if (status != DPMF_OK)
		return status;
	start_factors(key, "initial user factors", made.users, factors, made.u);
	start_factors(key, "initial item factors", made.items, factors, made.v);
	for (size_t i = 0; i < made.users; i++)
		dpmf_project_ball(made.u + i * factors, factors, 1);
	*model = made;
	return DPMF_OK;
}

void dpmf_model_free(struct dpmf_model *model)
{
	dpmf_wipe_free(model->u, model->users * model->factors * sizeof *model->u);
	dpmf_wipe_free(model->v, model->items * model->factors * sizeof *model->v);
	memset(model, 0, sizeof *model);
}

static double draw_weight(const struct dpmf_groups *groups, struct dpmf_stream *stream)
{
	const double group = dpmf_uniform(stream), place = dpmf_uniform(stream);

	if (group < groups->conservative)
		return groups->weight_conservative + place * (groups->weight_moderate - groups->weight_conservative);
	if (group < groups->conservative + groups->moderate)
		return groups->weight_moderate + place * (1 - groups->weight_moderate);
	return 1;
}

static void draw_weights(const struct dpmf_groups *groups, const struct dpmf_key *key, const char *name,
                         size_t count, double *weight)
{
	struct dpmf_key sub;
	struct dpmf_stream stream;

	dpmf_key_derive(key, name, &sub);
	for (size_t i = 0; i < count; i++) {
		dpmf_stream_open(&stream, &sub, i, 0, 0);
		weight[i] = draw_weight(groups, &stream);
	}
}

enum dpmf_status dpmf_weights_draw(size_t users, size_t items, const struct dpmf_groups *user_groups,
                                   const struct dpmf_groups *item_groups, const struct dpmf_key *key,
                                   struct dpmf_weights *weights, struct dpmf_error *error)
{
	struct dpmf_weights made = { .users = users, .items = items };

	made.user = malloc((users ? users : 1) * sizeof *made.user);
	made.item = malloc((items ? items : 1) * sizeof *made.item);
	if (!made.user || !made.item) {
		dpmf_weights_free(&made);
		return dpmf_fail(error, DPMF_FAILED, "no memory for %zu + %zu privacy weights", users, items);
	}
	draw_weights(user_groups, key, "user weights", users, made.user);
	draw_weights(item_groups, key, "item weights", items, made.item);
	*weights = made;
	return DPMF_OK;
}

void dpmf_weights_free(struct dpmf_weights *weights)
{
	free(weights->user);
	free(weights->item);
	memset(weights, 0, sizeof *weights);
}

double dpmf_weight(const struct dpmf_weights *weights, size_t user, size_t item)
{
	return weights ? weights->user[user] * weights->item[item] : 1;
}

double dpmf_weights_least(const struct dpmf_weights *weights, const struct dpmf_ratings *ratings)
{
	double least = 1;

	for (size_t i = 0; i < ratings->users; i++)
		for (size_t a = ratings->row[i]; a < ratings->row[i + 1]; a++)
			least = fmin(least, dpmf_weight(weights, i, ratings->item[a]));
	return least;
}
