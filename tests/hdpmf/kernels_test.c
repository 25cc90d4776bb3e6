/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "account/budget.h"
#include "core/ratings_build.h"
#include "core/vector.h"
#include "eval/predict.h"
#include "mech/hdpmf/kernels.h"
#include "mech/hdpmf/train.h"
#include "noise/textbook.h"
#include "peers/peers.h"

enum { USERS = 40, ITEMS = 25, RATED = 12 };

/* Every user rates RATED items, from 1 to 5; rating `changed` of them is 5. */
static void make_ratings(size_t changed, double to, struct dpmf_ratings *ratings)
{
	struct dpmf_triple triple[USERS * RATED];
	struct dpmf_error error;

	for (size_t i = 0; i < USERS; i++)
		for (size_t a = 0; a < RATED; a++)
			triple[i * RATED + a] = (struct dpmf_triple){
				(uint32_t)(i + 1), (uint32_t)((i * 7 + a * 2) % ITEMS + 1), (double)((i * 3 + a * a) % 5 + 1)
			};
	if (changed < USERS * RATED)
		triple[changed].rating = to;
	assert_int_equal(dpmf_ratings_build(triple, USERS * RATED, 0, NULL, NULL, ratings, &error), DPMF_OK);
}

static struct dpmf_options usual(void)
{
	return (struct dpmf_options){ .epsilon = 1, .rating_min = 1, .rating_max = 5, .factors = 4, .epochs = 6,
	                              .rate = 0.05, .lambda = 0.01, .jobs = 1 };
}

struct run {
	struct dpmf_door door;
	struct dpmf_model model;
	enum dpmf_status status;
	struct dpmf_error error;
};

typedef enum dpmf_status trainer(const struct dpmf_ratings *, const struct dpmf_weights *, const struct dpmf_options *,
                                 const struct dpmf_key *, struct dpmf_door *, struct dpmf_model *,
                                 struct dpmf_error *);

static void draw_weights(const struct dpmf_ratings *ratings, struct dpmf_key *key, struct dpmf_weights *weights)
{
	assert_int_equal(dpmf_stream_start(NULL), DPMF_OK);
	dpmf_key_from_seed(5, key);
	assert_int_equal(dpmf_weights_draw(ratings->users, ratings->items, &dpmf_users_of_table2,
	                                   &dpmf_items_of_table2, key, weights, NULL), DPMF_OK);
}

static void train(trainer *run_it, const struct dpmf_ratings *ratings, const struct dpmf_options *options,
                  bool remember, struct run *run)
{
	struct dpmf_key key;
	struct dpmf_weights weights;

	memset(run, 0, sizeof *run);
	draw_weights(ratings, &key, &weights);
	assert_int_equal(dpmf_door_open(&run->door, &key, &run->error), DPMF_OK);
	if (remember)
		dpmf_door_remember(&run->door);
	run->status = run_it(ratings, &weights, options, &key, &run->door, &run->model, &run->error);
	dpmf_weights_free(&weights);
}

static void finish(struct run *run)
{
	dpmf_door_close(&run->door);
	dpmf_model_free(&run->model);
}

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

/* Theorem 2's step on the driver: with U held, the first round's sums of two
   neighbours differ in one item, by 2 W |r - r'| |u|_1 in L1. */
