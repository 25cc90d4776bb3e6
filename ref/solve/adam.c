/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "solve/adam.h"

#include <math.h>
#include <stdlib.h>

enum dpmf_status dpmf_adam_open(struct dpmf_adam *adam, size_t n, double rate, double beta1, double beta2,
                                struct dpmf_error *error)
{
	double *memory;

	if (!(rate > 0) || !isfinite(rate))
		return dpmf_fail(error, DPMF_INPUT, "Adam's rate %g is not a number above 0", rate);
	if (!(beta1 >= 0 && beta1 < 1) || !(beta2 >= 0 && beta2 < 1))
		return dpmf_fail(error, DPMF_INPUT, "Adam's betas %g and %g are not both in [0, 1)", beta1, beta2);
	memory = calloc(2 * n + 1, sizeof *memory);
	if (!memory)
		return dpmf_fail(error, DPMF_FAILED, "no memory for Adam's means of %zu coordinates", n);
	*adam = (struct dpmf_adam){ .rate = rate, .beta1 = beta1, .beta2 = beta2, .n = n,
	                            .power1 = 1, .power2 = 1, .mean = memory, .square = memory + n };
	return DPMF_OK;
}

void dpmf_adam_close(struct dpmf_adam *adam)
{
	free(adam->mean);
	*adam = (struct dpmf_adam){ .mean = NULL };
}

void dpmf_adam_step(struct dpmf_adam *adam, const double *gradient, double *x)
{
	adam->power1 *= adam->beta1;
	adam->power2 *= adam->beta2;
	for (size_t l = 0; l < adam->n; l++) {
		adam->mean[l] = adam->beta1 * adam->mean[l] + (1 - adam->beta1) * gradient[l];
		adam->square[l] = adam->beta2 * adam->square[l] + (1 - adam->beta2) * gradient[l] * gradient[l];
		x[l] -= adam->rate * adam->mean[l] / (1 - adam->power1) /
		        (sqrt(adam->square[l] / (1 - adam->power2)) + 1e-8);
	}
}
