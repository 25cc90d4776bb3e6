/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "solve/pgd.h"

#include <math.h>

#include "core/vector.h"
#include "solve/ball_kernels.h"

/* q moves; the returned distance is how far. `gradient` is overwritten. */
static double move(const double *a, const double *b, size_t d, double r, double step, double *q, double *gradient)
{
	double distance = 0;

	for (size_t i = 0; i < d; i++)
		gradient[i] = dpmf_ball_residual(a + i * d, q, d, i, 0, b[i]);
	for (size_t i = 0; i < d; i++) {
		const double from = q[i];

		q[i] -= step * gradient[i];
		gradient[i] = from;
	}
	dpmf_project_ball(q, d, r);
	for (size_t i = 0; i < d; i++)
		distance += (q[i] - gradient[i]) * (q[i] - gradient[i]);
	return sqrt(distance);
}

size_t dpmf_pgd(const double *a, const double *b, size_t d, double r, size_t most, double near, double *q,
                double *gradient)
{
	const double bend = r > 0 ? 2 * dpmf_l2(a, d * d) + ldexp(dpmf_l2(b, d) / r, -30) : 0;
	size_t steps = 0;

	if (!(bend > 0))
		return 0;
	while (steps < most) {
		steps++;
		if (move(a, b, d, r, 1 / bend, q, gradient) <= near * r)
			break;
	}
	return steps;
}