static void held_users_move_one_sum(void **state)
{
	const size_t changed = 3 * RATED + 2; /* user 3, third rating */
	struct dpmf_options options = usual();
	struct dpmf_ratings ratings, neighbour;
	struct dpmf_weights weights;
	struct dpmf_key key;
	struct run one, two;
	size_t moved = 0;

	(void)state;
	make_ratings(changed, 1, &ratings);
	make_ratings(changed, 5, &neighbour);
	draw_weights(&ratings, &key, &weights);
	options.hold_users = true;
	options.epochs = 1;
	train(dpmf_hdpmf_train, &ratings, &options, true, &one);
	train(dpmf_hdpmf_train, &neighbour, &options, true, &two);
	assert_int_equal(one.door.passages, two.door.passages);
	for (size_t p = 0; p < one.door.passages; p++) {
		double difference[4], expected;
		const double *u = one.model.u + 3 * 4;

		for (size_t l = 0; l < 4; l++)
			difference[l] = one.door.passage[p].before[l] - two.door.passage[p].before[l];
		if (dpmf_l1(difference, 4) == 0)
			continue;
		moved++;
		expected = 2 * dpmf_weight(&weights, 3, one.door.passage[p].piece) * 4 * dpmf_l1(u, 4);
		assert_true(fabs(dpmf_l1(difference, 4) - expected) < 1e-12 * expected);
	}
	assert_int_equal(moved, 1);
	dpmf_weights_free(&weights);
	finish(&one);
	finish(&two);
	dpmf_ratings_free(&ratings);
	dpmf_ratings_free(&neighbour);
}

/* `corrected` releases integers: the sum moves by weight * change, exactly, in
   one item only, whatever else is trained. */
static void corrected_moves_one_sum_exactly(void **state)
{
	const size_t changed = 7 * RATED + 5;
	struct dpmf_options options = usual();
	struct dpmf_ratings ratings, neighbour;
	struct dpmf_weights weights;
	struct dpmf_key key;
	struct run one, two;
	size_t moved = 0;

	(void)state;
	make_ratings(changed, 2, &ratings);
	make_ratings(changed, 5, &neighbour);
	train(dpmf_hdpmf_train_corrected, &ratings, &options, true, &one);
	train(dpmf_hdpmf_train_corrected, &neighbour, &options, true, &two);
	draw_weights(&ratings, &key, &weights);
	assert_int_equal(one.door.passages, ITEMS);
	for (size_t p = 0; p < ITEMS; p++) {
		const double difference = two.door.passage[p].before[0] - one.door.passage[p].before[0];

		assert_true(one.door.passage[p].after[0] - one.door.passage[p].before[0] ==
		            two.door.passage[p].after[0] - two.door.passage[p].before[0]);
		if (difference == 0)
			continue;
		moved++;
		assert_true(difference == (double)dpmf_hdpmf_weight_steps(dpmf_weight(&weights, 7, one.door.passage[p].piece)) *
		            3 * 256);
		assert_true(fabs(difference) <= one.door.record.entry[0].sensitivity);
	}
	assert_int_equal(moved, 1);
	assert_int_equal(one.door.record.count, 1);
	dpmf_weights_free(&weights);
	finish(&one);
	finish(&two);
	dpmf_ratings_free(&ratings);
	dpmf_ratings_free(&neighbour);
}

/* What is released is the integer sum over the raters, relative to the middle
   of the range (3), in steps of 2^-8 and 2^-16. */
static void corrected_sums_stretched_ratings(void **state)
{
	struct dpmf_options options = usual();
	struct dpmf_ratings ratings;
	struct dpmf_weights weights;
	struct dpmf_key key;
	struct run run;

	(void)state;
	make_ratings(SIZE_MAX, 0, &ratings);
	draw_weights(&ratings, &key, &weights);
	train(dpmf_hdpmf_train_corrected, &ratings, &options, true, &run);
	for (size_t j = 0; j < ITEMS; j++) {
		double sum = 0;

		for (size_t a = ratings.column[j]; a < ratings.column[j + 1]; a++)
			sum += floor(65536 * dpmf_weight(&weights, ratings.user[a], j)) *
				256 * (ratings.value[ratings.where[a]] - 3);
		assert_true(run.door.passage[j].before[0] == sum);
	}
	dpmf_weights_free(&weights);
	finish(&run);
	dpmf_ratings_free(&ratings);
}

static void corrected_never_exceeds_the_weight(void **state)
{
	struct dpmf_stream stream;
	struct dpmf_key key;

	(void)state;
	dpmf_key_from_seed(9, &key);
	dpmf_stream_open(&stream, &key, 0, 0, 0);
	for (int i = 0; i < 100000; i++) {
		const double weight = dpmf_uniform(&stream);

		assert_true(ldexp((double)dpmf_hdpmf_weight_steps(weight), -DPMF_HDPMF_WEIGHT_BITS) <= weight);
	}
}

