/* SPDX-License-Identifier: GPL-3.0-or-later */
/* privsr's cases: that they run the real driver, that their likelihood ratios
   are what the noise says, that figures given as exact are right, and every
   verdict at a part of the usual runs. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "audit/hdpmf/worlds.h"
#include "audit/keys.h"
#include "audit/privsr/cases.h"
#include "audit/privsr/friends.h"
#include "audit/privsr/trusters.h"
#include "audit/report/report.h"
#include "mech/privsr/kernels.h"
#include "noise/door.h"
#include "tests/audit_cases.h"
#include "tests/scale.h"

static void *instance_of(const struct audit_case *one)
{
	void *instance = NULL;
	struct dpmf_error error = { "" };

	if (one->setup(one, &instance, &error) != DPMF_OK)
		fail_msg("%s: %s", one->id, error.text);
	return instance;
}

static void assert_same(const double *x, const double *y, size_t count)
{
	for (size_t i = 0; i < count; i++)
		assert_true(x[i] == y[i]);
}

static struct dpmf_privsr_options options_of(const struct dpmf_options *run, double beta, double share)
{
	return (struct dpmf_privsr_options){ .run = *run, .beta = beta, .sensitive_share = share, .social_weight = 1 };
}

static void train(const struct dpmf_ratings *ratings, const struct dpmf_social *social, const struct dpmf_privsr_options *options,
                  const struct dpmf_key *key, struct dpmf_entry *entry, struct dpmf_model *model)
{
	struct dpmf_error error = { "" };
	struct dpmf_door door;

	audit_keys_open_door(&door, key);
	if (dpmf_privsr_train(ratings, social, options, key, &door, model, &error) != DPMF_OK)
		fail_msg("%s", error.text);
	*entry = door.record.entry[0];
	dpmf_door_close(&door);
}

/* From the key's start, with the one rating sensitive or not, a case's run
   ends where dpmf_privsr_train ends, to the last bit; the noise is what the record says. */
static void the_ratings_run_the_real_driver(void **state)
{
	(void)state;
	struct hdpmf_setting setting = *(const struct hdpmf_setting *)case_named("privsr/published/rounds/entry/once")->parameters;
	const struct audit_case one = { .id = "own", .parameters = &setting, .setup = hdpmf_worlds_setup };

	setting.others = 0;
	setting.beta = 0.25;
	for (uint64_t seed = 0; seed < 6; seed++) {
		struct dpmf_social nobody = { .users = 1, .row = calloc(2, sizeof(size_t)) };
		struct dpmf_model start, trained, published;
		struct dpmf_error error;
		struct dpmf_entry entry;
		struct dpmf_key key;

		setting.sensitive = seed % 2;
		struct hdpmf_worlds *worlds = instance_of(&one);
		const struct dpmf_options run = hdpmf_worlds_options(worlds);
		const struct dpmf_privsr_options options = options_of(&run, setting.beta, (double)setting.sensitive);

		dpmf_key_from_seed(seed, &key);
		assert_int_equal(dpmf_model_start(&worlds->ratings[1], 1, &key, &start, &error), DPMF_OK);
		setting.u[0] = start.u[0];
		setting.v[0] = start.v[0];
		train(&worlds->ratings[1], &nobody, &options, &key, &entry, &trained);
		assert_int_equal(hdpmf_worlds_publish(worlds, 1, &key, NULL, &published, &error), DPMF_OK);
		assert_true(entry.scale == worlds->scale && worlds->upload_scale == worlds->group_scale[!setting.sensitive]);
		assert_same(trained.v, published.v, 1);
		assert_same(trained.u, published.u, 1);
		assert_true(trained.v[0] != start.v[0]);
		dpmf_model_free(&start);
		dpmf_model_free(&trained);
		dpmf_model_free(&published);
		free(nobody.row);
		hdpmf_worlds_teardown(worlds);
	}
}

/* With both groups among the raters the scale is the record's, too. */
static void the_noise_of_both_groups_is_declared(void **state)
{
	(void)state;
	static const char *const ids[] = { "privsr/published/model/entry", "privsr/published/model/entry/beta-0.5",
	                                   "privsr/published/model/entry/beta-0.1" };
	size_t seen = 0;

	for (size_t i = 0; i < 3; i++) {
		struct hdpmf_worlds *worlds = instance_of(case_named(ids[i]));
		const struct dpmf_options run = hdpmf_worlds_options(worlds);
		const struct dpmf_privsr_options options = options_of(&run, worlds->setting->beta, 0.5);
		struct dpmf_social nobody = { .users = 2, .row = calloc(3, sizeof(size_t)) };

		for (uint64_t seed = 0; seed < 8; seed++) {
			struct dpmf_model model;
			struct dpmf_entry entry;
			struct dpmf_error error;
			struct dpmf_key key;
			unsigned char *group;

			dpmf_key_from_seed(seed, &key);
			assert_int_equal(dpmf_privsr_groups_draw(&worlds->ratings[0], 0.5, &key, &group, &error), DPMF_OK);
			train(&worlds->ratings[0], &nobody, &options, &key, &entry, &model);
			if (group[0] != group[1]) {
				assert_true(fabs(entry.scale / worlds->scale - 1) < 1e-14);
				seen++;
			}
			free(group);
			dpmf_model_free(&model);
		}
		free(nobody.row);
		hdpmf_worlds_teardown(worlds);
	}
	assert_true(seen >= 3);
}

