/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/timing/rank.h"

#include <math.h>
#include <stdlib.h>

struct placed {
	double value;
	size_t place;
};

static int ascending(const void *a, const void *b)
{
	const struct placed *x = a, *y = b;

	return (x->value > y->value) - (x->value < y->value);
}

enum dpmf_status ranks_of(const double *value, size_t count, double *rank, struct dpmf_error *error)
{
	struct placed *sorted = malloc((count + 1) * sizeof(*sorted));

	if (!sorted)
		return dpmf_fail(error, DPMF_FAILED, "no memory for the ranks of %zu runs", count);
	for (size_t i = 0; i < count; i++)
		sorted[i] = (struct placed){ value[i], i };
	qsort(sorted, count, sizeof(*sorted), ascending);
	for (size_t i = 0, end; i < count; i = end) {
		for (end = i + 1; end < count && sorted[end].value == sorted[i].value; end++) {
		}
		for (size_t j = i; j < end; j++)
			rank[sorted[j].place] = ((double)i + (double)end - 1) / 2;
	}
	free(sorted);
	return DPMF_OK;
}

struct timing_rank ranks_compare(const double *a, const double *b, const unsigned char *class, size_t count)
{
	double both = 0, left = 0, right = 0, middle[2] = { 0 };
	size_t some = 0;

	for (size_t i = 0; i < count; i++) {
		if (class && class[i] == RANKS_LEFT_OUT)
			continue;
		middle[0] += a[i];
		middle[1] += b[i];
		some++;
	}
	for (size_t i = 0; i < count; i++) {
		const double x = a[i] - middle[0] / (double)some, y = b[i] - middle[1] / (double)some;

		if (class && class[i] == RANKS_LEFT_OUT)
			continue;
		both += x * y;
		left += x * x;
		right += y * y;
	}
	if (some < 2 || !(left > 0 && right > 0))
		return (struct timing_rank){ 0 };
	const double rho = both / sqrt(left) / sqrt(right);

	return (struct timing_rank){ rho, rho * sqrt((double)some - 1) };
}
