/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "mech/dpals/kernels.h"
#include "mech/dpals/rounds.h"
#include "tests/near.h"

static void half_is_the_least(void **state)
{
	(void)state;
	assert_int_equal(dpmf_dpals_half(0), 0);
	for (int64_t bound = 1; bound <= 1024; bound++) {
		const int64_t square = bound * bound, half = dpmf_dpals_half(square);

		assert_true(2 * half * half >= square * square);
		assert_true(2 * (half - 1) * (half - 1) < square * square);
	}
}

static void values_are_cut(void **state)
{
	(void)state;
	for (int64_t value = -9; value <= 9; value++)
		assert_int_equal(dpmf_dpals_cut(value, 4), value > 4 ? 4 : value < -4 ? -4 : value);
	assert_int_equal(dpmf_dpals_cut(INT64_MIN, INT64_MAX), -INT64_MAX);
}

static void sums_have_their_places(void **state)
{
	const int64_t u[3] = { 2, -3, 5 }, expected[9] = { 1 + 4, 1 - 6, 1 + 10, 1 + 9, 1 - 15, 1 + 25, 1 - 14, 1 + 21, 1 - 35 };
	int64_t sum[9];

	(void)state;
	for (size_t l = 0; l < 9; l++)
		sum[l] = 1;
	assert_int_equal(dpmf_dpals_sums(3), 9);
	dpmf_dpals_contribute(-7, u, 3, sum);
	assert_memory_equal(sum, expected, sizeof sum);
}

enum { BOUND = 7, MOST_USERS = (2 * BOUND + 1) * (2 * BOUND + 1) };
static const int64_t some_rating[] = { -BOUND, -BOUND / 2, 0, BOUND / 3, BOUND };
enum { RATINGS = sizeof some_rating / sizeof *some_rating };

static int64_t square_between(const int64_t *x, const int64_t *y, size_t n)
{
	int64_t square = 0;

	for (size_t l = 0; l < n; l++)
		square += (x[l] - y[l]) * (x[l] - y[l]);
	return square;
}

/* Of all profiles of two coordinates and at most BOUND steps, each with some ratings: a user who comes moves the sums by
   2 half at most, one who is replaced by 3 half, and both are nearly attained. */
static void no_pair_moves_further(void **state)
{
	static int64_t sums[MOST_USERS * RATINGS][5];
	const int64_t none[5] = { 0 }, half = dpmf_dpals_half(BOUND * BOUND);
	int64_t present = 0, replaced = 0;
	size_t users = 0;

	(void)state;
	for (int64_t a = -BOUND; a <= BOUND; a++)
		for (int64_t b = -BOUND; b <= BOUND; b++)
			for (size_t r = 0; r < RATINGS && a * a + b * b <= BOUND * BOUND; r++) {
				memset(sums[users], 0, sizeof sums[users]);
				dpmf_dpals_contribute(some_rating[r], (const int64_t[]){ a, b }, 2, sums[users++]);
			}
	for (size_t i = 0; i < users; i++) {
		const int64_t alone = square_between(sums[i], none, 5);

		present = alone > present ? alone : present;
		for (size_t j = 0; j < i; j++) {
			const int64_t apart = square_between(sums[i], sums[j], 5);

			replaced = apart > replaced ? apart : replaced;
		}
	}
	assert_true(present <= 4 * half * half && present == 2 * BOUND * BOUND * BOUND * BOUND);
	assert_true(replaced <= 9 * half * half && replaced > 7 * half * half);
}

/* [2 1; 1 2] has the eigenvalues 3 and 1, [1 2; 2 1] has 3 and -1, which counts as 0. */
static void items_are_solved(void **state)
{
	const double first[2] = { 4, 2 };
	double second[4] = { 2, 1, 1, 2 }, indefinite[4] = { 1, 2, 2, 1 }, nothing[4] = { -1, 0, 0, -1 }, again[4] = { -1, 0, 0, -1 }, work[6], profile[2];

	(void)state;
	dpmf_dpals_solve_item(second, first, 2, 1, work, profile);
	assert_near(profile[0], 6.0 / 4 / 2 + 2.0 / 2 / 2, 1e-15);
	assert_near(profile[1], 6.0 / 4 / 2 - 2.0 / 2 / 2, 1e-15);
	dpmf_dpals_solve_item(indefinite, first, 2, 1, work, profile);
	assert_near(profile[0], 6.0 / 4 / 2 + 2.0 / 1 / 2, 1e-15);
	assert_near(profile[1], 6.0 / 4 / 2 - 2.0 / 1 / 2, 1e-15);
	dpmf_dpals_solve_item(nothing, first, 2, 0.5, work, profile);
	assert_near(profile[0], 8, 1e-14);
	assert_near(profile[1], 4, 1e-14);
	dpmf_dpals_solve_item(again, (const double[]){ 1e308, 1e308 }, 2, 1e-100, work, profile);
	assert_true(profile[0] == 0 && profile[1] == 0); /* no finite one */
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(half_is_the_least),
		cmocka_unit_test(values_are_cut),
		cmocka_unit_test(sums_have_their_places),
		cmocka_unit_test(no_pair_moves_further),
		cmocka_unit_test(items_are_solved),
	};

	return cmocka_run_group_tests_name("dpals kernels", tests, NULL, NULL);
}
