/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dpimf's cases: that figures given as exact or claimed are right, that the
   likelihood ratios are what the noise says, and every verdict. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "account/budget.h"
#include "account/sampling.h"
#include "audit/dpimf/cases.h"
#include "audit/dpimf/corrected_runs.h"
#include "audit/dpimf/views.h"
#include "audit/report/report.h"
#include "mech/dpimf/weights.h"
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

static bool holds_profiles(const struct audit_case *one)
{
	const struct dpimf_setting *s = one->parameters;

	return !s->trained && one->sample != dpimf_see_rounds && s->options.scheme != DPMF_DPIMF_OPT_IS;
}

/* The loss of independent Laplace noise is the sum of the shifts in units of the
   scales, and is attained: of the coefficients, and of q where q determines them. */
static void exact_figures_are_the_shifts_over_the_scales(void **state)
{
	(void)state;
	size_t checked = 0;

	for (size_t i = 0; i < DPIMF_PUBLISHED_CASES; i++) {
		const struct audit_case *one = &dpimf_published_cases[i];
		double loss = 0;

		if (!holds_profiles(one))
			continue;
		struct dpimf_worlds *worlds = worlds_of(one);
		const struct dpimf_law *law = worlds->coefficients;

		assert_int_equal(law[0].count, law[1].count);
		for (size_t c = 0; c < law[0].count; c++) {
			assert_true(law[0].scale[c] == law[1].scale[c]);
			loss += fabs(law[0].mean[c] - law[1].mean[c]) / law[0].scale[c];
		}
		if (!isnan(one->exact)) {
			assert_true(fabs(loss / one->exact - 1) < 1e-12);
			checked++;
		}
		if (one->log_likelihood_ratio == dpimf_ratio_coefficients)
			assert_int_equal(one->dims, law[0].count);
		dpimf_worlds_teardown(worlds);
	}
	assert_true(checked == 15);
}

/* One round: where the row that differs moves the most, the loss is epsilon, up to the rate's rounding. */
static void corrected_figures_are_the_shifts_times_the_rates(void **state)
{
	(void)state;
	static const char *const ids[] = { "dpimf/corrected/joint/entry", "dpimf/corrected/joint/user" };

	for (size_t i = 0; i < 2; i++) {
		const struct audit_case *one = case_named(ids[i]);
		struct dpimf_corrected_worlds *worlds = worlds_of(one);
		double seen[DPIMF_SEEN_MOST] = { 0 }, before[2][DPIMF_SEEN_MOST], rate[DPIMF_SEEN_MOST], loss = 0;
		struct dpmf_error error;
		size_t count;

		for (int world = 0; world < 2; world++)
			assert_int_equal(dpimf_corrected_before(worlds, world, seen, before[world], rate, &count, &error), DPMF_OK);
		assert_int_equal(count, one->dims);
		for (size_t c = 0; c < count; c++)
			loss += fabs(before[0][c] - before[1][c]) * rate[c];
		assert_true(loss <= one->exact * (1 + 1e-15) && loss > one->exact * (1 - 0x1p-20));
		one->teardown(worlds);
	}
}

/* opt-is: by the account, from the entry of the record. */
static void sampled_figure_is_what_the_account_says(void **state)
{
	(void)state;
	const struct audit_case *one = case_named("dpimf/corrected/joint/entry/opt-is");
	struct dpimf_corrected_worlds *worlds = worlds_of(one);
	struct dpmf_enclosure loss;
	struct dpmf_error error;

	dpmf_enclosure_init(&loss);
	assert_true(worlds->first.sampled_weight > 2 && worlds->first.sampled_sensitivity > 2 * 0x1p19);
	assert_int_equal(dpmf_entry_cost(&worlds->first, &loss, &error), DPMF_OK);
	assert_true(mpfr_cmp_d(loss.hi, one->exact) <= 0 && mpfr_cmp_d(loss.lo, one->exact * (1 - 0x1p-16)) > 0);
	dpmf_enclosure_clear(&loss);
	one->teardown(worlds);
}

