/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The masses that samplers are fitted to agree with what can be worked out otherwise. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>
#include <gsl/gsl_cdf.h>

#include "audit/noise_fit.h"
#include "tests/near.h"
#include "tests/scale.h"

static void open_masses(enum masses_law law, uint64_t p, uint64_t q, uint64_t parties, struct masses *masses)
{
	const struct masses given = { .law = law, .scale = 1, .p = p, .q = q, .parties = parties };

	assert_int_equal(masses_open(&given, masses, NULL), DPMF_OK);
}

static double at(const struct masses *masses, double x)
{
	mpfr_t mass;

	mpfr_init2(mass, MASSES_PRECISION);
	masses_between(masses, x - 1, x, mass);
	const double rounded = mpfr_get_d(mass, MPFR_RNDN);

	mpfr_clear(mass);
	return rounded;
}

static void masses_are_those_of_the_law(void **state)
{
	struct masses m;
	const double theta = 2.5066282880429056; /* sum of exp(-x^2 / 2): sqrt(2 pi) (1 + 2 exp(-2 pi^2)) */

	(void)state;
	open_masses(MASSES_DISCRETE_GAUSSIAN, 1, 1, 0, &m);
	assert_near(at(&m, 0), 1 / theta, 1e-15);
	assert_near(at(&m, -3), exp(-4.5) / theta, 1e-15);
	masses_close(&m);
	open_masses(MASSES_DISCRETE_LAPLACE, 2, 5, 0, &m);
	for (int x = -9; x <= 9; x++)
		assert_near(at(&m, x), tanh(0.2) * exp(-0.4 * abs(x)), 1e-15);
	open_masses(MASSES_GEOMETRIC, 2, 5, 0, &m);
	for (int x = -1; x <= 9; x++)
		assert_near(at(&m, x), x < 0 ? 0 : (1 - exp(-0.4)) * exp(-0.4 * x), 1e-15);
	open_masses(MASSES_POLYA, 2, 5, 3, &m);
	for (int x = 0; x <= 9; x++)
		assert_near(at(&m, x), tgamma(x + 1. / 3) / tgamma(1. / 3) / tgamma(x + 1) * cbrt(1 - exp(-0.4)) * exp(-0.4 * x),
		            1e-14);
	masses_close(&m);
	open_masses(MASSES_NORMAL, 0, 0, 0, &m);
	assert_near(at(&m, 1.5), gsl_cdf_ugaussian_P(1.5) - gsl_cdf_ugaussian_P(0.5), 1e-15);
}

/* Sums of n shares, by convolving the masses, against the discrete Laplace law. */
static void shares_sum_to_the_discrete_laplace_law(void **state)
{
	enum { REACH = 150 };
	struct masses share, whole;

	(void)state;
	for (uint64_t parties = 2; parties <= 4; parties++) {
		double sum[2 * REACH + 1] = { [REACH] = 1 };

		open_masses(MASSES_LAPLACE_SHARE, 1, 3, parties, &share);
		open_masses(MASSES_DISCRETE_LAPLACE, 1, 3, 0, &whole);
		for (uint64_t i = 0; i < parties; i++) {
			double next[2 * REACH + 1] = { 0 };

			for (int y = -REACH; y <= REACH; y++) {
				const double mass = at(&share, y);

				for (int x = -REACH; x <= REACH; x++)
					if (x + y >= -REACH && x + y <= REACH)
						next[x + y + REACH] += sum[x + REACH] * mass;
			}
			for (int x = 0; x <= 2 * REACH; x++)
				sum[x] = next[x];
		}
		for (int x = -20; x <= 20; x++)
			assert_near(sum[x + REACH], at(&whole, x), 1e-15);
		masses_close(&share);
	}
}

