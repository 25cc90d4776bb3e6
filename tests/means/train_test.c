/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "account/budget.h"
#include "account/budget_normal.h"
#include "account/calibrate_steps.h"
#include "account/interval.h"
#include "core/ratings_build.h"
#include "eval/predict.h"
#include "mech/means/train.h"
#include "noise/door.h"
#include "tests/scale.h"

enum { USERS = 40, ITEMS = 30, SEED = 3 };

static bool rated(size_t user, size_t item)
{
	return (user + 3 * item) % 4 > 0;
}

/* What an item and a user have each. */
static double sum_of_effects(size_t user, size_t item)
{
	return 3 + (double)(item % 3) * 0.5 - 0.5 + (double)(user % 3) * 0.5 - 0.5;
}

/* One rating is `of_first` in place of what it is. */
static void make_world(double of_first, struct dpmf_ratings *ratings)
{
	struct dpmf_triple triple[USERS * ITEMS];
	size_t count = 0;

	assert_int_equal(dpmf_stream_start(NULL), DPMF_OK);
	for (size_t i = 0; i < USERS; i++)
		for (size_t j = 0; j < ITEMS; j++)
			if (rated(i, j))
				triple[count++] = (struct dpmf_triple){ (uint32_t)(i + 1), (uint32_t)(j + 1), sum_of_effects(i, j) };
	if (of_first > 0)
		triple[0].rating = of_first;
	assert_int_equal(dpmf_ratings_build(triple, count, 0, NULL, NULL, ratings, NULL), DPMF_OK);
}

static struct dpmf_means_options usual(double epsilon, double delta, bool items_only)
{
	return (struct dpmf_means_options){ .rating_min = 1, .rating_max = 5, .epsilon = epsilon, .delta = delta, .items_only = items_only,
	                                    .jobs = 1 };
}

struct run {
	struct dpmf_door door;
	struct dpmf_model model;
	struct dpmf_error error;
	struct dpmf_key key;
};

static void open_run(struct run *run)
{
	memset(run, 0, sizeof *run);
	assert_int_equal(dpmf_stream_start(NULL), DPMF_OK);
	dpmf_key_from_seed(SEED, &run->key);
	assert_int_equal(dpmf_door_open(&run->door, &run->key, &run->error), DPMF_OK);
}

static void finish(struct run *run)
{
	dpmf_door_close(&run->door);
	dpmf_model_free(&run->model);
}

static void train(const struct dpmf_ratings *ratings, const struct dpmf_means_options *options, struct run *run)
{
	open_run(run);
	if (dpmf_means_train(ratings, options, &run->key, &run->door, &run->model, &run->error) != DPMF_OK)
		fail_msg("%s", run->error.text);
}

/* The record of a pure run costs what is asked for, in one sum or in two. */
static void a_pure_run_costs_epsilon(void **state)
{
	struct dpmf_ratings ratings;

	(void)state;
	make_world(0, &ratings);
	for (int items_only = 0; items_only < 2; items_only++) {
		const struct dpmf_means_options options = usual(0.75, 0, items_only);
		struct dpmf_budget budget;
		struct run run;

		train(&ratings, &options, &run);
		dpmf_budget_init(&budget);
		assert_int_equal(run.door.record.count, items_only ? 1 : 2);
		assert_int_equal(dpmf_budget_compose(&run.door.record, &budget, NULL), DPMF_OK);
		assert_true(mpfr_cmp_d(budget.epsilon.lo, 0.75) == 0 && mpfr_cmp_d(budget.epsilon.hi, 0.75) == 0);
		dpmf_budget_clear(&budget);
		finish(&run);
	}
	dpmf_ratings_free(&ratings);
}

