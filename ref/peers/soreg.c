/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "peers/soreg.h"

#include <math.h>

#include "mech/privsr/train.h"

enum dpmf_status dpmf_soreg_train(const struct dpmf_ratings *ratings, const struct dpmf_social *social,
                                  const struct dpmf_soreg_options *options, const struct dpmf_key *key,
                                  struct dpmf_door *door, struct dpmf_model *model, struct dpmf_error *error)
{
	const enum dpmf_status status = dpmf_options_check(&options->run, ratings, error);
	struct dpmf_privsr_descent descent = { .run = dpmf_options_descent(&options->run) };

	if (status != DPMF_OK)
		return status;
	if (!(options->social_weight >= 0) || !isfinite(options->social_weight))
		return dpmf_fail(error, DPMF_INPUT, "the social weight must be a finite number, 0 or more, not %g",
		                 options->social_weight);
	descent.social = options->social_weight > 0 ? social : NULL;
	descent.social_weight = options->social_weight;
	descent.friends = (struct dpmf_entry){
		.statistic = "sum of what a user's friends send",
		.neighbours = DPMF_EDGE,
		.norm = DPMF_L1,
		.law = DPMF_NO_NOISE,
		.touched = 1,
	};
	return dpmf_privsr_factorize(ratings, options->run.factors, &descent, key, door, model, error);
}
