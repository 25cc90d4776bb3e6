/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What mechanisms in doubles declare lies on the safe side of the real numbers, and the budget of their record holds
   these: against 600 bits, over random settings. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "account/budget.h"
#include "account/budget_normal.h"
#include "account/directed.h"
#include "mech/gaussmf/sigma.h"
#include "mech/privsr/scales.h"
#include "core/stream.h"
#include "mech/hdpmf/kernels.h"
#include "mech/options.h"
#include "noise/textbook.h"
#include "tests/scale.h"

enum { BITS = 600 };

static struct dpmf_stream stream;

static double between(double least, double most)
{
	return least + (most - least) * dpmf_uniform(&stream);
}

static double logarithmic(double least, double most)
{
	return exp(between(log(least), log(most)));
}

static void start(void)
{
	struct dpmf_key key;

	assert_int_equal(dpmf_stream_start(NULL), DPMF_OK);
	dpmf_key_from_seed(5, &key);
	dpmf_stream_open(&stream, &key, 0, 0, 0);
}

/* factor (max - min) sqrt(k), to 600 bits. */
static void range_root(double factor, double min, double max, size_t k, mpfr_t x)
{
	mpfr_t range;

	mpfr_init2(range, BITS);
	mpfr_set_d(range, max, MPFR_RNDN);
	mpfr_sub_d(range, range, min, MPFR_RNDN);
	mpfr_sqrt_ui(x, k, MPFR_RNDN);
	mpfr_mul(x, x, range, MPFR_RNDN);
	mpfr_mul_d(x, x, factor, MPFR_RNDN);
	mpfr_clear(range);
}

static void near_above(double x, const mpfr_t real)
{
	assert_true(mpfr_cmp_d(real, x) <= 0);
	assert_true(mpfr_cmp_d(real, nextafter(x, 0)) >= 0);
}

static void near_below(double x, const mpfr_t real)
{
	assert_true(mpfr_cmp_d(real, x) >= 0);
	assert_true(mpfr_cmp_d(real, nextafter(x, INFINITY)) <= 0);
}

/* The budget of one release of that descent. */
static void compose(const struct dpmf_entry *entry, struct dpmf_budget *budget)
{
	struct dpmf_entry one = *entry;
	const struct dpmf_record record = { &one, 1, 1 };

	assert_int_equal(dpmf_budget_compose(&record, budget, NULL), DPMF_OK);
}

static void hdpmf_is_enclosed(void **state)
{
	size_t doubles_miss = 0;

	(void)state;
	for (int i = 0; i < SCALED(3000, 300); i++) {
		const struct dpmf_options options = {
			.epsilon = logarithmic(1e-3, 1e3), .rating_min = between(-3, 1), .rating_max = between(1.5, 9),
			.factors = 1 + (size_t)between(0, 255),
		};
		const struct dpmf_descent descent = dpmf_options_noisy_descent(&options, options.epsilon);
		const struct dpmf_entry *entry = &descent.entry;
		struct dpmf_budget budget;
		mpfr_t real, scale;

		mpfr_inits2(BITS, real, scale, (mpfr_ptr)0);
		dpmf_budget_init(&budget);
		range_root(2, options.rating_min, options.rating_max, options.factors, real);
		near_above(entry->sensitivity, real);
		near_below(entry->sensitivity_least, real);
		doubles_miss += mpfr_cmp_d(real, 2 * (options.rating_max - options.rating_min) * sqrt((double)options.factors)) > 0;
		compose(entry, &budget);
		mpfr_set_d(scale, entry->scale, MPFR_RNDN);
		mpfr_div(real, real, scale, MPFR_RNDN);
		assert_true(mpfr_cmp(budget.epsilon.lo, real) <= 0 && mpfr_cmp(budget.epsilon.hi, real) >= 0);
		assert_true(mpfr_cmp_d(budget.epsilon.hi, options.epsilon) <= 0); /* not above what was asked for */
		assert_true(mpfr_cmp_d(budget.epsilon.lo, options.epsilon * (1 - 1e-15)) > 0);
		assert_true(fabs(entry->scale / dpmf_hdpmf_noise_scale(options.rating_max - options.rating_min, options.factors,
		                                                       options.epsilon) - 1) < 2e-15);
		dpmf_budget_clear(&budget);
		mpfr_clears(real, scale, (mpfr_ptr)0);
	}
	assert_true(doubles_miss > 0); /* else the test could not see what it is for */
}

