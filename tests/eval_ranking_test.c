/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/ratings_build.h"
#include "eval/ranking.h"
#include "eval/split.h"
#include "peers/popularity.h"
#include "tests/near.h"

enum { ITEMS = 30, USERS = 40 };

/* Scores of a table, user after user. */
static void table_scores(const void *model, const struct dpmf_ratings *train, size_t user, double *score)
{
	memcpy(score, (const double *)model + user * train->items, train->items * sizeof *score);
}

/* Rows of a small world by hand; every item has to occur, so one more user has them all. */
static void build(const struct dpmf_triple *triple, size_t count, struct dpmf_ratings *ratings)
{
	assert_int_equal(dpmf_ratings_build(triple, count, 0, NULL, NULL, ratings, NULL), DPMF_OK);
}

static void key_of(uint64_t seed, struct dpmf_key *key)
{
	assert_int_equal(dpmf_stream_start(NULL), DPMF_OK);
	dpmf_key_from_seed(seed, key);
}

/* User 0 knows items 0 and 1 and holds out 2; user 1 has all of them. */
static void small_world(size_t items, struct dpmf_ratings *train, struct dpmf_ratings *test)
{
	struct dpmf_triple triple[2 * ITEMS];
	struct dpmf_ratings all;
	unsigned char held[2 * ITEMS] = { 0 };

	for (uint32_t j = 0; j < 3; j++)
		triple[j] = (struct dpmf_triple){ 0, j, 1 };
	for (uint32_t j = 0; j < items; j++)
		triple[3 + j] = (struct dpmf_triple){ 1, j, 1 };
	build(triple, 3 + items, &all);
	held[2] = 1;
	assert_int_equal(dpmf_split_marked(&all, held, train, test, NULL), DPMF_OK);
	dpmf_ratings_free(&all);
}

static void measure(const double *scores, size_t items, size_t top, size_t negatives, struct dpmf_ranking *full,
                    struct dpmf_ranking *sampled)
{
	struct dpmf_ratings train, test;
	struct dpmf_ranking_task task = { &train, &test, table_scores, scores, top, negatives, 1 };
	struct dpmf_key key;

	key_of(1, &key);
	small_world(items, &train, &test);
	assert_int_equal(dpmf_ranking_measure(&task, &key, full, sampled, NULL), DPMF_OK);
	assert_int_equal(full->count, 1);
	assert_int_equal(sampled->count, 1);
	dpmf_ratings_free(&train);
	dpmf_ratings_free(&test);
}

static void expect(const double *scores, size_t items, size_t top, double hr, double ndcg)
{
	struct dpmf_ranking full, sampled;

	measure(scores, items, top, 1000, &full, &sampled);
	assert_near(full.hr, hr, 1e-15);
	assert_near(full.ndcg, ndcg, 1e-15);
	assert_true(sampled.hr == full.hr && sampled.ndcg == full.ndcg); /* fewer than 1000: all of them */
}

static void by_hand(void **state)
{
	(void)state;
	/* Items 0 and 1 are known and do not count; 2 is ranked among 3 .. 6. */
	expect((const double[]){ 9, 9, 5, 1, 2, 3, 4 }, 7, 1, 1, 1);
	expect((const double[]){ 9, 9, 3.5, 1, 2, 3, 4 }, 7, 1, 0, 0);
	expect((const double[]){ 9, 9, 3.5, 1, 2, 3, 4 }, 7, 2, 1, 1 / log2(3));
	expect((const double[]){ 9, 9, 0, 1, 2, 3, 4 }, 7, 4, 0, 0);
	expect((const double[]){ 9, 9, 0, 1, 2, 3, 4 }, 7, 5, 1, 1 / log2(6));
	expect((const double[]){ 9, 9, 0, 1, 2, 3, 4 }, 7, 100, 1, 1 / log2(6));
	/* Level with two of them, behind one: ranks 2, 3, 4. */
	expect((const double[]){ 9, 9, 2, 2, 2, 1, 4 }, 7, 3, 2.0 / 3, (1 / log2(3) + 0.5) / 3);
	/* All alike: what guessing has. */
	expect((const double[]){ 9, 9, 7, 7, 7, 7, 7 }, 7, 2, 2.0 / 5, (1 + 1 / log2(3)) / 5);
}

