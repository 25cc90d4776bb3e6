/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/gaussmf/replay.h"

#include <math.h>

static const double clip = 0.75;

struct dpmf_gaussmf_options gaussmf_replay_options(const struct dpmf_options *options, size_t steps)
{
	return (struct dpmf_gaussmf_options){
		.rating_min = options->rating_min, .rating_max = options->rating_max, .factors = options->factors,
		.steps = steps, .rate = options->rate, .lambda = options->lambda, .clip = clip,
		.eps_i = 0.9, .delta = 0.01, .delta_r = 0.01, .jobs = 1,
	};
}

double gaussmf_moved_at_start(const struct audit_neighbours *pair, const struct dpmf_model *model)
{
	(void)model;
	return fabs(pair->rating[0] - pair->rating[1]) * clip;
}

static enum dpmf_status train_one(const struct dpmf_ratings *ratings, const struct dpmf_weights *weights,
                                  const struct dpmf_options *options, const struct dpmf_key *key,
                                  struct dpmf_door *door, struct dpmf_model *model, struct dpmf_error *error)
{
	const struct dpmf_gaussmf_options own = gaussmf_replay_options(options, 1);

	(void)weights;
	return dpmf_gaussmf_train(ratings, &own, key, door, model, error);
}

static enum dpmf_status train_all(const struct dpmf_ratings *ratings, const struct dpmf_weights *weights,
                                  const struct dpmf_options *options, const struct dpmf_key *key,
                                  struct dpmf_door *door, struct dpmf_model *model, struct dpmf_error *error)
{
	const struct dpmf_gaussmf_options own = gaussmf_replay_options(options, options->epochs);

	(void)weights;
	return dpmf_gaussmf_train(ratings, &own, key, door, model, error);
}

static enum dpmf_status train_corrected(const struct dpmf_ratings *ratings, const struct dpmf_weights *weights,
                                        const struct dpmf_options *options, const struct dpmf_key *key,
                                        struct dpmf_door *door, struct dpmf_model *model, struct dpmf_error *error)
{
	const struct dpmf_gaussmf_options own = gaussmf_replay_options(options, options->epochs);

	(void)weights;
	return dpmf_gaussmf_train_corrected(ratings, &own, key, door, model, error);
}

/* The corrected variant calibrates its noise in every run, which takes its time. */
const struct audit_replay_target gaussmf_replay_targets[GAUSSMF_REPLAY_TARGETS] = {
	{ "gaussmf", "published", "model", .unweighted = true, .users_out = true, .train = train_one, .moved = gaussmf_moved_at_start },
	{ "gaussmf", "published", "joint", .exceeds = true, .unweighted = true, .users_out = true, .train = train_all },
	{ "gaussmf", "corrected", "joint", .unweighted = true, .pairs_most = 25, .train = train_corrected },
};
