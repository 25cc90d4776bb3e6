/* SPDX-License-Identifier: 0BSD */
/* A search by halving, and Cholesky's factor. */
#include <math.h>
#include <string.h>

#include "algorithms.h"

RUN(bracket_search)
{
	const uint64_t most = in_u64(t, "most"), last = in_u64(t, "last"), from_above = in_u64(t, "from_above");
	uint64_t good = 0, bad = most + 1, reach = 1, tried[MOST];
	size_t count = 0;

	t->refused = most >> 62 != 0 || last > most || from_above > 1;
	if (t->malformed || t->refused)
		return;
	while (bad - good > 1 && count < MOST) {
		uint64_t here = good + (bad - good) / 2;
		if (from_above == 1 && good == 0)
			here = bad > reach ? bad - reach : 1;
		tried[count++] = here;
		if (here <= last)
			good = here;
		else
			bad = here;
		if (reach <= most)
			reach *= 2;
	}
	out_u64s(t, "tried", tried, count);
	out_u64(t, "found", good);
}

/* R in place of A; what is below the diagonal becomes 0. */
static bool factored(double *a, size_t d)
{
	for (size_t k = 0; k < d; k++)
		for (size_t j = 0; j < d; j++) {
			double rest = j < k ? 0 : a[k * d + j];

			for (size_t m = 0; m < k && j >= k; m++)
				rest -= a[m * d + k] * a[m * d + j];
			if (j == k && (!(rest > 0) || isinf(rest)))
				return false;
			a[k * d + j] = j < k ? 0 : j == k ? sqrt(rest) : rest / a[k * d + k];
		}
	return true;
}

static void solve(const double *r, size_t d, double *x)
{
	for (size_t k = 0; k < d; k++) {
		for (size_t m = 0; m < k; m++)
			x[k] -= r[m * d + k] * x[m];
		x[k] /= r[k * d + k];
	}
	for (size_t k = d; k-- > 0;) {
		for (size_t m = k + 1; m < d; m++)
			x[k] -= r[k * d + m] * x[m];
		x[k] /= r[k * d + k];
	}
}

RUN(cholesky)
{
	size_t d;
	struct list a = in_rows(t, "a", &d), x = in_list(t, "b");

	t->malformed |= d == 0 || a.n != d * d || x.n != d;
	if (t->malformed)
		return;
	t->refused = !finite_all(x.x, d) || !factored(a.x, d);
	if (t->refused)
		return;
	solve(a.x, d, x.x);
	out_rows(t, "r", a.x, d, d);
	out_list(t, "x", x.x, d);
}
