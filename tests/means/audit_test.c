/* SPDX-License-Identifier: GPL-3.0-or-later */
/* means' cases: every verdict, that what is claimed is nearly found, and twins that are nearly sound. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "audit/means/cases.h"
#include "audit/means/runs.h"
#include "audit/report/report.h"
#include "tests/audit_cases.h"

static uint64_t trials(const struct audit_case *one)
{
	return one->trials;
}

static void every_verdict(void **state)
{
	(void)state;
	every_verdict_of("means", trials);
}

/* The pure guarantee is attained: less than a tenth of it is left open. */
static void what_is_claimed_is_found(void **state)
{
	static const char *const ids[] = { "means/pure/joint/entry", "means/pure/joint/entry/items" };

	(void)state;
	for (size_t i = 0; i < 2; i++) {
		const struct audit_case *one = case_named(ids[i]);
		const struct audit_result result = run_case(one, SCALED(one->trials, 2000), 0.999999);

		assert_true(result.epsilon_lower <= 1);
		assert_true(result.epsilon_lower > SCALED(0.9, 0));
	}
}

static void what_is_nearly_sound_is_caught(void **state)
{
	(void)state;
	for (size_t i = 0; i < MEANS_CLOSE_CASES; i++) {
		const struct audit_case *one = &means_close_cases[i];
		const struct audit_result result = run_case(one, SCALED(one->trials, 2000), 0.999999);

		if (SCALED(true, false) && result.finding != AUDIT_VIOLATED)
			fail_msg("%s: found %g of %g", one->id, result.epsilon_lower, one->epsilon);
	}
}

/* A rating that goes from 1 to 5 moves both sums by 2 bound; each Laplace ratio ends there. */
static void the_ratio_is_that_of_the_noise(void **state)
{
	const struct audit_case *one = case_named("means/pure/joint/entry");
	struct means_worlds *worlds;
	struct dpmf_error error = { "" };
	void *instance = NULL;
	double seen[MEANS_MOST];

	(void)state;
	assert_int_equal(one->setup(one, &instance, &error), DPMF_OK);
	worlds = instance;
	for (size_t l = 0; l < 4; l++)
		seen[l] = worlds->before[0][l];
	assert_true(worlds->before[1][0] - worlds->before[0][0] == (double)(2 * worlds->steps.bound));
	assert_true(worlds->before[1][1] == worlds->before[0][1]);
	assert_true(worlds->before[1][2] - worlds->before[0][2] == (double)(2 * worlds->steps.bound));
	assert_true(fabs(means_ratio(worlds, seen) - 1) < 1e-12);
	seen[0] -= 1000;
	seen[3] += 12345;
	assert_true(fabs(means_ratio(worlds, seen) - 1) < 1e-12);
	seen[0] += 1000 + (double)(2 * worlds->steps.bound);
	assert_true(fabs(means_ratio(worlds, seen)) < 1e-12);
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

	return cmocka_run_group_tests_name("means audit", tests, begin, NULL);
}
