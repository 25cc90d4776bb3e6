/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dpals' cases: that the figures claimed are right, that the likelihood ratio is what the noise says, and every verdict. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "account/budget_normal.h"
#include "audit/dpals/cases.h"
#include "audit/dpals/runs.h"
#include "audit/report/report.h"
#include "noise/door.h"
#include "tests/audit_cases.h"

static void *worlds_of(const struct audit_case *one)
{
	void *instance = NULL;
	struct dpmf_error error = { "" };

	if (one->setup(one, &instance, &error) != DPMF_OK)
		fail_msg("%s: %s", one->id, error.text);
	return instance;
}

/* What the record of the case comes to, of a row that is replaced. */
static void the_claim_is_that_of_the_record(void **state)
{
	(void)state;
	const struct audit_case *one = case_named("dpals/corrected/joint/user/replaced");
	struct dpals_worlds *worlds = worlds_of(one);
	struct dpmf_normal_budget budget;
	struct dpmf_enclosure delta;
	struct dpmf_error error = { "" };
	struct dpmf_model model;
	struct dpmf_door door;
	struct dpmf_key key;

	dpmf_key_from_seed(1, &key);
	dpmf_normal_budget_init(&budget);
	dpmf_enclosure_init(&delta);
	dpmf_enclosure_set(&delta, one->delta);
	assert_int_equal(dpmf_door_open(&door, &key, &error), DPMF_OK);
	assert_int_equal(dpmf_dpals_train_corrected(&worlds->ratings[0], &worlds->setting.options, &key, &door, &model, &error), DPMF_OK);
	assert_int_equal(dpmf_normal_compose_record(&door.record, DPMF_USER, &delta, &budget, &error), DPMF_OK);
	assert_true(mpfr_cmp_d(budget.rdp.hi, one->epsilon) <= 0 && mpfr_cmp_d(budget.rdp.lo, one->epsilon - 0.02) > 0);
	dpmf_model_free(&model);
	dpmf_door_close(&door);
	dpmf_enclosure_clear(&delta);
	dpmf_normal_budget_clear(&budget);
	one->teardown(worlds);
}

/* In one round of one item user 0 moves both sums by bound^2 steps: the ratio is that of two normal numbers. */
static void the_ratio_is_that_of_the_noise(void **state)
{
	(void)state;
	const struct audit_case *one = case_named("dpals/corrected/joint/user");
	struct dpals_worlds *worlds = worlds_of(one);
	const double square = (double)(worlds->steps.bound * worlds->steps.bound);
	const double variance = (double)worlds->steps.p / (double)worlds->steps.q;
	double seen[DPALS_SEEN_MOST];
	struct dpmf_error error;
	struct dpmf_key key;

	for (uint64_t seed = 1; seed <= 20; seed++) {
		double before, after;

		dpmf_key_from_seed(seed, &key);
		assert_int_equal(dpals_see(worlds, (int)(seed % 2), &key, seen, &error), DPMF_OK);
		before = dpals_ratio(worlds, seen);
		seen[0] += 1000;
		after = dpals_ratio(worlds, seen);
		assert_true(fabs(after - before - 1000 * square / variance) < 1e-9 * fabs(after - before));
		seen[2] += 1000; /* of the item that user 0 has not rated */
		assert_true(fabs(dpals_ratio(worlds, seen) - after) < 1e-9 * fabs(after));
	}
	one->teardown(worlds);
}

static uint64_t trials(const struct audit_case *one)
{
	return one->trials;
}

static void every_verdict(void **state)
{
	(void)state;
	every_verdict_of("dpals", trials);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_claim_is_that_of_the_record),
		cmocka_unit_test(the_ratio_is_that_of_the_noise),
		cmocka_unit_test(every_verdict),
	};

	return cmocka_run_group_tests_name("dpals audit", tests, begin, NULL);
}
