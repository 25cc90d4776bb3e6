/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "account/budget_relation.h"
#include "core/ratings_build.h"
#include "core/vector.h"
#include "peers/dpmf01.h"
#include "tests/near.h"

enum { USERS = 50, ITEMS = 20, K = 3 };
static const double LAMBDA = 0.002;

static bool one(size_t i, size_t j)
{
	return (i * 5 + j * j) % 4 == 0 || j == i % ITEMS;
}

static void make(struct dpmf_ratings *ratings)
{
	struct dpmf_triple triple[USERS * ITEMS];
	size_t count = 0;

	for (uint32_t i = 0; i < USERS; i++)
		for (uint32_t j = 0; j < ITEMS; j++)
			if (one(i, j))
				triple[count++] = (struct dpmf_triple){ i, j, 4 };
	assert_int_equal(dpmf_ratings_build(triple, count, 0, NULL, NULL, ratings, NULL), DPMF_OK);
}

struct run {
	struct dpmf_door door;
	struct dpmf_model model;
	double before[USERS * K]; /* the users that the last items were solved from */
};

static void keep_users(void *context, uint64_t round, const struct dpmf_model *model)
{
	(void)round;
	memcpy(context, model->u, USERS * K * sizeof(double));
}

static void train(double epsilon, bool per_epoch, unsigned jobs, bool remember, struct run *run)
{
	struct dpmf_dpmf01_options options = { .epsilon = epsilon, .lambda = LAMBDA, .factors = K, .epochs = 4,
	                                  .noise_per_epoch = per_epoch, .jobs = jobs };
	struct dpmf_ratings ratings;
	struct dpmf_key key;

	options.listener.context = run->before;
	options.listener.round = keep_users;
	make(&ratings);
	assert_int_equal(dpmf_stream_start(NULL), DPMF_OK);
	dpmf_key_from_seed(6, &key);
	assert_int_equal(dpmf_door_open(&run->door, &key, NULL), DPMF_OK);
	if (remember)
		dpmf_door_remember(&run->door);
	assert_int_equal(dpmf_dpmf01_train(&ratings, &options, &key, &run->door, &run->model, NULL), DPMF_OK);
	dpmf_ratings_free(&ratings);
}

static void clear(struct run *run)
{
	dpmf_model_free(&run->model);
	dpmf_door_close(&run->door);
}

static double entry_error(size_t i, size_t j, const double *p, const double *q)
{
	return (one(i, j) ? 1 : 0) - dpmf_dot(p, q, K);
}

/* The items' objective without noise, pair after pair: no step from what is found lowers it. */
static double loss_of(const struct run *run, size_t j, const double *q)
{
	double loss = LAMBDA * USERS * dpmf_dot(q, q, K);

	for (size_t i = 0; i < USERS; i++) {
		const double e = entry_error(i, j, run->before + i * K, q);

		loss += e * e;
	}
	return loss;
}

static void least_without_noise(void **state)
{
	struct run run;

	(void)state;
	train(1e12, false, 1, false, &run);
	for (size_t j = 0; j < ITEMS; j++)
		for (size_t l = 0; l < K; l++) {
			double *q = run.model.v + j * K;
			const double at = loss_of(&run, j, q);

			for (int sign = -1; sign < 2; sign += 2) {
				q[l] += sign * 0.01;
				assert_true(loss_of(&run, j, q) > at);
				q[l] -= sign * 0.01;
			}
		}
	for (size_t i = 0; i < USERS; i++)
		assert_true(dpmf_l2(run.model.u + i * K, K) <= 1);
	clear(&run);
}

