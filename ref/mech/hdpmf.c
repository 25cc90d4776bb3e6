/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "mech/hdpmf.h"

#include <math.h>

#include "core/vector.h"

void hdpmf_gradient_share(const double *u, const double *v, size_t k, double w, double r, double *share)
{
	dpmf_scale(2 * (dpmf_dot(u, v, k) - w * r), u, k, share);
}

void hdpmf_gradient_add(const double *u, const double *v, size_t k, double w, double r, double *sum)
{
	dpmf_add_scaled(2 * (dpmf_dot(u, v, k) - w * r), u, k, sum);
}

void hdpmf_step(double *v, const double *gradient, size_t k, double rate, double lambda)
{
	for (size_t l = 0; l < k; l++)
		v[l] -= rate * (gradient[l] + 2 * lambda * v[l]);
}

double hdpmf_noise_scale(double delta, size_t k, double epsilon)
{
	return 2 * delta * sqrt((double)k) / epsilon;
}

void hdpmf_noise_share(double scale, const double *h, const double *c, size_t k, size_t raters, double *x)
{
	for (size_t l = 0; l < k; l++)
		x[l] = scale * sqrt(2 * h[l] / (double)raters) * c[l];
}

double hdpmf_predict(const double *u, const double *v, size_t k, double w)
{
	return dpmf_dot(u, v, k) / w;
}

void hdpmf_contribute(int64_t rating_steps, int64_t weight_steps, const int64_t *feature, size_t k, int64_t *sum)
{
	const int64_t stretched = weight_steps * rating_steps;

	for (size_t l = 0; l < k; l++)
		sum[l] += stretched * feature[l];
}
