/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "mech/dppop/kernels.h"
#include "mech/dppop/train.h"

enum { ITEMS = 5, ROWS = 1 << ITEMS };

/* The items of the row, as bits; how many. */
static size_t items_of(unsigned row, uint32_t *item)
{
	size_t n = 0;

	for (uint32_t j = 0; j < ITEMS; j++)
		if (row >> j & 1)
			item[n++] = j;
	return n;
}

static void items_are_counted(void **state)
{
	int64_t count[ITEMS] = { 0, -3, 7, 0, 1 };
	const uint32_t item[] = { 1, 2, 4 };

	(void)state;
	dpmf_dppop_count(item, 3, ITEMS, count);
	assert_true(count[0] == 0 && count[1] == -2 && count[2] == 8 && count[3] == 0 && count[4] == 2);
	dpmf_dppop_count(item, 0, ITEMS, count);
	assert_true(count[1] == -2);
}

/* Of all pairs of rows of at most k items: what is said of their distance is so, and attained. */
static void no_pair_moves_further(void **state)
{
	(void)state;
	for (size_t k = 1; k <= ITEMS + 1; k++) {
		size_t replaced = 0, present = 0;

		for (unsigned one = 0; one < ROWS; one++)
			for (unsigned other = 0; other < ROWS; other++) {
				uint32_t mine[ITEMS], yours[ITEMS];
				int64_t left[ITEMS] = { 0 }, right[ITEMS] = { 0 };
				const size_t n = items_of(one, mine), m = items_of(other, yours);
				size_t moved = 0, square = 0;

				if (n > k || m > k)
					continue;
				dpmf_dppop_count(mine, n, ITEMS, left);
				dpmf_dppop_count(yours, m, ITEMS, right);
				for (size_t j = 0; j < ITEMS; j++) {
					moved += (size_t)llabs(left[j] - right[j]);
					square += (size_t)((left[j] - right[j]) * (left[j] - right[j]));
				}
				assert_int_equal(moved, square);
				replaced = moved > replaced ? moved : replaced;
				present = m == 0 && moved > present ? moved : present;
			}
		assert_int_equal(replaced, dpmf_dppop_replaced(k, ITEMS));
		assert_int_equal(present, dpmf_dppop_present(k, ITEMS));
	}
	assert_int_equal(dpmf_dppop_replaced(SIZE_MAX, 7), 7);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(items_are_counted),
		cmocka_unit_test(no_pair_moves_further),
	};

	return cmocka_run_group_tests_name("dppop kernels", tests, NULL, NULL);
}
