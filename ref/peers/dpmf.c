/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "peers/peers.h"

#include "mech/hdpmf/train.h"

enum dpmf_status dpmf_train(const struct dpmf_ratings *ratings, const struct dpmf_weights *weights,
                            const struct dpmf_options *options, const struct dpmf_key *key,
                            struct dpmf_door *door, struct dpmf_model *model, struct dpmf_error *error)
{
	const enum dpmf_status status = dpmf_options_check(options, ratings, error);
	struct dpmf_descent descent;

	if (status != DPMF_OK)
		return status;
	descent = dpmf_options_noisy_descent(options, options->epsilon * dpmf_weights_least(weights, ratings));
	return dpmf_hdpmf_factorize(ratings, options->factors, &descent, key, door, model, error);
}
