/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <mpfr.h>

#include "core/stream.h"
#include "noise/grid.h"

static void ties_go_to_even(void **state)
{
	const struct { double x; int64_t steps; } cases[] = {
		{ 0, 0 }, { -0.0, 0 }, { 0.25, 0 }, { 0.5, 0 }, { 0.75, 1 }, { 1, 1 }, { 1.5, 2 }, { 2.5, 2 }, { 3.5, 4 },
		{ 0x1.0000000000001p-1, 1 }, { 0x1.fffffffffffffp-2, 0 }, { 0x1.7ffffffffffffp0, 1 }, { 0x1.8000000000001p0, 2 },
		{ 0x1p51 + 0.5, 1LL << 51 }, { 0x1p51 + 1.5, (1LL << 51) + 2 }, { 0x1p52 - 0.5, 1LL << 52 }, { 0x1p52, 1LL << 52 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		for (int exponent = -900; exponent <= 900; exponent += 300) {
			assert_int_equal(dpmf_grid_round(ldexp(cases[i].x, exponent), exponent), cases[i].steps);
			assert_int_equal(dpmf_grid_round(-ldexp(cases[i].x, exponent), exponent), -cases[i].steps);
		}
	}
}

static void the_smallest_and_the_farthest(void **state)
{
	(void)state;
	assert_int_equal(dpmf_grid_round(DBL_TRUE_MIN, -1000), 0);
	assert_int_equal(dpmf_grid_round(DBL_MIN, 900), 0);
	assert_int_equal(dpmf_grid_round(0x1p-1001, -1000), 0);
	assert_int_equal(dpmf_grid_round(0x1.8p-1000, -1000), 2);
	assert_int_equal(dpmf_grid_round(0x1p-948, -1000), 1LL << 52);
	assert_int_equal(dpmf_grid_round(-0x1p952, 900), -(1LL << 52));
	assert_true(dpmf_grid_value(1, -1000) == 0x1p-1000);
	assert_true(dpmf_grid_value(-(1LL << 53), 900) == -0x1p953);
	assert_true(dpmf_grid_value((1LL << 53) - 1, -1000) == 0x1.fffffffffffffp-948);
}

/* MPFR rounds to whole numbers, ties to even, by an algorithm of its own. */
static int64_t oracle(double x, int exponent)
{
	mpfr_t y;

	mpfr_init2(y, 60);
	mpfr_set_d(y, x, MPFR_RNDN);
	mpfr_mul_2si(y, y, -exponent, MPFR_RNDN);
	const int64_t steps = mpfr_get_si(y, MPFR_RNDN);

	mpfr_clear(y);
	return steps;
}

static void agrees_with_mpfr(void **state)
{
	struct dpmf_key key;
	struct dpmf_stream s;

	(void)state;
	assert_int_equal(dpmf_stream_start(NULL), DPMF_OK);
	dpmf_key_from_seed(3, &key);
	dpmf_stream_open(&s, &key, 0, 0, 0);
	for (int i = 0; i < 100000; i++) {
		const int exponent = (int)(dpmf_stream_word(&s) % 1901) - 1000;
		const int length = (int)(dpmf_stream_word(&s) % 53) + 1, above = (int)(dpmf_stream_word(&s) % 56);
		/* `length` leading bits, the last of them at 2^(exponent + above - 4 - length) */
		const double m = (double)(dpmf_stream_word(&s) >> (64 - length));
		const double x = ldexp(i % 2 ? m : -m, exponent + above - 4 - length);
		const int64_t steps = dpmf_grid_round(x, exponent);

		assert_int_equal(steps, oracle(x, exponent));
		assert_int_equal(dpmf_grid_round(dpmf_grid_value(steps, exponent), exponent), steps);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ties_go_to_even),
		cmocka_unit_test(the_smallest_and_the_farthest),
		cmocka_unit_test(agrees_with_mpfr),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
