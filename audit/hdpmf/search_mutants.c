/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/hdpmf/mutants.h"

#include "audit/hdpmf/sensitivity.h"
#include "audit/hdpmf/twin.h"

static enum dpmf_status train(enum hdpmf_bug bug, const struct audit_instance *one, int world,
                              const struct dpmf_ratings *ratings, struct dpmf_door *door, struct dpmf_error *error)
{
	const struct dpmf_options options = hdpmf_search_options(one, true);
	struct dpmf_weights weights;
	struct dpmf_model model;
	enum dpmf_status status = hdpmf_search_weights(one, &weights, error);

	if (status != DPMF_OK)
		return status;
	status = hdpmf_search_start(one, world, &model, error);
	if (status == DPMF_OK) {
		status = hdpmf_twin_descend(bug, ratings, &weights, &options, door, &model, error);
		dpmf_model_free(&model);
	}
	dpmf_weights_free(&weights);
	return status;
}

#define DRIVER(name, bug) \
	static enum dpmf_status train_##name(const struct audit_instance *one, int world, const struct dpmf_ratings *ratings, \
	                                     const struct dpmf_key *key, struct dpmf_door *door, struct dpmf_error *error) \
	{ \
		(void)key; \
		return train(bug, one, world, ratings, door, error); \
	}

DRIVER(sound, TWIN_SOUND)
DRIVER(weight_forgotten, TWIN_WEIGHT_FORGOTTEN)
DRIVER(sensitivity_halved, TWIN_SENSITIVITY_HALVED)

#define TARGET(name, text) \
	{ "hdpmf", text, "model", "hdpmf.thm2", "an item's sum of messages, U held", \
	  .shape = { .users = 2, .items = 1, .factors = 2, .rounds = 2, .pieces = 1, .rating_min = 1, .rating_max = 5, \
	             .start_most = 1, .answer_most = 20, .rate_min = 0.01, .rate_max = 0.2, .weight_min = 0.1, .lambda = 0.01 }, \
	  .train = train_##name, .statistic_of = hdpmf_real_held, .claimed = hdpmf_real_bound }

const struct audit_search_target hdpmf_search_mutants[HDPMF_SEARCH_MUTANTS] = {
	TARGET(sound, "sound"),
	TARGET(weight_forgotten, "weight-forgotten"),
	TARGET(sensitivity_halved, "sensitivity-halved"),
};
