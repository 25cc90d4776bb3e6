/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/dppop/replay.h"

#include "audit/dpimf/replay.h"
#include "mech/dppop/train.h"

static enum dpmf_status run(const struct dpmf_ratings *ratings, double delta, const struct dpmf_key *key, struct dpmf_door *door,
                            struct dpmf_model *model, struct dpmf_error *error)
{
	const struct dpmf_dppop_options own = { .epsilon = 1, .delta = delta, .most = 2, .jobs = 1 };
	struct dpmf_ratings interactions;
	enum dpmf_status status = dpimf_replay_interactions(ratings, &interactions, error);

	if (status != DPMF_OK)
		return status;
	status = dpmf_dppop_train(&interactions, &own, key, door, model, error);
	dpmf_ratings_free(&interactions);
	return status;
}

static enum dpmf_status train(const struct dpmf_ratings *ratings, const struct dpmf_weights *weights, const struct dpmf_options *options,
                              const struct dpmf_key *key, struct dpmf_door *door, struct dpmf_model *model, struct dpmf_error *error)
{
	(void)weights;
	(void)options;
	return run(ratings, 0, key, door, model, error);
}

static enum dpmf_status train_normal(const struct dpmf_ratings *ratings, const struct dpmf_weights *weights,
                                     const struct dpmf_options *options, const struct dpmf_key *key, struct dpmf_door *door,
                                     struct dpmf_model *model, struct dpmf_error *error)
{
	(void)weights;
	(void)options;
	return run(ratings, 1e-5, key, door, model, error);
}

const struct audit_replay_target dppop_replay_targets[DPPOP_REPLAY_TARGETS] = {
	{ "dppop", "pure", "joint", .row = true, .unweighted = true, .train = train },
	{ "dppop", "delta", "joint", .row = true, .unweighted = true, .pairs_most = 100, .train = train_normal },
};