/* Claimed and exact of opt-is, by the account's enclosures at the weight of Algorithm 3. */
static void importance_sampling_costs_what_the_account_says(void **state)
{
	(void)state;
	const struct audit_case *one = case_named("dpimf/published/model/entry/opt-is");
	const struct dpmf_dpimf_options *o = &((const struct dpimf_setting *)one->parameters)->options;
	struct dpmf_enclosure w, a, loss;
	struct dpmf_dpimf_weight weight;
	struct dpmf_error error;

	dpmf_enclosure_init(&w);
	dpmf_enclosure_init(&a);
	dpmf_enclosure_init(&loss);
	assert_int_equal(dpmf_dpimf_weight_solve(o->epsilon, o->target * o->epsilon, &weight, &error), DPMF_OK);
	dpmf_enclosure_set(&w, weight.low);
	dpmf_enclosure_set(&a, o->epsilon);
	assert_int_equal(dpmf_importance_published(&w, &a, &loss, &error), DPMF_OK);
	assert_true(fabs(mpfr_get_d(loss.hi, MPFR_RNDN) / one->epsilon - 1) < 1e-12);
	assert_int_equal(dpmf_importance_loss(&w, &a, &loss, &error), DPMF_OK);
	assert_true(fabs(mpfr_get_d(loss.hi, MPFR_RNDN) / one->exact - 1) < 1e-12);
	dpmf_enclosure_clear(&w);
	dpmf_enclosure_clear(&a);
	dpmf_enclosure_clear(&loss);
}

/* q of the same run is what the law says of the coefficient. */
static void q_determines_the_coefficients(void **state)
{
	(void)state;
	static const char *const ids[] = { "dpimf/published/model/entry/opt/q", "dpimf/published/model/user/4-items",
		"dpimf/published/joint/entry" };

	for (size_t i = 0; i < sizeof(ids) / sizeof(*ids); i++) {
		struct dpimf_worlds *worlds = worlds_of(case_named(ids[i]));

		for (uint64_t seed = 1; seed <= 20; seed++) {
			const int world = (int)(seed % 2);
			double coefficient[DPIMF_SEEN_MOST], q[DPIMF_SEEN_MOST];
			struct dpmf_error error;
			struct dpmf_key key;

			dpmf_key_from_seed(seed, &key);
			assert_int_equal(dpimf_see_coefficients(worlds, world, &key, coefficient, &error), DPMF_OK);
			assert_int_equal(dpimf_see_solved(worlds, world, &key, q, &error), DPMF_OK);
			for (size_t c = 0; c < worlds->setting->items; c++) {
				assert_true(fabs(q[c]) < 31.6); /* inside the ball */
				assert_true(fabs(worlds->solved[world].factor[c] * q[c] - coefficient[c]) < 1e-12 * (1 + fabs(coefficient[c])));
				assert_true(fabs(worlds->solved[world].mean[c] - worlds->coefficients[world].mean[c]) < 1e-12);
				assert_true(fabs(worlds->solved[world].scale[c] / worlds->coefficients[world].scale[c] - 1) < 1e-12);
			}
		}
		dpimf_worlds_teardown(worlds);
	}
}

