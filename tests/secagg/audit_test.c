/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The cases of secure aggregation: what is lifted is what they say, the verdicts
   at a part of the usual runs, and a leak that is planted. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "audit/secagg/cases.h"
#include "audit/secagg/runs.h"
#include "audit/secagg/mutants.h"
#include "audit/report/report.h"
#include "tests/scale.h"

static struct audit_result run(const struct audit_case *one, uint64_t trials, double confidence)
{
	const struct audit_settings settings = { .trials = trials, .confidence = confidence, .seed = 1, .jobs = 2 };
	struct audit_result result = { 0 };
	struct dpmf_error error = { "" };

	if (audit_run(one, &settings, &result, &error) != DPMF_OK)
		fail_msg("%s", error.text);
	return result;
}

static bool is_the_vector(const struct audit_case *one, int world, uint64_t seed)
{
	const double first = world ? 255 : 0, second = world ? 200 : 0;
	struct dpmf_error error = { "" };
	double seen[SECAGG_SEEN];
	struct dpmf_key key;

	dpmf_key_from_seed(seed, &key);
	if (secagg_see(one->parameters, world, &key, seen, &error) != DPMF_OK)
		fail_msg("%s: %s", one->id, error.text);
	return seen[4] == first && seen[5] == second;
}

/* Where it is said to give, what is left when the masks are lifted is the vector itself, and elsewhere never. */
static void masks_give_where_they_are_said_to(void **state)
{
	(void)state;
	for (size_t i = 0; i < SECAGG_CASES; i++)
		for (int world = 0; world < 2; world++)
			for (uint64_t seed = 0; seed < 5; seed++)
				assert_true(is_the_vector(&secagg_cases[i], world, seed) == (secagg_cases[i].expected == AUDIT_VIOLATED));
}

/* Late, it is the self mask alone that is left. */
static void the_self_mask_holds_what_comes_late(void **state)
{
	(void)state;
	for (int world = 0; world < 2; world++)
		for (uint64_t seed = 0; seed < 5; seed++) {
			assert_false(is_the_vector(&secagg_mutant_cases[0], world, seed));
			assert_true(is_the_vector(&secagg_mutant_cases[1], world, seed));
		}
}

static void the_verdicts_are_as_expected(void **state)
{
	(void)state;
	SKIP_WHEN_SHORT();
	for (size_t i = 0; i < SECAGG_CASES; i++) {
		const struct audit_result result = run(&secagg_cases[i], 400, 0.999);

		if (result.finding != secagg_cases[i].expected)
			fail_msg("%s: found %g", secagg_cases[i].id, result.epsilon_lower);
	}
}

/* One coordinate of one user without its masks. */
static void a_planted_leak_is_found(void **state)
{
	struct secagg_worlds worlds = *(const struct secagg_worlds *)secagg_cases[0].parameters;
	struct audit_case one = secagg_cases[0];

	(void)state;
	SKIP_WHEN_SHORT();
	worlds.unmasked = true;
	one.parameters = &worlds;
	const struct audit_result result = run(&one, 1000, 0.999999);

	assert_int_equal(result.finding, AUDIT_VIOLATED);
	assert_true(result.epsilon_lower > 3);
}

static int start(void **state)
{
	(void)state;
	return dpmf_stream_start(NULL) == DPMF_OK ? 0 : -1;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(masks_give_where_they_are_said_to),
		cmocka_unit_test(the_self_mask_holds_what_comes_late),
		cmocka_unit_test(the_verdicts_are_as_expected),
		cmocka_unit_test(a_planted_leak_is_found),
	};

	return cmocka_run_group_tests(tests, start, NULL);
}
