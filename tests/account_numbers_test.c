/* SPDX-License-Identifier: GPL-3.0-or-later */
/* account/account.h: the numbers are those of the enclosures beneath, and what cannot be answered is refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "account/account.h"
#include "core/stream.h"

static double above(const struct dpmf_decimals *x) { return strtod(x->hi, NULL); }
static double below(const struct dpmf_decimals *x) { return strtod(x->lo, NULL); }

/* Closed forms: Laplace at scale 1 has epsilon 1 and delta(0) = 1 - exp(-1/2); the same on steps, p / q = 1. */
static void closed_forms(void **state)
{
	const struct dpmf_on_steps one = { 1, 1, 1 };
	struct dpmf_decimals x;

	(void)state;
	assert_int_equal(dpmf_account_laplace_epsilon("1", "1", "0", &x, NULL), DPMF_OK);
	assert_true(below(&x) == 1 && above(&x) == 1);
	assert_int_equal(dpmf_account_laplace_delta("1", "1", "0", &x, NULL), DPMF_OK);
	assert_true(below(&x) <= 0.39346934028736658 && above(&x) >= 0.39346934028736657 && above(&x) - below(&x) < 1e-15);
	assert_int_equal(dpmf_account_discrete_laplace_epsilon(&one, "0", &x, NULL), DPMF_OK);
	assert_true(below(&x) == 1 && above(&x) == 1);
	assert_int_equal(dpmf_account_discrete_laplace_delta(&one, "1", &x, NULL), DPMF_OK);
	assert_true(above(&x) == 0);
}

/* There and back: sigma for (epsilon, delta), and the epsilon of that sigma. */
static void there_and_back(void **state)
{
	const struct dpmf_on_steps noise = { 10000, 1, 1 }; /* sigma 100: all but the normal law */
	struct dpmf_decimals x, y;
	char text[40];
	double sigma;

	(void)state;
	assert_int_equal(dpmf_account_gaussian_sigma("1", "1e-6", "1", 100, &sigma, NULL), DPMF_OK);
	snprintf(text, sizeof text, "%.17g", sigma);
	assert_int_equal(dpmf_account_gaussian_epsilon(text, "1", 100, "1e-6", &x, NULL), DPMF_OK);
	assert_true(above(&x) <= 1 && below(&x) > 1 - 1e-9);
	assert_int_equal(dpmf_account_gaussian_delta(text, "1", 100, "1", &y, NULL), DPMF_OK);
	assert_true(above(&y) <= 1e-6 && below(&y) > 0.999e-6);
	assert_int_equal(dpmf_account_discrete_gaussian_delta(&noise, "0.01", &x, NULL), DPMF_OK);
	assert_int_equal(dpmf_account_gaussian_delta("100", "1", 1, "0.01", &y, NULL), DPMF_OK);
	assert_true(above(&x) > 0.9 * below(&y) && below(&x) < 1.1 * above(&y));
	assert_int_equal(dpmf_account_discrete_gaussian_epsilon(&noise, "1e-6", &x, NULL), DPMF_OK);
	assert_true(above(&x) > 0 && above(&x) < 0.1);
}

static void refused(void **state)
{
	struct dpmf_decimals x = { "untouched", "" };
	struct dpmf_error error;
	double sigma = 7;

	(void)state;
	assert_int_equal(dpmf_account_gaussian_epsilon("0,5", "1", 1, "1e-6", &x, &error), DPMF_INPUT);
	assert_non_null(strstr(error.text, "sigma"));
	assert_int_equal(dpmf_account_gaussian_epsilon("1", NULL, 1, "1e-6", &x, &error), DPMF_INPUT);
	assert_non_null(strstr(error.text, "sensitivity"));
	assert_int_equal(dpmf_account_gaussian_epsilon("1", "1", 1, "1", &x, &error), DPMF_INPUT);
	assert_int_equal(dpmf_account_laplace_epsilon("0", "1", "0", &x, &error), DPMF_INPUT);
	assert_int_equal(dpmf_account_gaussian_sigma("1", "0", "1", 1, &sigma, &error), DPMF_INPUT);
	assert_string_equal(x.lo, "untouched");
	assert_true(sigma == 7);
}

static struct dpmf_entry entry_of(enum dpmf_law law, enum dpmf_norm norm)
{
	struct dpmf_entry entry = { .statistic = "sums", .neighbours = DPMF_ENTRY, .norm = norm, .sensitivity = 1, .law = law,
	                            .scale = 1, .pieces = 1, .touched = 1, .coordinates = 1 };

	if (law == DPMF_DISCRETE_LAPLACE || law == DPMF_DISCRETE_GAUSSIAN)
		entry.rate_p = entry.rate_q = 1;
	return entry;
}

