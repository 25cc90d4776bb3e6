/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/gaussmf/views.h"

#include <math.h>
#include <string.h>

#include "mech/gaussmf/kernels.h"

static void note_theta(void *context, uint64_t round, const struct dpmf_model *model, double train_rmse)
{
	double **next = context;

	(void)round, (void)train_rmse;
	memcpy(*next, model->u, model->users * sizeof(double));
	*next += model->users;
}

enum dpmf_status gaussmf_see_rounds(const void *instance, int world, const struct dpmf_key *key,
                                    double *seen, struct dpmf_error *error)
{
	const struct dpmf_gaussmf_listener listener = { .context = &seen, .round = note_theta };
	struct dpmf_model model;
	const enum dpmf_status status = gaussmf_worlds_publish(instance, world, key, &listener, &model, error);

	if (status == DPMF_OK)
		dpmf_model_free(&model);
	return status;
}

static enum dpmf_status see(const void *instance, int world, const struct dpmf_key *key, bool items,
                            double *seen, struct dpmf_error *error)
{
	struct dpmf_model model;
	const enum dpmf_status status = gaussmf_worlds_publish(instance, world, key, NULL, &model, error);

	if (status != DPMF_OK)
		return status;
	memcpy(seen, model.u, model.users * sizeof(double));
	if (items)
		memcpy(seen + model.users, model.v, model.items * sizeof(double));
	dpmf_model_free(&model);
	return DPMF_OK;
}

enum dpmf_status gaussmf_see_last(const void *instance, int world, const struct dpmf_key *key,
                                  double *seen, struct dpmf_error *error)
{
	return see(instance, world, key, false, seen, error);
}

enum dpmf_status gaussmf_see_both(const void *instance, int world, const struct dpmf_key *key,
                                  double *seen, struct dpmf_error *error)
{
	return see(instance, world, key, true, seen, error);
}

/* The noise that a world needs for Theta to go where it went, squared, in units of sigma. */
static double surprise(const struct gaussmf_worlds *worlds, int world, const double *seen)
{
	const struct gaussmf_setting *s = worlds->setting;
	const double *theta = worlds->theta;
	double x[GAUSSMF_ROWS_MOST], sum = 0;

	memcpy(x, worlds->x, sizeof(x));
	for (size_t t = 0; t < s->steps; t++, theta = seen, seen += s->users) {
		for (size_t j = 0; j < s->users; j++) {
			const double noisy = (theta[j] - seen[j]) / s->rate;
			const double noise = (noisy - gaussmf_worlds_gradient(worlds, world, theta, x, j)) / worlds->sigma;

			sum += noise * noise;
		}
		gaussmf_worlds_step_items(worlds, s->public_items ? 0 : world, theta, x);
	}
	return sum;
}

double gaussmf_ratio_rounds(const void *instance, const double *seen)
{
	return (surprise(instance, 1, seen) - surprise(instance, 0, seen)) / 2;
}

/* ln of the density of the last Theta. X after the first round does not depend
   on the noise, so that row j is affine in its own two normal draws:
   theta_2 = a (m - mu sigma n_1) + b - mu sigma n_2 with
   m = theta_0 - mu g_1, a = 1 - mu (x_1 clip(x_1) + lambda), b = mu v clip(x_1). */
static double log_density_of_last(const struct gaussmf_worlds *worlds, int world, const double *seen)
{
	const struct gaussmf_setting *s = worlds->setting;
	const double step = s->rate * worlds->sigma;
	double x[GAUSSMF_ROWS_MOST], outer, sum = 0;

	memcpy(x, worlds->x, sizeof(x));
	gaussmf_worlds_step_items(worlds, s->public_items ? 0 : world, worlds->theta, x);
	dpmf_gaussmf_clip(x, 1, s->clip, &outer);
	const double a = 1 - s->rate * (x[0] * outer + s->lambda), variance = step * step * (a * a + 1);

	for (size_t j = 0; j < s->users; j++) {
		const double m = worlds->theta[j] - s->rate * gaussmf_worlds_gradient(worlds, world, worlds->theta, worlds->x, j);
		const double away = seen[j] - a * m - s->rate * worlds->ratings[world].value[j] * outer;

		sum -= away * away / (2 * variance) + log(variance) / 2;
	}
	return sum;
}

double gaussmf_ratio_last(const void *instance, const double *seen)
{
	return log_density_of_last(instance, 0, seen) - log_density_of_last(instance, 1, seen);
}

/* X after one round follows from the start and the ratings: no noise is in it. */
double gaussmf_ratio_both(const void *instance, const double *seen)
{
	const struct gaussmf_worlds *worlds = instance;
	const struct gaussmf_setting *s = worlds->setting;
	const double rounding = 1e-9, certain = 1000;
	double away[2] = { 0, 0 };

	for (int world = 0; world < 2; world++) {
		double x[GAUSSMF_ROWS_MOST];

		memcpy(x, worlds->x, sizeof(x));
		gaussmf_worlds_step_items(worlds, s->public_items ? 0 : world, worlds->theta, x);
		for (size_t i = 0; i < s->items; i++)
			away[world] = fmax(away[world], fabs(x[i] - seen[s->users + i]));
	}
	if ((away[0] < rounding) != (away[1] < rounding))
		return away[0] < rounding ? certain : -certain;
	return gaussmf_ratio_rounds(instance, seen);
}
