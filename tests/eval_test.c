/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sodium.h>
#include <string.h>

#include <cmocka.h>

#include "core/ratings.h"
#include "core/ratings_build.h"
#include "core/stream.h"
#include "eval/metrics.h"
#include "eval/split.h"

static void errors_of_predictions(void **state)
{
	const double predicted[] = { 1, 2, 5, 3 }, truth[] = { 1, 4, 4, 3.5 };
	const struct dpmf_metrics m = dpmf_measure(predicted, truth, 4), none = dpmf_measure(predicted, truth, 0);

	(void)state;
	assert_int_equal(m.count, 4);
	assert_true(m.mse == 5.25 / 4);
	assert_true(m.rmse == sqrt(5.25 / 4));
	assert_true(m.mae == 3.5 / 4);
	assert_int_equal(none.count, 0);
	assert_true(isnan(none.mse) && isnan(none.rmse) && isnan(none.mae));
}

#define USERS 60
#define ITEMS 90

/* User i rates i items; the rating tells user and item apart from all others. */
static void make(struct dpmf_ratings *r)
{
	struct dpmf_triple *triple = malloc(USERS * ITEMS * sizeof *triple);
	size_t count = 0;

	for (uint32_t i = 1; i <= USERS; i++)
		for (uint32_t n = 0; n < i; n++) {
			const uint32_t item = (7 * i + 11 * n) % ITEMS;

			triple[count++] = (struct dpmf_triple){ 10 * i, 3 * item, 1000 * i + item };
		}
	assert_int_equal(dpmf_ratings_build(triple, count, 0, NULL, NULL, r, NULL), DPMF_OK);
	free(triple);
}

static bool holds(const struct dpmf_ratings *r, size_t user, uint32_t item, double value)
{
	for (size_t p = r->row[user]; p < r->row[user + 1]; p++)
		if (r->item[p] == item)
			return r->value[p] == value;
	return false;
}

static void check_part(const struct dpmf_ratings *part, const struct dpmf_ratings *all)
{
	assert_int_equal(part->users, all->users);
	assert_int_equal(part->items, all->items);
	assert_memory_equal(part->user_id, all->user_id, all->users * sizeof *all->user_id);
	assert_memory_equal(part->item_id, all->item_id, all->items * sizeof *all->item_id);
	assert_int_equal(part->row[part->users], part->count);
	assert_int_equal(part->column[part->items], part->count);
	for (size_t i = 0; i < part->users; i++)
		for (size_t p = part->row[i]; p < part->row[i + 1]; p++) {
			assert_true(holds(all, i, part->item[p], part->value[p]));
			if (p > part->row[i])
				assert_true(part->item[p] > part->item[p - 1]);
		}
	for (size_t j = 0; j < part->items; j++)
		for (size_t c = part->column[j]; c < part->column[j + 1]; c++) {
			assert_int_equal(part->item[part->where[c]], j);
			assert_true(holds(all, part->user[c], (uint32_t)j, part->value[part->where[c]]));
		}
}

/* How many of a user's ratings public coins let be held out. */
static size_t candidates(const struct dpmf_ratings *all, size_t user, const struct dpmf_key *key)
{
	struct dpmf_key sub;
	size_t marked = 0;

	dpmf_key_derive(key, "split", &sub);
	for (size_t a = all->row[user]; a < all->row[user + 1]; a++) {
		const uint32_t pair[2] = { all->user_id[user], all->item_id[all->item[a]] };
		unsigned char hash[crypto_shorthash_BYTES];

		crypto_shorthash(hash, (const unsigned char *)pair, sizeof pair, sub.bytes);
		marked += hash[0] % 2;
	}
	return marked;
}

static void up_to_per_user(void **state)
{
	struct dpmf_ratings all, train, test;
	struct dpmf_key key;

	(void)state;
	make(&all);
	dpmf_key_from_seed(1, &key);
	for (size_t per_user = 0; per_user <= USERS; per_user += 10) {
		assert_int_equal(dpmf_split_per_user(&all, per_user, &key, &train, &test, NULL), DPMF_OK);
		check_part(&train, &all);
		check_part(&test, &all);
		assert_int_equal(train.count + test.count, all.count);
		for (size_t i = 0; i < all.users; i++) {
			const size_t length = all.row[i + 1] - all.row[i], marked = candidates(&all, i, &key);
			const size_t held = marked < per_user ? marked : per_user;

			assert_int_equal(test.row[i + 1] - test.row[i], held);
			assert_int_equal(train.row[i + 1] - train.row[i], length - held);
			for (size_t p = test.row[i]; p < test.row[i + 1]; p++)
				assert_false(holds(&train, i, test.item[p], test.value[p]));
		}
		dpmf_ratings_free(&train);
		dpmf_ratings_free(&test);
	}
	dpmf_ratings_free(&all);
}