/* The budget is composed from the record: what noise-once, noise-per-epoch and
   the corrected release cost. */
static void budget_is_composed(void **state)
{
	struct dpmf_ratings ratings;
	struct dpmf_options options = usual();
	struct dpmf_budget budget;
	struct run run;

	(void)state;
	make_ratings(SIZE_MAX, 0, &ratings);
	dpmf_budget_init(&budget);
	for (int per_epoch = 0; per_epoch < 2; per_epoch++) {
		options.noise_per_epoch = per_epoch;
		train(dpmf_hdpmf_train, &ratings, &options, false, &run);
		assert_int_equal(dpmf_budget_compose(&run.door.record, &budget, &run.error), DPMF_OK);
		assert_true(budget.finite);
		assert_int_equal(budget.repeats, !per_epoch);
		assert_non_null(budget.premise);
		assert_true(fabs(mpfr_get_d(budget.epsilon.hi, MPFR_RNDU) - (per_epoch ? 6 : 1)) < 1e-12);
		finish(&run);
	}
	options.epsilon = 0.3;
	train(dpmf_hdpmf_train_corrected, &ratings, &options, false, &run);
	assert_int_equal(dpmf_budget_compose(&run.door.record, &budget, &run.error), DPMF_OK);
	assert_false(budget.repeats);
	assert_true(mpfr_get_d(budget.epsilon.hi, MPFR_RNDU) <= 0.3);
	assert_true(mpfr_get_d(budget.epsilon.lo, MPFR_RNDD) > 0.3 - 1e-6);
	finish(&run);
	dpmf_budget_clear(&budget);
	dpmf_ratings_free(&ratings);
}

/* Three times a third: the enclosure contains 1 and neither end is on it. */
static void budget_is_rounded_outward(void **state)
{
	struct dpmf_entry entry[3];
	struct dpmf_record record = { entry, 3, 3 };
	struct dpmf_budget budget;

	(void)state;
	for (size_t i = 0; i < 3; i++)
		entry[i] = (struct dpmf_entry){ .statistic = "a third", .norm = DPMF_L1, .sensitivity = 1, .scale = 3,
		                                .law = DPMF_MIXTURE_SHARES, .touched = 1, .draw = i };
	dpmf_budget_init(&budget);
	assert_int_equal(dpmf_budget_compose(&record, &budget, NULL), DPMF_OK);
	assert_true(mpfr_cmp_ui(budget.epsilon.lo, 1) < 0 && mpfr_cmp_ui(budget.epsilon.hi, 1) > 0);
	assert_int_equal(budget.draws, 3);
	entry[1].law = DPMF_NO_NOISE;
	assert_int_equal(dpmf_budget_compose(&record, &budget, NULL), DPMF_OK);
	assert_false(budget.finite);
	entry[1].law = DPMF_MIXTURE_SHARES;
	entry[1].draw = 0;
	assert_int_equal(dpmf_budget_compose(&record, &budget, NULL), DPMF_OK);
	assert_false(budget.finite); /* the noise again, and no premise under which that costs nothing */
	dpmf_budget_clear(&budget);
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
		cmocka_unit_test(held_users_move_one_sum),
		cmocka_unit_test(corrected_moves_one_sum_exactly),
		cmocka_unit_test(corrected_sums_stretched_ratings),
		cmocka_unit_test(corrected_never_exceeds_the_weight),
		cmocka_unit_test(budget_is_composed),
		cmocka_unit_test(budget_is_rounded_outward),
		cmocka_unit_test(noise_is_kept_or_drawn_anew),
		cmocka_unit_test(rates_fall_twice),
		cmocka_unit_test(users_stay_in_the_ball),
		cmocka_unit_test(mf_fits_without_noise),
		cmocka_unit_test(bad_options_are_refused),
		cmocka_unit_test(divergence_is_told),
	};

	return cmocka_run_group_tests_name("hdpmf", tests, NULL, NULL);
}
