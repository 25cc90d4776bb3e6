/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "mech/dpals/kernels.h"

#include "mech/gaussmf/kernels.h"

void dpmf_dpals_ridge(const double *eigenvalue, const double *first, size_t n, double lambda, double *solved)
{
	/*@ loop invariant 0 <= l <= n;
	    loop invariant done: \forall integer m; 0 <= m < l ==>
	      solved[m] == \at(first[m], Pre) / (dpals_positive(\at(eigenvalue[m], Pre)) + lambda);
	    loop assigns l, solved[0 .. n - 1];
	    loop variant n - l; */
	for (size_t l = 0; l < n; l++)
		solved[l] = first[l] / ((eigenvalue[l] > 0 ? eigenvalue[l] : 0) + lambda);
}

int64_t dpmf_dpals_cut(int64_t value, int64_t bound)
{
	if (value > bound)
		return bound;
	return value < -bound ? -bound : value;
}

size_t dpmf_dpals_sums(size_t d)
{
	return d * (d + 1) / 2 + d;
}

void dpmf_dpals_contribute(int64_t rating, const int64_t *u, size_t d, int64_t *sum)
{
	for (size_t l = 0; l < d; sum += d - l, l++)
		dpmf_gaussmf_contribute(u[l], u + l, d - l, sum);
	dpmf_gaussmf_contribute(rating, u, d, sum);
}

int64_t dpmf_dpals_half(int64_t square)
{
	int64_t half = 0;

	/*@ loop invariant 0 <= half <= square;
	    loop invariant least: half == 0 || 2 * (half - 1) * (half - 1) < square * square;
	    loop assigns half;
	    loop variant square - half; */
	while (half < square && 2 * half * half < square * square)
		half++;
	return half;
}