static struct dpmf_ratings test_part(const struct dpmf_ratings *all, uint64_t seed)
{
	struct dpmf_ratings train, test;
	struct dpmf_key key;

	dpmf_key_from_seed(seed, &key);
	assert_int_equal(dpmf_split_per_user(all, 10, &key, &train, &test, NULL), DPMF_OK);
	dpmf_ratings_free(&train);
	return test;
}

static void same_key_same_split(void **state)
{
	struct dpmf_ratings all, one, again, other;

	(void)state;
	make(&all);
	one = test_part(&all, 1);
	again = test_part(&all, 1);
	other = test_part(&all, 2);
	assert_memory_equal(one.item, again.item, one.count * sizeof *one.item);
	assert_memory_not_equal(one.item, other.item, one.count * sizeof *one.item);
	dpmf_ratings_free(&one);
	dpmf_ratings_free(&again);
	dpmf_ratings_free(&other);
	dpmf_ratings_free(&all);
}

/* Each of the 60 ratings of one user is held out 10 times in 60 on average:
   over 3000 seeds 500 times, with a deviation of 20. */
static void every_rating_is_held_out_as_often(void **state)
{
	const size_t user = USERS - 1;
	size_t times[ITEMS] = { 0 };
	struct dpmf_ratings all;

	(void)state;
	make(&all);
	for (uint64_t seed = 0; seed < 3000; seed++) {
		struct dpmf_ratings test = test_part(&all, seed);

		for (size_t p = test.row[user]; p < test.row[user + 1]; p++)
			times[test.item[p]]++;
		dpmf_ratings_free(&test);
	}
	for (size_t p = all.row[user]; p < all.row[user + 1]; p++)
		assert_in_range(times[all.item[p]], 400, 600);
	dpmf_ratings_free(&all);
}

static void a_test_file_in_the_numbers_of_training(void **state)
{
	const struct dpmf_triple trained[] = { { 10, 5, 1 }, { 10, 7, 2 }, { 30, 5, 3 }, { 40, 9, 4 } };
	const struct dpmf_triple tested[] = { { 30, 9, 1 }, { 30, 5, 2 }, { 20, 5, 3 }, { 10, 6, 4 }, { 50, 1, 5 }, { 10, 9, 6 } };
	struct dpmf_ratings train, test, out;
	size_t unknown = 99;

	(void)state;
	assert_int_equal(dpmf_ratings_build(trained, 4, 0, NULL, NULL, &train, NULL), DPMF_OK);
	assert_int_equal(dpmf_ratings_build(tested, 6, 0, NULL, NULL, &test, NULL), DPMF_OK);
	assert_int_equal(dpmf_split_given(&train, &test, &out, &unknown, NULL), DPMF_OK);
	assert_int_equal(unknown, 3);
	assert_int_equal(out.count, 3);
	assert_int_equal(out.users, 3);
	assert_int_equal(out.items, 3);
	assert_memory_equal(out.user_id, train.user_id, 3 * sizeof(uint32_t));
	assert_memory_equal(out.item_id, train.item_id, 3 * sizeof(uint32_t));
	assert_memory_equal(out.row, ((size_t[]){ 0, 1, 3, 3 }), 4 * sizeof(size_t));
	assert_memory_equal(out.item, ((uint32_t[]){ 2, 0, 2 }), 3 * sizeof(uint32_t));
	assert_memory_equal(out.value, ((double[]){ 6, 2, 1 }), 3 * sizeof(double));
	assert_memory_equal(out.column, ((size_t[]){ 0, 1, 1, 3 }), 4 * sizeof(size_t));
	assert_memory_equal(out.user, ((uint32_t[]){ 1, 0, 1 }), 3 * sizeof(uint32_t));
	dpmf_ratings_free(&train);
	dpmf_ratings_free(&test);
	dpmf_ratings_free(&out);
}

static int start(void **state)
{
	(void)state;
	return (int)dpmf_stream_start(NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(errors_of_predictions),
		cmocka_unit_test(up_to_per_user),
		cmocka_unit_test(same_key_same_split),
		cmocka_unit_test(every_rating_is_held_out_as_often),
		cmocka_unit_test(a_test_file_in_the_numbers_of_training),
	};

	return cmocka_run_group_tests(tests, start, NULL);
}
