/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "account/privsr.h"
#include "mech/hdpmf/kernels.h"
#include "mech/privsr/kernels.h"

static double low(const struct dpmf_enclosure *x)
{
	return mpfr_get_d(x->lo, MPFR_RNDD);
}

static double high(const struct dpmf_enclosure *x)
{
	return mpfr_get_d(x->hi, MPFR_RNDU);
}

/* Narrow, and around what the doubles say. */
static void assert_near(const struct dpmf_enclosure *x, double expected)
{
	assert_true(low(x) <= high(x) && high(x) - low(x) <= 4e-16 * expected);
	assert_true(fabs(low(x) - expected) <= 1e-14 * expected);
}

static void the_scale_encloses_the_kernels(void **state)
{
	const double betas[] = { 1e-3, 0.1, 0.5, 0.9, 1 };
	struct dpmf_privsr worth;

	(void)state;
	dpmf_privsr_init(&worth);
	for (int b = 0; b < 5; b++) {
		assert_int_equal(dpmf_privsr_worth(4, 10, 0.7, betas[b], &worth, NULL), DPMF_OK);
		assert_near(&worth.scale, dpmf_privsr_combined_scale(4, 10, 0.7, betas[b]));
		assert_near(&worth.both, dpmf_hdpmf_noise_scale(4, 10, 1) / dpmf_privsr_combined_scale(4, 10, 0.7, betas[b]));
		assert_near(&worth.sensitive, dpmf_privsr_epsilon_sensitive(0.7, betas[b]));
		assert_near(&worth.others, dpmf_privsr_epsilon_other(0.7, betas[b]));
		assert_true(low(&worth.both) > 0.7 && high(&worth.both) < low(&worth.sensitive));
	}
	dpmf_privsr_clear(&worth);
}

static void at_one_it_is_the_root_of_two(void **state)
{
	struct dpmf_privsr worth;

	(void)state;
	dpmf_privsr_init(&worth);
	assert_int_equal(dpmf_privsr_worth(4, 10, 1, 1, &worth, NULL), DPMF_OK);
	assert_true(low(&worth.both) <= sqrt(2) && sqrt(2) <= high(&worth.both));
	assert_true(low(&worth.both) * low(&worth.both) < 2 && nextafter(high(&worth.both), 2) * high(&worth.both) > 2);
	dpmf_privsr_clear(&worth);
}

static void what_is_outside_is_refused(void **state)
{
	const double bad[][3] = { { 0, 1, 1 }, { 4, 0, 1 }, { 4, INFINITY, 1 }, { 4, 1, 0 }, { 4, 1, 1.1 }, { 4, 1, NAN } };
	struct dpmf_privsr worth;
	struct dpmf_error error;

	(void)state;
	dpmf_privsr_init(&worth);
	for (int i = 0; i < 6; i++)
		assert_int_equal(dpmf_privsr_worth(bad[i][0], 10, bad[i][1], bad[i][2], &worth, &error), DPMF_INPUT);
	assert_int_equal(dpmf_privsr_worth(4, 0, 1, 1, &worth, &error), DPMF_INPUT);
	dpmf_privsr_clear(&worth);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_scale_encloses_the_kernels),
		cmocka_unit_test(at_one_it_is_the_root_of_two),
		cmocka_unit_test(what_is_outside_is_refused),
	};

	return cmocka_run_group_tests_name("account privsr", tests, NULL, NULL);
}