/* One item alone beats the one held out, and is among the 9 drawn of 27 in a third of the draws. */
static void drawn_uniformly(void **state)
{
	double scores[2 * ITEMS] = { 0 }, hits = 0;
	struct dpmf_ratings train, test;
	struct dpmf_ranking full, sampled;
	struct dpmf_ranking_task task = { &train, &test, table_scores, scores, 1, 9, 1 };
	struct dpmf_key key;

	(void)state;
	small_world(ITEMS, &train, &test);
	for (size_t best = 3; best < ITEMS; best += 13) {
		memset(scores, 0, sizeof scores);
		scores[2] = 1;
		scores[best] = 2;
		hits = 0;
		for (uint64_t seed = 0; seed < 4000; seed++) {
			key_of(seed, &key);
			assert_int_equal(dpmf_ranking_measure(&task, &key, &full, &sampled, NULL), DPMF_OK);
			assert_true(full.hr == 0);
			hits += 1 - sampled.hr;
		}
		/* Binomial(4000, 9 / 27): a deviation of 29.8, five of them. */
		assert_near(hits, 4000.0 * 9 / 27, 150);
	}
	dpmf_ratings_free(&train);
	dpmf_ratings_free(&test);
}

/* User i has item j where that is drawn; two are held out of everybody. */
static void random_world(struct dpmf_ratings *train, struct dpmf_ratings *test, double *scores)
{
	struct dpmf_triple triple[USERS * ITEMS];
	struct dpmf_ratings all;
	struct dpmf_stream s;
	struct dpmf_key key;
	size_t count = 0;

	key_of(9, &key);
	dpmf_stream_open(&s, &key, 0, 0, 0);
	for (uint32_t i = 0; i < USERS; i++)
		for (uint32_t j = 0; j < ITEMS; j++) {
			scores[i * ITEMS + j] = (double)(dpmf_stream_word(&s) % 8);
			if (j == i % ITEMS || dpmf_stream_word(&s) % 3 == 0)
				triple[count++] = (struct dpmf_triple){ i, j, 1 };
		}
	build(triple, count, &all);
	assert_int_equal(all.items, ITEMS);
	assert_int_equal(dpmf_split_per_user(&all, 2, &key, train, test, NULL), DPMF_OK);
	dpmf_ratings_free(&all);
}

/* Eqs. (29) to (31) of a list in one order of the items, equal scores in the order of `turn`. */
static void list_by(const struct dpmf_ratings *train, const struct dpmf_ratings *test, const double *scores,
                    const size_t *turn, size_t top, double *hr, double *ndcg)
{
	*hr = *ndcg = 0;
	for (size_t i = 0; i < USERS; i++)
		for (size_t a = test->row[i]; a < test->row[i + 1]; a++) {
			const size_t item = test->item[a];
			size_t rank = 1;

			for (size_t j = 0; j < ITEMS; j++) {
				bool known = false;

				for (size_t b = train->row[i]; b < train->row[i + 1]; b++)
					known = known || train->item[b] == j;
				for (size_t b = test->row[i]; b < test->row[i + 1]; b++)
					known = known || test->item[b] == j;
				if (!known && (scores[i * ITEMS + j] > scores[i * ITEMS + item] ||
				               (scores[i * ITEMS + j] == scores[i * ITEMS + item] && turn[j] < turn[item])))
					rank++;
			}
			*hr += rank <= top;
			*ndcg += rank <= top ? 1 / log2((double)rank + 1) : 0;
		}
	*hr /= (double)test->count;
	*ndcg /= (double)test->count;
}

