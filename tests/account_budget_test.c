/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a budget refuses to add up: two kinds of neighbours, and a draw used again at another cost. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "account/budget_relation.h"

static void make(struct dpmf_entry *entry, size_t count)
{
	for (size_t i = 0; i < count; i++)
		entry[i] = (struct dpmf_entry){ .statistic = "sum", .premise = "held", .norm = DPMF_L1, .sensitivity = 1, .scale = 4,
			                        .law = DPMF_MIXTURE_SHARES, .touched = 1, .draw = i };
}

static void neighbours_do_not_mix(void **state)
{
	struct dpmf_entry entry[3];
	const struct dpmf_record record = { entry, 3, 3 };
	struct dpmf_budget budget;
	struct dpmf_error error;

	(void)state;
	dpmf_budget_init(&budget);
	for (size_t odd = 0; odd < 3; odd++) {
		make(entry, 3);
		assert_int_equal(dpmf_budget_compose(&record, &budget, &error), DPMF_OK);
		assert_int_equal(budget.draws, 3);
		entry[odd].neighbours = DPMF_USER;
		assert_int_equal(dpmf_budget_compose(&record, &budget, &error), DPMF_INPUT);
		assert_non_null(strstr(error.text, "neighbours"));
	}
	dpmf_budget_clear(&budget);
}

/* Each field changed alone in the second use of one draw. */
static void one_draw_has_one_cost(void **state)
{
	struct dpmf_entry entry[2];
	const struct dpmf_record record = { entry, 2, 2 };
	struct dpmf_budget budget;
	struct dpmf_error error;

	(void)state;
	dpmf_budget_init(&budget);
	for (int field = 0; field < 4; field++) {
		make(entry, 2);
		entry[1].draw = 0;
		assert_int_equal(dpmf_budget_compose(&record, &budget, &error), DPMF_OK);
		assert_int_equal(budget.draws, 1);
		if (field == 0)
			entry[1].sensitivity = 2;
		else if (field == 1)
			entry[1].scale = 2;
		else if (field == 2)
			entry[1].touched = 2;
		else
			entry[1].law = DPMF_LAPLACE_SHARES;
		assert_int_equal(dpmf_budget_compose(&record, &budget, &error), DPMF_FAILED);
		assert_non_null(strstr(error.text, "again"));
	}
	dpmf_budget_clear(&budget);
}

static double composed(const struct dpmf_record *record, enum dpmf_relation neighbours)
{
	struct dpmf_budget budget;
	double epsilon;

	dpmf_budget_init(&budget);
	assert_int_equal(dpmf_budget_compose_for(record, neighbours, &budget, NULL), DPMF_OK);
	epsilon = mpfr_get_d(budget.epsilon.lo, MPFR_RNDN);
	dpmf_budget_clear(&budget);
	return epsilon;
}

/* Part 0 adds up; of parts 1 and 2, with two entries and one, the costlier counts. */
static void disjoint_parts_cost_what_the_costliest_does(void **state)
{
	struct dpmf_entry entry[5];
	const struct dpmf_record record = { entry, 5, 5 };

	(void)state;
	make(entry, 5);
	entry[1].part = entry[3].part = 1;
	entry[2].part = 2;
	assert_true(composed(&record, DPMF_ENTRY) == 2 * 0.25 + 2 * 0.25);
	entry[2].sensitivity = 3;
	assert_true(composed(&record, DPMF_ENTRY) == 2 * 0.25 + 0.75);
	for (size_t i = 0; i < 5; i++) {
		entry[i].touched_by_user = 2;
		entry[i].spread = i == 2;
	}
	assert_true(composed(&record, DPMF_ENTRY) == 2 * 0.25 + 0.75);
	assert_true(composed(&record, DPMF_USER) == 2 * (2 * 0.25 + 0.75 + 2 * 0.25));
	entry[2].part = 0;
	assert_true(composed(&record, DPMF_ENTRY) == 2 * 0.25 + 0.75 + 2 * 0.25);
}

/* A row's budget covers an entry; an entry's counts for a row as often as it says, or not at all; edges are apart. */
static void rows_and_entries(void **state)
{
	struct dpmf_entry entry[3];
	const struct dpmf_record record = { entry, 3, 3 };
	struct dpmf_budget budget;
	struct dpmf_error error;

	(void)state;
	make(entry, 3);
	entry[0].neighbours = DPMF_USER;
	entry[0].touched = 5;
	entry[1].touched_by_user = 7;
	entry[2].neighbours = DPMF_EDGE;
	assert_true(composed(&record, DPMF_ENTRY) == 5 * 0.25 + 0.25);
	assert_true(composed(&record, DPMF_USER) == 5 * 0.25 + 7 * 0.25);
	assert_true(composed(&record, DPMF_EDGE) == 0.25);
	entry[1].touched_by_user = 0;
	dpmf_budget_init(&budget);
	assert_int_equal(dpmf_budget_compose_for(&record, DPMF_USER, &budget, &error), DPMF_INPUT);
	assert_non_null(strstr(error.text, "row"));
	dpmf_budget_clear(&budget);
}

