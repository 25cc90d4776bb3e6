/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What delta owes to the samplers, against the formula worked out here in other words. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "account/limits.h"

static struct dpmf_entry entry_of(enum dpmf_law law, enum dpmf_relation neighbours, size_t pieces, size_t touched, size_t coordinates)
{
	return (struct dpmf_entry){ .statistic = "sums", .law = law, .neighbours = neighbours, .pieces = pieces, .touched = touched,
	                            .coordinates = coordinates };
}

/* log2 of what is owed at epsilon = 0, where 1 + e^epsilon is 2. */
static long owed(const struct dpmf_entry *entry, size_t count, enum dpmf_relation neighbours, bool *none)
{
	const struct dpmf_record record = { (struct dpmf_entry *)entry, count, count };
	struct dpmf_enclosure epsilon, delta;
	long exponent;

	dpmf_enclosure_init(&epsilon);
	dpmf_enclosure_init(&delta);
	dpmf_enclosure_set(&epsilon, 0);
	assert_int_equal(dpmf_record_limits(&record, neighbours, &epsilon, &delta, NULL), DPMF_OK);
	assert_true(mpfr_zero_p(delta.lo));
	*none = mpfr_zero_p(delta.hi);
	exponent = *none ? 0 : mpfr_get_exp(delta.hi) - 1;
	assert_true(*none || mpfr_cmp_ui_2exp(delta.hi, 1, exponent) == 0); /* powers of two stay exact */
	dpmf_enclosure_clear(&epsilon);
	dpmf_enclosure_clear(&delta);
	return exponent;
}

static void draws_are_counted(void **state)
{
	const struct { struct dpmf_entry entry; enum dpmf_relation neighbours; long owed; } cases[] = {
		{ entry_of(DPMF_DISCRETE_LAPLACE, DPMF_ENTRY, 64, 1, 1), DPMF_ENTRY, -1472 },
		{ entry_of(DPMF_DISCRETE_LAPLACE, DPMF_ENTRY, 64, 4, 8), DPMF_ENTRY, -1467 },
		{ entry_of(DPMF_DISCRETE_LAPLACE, DPMF_ENTRY, 64, 4, 8), DPMF_USER, -1463 }, /* any piece */
		{ entry_of(DPMF_DISCRETE_LAPLACE, DPMF_USER, 64, 4, 8), DPMF_USER, -1467 },
		{ entry_of(DPMF_DISCRETE_LAPLACE, DPMF_USER, 64, 4, 8), DPMF_ENTRY, -1467 },
		{ entry_of(DPMF_DISCRETE_GAUSSIAN, DPMF_ENTRY, 64, 1, 2), DPMF_ENTRY, -1471 },
		{ entry_of(DPMF_LAPLACE_SHARES, DPMF_ENTRY, 64, 1, 1), DPMF_ENTRY, -1443 },
		{ entry_of(DPMF_LAPLACE_SHARES, DPMF_EDGE, 64, 1, 2), DPMF_EDGE, -1442 },
		{ entry_of(DPMF_RANDOMIZED_RESPONSE, DPMF_ENTRY, 64, 1, 1024), DPMF_ENTRY, -1989 },
	};
	bool none;

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		assert_int_equal(owed(&cases[i].entry, 1, cases[i].neighbours, &none), cases[i].owed);
		assert_false(none);
	}
}

/* A rating moves its user's vector in every sum that those who collude hear: 8 sums, where an edge lies in one. */
static void every_sum_that_is_heard_is_counted(void **state)
{
	struct dpmf_entry entry = entry_of(DPMF_LAPLACE_SHARES, DPMF_EDGE, 64, 1, 2);
	bool none;

	(void)state;
	entry.heard = 8;
	assert_int_equal(owed(&entry, 1, DPMF_EDGE, &none), -1442);
	assert_int_equal(owed(&entry, 1, DPMF_ENTRY, &none), -1439);
	assert_int_equal(owed(&entry, 1, DPMF_USER, &none), -1439);
	entry.heard = 0;
	owed(&entry, 1, DPMF_ENTRY, &none);
	assert_true(none);
}

