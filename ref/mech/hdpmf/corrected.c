/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hdpmf corrected. The numbers of its steps (mech/hdpmf/train.h) stand in the margin. */
#include <math.h>
#include <stdlib.h>

#include "mech/device_fit.h"
#include "mech/hdpmf/train.h"
#include "mech/item_means.h"

static enum dpmf_status fit_model(const struct dpmf_ratings *ratings, const struct dpmf_weights *weights,
                                  const struct dpmf_hdpmf_steps *steps, double lambda, const double *mean,
                                  struct dpmf_model *model, struct dpmf_error *error)
{
	const struct dpmf_device_pull pull = { .strength = { 0, lambda } };
	struct dpmf_model made;
	const enum dpmf_status status = dpmf_device_model(ratings, weights, ldexp((double)steps->middle, -DPMF_HDPMF_RATING_BITS),
	                                                  mean, &made, error);

	if (status != DPMF_OK)
		return status;
/* 3*/	for (size_t i = 0; i < made.users; i++)
		if (ratings->row[i] < ratings->row[i + 1])
			dpmf_device_fit(ratings, &made, i, &pull, made.u + 2 * i);
	*model = made;
	return DPMF_OK;
}

enum dpmf_status dpmf_hdpmf_train_corrected(const struct dpmf_ratings *ratings, const struct dpmf_weights *weights,
                                            const struct dpmf_options *options, const struct dpmf_key *key,
                                            struct dpmf_door *door, struct dpmf_model *model,
                                            struct dpmf_error *error)
{
	enum dpmf_status status = dpmf_options_check(options, ratings, error);
	struct dpmf_hdpmf_steps steps;
	const struct dpmf_item_release release = {
		.ratings = ratings, .weights = weights, .steps = &steps,
		.statistic = "sum of an item's stretched ratings", .jobs = options->jobs,
		.colluding = &options->colluding, .sum = options->sum, .stop = options->stop,
	};
	double *mean;

	(void)key;
	if (status == DPMF_OK)
		status = dpmf_hdpmf_steps_of(options->epsilon, options->rating_min, options->rating_max, &steps, error);
	if (status != DPMF_OK)
		return status;
	mean = calloc(ratings->items ? ratings->items : 1, sizeof *mean);
	if (!mean)
		return dpmf_fail(error, DPMF_FAILED, "no memory for %zu items", ratings->items);
/* 1*/	status = dpmf_item_means(&release, door, mean, error);
	if (status == DPMF_OK) {
/* 2*/		dpmf_item_means_shrink(&release, (options->rating_max - options->rating_min) / options->epsilon, mean);
/* 3*/		status = fit_model(ratings, weights, &steps, options->lambda, mean, model, error);
	}
	free(mean);
	return status;
}