/* ln(1 + (e^(30 / 20) - 1) / 2), twice as it touches two; 40 is what any may move. */
static void sampled_entries(void **state)
{
	struct dpmf_entry entry = {
		.statistic = "sample", .norm = DPMF_L1, .law = DPMF_DISCRETE_LAPLACE, .sensitivity = 40, .rate_p = 1, .rate_q = 20,
		.touched = 2, .sampled_weight = 2, .sampled_sensitivity = 30,
	};
	const struct dpmf_record record = { &entry, 1, 1 };
	const double loss = log1p(expm1(1.5) / 2);
	struct dpmf_budget budget;

	(void)state;
	assert_true(fabs(composed(&record, DPMF_ENTRY) - 2 * loss) < 1e-15);
	entry.sampled_weight = 0;
	assert_true(fabs(composed(&record, DPMF_ENTRY) - 2 * 2) < 1e-15);
	entry.law = DPMF_LAPLACE;
	entry.scale = 80;
	dpmf_budget_init(&budget);
	assert_int_not_equal(dpmf_budget_compose_for(&record, DPMF_ENTRY, &budget, NULL), DPMF_OK); /* doubles have no rate */
	dpmf_budget_clear(&budget);
	entry.rate_p = entry.rate_q = 0;
	assert_true(composed(&record, DPMF_ENTRY) == 1);
}

/* A draw that is used again is found wherever it was used before; without a premise no epsilon is left. */
static void a_draw_again_is_found(void **state)
{
	struct dpmf_entry entry[3];
	const struct dpmf_record record = { entry, 3, 3 };
	struct dpmf_budget budget;

	(void)state;
	for (size_t i = 0; i < 3; i++)
		entry[i] = (struct dpmf_entry){ .statistic = "sum", .norm = DPMF_L1, .sensitivity = 1, .law = DPMF_LAPLACE, .scale = 4,
		                                .pieces = 2, .touched = 1, .coordinates = 1, .round = i, .draw = i % 2 };
	dpmf_budget_init(&budget);
	assert_int_equal(dpmf_budget_compose(&record, &budget, NULL), DPMF_OK);
	assert_true(budget.repeats && !budget.finite && budget.draws == 2);
	entry[2].premise = "held";
	assert_int_equal(dpmf_budget_compose(&record, &budget, NULL), DPMF_OK);
	assert_true(budget.repeats && budget.finite && mpfr_cmp_d(budget.epsilon.hi, 0.5) == 0);
	entry[2].scale = 2;
	assert_int_equal(dpmf_budget_compose(&record, &budget, NULL), DPMF_FAILED);
	dpmf_budget_clear(&budget);
}

/* What was declared counts whether it left or not, but for what has no noise: that leaks when it leaves. */
static void what_never_left(void **state)
{
	struct dpmf_entry entry[2];
	const struct dpmf_record record = { entry, 2, 2 };
	struct dpmf_budget budget;

	(void)state;
	for (size_t i = 0; i < 2; i++)
		entry[i] = (struct dpmf_entry){ .statistic = "sum", .norm = DPMF_L1, .sensitivity = 1, .law = i ? DPMF_NO_NOISE : DPMF_LAPLACE,
		                                .scale = 4, .pieces = 2, .touched = 1, .coordinates = 1, .draw = i, .withheld = 2 };
	dpmf_budget_init(&budget);
	for (size_t withheld = 0; withheld <= 2; withheld++) {
		entry[1].withheld = withheld;
		assert_int_equal(dpmf_budget_compose(&record, &budget, NULL), DPMF_OK);
		assert_true(budget.finite == (withheld == 2));
		assert_true(mpfr_cmp_d(budget.epsilon.hi, 0.25) == 0);
	}
	dpmf_budget_clear(&budget);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(neighbours_do_not_mix),
		cmocka_unit_test(one_draw_has_one_cost),
		cmocka_unit_test(disjoint_parts_cost_what_the_costliest_does),
		cmocka_unit_test(rows_and_entries),
		cmocka_unit_test(sampled_entries),
		cmocka_unit_test(a_draw_again_is_found),
		cmocka_unit_test(what_never_left),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
