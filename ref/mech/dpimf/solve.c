/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "mech/dpimf/solve.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/vector.h"
#include "mech/dpimf/kernels.h"
#include "solve/cholesky.h"

enum dpmf_status dpmf_dpimf_shared_open(const double *gram, size_t d, double lambda, size_t of_all,
                                        struct dpmf_dpimf_shared *shared, struct dpmf_error *error)
{
	struct dpmf_dpimf_shared made = { .d = d, .radius = sqrt(1 / lambda) };

	made.matrix = malloc(d * d * sizeof *made.matrix);
	made.factor = malloc(d * d * sizeof *made.factor);
	if (!made.matrix || !made.factor) {
		dpmf_dpimf_shared_close(&made);
		return dpmf_fail(error, DPMF_FAILED, "no memory for a matrix of %zu factors", d);
	}
	memcpy(made.matrix, gram, d * d * sizeof *made.matrix);
	for (size_t j = 0; j < d; j++)
		made.matrix[j * d + j] += lambda * dpmf_dpimf_regularizer(0, 1, 0, (double)of_all);
	memcpy(made.factor, made.matrix, d * d * sizeof *made.factor);
	if (!dpmf_cholesky(made.factor, d)) {
		free(made.factor);
		made.factor = NULL;
	}
	*shared = made;
	return DPMF_OK;
}

void dpmf_dpimf_shared_close(struct dpmf_dpimf_shared *shared)
{
	free(shared->matrix);
	free(shared->factor);
	memset(shared, 0, sizeof *shared);
}

enum dpmf_status dpmf_dpimf_shared_solve(const struct dpmf_dpimf_shared *shared, struct dpmf_ball_qp *qp, const double *first,
                                         double *q)
{
	if (shared->factor) {
		for (size_t l = 0; l < shared->d; l++)
			q[l] = first[l] / 2;
		dpmf_cholesky_solve(shared->factor, shared->d, q);
		if (dpmf_l2(q, shared->d) <= shared->radius)
			return DPMF_OK;
	}
	return dpmf_ball_qp_solve(qp, shared->matrix, first, shared->radius, q, NULL, NULL);
}
