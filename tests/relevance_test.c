/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "core/ratings_build.h"
#include "eval/relevance.h"
#include "eval/split.h"

/* Three users and six items; one factor, so that items are ranked by v for users with u > 0.
   Predictions of user 0: 6 5 4 3 2 1; of user 1: the same; of user 2: 1/2 of it. */
static double u[3] = { 1, 1, 0.5 };
static double v[6] = { 6, 5, 4, 3, 2, 1 };
static const struct dpmf_model model = { .users = 3, .items = 6, .factors = 1, .u = u, .v = v };

static const struct dpmf_triple train_triple[] = {
	{ 0, 0, 5 }, { 0, 5, 1 }, { 1, 1, 4 }, { 1, 2, 3 }, { 1, 5, 2 }, { 2, 3, 3 }, { 2, 4, 3 },
};
/* User 0's list of 3 is items 1 2 3, relevant 1 and 3 and 4; user 1's 0 3 4, relevant 4; user 2 has none. */
static const struct dpmf_triple test_triple[] = {
	{ 0, 1, 5 }, { 0, 2, 2 }, { 0, 3, 4 }, { 0, 4, 4 }, { 1, 0, 3 }, { 1, 4, 5 }, { 2, 0, 3 },
};

static void make(struct dpmf_ratings *train, struct dpmf_ratings *test)
{
	struct dpmf_ratings raw;
	struct dpmf_error error;
	size_t unknown;

	assert_int_equal(dpmf_ratings_build(train_triple, 7, 0, NULL, NULL, train, &error), DPMF_OK);
	assert_int_equal(dpmf_ratings_build(test_triple, 7, 0, NULL, NULL, &raw, &error), DPMF_OK);
	assert_int_equal(dpmf_split_given(train, &raw, test, &unknown, &error), DPMF_OK);
	assert_int_equal(unknown, 0);
	dpmf_ratings_free(&raw);
}

static bool close_to(double x, double y)
{
	return fabs(x - y) < 1e-14;
}

static void lists_are_scored(void **state)
{
	struct dpmf_ratings train, test;
	struct dpmf_relevance r;
	struct dpmf_error error;

	(void)state;
	make(&train, &test);
	for (unsigned jobs = 1; jobs <= 2; jobs++) {
		assert_int_equal(dpmf_relevance_measure(&model, &train, &test, 4, 3, jobs, &r, &error), DPMF_OK);
		assert_int_equal(r.users, 2);
		/* errors: user 0: 0 2 -1 -2; user 1: 3 -3; user 2: 0 */
		assert_true(close_to(r.rmse, (sqrt(9.0 / 4) + 3 + 0) / 3));
		assert_true(close_to(r.precision, (2.0 / 3 + 1.0 / 3) / 2));
		assert_true(close_to(r.recall, (2.0 / 3 + 1) / 2));
		assert_true(close_to(r.f1, 2 * 0.5 * (5.0 / 6) / (0.5 + 5.0 / 6)));
		/* user 0 hits at 1 and 3: 1 and 2/3; user 1 at 3: 1/3 */
		assert_true(close_to(r.map, ((1 + 2.0 / 3) / 2 + 1.0 / 3) / 2));
		assert_true(close_to(r.map_relevant, ((1 + 2.0 / 3) / 3 + 1.0 / 3) / 2));
	}
	assert_int_equal(dpmf_relevance_measure(&model, &train, &test, 6, 3, 1, &r, &error), DPMF_OK);
	assert_true(r.users == 0 && isnan(r.precision) && isnan(r.recall) && isnan(r.f1) && isnan(r.map));
	assert_int_equal(dpmf_relevance_measure(&model, &train, &test, 4, 0, 1, &r, &error), DPMF_INPUT);
	assert_non_null(strstr(error.text, "ask for 1 to 100"));
	dpmf_ratings_free(&train);
	dpmf_ratings_free(&test);
}

/* A list of one item, and one longer than there are items. */
static void lists_have_any_length(void **state)
{
	struct dpmf_ratings train, test;
	struct dpmf_relevance r;
	struct dpmf_error error;

	(void)state;
	make(&train, &test);
	assert_int_equal(dpmf_relevance_measure(&model, &train, &test, 4, 1, 1, &r, &error), DPMF_OK);
	assert_true(close_to(r.precision, 0.5) && close_to(r.recall, 1.0 / 6) && close_to(r.map, 0.5));
	assert_int_equal(dpmf_relevance_measure(&model, &train, &test, 4, 100, 1, &r, &error), DPMF_OK);
	assert_true(close_to(r.recall, 1) && close_to(r.precision, (3.0 / 4 + 1.0 / 3) / 2));
	dpmf_ratings_free(&train);
	dpmf_ratings_free(&test);
}

/* Users rated 2, 3 and 2 items. */
static void groups_are_compared(void **state)
{
	const size_t bound[3] = { 0, 3, 10 };
	struct dpmf_ratings train, test;
	double mse[3];

	(void)state;
	make(&train, &test);
	assert_true(close_to(dpmf_group_variance(&model, &train, &test, bound, 3, mse), (9 - 1.8) * (9 - 1.8) / 4));
	assert_true(close_to(mse[0], 9.0 / 5) && close_to(mse[1], 9) && isnan(mse[2]));
	dpmf_ratings_free(&train);
	dpmf_ratings_free(&test);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lists_are_scored),
		cmocka_unit_test(lists_have_any_length),
		cmocka_unit_test(groups_are_compared),
	};

	return cmocka_run_group_tests_name("relevance", tests, NULL, NULL);
}
