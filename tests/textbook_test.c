/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "noise/textbook.h"
#include "tests/near.h"
#include "tests/tape.h"

static struct dpmf_stream *three(struct tape *tape, uint64_t first, uint64_t second, uint64_t third)
{
	play(tape, (const uint64_t[]){ first, second, third }, 3);
	return &tape->s;
}

/* The word whose uniform number is (k + 1/2) 2^-52. */
static uint64_t word_of(uint64_t k)
{
	return k << 12 | 0xabc;
}

static void uniform_stays_inside(void **state)
{
	struct tape tape;

	(void)state;
	assert_true(dpmf_uniform(three(&tape, 0, 0, 0)) == 0x1p-53);
	assert_true(dpmf_uniform(three(&tape, UINT64_MAX, 0, 0)) == 1 - 0x1p-53);
	assert_true(dpmf_uniform(three(&tape, UINT64_C(1) << 63, 0, 0)) == 0.5 + 0x1p-53);
	assert_true(dpmf_uniform(three(&tape, word_of(1), 0, 0)) == 3 * 0x1p-53);
}

static void the_ends_are_finite_and_symmetric(void **state)
{
	struct tape tape;

	(void)state;
	for (uint64_t k = 0; k < 1000; k++) {
		const double low = dpmf_laplace(three(&tape, word_of(k), 0, 0), 3);
		const double high = dpmf_laplace(three(&tape, ~word_of(k), 0, 0), 3);

		assert_true(isfinite(low) && low < 0 && high == -low);
	}
	assert_true(dpmf_exponential(three(&tape, UINT64_MAX, 0, 0)) > 0);
	assert_near(dpmf_exponential(three(&tape, 0, 0, 0)), 53 * log(2), 1e-13);
	assert_near(dpmf_laplace(three(&tape, 0, 0, 0), 3), -3 * 52 * log(2), 1e-12);
}

static void normal_is_box_muller_with_the_cosine(void **state)
{
	struct tape tape;

	(void)state;
	for (uint64_t k = 1; k < 16; k++) {
		const uint64_t u = word_of(k << 48), v = word_of((k * 7 % 16) << 48);
		const double angle = 2 * acos(-1) * (((double)(k * 7 % 16)) / 16 + 0x1p-53);
		const double radius = sqrt(-2 * log((double)k / 16 + 0x1p-53));

		assert_near(dpmf_normal(three(&tape, u, v, 0)), radius * cos(angle), 1e-14);
		assert_int_equal(tape.s.words, 2);
	}
}

static void mixture_is_h_then_c(void **state)
{
	struct tape tape;

	(void)state;
	for (uint64_t k = 1; k < 16; k++) {
		const uint64_t h = word_of(k << 48), u = word_of((k * 3 % 16) << 48), v = word_of((k * 7 % 16) << 48);
		const double c = dpmf_normal(three(&tape, u, v, 0));
		const double expected = 2.5 * sqrt(2 * dpmf_exponential(three(&tape, h, 0, 0))) * c;

		assert_near(dpmf_mixture(three(&tape, h, u, v), 2.5), expected, 1e-14);
		assert_int_equal(tape.s.words, 3);
	}
}

static void laplace_takes_one_word_and_inverts(void **state)
{
	struct tape tape;

	(void)state;
	assert_near(dpmf_laplace(three(&tape, word_of(UINT64_C(1) << 50), 0, 0), 2), -2 * log(2), 1e-15);
	assert_near(dpmf_laplace(three(&tape, word_of(UINT64_C(3) << 50), 0, 0), 2), 2 * log(2), 1e-15);
	assert_int_equal(tape.s.words, 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(uniform_stays_inside),
		cmocka_unit_test(the_ends_are_finite_and_symmetric),
		cmocka_unit_test(normal_is_box_muller_with_the_cosine),
		cmocka_unit_test(mixture_is_h_then_c),
		cmocka_unit_test(laplace_takes_one_word_and_inverts),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