/* With a delta: no more than is asked for, and next to all of it. */
static void a_run_with_a_delta_costs_epsilon(void **state)
{
	struct dpmf_ratings ratings;

	(void)state;
	make_world(0, &ratings);
	for (int items_only = 0; items_only < 2; items_only++) {
		const struct dpmf_means_options options = usual(0.75, 1e-6, items_only);
		struct dpmf_normal_budget budget;
		struct dpmf_enclosure delta;
		struct run run;

		train(&ratings, &options, &run);
		dpmf_normal_budget_init(&budget);
		dpmf_enclosure_init(&delta);
		dpmf_enclosure_set(&delta, 1e-6);
		assert_int_equal(dpmf_normal_compose_record(&run.door.record, DPMF_ENTRY, &delta, &budget, NULL), DPMF_OK);
		assert_true(mpfr_cmp_d(budget.rdp.hi, 0.75) <= 0 && mpfr_cmp_d(budget.rdp.lo, 0.75 * (1 - 1e-9)) > 0);
		dpmf_enclosure_clear(&delta);
		dpmf_normal_budget_clear(&budget);
		finish(&run);
	}
	dpmf_ratings_free(&ratings);
}

/* p is as fine as the sampler takes, and one less is no longer certain to be enough. */
static void the_variance_is_the_least(void **state)
{
	static const uint64_t squares[] = { 1, 40, 8388608 };
	static const double epsilons[] = { 0.05, 1, 30 };

	(void)state;
	for (size_t s = 0; s < 3; s++)
		for (size_t e = 0; e < SCALED(3, 1); e++)
			for (uint64_t less = 0; less < 2; less++) {
				struct dpmf_normal_budget budget;
				struct dpmf_enclosure x[2];
				uint64_t p, q;

				assert_int_equal(dpmf_steps_calibrate(epsilons[e], 1e-5, squares[s], &p, &q, NULL), DPMF_OK);
				assert_true(p <= UINT64_C(1) << 40 && q <= UINT64_C(1) << 40 && 2 * (p + q) > UINT64_C(1) << 40);
				dpmf_interval_init(x, 2, DPMF_ACCOUNT_BITS);
				dpmf_normal_budget_init(&budget);
				dpmf_interval_set_ui(&x[0], squares[s]);
				dpmf_interval_mul_ui(&x[0], &x[0], q);
				dpmf_interval_div_ui(&x[0], &x[0], p - less);
				dpmf_interval_sqrt(&x[0], &x[0]);
				dpmf_enclosure_set(&x[1], 1e-5);
				assert_int_equal(dpmf_normal_compose(&x[0], 1, DPMF_ENTRY, &x[1], &budget, NULL), DPMF_OK);
				assert_int_equal(mpfr_cmp_d(budget.rdp.hi, epsilons[e]) <= 0, less == 0);
				dpmf_normal_budget_clear(&budget);
				dpmf_interval_clear(x, 2);
			}
}

/* One rating moves one item's sum and its user's by the change at most, and nothing else follows from it. */
static void a_rating_moves_one_sum_of_each(void **state)
{
	(void)state;
	for (int items_only = 0; items_only < 2; items_only++) {
		const struct dpmf_means_options options = usual(1, 0, items_only);
		struct dpmf_model model[2];
		struct run run;

		open_run(&run);
		dpmf_door_remember(&run.door);
		for (int w = 0; w < 2; w++) {
			struct dpmf_ratings ratings;

			make_world(w == 0 ? 1 : 5, &ratings);
			assert_int_equal(dpmf_means_train(&ratings, &options, &run.key, &run.door, &model[w], &run.error), DPMF_OK);
			dpmf_ratings_free(&ratings);
			if (w == 0)
				assert_int_equal(dpmf_door_replay(&run.door, NULL), DPMF_OK);
		}
		assert_int_equal(dpmf_door_same(&run.door, &run.error), DPMF_OK);
		for (size_t p = 0; p < run.door.passages; p++) {
			const struct dpmf_passage *passage = &run.door.passage[p];
			const double moved = run.door.now[p].before[0] - passage->before[0];
			const bool is_its = passage->piece == (passage->entry == 0 ? 1 : 0); /* user 0 has not rated item 0 */

			assert_true(moved == (is_its ? run.door.record.entry[passage->entry].sensitivity : 0));
		}
		assert_memory_equal(model[0].v, model[1].v, 2 * ITEMS * sizeof(double));
		assert_true(model[0].center == model[1].center);
		for (size_t i = 0; i < USERS; i++)
			assert_true((model[0].u[2 * i] == model[1].u[2 * i]) == !(items_only && i == 0));
		dpmf_model_free(&model[0]);
		dpmf_model_free(&model[1]);
		finish(&run);
	}
}

