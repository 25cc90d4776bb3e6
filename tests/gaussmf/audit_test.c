/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gaussmf's cases: that they run the real driver, that their likelihood ratios
   are what the noise says, that figures given as exact or claimed are right,
   every verdict, and that a verdict turns when its cause is mended. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "account/gaussian.h"
#include "account/gaussmf.h"
#include "audit/gaussmf/cases.h"
#include "audit/gaussmf/corrected_runs.h"
#include "audit/report/report.h"
#include "noise/door.h"
#include "tests/audit_cases.h"
#include "tests/scale.h"

static struct gaussmf_worlds *worlds_of(const struct audit_case *one)
{
	void *instance = NULL;
	struct dpmf_error error = { "" };

	if (one->setup(one, &instance, &error) != DPMF_OK)
		fail_msg("%s: %s", one->id, error.text);
	return instance;
}

static struct audit_case with_setting(const char *id, const struct gaussmf_setting *setting)
{
	struct audit_case one = *case_named(id);

	one.parameters = setting;
	one.dims = setting->users * (one.sample == gaussmf_see_rounds ? setting->steps : 1) +
	           (one.sample == gaussmf_see_both ? setting->items : 0);
	return one;
}

/* With X from world 0's ratings, world 0 is dpmf_gaussmf_train to the last bit. */
static void public_items_run_the_real_kernels(void **state)
{
	(void)state;
	struct gaussmf_setting held = *(const struct gaussmf_setting *)case_named("gaussmf/published/rounds/entry/held")->parameters;

	held.users = 5;
	held.items = 3;
	held.steps = 4;
	for (uint64_t seed = 1; seed <= 3; seed++) {
		struct gaussmf_setting trained = held;
		struct dpmf_model model[3];
		struct dpmf_error error;
		struct dpmf_key key;

		trained.public_items = false;
		const struct audit_case one = with_setting("gaussmf/published/rounds/entry/held", &held);
		const struct audit_case other = with_setting("gaussmf/published/rounds/entry/held", &trained);
		struct gaussmf_worlds *public = worlds_of(&one), *private = worlds_of(&other);

		dpmf_key_from_seed(seed, &key);
		assert_int_equal(gaussmf_worlds_publish(public, 0, &key, NULL, &model[0], &error), DPMF_OK);
		assert_int_equal(gaussmf_worlds_publish(private, 0, &key, NULL, &model[1], &error), DPMF_OK);
		assert_int_equal(gaussmf_worlds_publish(public, 1, &key, NULL, &model[2], &error), DPMF_OK);
		assert_memory_equal(model[0].u, model[1].u, 5 * sizeof(double));
		assert_memory_equal(model[0].v, model[1].v, 3 * sizeof(double));
		assert_true(memcmp(model[0].u, model[2].u, 5 * sizeof(double)) != 0);
		assert_true(model[0].u[0] != public->theta[0] && fabs(public->theta[0]) > 0.999 && fabs(public->theta[0]) < 1.001);
		for (int m = 0; m < 3; m++)
			dpmf_model_free(&model[m]);
		gaussmf_worlds_teardown(public);
		gaussmf_worlds_teardown(private);
	}
}

/* Calibrated once or in every run: the same noise, the same bits at the end. */
static void corrected_runs_are_the_real_driver(void **state)
{
	(void)state;
	struct gaussmf_worlds *worlds = worlds_of(case_named("gaussmf/corrected/rounds/entry"));
	const struct dpmf_gaussmf_options options = gaussmf_worlds_options(worlds);

	for (uint64_t seed = 1; seed <= 4; seed++) {
		const int world = (int)(seed % 2);
		double theta[GAUSSMF_ROWS_MOST], x[GAUSSMF_ROWS_MOST];
		struct dpmf_door real, here;
		struct dpmf_model model;
		struct dpmf_error error;
		struct dpmf_key key;

		dpmf_key_from_seed(seed, &key);
		assert_int_equal(dpmf_door_open(&real, &key, &error), DPMF_OK);
		assert_int_equal(dpmf_door_open(&here, &key, &error), DPMF_OK);
		assert_int_equal(dpmf_gaussmf_train_corrected(&worlds->ratings[world], &options, &worlds->start, &real, &model, &error), DPMF_OK);
		assert_int_equal(gaussmf_correct_through(worlds, world, &here, theta, x, &error), DPMF_OK);
		assert_memory_equal(model.u, theta, model.users * sizeof(double));
		assert_memory_equal(model.v, x, model.items * sizeof(double));
		assert_int_equal(real.record.count, here.record.count);
		for (size_t e = 0; e < real.record.count; e++)
			assert_true(real.record.entry[e].rate_p == here.record.entry[e].rate_p &&
			            real.record.entry[e].sensitivity == here.record.entry[e].sensitivity);
		dpmf_model_free(&model);
		dpmf_door_close(&real);
		dpmf_door_close(&here);
	}
	gaussmf_worlds_teardown(worlds);
}

