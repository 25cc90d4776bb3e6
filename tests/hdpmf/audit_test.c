/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hdpmf's cases: that they run the real driver, that their likelihood ratios
   are what the noise says, that figures given as exact are right, and every
   verdict at a tenth of the usual runs. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <gsl/gsl_sf_bessel.h>
#include <gsl/gsl_sf_gamma.h>

#include "account/mixture.h"
#include "audit/hdpmf/colluding_views.h"
#include "audit/hdpmf/cases.h"
#include "audit/hdpmf/explain.h"
#include "audit/hdpmf/views.h"
#include "audit/keys.h"
#include "audit/report/report.h"
#include "noise/door.h"
#include "tests/audit_cases.h"
#include "tests/scale.h"

static struct hdpmf_worlds *worlds_of(const struct audit_case *one)
{
	void *instance = NULL;
	struct dpmf_error error = { "" };

	assert_int_equal(one->setup(one, &instance, &error), DPMF_OK);
	return instance;
}

/* dpmf_hdpmf_train starts from the key's factors. From that start, with a door of
   the same key, a case's run ends at the same factors to the last bit. */
static void the_cases_run_the_real_driver(void **state)
{
	(void)state;
	struct hdpmf_setting setting = *(const struct hdpmf_setting *)case_named("hdpmf/published/joint/entry/epoch")->parameters;
	const struct audit_case one = { .id = "own", .parameters = &setting, .setup = hdpmf_worlds_setup };
	struct dpmf_error error = { "" };

	setting.items = 1;
	struct hdpmf_worlds *worlds = worlds_of(&one);
	const struct dpmf_options options = hdpmf_worlds_options(worlds);

	for (uint64_t seed = 1; seed <= 3; seed++) {
		struct dpmf_key key;
		struct dpmf_door door;
		struct dpmf_model start, trained, published;

		dpmf_key_from_seed(seed, &key);
		assert_int_equal(dpmf_model_start(&worlds->ratings[1], 1, &key, &start, &error), DPMF_OK);
		setting.u[0] = start.u[0];
		setting.v[0] = start.v[0];
		audit_keys_open_door(&door, &key);
		assert_int_equal(dpmf_hdpmf_train(&worlds->ratings[1], &worlds->weights, &options, &key, &door, &trained, &error), DPMF_OK);
		assert_int_equal(hdpmf_worlds_publish(worlds, 1, &key, NULL, &published, &error), DPMF_OK);
		assert_true(trained.v[0] == published.v[0] && trained.u[0] == published.u[0]);
		assert_false(trained.v[0] == start.v[0]);
		dpmf_door_close(&door);
		dpmf_model_free(&start);
		dpmf_model_free(&trained);
		dpmf_model_free(&published);
	}
	hdpmf_worlds_teardown(worlds);
}

/* The door's noise of item 0 in the first round. */
static void draw_by_hand(const struct hdpmf_worlds *worlds, const struct dpmf_key *key, double drawn[2])
{
	const struct dpmf_options options = hdpmf_worlds_options(worlds);
	struct dpmf_entry entry = dpmf_options_noisy_descent(&options, options.epsilon).entry;
	const uint32_t user[3] = { 0, 1, 2 };
	const size_t raters = 1 + worlds->setting->others;
	const struct dpmf_participants who = { .user = user, .count = raters, .of = raters };
	struct dpmf_error error;
	struct dpmf_door door;
	size_t number;

	drawn[0] = drawn[1] = 0;
	entry.coordinates = worlds->setting->factors;
	entry.pieces = 1;
	entry.draw = 1;
	audit_keys_open_door(&door, key);
	assert_int_equal(dpmf_door_declare(&door, &entry, &number, &error), DPMF_OK);
	assert_int_equal(dpmf_door_release(&door, number, 0, &who, drawn, &error), DPMF_OK);
	dpmf_door_close(&door);
}