static enum dpmf_status cost_of(struct dpmf_entry entry, enum dpmf_relation neighbours, const char *delta, struct dpmf_record_cost *cost,
                                struct dpmf_error *error)
{
	const struct dpmf_record record = { .entry = &entry, .count = 1 };

	return dpmf_account_record(&record, neighbours, delta, cost, error);
}

static void records(void **state)
{
	struct dpmf_record_cost cost = { .premise = "untouched" };
	struct dpmf_error error;

	(void)state;
	assert_int_equal(cost_of(entry_of(DPMF_LAPLACE, DPMF_L1), DPMF_ENTRY, NULL, &cost, &error), DPMF_NO);
	assert_non_null(strstr(error.text, "doubles"));
	assert_int_equal(cost_of(entry_of(DPMF_NO_NOISE, DPMF_L1), DPMF_ENTRY, NULL, &cost, &error), DPMF_NO);
	assert_int_equal(cost_of(entry_of(DPMF_DISCRETE_LAPLACE, DPMF_L1), DPMF_EDGE, NULL, &cost, &error), DPMF_NO);
	assert_int_equal(cost_of(entry_of(DPMF_DISCRETE_LAPLACE, DPMF_L1), DPMF_USER, NULL, &cost, &error), DPMF_INPUT);
	assert_int_equal(cost_of(entry_of(DPMF_POISSON_BINOMIAL, DPMF_LARGEST), DPMF_ENTRY, "1e-6", &cost, &error), DPMF_INPUT);
	assert_int_equal(cost_of(entry_of(DPMF_DISCRETE_GAUSSIAN, DPMF_L2), DPMF_ENTRY, NULL, &cost, &error), DPMF_INPUT);
	assert_string_equal(cost.premise, "untouched");
	assert_int_equal(cost_of(entry_of(DPMF_DISCRETE_LAPLACE, DPMF_L1), DPMF_ENTRY, NULL, &cost, &error), DPMF_OK);
	assert_true(below(&cost.epsilon) == 1 && above(&cost.epsilon) == 1 && cost.premise == NULL);
	assert_string_not_equal(cost.delta.hi, "0"); /* what the sampler owes */
	assert_non_null(strstr(cost.delta.hi, "e-4"));
	assert_int_equal(cost_of(entry_of(DPMF_DISCRETE_GAUSSIAN, DPMF_L2), DPMF_ENTRY, "1e-6", &cost, &error), DPMF_OK);
	assert_true(above(&cost.epsilon) > 4 && above(&cost.epsilon) < 6 && above(&cost.delta) >= 1e-6);
}

/* Gaussian noise, asked for other neighbours than it was declared for: never for nothing. */
static void others(void **state)
{
	struct dpmf_entry entry = entry_of(DPMF_DISCRETE_GAUSSIAN, DPMF_L2);
	struct dpmf_record_cost own, cost;
	struct dpmf_error error;

	(void)state;
	assert_int_equal(cost_of(entry, DPMF_ENTRY, "1e-6", &own, &error), DPMF_OK);
	assert_int_equal(cost_of(entry, DPMF_USER, "1e-6", &cost, &error), DPMF_INPUT);
	assert_non_null(strstr(error.text, "does not say how far a whole row moves it"));
	assert_int_equal(cost_of(entry, DPMF_EDGE, "1e-6", &cost, &error), DPMF_NO);
	entry.touched_by_user = 3;
	assert_int_equal(cost_of(entry, DPMF_USER, "1e-6", &cost, &error), DPMF_OK);
	entry.sensitivity = 3;
	assert_int_equal(cost_of(entry, DPMF_ENTRY, "1e-6", &own, &error), DPMF_OK);
	assert_string_equal(cost.epsilon.hi, own.epsilon.hi);
	entry.neighbours = DPMF_USER;
	assert_int_equal(cost_of(entry, DPMF_ENTRY, "1e-6", &cost, &error), DPMF_OK);
	assert_string_equal(cost.epsilon.hi, own.epsilon.hi);
	entry.neighbours = DPMF_EDGE;
	entry.sensitivity = 1;
	entry.heard = 9; /* pieces of their own: 9 1^2 is 3^2 */
	assert_int_equal(cost_of(entry, DPMF_ENTRY, "1e-6", &cost, &error), DPMF_OK);
	assert_string_equal(cost.epsilon.hi, own.epsilon.hi);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(closed_forms),
		cmocka_unit_test(there_and_back),
		cmocka_unit_test(refused),
		cmocka_unit_test(records),
		cmocka_unit_test(others),
	};

	if (dpmf_stream_start(NULL) != DPMF_OK)
		return EXIT_FAILURE;
	return cmocka_run_group_tests(tests, NULL, NULL);
}
