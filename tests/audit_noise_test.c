/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The goodness of fit accepts the samplers and rejects their broken twins; its
   masses agree with what can be worked out otherwise. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>
#include <gsl/gsl_cdf.h>

#include "audit/noise_fit.h"
#include "audit/noise_leak.h"
#include "noise/exact.h"
#include "noise/grid.h"
#include "noise/law/law.h"
#include "noise/shares.h"
#include "noise/textbook.h"
#include "tests/near.h"
#include "tests/scale.h"

static void open_stream(struct dpmf_stream *s, uint64_t seed)
{
	struct dpmf_key key;

	assert_int_equal(dpmf_stream_start(NULL), DPMF_OK);
	dpmf_key_from_seed(seed, &key);
	dpmf_stream_open(s, &key, 0, 0, 0);
}

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

static double p_of(noise_draw *draw, struct masses law, struct masses given, uint64_t draws)
{
	const struct noise_row row = { .draw = draw, .law = law, .given = given };
	struct chi_square_fit fit;
	struct dpmf_stream s;

	open_stream(&s, 11);
	assert_int_equal(noise_fit(&row, &s, draws, &fit, NULL), DPMF_OK);
	return fit.p;
}

static void every_law_of_the_door_is_fitted(void **state)
{
	(void)state;
	assert_true(noise_rows_complete());
	for (enum dpmf_law law = 0; (int)law < DPMF_LAWS; law++)
		assert_true((noise_sampler_of(law) == NULL) == (law == DPMF_NO_NOISE));
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

static void the_samplers_fit(void **state)
{
	(void)state;
	for (size_t i = 0; i < noise_rows_count; i++)
		if (!noise_rows[i].control)
			assert_true(p_of(noise_rows[i].draw, noise_rows[i].law, noise_rows[i].given, SCALED(100000, 20000)) > NOISE_FIT_LEVEL);
}

static double laplace(struct dpmf_stream *s, const struct masses *m)
{
	return (double)dpmf_discrete_laplace(s, m->p, m->q);
}

/* What is seen of a scale that is off falls with the root of the number of draws. */
static void a_scale_off_by_one_percent_is_rejected(void **state)
{
	const uint64_t draws = SCALED(3000000, 30000), off = SCALED(25, 250);
	const struct masses sound = { .law = MASSES_DISCRETE_LAPLACE, .p = 100, .q = 2500 };
	const struct masses more = { .law = MASSES_DISCRETE_LAPLACE, .p = 100, .q = 2500 + off };
	const struct masses less = { .law = MASSES_DISCRETE_LAPLACE, .p = 100, .q = 2500 - off };

	(void)state;
	assert_true(p_of(laplace, sound, sound, draws) > NOISE_FIT_LEVEL);
	assert_true(p_of(laplace, sound, more, draws) < NOISE_FIT_LEVEL);
	assert_true(p_of(laplace, sound, less, draws) < NOISE_FIT_LEVEL);
}

/* Broken twins: each differs from a sampler in one thing. */

static double sign_is_biased(struct dpmf_stream *s, const struct masses *m)
{
	const double magnitude = (double)llabs(dpmf_discrete_laplace(s, m->p, m->q));

	return dpmf_bernoulli(s, 51, 100) ? -magnitude : magnitude;
}

static double zero_is_counted_twice(struct dpmf_stream *s, const struct masses *m)
{
	const double magnitude = (double)dpmf_geometric(s, m->p, m->q);

	return dpmf_stream_word(s) & 1 ? -magnitude : magnitude;
}

static double one_too_far(struct dpmf_stream *s, const struct masses *m)
{
	const double x = (double)dpmf_discrete_laplace(s, m->p, m->q);

	return x > 0 ? x + 1 : x;
}

static double units_are_not_geometric(struct dpmf_stream *s, const struct masses *m)
{
	const double u = (double)dpmf_uniform_below(s, m->q);
	double v = 0;

	while (dpmf_bernoulli(s, 368, 1000))
		v++;
	return floor((u + v * (double)m->q) / (double)m->p);
}

static double remainder_is_not_refused(struct dpmf_stream *s, const struct masses *m)
{
	return (double)(dpmf_stream_word(s) % m->q);
}

static double trial_fails_too_late(struct dpmf_stream *s, const struct masses *m)
{
	uint64_t k = 1;

	while (dpmf_bernoulli(s, m->p, m->q) && dpmf_bernoulli(s, 1, k + 1))
		k++;
	return k % 2 == 1;
}

static double laplace_in_place_of_gaussian(struct dpmf_stream *s, const struct masses *m)
{
	(void)m;
	return (double)dpmf_discrete_laplace(s, 14, 100); /* the same variance, 100 */
}

static double things_in_place_of_cycles(struct dpmf_stream *s, const struct masses *m)
{
	double kept = 0;

	for (uint64_t left = dpmf_geometric(s, m->p, m->q); left > 0; left--)
		kept += dpmf_bernoulli(s, 1, m->parties);
	return kept;
}

static double cycles_one_shorter(struct dpmf_stream *s, const struct masses *m)
{
	uint64_t left = dpmf_geometric(s, m->p, m->q), kept = 0;

	while (left > 0) {
		const uint64_t cycle = left == 1 ? 1 : 1 + dpmf_uniform_below(s, left - 1);

		kept += dpmf_bernoulli(s, 1, m->parties) ? cycle : 0;
		left -= cycle;
	}
	return (double)kept;
}

static double one_share_is_missing(struct dpmf_stream *s, const struct masses *m)
{
	int64_t sum = 0;

	for (uint64_t i = 1; i < m->parties; i++)
		sum += dpmf_laplace_share(s, m->p, m->q, 1, m->parties);
	return (double)sum;
}

static double mixture_without_the_two(struct dpmf_stream *s, const struct masses *m)
{
	return m->scale * sqrt(dpmf_exponential(s)) * dpmf_normal(s);
}

static double sine_of_half_the_circle(struct dpmf_stream *s, const struct masses *m)
{
	return m->scale * sqrt(-2 * log(dpmf_uniform(s))) * sin(3.14159265358979 * dpmf_uniform(s));
}

#define RATIO(name, a, b, n) { .law = MASSES_##name, .scale = 1, .p = (a), .q = (b), .parties = (n) }

static void broken_twins_are_rejected(void **state)
{
	const struct {
		noise_draw *draw;
		struct masses law;
	} twins[] = {
		{ sign_is_biased, RATIO(DISCRETE_LAPLACE, 1, 25, 0) },
		{ zero_is_counted_twice, RATIO(DISCRETE_LAPLACE, 1, 25, 0) },
		{ one_too_far, RATIO(DISCRETE_LAPLACE, 1, 25, 0) },
		{ units_are_not_geometric, RATIO(GEOMETRIC, 1, 10, 0) },
		{ remainder_is_not_refused, RATIO(UNIFORM_BELOW, 0, UINT64_C(3) << 62, 0) },
		{ trial_fails_too_late, RATIO(BERNOULLI_EXP, 1, 3, 0) },
		{ laplace_in_place_of_gaussian, RATIO(DISCRETE_GAUSSIAN, 100, 1, 0) },
		{ things_in_place_of_cycles, RATIO(POLYA, 1, 10, 3) },
		{ cycles_one_shorter, RATIO(POLYA, 1, 10, 3) },
		{ one_share_is_missing, RATIO(DISCRETE_LAPLACE, 1, 10, 10) },
		{ mixture_without_the_two, RATIO(LAPLACE, 0, 0, 0) },
		{ sine_of_half_the_circle, RATIO(NORMAL, 0, 0, 0) },
	};

	(void)state;
	for (size_t i = 0; i < sizeof twins / sizeof *twins; i += SCALED(1, 5))
		if (!(p_of(twins[i].draw, twins[i].law, twins[i].law, 300000) < NOISE_FIT_LEVEL))
			fail_msg("twin %zu is not rejected", i);
}

static void what_textbook_noise_gives_is_never_called_impossible(void **state)
{
	const double values[] = { 0, 1, -3.25, 1000 };
	struct dpmf_stream s;

	(void)state;
	open_stream(&s, 12);
	for (size_t i = 0; i < 4; i++)
		assert_int_equal(noise_leak_textbook(&s, 1, values[i], values[i], 5000), 0);
	assert_int_equal(noise_leak_textbook(&s, 10, 1, 1, 5000), 0);
}

/* Images near -1/4 lie exp(1/4) 2^-51 apart, doubles 2^-54. */
static void what_lies_between_images_is_impossible(void **state)
{
	size_t images = 0;

	(void)state;
	for (double x = -0.26, i = 0; i < 100; i++, x = nextafter(x, 0)) {
		const double u = floor(exp(x) / 2 * 0x1p52);
		bool is_image = false;

		for (double k = u - 3; k <= u + 3; k++)
			is_image = is_image || log(2 * ((k + 0.5) * 0x1p-52)) == x;
		assert_true(noise_leak_textbook_reaches(1, 0, x) == is_image);
		images += is_image;
	}
	assert_in_range(images, 1, 20);
}

static void textbook_noise_leaks_and_grid_noise_does_not(void **state)
{
	struct dpmf_stream s;

	(void)state;
	open_stream(&s, 13);
	assert_true(noise_leak_textbook(&s, 1, 0, 1, 5000) > 4000);
	assert_true(noise_leak_textbook(&s, 1, 1, 0, 5000) > 4000);
	assert_int_equal(noise_leak_grid(&s, -10, 1, 1024, 0, 1, 5000), 0);
	assert_int_equal(noise_leak_grid(&s, -10, 1, 1024, 1, 0, 5000), 0);
	/* So narrow that the neighbours' ranges do not meet: every output tells. */
	assert_int_equal(noise_leak_grid(&s, -10, 1, 1, 0, 2, 5000), 5000);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(masses_are_those_of_the_law),
		cmocka_unit_test(shares_sum_to_the_discrete_laplace_law),
		cmocka_unit_test(quantiles_are_the_smallest),
		cmocka_unit_test(bins_cover_the_law),
		cmocka_unit_test(a_continuous_law_has_all_its_bins),
		cmocka_unit_test(every_law_of_the_door_is_fitted),
		cmocka_unit_test(masses_of_the_users_laws),
		cmocka_unit_test(the_samplers_fit),
		cmocka_unit_test(a_scale_off_by_one_percent_is_rejected),
		cmocka_unit_test(broken_twins_are_rejected),
		cmocka_unit_test(what_textbook_noise_gives_is_never_called_impossible),
		cmocka_unit_test(what_lies_between_images_is_impossible),
		cmocka_unit_test(textbook_noise_leaks_and_grid_noise_does_not),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
