/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/hdpmf/corrected_views.h"

#include <math.h>
#include <stdlib.h>

#include "mech/hdpmf/kernels.h"
#include "noise/door.h"
#include "noise/shares.h"

static const int64_t feature[1] = { 1 };

enum dpmf_status hdpmf_corrected_see_model(const void *instance, int world, const struct dpmf_key *key,
                                           double *seen, struct dpmf_error *error)
{
	struct dpmf_door door;
	struct dpmf_model model;
	const enum dpmf_status status = hdpmf_worlds_correct(instance, world, key, &door, &model, error);

	if (status != DPMF_OK)
		return status;
	for (size_t j = 0; j < model.items; j++)
		seen[j] = model.v[j * model.factors + model.factors - 1];
	dpmf_model_free(&model);
	dpmf_door_close_of_many(&door);
	return DPMF_OK;
}

enum dpmf_status hdpmf_corrected_see_sums(const void *instance, int world, const struct dpmf_key *key,
                                          double *seen, struct dpmf_error *error)
{
	const struct hdpmf_worlds *worlds = instance;
	struct dpmf_door door;
	struct dpmf_model model;
	enum dpmf_status status = hdpmf_worlds_correct(instance, world, key, &door, &model, error);

	if (status != DPMF_OK)
		return status;
	if (door.passages == worlds->setting->items) {
		for (size_t j = 0; j < door.passages; j++)
			seen[door.passage[j].piece] = door.passage[j].after[0];
	} else {
		status = dpmf_fail(error, DPMF_FAILED, "%zu releases where %zu are declared", door.passages, worlds->setting->items);
	}
	dpmf_model_free(&model);
	dpmf_door_close_of_many(&door);
	return status;
}

static int64_t contribution(const struct hdpmf_worlds *worlds, const struct dpmf_hdpmf_steps *steps, int world, size_t user, size_t item)
{
	int64_t sum[1] = { 0 };

	dpmf_hdpmf_contribute(dpmf_hdpmf_rating_steps(steps, worlds->ratings[world].value[user * worlds->setting->items + item]),
	                      dpmf_hdpmf_weight_steps(dpmf_weight(&worlds->weights, user, item)), feature, 1, sum);
	return sum[0];
}

/* P(x) ~ exp(-|x| p / q) on the steps. */
double hdpmf_corrected_ratio_sums(const void *instance, const double *seen)
{
	const struct hdpmf_worlds *worlds = instance;
	const struct dpmf_hdpmf_steps *steps = &worlds->steps;
	double moved = 0;

	for (size_t j = 0; j < worlds->setting->items; j++) {
		for (int world = 0; world < 2; world++) {
			int64_t sum = 0;

			for (size_t i = 0; i <= worlds->setting->others; i++)
				sum += contribution(worlds, steps, world, i, j);
			moved += (world ? 1 : -1) * fabs(seen[j] - (double)sum);
		}
	}
	return moved * (double)steps->p / (double)steps->q;
}

/* Secure aggregation adds masks that are uniform modulo 2^64 to whoever does
   not hold both ends; the sum of the masks is 0. */
enum dpmf_status hdpmf_corrected_see_masked(const void *instance, int world, const struct dpmf_key *key,
                                            double *seen, struct dpmf_error *error)
{
	const struct hdpmf_worlds *worlds = instance;
	const struct dpmf_hdpmf_steps *steps = &worlds->steps;
	struct dpmf_key users, masks;
	struct dpmf_stream share, mask;

	(void)error;
	dpmf_key_derive(key, "user", &users);
	dpmf_key_derive(key, "mask", &masks);
	dpmf_stream_open(&share, &users, 0, 0, 1);
	dpmf_stream_open(&mask, &masks, 0, 0, 1);
	const int64_t upload = contribution(worlds, steps, world, 0, 0) +
	                       dpmf_laplace_share(&share, steps->p, steps->q, 1, 1 + worlds->setting->others);

	seen[0] = ldexp((double)((uint64_t)upload + dpmf_stream_word(&mask)), -64);
	return DPMF_OK;
}