/* The noise that is worked out from what was seen is, in the true world, the
   noise that the door drew, and in the other it is not. */
static void the_noise_is_found_again(void **state)
{
	(void)state;
	static const char *const ids[] = { "hdpmf/published/rounds/entry/once", "hdpmf/published/rounds/entry/epoch",
	                                   "hdpmf/published/model/entry", "hdpmf/published/model/entry/two-factors" };

	for (size_t i = 0; i < 4; i++) {
		const struct audit_case *one = case_named(ids[i]);
		struct hdpmf_worlds *worlds = worlds_of(one);
		const bool last = strstr(one->id, "/model/");
		struct hdpmf_noise noise[2];
		double seen[64], drawn[2];
		size_t differ = 0;

		for (uint64_t seed = 0; seed < 20; seed++) {
			const int world = (int)(seed % 2);
			struct dpmf_key key;
			struct dpmf_error error;

			dpmf_key_from_seed(seed, &key);
			assert_int_equal(one->sample(worlds, world, &key, seen, &error), DPMF_OK);
			for (int guess = 0; guess < 2; guess++)
				(last ? hdpmf_explain_last : hdpmf_explain_rounds)(worlds, guess, seen, &noise[guess]);
			draw_by_hand(worlds, &key, drawn);
			for (size_t l = 0; l < worlds->setting->factors; l++) {
				assert_true(fabs(noise[world].cell[0][l] - drawn[l]) < 1e-9 * (1 + fabs(drawn[l])));
				differ += fabs(noise[!world].cell[0][l] - drawn[l]) > 1e-3;
			}
		}
		assert_true(differ >= 20);
		hdpmf_worlds_teardown(worlds);
	}
}

/* hdpmf_follow, given the noise, ends where the driver ends, users trained. */
static void noise_decides_the_last_v(void **state)
{
	(void)state;
	const struct audit_case *one = case_named("hdpmf/published/joint/entry/once");
	struct hdpmf_worlds *worlds = worlds_of(one);

	for (uint64_t seed = 0; seed < 20; seed++) {
		const int world = (int)(seed % 2);
		struct dpmf_key key;
		struct dpmf_error error;
		double seen[1], drawn[2], end[2];

		dpmf_key_from_seed(seed, &key);
		assert_int_equal(one->sample(worlds, world, &key, seen, &error), DPMF_OK);
		draw_by_hand(worlds, &key, drawn);
		hdpmf_follow(worlds, world, drawn, end);
		assert_true(fabs(seen[0] - end[0]) < 1e-9 * (1 + fabs(seen[0])));
		hdpmf_follow(worlds, !world, drawn, end);
		assert_true(fabs(seen[0] - end[0]) > 1e-6);
	}
	hdpmf_worlds_teardown(worlds);
}

/* E_1[e^ratio] = 1 for a true log likelihood ratio, whichever the law: with
   bounded ratios the mean of e^ratio over world 1 is near 1. */
static void ratios_are_ratios_of_densities(void **state)
{
	(void)state;
	static const char *const ids[] = {
		"hdpmf/published/model/entry", "hdpmf/published/model/entry/two-factors", "hdpmf/published/rounds/entry/once/held",
		"hdpmf/published/rounds/entry/epoch/held", "hdpmf/corrected/server/entry", "hdpmf/corrected/rounds/entry",
		"hdpmf/corrected/server/entry/colluding", "hdpmf/corrected/server/entry/colluding-beyond",
		"hdpmf/corrected/server/entry/colluding-lying-beyond", "privsr/corrected/server/entry/colluding-beyond",
	};
	const unsigned runs = SCALED(20000, 1000);

	for (size_t i = 0; i < sizeof(ids) / sizeof(*ids); i++) {
		const struct audit_case *one = case_named(ids[i]);
		struct hdpmf_worlds *worlds = worlds_of(one);
		double seen[64], sum = 0, squares = 0;

		for (uint64_t run = 0; run < runs; run++) {
			struct dpmf_key key;
			struct dpmf_error error;

			dpmf_key_from_seed(run, &key);
			assert_int_equal(one->sample(worlds, 1, &key, seen, &error), DPMF_OK);
			const double ratio = one->log_likelihood_ratio(worlds, seen);

			assert_true(fabs(ratio) <= one->exact * (1 + 1e-9));
			sum += exp(ratio);
			squares += exp(2 * ratio);
		}
		const double mean = sum / runs, deviation = sqrt((squares / runs - mean * mean) / runs);

		if (fabs(mean - 1) > 4.5 * deviation)
			fail_msg("%s: mean of e^ratio is %g +- %g", one->id, mean, deviation);
		hdpmf_worlds_teardown(worlds);
	}
}

