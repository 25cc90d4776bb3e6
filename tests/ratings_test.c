/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/ratings.h"
#include "core/ratings_build.h"
#include "core/stream.h"
#include "tests/scale.h"

static const struct dpmf_triple small[] = { { 7, 40, 3 }, { 2, 10, 4.5 }, { 7, 10, 1 }, { 0, 2147483648, 2 } };

static void both_orders_of_a_small_matrix(void **state)
{
	struct dpmf_ratings r;

	(void)state;
	assert_int_equal(dpmf_ratings_build(small, 4, 0, NULL, NULL, &r, NULL), DPMF_OK);
	assert_int_equal(r.users, 3);
	assert_int_equal(r.items, 3);
	assert_int_equal(r.count, 4);
	assert_memory_equal(r.user_id, ((uint32_t[]){ 0, 2, 7 }), 3 * sizeof(uint32_t));
	assert_memory_equal(r.item_id, ((uint32_t[]){ 10, 40, 2147483648 }), 3 * sizeof(uint32_t));
	assert_memory_equal(r.row, ((size_t[]){ 0, 1, 2, 4 }), 4 * sizeof(size_t));
	assert_memory_equal(r.item, ((uint32_t[]){ 2, 0, 0, 1 }), 4 * sizeof(uint32_t));
	assert_memory_equal(r.value, ((double[]){ 2, 4.5, 1, 3 }), 4 * sizeof(double));
	assert_memory_equal(r.column, ((size_t[]){ 0, 2, 3, 4 }), 4 * sizeof(size_t));
	assert_memory_equal(r.user, ((uint32_t[]){ 1, 2, 2, 0 }), 4 * sizeof(uint32_t));
	assert_memory_equal(r.where, ((uint32_t[]){ 1, 2, 3, 0 }), 4 * sizeof(uint32_t));
	assert_true(dpmf_ratings_min(&r) == 1 && dpmf_ratings_max(&r) == 4.5);
	assert_int_equal(dpmf_ratings_find_user(&r, 2), 1);
	assert_int_equal(dpmf_ratings_find_user(&r, 3), 3);
	assert_int_equal(dpmf_ratings_find_user(&r, 8), 3);
	assert_int_equal(dpmf_ratings_find_item(&r, 2147483648), 2);
	assert_int_equal(dpmf_ratings_find_item(&r, 9), 3);
	dpmf_ratings_free(&r);
	assert_null(r.value);
	assert_int_equal(r.users, 0);
	dpmf_ratings_free(&r);
}

static void nothing_is_a_matrix_too(void **state)
{
	struct dpmf_ratings r;

	(void)state;
	assert_int_equal(dpmf_ratings_build(NULL, 0, 0, NULL, NULL, &r, NULL), DPMF_OK);
	assert_int_equal(r.users + r.items + r.count + r.row[0] + r.column[0], 0);
	assert_int_equal(dpmf_ratings_find_user(&r, 0), 0);
	dpmf_ratings_free(&r);
}

static void a_rating_that_is_not_finite_is_refused(void **state)
{
	const double bad[] = { NAN, INFINITY, -INFINITY };

	(void)state;
	for (int i = 0; i < 3; i++) {
		const struct dpmf_triple triples[] = { { 1, 1, 1 }, { 1, 2, bad[i] } };
		struct dpmf_ratings r = { .users = 77 };
		struct dpmf_error error;

		assert_int_equal(dpmf_ratings_build(triples, 2, 0, NULL, NULL, &r, &error), DPMF_INPUT);
		assert_non_null(strstr(error.text, "rating 2 "));
		assert_int_equal(r.users, 77);
	}
}

