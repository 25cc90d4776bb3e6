/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Calibration of 2,000 random (epsilon, delta), and the other inverses. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <math.h>
#include <string.h>
#include <cmocka.h>

#include "account/calibrate.h"
#include "account/gaussian.h"
#include "account/interval.h"
#include "tests/account_reference.h"
#include "tests/scale.h"

/* delta of `sigma` (times `factor`), by the quadrature. */
static void delta_of(double sigma, const char *factor, double sensitivity, unsigned long steps, double epsilon,
                     mpfr_ptr delta)
{
	mpfr_t mu, s;

	mpfr_inits2(REFERENCE_FINE, mu, s, (mpfr_ptr)0);
	mpfr_set_str(s, factor, 10, MPFR_RNDN);
	mpfr_mul_d(s, s, sigma, MPFR_RNDN);
	mpfr_sqrt_ui(mu, steps, MPFR_RNDN);
	mpfr_mul_d(mu, mu, sensitivity, MPFR_RNDN);
	mpfr_div(mu, mu, s, MPFR_RNDN);
	mpfr_set_d(s, epsilon, MPFR_RNDN);
	reference_quadrature(&reference, mu, s, delta);
	mpfr_clears(mu, s, (mpfr_ptr)0);
}

static void sigma_keeps_the_target_and_less_does_not(void **state)
{
	struct dpmf_enclosure epsilon, delta, sensitivity;
	mpfr_t reached;

	(void)state;
	dpmf_enclosure_init(&epsilon);
	dpmf_enclosure_init(&delta);
	dpmf_enclosure_init(&sensitivity);
	mpfr_init2(reached, REFERENCE_FINE);
	for (int i = 0; i < SCALED(2000, 30); i++) {
		const double e = reference_decades(&reference, 1e-6, 1e3), d = reference_decades(&reference, 1e-300, 0.5);
		const double move = reference_decades(&reference, 1e-3, 1e3);
		const unsigned long steps = (unsigned long)reference_decades(&reference, 1, 1e4);
		double sigma;

		dpmf_interval_set_d(&epsilon, e);
		dpmf_interval_set_d(&delta, d);
		dpmf_interval_set_d(&sensitivity, move);
		assert_int_equal(dpmf_gaussian_calibrate(&epsilon, &delta, &sensitivity, steps, &sigma, NULL), DPMF_OK);
		delta_of(sigma, "1", move, steps, e, reached);
		assert_true(mpfr_cmp_d(reached, d) <= 0);
		delta_of(sigma, "0.999999999999", move, steps, e, reached);
		assert_true(mpfr_cmp_d(reached, d) > 0);
	}
	dpmf_enclosure_clear(&epsilon);
	dpmf_enclosure_clear(&delta);
	dpmf_enclosure_clear(&sensitivity);
	mpfr_clear(reached);
}

/* What one inverse returns, another takes back. */
static void the_inverses_agree(void **state)
{
	struct dpmf_enclosure epsilon, delta, sensitivity, sigma, back;
	unsigned long steps, most;

	(void)state;
	dpmf_enclosure_init(&epsilon);
	dpmf_enclosure_init(&delta);
	dpmf_enclosure_init(&sensitivity);
	dpmf_enclosure_init(&sigma);
	dpmf_enclosure_init(&back);
	for (int i = 0; i < SCALED(60, 10); i++) {
		dpmf_interval_set_d(&epsilon, reference_decades(&reference, 1e-6, 1e3));
		dpmf_interval_set_d(&delta, reference_decades(&reference, 1e-300, 0.5));
		dpmf_interval_set_d(&sensitivity, reference_decades(&reference, 1e-3, 1e3));
		steps = (unsigned long)reference_decades(&reference, 1, 1e4);
		assert_int_equal(dpmf_gaussian_smallest_sigma(&epsilon, &delta, &sensitivity, steps, &sigma, NULL), DPMF_OK);
		assert_true(dpmf_interval_width(&sigma) < 1e-14);
		assert_int_equal(dpmf_gaussian_largest_sensitivity(&epsilon, &delta, &sigma, steps, &back, NULL), DPMF_OK);
		assert_true(dpmf_interval_holds(&back, sensitivity.lo));
		mpfr_mul_d(sigma.lo, sigma.lo, 1 + 1e-10, MPFR_RNDN);
		mpfr_set(sigma.hi, sigma.lo, MPFR_RNDN);
		assert_int_equal(dpmf_gaussian_most_steps(&epsilon, &delta, &sigma, &sensitivity, &most, NULL), DPMF_OK);
		assert_int_equal(most, steps);
		mpfr_mul_d(sigma.lo, sigma.lo, 1 - 1e-9, MPFR_RNDN);
		mpfr_set(sigma.hi, sigma.lo, MPFR_RNDN);
		assert_int_equal(dpmf_gaussian_most_steps(&epsilon, &delta, &sigma, &sensitivity, &most, NULL), DPMF_OK);
		assert_int_equal(most, steps - 1);
	}
	dpmf_enclosure_clear(&epsilon);
	dpmf_enclosure_clear(&delta);
	dpmf_enclosure_clear(&sensitivity);
	dpmf_enclosure_clear(&sigma);
	dpmf_enclosure_clear(&back);
}

