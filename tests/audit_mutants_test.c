/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every broken twin is caught by `run`, at confidence 1 - 10^-6; the sound one
   is not, at any of a few seeds. The replay's twins are in audit_replay_test. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "audit/mutants/hdpmf_mutants.h"
#include "audit/report.h"
#include "tests/scale.h"

static struct audit_result run(const struct audit_case *one, double confidence, uint64_t seed)
{
	const struct audit_settings settings = { .trials = SCALED(20000, 6000), .confidence = confidence, .seed = seed, .jobs = 1 };
	struct audit_result result = { 0 };
	struct dpmf_error error = { "" };

	if (audit_run(one, &settings, &result, &error) != DPMF_OK)
		fail_msg("%s", error.text);
	return result;
}

static void the_sound_twin_is_consistent(void **state)
{
	(void)state;
	assert_non_null(strstr(hdpmf_mutant_cases[0].id, "/sound"));
	for (uint64_t seed = 1; seed <= SCALED(4, 1); seed++) {
		const struct audit_result result = run(&hdpmf_mutant_cases[0], 0.999, seed);

		assert_int_equal(result.finding, AUDIT_CONSISTENT);
		assert_true(result.epsilon_lower > 0.7); /* and not because nothing was looked at */
	}
}

static void every_broken_twin_is_caught(void **state)
{
	(void)state;
	for (size_t i = 1; i < HDPMF_MUTANT_CASES; i++) {
		const struct audit_result result = run(&hdpmf_mutant_cases[i], 0.999999, 1);

		assert_int_equal(hdpmf_mutant_cases[i].expected, AUDIT_VIOLATED);
		if (!audit_result_expected(&result))
			fail_msg("%s is not caught: found %g", hdpmf_mutant_cases[i].id, result.epsilon_lower);
		assert_true(result.epsilon_lower <= hdpmf_mutant_cases[i].exact);
	}
}

static int start(void **state)
{
	(void)state;
	return dpmf_stream_start(NULL) == DPMF_OK ? 0 : -1;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_sound_twin_is_consistent),
		cmocka_unit_test(every_broken_twin_is_caught),
	};

	return cmocka_run_group_tests(tests, start, NULL);
}
