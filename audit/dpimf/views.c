/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/dpimf/views.h"

#include <math.h>
#include <string.h>

#include "mech/dpimf/weights.h"
#include "noise/door.h"

enum dpmf_status dpimf_see_coefficients(const void *instance, int world, const struct dpmf_key *key,
                                        double *seen, struct dpmf_error *error)
{
	double solved[DPIMF_ITEMS_MOST * DPIMF_D_MOST];
	struct dpmf_door door;

	if (dpimf_worlds_pass(instance, world, key, &door, solved, error) != DPMF_OK)
		return DPMF_FAILED;
	for (size_t p = 0; p < door.passages; p++) {
		const size_t n = door.record.entry[door.passage[p].entry].coordinates;

		memcpy(seen, door.passage[p].after, n * sizeof(double));
		seen += n;
	}
	dpmf_door_close_of_many(&door);
	return DPMF_OK;
}

enum dpmf_status dpimf_see_solved(const void *instance, int world, const struct dpmf_key *key,
                                  double *seen, struct dpmf_error *error)
{
	struct dpmf_door door;

	if (dpimf_worlds_pass(instance, world, key, &door, seen, error) != DPMF_OK)
		return DPMF_FAILED;
	dpmf_door_close_of_many(&door);
	return DPMF_OK;
}

static double log_density(const struct dpimf_law *law, const double *seen)
{
	double sum = 0;

	for (size_t i = 0; i < law->count; i++)
		sum += log(law->factor[i] / law->scale[i]) - fabs(law->factor[i] * seen[i] - law->mean[i]) / law->scale[i];
	return sum;
}

double dpimf_ratio_coefficients(const void *instance, const double *seen)
{
	const struct dpimf_worlds *worlds = instance;

	return log_density(&worlds->coefficients[0], seen) - log_density(&worlds->coefficients[1], seen);
}

double dpimf_ratio_solved(const void *instance, const double *seen)
{
	const struct dpimf_worlds *worlds = instance;

	return log_density(&worlds->solved[0], seen) - log_density(&worlds->solved[1], seen);
}

/* World 0 is (1 - 1/w) Laplace(0) + (1/w) Laplace(2 w p), world 1 Laplace(0). */
double dpimf_ratio_sampled(const void *instance, const double *seen)
{
	const struct dpimf_worlds *worlds = instance;
	const struct dpmf_dpimf_options *o = &worlds->setting->options;
	const double scale = worlds->coefficients[1].scale[0];
	double w;

	if (dpmf_dpimf_weights_solve(worlds->profiles[0], 1, 1, o->epsilon, o->target * o->epsilon, &w, NULL) != DPMF_OK)
		return NAN;
	return log1p((exp((fabs(seen[0]) - fabs(seen[0] - 2 * w * worlds->profiles[0][0])) / scale) - 1) / w);
}

static void note_items(void *context, uint64_t round, const struct dpmf_model *model)
{
	double **next = context;

	(void)round;
	memcpy(*next, model->v, model->items * sizeof(double));
	*next += model->items;
}

enum dpmf_status dpimf_see_rounds(const void *instance, int world, const struct dpmf_key *key,
                                  double *seen, struct dpmf_error *error)
{
	const struct dpimf_worlds *worlds = instance;
	struct dpmf_dpimf_options options = worlds->setting->options;
	struct dpmf_model model;
	struct dpmf_door door;
	enum dpmf_status status = dpmf_door_open(&door, key, error);

	if (status != DPMF_OK)
		return status;
	options.parties = options.local = options.jobs = 1;
	options.rounds = 2;
	options.listener = (struct dpmf_listener){ .context = &seen, .round = note_items };
	status = dpmf_dpimf_train(&worlds->ratings[world], &options, &worlds->start_key, &door, &model, error);
	dpmf_door_close_of_many(&door);
	if (status == DPMF_OK)
		dpmf_model_free(&model);
	return status;
}

/* The users' profiles of round 2 are what the world's data and the items of round 1 make them. */
double dpimf_ratio_rounds(const void *instance, const double *seen)
{
	const struct dpimf_worlds *worlds = instance;
	double sum[2];

	for (int world = 0; world < 2; world++) {
		double users[DPIMF_USERS_MOST];
		struct dpimf_law law;

		dpimf_worlds_law_of_solved(worlds, world, worlds->start, &law);
		sum[world] = log_density(&law, seen);
		if (dpimf_worlds_fit(worlds, world, seen, users, NULL) != DPMF_OK)
			return NAN;
		dpimf_worlds_law_of_solved(worlds, world, users, &law);
		sum[world] += log_density(&law, seen + worlds->setting->items);
	}
	return sum[0] - sum[1];
}
