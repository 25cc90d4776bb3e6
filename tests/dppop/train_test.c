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
#include "account/interval.h"
#include "core/catalogue.h"
#include "core/ratings_make.h"
#include "core/ratings_parts.h"
#include "mech/dppop/train.h"
#include "noise/door.h"

enum { USERS = 80, ITEMS = 12, CHANGED = 7, SEED = 5 };
enum change { SAME, EMPTY, OTHER };

/* Item j has fewer users than item j - 1. User CHANGED has the even items, none, or the odd ones. */
static bool has(size_t user, size_t item, enum change change)
{
	if (user == CHANGED)
		return change != EMPTY && item % 2 == (change == SAME ? 0 : 1);
	return user * 7 % USERS < USERS - 6 * item;
}

static void make_world(enum change change, struct dpmf_ratings *ratings)
{
	struct dpmf_triple triple[USERS * ITEMS];
	struct dpmf_triples part[2] = { { triple, 0 }, { NULL, 0 } };
	struct dpmf_catalogue users, items;
	size_t place[2];

	assert_int_equal(dpmf_stream_start(NULL), DPMF_OK);
	assert_int_equal(dpmf_catalogue_first(USERS, &users, NULL), DPMF_OK);
	assert_int_equal(dpmf_catalogue_first(ITEMS, &items, NULL), DPMF_OK);
	for (size_t i = 0; i < USERS; i++)
		for (size_t j = 0; j < ITEMS; j++)
			if (has(i, j, change))
				triple[part[0].count++] = (struct dpmf_triple){ (uint32_t)(i + 1), (uint32_t)(j + 1), 1 };
	assert_int_equal(dpmf_ratings_build_parts(part, &(struct dpmf_universe){ .users = &users, .items = &items }, 0, place, ratings,
	                                          NULL), DPMF_OK);
	dpmf_catalogue_free(&users);
	dpmf_catalogue_free(&items);
}