static void quantiles_are_the_smallest(void **state)
{
	struct masses m;

	(void)state;
	open_masses(MASSES_DISCRETE_LAPLACE, 1, 1, 0, &m);
	assert_true(masses_quantile(&m, 0.5) == 0);
	assert_true(masses_quantile(&m, 0.2) == -1);  /* P(X <= -1) = 0.269, P(X <= -2) = 0.099 */
	assert_true(masses_quantile(&m, 0.27) == 0);
	assert_true(masses_quantile(&m, 0.731) == 0); /* P(X <= 0) = 0.7311 */
	assert_true(masses_quantile(&m, 0.732) == 1);
	open_masses(MASSES_LAPLACE, 0, 0, 0, &m);
	assert_near(masses_quantile(&m, 0.25), -log(2), 1e-15);
}

static void bins_cover_the_law(void **state)
{
	(void)state;
	for (size_t i = 0; i < noise_rows_count; i++) {
		struct chi_square_bins bins;
		struct masses m;
		double whole = 0;

		assert_int_equal(masses_open(&noise_rows[i].law, &m, NULL), DPMF_OK);
		assert_int_equal(chi_square_bins(&m, 100000, &bins, NULL), DPMF_OK);
		for (size_t bin = 0; bin < bins.count; bin++) {
			whole += bins.mass[bin];
			assert_true(bins.mass[bin] * 100000 >= 20);
			assert_int_equal(chi_square_bin_of(&bins, bins.cut[bin]), bin);
			assert_int_equal(chi_square_bin_of(&bins, nextafter(bins.cut[bin], INFINITY)),
			                 bin + 1 < bins.count ? bin + 1 : bin);
		}
		assert_near(whole, 1, 1e-14);
		assert_true(isinf(bins.cut[bins.count - 1]));
		assert_int_equal(chi_square_bins(&m, 30, &bins, NULL), DPMF_INPUT);
		masses_close(&m);
	}
}

/* 31 cuts between the 32nd parts, and in each tail those at 2^-6 .. 2^-12. */
static void a_continuous_law_has_all_its_bins(void **state)
{
	struct chi_square_bins bins;
	struct masses m;

	(void)state;
	open_masses(MASSES_LAPLACE, 0, 0, 0, &m);
	assert_int_equal(chi_square_bins(&m, 100000, &bins, NULL), DPMF_OK);
	assert_int_equal(bins.count, 31 + 2 * 7 + 1);
	assert_near(bins.cut[bins.count - 2], log(0x1p11), 1e-12);
}

/* The binomial law's and the turned bit's masses against their own formulas in doubles. */
static void masses_of_the_users_laws(void **state)
{
	const struct masses law = { .law = MASSES_BINOMIAL, .p = 4321, .q = 5, .x = -7654321 };
	const double c = 0.5 - ldexp(4321.0 * 7654321, -40);
	struct masses m;

	(void)state;
	assert_int_equal(masses_open(&law, &m, NULL), DPMF_OK);
	assert_near(at(&m, 0), pow(1 - c, 5), 1e-15);
	assert_near(at(&m, 2), 10 * c * c * pow(1 - c, 3), 1e-15);
	assert_near(at(&m, 5), pow(c, 5), 1e-15);
	masses_close(&m);
	m = (struct masses){ .law = MASSES_FLIPPED, .p = 7, .q = 2, .x = 0 };
	assert_near(at(&m, 1), 1 / (1 + exp(3.5)), 1e-15);
	m.x = 1;
	assert_near(at(&m, 0), 1 / (1 + exp(3.5)), 1e-15);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(masses_are_those_of_the_law),
		cmocka_unit_test(shares_sum_to_the_discrete_laplace_law),
		cmocka_unit_test(quantiles_are_the_smallest),
		cmocka_unit_test(bins_cover_the_law),
		cmocka_unit_test(a_continuous_law_has_all_its_bins),
		cmocka_unit_test(masses_of_the_users_laws),
	};

	return cmocka_run_group_tests_name("masses", tests, NULL, NULL);
}
