/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a changed rating moves, and what the record says that it costs. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "account/budget.h"
#include "core/vector.h"
#include "mech/hdpmf/kernels.h"
#include "noise/textbook.h"
#include "tests/hdpmf/world.h"

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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(held_users_move_one_sum),
		cmocka_unit_test(corrected_moves_one_sum_exactly),
		cmocka_unit_test(corrected_sums_stretched_ratings),
		cmocka_unit_test(corrected_never_exceeds_the_weight),
		cmocka_unit_test(budget_is_composed),
		cmocka_unit_test(budget_is_rounded_outward),
	};

	return cmocka_run_group_tests_name("hdpmf", tests, NULL, NULL);
}