static void figures_given_as_exact(void **state)
{
	(void)state;
	/* The delta that is left of the claim with h known. */
	const struct audit_case *known = case_named("hdpmf/published/server/entry/known-h/delta");
	struct dpmf_enclosure scale, sensitivity, epsilon, delta;
	struct dpmf_error error;
	struct hdpmf_worlds *worlds = worlds_of(known);
	const struct hdpmf_setting *s = worlds->setting;

	dpmf_enclosure_init(&scale);
	dpmf_enclosure_init(&sensitivity);
	dpmf_enclosure_init(&epsilon);
	dpmf_enclosure_init(&delta);
	dpmf_enclosure_set(&scale, worlds->scale);
	dpmf_enclosure_set(&sensitivity, 2 * s->weight[0] * 4 * s->u[0]);
	dpmf_enclosure_set(&epsilon, known->epsilon);
	assert_int_equal(dpmf_mixture_delta(&scale, &sensitivity, &epsilon, true, &delta, &error), DPMF_OK);
	assert_true(mpfr_cmp_d(delta.hi, known->delta) <= 0);
	assert_true(mpfr_cmp_d(delta.lo, known->delta * (1 - 1e-14)) > 0);
	dpmf_enclosure_clear(&scale);
	dpmf_enclosure_clear(&sensitivity);
	dpmf_enclosure_clear(&epsilon);
	dpmf_enclosure_clear(&delta);
	hdpmf_worlds_teardown(worlds);

	/* Noise per epoch, the last V only: the shift of V over its widest noise. */
	const struct audit_case *epoch = case_named("hdpmf/published/model/entry/epoch");
	const struct hdpmf_setting *e = epoch->parameters;
	double all = 0, widest = 0;

	for (size_t t = 0; t < e->epochs; t++) {
		double part = dpmf_descent_rate(e->rate, t, e->epochs);

		for (size_t later = t + 1; later < e->epochs; later++)
			part *= 1 - 2 * dpmf_descent_rate(e->rate, later, e->epochs) * e->u[0] * e->u[0];
		all += part;
		widest = fmax(widest, part);
	}
	assert_true(fabs(epoch->exact / (epoch->epsilon * all / widest) - 1) < 1e-12);
}

/* Beyond the declared coalition the ratio is largest where the noise is 0 in one world: ln f(0) / f(epsilon), f the
   density of the shares that are left. The steps, 2^-36 of a scale, are too small to show in these digits. */
