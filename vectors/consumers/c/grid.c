/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "algorithms.h"

static void grid_round(struct test *t)
{
	const double x = in_double(t, "x");
	const int64_t exponent = in_i64(t, "exponent");

	t->refused = exponent < -1000 || exponent > 900 || !(fabs(x) <= ldexp(1, (int)exponent + 52));
	/* The scaling is exact, or its result is far below one half. */
	if (!t->refused)
		out_i64(t, "steps", (int64_t)nearbyint(ldexp(x, (int)-exponent)));
}

static void grid_value(struct test *t)
{
	const int64_t steps = in_i64(t, "steps"), exponent = in_i64(t, "exponent");

	t->refused = exponent < -1000 || exponent > 900 || steps > INT64_C(1) << 53 || steps < -(INT64_C(1) << 53);
	if (!t->refused)
		out_double(t, "x", ldexp((double)steps, (int)exponent));
}

bool run_grid(const char *algorithm, struct test *t)
{
	if (strcmp(algorithm, "grid_round") == 0)
		grid_round(t);
	else if (strcmp(algorithm, "grid_value") == 0)
		grid_value(t);
	else
		return false;
	return true;
}