static struct dpmf_dppop_options usual(double epsilon, double delta, size_t most)
{
	return (struct dpmf_dppop_options){ .epsilon = epsilon, .delta = delta, .most = most, .jobs = 1 };
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

static void train(const struct dpmf_ratings *ratings, const struct dpmf_dppop_options *options, struct run *run)
{
	open_run(run);
	if (dpmf_dppop_train(ratings, options, &run->key, &run->door, &run->model, &run->error) != DPMF_OK)
		fail_msg("%s", run->error.text);
}

/* Of the record: no more than is asked for, and, pure, no more than a unit in the last place less. */
static void a_run_costs_epsilon(void **state)
{
	static const size_t mosts[] = { 1, 3, 6, 11, 500 };
	struct dpmf_ratings ratings;

	(void)state;
	make_world(SAME, &ratings);
	for (size_t m = 0; m < 5; m++)
		for (int normal = 0; normal < 2; normal++) {
			const struct dpmf_dppop_options options = usual(0.75, normal ? 1e-6 : 0, mosts[m]);
			struct dpmf_normal_budget with_delta;
			struct dpmf_enclosure delta;
			struct dpmf_budget budget;
			struct run run;

			train(&ratings, &options, &run);
			dpmf_budget_init(&budget);
			dpmf_normal_budget_init(&with_delta);
			dpmf_enclosure_init(&delta);
			dpmf_enclosure_set(&delta, 1e-6);
			assert_int_equal(run.door.record.count, 1);
			if (normal)
				assert_int_equal(dpmf_normal_compose_record(&run.door.record, DPMF_USER, &delta, &with_delta, NULL), DPMF_OK);
			else
				assert_int_equal(dpmf_budget_compose(&run.door.record, &budget, NULL), DPMF_OK);
			assert_true(mpfr_cmp_d(normal ? with_delta.rdp.hi : budget.epsilon.hi, 0.75) <= 0);
			assert_true(mpfr_cmp_d(normal ? with_delta.rdp.lo : budget.epsilon.lo, 0.75 * (1 - 1e-9)) > 0);
			dpmf_budget_clear(&budget);
			dpmf_normal_budget_clear(&with_delta);
			dpmf_enclosure_clear(&delta);
			finish(&run);
		}
	dpmf_ratings_free(&ratings);
}

/* A row that is replaced moves as many counts by 1 as are declared, one that is emptied half as many. */
static void a_row_keeps_its_sensitivity(void **state)
{
	const struct dpmf_dppop_options options = usual(1, 0, 3);

	(void)state;
	for (enum change change = EMPTY; change <= OTHER; change++) {
		struct dpmf_model model[2];
		struct run run;
		double moved = 0;

		open_run(&run);
		dpmf_door_remember(&run.door);
		for (int w = 0; w < 2; w++) {
			struct dpmf_ratings ratings;

			make_world(w == 0 ? SAME : change, &ratings);
			assert_int_equal(dpmf_dppop_train(&ratings, &options, &run.key, &run.door, &model[w], &run.error), DPMF_OK);
			dpmf_ratings_free(&ratings);
			if (w == 0)
				assert_int_equal(dpmf_door_replay(&run.door, NULL), DPMF_OK);
		}
		assert_int_equal(dpmf_door_same(&run.door, &run.error), DPMF_OK);
		assert_int_equal(run.door.passages, ITEMS);
		for (size_t p = 0; p < ITEMS; p++) {
			const double by = fabs(run.door.now[p].before[0] - run.door.passage[p].before[0]);

			assert_true(by <= run.door.record.entry[0].sensitivity);
			moved += by;
		}
		assert_int_equal(run.door.record.entry[0].touched, 6);
		assert_true(moved == (change == OTHER ? 6 : 3));
		assert_memory_equal(model[0].v, model[1].v, ITEMS * sizeof(double));
		dpmf_model_free(&model[0]);
		dpmf_model_free(&model[1]);
		finish(&run);
	}
}

/* Nobody contributes more than `most`, and everybody who has as many contributes that many. */
static void users_contribute_as_many_as_they_may(void **state)
{
	(void)state;
	for (size_t most = 1; most <= ITEMS; most++) {
		const struct dpmf_dppop_options options = usual(1, 0, most);
		struct dpmf_ratings ratings;
		double sum = 0, expected = 0;
		struct run run;

		make_world(SAME, &ratings);
		open_run(&run);
		dpmf_door_remember(&run.door);
		assert_int_equal(dpmf_dppop_train(&ratings, &options, &run.key, &run.door, &run.model, &run.error), DPMF_OK);
		for (size_t p = 0; p < run.door.passages; p++)
			sum += run.door.passage[p].before[0];
		for (size_t i = 0; i < USERS; i++)
			expected += fmin((double)most, (double)(ratings.row[i + 1] - ratings.row[i]));
		assert_true(sum == expected);
		finish(&run);
		dpmf_ratings_free(&ratings);
	}
}

/* Where epsilon is out of the way the order is that of the users. */
static void it_learns(void **state)
{
	struct dpmf_ratings ratings;

	(void)state;
	make_world(SAME, &ratings);
	for (int normal = 0; normal < 2; normal++) {
		const struct dpmf_dppop_options options = usual(400, normal ? 1e-5 : 0, ITEMS);
		struct run run;

		train(&ratings, &options, &run);
		for (size_t j = 1; j < ITEMS; j++)
			assert_true(run.model.v[j - 1] > run.model.v[j]);
		assert_true(run.model.u[0] == 1 && run.model.u[USERS - 1] == 1);
		finish(&run);
	}
	dpmf_ratings_free(&ratings);
}

static void jobs_change_nothing(void **state)
{
	struct dpmf_ratings ratings;
	struct run run[2];

	(void)state;
	make_world(SAME, &ratings);
	for (unsigned j = 0; j < 2; j++) {
		struct dpmf_dppop_options options = usual(1, 1e-5, 3);

		options.jobs = 1 + 3 * j;
		train(&ratings, &options, &run[j]);
	}
	assert_memory_equal(run[0].model.v, run[1].model.v, ITEMS * sizeof(double));
	finish(&run[0]);
	finish(&run[1]);
	dpmf_ratings_free(&ratings);
}

#define REFUSED(field, value, why) \
	do { \
		struct dpmf_dppop_options options = usual(1, 0, 3); \
		struct run run; \
		options.field = (value); \
		open_run(&run); \
		assert_int_equal(dpmf_dppop_train(&ratings, &options, &run.key, &run.door, &run.model, &run.error), DPMF_INPUT); \
		assert_non_null(strstr(run.error.text, (why))); \
		assert_true(run.model.u == NULL && run.door.record.count == 0); \
		finish(&run); \
	} while (0)

static void refusals(void **state)
{
	struct dpmf_ratings ratings;

	(void)state;
	make_world(SAME, &ratings);
	REFUSED(epsilon, 0, "epsilon");
	REFUSED(epsilon, NAN, "epsilon");
	REFUSED(epsilon, 401, "epsilon");
	REFUSED(delta, -1, "delta");
	REFUSED(delta, 1, "delta");
	REFUSED(most, 0, "--most");
	REFUSED(most, 1000001, "--most");
	dpmf_ratings_free(&ratings);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_run_costs_epsilon),
		cmocka_unit_test(a_row_keeps_its_sensitivity),
		cmocka_unit_test(users_contribute_as_many_as_they_may),
		cmocka_unit_test(it_learns),
		cmocka_unit_test(jobs_change_nothing),
		cmocka_unit_test(refusals),
	};

	return cmocka_run_group_tests_name("dppop training", tests, NULL, NULL);
}
