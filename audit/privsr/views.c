/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/privsr/views.h"

#include <math.h>

#include "core/vector.h"
#include "mech/hdpmf/kernels.h"

enum dpmf_status privsr_see_both(const void *instance, int world, const struct dpmf_key *key,
                                 double *seen, struct dpmf_error *error)
{
	struct dpmf_model model;
	const enum dpmf_status status = hdpmf_worlds_publish(instance, world, key, NULL, &model, error);

	if (status != DPMF_OK)
		return status;
	seen[0] = model.v[0];
	seen[1] = model.u[0];
	dpmf_model_free(&model);
	return DPMF_OK;
}

/* Where user 0 must end, given V: without friends it adds no noise. */
static double user_ends(const struct hdpmf_worlds *worlds, int world, double v)
{
	const struct hdpmf_setting *s = worlds->setting;
	double u = s->u[0], sum = 0;

	dpmf_hdpmf_gradient_add(&v, &u, 1, 1, worlds->ratings[world].value[0], &sum);
	dpmf_hdpmf_step(&u, &sum, 1, dpmf_descent_rate(s->rate, 0, s->epochs), s->lambda);
	dpmf_project_ball(&u, 1, 1);
	return u;
}

double privsr_ratio_both(const void *instance, const double *seen)
{
	const double rounding = 1e-12, certain = 1000;
	const bool fits[2] = { fabs(seen[1] - user_ends(instance, 0, seen[0])) < rounding,
	                       fabs(seen[1] - user_ends(instance, 1, seen[0])) < rounding };

	if (fits[0] != fits[1])
		return fits[0] ? certain : -certain;
	return hdpmf_ratio_last(instance, seen);
}
