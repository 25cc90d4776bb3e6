/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Discrete Gaussian noise against the sum over its outcomes, on coarse grids and
   on fine ones, and against the continuous law where the grid is finest. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <math.h>
#include <cmocka.h>

#include "account/discrete_gaussian.h"
#include "account/discrete_sum.h"
#include "account/gaussian.h"
#include "account/gaussian_rdp.h"
#include "account/interval.h"
#include "tests/account_reference.h"
#include "tests/scale.h"

enum { BITS = 600 };

/* Sum of max(0, P(x) - e^eps P(x - k)) for |x| up to `reach`, over the total. */
static void by_outcomes(const struct dpmf_on_steps *law, double epsilon, long reach, mpfr_ptr delta)
{
	const double variance = (double)law->p / (double)law->q;
	mpfr_t a, b, total;

	assert_true(variance == floor(variance * 4) / 4);
	mpfr_inits2(BITS, a, b, total, (mpfr_ptr)0);
	mpfr_set_zero(delta, 1);
	mpfr_set_zero(total, 1);
	for (long x = -reach; x <= reach; x++) {
		const long y = x - (long)law->steps;

		mpfr_set_si(a, -x * x, MPFR_RNDN);
		mpfr_div_d(a, a, 2 * variance, MPFR_RNDN);
		mpfr_exp(a, a, MPFR_RNDN);
		mpfr_add(total, total, a, MPFR_RNDN);
		if (2 * (long)law->steps * x > (long)law->steps * (long)law->steps)
			continue; /* the ratio is below 1 */
		mpfr_set_si(b, -y * y, MPFR_RNDN);
		mpfr_div_d(b, b, 2 * variance, MPFR_RNDN);
		mpfr_add_d(b, b, epsilon, MPFR_RNDN);
		mpfr_exp(b, b, MPFR_RNDN);
		mpfr_sub(a, a, b, MPFR_RNDN);
		if (mpfr_sgn(a) > 0)
			mpfr_add(delta, delta, a, MPFR_RNDN);
	}
	mpfr_div(delta, delta, total, MPFR_RNDN);
	mpfr_clears(a, b, total, (mpfr_ptr)0);
}

static void check(const struct dpmf_on_steps *law, double e)
{
	const double sigma = sqrt((double)law->p / (double)law->q);
	struct dpmf_enclosure epsilon, delta, back;
	mpfr_t value, error;

	dpmf_enclosure_init(&epsilon);
	dpmf_enclosure_init(&delta);
	dpmf_enclosure_init(&back);
	mpfr_inits2(BITS, value, error, (mpfr_ptr)0);
	dpmf_interval_set_d(&epsilon, e);
	assert_int_equal(dpmf_discrete_gaussian_delta(law, &epsilon, &delta, NULL), DPMF_OK);
	assert_true(dpmf_interval_width(&delta) < 1e-14);
	by_outcomes(law, e, (long)(sigma * (20 + 2 * e * sigma / (double)law->steps)) + 4 * (long)law->steps + 4, value);
	mpfr_sub(error, value, dpmf_interval_holds(&delta, value) ? value : delta.lo, MPFR_RNDN);
	mpfr_div(error, error, value, MPFR_RNDN);
	assert_true(fabs(mpfr_get_d(error, MPFR_RNDN)) < 1e-60);
	if (mpfr_cmp_d(value, 1e-300) > 0 && mpfr_cmp_d(delta.hi, 0.999) < 0) {
		assert_int_equal(dpmf_discrete_gaussian_epsilon(law, &delta, &back, NULL), DPMF_OK);
		assert_true(dpmf_interval_holds(&back, epsilon.lo));
		assert_true(e == 0 || dpmf_interval_width(&back) < 1e-12);
	}
	dpmf_enclosure_clear(&epsilon);
	dpmf_enclosure_clear(&delta);
	dpmf_enclosure_clear(&back);
	mpfr_clears(value, error, (mpfr_ptr)0);
}

