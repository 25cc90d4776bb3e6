/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/timing/order.h"

#include <math.h>
#include <stdlib.h>

#include "audit/timing/rank.h"

enum { LAGS = 8, RUNS_LEAST = 100 };
#define THRESHOLD 6.0

static enum dpmf_status look(const double *rank, size_t count, struct dpmf_error *error)
{
	for (size_t lag = 1; lag <= LAGS && lag + RUNS_LEAST < count; lag++) {
		const struct timing_rank alike = ranks_compare(rank, rank + lag, NULL, count - lag);

		if (fabs(alike.z) > THRESHOLD)
			return dpmf_fail(error, DPMF_INPUT, "the answers follow the order of requests: an answer and the one %zu later are %s each other "
			                 "(rank correlation %.3f of %zu). Draw anew for each line, from SEED alone", lag, alike.z > 0 ? "like" : "unlike", alike.correlation, count - lag);
	}
	return DPMF_OK;
}

enum dpmf_status timing_order(const struct timing_columns *columns, struct dpmf_error *error)
{
	double *rank = malloc((columns->runs + 1) * sizeof(double));
	enum dpmf_status status = rank ? DPMF_OK : dpmf_fail(error, DPMF_FAILED, "no memory for the order of %zu runs", columns->runs);

	for (int i = 0; i < 2 && status == DPMF_OK; i++) {
		status = ranks_of(i ? columns->side : columns->distance, columns->runs, rank, error);
		if (status == DPMF_OK)
			status = look(rank, columns->runs, error);
	}
	free(rank);
	return status;
}