static void entries_add_up(void **state)
{
	const struct dpmf_entry four[4] = {
		entry_of(DPMF_DISCRETE_LAPLACE, DPMF_ENTRY, 8, 1, 1), entry_of(DPMF_POISSON_BINOMIAL, DPMF_USER, 8, 1, 1),
		entry_of(DPMF_DISCRETE_LAPLACE, DPMF_EDGE, 8, 8, 8), entry_of(DPMF_DISCRETE_GAUSSIAN, DPMF_ENTRY, 8, 1, 1),
	};
	const struct dpmf_entry exact[2] = { four[1], entry_of(DPMF_NO_NOISE, DPMF_ENTRY, 8, 1, 1) };
	bool none;

	(void)state;
	assert_int_equal(owed(four, 4, DPMF_ENTRY, &none), -1471);
	assert_int_equal(owed(four, 4, DPMF_EDGE, &none), -1466);
	owed(exact, 2, DPMF_USER, &none);
	assert_true(none);
}

static void doubles_have_no_bound(void **state)
{
	const enum dpmf_law laws[] = { DPMF_MIXTURE_SHARES, DPMF_NORMAL, DPMF_LAPLACE };

	(void)state;
	for (int i = 0; i < 3; i++) {
		struct dpmf_entry entry = entry_of(laws[i], DPMF_ENTRY, 8, 1, 1);
		const struct dpmf_record record = { &entry, 1, 1 };
		struct dpmf_enclosure epsilon, delta;
		struct dpmf_error error = { "" };

		dpmf_enclosure_init(&epsilon);
		dpmf_enclosure_init(&delta);
		dpmf_enclosure_set(&epsilon, 1);
		dpmf_enclosure_set(&delta, 0.25);
		assert_int_equal(dpmf_record_limits(&record, DPMF_ENTRY, &epsilon, &delta, &error), DPMF_NO);
		assert_non_null(strstr(error.text, "drawn in doubles"));
		assert_true(mpfr_cmp_d(delta.lo, 0.25) == 0 && mpfr_cmp_d(delta.hi, 0.25) == 0);
		assert_int_equal(dpmf_record_limits(&record, DPMF_EDGE, &epsilon, &delta, &error), DPMF_OK);
		entry.law = (enum dpmf_law)99;
		assert_int_equal(dpmf_record_limits(&record, DPMF_ENTRY, &epsilon, &delta, &error), DPMF_INPUT);
		dpmf_enclosure_clear(&epsilon);
		dpmf_enclosure_clear(&delta);
	}
}

/* 3 2^-1473 (1 + e) is far below the least double, and prints, rounded up, in digits that read back. */
static void what_is_below_doubles_prints(void **state)
{
	struct dpmf_entry entry = entry_of(DPMF_DISCRETE_LAPLACE, DPMF_ENTRY, 8, 3, 1);
	const struct dpmf_record record = { &entry, 1, 1 };
	struct dpmf_enclosure epsilon, delta, read;
	struct dpmf_decimals text;
	mpfr_t true_value;

	(void)state;
	dpmf_enclosure_init(&epsilon);
	dpmf_enclosure_init(&delta);
	dpmf_enclosure_init(&read);
	mpfr_init2(true_value, 512);
	dpmf_enclosure_set(&epsilon, 1);
	assert_int_equal(dpmf_record_limits(&record, DPMF_ENTRY, &epsilon, &delta, NULL), DPMF_OK);
	mpfr_set_ui(true_value, 1, MPFR_RNDN);
	mpfr_exp(true_value, true_value, MPFR_RNDN);
	mpfr_add_ui(true_value, true_value, 1, MPFR_RNDN);
	mpfr_mul_ui(true_value, true_value, 3, MPFR_RNDN);
	mpfr_mul_2si(true_value, true_value, -1473, MPFR_RNDN);
	assert_true(mpfr_cmp(delta.hi, true_value) >= 0);
	assert_true(mpfr_get_d(delta.hi, MPFR_RNDN) == 0); /* no double is as small */
	dpmf_enclosure_print(&delta, &text);
	assert_int_equal(dpmf_enclosure_read(&read, "delta", text.hi, NULL), DPMF_OK);
	assert_true(mpfr_cmp(read.hi, delta.hi) >= 0);
	mpfr_mul_d(true_value, true_value, 1 + 1e-15, MPFR_RNDN);
	assert_true(mpfr_cmp(read.hi, true_value) < 0);
	assert_non_null(strstr(text.hi, "e-443"));
	dpmf_enclosure_clear(&epsilon);
	dpmf_enclosure_clear(&delta);
	dpmf_enclosure_clear(&read);
	mpfr_clear(true_value);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(draws_are_counted),
		cmocka_unit_test(every_sum_that_is_heard_is_counted),
		cmocka_unit_test(entries_add_up),
		cmocka_unit_test(doubles_have_no_bound),
		cmocka_unit_test(what_is_below_doubles_prints),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
