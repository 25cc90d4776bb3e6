/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "peers/ials.h"

#include "peers/plain.h"

static enum dpmf_status solve(const struct dpmf_ratings *ratings, const struct dpmf_ials_options *options, bool items,
                              struct dpmf_model *model, struct dpmf_error *error)
{
	const struct dpmf_implicit_loss loss = { .keep = 1, .alpha0 = options->alpha0, .lambda = options->lambda };

	return dpmf_implicit_side(ratings, items, &loss, items ? model->u : model->v, model->factors, options->jobs,
	                          items ? model->v : model->u, error);
}

static enum dpmf_status alternate(const struct dpmf_ratings *ratings, const struct dpmf_ials_options *options,
                                  struct dpmf_model *model, struct dpmf_error *error)
{
	const struct dpmf_listener *listener = &options->listener;
	enum dpmf_status status = DPMF_OK;

	for (size_t t = 0; status == DPMF_OK && t < options->epochs && !(options->stop && *options->stop); t++) {
		status = solve(ratings, options, false, model, error);
		if (status == DPMF_OK)
			status = solve(ratings, options, true, model, error);
		if (status == DPMF_OK && listener->round)
			listener->round(listener->context, t, model);
	}
	return status == DPMF_OK ? solve(ratings, options, false, model, error) : status;
}

enum dpmf_status dpmf_ials_train(const struct dpmf_ratings *ratings, const struct dpmf_ials_options *options,
                                 const struct dpmf_key *key, struct dpmf_door *door, struct dpmf_model *model,
                                 struct dpmf_error *error)
{
	const struct dpmf_implicit_loss loss = { .keep = 1, .alpha0 = options->alpha0, .lambda = options->lambda };
	struct dpmf_model made;
	enum dpmf_status status = dpmf_implicit_check(&loss, options->factors, error);

	if (status == DPMF_OK)
		status = dpmf_model_start(ratings, options->factors, key, &made, error);
	if (status != DPMF_OK)
		return status;
	status = alternate(ratings, options, &made, error);
	if (status == DPMF_OK)
		status = dpmf_publish_plain(door, &made, error);
	if (status == DPMF_OK)
		*model = made;
	else
		dpmf_model_free(&made);
	return status;
}