static void duplicates_are_named_or_the_last_counts(void **state)
{
	const struct dpmf_triple triples[] = { { 5, 1, 1 }, { 4, 9, 2 }, { 5, 2, 3 }, { 4, 9, 4 }, { 4, 8, 5 }, { 4, 9, 6 } };
	struct dpmf_ratings r = { .users = 77 };
	struct dpmf_error error;
	size_t first = 99, second = 99;

	(void)state;
	assert_int_equal(dpmf_ratings_build(triples, 6, 0, &first, &second, &r, &error), DPMF_INPUT);
	assert_int_equal(first, 1);
	assert_int_equal(second, 3);
	assert_non_null(strstr(error.text, "user 4 rates item 9 twice"));
	assert_int_equal(r.users, 77);
	assert_int_equal(dpmf_ratings_build(triples, 6, 0, NULL, NULL, &r, NULL), DPMF_INPUT);
	assert_int_equal(dpmf_ratings_build(triples, 6, 1, &first, &second, &r, &error), DPMF_OK);
	assert_int_equal(r.count, 4);
	assert_memory_equal(r.row, ((size_t[]){ 0, 2, 4 }), 3 * sizeof(size_t));
	assert_memory_equal(r.value, ((double[]){ 5, 6, 1, 3 }), 4 * sizeof(double));
	assert_memory_equal(r.column, ((size_t[]){ 0, 1, 2, 3, 4 }), 5 * sizeof(size_t));
	assert_memory_equal(r.where, ((uint32_t[]){ 2, 3, 0, 1 }), 4 * sizeof(uint32_t));
	dpmf_ratings_free(&r);
}

struct drawn {
	struct dpmf_triple *triple;
	size_t count;
	uint32_t users, items, spread; /* id = spread * number, modulo 2^31 */
};

static int by_pair_then_place(const void *a, const void *b)
{
	const struct dpmf_triple *x = *(struct dpmf_triple *const *)a, *y = *(struct dpmf_triple *const *)b;

	if (x->user != y->user)
		return x->user < y->user ? -1 : 1;
	if (x->item != y->item)
		return x->item < y->item ? -1 : 1;
	return (x > y) - (x < y);
}

static void draw(struct dpmf_stream *s, struct drawn *d)
{
	for (size_t t = 0; t < d->count; t++)
		d->triple[t] = (struct dpmf_triple){
			(uint32_t)(dpmf_stream_word(s) % d->users * d->spread % (UINT32_C(1) << 31)),
			(uint32_t)(dpmf_stream_word(s) % d->items * d->spread % (UINT32_C(1) << 31)),
			(double)(dpmf_stream_word(s) % 1000),
		};
}

/* The rows are the triples, sorted plainly, the last of equal pairs kept. */
static bool check_rows(const struct drawn *d, const struct dpmf_ratings *r)
{
	const struct dpmf_triple **sorted = malloc(d->count * sizeof *sorted);
	size_t p = 0, i = 0;
	bool twice = false;

	for (size_t t = 0; t < d->count; t++)
		sorted[t] = &d->triple[t];
	qsort(sorted, d->count, sizeof *sorted, by_pair_then_place);
	for (size_t t = 0; t < d->count; t++) {
		if (t + 1 < d->count && sorted[t]->user == sorted[t + 1]->user && sorted[t]->item == sorted[t + 1]->item) {
			twice = true;
			continue;
		}
		while (p == r->row[i + 1])
			i++;
		assert_int_equal(r->user_id[i], sorted[t]->user);
		assert_int_equal(r->item_id[r->item[p]], sorted[t]->item);
		assert_true(r->value[p] == sorted[t]->rating);
		p++;
	}
	assert_int_equal(p, r->count);
	assert_int_equal(r->row[r->users], p);
	free(sorted);
	return twice;
}

