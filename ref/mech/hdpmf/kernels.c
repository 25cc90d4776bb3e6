/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "mech/hdpmf/kernels.h"

#include <math.h>

#include "core/vector.h"

void dpmf_hdpmf_gradient_share(const double *u, const double *v, size_t k, double w, double r, double *share)
{
	dpmf_scale(2 * (dpmf_dot(u, v, k) - w * r), u, k, share);
}

void dpmf_hdpmf_gradient_add(const double *u, const double *v, size_t k, double w, double r, double *sum)
{
	dpmf_add_scaled(2 * (dpmf_dot(u, v, k) - w * r), u, k, sum);
}

/*@ logic real stepped(real v, real g, real rate, real lambda) = v - rate * (g + 2 * lambda * v); */

/*@ assigns \nothing;
    ensures equation: \result == stepped(v, g, rate, lambda); */
static double step_one(double v, double g, double rate, double lambda)
{
	return v - rate * (g + 2 * lambda * v);
}

void dpmf_hdpmf_step(double *v, const double *gradient, size_t k, double rate, double lambda)
{
	/*@ loop invariant range: 0 <= l <= k;
	    loop invariant kept: \forall integer j; 0 <= j < k ==> gradient[j] == \at(gradient[j], Pre);
	    loop invariant ahead: \forall integer j; l <= j < k ==> v[j] == \at(v[j], Pre);
	    loop invariant done: \forall integer j; 0 <= j < l ==>
	      v[j] == stepped(\at(v[j], Pre), \at(gradient[j], Pre), rate, lambda);
	    loop assigns l, v[0 .. k - 1];
	    loop variant k - l; */
	for (size_t l = 0; l < k; l++)
		v[l] = step_one(v[l], gradient[l], rate, lambda);
}

double dpmf_hdpmf_noise_scale(double delta, size_t k, double epsilon)
{
	return 2 * delta * sqrt((double)k) / epsilon;
}

double dpmf_hdpmf_predict(const double *u, const double *v, size_t k, double w)
{
	return dpmf_dot(u, v, k) / w;
}

void dpmf_hdpmf_contribute(int64_t rating_steps, int64_t weight_steps, const int64_t *feature, size_t k, int64_t *sum)
{
	const int64_t stretched = weight_steps * rating_steps;

	/*@ loop invariant range: 0 <= l <= k;
	    loop invariant kept: \forall integer j; 0 <= j < k ==> feature[j] == \at(feature[j], Pre);
	    loop invariant ahead: \forall integer j; l <= j < k ==> sum[j] == \at(sum[j], Pre);
	    loop invariant done: \forall integer j; 0 <= j < l ==>
	      sum[j] == \at(sum[j], Pre) + stretched * \at(feature[j], Pre);
	    loop assigns l, sum[0 .. k - 1];
	    loop variant k - l; */
	for (size_t l = 0; l < k; l++)
		sum[l] += stretched * feature[l];
}
