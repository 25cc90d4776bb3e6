/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every broken twin is caught by `run`, at confidence 1 - 10^-6; the sound ones
   are not, at any of a few seeds. The replay's twins are in audit_replay_test. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "audit/report/report.h"
#include "tests/scale.h"

static bool is_sound(const struct audit_case *one)
{
	return strstr(one->id, "/sound") != NULL;
}

static struct audit_result run(const struct audit_case *one, double confidence, uint64_t seed)
{
	/* Where a run takes long, a case asks for few. */
	const bool long_run = one->trials < 20000;
	const uint64_t trials = SCALED(long_run ? one->trials : 20000, AUDIT_TRIALS_LEAST);
	const struct audit_settings settings = { .trials = trials, .confidence = confidence, .seed = seed, .jobs = 1 };
	struct audit_result result = { 0 };
	struct dpmf_error error = { "" };

	if (audit_run(one, &settings, &result, &error) != DPMF_OK)
		fail_msg("%s", error.text);
	return result;
}

static void the_sound_twins_are_consistent(void **state)
{
	(void)state;
	struct audit_case_list lists[AUDIT_LISTS];
	const size_t count = audit_mutants(lists);

	for (size_t l = 0; l < count; l++) {
		assert_true(is_sound(&lists[l].first[0]));
		for (uint64_t seed = 1; seed <= SCALED(4, 1); seed++) {
			const struct audit_case *one = &lists[l].first[0];
			const struct audit_result result = run(one, 0.999, seed);

			assert_int_equal(result.finding, AUDIT_CONSISTENT);
			/* And not because nothing was looked at, where there is something; a delta takes more runs to look past. */
			assert_true(short_run() || one->exact == 0 || result.epsilon_lower > (one->delta > 0 ? 0.2 : 0.7) * one->epsilon);
		}
	}
}

static void every_broken_twin_is_caught(void **state)
{
	(void)state;
	struct audit_case_list lists[AUDIT_LISTS];
	const size_t count = audit_mutants(lists);

	assert_true(count >= 3);
	for (size_t l = 0; l < count; l++) {
		for (size_t i = 1; i < lists[l].count; i += SCALED(1, 4)) {
			const struct audit_case *one = &lists[l].first[i];
			const struct audit_result result = run(one, 0.999999, 1);

			assert_false(is_sound(one));
			assert_int_equal(one->expected, AUDIT_VIOLATED);
			if (!audit_result_expected(&result) && SCALED(true, false)) /* fewer runs catch fewer twins */
				fail_msg("%s is not caught: found %g", one->id, result.epsilon_lower);
			if (!isnan(one->exact))
				assert_true(result.epsilon_lower <= one->exact);
		}
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
		cmocka_unit_test(the_sound_twins_are_consistent),
		cmocka_unit_test(every_broken_twin_is_caught),
	};

	return cmocka_run_group_tests(tests, start, NULL);
}
