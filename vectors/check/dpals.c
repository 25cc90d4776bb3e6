/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "check.h"
#include "inputs.h"
#include "mech/dpals/kernels.h"
#include "mech/dpals/rounds.h"
#include "vectors/format/number.h"

static enum checked done(int failed)
{
	return failed == 0 ? CHECKED : CHECK_FAILED;
}

static bool fits(int64_t a, int64_t b, int64_t before)
{
	int64_t after;

	return !__builtin_mul_overflow(a, b, &after) && !__builtin_add_overflow(before, after, &after);
}

CHECK(dpals_contribute)
{
	int64_t rating, u[INPUT_COORDINATES], sum[INPUT_COORDINATES];
	size_t d, sums, at = 0;

	(void)expected;
	if (!input_i64(inputs, "rating_steps", &rating) || !input_i64s(inputs, "u", u, &d) || !input_i64s(inputs, "sum", sum, &sums) ||
	    sums != dpmf_dpals_sums(d))
		return CHECK_MALFORMED;
	for (size_t l = 0; l < d; l++)
		for (size_t m = l; m < d; m++)
			if (!fits(u[l], u[m], sum[at++]))
				return CHECK_REFUSES;
	for (size_t l = 0; l < d; l++)
		if (!fits(rating, u[l], sum[at++]))
			return CHECK_REFUSES;
	if (d == 0)
		return CHECK_REFUSES;
	dpmf_dpals_contribute(rating, u, d, sum);
	return done(json_object_set_new(got, "sum", book_i64s(sum, sums)));
}

CHECK(dpals_half)
{
	int64_t square;

	(void)expected;
	if (!input_i64(inputs, "square", &square))
		return CHECK_MALFORMED;
	if (square < 0 || square > 1048576)
		return CHECK_REFUSES;
	return done(json_object_set_new(got, "half", number_i64(dpmf_dpals_half(square))));
}

CHECK(dpals_item)
{
	struct vector second, first;
	double lambda, matrix[4], work[6], profile[2];

	(void)expected;
	if (!input_vector(inputs, "second", &second) || !input_vector(inputs, "first", &first) || !input_double(inputs, "lambda", &lambda))
		return CHECK_MALFORMED;
	if (second.n != 3 || first.n != 2 || !(lambda > 0) || isinf(lambda) || !all_finite(second.x, 3) || !all_finite(first.x, 2))
		return CHECK_REFUSES;
	matrix[0] = second.x[0];
	matrix[1] = matrix[2] = second.x[1];
	matrix[3] = second.x[2];
	dpmf_dpals_solve_item(matrix, first.x, 2, lambda, work, profile);
	return done(json_object_set_new(got, "profile", book_doubles(profile, 2)));
}
