/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a budget refuses to add up: two kinds of neighbours, and a draw used again at another cost. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "account/budget.h"

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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(neighbours_do_not_mix),
		cmocka_unit_test(one_draw_has_one_cost),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
