/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dppop's cases: every verdict, that what is claimed is nearly found, and a twin that is nearly sound. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "audit/dppop/cases.h"
#include "audit/dppop/runs.h"
#include "audit/report/report.h"
#include "tests/audit_cases.h"

static uint64_t trials(const struct audit_case *one)
{
	return one->trials;
}

static void every_verdict(void **state)
{
	(void)state;
	every_verdict_of("dppop", trials);
}

/* Less than a tenth of the pure guarantee is left open where one item takes another's place. */
static void what_is_claimed_is_found(void **state)
{
	const struct audit_case *one = &dppop_mutant_cases[0];
	const struct audit_result result = run_case(one, SCALED(200000, 2000), 0.999999);

	(void)state;
	assert_true(result.epsilon_lower <= 1);
	assert_true(result.epsilon_lower > SCALED(0.9, 0));
}

static void what_is_nearly_sound_is_caught(void **state)
{
	(void)state;
	for (size_t i = 0; i < DPPOP_CLOSE_CASES; i++) {
		const struct audit_case *one = &dppop_close_cases[i];
		const struct audit_result result = run_case(one, SCALED(one->trials, 2000), 0.999999);

		if (SCALED(true, false) && result.finding != AUDIT_VIOLATED)
			fail_msg("%s: found %g of %g", one->id, result.epsilon_lower, one->epsilon);
	}
}

/* Every count moves by 1, and each of the four Laplace ratios is a quarter of epsilon. */
static void the_ratio_is_that_of_the_noise(void **state)
{
	const struct audit_case *one = case_named("dppop/pure/joint/user");
	const struct dppop_worlds *worlds;
	struct dpmf_error error = { "" };
	void *instance = NULL;
	double seen[DPPOP_ITEMS_MOST];

	(void)state;
	assert_int_equal(one->setup(one, &instance, &error), DPMF_OK);
	worlds = instance;
	for (size_t l = 0; l < 4; l++) {
		seen[l] = worlds->before[0][l];
		assert_true(fabs(worlds->before[0][l] - worlds->before[1][l]) == 1);
	}
	assert_true(fabs(dppop_ratio(worlds, seen) - 1) < 1e-12);
	seen[0] = worlds->before[1][0];
	assert_true(fabs(dppop_ratio(worlds, seen) - 0.5) < 1e-12);
	one->teardown(instance);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_verdict),
		cmocka_unit_test(what_is_claimed_is_found),
		cmocka_unit_test(what_is_nearly_sound_is_caught),
		cmocka_unit_test(the_ratio_is_that_of_the_noise),
	};

	return cmocka_run_group_tests_name("dppop audit", tests, begin, NULL);
}
