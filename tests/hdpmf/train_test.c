/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How the published loop trains, for hdpmf and its baselines. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/vector.h"
#include "eval/predict.h"
#include "mech/hdpmf/kernels.h"
#include "peers/peers.h"
#include "tests/hdpmf/world.h"

static void assert_same_model(const struct dpmf_model *a, const struct dpmf_model *b)
{
	assert_int_equal(a->factors, b->factors);
	assert_memory_equal(a->u, b->u, a->users * a->factors * sizeof *a->u);
	assert_memory_equal(a->v, b->v, a->items * a->factors * sizeof *a->v);
}

static void jobs_change_nothing(void **state)
{
	trainer *const trainers[] = { dpmf_hdpmf_train, dpmf_hdpmf_train_corrected, dpmf_train };
	struct dpmf_ratings ratings;

	(void)state;
	make_ratings(SIZE_MAX, 0, &ratings);
	for (size_t t = 0; t < 3; t++)
		for (int step = DPMF_STEP_MEAN; step <= DPMF_STEP_MESSAGE; step++) {
			struct dpmf_options options = usual();
			struct run one, two;

			options.step = (enum dpmf_step)step;
			options.rate = 0.002;
			train(trainers[t], &ratings, &options, false, &one);
			options.jobs = 2;
			train(trainers[t], &ratings, &options, false, &two);
			assert_int_equal(one.status, DPMF_OK);
			assert_int_equal(two.status, DPMF_OK);
			assert_same_model(&one.model, &two.model);
			finish(&one);
			finish(&two);
		}
	dpmf_ratings_free(&ratings);
}

/* Noise once: every round adds the same vector; noise per epoch: another. */
static void noise_is_kept_or_drawn_anew(void **state)
{
	struct dpmf_ratings ratings;
	struct dpmf_options options = usual();

	(void)state;
	make_ratings(SIZE_MAX, 0, &ratings);
	for (int per_epoch = 0; per_epoch < 2; per_epoch++) {
		struct run run;
		const struct dpmf_passage *first, *second;
		double change = 0;

		options.noise_per_epoch = per_epoch;
		train(dpmf_hdpmf_train, &ratings, &options, true, &run);
		first = &run.door.passage[0];
		second = &run.door.passage[ITEMS];
		assert_int_equal(first->piece, second->piece);
		for (size_t l = 0; l < 4; l++)
			change += fabs((second->after[l] - second->before[l]) - (first->after[l] - first->before[l]));
		assert_true(per_epoch ? change > 1 : change < 1e-9);
		finish(&run);
	}
	dpmf_ratings_free(&ratings);
}

static void rates_fall_twice(void **state)
{
	(void)state;
	assert_true(dpmf_descent_rate(1, 0, 100) == 1);
	assert_true(dpmf_descent_rate(1, 24, 100) == 1);
	assert_true(dpmf_descent_rate(1, 25, 100) == 0.2);
	assert_true(dpmf_descent_rate(1, 74, 100) == 0.2);
	assert_true(dpmf_descent_rate(1, 75, 100) == 0.04);
}

static void users_stay_in_the_ball(void **state)
{
	struct dpmf_ratings ratings;
	struct dpmf_options options = usual();
	struct run run;

	(void)state;
	make_ratings(SIZE_MAX, 0, &ratings);
	options.rate = 0.5;
	train(dpmf_hdpmf_train, &ratings, &options, false, &run);
	assert_int_equal(run.status, DPMF_OK);
	for (size_t i = 0; i < USERS; i++)
		assert_true(dpmf_l2(run.model.u + 4 * i, 4) <= 1);
	finish(&run);
	dpmf_ratings_free(&ratings);
}

/* One round without noise, at a rate at which each step leaves the ball: the users step along the V that it ends with. */
static void a_user_is_projected_after_each_step(void **state)
{
	const struct dpmf_options options = { .epsilon = 1, .rating_min = 1, .rating_max = 5, .factors = 2, .epochs = 1, .rate = 0.3,
	                                      .lambda = 0.01, .step = DPMF_STEP_MESSAGE, .jobs = 1 };
	struct dpmf_descent how = dpmf_options_descent(&options);
	struct dpmf_model start, model;
	struct dpmf_ratings ratings;
	struct dpmf_door door;
	struct dpmf_key key;

	(void)state;
	make_ratings(SIZE_MAX, 0, &ratings);
	assert_int_equal(dpmf_stream_start(NULL), DPMF_OK);
	dpmf_key_from_seed(5, &key);
	how.project_each = true;
	assert_int_equal(dpmf_model_start(&ratings, 2, &key, &start, NULL), DPMF_OK);
	assert_int_equal(dpmf_model_start(&ratings, 2, &key, &model, NULL), DPMF_OK);
	assert_int_equal(dpmf_door_open(&door, &key, NULL), DPMF_OK);
	assert_int_equal(dpmf_hdpmf_descend(&ratings, &how, &door, &model, NULL), DPMF_OK);
	for (size_t i = 0; i < ratings.users; i++) {
		double u[2] = { start.u[2 * i], start.u[2 * i + 1] };

		for (size_t a = ratings.row[i]; a < ratings.row[i + 1]; a++) {
			double gradient[2] = { 0, 0 };

			dpmf_hdpmf_gradient_add(model.v + 2 * ratings.item[a], u, 2, 1, ratings.value[a], gradient);
			dpmf_hdpmf_step(u, gradient, 2, options.rate, options.lambda);
			dpmf_project_ball(u, 2, 1);
		}
		assert_memory_equal(u, model.u + 2 * i, sizeof u);
	}
	dpmf_door_close(&door);
	dpmf_model_free(&start);
	dpmf_model_free(&model);
	dpmf_ratings_free(&ratings);
}

