/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What hdpmf's statistics can move, sought by search. */
#include "audit/hdpmf/sensitivity.h"

#include <stdlib.h>
#include <string.h>

#include "core/vector.h"
#include "mech/hdpmf/train.h"

struct dpmf_options hdpmf_search_options(const struct audit_instance *one, bool hold_users)
{
	const struct audit_shape *s = one->shape;

	return (struct dpmf_options){
		.epsilon = 1, .rating_min = s->rating_min, .rating_max = s->rating_max,
		.factors = s->factors, .epochs = s->rounds, .rate = one->rate, .lambda = s->lambda,
		.step = DPMF_STEP_SUM, .noise_per_epoch = true, .hold_users = hold_users, .jobs = 1,
	};
}

enum dpmf_status hdpmf_search_weights(const struct audit_instance *one, struct dpmf_weights *weights, struct dpmf_error *error)
{
	const struct audit_shape *s = one->shape;
	struct dpmf_weights made = { .users = s->users, .items = s->items };

	made.user = malloc(s->users * sizeof(double));
	made.item = malloc(s->items * sizeof(double));
	if (!made.user || !made.item) {
		dpmf_weights_free(&made);
		return dpmf_fail(error, DPMF_FAILED, "no memory for the privacy weights");
	}
	for (size_t i = 0; i < s->users; i++)
		made.user[i] = i == 0 ? one->weight : 1;
	for (size_t j = 0; j < s->items; j++)
		made.item[j] = 1;
	*weights = made;
	return DPMF_OK;
}

enum dpmf_status hdpmf_search_start(const struct audit_instance *one, int world, struct dpmf_model *model, struct dpmf_error *error)
{
	const struct audit_shape *s = one->shape;
	const size_t k = s->factors;
	struct dpmf_model made = { .users = s->users, .items = s->items, .factors = k };

	made.u = malloc(s->users * k * sizeof(double));
	made.v = malloc(s->items * k * sizeof(double));
	if (!made.u || !made.v) {
		dpmf_model_free(&made);
		return dpmf_fail(error, DPMF_FAILED, "no memory for the factors");
	}
	memcpy(made.u, one->u[world], s->users * k * sizeof(double));
	memcpy(made.v, one->v, s->items * k * sizeof(double));
	for (size_t i = 0; i < s->users; i++)
		dpmf_project_ball(made.u + i * k, k, 1);
	*model = made;
	return DPMF_OK;
}

static enum dpmf_status publish(const struct audit_instance *one, int world, const struct dpmf_ratings *ratings,
                                bool hold_users, struct dpmf_door *door, struct dpmf_error *error)
{
	const struct dpmf_options options = hdpmf_search_options(one, hold_users);
	struct dpmf_descent descent = dpmf_options_noisy_descent(&options, options.epsilon);
	struct dpmf_weights weights;
	struct dpmf_model model;
	enum dpmf_status status = hdpmf_search_weights(one, &weights, error);

	if (status != DPMF_OK)
		return status;
	status = hdpmf_search_start(one, world, &model, error);
	if (status == DPMF_OK) {
		descent.weights = &weights;
		status = dpmf_hdpmf_descend(ratings, &descent, door, &model, error);
		dpmf_model_free(&model);
	}
	dpmf_weights_free(&weights);
	return status;
}

static enum dpmf_status train_held(const struct audit_instance *one, int world, const struct dpmf_ratings *ratings,
                                   const struct dpmf_key *key, struct dpmf_door *door, struct dpmf_error *error)
{
	(void)key;
	return publish(one, world, ratings, true, door, error);
}

static enum dpmf_status train(const struct audit_instance *one, int world, const struct dpmf_ratings *ratings,
                              const struct dpmf_key *key, struct dpmf_door *door, struct dpmf_error *error)
{
	(void)key;
	return publish(one, world, ratings, false, door, error);
}

static enum dpmf_status train_corrected(const struct audit_instance *one, int world, const struct dpmf_ratings *ratings,
                                        const struct dpmf_key *key, struct dpmf_door *door, struct dpmf_error *error)
{
	const struct dpmf_options options = hdpmf_search_options(one, false);
	struct dpmf_weights weights;
	struct dpmf_model model;
	enum dpmf_status status = hdpmf_search_weights(one, &weights, error);

	(void)world;
	if (status != DPMF_OK)
		return status;
	status = dpmf_hdpmf_train_corrected(ratings, &weights, &options, key, door, &model, error);
	if (status == DPMF_OK)
		dpmf_model_free(&model);
	dpmf_weights_free(&weights);
	return status;
}

#define RATED_1_TO_5 .rating_min = 1, .rating_max = 5

const struct audit_search_target hdpmf_search_targets[HDPMF_SEARCH_TARGETS] = {
	{ "hdpmf", "published", "model", "hdpmf.thm2", "an item's sum of messages, U held",
	  .shape = { .users = 2, .items = 1, .factors = 2, .rounds = 2, .pieces = 1, RATED_1_TO_5, .start_most = 1,
	             .answer_most = 20, .rate_min = 0.01, .rate_max = 0.2, .weight_min = 0.1, .lambda = 0.01 },
	  .train = train_held, .statistic_of = hdpmf_real_held, .claimed = hdpmf_real_bound },
	{ "hdpmf", "published", "joint", "hdpmf.alg1", "the items' sums of messages, U trained", .exceeds = true,
	  .shape = { .users = 1, .items = 2, .factors = 1, .rounds = 2, .pieces = 2, RATED_1_TO_5, .start_most = 1,
	             .answer_most = 20, .rate_min = 0.01, .rate_max = 0.2, .weight_min = 0.1, .lambda = 0.01 },
	  .train = train, .statistic_of = hdpmf_real_trained, .claimed = hdpmf_real_bound },
	{ "hdpmf", "corrected", "joint", "hdpmf.alg1", "an item's sum of stretched ratings, in steps",
	  .shape = { .users = 2, .items = 2, .factors = 1, .rounds = 1, .pieces = 2, RATED_1_TO_5, .start_most = 0,
	             .rate_min = 0.1, .rate_max = 0.1, .weight_min = 0.1, .lambda = 0.01 },
	  .train = train_corrected, .statistic_of = hdpmf_real_corrected, .claimed = hdpmf_real_bound_corrected },
};
