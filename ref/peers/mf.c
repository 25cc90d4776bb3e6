/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "peers/peers.h"

#include "mech/hdpmf/train.h"

enum dpmf_status dpmf_mf_train(const struct dpmf_ratings *ratings, const struct dpmf_options *options,
                               const struct dpmf_key *key, struct dpmf_door *door,
                               struct dpmf_model *model, struct dpmf_error *error)
{
	const enum dpmf_status status = dpmf_options_check(options, ratings, error);
	const struct dpmf_descent descent = dpmf_options_descent(options);

	if (status != DPMF_OK)
		return status;
	return dpmf_hdpmf_factorize(ratings, options->factors, &descent, key, door, model, error);
}
