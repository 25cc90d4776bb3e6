/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "check.h"
#include "inputs.h"
#include "noise/grid.h"
#include "vectors/format/number.h"

static bool exponent_allowed(int64_t exponent)
{
	return exponent >= -1000 && exponent <= 900;
}

CHECK(grid_round)
{
	double x;
	int64_t exponent;

	(void)expected;
	if (!input_double(inputs, "x", &x) || !input_i64(inputs, "exponent", &exponent))
		return CHECK_MALFORMED;
	if (!exponent_allowed(exponent) || !(fabs(x) <= ldexp(1, (int)exponent + 52)))
		return CHECK_REFUSES;
	return json_object_set_new(got, "steps", number_i64(dpmf_grid_round(x, (int)exponent))) == 0 ? CHECKED : CHECK_FAILED;
}

CHECK(grid_value)
{
	int64_t steps, exponent;

	(void)expected;
	if (!input_i64(inputs, "steps", &steps) || !input_i64(inputs, "exponent", &exponent))
		return CHECK_MALFORMED;
	if (!exponent_allowed(exponent) || steps > INT64_C(1) << 53 || steps < -(INT64_C(1) << 53))
		return CHECK_REFUSES;
	return json_object_set_new(got, "x", number_double(dpmf_grid_value(steps, (int)exponent))) == 0 ? CHECKED : CHECK_FAILED;
}
