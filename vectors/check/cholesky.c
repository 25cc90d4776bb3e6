/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "solve/cholesky.h"
#include "check.h"
#include "inputs.h"

CHECK(cholesky)
{
	struct vector a, x;
	size_t d;

	(void)expected;
	if (!input_rows(inputs, "a", &a, &d) || !input_vector(inputs, "b", &x) || d == 0 || a.n != d * d || x.n != d)
		return CHECK_MALFORMED;
	if (!all_finite(x.x, d) || !dpmf_cholesky(a.x, d))
		return CHECK_REFUSES;
	dpmf_cholesky_solve(a.x, d, x.x);
	for (size_t i = 0; i < d; i++)
		for (size_t j = 0; j < i; j++)
			a.x[i * d + j] = 0;
	return check_put_rows(got, "r", a.x, d, d) == 0 && json_object_set_new(got, "x", book_doubles(x.x, d)) == 0 ? CHECKED : CHECK_FAILED;
}
