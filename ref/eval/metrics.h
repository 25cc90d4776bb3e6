/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Errors of predictions. */
#ifndef DPMF_EVAL_METRICS_H
#define DPMF_EVAL_METRICS_H
#include <stddef.h>
#include "core/public.h"

DPMF_BEGIN

struct dpmf_metrics {
	size_t count;
	double mse, rmse, mae; /* mean square, its root, mean absolute; NaN when count is 0 */
};

struct dpmf_metrics dpmf_measure(const double *predicted, const double *truth, size_t count);

DPMF_END

#endif
