/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "mech/gaussmf/kernels.h"

#include <math.h>

#include "core/vector.h"

/*@ requires norm >= 0 && clip > 0;
    assigns  \nothing;
    ensures  divisor: \result == clip_divisor(norm, clip);
    ensures  positive: \result >= 1; */
static double divisor_of(double norm, double clip)
{
	return norm > clip ? norm / clip : 1;
}

/*@ logic real quotient(real x, real divisor) = x / divisor; */

/*@ requires divisor >= 1;
    assigns  \nothing;
    ensures  quotient: \result == quotient(x, divisor); */
static double divided(double x, double divisor)
{
	return x / divisor;
}

/*@ requires \valid_read(x + (0 .. n - 1)) && \valid(y + (0 .. n - 1));
    requires \separated(x + (0 .. n - 1), y + (0 .. n - 1));
    requires divisor >= 1;
    assigns  y[0 .. n - 1];
    ensures  each: \forall integer l; 0 <= l < n ==> y[l] == quotient(\old(x[l]), divisor); */
static void divide(const double *x, size_t n, double divisor, double *y)
{
	/*@ loop invariant range: 0 <= l <= n;
	    loop invariant kept: \forall integer j; 0 <= j < n ==> x[j] == \at(x[j], Pre);
	    loop invariant done: \forall integer j; 0 <= j < l ==> y[j] == quotient(\at(x[j], Pre), divisor);
	    loop assigns l, y[0 .. n - 1];
	    loop variant n - l; */
	for (size_t l = 0; l < n; l++)
		y[l] = divided(x[l], divisor);
}

void dpmf_gaussmf_clip(const double *x, size_t n, double clip, double *clipped)
{
	divide(x, n, divisor_of(dpmf_l2(x, n), clip), clipped);
}

double dpmf_gaussmf_residual(const double *x, const double *theta, size_t n, double v)
{
	return dpmf_dot(x, theta, n) - v;
}

void dpmf_gaussmf_accumulate(double residual, const double *outer, size_t n, double *gradient)
{
	dpmf_add_scaled(residual, outer, n, gradient);
}

void dpmf_gaussmf_regularize(double lambda, const double *own, size_t n, double *gradient)
{
	dpmf_add_scaled(lambda, own, n, gradient);
}

void dpmf_gaussmf_step(double *profile, const double *gradient, size_t n, double mu)
{
	dpmf_add_scaled(-mu, gradient, n, profile);
}

/* Frama-C's C library says nothing about the value of log. */
/*@ requires x >= 1;
    assigns  \nothing;
    ensures  value: \result == \log(x);
    ensures  sign: \result >= 0; */
static double logarithm(double x)
{
	return log(x);
}

double dpmf_gaussmf_sigma(double tau, double clip, double eps_i, double delta)
{
	return tau * clip / eps_i * sqrt(2 * logarithm(1.25 / delta));
}

void dpmf_gaussmf_contribute(int64_t rating_steps, const int64_t *outer, size_t n, int64_t *sum)
{
	/*@ loop invariant range: 0 <= l <= n;
	    loop invariant kept: \forall integer j; 0 <= j < n ==> outer[j] == \at(outer[j], Pre);
	    loop invariant ahead: \forall integer j; l <= j < n ==> sum[j] == \at(sum[j], Pre);
	    loop invariant done: \forall integer j; 0 <= j < l ==>
	      sum[j] == \at(sum[j], Pre) + rating_steps * \at(outer[j], Pre);
	    loop assigns l, sum[0 .. n - 1];
	    loop variant n - l; */
	for (size_t l = 0; l < n; l++)
		sum[l] += rating_steps * outer[l];
}

/*@ requires -67108864 <= x <= 67108864;
    assigns  \nothing;
    ensures  square: \result == x * x;
    ensures  fits: 0 <= \result <= 4503599627370496; */
static int64_t square(int64_t x)
{
	return x * x;
}

bool dpmf_gaussmf_within(const int64_t *outer, size_t n, int64_t bound)
{
	int64_t sum = 0;

	/*@ loop invariant range: 0 <= l <= n;
	    loop invariant so_far: sum == step_squares(outer, l);
	    loop invariant fits: 0 <= sum <= l * 4503599627370496;
	    loop assigns l, sum;
	    loop variant n - l; */
	for (size_t l = 0; l < n; l++)
		sum += square(outer[l]);
	return sum <= square(bound);
}

void dpmf_gaussmf_shrink(int64_t *outer, size_t n)
{
	/*@ loop invariant range: 0 <= l <= n;
	    loop invariant ahead: \forall integer j; l <= j < n ==> outer[j] == \at(outer[j], Pre);
	    loop invariant positive: \forall integer j; 0 <= j < l ==> \at(outer[j], Pre) > 0 ==>
	      outer[j] == \at(outer[j], Pre) - 1;
	    loop invariant negative: \forall integer j; 0 <= j < l ==> \at(outer[j], Pre) < 0 ==>
	      outer[j] == \at(outer[j], Pre) + 1;
	    loop invariant zero: \forall integer j; 0 <= j < l ==> \at(outer[j], Pre) == 0 ==> outer[j] == 0;
	    loop assigns l, outer[0 .. n - 1];
	    loop variant n - l; */
	for (size_t l = 0; l < n; l++)
		outer[l] -= (outer[l] > 0) - (outer[l] < 0);
}