/* The friends' half from the key's start, to the last bit. */
static void the_friends_run_the_real_driver(void **state)
{
	(void)state;
	static const char *const ids[] = { "privsr/published/rounds/edge/once", "privsr/published/model/edge/two-factors" };

	for (uint64_t seed = 0; seed < 6; seed++) {
		const struct audit_case *one = case_named(ids[seed % 2]);
		struct friends_worlds *worlds = instance_of(one);
		const struct friends_setting *s = worlds->setting;
		const size_t cells = (1 + s->friends) * s->factors;
		const struct dpmf_options run = {
			.epsilon = s->epsilon, .rating_min = 1, .rating_max = 5, .factors = s->factors, .epochs = s->epochs,
			.rate = s->rate, .lambda = s->lambda, .step = DPMF_STEP_SUM, .jobs = 1,
		};
		const struct dpmf_privsr_options options = options_of(&run, 1, 1);
		struct dpmf_model start, trained, published;
		struct dpmf_error error;
		struct dpmf_entry entry;
		struct dpmf_key key;

		dpmf_key_from_seed(seed, &key);
		assert_int_equal(dpmf_model_start(&worlds->ratings, s->factors, &key, &start, &error), DPMF_OK);
		memcpy(worlds->u[0], start.u, cells * sizeof(double));
		memcpy(worlds->v, start.v, 2 * s->factors * sizeof(double));
		train(&worlds->ratings, &worlds->social, &options, &key, &entry, &trained);
		assert_int_equal(friends_worlds_publish(worlds, 0, &key, NULL, &published, &error), DPMF_OK);
		assert_same(trained.u, published.u, cells);
		assert_same(trained.v, published.v, 2 * s->factors);
		assert_true(trained.u[0] != start.u[0]);
		dpmf_model_free(&start);
		dpmf_model_free(&trained);
		dpmf_model_free(&published);
		friends_worlds_teardown(worlds);
	}
}

/* E_1[e^ratio] = 1 for a true log likelihood ratio, and no ratio beyond the exact figure. */
static void ratios_are_ratios_of_densities(void **state)
{
	(void)state;
	static const char *const ids[] = {
		"privsr/published/model/entry", "privsr/published/model/entry/beta-0.5", "privsr/published/model/entry/beta-0.1",
		"privsr/published/model/entry/two-factors", "privsr/published/model/entry/only-sensitive",
		"privsr/published/model/entry/only-others", "privsr/published/message/entry", "privsr/published/rounds/entry/epoch/held",
		"privsr/published/model/edge", "privsr/published/model/edge/two-factors", "privsr/published/message/edge",
		"privsr/corrected/model/entry", "privsr/corrected/model/entry/beta-0.1", "privsr/corrected/model/entry/only-sensitive",
		"privsr/corrected/rounds/entry",
	};
	const unsigned runs = SCALED(20000, 1000);

	for (size_t i = 0; i < sizeof(ids) / sizeof(*ids); i++) {
		const struct audit_case *one = case_named(ids[i]);
		void *instance = instance_of(one);
		double seen[8], sum = 0, squares = 0, largest = 0;

		for (uint64_t number = 0; number < runs; number++) {
			struct dpmf_key key;
			struct dpmf_error error;

			dpmf_key_from_seed(number, &key);
			assert_int_equal(one->sample(instance, 1, &key, seen, &error), DPMF_OK);
			const double ratio = one->log_likelihood_ratio(instance, seen);

			largest = fmax(largest, fabs(ratio));
			sum += exp(ratio);
			squares += exp(2 * ratio);
		}
		const double mean = sum / runs, deviation = sqrt((squares / runs - mean * mean) / runs);

		if (fabs(mean - 1) > 4.5 * deviation || largest > one->exact * (1 + 1e-9) || largest < SCALED(0.9, 0.3) * one->exact)
			fail_msg("%s: mean of e^ratio is %g +- %g, largest ratio %g of %g", one->id, mean, deviation, largest, one->exact);
		one->teardown(instance);
	}
}

static void figures_given_as_exact(void **state)
{
	(void)state;
	static const char *const ids[] = { "privsr/published/model/entry", "privsr/published/model/entry/beta-0.5",
	                                   "privsr/published/model/entry/beta-0.1" };

	for (size_t i = 0; i < 3; i++) {
		const struct audit_case *one = case_named(ids[i]);
		const struct hdpmf_setting *s = one->parameters;

		/* 2 Delta |u|_1 over the scale. */
		assert_true(fabs(one->exact * dpmf_privsr_combined_scale(4, 1, s->epsilon, s->beta) / 8 - 1) < 1e-15);
		assert_true(fabs(one->exact / one->epsilon - (1 + s->beta) / sqrt(1 + s->beta * s->beta)) < 1e-15);
	}
}

