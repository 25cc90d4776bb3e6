/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "mech/device_fit.h"

#include <stdlib.h>

/* The pull on a is strength[0] more ratings, of value target[0] at x = 0. */
void dpmf_device_fit(const struct dpmf_ratings *ratings, const struct dpmf_model *model, size_t i,
                     const struct dpmf_device_pull *pull, double fit[2])
{
	const size_t begin = ratings->row[i], end = ratings->row[i + 1];
	const double n = (double)(end - begin) + pull->strength[0];
	double x_mean = 0, r_mean = pull->strength[0] / n * pull->target[0], xx, xr;

	for (size_t a = begin; a < end; a++) {
		x_mean += model->v[2 * ratings->item[a] + 1] / n;
		r_mean += (ratings->value[a] - model->center) / n;
	}
	xx = pull->strength[1] + pull->strength[0] * x_mean * x_mean;
	xr = pull->strength[1] * pull->target[1] - pull->strength[0] * x_mean * (pull->target[0] - r_mean);
	for (size_t a = begin; a < end; a++) {
		const double x = model->v[2 * ratings->item[a] + 1] - x_mean;

		xx += x * x;
		xr += x * (ratings->value[a] - model->center - r_mean);
	}
	fit[1] = xx > 0 ? xr / xx : 0;
	fit[0] = r_mean - fit[1] * x_mean;
}

enum dpmf_status dpmf_device_model(const struct dpmf_ratings *ratings, const struct dpmf_weights *weights,
                                   double center, const double *mean, struct dpmf_model *model,
                                   struct dpmf_error *error)
{
	struct dpmf_model made = { .users = ratings->users, .items = ratings->items, .factors = 2, .center = center };

	made.u = calloc(2 * made.users, sizeof *made.u);
	made.v = calloc(2 * made.items, sizeof *made.v);
	if (!made.u || !made.v) {
		dpmf_model_free(&made);
		return dpmf_fail(error, DPMF_FAILED, "no memory for the factors of %zu users and %zu items",
		                 ratings->users, ratings->items);
	}
	for (size_t j = 0; j < made.items; j++) {
		made.v[2 * j] = 1;
		made.v[2 * j + 1] = mean[j] / (weights ? weights->item[j] : 1);
	}
	*model = made;
	return DPMF_OK;
}
