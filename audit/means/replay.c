/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/means/replay.h"

#include "mech/means/train.h"

static enum dpmf_status train(const struct dpmf_ratings *ratings, const struct dpmf_weights *weights, const struct dpmf_options *options,
                              const struct dpmf_key *key, struct dpmf_door *door, struct dpmf_model *model, struct dpmf_error *error)
{
	const struct dpmf_means_options own = { .rating_min = options->rating_min, .rating_max = options->rating_max, .epsilon = 1, .jobs = 1 };

	(void)weights;
	return dpmf_means_train(ratings, &own, key, door, model, error);
}

static enum dpmf_status train_normal(const struct dpmf_ratings *ratings, const struct dpmf_weights *weights,
                                     const struct dpmf_options *options, const struct dpmf_key *key, struct dpmf_door *door,
                                     struct dpmf_model *model, struct dpmf_error *error)
{
	const struct dpmf_means_options own = { .rating_min = options->rating_min, .rating_max = options->rating_max, .epsilon = 1,
	                                        .delta = 1e-5, .items_only = true, .jobs = 1 };

	(void)weights;
	return dpmf_means_train(ratings, &own, key, door, model, error);
}

const struct audit_replay_target means_replay_targets[MEANS_REPLAY_TARGETS] = {
	{ "means", "pure", "joint", .unweighted = true, .train = train },
	{ "means", "delta, items", "joint", .unweighted = true, .pairs_most = 100, .train = train_normal },
};
