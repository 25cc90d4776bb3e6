/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What privsr's statistics can move, sought by search: an item's sum and what
   friends send. The ratings' half is hdpmf's without weights. */
#include "audit/privsr/sensitivity.h"

#include <math.h>

#include "audit/hdpmf/sensitivity.h"
#include "mech/privsr/kernels.h"
#include "mech/privsr/train.h"

/* Its item's sum, U held: by the same loop as the published driver's. */
static enum dpmf_status train_held(const struct audit_instance *one, int world, const struct dpmf_ratings *ratings,
                                   const struct dpmf_key *key, struct dpmf_door *door, struct dpmf_error *error)
{
	static const unsigned char group[AUDIT_SIDE_MOST * AUDIT_SIDE_MOST] = { 0, 1, 0, 1 };
	const struct dpmf_options options = hdpmf_search_options(one, true);
	struct dpmf_privsr_descent descent = { .run = dpmf_options_noisy_descent(&options, options.epsilon), .group = group };
	struct dpmf_model model;
	enum dpmf_status status = hdpmf_search_start(one, world, &model, error);

	(void)key;
	if (status != DPMF_OK)
		return status;
	descent.group_scale[0] = descent.group_scale[1] = descent.run.entry.scale;
	status = dpmf_privsr_descend(ratings, &descent, door, &model, error);
	dpmf_model_free(&model);
	return status;
}

/* User 1 trusts user 0 with S_if = 1. */
struct trust {
	size_t row[3];
	uint32_t trustee[1];
	double similarity[1];
};

static struct dpmf_social social_of(struct trust *trust)
{
	*trust = (struct trust){ { 0, 0, 1 }, { 0 }, { 1 } };
	return (struct dpmf_social){ .users = 2, .count = 1, .row = trust->row, .trustee = trust->trustee,
	                             .similarity = trust->similarity };
}

/* One round. */
static enum dpmf_status train_friends(const struct audit_instance *one, int world, const struct dpmf_ratings *ratings,
                                      const struct dpmf_key *key, struct dpmf_door *door, struct dpmf_error *error)
{
	struct trust trust;
	const struct dpmf_social social = social_of(&trust);
	struct dpmf_options options = hdpmf_search_options(one, false);
	struct dpmf_privsr_descent descent;
	struct dpmf_model model;
	enum dpmf_status status = hdpmf_search_start(one, world, &model, error);

	(void)key;
	if (status != DPMF_OK)
		return status;
	options.epochs = 1;
	descent = (struct dpmf_privsr_descent){ .run = dpmf_options_noisy_descent(&options, options.epsilon), .social = &social };
	descent.social_weight = 1;
	/* As dpmf_privsr_train declares it; tests/audit_sensitivity_test.c compares. */
	descent.friends = (struct dpmf_entry){
		.statistic = "sum of what a user's friends send", .neighbours = DPMF_EDGE, .norm = DPMF_L1,
		.sensitivity = 4 * sqrt((double)one->shape->factors), .law = DPMF_MIXTURE_SHARES,
		.scale = dpmf_privsr_friend_scale(one->shape->factors, options.epsilon), .touched = 1,
	};
	status = dpmf_privsr_descend(ratings, &descent, door, &model, error);
	dpmf_model_free(&model);
	return status;
}

static enum dpmf_status train_corrected_among(const struct audit_instance *one, const struct dpmf_social *social, double weight,
                                              const struct dpmf_ratings *ratings, const struct dpmf_key *key,
                                              struct dpmf_door *door, struct dpmf_error *error)
{
	const struct dpmf_privsr_options options = {
		.run = hdpmf_search_options(one, false), .beta = 0.5, .sensitive_share = 0.5, .social_weight = weight,
	};
	struct dpmf_model model;
	const enum dpmf_status status = dpmf_privsr_train_corrected(ratings, social, &options, key, door, &model, error);

	if (status == DPMF_OK)
		dpmf_model_free(&model);
	return status;
}

static enum dpmf_status train_corrected(const struct audit_instance *one, int world, const struct dpmf_ratings *ratings,
                                        const struct dpmf_key *key, struct dpmf_door *door, struct dpmf_error *error)
{
	const struct dpmf_social nobody = { .users = ratings->users };

	(void)world;
	return train_corrected_among(one, &nobody, 0, ratings, key, door, error);
}

static enum dpmf_status train_corrected_friends(const struct audit_instance *one, int world, const struct dpmf_ratings *ratings,
                                                const struct dpmf_key *key, struct dpmf_door *door, struct dpmf_error *error)
{
	struct trust trust;
	const struct dpmf_social social = social_of(&trust);

	(void)world;
	return train_corrected_among(one, &social, 1, ratings, key, door, error);
}

#define RATED_1_TO_5 .rating_min = 1, .rating_max = 5

const struct audit_search_target privsr_search_targets[PRIVSR_SEARCH_TARGETS] = {
	{ "privsr", "published", "model", "privsr.thm1", "an item's sum of messages, U held",
	  .shape = { .users = 2, .items = 1, .factors = 2, .rounds = 2, .pieces = 1, RATED_1_TO_5, .start_most = 1,
	             .answer_most = 20, .rate_min = 0.01, .rate_max = 0.2, .weight_min = 1, .lambda = 0.01 },
	  .train = train_held, .statistic_of = hdpmf_real_held, .claimed = hdpmf_real_bound },
	{ "privsr", "published", "edge", "privsr.thm2", "what a friend sends", .exceeds = true, .declared_over_claimed = 2,
	  .shape = { .users = 2, .items = 1, .factors = 2, .rounds = 2, .pieces = 1, .neighbours = DPMF_EDGE, RATED_1_TO_5, .start_most = 1,
	             .rate_min = 0.01, .rate_max = 0.01, .weight_min = 1, .lambda = 0.01 },
	  .train = train_friends, .statistic_of = privsr_real_message, .claimed = privsr_real_bound },
	{ "privsr", "corrected", "joint", "privsr.thm1", "an item's sum of ratings, in steps",
	  .shape = { .users = 2, .items = 2, .factors = 1, .rounds = 1, .pieces = 2, RATED_1_TO_5,
	             .rate_min = 0.1, .rate_max = 0.1, .weight_min = 1, .lambda = 0.01 },
	  .train = train_corrected, .statistic_of = hdpmf_real_corrected, .claimed = hdpmf_real_bound_corrected },
	{ "privsr", "corrected", "edge", "privsr.thm2", "what a friend sends, in steps",
	  .shape = { .users = 2, .items = PRIVSR_SEARCH_ITEMS, .factors = 2, .rounds = 2, .pieces = 2, .neighbours = DPMF_EDGE, .row = true, RATED_1_TO_5,
	             .answer_most = 1e9, .rate_min = 0.1, .rate_max = 0.1, .weight_min = 1, .lambda = 0.01 },
	  .train = train_corrected_friends, .statistic_of = privsr_real_vector, .claimed = privsr_real_bound_of_vectors },
};
