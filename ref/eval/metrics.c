/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "eval/metrics.h"

#include <math.h>

struct dpmf_metrics dpmf_measure(const double *predicted, const double *truth, size_t count)
{
	double squares = 0, absolutes = 0;

	for (size_t i = 0; i < count; i++) {
		const double difference = predicted[i] - truth[i];

		squares += difference * difference;
		absolutes += fabs(difference);
	}
	if (count == 0)
		return (struct dpmf_metrics){ 0, NAN, NAN, NAN };
	squares /= (double)count;
	return (struct dpmf_metrics){ count, squares, sqrt(squares), absolutes / (double)count };
}
