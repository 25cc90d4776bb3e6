/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/vector.h"

#include <float.h>
#include <math.h>

double dpmf_dot(const double *x, const double *y, size_t n)
{
	double sum = 0;

	/*@ loop invariant range: 0 <= i <= n;
	    loop invariant so_far: sum == dot(x, y, i);
	    loop assigns i, sum;
	    loop variant n - i; */
	for (size_t i = 0; i < n; i++)
		sum += x[i] * y[i];
	return sum;
}

void dpmf_scale(double a, const double *x, size_t n, double *y)
{
	/*@ loop invariant range: 0 <= i <= n;
	    loop invariant kept: \forall integer j; 0 <= j < n ==> x[j] == \at(x[j], Pre);
	    loop invariant done: \forall integer j; 0 <= j < i ==> y[j] == a * \at(x[j], Pre);
	    loop assigns i, y[0 .. n - 1];
	    loop variant n - i; */
	for (size_t i = 0; i < n; i++)
		y[i] = a * x[i];
}

void dpmf_add_scaled(double a, const double *x, size_t n, double *y)
{
	/*@ loop invariant range: 0 <= i <= n;
	    loop invariant kept: \forall integer j; 0 <= j < n ==> x[j] == \at(x[j], Pre);
	    loop invariant done: \forall integer j; 0 <= j < i ==> y[j] == \at(y[j], Pre) + a * \at(x[j], Pre);
	    loop invariant rest: \forall integer j; i <= j < n ==> y[j] == \at(y[j], Pre);
	    loop assigns i, y[0 .. n - 1];
	    loop variant n - i; */
	for (size_t i = 0; i < n; i++)
		y[i] += a * x[i];
}

double dpmf_l1(const double *x, size_t n)
{
	double sum = 0;

	/*@ loop invariant range: 0 <= i <= n;
	    loop invariant so_far: sum == absolutes(x, i);
	    loop assigns i, sum;
	    loop variant n - i; */
	for (size_t i = 0; i < n; i++)
		sum += fabs(x[i]);
	return sum;
}

/* sqrt(sum (a x_i)^2), rounded as dpmf_l2 would round it for the vector a x. */
/*@ requires \valid_read(x + (0 .. n - 1));
    requires a >= 0;
    assigns  \nothing;
    ensures  root: \result == \sqrt(a * a * squares(x, n));
*/
static double l2_of_scaled(double a, const double *x, size_t n)
{
	double sum = 0;

	/*@ loop invariant range: 0 <= i <= n;
	    loop invariant so_far: sum == a * a * squares(x, i);
	    loop invariant sign: sum >= 0;
	    loop assigns i, sum;
	    loop variant n - i; */
	for (size_t i = 0; i < n; i++) {
		const double term = a * x[i];

		sum += term * term;
	}
	return sqrt(sum);
}

double dpmf_l2(const double *x, size_t n)
{
	return l2_of_scaled(1, x, n);
}

/* The largest factor tried that brings x back into the ball. In real numbers
   the first is right; in doubles it is lowered by one unit in the last place,
   then by twice as much, and so on, which ends at 0 at the latest. */
/*@ requires \valid_read(x + (0 .. n - 1));
    requires 0 <= radius < norm && norm == \sqrt(squares(x, n));
    assigns  \nothing;
    ensures  first: \result == radius / norm;
*/
static double factor_into_ball(const double *x, size_t n, double norm, double radius)
{
	double factor = radius / norm;

	/*@ loop invariant first: factor == radius / norm;
	    loop assigns factor, shrink;
	    loop variant 0; */
	for (double shrink = DBL_EPSILON / 2; l2_of_scaled(factor, x, n) > radius; shrink *= 2)
		factor *= 1 - shrink;
	return factor;
}

void dpmf_project_ball(double *x, size_t n, double radius)
{
	const double norm = dpmf_l2(x, n);
	double factor;

	if (!(norm > radius))
		return;
	factor = factor_into_ball(x, n, norm, radius);
	/*@ loop invariant range: 0 <= i <= n;
	    loop invariant done: \forall integer j; 0 <= j < i ==> x[j] == factor * \at(x[j], Pre);
	    loop invariant rest: \forall integer j; i <= j < n ==> x[j] == \at(x[j], Pre);
	    loop assigns i, x[0 .. n - 1];
	    loop variant n - i; */
	for (size_t i = 0; i < n; i++)
		x[i] *= factor;
}