/* What the ratio of two rounds rests on: the noise that the law makes of q is that which the door added. */
static void rounds_follow_the_driver(void **state)
{
	(void)state;
	struct dpimf_worlds *worlds = worlds_of(case_named("dpimf/published/rounds/entry"));
	const size_t items = worlds->setting->items;
	const double radius = 1 / sqrt(worlds->setting->options.lambda);
	size_t on_the_sphere = 0;

	for (uint64_t seed = 1; seed <= 20; seed++) {
		const int world = (int)(seed % 2);
		struct dpmf_dpimf_options options = worlds->setting->options;
		double seen[DPIMF_SEEN_MOST], users[DPIMF_USERS_MOST];
		struct dpimf_law law[2];
		struct dpmf_model model;
		struct dpmf_error error;
		struct dpmf_door door;
		struct dpmf_key key;

		dpmf_key_from_seed(seed, &key);
		options.parties = options.local = options.jobs = 1;
		options.rounds = 2;
		assert_int_equal(dpimf_see_rounds(worlds, world, &key, seen, &error), DPMF_OK);
		assert_int_equal(dpmf_door_open(&door, &key, &error), DPMF_OK);
		dpmf_door_remember(&door);
		assert_int_equal(dpmf_dpimf_train(&worlds->ratings[world], &options, &worlds->start_key, &door, &model, &error), DPMF_OK);
		assert_int_equal(door.passages, 2 * items);
		dpimf_worlds_law_of_solved(worlds, world, worlds->start, &law[0]);
		assert_int_equal(dpimf_worlds_fit(worlds, world, seen, users, &error), DPMF_OK);
		dpimf_worlds_law_of_solved(worlds, world, users, &law[1]);
		for (size_t p = 0; p < 2 * items; p++) {
			const struct dpimf_law *one = &law[p / items];
			const double noise = one->factor[p % items] * seen[p] - one->mean[p % items];

			on_the_sphere += fabs(seen[p]) > 0.999 * radius;
			assert_true(fabs(seen[p]) > 0.999 * radius || fabs(noise - (door.passage[p].after[0] - door.passage[p].before[0])) <
			            1e-9 * (1 + fabs(noise)));
			assert_true(fabs(one->scale[p % items] / door.record.entry[door.passage[p].entry].scale - 1) < 1e-12);
		}
		dpmf_model_free(&model);
		dpmf_door_close(&door);
	}
	assert_true(on_the_sphere < items * 20 / 10);
	dpimf_worlds_teardown(worlds);
}

/* E_1[e^ratio] = 1 for a true log likelihood ratio; measured where the worlds are near. */
static void ratios_are_ratios_of_densities(void **state)
{
	(void)state;
	static const struct dpimf_setting near_fit = {
		.options = { .scheme = DPMF_DPIMF_OPT, .factors = 1, .alpha0 = 1, .epsilon = 0.2, .lambda = 1e-6, .bound = 2 },
		.users = 2, .items = 4, .touched = 1, .busy = true, .trained = true, .rest = 0.75, .passes = 1,
	};
	static const struct dpimf_setting near_scale = {
		.options = { .scheme = DPMF_DPIMF_OPT, .factors = 1, .alpha0 = 1, .epsilon = 1, .lambda = 1e-6 },
		.users = 1, .items = 3, .touched = 1, .busy = true, .trained = true, .rest = 1, .passes = 1,
	};
	struct audit_case cases[] = {
		*case_named("dpimf/published/model/entry/str"), *case_named("dpimf/published/model/entry/com"),
		*case_named("dpimf/published/model/entry/sym"), *case_named("dpimf/published/model/entry/opt"),
		*case_named("dpimf/published/model/entry/opt/q"), *case_named("dpimf/published/model/entry/opt-is"),
		*case_named("dpimf/published/model/user/2-items"), *case_named("dpimf/published/rounds/entry/held-2"),
		*case_named("dpimf/published/joint/entry"), *case_named("dpimf/published/joint/entry/scale"),
		*case_named("dpimf/corrected/joint/entry"), *case_named("dpimf/corrected/rounds/entry"),
		*case_named("dpimf/corrected/joint/user"), *case_named("dpimf/corrected/rounds/user"),
		*case_named("dpimf/corrected/joint/entry/opt-is"),
	};
	const unsigned runs = SCALED(10000, 300);

	cases[8].parameters = &near_fit;
	cases[9].parameters = &near_scale;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		void *worlds = worlds_of(&cases[i]);
		double seen[DPIMF_SEEN_MOST], sum = 0, squares = 0, size = 0;

		for (uint64_t number = 0; number < runs; number++) {
			struct dpmf_key key;
			struct dpmf_error error;

			dpmf_key_from_seed(number, &key);
			assert_int_equal(cases[i].sample(worlds, 1, &key, seen, &error), DPMF_OK);
			const double ratio = cases[i].log_likelihood_ratio(worlds, seen);

			sum += exp(ratio);
			squares += exp(2 * ratio);
			size += fabs(ratio);
		}
		const double mean = sum / runs, deviation = sqrt((squares / runs - mean * mean) / runs);

		if (fabs(mean - 1) > 4.5 * deviation || deviation > 7.1 / sqrt(runs) || size / runs < 0.1)
			fail_msg("%s: mean of e^ratio is %g +- %g, of |ratio| %g", cases[i].id, mean, deviation, size / runs);
		cases[i].teardown(worlds);
	}
}

