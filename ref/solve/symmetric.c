/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "solve/symmetric.h"

#include <float.h>
#include <math.h>

#include "core/vector.h"

enum { STEPS = 60 };

static double largest(const double *x, size_t n)
{
	double most = 0;

	for (size_t i = 0; i < n; i++)
		most = fmax(most, fabs(x[i]));
	return most;
}

/* Makes x the vector u of I - factor u u', the reflection that takes the old x
   to (*first, 0, ..., 0); returns the factor. x is scaled, so that no square is
   lost: else the reflection would not be orthogonal. */
static double reflection(double *x, size_t n, double *first)
{
	const double scale = largest(x, n);
	double norm;

	*first = x[0];
	if (largest(x + 1, n - 1) == 0)
		return 0;
	for (size_t i = 0; i < n; i++)
		x[i] /= scale;
	norm = copysign(dpmf_l2(x, n), x[0]);
	*first = -norm * scale;
	x[0] += norm;
	return 1 / (norm * x[0]);
}

/* B = H B H for the n x n matrix at `b`, rows d apart, and H = I - factor u u'. */
static void reflect_both(double *b, size_t d, size_t n, const double *u, double factor, double *w)
{
	for (size_t i = 0; i < n; i++)
		w[i] = factor * dpmf_dot(b + i * d, u, n);
	dpmf_add_scaled(-factor / 2 * dpmf_dot(w, u, n), u, n, w);
	for (size_t i = 0; i < n; i++)
		for (size_t j = 0; j < n; j++)
			b[i * d + j] -= u[i] * w[j] + w[i] * u[j];
}

/* A = V' T V for a T of three diagonals: `diagonal`, and `next` on either side of
   it, of which the last is 0. Row k of v keeps the factor of reflection k on the
   diagonal and its u beyond. */
static void reduce(double *v, size_t d, double *diagonal, double *next)
{
	for (size_t k = 0; k + 1 < d; k++) {
		double *u = v + k * d + k + 1;
		const double factor = reflection(u, d - k - 1, &next[k]);

		diagonal[k] = v[k * d + k];
		v[k * d + k] = factor;
		if (factor != 0)
			reflect_both(u + d, d, d - k - 1, u, factor, diagonal + k + 1);
	}
	diagonal[d - 1] = v[d * d - 1];
	next[d - 1] = v[d * d - 1] = 0;
}

/* The reflections that `reduce` left in v give way to their product, from the last to the first. */
static void multiply_reflections(double *v, size_t d)
{
	for (size_t k = d; k-- > 0;) {
		const double *u = v + k * d + k + 1;
		const double factor = v[k * d + k];

		for (size_t i = k + 1; i < d && factor != 0; i++) {
			double *row = v + i * d + k + 1;

			dpmf_add_scaled(-factor * dpmf_dot(row, u, d - k - 1), u, d - k - 1, row);
		}
		for (size_t i = k + 1; i < d; i++)
			v[k * d + i] = v[i * d + k] = 0;
		v[k * d + k] = 1;
	}
}

/* The first m from l on where T falls apart behind m. */
static size_t end_of_block(const double *diagonal, const double *next, size_t d, size_t l)
{
	size_t m = l;

	while (m + 1 < d && fabs(next[m]) > DBL_EPSILON / 2 * (fabs(diagonal[m]) + fabs(diagonal[m + 1])) &&
	       fabs(next[m]) > DBL_MIN)
		m++;
	return m;
}

/* x = c x - s y and y = s x + c y. */
static void rotate(double *x, double *y, size_t n, double c, double s)
{
	for (size_t i = 0; i < n; i++) {
		const double old = x[i];

		x[i] = c * old - s * y[i];
		y[i] = s * old + c * y[i];
	}
}

/* One implicit QL step with Wilkinson's shift on the block l .. m. */
static void step(double *v, size_t d, double *diagonal, double *next, size_t l, size_t m)
{
	const double half = (diagonal[l + 1] - diagonal[l]) / (2 * next[l]);
	double g = diagonal[m] - diagonal[l] + next[l] / (half + copysign(hypot(half, 1), half));
	double s = 1, c = 1, shift = 0;

	for (size_t i = m; i-- > l;) {
		const double f = s * next[i], b = c * next[i], r = hypot(f, g);
		double rest;

		next[i + 1] = r;
		if (r == 0) { /* T falls apart here; the rest is left for the next step */
			diagonal[i + 1] -= shift;
			next[m] = 0;
			return;
		}
		s = f / r;
		c = g / r;
		g = diagonal[i + 1] - shift;
		rest = (diagonal[i] - g) * s + 2 * c * b;
		shift = s * rest;
		diagonal[i + 1] = g + shift;
		g = c * rest - b;
		rotate(v + i * d, v + (i + 1) * d, d, c, s);
	}
	diagonal[l] -= shift;
	next[l] = g;
	next[m] = 0;
}

bool dpmf_symmetric_eigen(double *v, size_t d, double *values, double *work)
{
	reduce(v, d, values, work);
	multiply_reflections(v, d);
	for (size_t l = 0; l < d; l++) {
		size_t m;

		for (int steps = 0; (m = end_of_block(values, work, d, l)) > l; steps++) {
			if (steps == STEPS)
				return false;
			step(v, d, values, work, l, m);
		}
	}
	return true;
}
