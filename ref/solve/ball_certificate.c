/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "solve/ball_certificate.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "core/vector.h"
#include "solve/ball_kernels.h"

#define UNIT (DBL_EPSILON / 2)

size_t dpmf_ball_certify_work(size_t d)
{
	return d * d + d;
}

/* Above gamma_n = n u / (1 - n u), what n rounding errors in a row make, and above the few more around it. */
static double rounding(size_t n)
{
	return 1.01 * (double)(n + 8) * UNIT;
}

/* Whether the Cholesky decomposition of A + shift I runs to its end; `lower` is overwritten. */
static bool decomposes(const double *a, size_t d, double shift, double *lower)
{
	memcpy(lower, a, d * d * sizeof *lower);
	for (size_t j = 0; j < d; j++) {
		double *row = lower + j * d;
		double pivot;

		for (size_t k = 0; k < j; k++)
			row[k] = (row[k] - dpmf_dot(row, lower + k * d, k)) / lower[k * d + k];
		pivot = row[j] + shift - dpmf_dot(row, row, j);
		if (!(pivot > 0))
			return false;
		row[j] = sqrt(pivot);
	}
	return true;
}

/* A computed R with R'R = A + shift I + E has |E|_2 <= gamma_(d+1) / (1 - gamma_(d+1)) tr(A + shift I)
   (Higham 2002, Theorem 10.3); `least` is above that for the first shifts, and what the later ones
   add to the trace is in the factor at the end. */
static double curvature_of(const double *a, size_t d, double mu, double *lower)
{
	double size = dpmf_l2(a, d * d) + (double)d * mu, least, shift;

	for (size_t i = 0; i < d; i++)
		size += fabs(a[i * d + i]);
	least = 2 * rounding(d) * size;
	if (least == 0 || decomposes(a, d, mu - least, lower))
		return 0;
	for (shift = least; !decomposes(a, d, mu + shift, lower) && isfinite(shift); shift *= 2)
		continue;
	return (shift + least) * (1 + 4 * (double)d * rounding(d));
}

void dpmf_ball_certify(const double *a, const double *b, size_t d, double r, const double *q, double mu,
                       double *work, struct dpmf_ball_certificate *certificate)
{
	const double up = 1 + 4 * rounding(d * d), error = rounding(d), norm = dpmf_l2(q, d);
	const double scale = 2 * (dpmf_l2(a, d * d) + mu) * norm + dpmf_l2(b, d);
	const double reach = (r + norm) * up, inside = fmax(0, r - norm * (1 - error));
	double *lower = work, *rest = work + d * d;
	struct dpmf_ball_certificate c = { .multiplier = mu };

	for (size_t i = 0; i < d; i++)
		rest[i] = dpmf_ball_residual(a + i * d, q, d, i, mu, b[i]);
	c.residual = (dpmf_l2(rest, d) + error * scale * up) * up;
	c.relative = scale > 0 ? c.residual / scale * up : 0;
	c.curvature = curvature_of(a, d, mu, lower);
	c.excess = (c.residual + c.curvature * reach + mu * inside) * reach * up;
	*certificate = c;
}