/* What left is 2 g_j and Laplace noise of the declared scale, from which the items are made. */
static void what_leaves(void **state)
{
	struct run run;
	const struct dpmf_entry *entry;
	double absolute = 0;

	(void)state;
	train(0.7, true, 1, true, &run);
	entry = &run.door.record.entry[0];
	assert_true(entry->law == DPMF_LAPLACE && entry->norm == DPMF_L1 && entry->neighbours == DPMF_ENTRY);
	assert_near(entry->sensitivity, 2 * sqrt(K), 1e-15);
	assert_near(entry->scale, 2 * sqrt(K) / 0.7, 1e-14);
	assert_int_equal(run.door.passages, 4 * ITEMS);
	for (size_t p = 3 * ITEMS; p < 4 * ITEMS; p++)
		for (size_t l = 0; l < K; l++) {
			double sum = 0;

			for (size_t i = 0; i < USERS; i++)
				sum += one(i, p % ITEMS) ? 2 * run.before[i * K + l] : 0;
			assert_near(run.door.passage[p].before[l], sum, 1e-12);
		}
	for (size_t p = 0; p < 4 * ITEMS; p++)
		for (size_t l = 0; l < K; l++)
			absolute += fabs(run.door.passage[p].after[l] - run.door.passage[p].before[l]);
	/* E |x| is the scale, with deviation the scale over sqrt(240). */
	assert_near(absolute / (4 * ITEMS * K), entry->scale, 5 * entry->scale / sqrt(4 * ITEMS * K));
	clear(&run);
}

static double budget_of(const struct run *run, enum dpmf_relation neighbours, bool *repeats)
{
	struct dpmf_budget budget;
	double epsilon;

	dpmf_budget_init(&budget);
	assert_int_equal(dpmf_budget_compose_for(&run->door.record, neighbours, &budget, NULL), DPMF_OK);
	assert_true(budget.finite && budget.premise);
	*repeats = budget.repeats;
	epsilon = mpfr_get_d(budget.epsilon.hi, MPFR_RNDN);
	dpmf_budget_clear(&budget);
	return epsilon;
}

static void budgets(void **state)
{
	struct run run;
	bool repeats;

	(void)state;
	train(0.5, false, 1, false, &run);
	assert_near(budget_of(&run, DPMF_ENTRY, &repeats), 0.5, 1e-15);
	assert_true(repeats);
	assert_near(budget_of(&run, DPMF_USER, &repeats), 0.5 * ITEMS, 1e-13);
	clear(&run);
	train(0.5, true, 1, false, &run);
	assert_near(budget_of(&run, DPMF_ENTRY, &repeats), 4 * 0.5, 1e-14);
	assert_false(repeats);
	clear(&run);
}

static void same_bytes(void **state)
{
	struct run one_job, three;

	(void)state;
	train(0.5, false, 1, false, &one_job);
	train(0.5, false, 3, false, &three);
	assert_memory_equal(one_job.model.v, three.model.v, ITEMS * K * sizeof(double));
	assert_memory_equal(one_job.model.u, three.model.u, USERS * K * sizeof(double));
	clear(&three);
	train(0.5, true, 1, false, &three);
	assert_memory_not_equal(one_job.model.v, three.model.v, ITEMS * K * sizeof(double));
	clear(&three);
	clear(&one_job);
}

static void refuses(double epsilon, double lambda, const char *word)
{
	const struct dpmf_dpmf01_options options = { .epsilon = epsilon, .lambda = lambda, .factors = K, .epochs = 1, .jobs = 1 };
	struct dpmf_error error = { "" };
	struct dpmf_model model = { .factors = 77 };
	struct dpmf_ratings ratings;
	struct dpmf_door door;
	struct dpmf_key key;

	make(&ratings);
	dpmf_key_from_seed(6, &key);
	assert_int_equal(dpmf_door_open(&door, &key, NULL), DPMF_OK);
	assert_int_equal(dpmf_dpmf01_train(&ratings, &options, &key, &door, &model, &error), DPMF_INPUT);
	assert_non_null(strstr(error.text, word));
	assert_int_equal(model.factors, 77);
	dpmf_door_close(&door);
	dpmf_ratings_free(&ratings);
}

static void refusals(void **state)
{
	(void)state;
	refuses(0, 1, "epsilon");
	refuses(NAN, 1, "epsilon");
	refuses(1, 0, "lambda");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(least_without_noise), cmocka_unit_test(what_leaves), cmocka_unit_test(budgets),
		cmocka_unit_test(same_bytes), cmocka_unit_test(refusals),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