/* sigma from 1/2 to 12: term by term. */
static void coarse_grids(void **state)
{
	(void)state;
	for (int i = 0; i < SCALED(60, 20); i++) {
		const struct dpmf_on_steps law = { (uint64_t)reference_decades(&reference, 1, 600), 4,
			                                    (uint64_t)reference_uniform(&reference, 1, 12) };
		const double mu = (double)law.steps / sqrt((double)law.p / 4);

		check(&law, i % 5 == 0 ? 0 : fmax(0, mu * mu / 2 + mu * reference_uniform(&reference, -0.4, 9)));
	}
}

/* sigma from 41 to 60: by Euler and Maclaurin. */
static void fine_grids(void **state)
{
	(void)state;
	for (int i = 0; i < SCALED(10, 3); i++) {
		const struct dpmf_on_steps law = { (uint64_t)reference_uniform(&reference, 41 * 41, 3600), 1,
			                                    (uint64_t)reference_uniform(&reference, 1, 90) };
		const double mu = (double)law.steps / sqrt((double)law.p);

		check(&law, fmax(0, mu * mu / 2 + mu * reference_uniform(&reference, -0.5, 14)));
	}
}

/* The tail at 600 bits, where what Euler and Maclaurin leave out shows; and the
   first 28 digits of it, which they must give. */
static void the_remainder_is_inside(void **state)
{
	(void)state;
	for (int i = 0; i < SCALED(12, 6); i++) {
		const double variance = floor(reference_uniform(&reference, 41 * 41 + 1, 3600));
		const long n = i < 4 ? 1 : (long)(sqrt(variance) * reference_uniform(&reference, 0, 16));
		struct dpmf_enclosure v, sum;
		mpfr_t at, f, all;

		dpmf_interval_init(&v, 1, 600);
		dpmf_interval_init(&sum, 1, 600);
		mpfr_inits2(1000, at, f, all, (mpfr_ptr)0);
		dpmf_interval_set_d(&v, variance);
		mpfr_set_si(at, n, MPFR_RNDN);
		dpmf_discrete_sum(at, &v, &sum);
		mpfr_set_zero(all, 1);
		for (long x = n; x < n + (long)(30 * sqrt(variance)); x++) {
			mpfr_set_si(f, -x * x, MPFR_RNDN);
			mpfr_div_d(f, f, 2 * variance, MPFR_RNDN);
			mpfr_exp(f, f, MPFR_RNDN);
			mpfr_add(all, all, f, MPFR_RNDN);
		}
		assert_true(dpmf_interval_holds(&sum, all));
		assert_true(dpmf_interval_width(&sum) < 1e-28);
		dpmf_interval_clear(&v, 1);
		dpmf_interval_clear(&sum, 1);
		mpfr_clears(at, f, all, (mpfr_ptr)0);
	}
}

/* One step is 2^-20 sigma: delta is that of N(0, sigma^2) but for about that much. */
static void the_finest_grids_are_continuous(void **state)
{
	struct dpmf_enclosure epsilon, mu, discrete, continuous;

	(void)state;
	dpmf_enclosure_init(&epsilon);
	dpmf_enclosure_init(&mu);
	dpmf_enclosure_init(&discrete);
	dpmf_enclosure_init(&continuous);
	for (int i = 0; i < 20; i++) {
		const struct dpmf_on_steps law = { UINT64_C(1) << 40, 1,
			                                    (uint64_t)reference_decades(&reference, 1 << 12, 1 << 22) };
		const double m = (double)law.steps * 0x1p-20, e = m * m / 2 + m * reference_uniform(&reference, 0, 8);
		double ratio;

		dpmf_interval_set_d(&epsilon, e);
		dpmf_interval_set_d(&mu, m);
		assert_int_equal(dpmf_discrete_gaussian_delta(&law, &epsilon, &discrete, NULL), DPMF_OK);
		assert_int_equal(dpmf_gaussian_delta(&mu, &epsilon, &continuous, NULL), DPMF_OK);
		dpmf_interval_div(&discrete, &discrete, &continuous);
		ratio = mpfr_get_d(discrete.lo, MPFR_RNDN);
		assert_true(fabs(ratio - 1) < 1e-4 && ratio != 1);
	}
	dpmf_enclosure_clear(&epsilon);
	dpmf_enclosure_clear(&mu);
	dpmf_enclosure_clear(&discrete);
	dpmf_enclosure_clear(&continuous);
}

