/* SPDX-License-Identifier: 0BSD */
#include <math.h>
#include <string.h>

#include "algorithms.h"

RUN(grid_round)
{
	const double x = in_double(t, "x");
	const int64_t exponent = in_i64(t, "exponent");

	t->refused = exponent < -1000 || exponent > 900 || !(fabs(x) <= ldexp(1, (int)exponent + 52));
	/* The scaling is exact, or its result is far below one half. */
	if (!t->refused)
		out_i64(t, "steps", (int64_t)nearbyint(ldexp(x, (int)-exponent)));
}

RUN(grid_value)
{
	const int64_t steps = in_i64(t, "steps"), exponent = in_i64(t, "exponent");

	t->refused = exponent < -1000 || exponent > 900 || steps > INT64_C(1) << 53 || steps < -(INT64_C(1) << 53);
	if (!t->refused)
		out_double(t, "x", ldexp((double)steps, (int)exponent));
}