/* The example of old: 8 sqrt(3) over the scale at K = 3, ratings from 1 to 5, epsilon 1. */
static void three_factors(void **state)
{
	const struct dpmf_options options = { .epsilon = 1, .rating_min = 1, .rating_max = 5, .factors = 3 };
	const struct dpmf_descent descent = dpmf_options_noisy_descent(&options, 1);
	struct dpmf_budget budget;
	mpfr_t real;

	(void)state;
	mpfr_init2(real, BITS);
	dpmf_budget_init(&budget);
	compose(&descent.entry, &budget);
	mpfr_sqrt_ui(real, 3, MPFR_RNDN);
	mpfr_mul_ui(real, real, 8, MPFR_RNDN);
	mpfr_div_d(real, real, descent.entry.scale, MPFR_RNDN);
	assert_true(mpfr_cmp(budget.epsilon.hi, real) >= 0 && mpfr_cmp(budget.epsilon.lo, real) <= 0);
	dpmf_budget_clear(&budget);
	mpfr_clear(real);
}

static void privsr_is_enclosed(void **state)
{
	(void)state;
	for (int i = 0; i < SCALED(3000, 300); i++) {
		const double min = between(-3, 1), max = between(1.5, 9), epsilon = logarithmic(1e-3, 1e3), beta = between(1e-3, 1);
		const size_t k = 1 + (size_t)between(0, 255);
		double group[2];
		mpfr_t real, by, sum;

		mpfr_inits2(BITS, real, by, sum, (mpfr_ptr)0);
		mpfr_set_ui(sum, 0, MPFR_RNDN);
		for (int g = 0; g < 2; g++) {
			group[g] = dpmf_privsr_scale_above(2, min, max, k, epsilon, beta, g);
			range_root(2, min, max, k, real);
			mpfr_set_d(by, beta, MPFR_RNDN);
			if (g)
				mpfr_ui_div(by, 1, by, MPFR_RNDN);
			mpfr_add_ui(by, by, 1, MPFR_RNDN);
			mpfr_mul_d(by, by, epsilon, MPFR_RNDN);
			mpfr_div(real, real, by, MPFR_RNDN);
			near_above(group[g], real);
			mpfr_set_d(by, group[g], MPFR_RNDN);
			mpfr_sqr(by, by, MPFR_RNDN);
			mpfr_add(sum, sum, by, MPFR_RNDN);
		}
		mpfr_sqrt(sum, sum, MPFR_RNDN);
		const struct dpmf_between both = dpmf_together(group[0], group[1]), one = dpmf_together(group[0], 0);

		near_above(both.most, sum);
		assert_true(mpfr_cmp_d(sum, both.least) > 0 && both.least > both.most * (1 - 3e-15));
		assert_true(one.least == group[0] && one.most == group[0]);
		mpfr_clears(real, by, sum, (mpfr_ptr)0);
	}
}

