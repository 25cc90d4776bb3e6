/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "mech/means/kernels.h"

int64_t dpmf_means_total(const int64_t *rating, size_t n)
{
	int64_t total = 0;

	/*@ loop invariant range: 0 <= k <= n;
	    loop invariant so_far: total == steps_total(rating, k);
	    loop invariant size: -1048576 * k <= total <= 1048576 * k;
	    loop assigns k, total;
	    loop variant n - k; */
	for (size_t k = 0; k < n; k++)
		total += rating[k];
	return total;
}

double dpmf_means_effect(double sum, double n, double noise)
{
	return n > 0 ? sum / (n + 5 * (1 + noise / n)) : 0;
}
