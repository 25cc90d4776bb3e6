/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "solve/ball_kernels.h"

#include <math.h>

#include "core/vector.h"

/*@ requires off_pole(beta, s);
    assigns  \nothing;
    ensures  stationary: stationary(beta, s, \result);
*/
static double point_one(double beta, double s)
{
	return beta == 0 ? 0 : beta / (2 * s);
}

void dpmf_ball_point(const double *beta, const double *gap, size_t n, double t, double *p)
{
	/*@ loop invariant range: 0 <= i <= n;
	    loop invariant kept: \forall integer j; 0 <= j < n ==>
	      beta[j] == \at(beta[j], Pre) && gap[j] == \at(gap[j], Pre);
	    loop invariant done: \forall integer j; 0 <= j < i ==>
	      stationary(\at(beta[j], Pre), \at(gap[j], Pre) + t, p[j]);
	    loop assigns i, p[0 .. n - 1];
	    loop variant n - i; */
	for (size_t i = 0; i < n; i++)
		p[i] = point_one(beta[i], gap[i] + t);
}

double dpmf_ball_between(double lo, double hi)
{
	const double middle = lo == 0 ? hi / 16 : hi > 4 * lo ? sqrt(lo) * sqrt(hi) : lo + (hi - lo) / 2;

	return middle < lo ? lo : middle > hi ? hi : middle;
}

double dpmf_ball_newton(double t, double norm, double slope, double radius, double lo, double hi)
{
	const double next = t + (norm - radius) / radius * (norm * norm / slope);

	return lo < next && next < hi ? next : dpmf_ball_between(lo, hi);
}

double dpmf_ball_residual(const double *row, const double *q, size_t n, size_t i, double mu, double b_i)
{
	return 2 * (dpmf_dot(row, q, n) + mu * q[i]) - b_i;
}