/* sqrt(2 log(1.25e5)) = 4.84480542...; it keeps its delta, which the exact curve shows. */
static void the_classical_theorem(void **state)
{
	struct dpmf_enclosure epsilon, delta, sensitivity, sigma;
	struct dpmf_error error = { "" };
	mpfr_t reached;

	(void)state;
	dpmf_enclosure_init(&epsilon);
	dpmf_enclosure_init(&delta);
	dpmf_enclosure_init(&sensitivity);
	dpmf_enclosure_init(&sigma);
	mpfr_init2(reached, REFERENCE_FINE);
	assert_int_equal(dpmf_enclosure_read(&delta, "delta", "1e-5", &error), DPMF_OK);
	dpmf_interval_set_d(&epsilon, 0.5);
	dpmf_interval_set_d(&sensitivity, 2);
	assert_int_equal(dpmf_gaussian_classical_sigma(&epsilon, &delta, &sensitivity, &sigma, &error), DPMF_OK);
	assert_true(fabs(mpfr_get_d(sigma.lo, MPFR_RNDN) - 4 * sqrt(2 * log(1.25e5))) < 1e-13);
	assert_true(dpmf_interval_width(&sigma) < 1e-70);
	for (int i = 0; i < SCALED(200, 50); i++) {
		const double e = reference_decades(&reference, 1e-4, 0.999), d = reference_decades(&reference, 1e-30, 0.99);

		dpmf_interval_set_d(&epsilon, e);
		dpmf_interval_set_d(&delta, d);
		dpmf_interval_set_d(&sensitivity, 1);
		assert_int_equal(dpmf_gaussian_classical_sigma(&epsilon, &delta, &sensitivity, &sigma, &error), DPMF_OK);
		delta_of(mpfr_get_d(sigma.lo, MPFR_RNDD), "1", 1, 1, e, reached);
		assert_true(mpfr_cmp_d(reached, d) < 0);
	}
	dpmf_interval_set_d(&epsilon, 1);
	assert_int_equal(dpmf_gaussian_classical_sigma(&epsilon, &delta, &sensitivity, &sigma, &error), DPMF_INPUT);
	assert_non_null(strstr(error.text, "Theorem A.1"));
	dpmf_interval_set_d(&epsilon, 0.5);
	dpmf_interval_set_d(&delta, 1);
	assert_int_equal(dpmf_gaussian_classical_sigma(&epsilon, &delta, &sensitivity, &sigma, &error), DPMF_INPUT);
	dpmf_enclosure_clear(&epsilon);
	dpmf_enclosure_clear(&delta);
	dpmf_enclosure_clear(&sensitivity);
	dpmf_enclosure_clear(&sigma);
	mpfr_clear(reached);
}

static void nothing_to_calibrate_is_refused(void **state)
{
	struct dpmf_enclosure half, zero, one;
	double sigma = 7;

	(void)state;
	dpmf_enclosure_init(&half);
	dpmf_enclosure_init(&zero);
	dpmf_enclosure_init(&one);
	dpmf_interval_set_d(&half, 0.5);
	dpmf_interval_set_d(&zero, 0);
	dpmf_interval_set_d(&one, 1);
	assert_int_equal(dpmf_gaussian_calibrate(&half, &half, &zero, 1, &sigma, NULL), DPMF_INPUT);
	assert_int_equal(dpmf_gaussian_calibrate(&half, &half, &one, 0, &sigma, NULL), DPMF_INPUT);
	assert_int_equal(dpmf_gaussian_calibrate(&half, &one, &one, 1, &sigma, NULL), DPMF_INPUT);
	assert_int_equal(dpmf_gaussian_calibrate(&half, &zero, &one, 1, &sigma, NULL), DPMF_INPUT);
	assert_true(sigma == 7);
	dpmf_enclosure_clear(&half);
	dpmf_enclosure_clear(&zero);
	dpmf_enclosure_clear(&one);
}

static int open(void **state)
{
	(void)state;
	return reference_open(4);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sigma_keeps_the_target_and_less_does_not),
		cmocka_unit_test(the_inverses_agree),
		cmocka_unit_test(the_classical_theorem),
		cmocka_unit_test(nothing_to_calibrate_is_refused),
	};
	return cmocka_run_group_tests(tests, open, reference_close);
}