static double rmse_of(const struct dpmf_ratings *ratings, const struct dpmf_means_options *options)
{
	struct run run;
	double square = 0;

	train(ratings, options, &run);
	for (size_t i = 0; i < USERS; i++)
		for (size_t j = 0; j < ITEMS; j++)
			square += pow(dpmf_predict(&run.model, NULL, i, j) - sum_of_effects(i, j), 2);
	finish(&run);
	return sqrt(square / (USERS * ITEMS));
}

/* Where epsilon is out of the way it learns both effects, and where it is small it falls back to the middle. */
static void it_learns(void **state)
{
	static const double deltas[] = { 0, 1e-5 };
	const double middle = sqrt(2 * (0.25 + 0 + 0.25) / 3); /* RMSE of the middle: three values of each effect */
	struct dpmf_ratings ratings;

	(void)state;
	make_world(0, &ratings);
	for (size_t d = 0; d < 2; d++)
		for (int items_only = 0; items_only < 2; items_only++) {
			const struct dpmf_means_options much = usual(400, deltas[d], items_only), little = usual(1e-3, deltas[d], items_only);

			assert_true(rmse_of(&ratings, &much) < middle / 2);
			assert_true(fabs(rmse_of(&ratings, &little) - middle) < (items_only ? 1 : 0.1) * middle);
		}
	dpmf_ratings_free(&ratings);
}

static void jobs_change_nothing(void **state)
{
	struct dpmf_ratings ratings;
	struct run run[2];

	(void)state;
	make_world(0, &ratings);
	for (unsigned j = 0; j < 2; j++) {
		struct dpmf_means_options options = usual(1, 1e-5, false);

		options.jobs = 1 + 3 * j;
		train(&ratings, &options, &run[j]);
	}
	assert_memory_equal(run[0].model.v, run[1].model.v, 2 * ITEMS * sizeof(double));
	assert_memory_equal(run[0].model.u, run[1].model.u, 2 * USERS * sizeof(double));
	finish(&run[0]);
	finish(&run[1]);
	dpmf_ratings_free(&ratings);
}

#define REFUSED(field, value, why) \
	do { \
		struct dpmf_means_options options = usual(1, 0, false); \
		struct run run; \
		options.field = (value); \
		open_run(&run); \
		assert_int_equal(dpmf_means_train(&ratings, &options, &run.key, &run.door, &run.model, &run.error), DPMF_INPUT); \
		assert_non_null(strstr(run.error.text, (why))); \
		assert_true(run.model.u == NULL && run.door.record.count == 0); \
		finish(&run); \
	} while (0)

static void refusals(void **state)
{
	struct dpmf_ratings ratings, none = { .count = 0 };
	const struct dpmf_means_options too_little = usual(1e-5, 1e-5, false);
	struct dpmf_means_steps steps = { .bound = 7 };
	struct dpmf_error error;

	(void)state;
	make_world(0, &ratings);
	REFUSED(epsilon, 0, "epsilon");
	REFUSED(epsilon, NAN, "epsilon");
	REFUSED(epsilon, 401, "epsilon");
	REFUSED(delta, -1, "delta");
	REFUSED(delta, 1, "delta");
	REFUSED(delta, NAN, "delta");
	REFUSED(rating_min, 6, "range");
	REFUSED(rating_max, INFINITY, "range");
	REFUSED(rating_max, 3.5, "a rating of 4 lies outside");
	REFUSED(rating_min, 2.5, "a rating of 2 lies outside");
	assert_int_equal(dpmf_means_check(&too_little, &none, &error), DPMF_INPUT);
	assert_non_null(strstr(error.text, "no rating"));
	assert_int_equal(dpmf_means_steps_of(&too_little, &steps, &error), DPMF_INPUT);
	assert_non_null(strstr(error.text, "larger epsilon"));
	assert_int_equal(steps.bound, 7);
	dpmf_ratings_free(&ratings);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_pure_run_costs_epsilon),
		cmocka_unit_test(a_run_with_a_delta_costs_epsilon),
		cmocka_unit_test(the_variance_is_the_least),
		cmocka_unit_test(a_rating_moves_one_sum_of_each),
		cmocka_unit_test(it_learns),
		cmocka_unit_test(jobs_change_nothing),
		cmocka_unit_test(refusals),
	};

	return cmocka_run_group_tests_name("means training", tests, NULL, NULL);
}