/* Each place of the rows occurs once in the columns, under its item and user. */
static void check_columns(const struct dpmf_ratings *r)
{
	unsigned char *seen = calloc(r->count, 1);

	assert_int_equal(r->column[0], 0);
	assert_int_equal(r->column[r->items], r->count);
	for (size_t j = 0; j < r->items; j++)
		for (size_t c = r->column[j]; c < r->column[j + 1]; c++) {
			const size_t p = r->where[c], i = r->user[c];

			assert_true(p >= r->row[i] && p < r->row[i + 1]);
			assert_int_equal(r->item[p], j);
			assert_int_equal(seen[p]++, 0);
			if (c > r->column[j])
				assert_true(r->user[c] > r->user[c - 1]);
		}
	free(seen);
}

static void check_ids(const uint32_t *ids, size_t count)
{
	for (size_t i = 1; i < count; i++)
		assert_true(ids[i] > ids[i - 1]);
}

static void check_drawn(struct drawn *d)
{
	struct dpmf_ratings r;
	size_t first = 0, second = 0;
	bool twice;

	assert_int_equal(dpmf_ratings_build(d->triple, d->count, 1, NULL, NULL, &r, NULL), DPMF_OK);
	check_ids(r.user_id, r.users);
	check_ids(r.item_id, r.items);
	twice = check_rows(d, &r);
	check_columns(&r);
	dpmf_ratings_free(&r);
	assert_int_equal(dpmf_ratings_build(d->triple, d->count, 0, &first, &second, &r, NULL), twice ? DPMF_INPUT : DPMF_OK);
	if (!twice) {
		dpmf_ratings_free(&r);
		return;
	}
	assert_true(first < second);
	assert_int_equal(d->triple[first].user, d->triple[second].user);
	assert_int_equal(d->triple[first].item, d->triple[second].item);
}

/* Dense and sparse ids; from one user to many; sizes on both sides of the
   block, and of the second thread. */
static void random_triples(void **state)
{
	static const struct { size_t count; uint32_t users, items; } shapes[] = {
		{ 1, 1, 1 }, { 2, 1, 1 }, { 50, 3, 40 }, { 50, 40, 3 }, { 300, 1000, 1000 }, { 5000, 1, 3000000 },
		{ 5000, 3000000, 1 }, { 40000, 3, 200000 }, { 70000, 900, 1700 }, { 150000, 30000, 400 }, { 250000, 700, 5000000 },
	};
	enum { SPREADS = 4 };
	static const uint32_t spreads[SPREADS] = { 1, 97, 65536, 2147483647 };
	struct dpmf_stream s;
	struct dpmf_key key;

	(void)state;
	dpmf_key_from_seed(3, &key);
	dpmf_stream_open(&s, &key, 0, 0, 0);
	for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
		for (size_t k = SCALED(0, i % SPREADS); k < SCALED(SPREADS, i % SPREADS + 1); k++) {
			struct drawn d = { malloc(shapes[i].count * sizeof *d.triple), shapes[i].count,
			                   shapes[i].users, shapes[i].items, spreads[k] };

			draw(&s, &d);
			check_drawn(&d);
			free(d.triple);
		}
}

static void many_small_matrices(void **state)
{
	struct dpmf_triple triples[30];
	struct dpmf_stream s;
	struct dpmf_key key;

	(void)state;
	dpmf_key_from_seed(4, &key);
	dpmf_stream_open(&s, &key, 0, 0, 0);
	for (int trial = 0; trial < SCALED(20000, 500); trial++) {
		struct drawn d = { triples, 1 + dpmf_stream_word(&s) % 30, 1 + (uint32_t)(dpmf_stream_word(&s) % 12),
		                   1 + (uint32_t)(dpmf_stream_word(&s) % 12), 1 + (uint32_t)(dpmf_stream_word(&s) % 5000) };

		draw(&s, &d);
		check_drawn(&d);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(both_orders_of_a_small_matrix),
		cmocka_unit_test(nothing_is_a_matrix_too),
		cmocka_unit_test(a_rating_that_is_not_finite_is_refused),
		cmocka_unit_test(duplicates_are_named_or_the_last_counts),
		cmocka_unit_test(random_triples),
		cmocka_unit_test(many_small_matrices),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
