/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What dpimf's statistics can move, sought by search. */
#include "audit/dpimf/sensitivity.h"

#include <string.h>

#include "audit/dpimf/worlds.h"

bool dpimf_search_interacted(const struct audit_instance *one, int world, size_t user, size_t item)
{
	const struct audit_shape *s = one->shape;

	return one->rating[world][user * s->items + item] >= 0.5 || (user == s->users - 1 && item == s->items - 1);
}

struct dpmf_dpimf_options dpimf_search_options(const struct audit_instance *one, enum dpmf_dpimf_scheme scheme)
{
	const struct audit_shape *s = one->shape;

	return (struct dpmf_dpimf_options){
		.scheme = scheme, .epsilon = 1, .factors = s->factors, .lambda = s->lambda, .alpha0 = scheme == DPMF_DPIMF_STR ? 0.5 : 1,
		.bound = 1, .parties = 1, .rounds = s->rounds, .local = 1, .neighbours = DPMF_ENTRY, .jobs = 1,
	};
}

static enum dpmf_status interactions_of(const struct audit_instance *one, int world, struct dpmf_ratings *ratings,
                                        struct dpmf_error *error)
{
	const struct audit_shape *s = one->shape;
	bool cell[AUDIT_SIDE_MOST * AUDIT_SIDE_MOST];

	for (size_t u = 0; u < s->users; u++)
		for (size_t i = 0; i < s->items; i++)
			cell[u * s->items + i] = dpimf_search_interacted(one, world, u, i);
	return dpimf_interactions(cell, s->users, s->items, ratings, error);
}

static enum dpmf_status pass(enum dpmf_dpimf_scheme scheme, const struct audit_instance *one, int world,
                             struct dpmf_door *door, struct dpmf_error *error)
{
	const struct dpmf_dpimf_options options = dpimf_search_options(one, scheme);
	double solved[AUDIT_CELLS_MOST];
	struct dpmf_ratings interactions;
	enum dpmf_status status = interactions_of(one, world, &interactions, error);

	if (status != DPMF_OK)
		return status;
	status = dpmf_dpimf_pass(&interactions, &options, one->u[world], 0, 1, door, solved, error);
	dpmf_ratings_free(&interactions);
	return status;
}

typedef enum dpmf_status trainer(const struct dpmf_ratings *ratings, const struct dpmf_dpimf_options *options,
                                 const struct dpmf_key *key, struct dpmf_door *door, struct dpmf_model *model,
                                 struct dpmf_error *error);

static enum dpmf_status train_with(trainer *trains, const struct audit_instance *one, int world, const struct dpmf_key *key,
                                   const struct dpmf_listener *listener, struct dpmf_door *door, struct dpmf_error *error)
{
	struct dpmf_dpimf_options options = dpimf_search_options(one, DPMF_DPIMF_OPT);
	struct dpmf_ratings interactions;
	struct dpmf_model model;
	enum dpmf_status status = interactions_of(one, world, &interactions, error);

	if (status != DPMF_OK)
		return status;
	if (listener)
		options.listener = *listener;
	status = trains(&interactions, &options, key, door, &model, error);
	dpmf_ratings_free(&interactions);
	if (status == DPMF_OK)
		dpmf_model_free(&model);
	return status;
}

static enum dpmf_status pass_opt(const struct audit_instance *one, int world, const struct dpmf_ratings *ratings,
                                 const struct dpmf_key *key, struct dpmf_door *door, struct dpmf_error *error)
{
	(void)ratings;
	(void)key;
	return pass(DPMF_DPIMF_OPT, one, world, door, error);
}

static enum dpmf_status pass_str(const struct audit_instance *one, int world, const struct dpmf_ratings *ratings,
                                 const struct dpmf_key *key, struct dpmf_door *door, struct dpmf_error *error)
{
	(void)ratings;
	(void)key;
	return pass(DPMF_DPIMF_STR, one, world, door, error);
}

static enum dpmf_status train(const struct audit_instance *one, int world, const struct dpmf_ratings *ratings,
                              const struct dpmf_key *key, struct dpmf_door *door, struct dpmf_error *error)
{
	(void)ratings;
	return train_with(dpmf_dpimf_train, one, world, key, NULL, door, error);
}

static enum dpmf_status train_corrected(const struct audit_instance *one, int world, const struct dpmf_ratings *ratings,
                                        const struct dpmf_key *key, struct dpmf_door *door, struct dpmf_error *error)
{
	(void)ratings;
	return train_with(dpmf_dpimf_train_corrected, one, world, key, NULL, door, error);
}

/* In the first round the driver tells of the users' profiles as they started. */
static void note_start(void *context, uint64_t round, const struct dpmf_model *model)
{
	struct audit_instance *one = context;

	for (int world = 0; world < 2 && round == 1; world++)
		memcpy(one->u[world], model->u, model->users * model->factors * sizeof(double));
}

static enum dpmf_status start(struct audit_instance *one, const struct dpmf_key *key, struct dpmf_error *error)
{
	const struct dpmf_listener listener = { .context = one, .round = note_start };
	struct dpmf_door door;
	enum dpmf_status status = dpmf_door_open(&door, key, error);

	if (status != DPMF_OK)
		return status;
	status = train_with(dpmf_dpimf_train, one, 0, key, &listener, &door, error);
	dpmf_door_close(&door);
	return status;
}

#define SHAPE(u, i, d, releases, numbers, ...) \
	.shape = { .users = u, .items = i, .factors = d, .rounds = releases, .pieces = numbers, .rating_min = 0, .rating_max = 1, \
	           .rate_min = 1, .rate_max = 1, .weight_min = 1, .lambda = 0.125, __VA_ARGS__ }

const struct audit_search_target dpimf_search_targets[DPIMF_SEARCH_TARGETS] = {
	{ "dpimf", "published", "model", "dpimf.eq15", "an item's first order, P held; 1/2 or more: interacted",
	  SHAPE(2, 1, 2, 1, 1, .start_most = 1), .train = pass_opt, .statistic_of = dpimf_real_first, .claimed = dpimf_real_bound_of_first },
	{ "dpimf", "published", "model", "dpimf.eq9", "all coefficients of an item (str), P held; 1/2 or more: interacted",
	  SHAPE(2, 1, 1, 1, 3, .start_most = 1), .train = pass_str, .statistic_of = dpimf_real_loss, .claimed = dpimf_real_bound_of_loss },
	{ "dpimf", "published", "joint", "dpimf.thm3", "the items' first order in two rounds, P trained; 1/2 or more: interacted", .exceeds = true,
	  SHAPE(2, 3, 1, 2, 3, .answer_most = 8), .start = start, .train = train, .statistic_of = dpimf_real_fitted,
	  .claimed = dpimf_real_bound_of_first },
	{ "dpimf", "corrected", "joint", "dpimf.thm3", "the items' sums of public profiles, in steps; 1/2 or more: interacted",
	  SHAPE(2, 3, 1, 1, 3, .start_most = 0), .train = train_corrected, .statistic_of = dpimf_real_sums,
	  .claimed = dpimf_real_bound_of_sums },
};