static void figures_of_those_who_collude(void **state)
{
	(void)state;
	static const char *const ids[] = { "hdpmf/corrected/server/entry/colluding-beyond", "hdpmf/corrected/server/entry/colluding-lying-beyond",
	                                   "privsr/corrected/server/entry/colluding-beyond" };

	for (size_t i = 0; i < sizeof(ids) / sizeof(*ids); i++) {
		const struct audit_case *one = case_named(ids[i]);
		struct hdpmf_worlds *worlds = worlds_of(one);
		const double r = colluding_left(worlds, 0), e = one->epsilon;
		const double at_0 = gsl_sf_gamma(r - 0.5) * pow(2, r - 1.5); /* of |x|^(r - 1/2) K_(r - 1/2)(|x|) */
		const double apart = pow(e, r - 0.5) * gsl_sf_bessel_Knu(r - 0.5, e);

		assert_true(r > 0.5 && r < 1);
		if (fabs(one->exact - log(at_0 / apart)) > 1e-12)
			fail_msg("%s: the figure is %.15g", one->id, log(at_0 / apart));
		hdpmf_worlds_teardown(worlds);
	}
	for (size_t i = 0; i < 2; i++) {
		struct hdpmf_worlds *worlds = worlds_of(case_named(i == 0 ? "hdpmf/corrected/server/entry/colluding-lying"
		                                                          : "privsr/corrected/server/entry/colluding"));

		assert_true(fabs(colluding_left(worlds, 0) - 1) < 1e-15);
		hdpmf_worlds_teardown(worlds);
	}
}

static double ends_at(const struct hdpmf_worlds *worlds, int world, double x)
{
	double v[2];

	hdpmf_follow(worlds, world, (const double[2]){ x, 0 }, v);
	return v[0];
}

/* How far V moves per unit of noise. */
static double slope(const struct hdpmf_worlds *worlds, int world, double x)
{
	const double h = 1e-6;

	return (ends_at(worlds, world, x + h) - ends_at(worlds, world, x - h)) / (2 * h);
}

/* View joint, noise once: in world 0 V turns smoothly at some noise x, so that
   its density grows like 1 / sqrt(distance) below the turn; in world 1 every
   noise that ends there moves V at a rate that is not 0, so that the density
   stays bounded. No epsilon bounds that ratio. */
static void in_view_joint_no_epsilon_is_left(void **state)
{
	(void)state;
	struct hdpmf_worlds *worlds = worlds_of(case_named("hdpmf/published/joint/entry/once"));
	double before = -11.5, after = -10.5, flattest = INFINITY;

	assert_true(slope(worlds, 0, before) > 0.1 && slope(worlds, 0, after) < -0.1);
	while (after - before > 1e-5) {
		const double middle = (before + after) / 2;

		if (slope(worlds, 0, middle) > 0)
			before = middle;
		else
			after = middle;
	}
	/* A smooth turn: the slope itself goes through 0 and does not jump over it. */
	assert_true(fabs(slope(worlds, 0, before - 1e-4)) < 1e-2 && fabs(slope(worlds, 0, after + 1e-4)) < 1e-2);

	const double turn = ends_at(worlds, 0, before), far = 100, step = 1e-3;
	size_t crossings = 0;

	assert_true(ends_at(worlds, 1, -far) > turn && ends_at(worlds, 1, far) < turn);
	for (double x = -far; x < far; x += step) {
		const double here = ends_at(worlds, 1, x) - turn, next = ends_at(worlds, 1, x + step) - turn;

		if (fabs(here) < 0.05)
			flattest = fmin(flattest, fabs(slope(worlds, 1, x)));
		crossings += (here > 0) != (next > 0);
	}
	assert_true(crossings >= 1);
	if (flattest < 0.05)
		fail_msg("world 1 is as flat as %g near %g", flattest, turn);
	hdpmf_worlds_teardown(worlds);
}

static uint64_t trials_of(const struct audit_case *one)
{
	(void)one;
	return 12000;
}

static void every_verdict(void **state)
{
	(void)state;
	every_verdict_of("hdpmf", trials_of);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_cases_run_the_real_driver),
		cmocka_unit_test(the_noise_is_found_again),
		cmocka_unit_test(noise_decides_the_last_v),
		cmocka_unit_test(ratios_are_ratios_of_densities),
		cmocka_unit_test(figures_given_as_exact),
		cmocka_unit_test(figures_of_those_who_collude),
		cmocka_unit_test(in_view_joint_no_epsilon_is_left),
		cmocka_unit_test(every_verdict),
	};

	return cmocka_run_group_tests(tests, begin, NULL);
}
