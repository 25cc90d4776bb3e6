/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "mech/dpmf_rp.h"

#include <math.h>

#include "core/vector.h"

double rp_clip_error(double error, double e)
{
	if (error > e)
		return e;
	return error < -e ? -e : error;
}

/*@ requires \valid(u + (0 .. k - 1));
    assigns  u[0 .. k - 1];
    ensures  each: \forall integer l; 0 <= l < k ==> u[l] == factor * \old(u[l]); */
static void shrink(double factor, double *u, size_t k)
{
	/*@ loop invariant range: 0 <= l <= k;
	    loop invariant ahead: \forall integer j; l <= j < k ==> u[j] == \at(u[j], Pre);
	    loop invariant done: \forall integer j; 0 <= j < l ==> u[j] == factor * \at(u[j], Pre);
	    loop assigns l, u[0 .. k - 1];
	    loop variant k - l; */
	for (size_t l = 0; l < k; l++)
		u[l] = factor * u[l];
}

void rp_clip_profile(double *u, size_t k, double b1)
{
	const double l1 = dpmf_l1(u, k);

	if (l1 > b1)
		shrink(b1 / l1, u, k);
}

void rp_project_add(double sign, double weight, double error, const double *u, size_t k, double *row)
{
	dpmf_add_scaled(sign * weight * error, u, k, row);
}

void rp_butterfly(double *a, double *b, size_t k)
{
	/*@ loop invariant range: 0 <= l <= k;
	    loop invariant ahead: \forall integer j; l <= j < k ==> a[j] == \at(a[j], Pre) && b[j] == \at(b[j], Pre);
	    loop invariant sum: \forall integer j; 0 <= j < l ==> a[j] == \at(a[j], Pre) + \at(b[j], Pre);
	    loop invariant difference: \forall integer j; 0 <= j < l ==> b[j] == \at(a[j], Pre) - \at(b[j], Pre);
	    loop assigns l, a[0 .. k - 1], b[0 .. k - 1];
	    loop variant k - l; */
	for (size_t l = 0; l < k; l++) {
		const double difference = a[l] - b[l];

		a[l] += b[l];
		b[l] = difference;
	}
}

void rp_hadamard(double *x, size_t rows, size_t k)
{
	const double root = sqrt((double)rows);

	for (size_t half = 1; half < rows; half *= 2)
		for (size_t block = 0; block < rows; block += 2 * half)
			for (size_t row = block; row < block + half; row++)
				rp_butterfly(x + row * k, x + (row + half) * k, k);
	for (size_t l = 0; l < rows * k; l++)
		x[l] /= root;
}

size_t rp_padded(size_t p)
{
	size_t padded = 1;

	/*@ loop invariant below: 1 <= padded < 2 * p;
	    loop assigns padded;
	    loop variant p - padded; */
	while (padded < p)
		padded *= 2;
	return padded;
}

double rp_estimate(double sum, double users, double q, double theta, double c)
{
	return (sum - users * q / 2) * c / (q * theta);
}
