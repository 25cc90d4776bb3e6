/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "account/budget.h"
#include "core/ratings_build.h"
#include "eval/predict.h"
#include "mech/constant/train.h"

enum { USERS = 3, ITEMS = 4 };

static void make_world(double rating, struct dpmf_ratings *ratings)
{
	struct dpmf_triple triple[USERS * ITEMS];

	for (uint32_t a = 0; a < USERS * ITEMS; a++)
		triple[a] = (struct dpmf_triple){ a / ITEMS + 1, a % ITEMS + 1, rating };
	assert_int_equal(dpmf_ratings_build(triple, USERS * ITEMS, 0, NULL, NULL, ratings, NULL), DPMF_OK);
}

static struct dpmf_model trained(double rating, double value)
{
	const struct dpmf_constant_options options = { .rating_min = 1, .rating_max = 4, .value = value };
	struct dpmf_ratings ratings;
	struct dpmf_model model;

	make_world(rating, &ratings);
	assert_int_equal(dpmf_constant_train(&ratings, &options, &model, NULL), DPMF_OK);
	dpmf_ratings_free(&ratings);
	return model;
}

static void it_predicts_one_number(void **state)
{
	static const double values[] = { 1, 3.5, 4 };

	(void)state;
	for (size_t v = 0; v < 4; v++) {
		struct dpmf_model model = trained(2, v < 3 ? values[v] : NAN);

		for (size_t i = 0; i < USERS; i++)
			for (size_t j = 0; j < ITEMS; j++)
				assert_true(dpmf_predict(&model, NULL, i, j) == (v < 3 ? values[v] : 2.5));
		dpmf_model_free(&model);
	}
}

static void the_ratings_change_nothing(void **state)
{
	struct dpmf_model one = trained(1, NAN), other = trained(4, NAN);

	(void)state;
	assert_true(one.center == other.center && one.factors == other.factors);
	assert_memory_equal(one.u, other.u, USERS * one.factors * sizeof(double));
	assert_memory_equal(one.v, other.v, ITEMS * one.factors * sizeof(double));
	dpmf_model_free(&one);
	dpmf_model_free(&other);
}

/* An empty record costs 0. */
static void nothing_was_released(void **state)
{
	const struct dpmf_record record = { .count = 0 };
	struct dpmf_budget budget;

	(void)state;
	dpmf_budget_init(&budget);
	assert_int_equal(dpmf_budget_compose(&record, &budget, NULL), DPMF_OK);
	assert_true(budget.finite && mpfr_zero_p(budget.epsilon.lo) && mpfr_zero_p(budget.epsilon.hi));
	dpmf_budget_clear(&budget);
}

static void refusals(void **state)
{
	static const struct dpmf_constant_options options[] = { { 1, 5, 5.5 }, { 1, 5, 0 }, { 5, 1, NAN }, { 1, INFINITY, NAN }, { 1, 5, INFINITY } };
	struct dpmf_ratings ratings;
	struct dpmf_model model = { .u = NULL };
	struct dpmf_error error;

	(void)state;
	make_world(2, &ratings);
	for (size_t i = 0; i < 5; i++) {
		assert_int_equal(dpmf_constant_train(&ratings, &options[i], &model, &error), DPMF_INPUT);
		assert_non_null(strstr(error.text, "range"));
		assert_null(model.u);
	}
	dpmf_ratings_free(&ratings);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(it_predicts_one_number),
		cmocka_unit_test(the_ratings_change_nothing),
		cmocka_unit_test(nothing_was_released),
		cmocka_unit_test(refusals),
	};

	return cmocka_run_group_tests_name("constant", tests, NULL, NULL);
}