/* Nearly right where beta is small: that takes more runs to see. */
static uint64_t trials_of(const struct audit_case *one)
{
	return strstr(one->id, "beta-0.1") && one->expected == AUDIT_VIOLATED ? 150000 : 20000;
}

static void every_verdict(void **state)
{
	(void)state;
	every_verdict_of("privsr", trials_of);
}

/* The noise that Theorem 1 takes the sum of two normals for, and what two vectors of the unit ball need. */
static enum dpmf_status mended_ratings(const struct audit_case *one, void **instance, struct dpmf_error *error)
{
	const enum dpmf_status status = hdpmf_worlds_setup(one, instance, error);
	struct hdpmf_worlds *worlds = status == DPMF_OK ? *instance : NULL;

	if (worlds) {
		const double factor = 8 * sqrt((double)worlds->setting->factors) / worlds->setting->epsilon / worlds->scale;

		worlds->scale *= factor;
		worlds->group_scale[0] *= factor;
		worlds->group_scale[1] *= factor;
	}
	return status;
}

static enum dpmf_status mended_friends(const struct audit_case *one, void **instance, struct dpmf_error *error)
{
	const enum dpmf_status status = friends_worlds_setup(one, instance, error);

	if (status == DPMF_OK)
		((struct friends_worlds *)*instance)->entry[1].scale *= 4;
	return status;
}

/* What is violated is consistent, and close to the claim, with the right scale. */
static void mended_scales_are_consistent(void **state)
{
	(void)state;
	SKIP_WHEN_SHORT();
	static const char *const ids[] = {
		"privsr/published/model/entry", "privsr/published/model/entry/beta-0.5", "privsr/published/model/entry/two-factors",
		"privsr/published/model/entry/only-sensitive", "privsr/published/model/entry/only-others",
		"privsr/published/model/edge", "privsr/published/model/edge/two-factors",
	};

	for (size_t i = 0; i < sizeof(ids) / sizeof(*ids); i++) {
		struct audit_case one = *case_named(ids[i]);

		one.setup = one.setup == hdpmf_worlds_setup ? mended_ratings : mended_friends;
		const struct audit_result result = run_case(&one, SCALED(40000, 400), 0.9999);

		assert_int_equal(one.expected, AUDIT_VIOLATED);
		assert_int_equal(result.finding, AUDIT_CONSISTENT);
		if (SCALED(result.epsilon_lower < one.epsilon - 0.15, false))
			fail_msg("%s mended: found %g of %g", one.id, result.epsilon_lower, one.epsilon);
	}
}

/* What is consistent is violated with the noise of twice the epsilon, or more
   where less than the claim is spent. */
static void cut_noise_is_violated(void **state)
{
	(void)state;
	SKIP_WHEN_SHORT();
	for (size_t i = 0; i < PRIVSR_CORRECTED_CASES; i++) {
		struct audit_case one = privsr_corrected_cases[i];
		struct hdpmf_setting ratings;
		struct trusters_setting trusters;

		if (strstr(one.id, "/message/"))
			continue;
		if (one.setup == hdpmf_worlds_setup) {
			ratings = *(const struct hdpmf_setting *)one.parameters;
			ratings.epsilon *= 2;
			one.parameters = &ratings;
		} else {
			trusters = *(const struct trusters_setting *)one.parameters;
			trusters.epsilon *= 4;
			one.parameters = &trusters;
		}
		const struct audit_result result = run_case(&one, SCALED(12000, 400), 0.999999);

		if (SCALED(result.finding != AUDIT_VIOLATED, false))
			fail_msg("%s with less noise: found %g", one.id, result.epsilon_lower);
	}
}

/* Of the corrected variant, close to the claim whatever beta is. */
static void corrected_comes_near_the_claim(void **state)
{
	(void)state;
	SKIP_WHEN_SHORT();
	static const char *const ids[] = { "privsr/corrected/model/entry", "privsr/corrected/model/entry/beta-0.5",
	                                   "privsr/corrected/model/entry/beta-0.1" };

	for (size_t i = 0; i < 3; i++) {
		const struct audit_case *one = case_named(ids[i]);
		const struct audit_result result = run_case(one, SCALED(one->trials, 400), 0.99);

		assert_true(SCALED(result.epsilon_lower > 0.97 * one->epsilon, true) && result.epsilon_lower <= one->epsilon);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_ratings_run_the_real_driver),
		cmocka_unit_test(the_noise_of_both_groups_is_declared),
		cmocka_unit_test(the_friends_run_the_real_driver),
		cmocka_unit_test(ratios_are_ratios_of_densities),
		cmocka_unit_test(figures_given_as_exact),
		cmocka_unit_test(every_verdict),
		cmocka_unit_test(mended_scales_are_consistent),
		cmocka_unit_test(cut_noise_is_violated),
		cmocka_unit_test(corrected_comes_near_the_claim),
	};

	return cmocka_run_group_tests(tests, begin, NULL);
}
