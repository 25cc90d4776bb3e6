/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How gaussmf trains: its errors, when it stops, what it refuses. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/vector.h"
#include "mech/gaussmf/spent.h"
#include "tests/gaussmf/world.h"

static void jobs_change_nothing(void **state)
{
	trainer *const trainers[] = { dpmf_gaussmf_train, dpmf_gaussmf_train_corrected };
	struct dpmf_gaussmf_options options = usual();
	struct dpmf_ratings ratings;

	(void)state;
	make_ratings(4, &ratings);
	for (size_t t = 0; t < 2; t++) {
		struct run one, two;

		options.jobs = 1;
		train(trainers[t], &ratings, &options, &one);
		options.jobs = 3;
		train(trainers[t], &ratings, &options, &two);
		assert_memory_equal(one.model.u, two.model.u, USERS * 4 * sizeof(double));
		assert_memory_equal(one.model.v, two.model.v, ITEMS * 4 * sizeof(double));
		finish(&one);
		finish(&two);
	}
	dpmf_ratings_free(&ratings);
}

static void keep_rmse(void *context, uint64_t round, const struct dpmf_model *model, double rmse)
{
	(void)round, (void)model;
	*(double *)context = rmse;
}

static double rmse_at(const struct dpmf_ratings *ratings, double eps_i, bool plain)
{
	struct dpmf_gaussmf_options options = usual();
	struct run run;
	double rmse = 0;

	options.eps_i = eps_i;
	options.plain = plain;
	options.steps = 200;
	options.rate = 0.005;
	options.listener.context = &rmse;
	options.listener.round = keep_rmse;
	train(dpmf_gaussmf_train, ratings, &options, &run);
	finish(&run);
	return rmse;
}

/* What the listener is told is the error of the model that it is shown. */
static void the_error_told_is_the_model_s(void **state)
{
	trainer *const trainers[] = { dpmf_gaussmf_train, dpmf_gaussmf_train_corrected };
	struct dpmf_gaussmf_options options = usual();
	struct dpmf_ratings ratings;
	double rmse;

	(void)state;
	make_ratings(4, &ratings);
	options.listener.context = &rmse;
	options.listener.round = keep_rmse;
	for (size_t t = 0; t < 2; t++) {
		struct run run;
		double sum = 0;

		train(trainers[t], &ratings, &options, &run);
		for (size_t j = 0; j < USERS; j++)
			for (size_t a = ratings.row[j]; a < ratings.row[j + 1]; a++)
				sum += pow(dpmf_dot(run.model.u + j * 4, run.model.v + ratings.item[a] * 4, 4) - ratings.value[a], 2);
		assert_true(fabs(rmse - sqrt(sum / (double)ratings.count)) < 1e-12);
		finish(&run);
	}
	dpmf_ratings_free(&ratings);
}

static void more_budget_comes_nearer_to_plain(void **state)
{
	struct dpmf_ratings ratings;
	double little, much, plain;

	(void)state;
	make_ratings(4, &ratings);
	little = rmse_at(&ratings, 0.05, false);
	much = rmse_at(&ratings, 0.999, false);
	plain = rmse_at(&ratings, 0.5, true);
	assert_true(plain < 1.2 && plain < much && much < little);
	dpmf_ratings_free(&ratings);
}

static void stops_where_the_error_stands_still(void **state)
{
	struct dpmf_gaussmf_options options = usual();
	struct dpmf_ratings ratings;
	struct dpmf_gaussmf_spent out;
	struct run run;

	(void)state;
	make_ratings(4, &ratings);
	options.steps = 500;
	options.tolerance = 0.05;
	dpmf_gaussmf_spent_init(&out);
	train(dpmf_gaussmf_train, &ratings, &options, &run);
	assert_int_equal(dpmf_gaussmf_spent_of(&run.door.record, &options, &out, NULL), DPMF_OK);
	assert_true(out.converged && out.steps >= DPMF_GAUSSMF_WINDOW && out.steps < 500 && out.steps == run.door.record.count);
	finish(&run);
	options.steps = 12;
	train(dpmf_gaussmf_train_corrected, &ratings, &options, &run);
	assert_int_equal(run.door.record.count, 24);
	finish(&run);
	dpmf_gaussmf_spent_clear(&out);
	dpmf_ratings_free(&ratings);
}

static void refused(const struct dpmf_gaussmf_options *options, const struct dpmf_ratings *ratings, const char *why)
{
	trainer *const trainers[] = { dpmf_gaussmf_train, dpmf_gaussmf_train_corrected };

	for (size_t t = 0; t < 2; t++) {
		struct dpmf_key key;
		struct run run;

		open_run(&run, &key);
		assert_int_equal(trainers[t](ratings, options, &key, &run.door, &run.model, &run.error), DPMF_INPUT);
		assert_non_null(strstr(run.error.text, why));
		assert_null(run.model.u);
		finish(&run);
	}
}

#define REFUSED(field, value, why) do { \
	struct dpmf_gaussmf_options options = usual(); \
	options.field = value; \
	refused(&options, &ratings, why); \
} while (0)

static void refusals(void **state)
{
	struct dpmf_ratings ratings;

	(void)state;
	make_ratings(4, &ratings);
	REFUSED(eps_i, 1, "Theorem 1");
	REFUSED(eps_i, 0, "eps-i");
	REFUSED(delta, 1, "delta");
	REFUSED(delta_r, 0, "delta-r");
	REFUSED(clip, 0, "clip");
	REFUSED(rate, -1, "rate");
	REFUSED(lambda, NAN, "lambda");
	REFUSED(factors, 1025, "factors");
	REFUSED(steps, 0, "steps");
	REFUSED(tolerance, -1, "tolerance");
	REFUSED(rating_max, 4, "range");
	REFUSED(rate, 1e6, "diverged");
	dpmf_ratings_free(&ratings);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(jobs_change_nothing),
		cmocka_unit_test(the_error_told_is_the_model_s),
		cmocka_unit_test(more_budget_comes_nearer_to_plain),
		cmocka_unit_test(stops_where_the_error_stands_still),
		cmocka_unit_test(refusals),
	};

	return cmocka_run_group_tests_name("gaussmf training", tests, NULL, NULL);
}
