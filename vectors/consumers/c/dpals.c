/* SPDX-License-Identifier: 0BSD */
/* dpals: what a user adds to an item's sums, how far a row moves them, and an item of two factors. */
#include <math.h>

#include "algorithms.h"

/* One product more at the place; false: it leaves 64 bits. */
static bool add_at(int64_t *sum, int64_t a, int64_t b)
{
	int64_t part;

	return product(a, b, &part) && sum_of(*sum, part, sum);
}

RUN(dpals_contribute)
{
	const int64_t rating = in_i64(t, "rating_steps");
	int64_t u[MOST], sum[MOST];
	const size_t d = in_i64s(t, "u", u), sums = in_i64s(t, "sum", sum);
	size_t at = 0;

	t->malformed |= sums != d * (d + 1) / 2 + d;
	t->refused = d == 0;
	for (size_t l = 0; l < d && !t->malformed; l++)
		for (size_t m = l; m < d; m++)
			t->refused |= !add_at(&sum[at++], u[l], u[m]);
	for (size_t l = 0; l < d && !t->malformed; l++)
		t->refused |= !add_at(&sum[at++], rating, u[l]);
	if (!t->malformed && !t->refused)
		out_i64s(t, "sum", sum, sums);
}

RUN(dpals_half)
{
	const int64_t square = in_i64(t, "square");
	int64_t half = 0;

	t->refused = square < 0 || square > 1048576;
	while (!t->refused && 2 * half * half < square * square)
		half++;
	if (!t->malformed && !t->refused)
		out_i64(t, "half", half);
}

/* 1 / (max(eigenvalue, 0) + lambda) */
static double weight(double eigenvalue, double lambda)
{
	return 1 / ((eigenvalue > 0 ? eigenvalue : 0) + lambda);
}

/* A is middle I + B, and B has the eigenvalues root and -root. */
RUN(dpals_item)
{
	const struct list a = in_list(t, "second"), first = in_list(t, "first");
	const double lambda = in_double(t, "lambda");
	double middle, half, root, even, odd, profile[2];

	t->refused = a.n != 3 || first.n != 2 || !(lambda > 0) || isinf(lambda) || !finite_all(a.x, a.n) || !finite_all(first.x, first.n);
	if (t->malformed || t->refused)
		return;
	middle = (a.x[0] + a.x[2]) / 2;
	half = (a.x[0] - a.x[2]) / 2;
	root = hypot(half, a.x[1]);
	even = (weight(middle + root, lambda) + weight(middle - root, lambda)) / 2;
	odd = root > 0 ? (weight(middle + root, lambda) - weight(middle - root, lambda)) / 2 / root : 0;
	profile[0] = even * first.x[0] + odd * (half * first.x[0] + a.x[1] * first.x[1]);
	profile[1] = even * first.x[1] + odd * (a.x[1] * first.x[0] - half * first.x[1]);
	out_list(t, "profile", profile, 2);
}
