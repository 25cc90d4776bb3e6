/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "solve/cholesky.h"

#include <math.h>

bool dpmf_cholesky(double *a, size_t d)
{
	for (size_t k = 0; k < d; k++) {
		double *pivot = a + k * d;

		if (!(pivot[k] > 0) || !isfinite(pivot[k]))
			return false;
		pivot[k] = sqrt(pivot[k]);
		for (size_t j = k + 1; j < d; j++)
			pivot[j] /= pivot[k];
		for (size_t i = k + 1; i < d; i++)
			for (size_t j = i; j < d; j++)
				a[i * d + j] -= pivot[i] * pivot[j];
	}
	return true;
}

void dpmf_cholesky_solve(const double *r, size_t d, double *x)
{
	for (size_t k = 0; k < d; k++) {
		x[k] /= r[k * d + k];
		for (size_t j = k + 1; j < d; j++)
			x[j] -= r[k * d + j] * x[k];
	}
	for (size_t k = d; k-- > 0;) {
		for (size_t j = k + 1; j < d; j++)
			x[k] -= r[k * d + j] * x[j];
		x[k] /= r[k * d + k];
	}
}
