/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The budget of Poisson binomial rounds is that of pbm_compose.h for what the record says. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "account/budget_pbm.h"
#include "noise/pbm.h"

enum { ROUNDS = 3 };

static void make(struct dpmf_entry *entry)
{
	for (size_t i = 0; i < ROUNDS; i++)
		entry[i] = (struct dpmf_entry){ .statistic = "sum", .neighbours = DPMF_USER, .norm = DPMF_LARGEST,
			                        .law = DPMF_POISSON_BINOMIAL, .rate_p = 1 << (DPMF_PBM_THETA_BITS - 3), .rate_q = 2,
			                        .pieces = 20, .touched = 1, .coordinates = 4, .round = i, .draw = i };
}

static void direct(unsigned long rounds, const struct dpmf_enclosure *delta, struct dpmf_pbm_worst *worst)
{
	struct dpmf_pbm pbm = { .users = 20, .quanta = 2, .coordinates = 4, .rounds = rounds };
	struct dpmf_error error;
	double order;

	dpmf_enclosure_init(&pbm.theta);
	dpmf_enclosure_set(&pbm.theta, 0.125);
	assert_int_equal(dpmf_pbm_epsilon(&pbm, delta, worst, &order, &error), DPMF_OK);
	dpmf_enclosure_clear(&pbm.theta);
}

static void record_is_composed(void **state)
{
	struct dpmf_entry entry[ROUNDS];
	const struct dpmf_record record = { entry, ROUNDS, ROUNDS };
	struct dpmf_pbm_budget budget;
	struct dpmf_pbm_worst expected;
	struct dpmf_enclosure delta;
	struct dpmf_error error;
	double before = 0;

	(void)state;
	make(entry);
	dpmf_pbm_budget_init(&budget);
	dpmf_pbm_worst_init(&expected);
	dpmf_enclosure_init(&delta);
	dpmf_enclosure_set(&delta, 1e-5);
	for (size_t most = 1; most <= ROUNDS + 1; most++) {
		direct(most < ROUNDS ? most : ROUNDS, &delta, &expected);
		assert_int_equal(dpmf_pbm_compose_record(&record, most, &delta, &budget, &error), DPMF_OK);
		assert_true(mpfr_equal_p(budget.epsilon.value.lo, expected.value.lo));
		assert_true(mpfr_equal_p(budget.epsilon.value.hi, expected.value.hi));
		assert_true(most > ROUNDS || mpfr_get_d(budget.epsilon.value.hi, MPFR_RNDN) > before);
		before = mpfr_get_d(budget.epsilon.value.hi, MPFR_RNDN);
		assert_int_equal(budget.releases, ROUNDS);
	}
	dpmf_enclosure_clear(&delta);
	dpmf_pbm_worst_clear(&expected);
	dpmf_pbm_budget_clear(&budget);
}

/* Each field changed alone in the second round. */
static void unlike_rounds_are_refused(void **state)
{
	static const char *const words[] = { "other users", "other users", "other users", "other users", "no round", "no round", "again" };
	struct dpmf_entry entry[ROUNDS];
	const struct dpmf_record record = { entry, ROUNDS, ROUNDS }, none = { entry, 0, ROUNDS };
	struct dpmf_pbm_budget budget;
	struct dpmf_enclosure delta;
	struct dpmf_error error;

	(void)state;
	dpmf_pbm_budget_init(&budget);
	dpmf_enclosure_init(&delta);
	dpmf_enclosure_set(&delta, 1e-5);
	for (int field = 0; field < 7; field++) {
		make(entry);
		entry[1].pieces += field == 0;
		entry[1].coordinates += field == 1;
		entry[1].rate_p += field == 2;
		entry[1].rate_q += field == 3;
		entry[1].law = field == 4 ? DPMF_LAPLACE : entry[1].law;
		entry[1].neighbours = field == 5 ? DPMF_ENTRY : entry[1].neighbours;
		entry[1].draw = field == 6 ? 0 : entry[1].draw;
		assert_int_equal(dpmf_pbm_compose_record(&record, 1, &delta, &budget, &error), DPMF_INPUT);
		assert_non_null(strstr(error.text, words[field]));
	}
	make(entry);
	assert_int_equal(dpmf_pbm_compose_record(&record, 0, &delta, &budget, &error), DPMF_INPUT);
	assert_int_equal(dpmf_pbm_compose_record(&none, 1, &delta, &budget, &error), DPMF_INPUT);
	dpmf_enclosure_clear(&delta);
	dpmf_pbm_budget_clear(&budget);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(record_is_composed),
		cmocka_unit_test(unlike_rounds_are_refused),
	};

	return cmocka_run_group_tests_name("account_budget_pbm", tests, NULL, NULL);
}
