/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/dpals/replay.h"

#include "mech/dpals/train.h"

static struct dpmf_dpals_options options_of(const struct dpmf_options *options)
{
	return (struct dpmf_dpals_options){
		.rating_min = options->rating_min, .rating_max = options->rating_max, .epsilon = 10, .delta = 1e-3,
		.factors = options->factors, .rounds = options->epochs, .most = 2, .lambda = 0.1, .bound = 1, .jobs = 1,
	};
}

static enum dpmf_status train(const struct dpmf_ratings *ratings, const struct dpmf_weights *weights, const struct dpmf_options *options,
                              const struct dpmf_key *key, struct dpmf_door *door, struct dpmf_model *model, struct dpmf_error *error)
{
	const struct dpmf_dpals_options own = options_of(options);

	(void)weights;
	return dpmf_dpals_train_corrected(ratings, &own, key, door, model, error);
}

const struct audit_replay_target dpals_replay_targets[DPALS_REPLAY_TARGETS] = {
	{ "dpals", "corrected", "joint", .row = true, .unweighted = true, .pairs_most = 300, .train = train },
};
