/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "mech/means/kernels.h"

static void totals(void **state)
{
	const int64_t rating[] = { 5, -7, 0, 1048576, -1048576, 3 };

	(void)state;
	assert_int_equal(dpmf_means_total(rating, 0), 0);
	assert_int_equal(dpmf_means_total(rating, 1), 5);
	assert_int_equal(dpmf_means_total(rating, 3), -2);
	assert_int_equal(dpmf_means_total(rating, 6), 1);
}

/* Of one rating that goes from one end to the other, whatever the others are. */
static void one_rating_moves_a_total_by_the_range(void **state)
{
	enum { BOUND = 9, MOST = 5 };

	(void)state;
	for (size_t n = 1; n <= MOST; n++)
		for (size_t place = 0; place < n; place++) {
			int64_t left[MOST], right[MOST];

			for (size_t k = 0; k < n; k++)
				left[k] = right[k] = (int64_t)(k * 7 % 19) - BOUND;
			left[place] = BOUND;
			right[place] = -BOUND;
			assert_int_equal(dpmf_means_total(left, n) - dpmf_means_total(right, n), 2 * BOUND);
		}
}

/* All numbers here are exact in doubles. */
static void effects_are_drawn_towards_0(void **state)
{
	(void)state;
	assert_true(dpmf_means_effect(100, 0, 3) == 0);
	assert_true(dpmf_means_effect(20, 5, 0) == 2);       /* 20 / (5 + 5) */
	assert_true(dpmf_means_effect(-20, 5, 5) == -4.0 / 3); /* 20 / (5 + 5 (1 + 1)) */
	assert_true(dpmf_means_effect(12, 1, 0) == 2);
	assert_true(dpmf_means_effect(12, 1, 18) == 0.125);   /* 12 / (1 + 5 * 19) */
	assert_true(dpmf_means_effect(1, 1e9, 0) > dpmf_means_effect(1, 1e9, 1e20));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(totals),
		cmocka_unit_test(one_rating_moves_a_total_by_the_range),
		cmocka_unit_test(effects_are_drawn_towards_0),
	};

	return cmocka_run_group_tests_name("means kernels", tests, NULL, NULL);
}