/* The mean over many random orders of equal scores comes near what is computed; jobs change nothing. */
static void against_lists(void **state)
{
	enum { ORDERS = 20000 };
	static double scores[USERS * ITEMS];
	struct dpmf_ratings train, test;
	struct dpmf_ranking_task task = { &train, &test, table_scores, scores, 4, 5, 1 };
	struct dpmf_ranking full, sampled, other, again;
	struct dpmf_stream s;
	struct dpmf_key key;
	double hr_sum = 0, ndcg_sum = 0;
	size_t turn[ITEMS];

	(void)state;
	random_world(&train, &test, scores);
	key_of(2, &key);
	assert_int_equal(dpmf_ranking_measure(&task, &key, &full, &sampled, NULL), DPMF_OK);
	for (unsigned jobs = 2; jobs < 5; jobs++) {
		task.jobs = jobs;
		assert_int_equal(dpmf_ranking_measure(&task, &key, &other, &again, NULL), DPMF_OK);
		assert_memory_equal(&full, &other, sizeof full);
		assert_memory_equal(&sampled, &again, sizeof sampled);
	}
	dpmf_stream_open(&s, &key, 0, 0, 0);
	for (size_t n = 0; n < ORDERS; n++) {
		double hr, ndcg;

		for (size_t j = 0; j < ITEMS; j++)
			turn[j] = (size_t)dpmf_stream_word(&s);
		list_by(&train, &test, scores, turn, 4, &hr, &ndcg);
		hr_sum += hr;
		ndcg_sum += ndcg;
	}
	/* One interaction in 80 has a deviation of at most 1/2, and the orders of one run are one for all users. */
	assert_near(full.hr, hr_sum / ORDERS, 0.003);
	assert_near(full.ndcg, ndcg_sum / ORDERS, 0.003);
	assert_true(sampled.hr > full.hr); /* fewer to beat */
	dpmf_ratings_free(&train);
	dpmf_ratings_free(&test);
}

static void scores_of_models(void **state)
{
	static double scores[USERS * ITEMS];
	struct dpmf_ratings train, test;
	struct dpmf_model model;
	struct dpmf_door door;
	struct dpmf_key key;
	double score[ITEMS];

	(void)state;
	random_world(&train, &test, scores);
	key_of(1, &key);
	assert_int_equal(dpmf_door_open(&door, &key, NULL), DPMF_OK);
	assert_int_equal(dpmf_popularity_train(&train, &door, &model, NULL), DPMF_OK);
	assert_true(door.record.count == 1 && door.record.entry[0].law == DPMF_NO_NOISE);
	dpmf_door_close(&door);
	dpmf_model_scores(&model, &train, 7, score);
	for (size_t j = 0; j < ITEMS; j++)
		assert_true(score[j] == (double)(train.column[j + 1] - train.column[j]));
	assert_true(score[0] != score[1] || score[1] != score[2]);
	dpmf_model_free(&model);
	model = (struct dpmf_model){ .users = 2, .items = 2, .factors = 2, .u = (double[]){ 1, 2, 3, 4 },
	                             .v = (double[]){ 5, 6, 7, 8 }, .center = 9 };
	dpmf_model_scores(&model, &train, 1, score);
	assert_true(score[0] == 39 && score[1] == 53);
	dpmf_ratings_free(&train);
	dpmf_ratings_free(&test);
}

static void refusals(void **state)
{
	static double scores[USERS * ITEMS];
	struct dpmf_ratings train, test, all;
	struct dpmf_ranking full = { .count = 77 }, sampled = { .count = 77 };
	struct dpmf_ranking_task task = { &train, &test, table_scores, scores, 0, 9, 1 };
	struct dpmf_error error = { "" };
	struct dpmf_key key;

	(void)state;
	random_world(&train, &test, scores);
	key_of(1, &key);
	assert_int_equal(dpmf_ranking_measure(&task, &key, &full, &sampled, &error), DPMF_INPUT);
	assert_non_null(strstr(error.text, "1 or more"));
	task.top = 10;
	task.negatives = 0;
	assert_int_equal(dpmf_ranking_measure(&task, &key, &full, &sampled, &error), DPMF_INPUT);
	task.negatives = 3;
	scores[17 * ITEMS + 4] = NAN;
	assert_int_equal(dpmf_ranking_measure(&task, &key, &full, &sampled, &error), DPMF_INPUT);
	assert_non_null(strstr(error.text, "diverged"));
	assert_true(full.count == 77 && sampled.count == 77);
	dpmf_ratings_free(&test);
	scores[17 * ITEMS + 4] = 0;
	all = train;
	assert_int_equal(dpmf_split_per_user(&all, 0, &key, &train, &test, NULL), DPMF_OK);
	assert_int_equal(dpmf_ranking_measure(&task, &key, &full, &sampled, &error), DPMF_OK);
	assert_true(full.count == 0 && isnan(full.hr) && isnan(sampled.ndcg));
	dpmf_ratings_free(&all);
	dpmf_ratings_free(&train);
	dpmf_ratings_free(&test);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(by_hand), cmocka_unit_test(drawn_uniformly), cmocka_unit_test(against_lists),
		cmocka_unit_test(scores_of_models), cmocka_unit_test(refusals),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