static void as_run_starts_near_zero(void **state)
{
	struct dpmf_options options = usual();
	struct dpmf_ratings ratings;
	double squares = 0, sum = 0;
	struct run run;

	(void)state;
	make_ratings(SIZE_MAX, 0, &ratings);
	options.as_run = true;
	options.rate = 1e-300; /* ends where it starts */
	train(dpmf_hdpmf_train, &ratings, &options, false, &run);
	for (size_t n = 0; n < (size_t)ITEMS * 4; n++) {
		sum += run.model.v[n];
		squares += run.model.v[n] * run.model.v[n];
	}
	assert_true(fabs(sum / (ITEMS * 4)) < 0.05);              /* five deviations of a mean of 100 */
	assert_true(fabs(squares / (ITEMS * 4) - 0.01) < 0.0075); /* likewise, of their squares */
	finish(&run);
	dpmf_ratings_free(&ratings);
}

static void mf_fits_without_noise(void **state)
{
	struct dpmf_ratings ratings;
	struct dpmf_options options = usual();
	struct dpmf_error error;
	struct dpmf_key key;
	struct dpmf_door door;
	struct dpmf_model model;
	double error_squared = 0;

	(void)state;
	make_ratings(SIZE_MAX, 0, &ratings);
	options.epochs = 300;
	options.rate = 0.3;
	dpmf_key_from_seed(2, &key);
	assert_int_equal(dpmf_door_open(&door, &key, &error), DPMF_OK);
	assert_int_equal(dpmf_mf_train(&ratings, &options, &key, &door, &model, &error), DPMF_OK);
	for (size_t i = 0; i < ratings.users; i++)
		for (size_t a = ratings.row[i]; a < ratings.row[i + 1]; a++)
			error_squared += pow(dpmf_predict(&model, NULL, i, ratings.item[a]) - ratings.value[a], 2);
	assert_true(error_squared / (double)ratings.count < 0.6);
	dpmf_model_free(&model);
	dpmf_door_close(&door);
	dpmf_ratings_free(&ratings);
}

static void bad_options_are_refused(void **state)
{
	struct dpmf_ratings ratings;
	struct run run;

	(void)state;
	make_ratings(SIZE_MAX, 0, &ratings);
	for (int bad = 0; bad < 8; bad++) {
		struct dpmf_options options = usual();

		options.epsilon = bad == 0 ? 0 : bad == 1 ? NAN : bad == 2 ? INFINITY : 1;
		options.factors = bad == 3 ? 0 : bad == 4 ? 257 : 4;
		options.epochs = bad == 5 ? 0 : 6;
		options.rate = bad == 6 ? -1 : 0.05;
		options.rating_max = bad == 7 ? 4 : 5;
		train(bad % 2 ? dpmf_hdpmf_train : dpmf_hdpmf_train_corrected, &ratings, &options, false, &run);
		assert_int_equal(run.status, DPMF_INPUT);
		assert_true(strlen(run.error.text) > 10);
		assert_null(run.model.u);
		finish(&run);
	}
	dpmf_ratings_free(&ratings);
}

static void divergence_is_told(void **state)
{
	struct dpmf_ratings ratings;
	struct dpmf_options options = usual();
	struct run run;

	(void)state;
	make_ratings(SIZE_MAX, 0, &ratings);
	options.rate = 1e9;
	options.epochs = 200;
	options.step = DPMF_STEP_SUM;
	train(dpmf_hdpmf_train, &ratings, &options, false, &run);
	assert_int_equal(run.status, DPMF_INPUT);
	assert_non_null(strstr(run.error.text, "diverged"));
	finish(&run);
	dpmf_ratings_free(&ratings);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(jobs_change_nothing),
		cmocka_unit_test(noise_is_kept_or_drawn_anew),
		cmocka_unit_test(rates_fall_twice),
		cmocka_unit_test(users_stay_in_the_ball),
		cmocka_unit_test(a_user_is_projected_after_each_step),
		cmocka_unit_test(as_run_starts_near_zero),
		cmocka_unit_test(mf_fits_without_noise),
		cmocka_unit_test(bad_options_are_refused),
		cmocka_unit_test(divergence_is_told),
	};

	return cmocka_run_group_tests_name("hdpmf training", tests, NULL, NULL);
}