static uint64_t most_trials(const struct audit_case *one)
{
	(void)one;
	return 8000;
}

static void every_verdict(void **state)
{
	(void)state;
	every_verdict_of("dpimf", most_trials);
}

/* The same for what is corrected, whose settings are others. */
static void cut_corrected_noise_is_violated(void **state)
{
	(void)state;
	SKIP_WHEN_SHORT();
	for (size_t i = 0; i < DPIMF_CORRECTED_CASES; i++) {
		struct audit_case one = dpimf_corrected_cases[i];
		struct dpimf_corrected_setting cut = *(const struct dpimf_corrected_setting *)one.parameters;

		cut.options.epsilon *= 16;
		one.parameters = &cut;
		if (run_case(&one, 4000, 0.999999).finding != AUDIT_VIOLATED)
			fail_msg("%s: not noticed", one.id);
	}
}

static struct audit_case with_setting(const char *id, const struct dpimf_setting *setting)
{
	struct audit_case one = *case_named(id);

	one.parameters = setting;
	return one;
}

/* What is consistent is violated once epsilon is sixteen times what is claimed. */
static void cut_noise_is_violated(void **state)
{
	(void)state;
	SKIP_WHEN_SHORT();
	for (size_t i = 0; i < DPIMF_PUBLISHED_CASES; i++) {
		const struct audit_case *one = &dpimf_published_cases[i];
		struct dpimf_setting cut = *(const struct dpimf_setting *)one->parameters;

		if (one->expected == AUDIT_VIOLATED)
			continue;
		cut.options.epsilon *= 16;
		const struct audit_case other = with_setting(one->id, &cut);

		if (run_case(&other, 20000, 0.999999).finding != AUDIT_VIOLATED)
			fail_msg("%s: not noticed", one->id);
	}
}

/* The profiles held, the same view keeps the claim; so do one item, and one pass. */
static void mended_cases_are_consistent(void **state)
{
	(void)state;
	SKIP_WHEN_SHORT();
	static const char *const ids[] = { "dpimf/published/joint/entry", "dpimf/published/model/user/8-items",
		"dpimf/published/rounds/entry/held-8" };

	for (size_t i = 0; i < sizeof(ids) / sizeof(*ids); i++) {
		struct dpimf_setting mended = *(const struct dpimf_setting *)case_named(ids[i])->parameters;

		mended.trained = false;
		mended.touched = mended.passes = 1;
		struct audit_case one = with_setting(ids[i], &mended);

		one.dims = mended.items;
		assert_int_equal(case_named(ids[i])->expected, AUDIT_VIOLATED);
		assert_int_equal(run_case(&one, 12000, 0.99).finding, AUDIT_CONSISTENT);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(exact_figures_are_the_shifts_over_the_scales),
		cmocka_unit_test(corrected_figures_are_the_shifts_times_the_rates),
		cmocka_unit_test(sampled_figure_is_what_the_account_says),
		cmocka_unit_test(importance_sampling_costs_what_the_account_says),
		cmocka_unit_test(q_determines_the_coefficients),
		cmocka_unit_test(rounds_follow_the_driver),
		cmocka_unit_test(ratios_are_ratios_of_densities),
		cmocka_unit_test(every_verdict),
		cmocka_unit_test(cut_noise_is_violated),
		cmocka_unit_test(cut_corrected_noise_is_violated),
		cmocka_unit_test(mended_cases_are_consistent),
	};

	return cmocka_run_group_tests(tests, begin, NULL);
}
