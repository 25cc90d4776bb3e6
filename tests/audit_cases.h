/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the tests of a mechanism's audit cases share. To be included after cmocka.h. */
#ifndef TESTS_AUDIT_CASES_H
#define TESTS_AUDIT_CASES_H
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "audit/case.h"
#include "audit/engine/run.h"
#include "core/stream.h"
#include "tests/scale.h"

static inline int begin(void **state)
{
	(void)state;
	return dpmf_stream_start(NULL) == DPMF_OK ? 0 : -1;
}

static inline const struct audit_case *case_named(const char *id)
{
	struct audit_case_list lists[AUDIT_LISTS];
	const size_t count = audit_cases(lists);

	for (size_t l = 0; l < count; l++)
		for (size_t i = 0; i < lists[l].count; i++)
			if (strcmp(lists[l].first[i].id, id) == 0)
				return &lists[l].first[i];
	fail_msg("no case %s", id);
	return NULL;
}

static inline struct audit_result run_case(const struct audit_case *one, uint64_t trials, double confidence)
{
	const struct audit_settings settings = { .trials = trials, .confidence = confidence, .seed = 7, .jobs = 1 };
	struct audit_result result = { 0 };
	struct dpmf_error error = { "" };

	if (audit_run(one, &settings, &result, &error) != DPMF_OK)
		fail_msg("%s", error.text);
	return result;
}

/* Each case of the mechanism, with as many trials as it asks for here. */
static inline void every_verdict_of(const char *mechanism, uint64_t (*trials)(const struct audit_case *one))
{
	struct audit_case_list lists[AUDIT_LISTS];
	const size_t count = audit_cases(lists);
	const bool enough = SCALED(true, false); /* trials to find what is violated */
	size_t seen = 0;

	for (size_t l = 0; l < count; l++) {
		for (size_t i = 0; i < lists[l].count; i++) {
			const struct audit_case *one = &lists[l].first[i];
			char own[32];

			audit_case_part(one, AUDIT_MECHANISM, own, sizeof(own));
			if (strcmp(own, mechanism) != 0)
				continue;
			const struct audit_result result = run_case(one, enough ? trials(one) : AUDIT_TRIALS_LEAST, 0.999999);

			if ((enough || one->expected == AUDIT_CONSISTENT) && !audit_result_expected(&result))
				fail_msg("%s: found %g against %g", one->id, result.epsilon_lower, one->epsilon);
			if (!isnan(one->exact))
				assert_true(result.epsilon_lower <= one->exact);
			assert_true(isnan(one->exact) || (one->exact > one->epsilon) == (one->expected == AUDIT_VIOLATED));
			seen++;
		}
	}
	assert_true(seen > 0);
}

#endif