static void gaussmf_is_enclosed(void **state)
{
	(void)state;
	for (int i = 0; i < SCALED(1000, 100); i++) {
		const double min = between(-3, 1), max = between(1.5, 9), clip = logarithmic(0.01, 10), eps = logarithmic(1e-3, 0.999),
		             delta = logarithmic(1e-9, 0.5);
		const struct dpmf_between sensitivity = dpmf_range_root(clip, min, max, 1);
		struct dpmf_entry entry = { .statistic = "gradient", .norm = DPMF_L2, .law = DPMF_NORMAL, .sensitivity = sensitivity.most,
		                            .sensitivity_least = sensitivity.least, .scale = dpmf_gaussmf_sigma_above(min, max, clip, eps, delta),
		                            .pieces = 1, .touched = 1, .coordinates = 1 };
		const struct dpmf_record record = { &entry, 1, 1 };
		struct dpmf_normal_budget budget;
		struct dpmf_enclosure at;
		mpfr_t real, root;

		mpfr_inits2(BITS, real, root, (mpfr_ptr)0);
		dpmf_normal_budget_init(&budget);
		dpmf_enclosure_init(&at);
		range_root(clip, min, max, 1, real);
		near_above(sensitivity.most, real);
		near_below(sensitivity.least, real);
		mpfr_set_d(root, 1.25, MPFR_RNDN);
		mpfr_div_d(root, root, delta, MPFR_RNDN);
		mpfr_log(root, root, MPFR_RNDN);
		mpfr_mul_ui(root, root, 2, MPFR_RNDN);
		mpfr_sqrt(root, root, MPFR_RNDN);
		mpfr_mul(root, root, real, MPFR_RNDN);
		mpfr_div_d(root, root, eps, MPFR_RNDN);
		near_above(entry.scale, root);
		dpmf_enclosure_set(&at, 1e-5);
		assert_int_equal(dpmf_normal_compose_record(&record, DPMF_ENTRY, &at, &budget, NULL), DPMF_OK);
		mpfr_div_d(real, real, entry.scale, MPFR_RNDN);
		assert_true(mpfr_cmp(budget.mu.lo, real) <= 0 && mpfr_cmp(budget.mu.hi, real) >= 0);
		dpmf_enclosure_clear(&at);
		dpmf_normal_budget_clear(&budget);
		mpfr_clears(real, root, (mpfr_ptr)0);
	}
}

/* Sums and squares of profiles as dpimf's sensitivities are, in doubles against 600 bits. */
static void sums_are_around(void **state)
{
	(void)state;
	for (int i = 0; i < SCALED(2000, 200); i++) {
		const size_t d = 1 + (size_t)between(0, 200);
		double profile[201], l1 = 0, squares = 0;
		mpfr_t sum, square, one;

		mpfr_inits2(BITS, sum, square, one, (mpfr_ptr)0);
		mpfr_set_ui(sum, 0, MPFR_RNDN);
		mpfr_set_ui(square, 0, MPFR_RNDN);
		for (size_t l = 0; l < d; l++) {
			profile[l] = logarithmic(1e-6, 1);
			l1 += profile[l];
			squares += profile[l] * profile[l];
			mpfr_add_d(sum, sum, profile[l], MPFR_RNDN);
			mpfr_set_d(one, profile[l], MPFR_RNDN);
			mpfr_sqr(one, one, MPFR_RNDN);
			mpfr_add(square, square, one, MPFR_RNDN);
		}
		const struct dpmf_between around = dpmf_around((l1 * l1 + squares) / 2, d);

		mpfr_sqr(sum, sum, MPFR_RNDN);
		mpfr_add(sum, sum, square, MPFR_RNDN);
		mpfr_div_ui(sum, sum, 2, MPFR_RNDN);
		assert_true(mpfr_cmp_d(sum, around.most) <= 0 && mpfr_cmp_d(sum, around.least) >= 0);
		assert_true(around.most < around.least * (1 + 1e-12));
		mpfr_clears(sum, square, one, (mpfr_ptr)0);
	}
}

static void quotients_are_above(void **state)
{
	(void)state;
	for (int i = 0; i < 1000; i++) {
		const double x = logarithmic(1e-5, 1e5), y = logarithmic(1e-5, 1e5);
		mpfr_t real;

		mpfr_init2(real, BITS);
		mpfr_set_d(real, x, MPFR_RNDN);
		mpfr_div_d(real, real, y, MPFR_RNDN);
		near_above(dpmf_quotient_above(x, y), real);
		mpfr_clear(real);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(hdpmf_is_enclosed),
		cmocka_unit_test(three_factors),
		cmocka_unit_test(privsr_is_enclosed),
		cmocka_unit_test(gaussmf_is_enclosed),
		cmocka_unit_test(sums_are_around),
		cmocka_unit_test(quotients_are_above),
	};

	start();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
