/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sum of shares of the discrete Gaussian law against the law itself, mass by mass, with 700 bits: as close as
   gaussian_share.h says, no closer than its argument says, and far off where shares are narrow. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <mpfr.h>

#include "noise/gaussian_share.h"
#include "noise/law/law.h"

enum { BITS = 700, LIMIT = 300, WIDTH = 2 * LIMIT + 1, SEEN = 40 };

struct law {
	mpfr_t mass[WIDTH];
};

static void open_law(struct law *law)
{
	for (int i = 0; i < WIDTH; i++)
		mpfr_init2(law->mass[i], BITS);
}

static void close_law(struct law *law)
{
	for (int i = 0; i < WIDTH; i++)
		mpfr_clear(law->mass[i]);
}

static void scale_to_one(struct law *law)
{
	mpfr_t total;

	mpfr_init2(total, BITS);
	mpfr_set_zero(total, 1);
	for (int i = 0; i < WIDTH; i++)
		mpfr_add(total, total, law->mass[i], MPFR_RNDN);
	for (int i = 0; i < WIDTH; i++)
		mpfr_div(law->mass[i], law->mass[i], total, MPFR_RNDN);
	mpfr_clear(total);
}

/* Of variance p / q. */
static void gaussian_law(struct law *law, unsigned long p, unsigned long q)
{
	for (int i = 0; i < WIDTH; i++) {
		mpfr_set_si(law->mass[i], i - LIMIT, MPFR_RNDN);
		mpfr_sqr(law->mass[i], law->mass[i], MPFR_RNDN);
		mpfr_mul_ui(law->mass[i], law->mass[i], q, MPFR_RNDN);
		mpfr_div_ui(law->mass[i], law->mass[i], 2 * p, MPFR_RNDN);
		mpfr_neg(law->mass[i], law->mass[i], MPFR_RNDN);
		mpfr_exp(law->mass[i], law->mass[i], MPFR_RNDN);
	}
	scale_to_one(law);
}

static void add_share(struct law *sum, const struct law *share)
{
	struct law result;
	mpfr_t t;

	open_law(&result);
	mpfr_init2(t, BITS);
	for (int x = 0; x < WIDTH; x++) {
		mpfr_set_zero(result.mass[x], 1);
		for (int y = 0; y < WIDTH; y++)
			if (x - y + LIMIT >= 0 && x - y + LIMIT < WIDTH) {
				mpfr_mul(t, sum->mass[y], share->mass[x - y + LIMIT], MPFR_RNDN);
				mpfr_add(result.mass[x], result.mass[x], t, MPFR_RNDN);
			}
	}
	for (int x = 0; x < WIDTH; x++)
		mpfr_swap(sum->mass[x], result.mass[x]);
	mpfr_clear(t);
	close_law(&result);
}

/* The largest |log ratio| of two laws' masses within SEEN steps of 0, as a power of two (rounded up). */
static long apart(const struct law *a, const struct law *b)
{
	mpfr_exp_t most = -BITS;
	mpfr_t t;

	mpfr_init2(t, BITS);
	for (int x = LIMIT - SEEN; x <= LIMIT + SEEN; x++) {
		mpfr_div(t, a->mass[x], b->mass[x], MPFR_RNDN);
		mpfr_log(t, t, MPFR_RNDN);
		if (!mpfr_zero_p(t) && mpfr_get_exp(t) > most)
			most = mpfr_get_exp(t);
	}
	mpfr_clear(t);
	return most;
}

static long off(unsigned shares, unsigned long p, unsigned long q)
{
	struct law share, sum, whole;
	long result;

	open_law(&share);
	open_law(&sum);
	open_law(&whole);
	gaussian_law(&share, p, q);
	gaussian_law(&sum, p, q);
	gaussian_law(&whole, p * shares, q);
	for (unsigned i = 1; i < shares; i++)
		add_share(&sum, &share);
	result = apart(&sum, &whole);
	close_law(&share);
	close_law(&sum);
	close_law(&whole);
	return result;
}

static void wide_shares_sum_to_the_law(void **state)
{
	const int distance = dpmf_law_of(DPMF_GAUSSIAN_SHARES)->distance;

	(void)state;
	assert_true(off(2, DPMF_SHARE_VARIANCE, 1) <= distance);
	assert_true(off(2, DPMF_SHARE_VARIANCE, 1) > distance - 4);
	assert_true(off(3, DPMF_SHARE_VARIANCE, 1) <= distance + 1);
	assert_true(off(2, DPMF_SHARE_VARIANCE + 1, 1) < off(2, DPMF_SHARE_VARIANCE, 1));
}

static void narrow_shares_do_not(void **state)
{
	(void)state;
	assert_true(off(2, 1, 4) > -5);
	assert_true(off(2, 1, 1) > -16);
}

static void width_is_a_count(void **state)
{
	(void)state;
	assert_true(dpmf_gaussian_share_is_wide(160, 1, 10));
	assert_false(dpmf_gaussian_share_is_wide(159, 1, 10));
	assert_true(dpmf_gaussian_share_is_wide(UINT64_C(1) << 40, 1 << 18, 1 << 18));
	assert_false(dpmf_gaussian_share_is_wide(UINT64_C(1) << 40, 1 << 18, (1 << 18) + 1));
	assert_false(dpmf_gaussian_share_is_wide(UINT64_MAX, UINT64_MAX, UINT64_MAX));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(wide_shares_sum_to_the_law),
		cmocka_unit_test(narrow_shares_do_not),
		cmocka_unit_test(width_is_a_count),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