/* E_1[e^ratio] = 1 for a true log likelihood ratio; with steps so short that
   the worlds are near, it can be measured in every view. */
static void ratios_are_ratios_of_densities(void **state)
{
	(void)state;
	static const struct gaussmf_setting near_rounds = {
		.users = 3, .items = 2, .steps = 3, .rate = 0.05, .lambda = 0.2, .clip = 0.9, .eps_i = 0.9, .delta = 0.01, .delta_r = 0.01,
	};
	static const struct gaussmf_setting near_last = {
		.users = 6, .items = 1, .steps = 2, .rate = 0.12, .lambda = 0.2, .clip = 0.9, .eps_i = 0.9, .delta = 0.01, .delta_r = 0.01,
	};
	const struct audit_case cases[] = {
		*case_named("gaussmf/published/model/entry"), *case_named("gaussmf/published/rounds/entry/held"),
		with_setting("gaussmf/published/rounds/entry", &near_rounds), with_setting("gaussmf/published/joint/entry", &near_last),
		*case_named("gaussmf/corrected/model/entry"), *case_named("gaussmf/corrected/joint/entry"),
		*case_named("gaussmf/corrected/rounds/entry"),
	};
	const unsigned runs = SCALED(20000, 1000);

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct gaussmf_worlds *worlds = worlds_of(&cases[i]);
		double seen[64], sum = 0, squares = 0, size = 0;

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
		gaussmf_worlds_teardown(worlds);
	}
}

/* `value` is `real` cut, or rounded, after 12 digits. */
static void assert_near(const struct dpmf_enclosure *real, double value)
{
	assert_true(mpfr_cmp_d(real->lo, value * (1 + 1e-12)) <= 0 && mpfr_cmp_d(real->hi, value * (1 - 1e-12)) >= 0);
}

/* The curve of so many of the 2 J releases as normal noise. */
static void assert_exact_of(const struct audit_case *one, size_t releases)
{
	struct gaussmf_worlds *worlds = worlds_of(one);
	const struct dpmf_gaussmf_steps *steps = &worlds->steps;
	struct dpmf_enclosure sigma, moved, delta, mu, epsilon;
	struct dpmf_error error;

	dpmf_enclosure_init(&sigma);
	dpmf_enclosure_init(&moved);
	dpmf_enclosure_init(&delta);
	dpmf_enclosure_init(&mu);
	dpmf_enclosure_init(&epsilon);
	dpmf_enclosure_set(&sigma, sqrt((double)steps->p / (double)steps->q));
	dpmf_enclosure_set(&moved, (double)((steps->high - steps->low) * steps->bound));
	dpmf_enclosure_set(&delta, one->delta);
	assert_int_equal(dpmf_gaussian_mu(&sigma, &moved, releases, &mu, &error), DPMF_OK);
	assert_int_equal(dpmf_gaussian_epsilon(&mu, &delta, &epsilon, &error), DPMF_OK);
	assert_near(&epsilon, one->exact);
	dpmf_enclosure_clear(&sigma);
	dpmf_enclosure_clear(&moved);
	dpmf_enclosure_clear(&delta);
	dpmf_enclosure_clear(&mu);
	dpmf_enclosure_clear(&epsilon);
	gaussmf_worlds_teardown(worlds);
}

static void figures_given_are_right(void **state)
{
	(void)state;
	struct dpmf_enclosure eps_i, delta, delta_r;
	struct dpmf_gaussmf overall;
	struct dpmf_error error;

	dpmf_enclosure_init(&eps_i);
	dpmf_enclosure_init(&delta);
	dpmf_enclosure_init(&delta_r);
	dpmf_gaussmf_init(&overall);
	for (size_t i = 0; i < GAUSSMF_PUBLISHED_CASES + GAUSSMF_CORRECTED_CASES; i++) {
		const bool published = i < GAUSSMF_PUBLISHED_CASES;
		const struct audit_case *one = published ? &gaussmf_published_cases[i]
		                                         : &gaussmf_corrected_cases[i - GAUSSMF_PUBLISHED_CASES];
		const struct gaussmf_setting *s = one->parameters;

		dpmf_enclosure_set(&eps_i, s->eps_i);
		dpmf_enclosure_set(&delta, s->delta);
		dpmf_enclosure_set(&delta_r, s->delta_r);
		assert_int_equal(dpmf_gaussmf_overall(&eps_i, &delta, &delta_r, s->steps, &overall, &error), DPMF_OK);
		assert_true(one->delta == s->delta_r);
		if (strcmp(one->claim, "gaussmf.thm1") == 0)
			assert_true(one->epsilon == s->eps_i && s->delta == s->delta_r && s->steps == 1);
		else
			assert_near(&overall.published, one->epsilon);
		if (!published)
			assert_exact_of(one, strstr(one->id, "/model/") ? 1 : 2 * s->steps);
		else if (isfinite(one->exact))
			assert_near(&overall.exact, one->exact);
	}
	dpmf_enclosure_clear(&eps_i);
	dpmf_enclosure_clear(&delta);
	dpmf_enclosure_clear(&delta_r);
	dpmf_gaussmf_clear(&overall);
}

