/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What gaussmf's statistics can move, sought by search. */
#include "audit/gaussmf/sensitivity.h"

#include <string.h>

#include "audit/gaussmf/corrected_runs.h"
#include "core/ratings_build.h"

static const double clip = 1;

struct dpmf_gaussmf_options gaussmf_search_options(const struct audit_instance *one)
{
	const struct audit_shape *s = one->shape;

	return (struct dpmf_gaussmf_options){
		.rating_min = s->rating_min, .rating_max = s->rating_max, .factors = s->factors, .steps = s->rounds,
		.rate = one->rate, .lambda = s->lambda, .clip = clip, .eps_i = 0.9, .delta = 0.01, .delta_r = 0.01, .jobs = 1,
	};
}

static enum dpmf_status train(const struct audit_instance *one, int world, const struct dpmf_ratings *ratings,
                              const struct dpmf_key *key, struct dpmf_door *door, struct dpmf_error *error)
{
	const struct dpmf_gaussmf_options options = gaussmf_search_options(one);
	struct dpmf_model model;
	const enum dpmf_status status = dpmf_gaussmf_train(ratings, &options, key, door, &model, error);

	(void)world;
	if (status == DPMF_OK)
		dpmf_model_free(&model);
	return status;
}

/* A step of no length leaves the start as it is. */
enum dpmf_status gaussmf_search_start(struct audit_instance *one, const struct dpmf_key *key, struct dpmf_error *error)
{
	const struct audit_shape *s = one->shape;
	struct dpmf_gaussmf_options options = gaussmf_search_options(one);
	struct dpmf_triple triple[AUDIT_SIDE_MOST * AUDIT_SIDE_MOST];
	struct dpmf_ratings ratings;
	struct dpmf_model model;
	struct dpmf_door door;
	size_t n = 0;
	enum dpmf_status status;

	for (uint32_t j = 0; j < s->users; j++)
		for (uint32_t i = 0; i < s->items; i++)
			triple[n++] = (struct dpmf_triple){ j, i, s->rating_min };
	status = dpmf_ratings_build(triple, n, 0, NULL, NULL, &ratings, error);
	if (status != DPMF_OK)
		return status;
	options.steps = 1;
	options.rate = 1e-300;
	status = dpmf_door_open(&door, key, error);
	if (status == DPMF_OK) {
		status = dpmf_gaussmf_train(&ratings, &options, key, &door, &model, error);
		dpmf_door_close(&door);
	}
	dpmf_ratings_free(&ratings);
	if (status != DPMF_OK)
		return status;
	for (int world = 0; world < 2; world++)
		memcpy(one->u[world], model.u, s->users * s->factors * sizeof(double));
	memcpy(one->v, model.v, s->items * s->factors * sizeof(double));
	dpmf_model_free(&model);
	return DPMF_OK;
}

const struct dpmf_gaussmf_steps gaussmf_search_steps = {
	.rating_bits = 3, .outer_bits = 13, .low = 8, .high = 40, .middle = 24, .bound = 8192,
	.p = 747929796497, .q = 1,
};

/* Two releases a round, the noise calibrated beforehand. */
static enum dpmf_status train_corrected(const struct audit_instance *one, int world, const struct dpmf_ratings *ratings,
                                        const struct dpmf_key *key, struct dpmf_door *door, struct dpmf_error *error)
{
	const struct audit_shape *s = one->shape;
	const struct gaussmf_setting setting = {
		.users = s->users, .items = s->items, .steps = s->rounds / 2, .rate = one->rate, .lambda = s->lambda, .clip = clip,
	};
	struct gaussmf_worlds worlds = { .setting = &setting, .steps = gaussmf_search_steps };
	double theta[GAUSSMF_ROWS_MOST], x[GAUSSMF_ROWS_MOST];

	(void)key;
	worlds.ratings[world] = *ratings;
	memcpy(worlds.theta, one->u[world], s->users * sizeof(double));
	memcpy(worlds.x, one->v, s->items * sizeof(double));
	return gaussmf_correct_through(&worlds, world, door, theta, x, error);
}

#define RATED_1_TO_5 .rating_min = 1, .rating_max = 5

const struct audit_search_target gaussmf_search_targets[GAUSSMF_SEARCH_TARGETS] = {
	{ "gaussmf", "published", "model", "gaussmf.eq6", "grad Theta in the first round",
	  .shape = { .users = 2, .items = 2, .factors = 2, .rounds = 1, .pieces = 2, RATED_1_TO_5,
	             .rate_min = 0.001, .rate_max = 0.1, .weight_min = 1, .lambda = 0.01 },
	  .start = gaussmf_search_start, .train = train, .statistic_of = gaussmf_real_gradient, .claimed = gaussmf_real_bound },
	{ "gaussmf", "published", "joint", "gaussmf.thm2", "grad Theta in two rounds, X trained", .exceeds = true,
	  .shape = { .users = 3, .items = 1, .factors = 2, .rounds = 2, .pieces = 3, RATED_1_TO_5, .answer_most = 40,
	             .rate_min = 0.001, .rate_max = 0.3, .weight_min = 1, .lambda = 0.01 },
	  .start = gaussmf_search_start, .train = train, .statistic_of = gaussmf_real_gradient, .claimed = gaussmf_real_bound },
	{ "gaussmf", "corrected", "joint", "gaussmf.thm2", "the two sums of a round, in steps",
	  .shape = { .users = 2, .items = 2, .factors = 1, .rounds = 2, .pieces = 2, RATED_1_TO_5,
	             .rate_min = 0.001, .rate_max = 0.1, .weight_min = 1, .lambda = 0.01 },
	  .start = gaussmf_search_start, .train = train_corrected, .statistic_of = gaussmf_real_sums,
	  .claimed = gaussmf_real_bound_of_sums },
	{ "gaussmf", "corrected", "joint", "gaussmf.thm2", "the two sums of the second round, in steps",
	  .shape = { .users = 2, .items = 2, .factors = 1, .rounds = 4, .first = 2, .pieces = 2, RATED_1_TO_5, .answer_most = 1e6,
	             .rate_min = 0.001, .rate_max = 0.1, .weight_min = 1, .lambda = 0.01 },
	  .start = gaussmf_search_start, .train = train_corrected, .statistic_of = gaussmf_real_sums,
	  .claimed = gaussmf_real_bound_of_sums },
};