static void the_renyi_bound_is_above(void **state)
{
	struct dpmf_enclosure delta, mu, exact, rdp;

	(void)state;
	dpmf_enclosure_init(&delta);
	dpmf_enclosure_init(&mu);
	dpmf_enclosure_init(&exact);
	dpmf_enclosure_init(&rdp);
	for (int i = 0; i < SCALED(20, 8); i++) {
		const struct dpmf_on_steps law = { (uint64_t)reference_decades(&reference, 1, 1e12), 7,
			                                    (uint64_t)reference_decades(&reference, 1, 1e3) };

		dpmf_interval_set_d(&delta, reference_decades(&reference, 1e-300, 0.5));
		assert_int_equal(dpmf_discrete_gaussian_mu(&law, &mu, NULL), DPMF_OK);
		assert_int_equal(dpmf_discrete_gaussian_epsilon(&law, &delta, &exact, NULL), DPMF_OK);
		assert_int_equal(dpmf_gaussian_rdp_epsilon(&mu, &delta, &rdp, NULL, NULL), DPMF_OK);
		assert_true(dpmf_interval_at_most(&exact, &rdp));
	}
	dpmf_enclosure_clear(&delta);
	dpmf_enclosure_clear(&mu);
	dpmf_enclosure_clear(&exact);
	dpmf_enclosure_clear(&rdp);
}

static void ends_and_refusals(void **state)
{
	const struct dpmf_on_steps law = { 1, 1, 1 }, still = { 1, 1, 0 }, none = { 0, 1, 1 }, sharp = { 1, 100, 3 };
	struct dpmf_enclosure epsilon, delta;

	(void)state;
	dpmf_enclosure_init(&epsilon);
	dpmf_enclosure_init(&delta);
	dpmf_interval_set_d(&epsilon, 1e6);
	assert_int_equal(dpmf_discrete_gaussian_delta(&law, &epsilon, &delta, NULL), DPMF_OK);
	assert_true(mpfr_zero_p(delta.lo) && mpfr_sgn(delta.hi) > 0 && mpfr_cmp_d(delta.hi, 1e-300) < 0);
	dpmf_interval_set_d(&epsilon, 1);
	assert_int_equal(dpmf_discrete_gaussian_delta(&sharp, &epsilon, &delta, NULL), DPMF_OK);
	assert_true(mpfr_cmp_d(delta.lo, 0.999) > 0 && mpfr_cmp_ui(delta.hi, 1) <= 0);
	assert_int_equal(dpmf_discrete_gaussian_delta(&still, &epsilon, &delta, NULL), DPMF_OK);
	assert_true(mpfr_zero_p(delta.hi));
	assert_int_equal(dpmf_discrete_gaussian_delta(&none, &epsilon, &delta, NULL), DPMF_INPUT);
	assert_int_equal(dpmf_discrete_gaussian_epsilon(&law, &delta, &epsilon, NULL), DPMF_INPUT);
	dpmf_interval_set_d(&epsilon, -1);
	assert_int_equal(dpmf_discrete_gaussian_delta(&law, &epsilon, &delta, NULL), DPMF_INPUT);
	dpmf_enclosure_clear(&epsilon);
	dpmf_enclosure_clear(&delta);
}

static int open(void **state)
{
	(void)state;
	return reference_open(6);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(coarse_grids),
		cmocka_unit_test(fine_grids),
		cmocka_unit_test(the_remainder_is_inside),
		cmocka_unit_test(the_finest_grids_are_continuous),
		cmocka_unit_test(the_renyi_bound_is_above),
		cmocka_unit_test(ends_and_refusals),
	};
	return cmocka_run_group_tests(tests, open, reference_close);
}