/* What the exact figures take for granted: in view model and held, the means of
   the two worlds are tau C apart in every round, and the noise is line 6's. */
static void the_bound_is_attained(void **state)
{
	(void)state;
	static const char *const ids[] = { "gaussmf/published/model/entry", "gaussmf/published/rounds/entry/held" };

	for (size_t i = 0; i < 2; i++) {
		struct gaussmf_worlds *worlds = worlds_of(case_named(ids[i]));
		const struct gaussmf_setting *s = worlds->setting;
		double theta[GAUSSMF_ROWS_MOST], x[GAUSSMF_ROWS_MOST];

		assert_true(fabs(worlds->sigma * s->eps_i / (4 * s->clip * sqrt(2 * log(1.25 / s->delta))) - 1) < 1e-14);
		memcpy(theta, worlds->theta, sizeof(theta));
		memcpy(x, worlds->x, sizeof(x));
		for (size_t t = 0; t < s->steps; t++) {
			double squares = 0;

			for (size_t j = 0; j < s->users; j++) {
				const double apart = gaussmf_worlds_gradient(worlds, 0, theta, x, j) - gaussmf_worlds_gradient(worlds, 1, theta, x, j);

				squares += apart * apart;
			}
			assert_true(fabs(sqrt(squares) / (4 * s->clip) - 1) < 1e-12);
			gaussmf_worlds_step_items(worlds, 0, theta, x);
			theta[0] -= 3;
		}
		gaussmf_worlds_teardown(worlds);
	}
}

static uint64_t trials_of(const struct audit_case *one)
{
	(void)one;
	return 12000;
}

static void every_verdict(void **state)
{
	(void)state;
	every_verdict_of("gaussmf", trials_of);
}

/* What is violated because X is private is consistent once X is public. */
static void mended_cases_are_consistent(void **state)
{
	(void)state;
	SKIP_WHEN_SHORT();
	static const char *const ids[] = { "gaussmf/published/rounds/entry", "gaussmf/published/joint/entry",
	                                   "gaussmf/published/joint/entry/both" };

	for (size_t i = 0; i < sizeof(ids) / sizeof(*ids); i++) {
		struct gaussmf_setting mended = *(const struct gaussmf_setting *)case_named(ids[i])->parameters;

		mended.public_items = true;
		const struct audit_case one = with_setting(ids[i], &mended);
		const struct audit_result result = run_case(&one, SCALED(12000, 400), 0.99);

		assert_int_equal(case_named(ids[i])->expected, AUDIT_VIOLATED);
		assert_int_equal(result.finding, AUDIT_CONSISTENT);
	}
}

static enum dpmf_status a_fifth_of_the_noise(const struct audit_case *one, void **instance, struct dpmf_error *error)
{
	const enum dpmf_status status = gaussmf_worlds_setup(one, instance, error);
	struct gaussmf_worlds *worlds = status == DPMF_OK ? *instance : NULL;

	if (worlds) {
		worlds->sigma /= 5;
		worlds->steps.p /= 25;
	}
	return status;
}

/* What is consistent is violated once the noise is a fifth. */
static void cut_noise_is_violated(void **state)
{
	(void)state;
	SKIP_WHEN_SHORT();
	static const char *const ids[] = { "gaussmf/published/rounds/entry/held", "gaussmf/corrected/model/entry",
	                                   "gaussmf/corrected/joint/entry", "gaussmf/corrected/rounds/entry" };

	for (size_t i = 0; i < sizeof(ids) / sizeof(*ids); i++) {
		struct audit_case one = *case_named(ids[i]);

		one.setup = a_fifth_of_the_noise;
		const struct audit_result result = run_case(&one, SCALED(12000, 400), 0.999999);

		assert_int_equal(one.expected, AUDIT_CONSISTENT);
		assert_int_equal(result.finding, SCALED(AUDIT_VIOLATED, result.finding));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(public_items_run_the_real_kernels),
		cmocka_unit_test(corrected_runs_are_the_real_driver),
		cmocka_unit_test(ratios_are_ratios_of_densities),
		cmocka_unit_test(figures_given_are_right),
		cmocka_unit_test(the_bound_is_attained),
		cmocka_unit_test(every_verdict),
		cmocka_unit_test(mended_cases_are_consistent),
		cmocka_unit_test(cut_noise_is_violated),
	};

	return cmocka_run_group_tests(tests, begin, NULL);
}
