/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "core/read.h"
#include "eval/synth.h"
#include "tests/scale.h"

static char folder[] = "/tmp/dpmf-synth-XXXXXX";
static char path[64];

static void write_ratings(size_t users, size_t items, size_t ratings, bool implicit, uint64_t seed)
{
	struct dpmf_error error;
	FILE *file = fopen(path, "w");

	assert_non_null(file);
	assert_int_equal(dpmf_synth_ratings(users, items, ratings, implicit, seed, file, &error), DPMF_OK);
	assert_int_equal(fclose(file), 0);
}

/* Reads what was written; no pair stands there twice, or reading would fail. */
static struct dpmf_ratings made(size_t users, size_t items, size_t ratings, bool implicit, uint64_t seed)
{
	struct dpmf_ratings r;
	struct dpmf_error error = { "" };

	write_ratings(users, items, ratings, implicit, seed);
	if (dpmf_read_ratings(path, DPMF_AUTO, DPMF_DUPLICATES_REFUSED, &r, &error))
		fail_msg("%s", error.text);
	assert_int_equal(r.count, ratings);
	assert_true(r.user_id[0] >= 1 && r.user_id[r.users - 1] <= users);
	assert_true(r.item_id[0] >= 1 && r.item_id[r.items - 1] <= items);
	return r;
}

static void as_many_as_asked_for(void **state)
{
	(void)state;
	for (size_t users = 1; users <= SCALED(7, 4); users++)
		for (size_t items = 1; items <= SCALED(7, 4); items++)
			for (size_t ratings = 1; ratings <= users * items; ratings++) {
				struct dpmf_ratings r = made(users, items, ratings, false, ratings);

				if (ratings >= users)
					assert_int_equal(r.users, users);
				for (size_t p = 0; p < r.count; p++)
					assert_true(r.value[p] == 1 || r.value[p] == 2 || r.value[p] == 3 || r.value[p] == 4 || r.value[p] == 5);
				dpmf_ratings_free(&r);
			}
}

static void more_than_there_are_pairs_is_refused(void **state)
{
	static const struct { size_t users, items, ratings; const char *text; } cases[] = {
		{ 3, 4, 13, "1 to 12" }, { 3, 4, 0, "1 to 12" }, { 0, 4, 1, "users is 0" }, { 4, 0, 1, "items is 0" },
		{ 2147483649, 4, 1, "users is 2147483649" }, { 4, SIZE_MAX, 1, "items is 18446744073709551615" },
	};
	struct dpmf_error error;
	FILE *file = fopen(path, "w");

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		assert_int_equal(dpmf_synth_ratings(cases[i].users, cases[i].items, cases[i].ratings, false, 1, file, &error), DPMF_INPUT);
		assert_non_null(strstr(error.text, cases[i].text));
	}
	assert_int_equal(dpmf_synth_trust(3, 7, 1, file, &error), DPMF_INPUT);
	assert_non_null(strstr(error.text, "1 to 6"));
	assert_int_equal(dpmf_synth_trust(1, 1, 1, file, &error), DPMF_INPUT);
	assert_int_equal(ftell(file), 0);
	fclose(file);
}

static char *bytes_of(uint64_t seed, size_t *length)
{
	char *bytes;
	FILE *file = open_memstream(&bytes, length);

	assert_int_equal(dpmf_synth_ratings(50, 40, 700, false, seed, file, NULL), DPMF_OK);
	fclose(file);
	return bytes;
}

static void same_seed_same_bytes(void **state)
{
	size_t length[3];
	char *one = bytes_of(1, &length[0]), *again = bytes_of(1, &length[1]), *other = bytes_of(2, &length[2]);

	(void)state;
	assert_string_equal(one, again);
	assert_string_not_equal(one, other);
	free(one);
	free(again);
	free(other);
}

static double mean_of_row(const struct dpmf_ratings *r, size_t i)
{
	double sum = 0;

	for (size_t p = r->row[i]; p < r->row[i + 1]; p++)
		sum += r->value[p];
	return sum / (double)(r->row[i + 1] - r->row[i]);
}

/* The shape of ml-100k: uneven items, uneven users, every value of a rating. */
static void looks_like_ratings(void **state)
{
	struct dpmf_ratings r = made(943, 1682, 100000, false, 9);
	size_t times[6] = { 0 }, popular = 0, longest = 0, shortest = SIZE_MAX;
	double least = 5, greatest = 1;

	(void)state;
	assert_int_equal(r.users, 943);
	assert_true(r.items > 1600);
	for (size_t p = 0; p < r.count; p++)
		times[(size_t)r.value[p]]++;
	for (int v = 1; v <= 5; v++)
		assert_true(times[v] > 1000);
	for (size_t j = 0; j < r.items / 4; j++)
		popular += r.column[j + 1] - r.column[j];
	assert_in_range(popular, 43000, 52000); /* sqrt(1/4) with replacement, somewhat less without */
	for (size_t i = 0; i < r.users; i++) {
		const size_t length = r.row[i + 1] - r.row[i];
		const double mean = mean_of_row(&r, i);

		longest = length > longest ? length : longest;
		shortest = length < shortest ? length : shortest;
		least = mean < least ? mean : least;
		greatest = mean > greatest ? mean : greatest;
	}
	assert_true(shortest > 50 && shortest < 70 && longest > 140 && longest < 160);
	assert_true(greatest - least > 1); /* users differ by more than noise makes them */
	dpmf_ratings_free(&r);
}

static int descending(const void *a, const void *b)
{
	const size_t x = *(const size_t *)a, y = *(const size_t *)b;

	return (x < y) - (x > y);
}

static size_t *raters_descending(const struct dpmf_ratings *r)
{
	size_t *raters = malloc(r->items * sizeof *raters);

	assert_non_null(raters);
	for (size_t j = 0; j < r->items; j++)
		raters[j] = r->column[j + 1] - r->column[j];
	qsort(raters, r->items, sizeof *raters, descending);
	return raters;
}

static double share_of_first(const size_t *raters, size_t items, size_t count)
{
	size_t sum = 0;

	for (size_t j = 0; j < items; j++)
		sum += raters[j];
	return (double)sum / (double)count;
}

static void make_long_tail(size_t users, size_t items, size_t ratings, struct dpmf_ratings *r)
{
	struct dpmf_error error = { "" };
	FILE *file = fopen(path, "w");

	assert_non_null(file);
	if (dpmf_synth_long_tail(users, items, ratings, false, 9, file, &error))
		fail_msg("%s", error.text);
	fclose(file);
	assert_int_equal(dpmf_read_ratings(path, DPMF_AUTO, DPMF_DUPLICATES_REFUSED, r, &error), DPMF_OK);
	assert_int_equal(r->count, ratings);
	assert_int_equal(r->users, users);
}

/* ML-100K: the first film has 583 raters, 0.43, 0.72 and 0.93 of the ratings go
   to a tenth, a quarter and a half of the films; of the users the idlest has 20
   and the one in the middle 65. */
static void a_long_tail_is_like_movielens(void **state)
{
	struct dpmf_ratings r;
	size_t *raters;

	(void)state;
	make_long_tail(943, 1682, 100000, &r);
	raters = raters_descending(&r);
	assert_in_range(raters[0], 540, 680);
	assert_true(fabs(share_of_first(raters, 1682 / 10, r.count) - 0.43) < 0.03);
	assert_true(fabs(share_of_first(raters, 1682 / 4, r.count) - 0.72) < 0.03);
	assert_true(fabs(share_of_first(raters, 1682 / 2, r.count) - 0.92) < 0.03);
	assert_true(fabs((double)r.row[1] - 20) <= 1);
	assert_in_range(r.row[472] - r.row[471], 58, 70);
	assert_in_range(r.row[943] - r.row[942], 450, 480);
	free(raters);
	dpmf_ratings_free(&r);
}

/* MovieLens-1M's most-rated film has 3,428 ratings. */
static void a_long_tail_has_the_head_of_movielens_1m(void **state)
{
	struct dpmf_ratings r;
	size_t *raters;

	(void)state;
	make_long_tail(6040, 3706, 1000209, &r);
	raters = raters_descending(&r);
	assert_in_range(raters[0], 3250, 3600);
	free(raters);
	dpmf_ratings_free(&r);
}

/* Where rows are nearly full, what is left out is drawn. */
static void a_long_tail_needs_room(void **state)
{
	struct dpmf_ratings r;
	struct dpmf_error error;
	FILE *file = fopen(path, "w");

	(void)state;
	assert_int_equal(dpmf_synth_long_tail(100, 100, 3000, false, 1, file, &error), DPMF_INPUT);
	assert_non_null(strstr(error.text, "at most 2000 ratings"));
	assert_int_equal(dpmf_synth_long_tail(100, 100, 0, false, 1, file, &error), DPMF_INPUT);
	assert_int_equal(ftell(file), 0);
	fclose(file);
	make_long_tail(100, 100, 2000, &r);
	assert_true(r.row[100] - r.row[99] > 80);
	dpmf_ratings_free(&r);
}

static void implicit_is_all_ones(void **state)
{
	struct dpmf_ratings r = made(30, 50, 900, true, 3);

	(void)state;
	assert_true(dpmf_ratings_min(&r) == 1 && dpmf_ratings_max(&r) == 1);
	dpmf_ratings_free(&r);
}

static void trust_is_among_others(void **state)
{
	(void)state;
	for (size_t users = 2; users <= SCALED(9, 5); users++)
		for (size_t count = 1; count <= users * (users - 1); count++) {
			struct dpmf_edges edges;
			FILE *file = fopen(path, "w");

			assert_int_equal(dpmf_synth_trust(users, count, count, file, NULL), DPMF_OK);
			fclose(file);
			assert_int_equal(dpmf_read_edges(path, DPMF_DUPLICATES_REFUSED, &edges, NULL), DPMF_OK);
			assert_int_equal(edges.count, count);
			for (size_t e = 0; e < count; e++) {
				assert_true(edges.edge[e].from != edges.edge[e].to);
				assert_in_range(edges.edge[e].from, 1, users);
				assert_in_range(edges.edge[e].to, 1, users);
			}
			dpmf_edges_free(&edges);
		}
}

static void a_full_disk_is_reported(void **state)
{
	static const size_t ratings[] = { 2000, 1 }; /* more than a stream's buffer holds, and less */

	(void)state;
	for (size_t i = 0; i < 2; i++) {
		struct dpmf_error error;
		FILE *full = fopen("/dev/full", "w");

		assert_non_null(full);
		assert_int_equal(dpmf_synth_ratings(50, 50, ratings[i], false, 1, full, &error), DPMF_FAILED);
		assert_non_null(strstr(error.text, "No space left on device"));
		fclose(full);
	}
}

static int make_folder(void **state)
{
	(void)state;
	if (!mkdtemp(folder))
		return -1;
	snprintf(path, sizeof path, "%s/file", folder);
	return 0;
}

static int remove_folder(void **state)
{
	(void)state;
	unlink(path);
	return rmdir(folder);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(as_many_as_asked_for),
		cmocka_unit_test(more_than_there_are_pairs_is_refused),
		cmocka_unit_test(same_seed_same_bytes),
		cmocka_unit_test(looks_like_ratings),
		cmocka_unit_test(a_long_tail_is_like_movielens),
		cmocka_unit_test(a_long_tail_has_the_head_of_movielens_1m),
		cmocka_unit_test(a_long_tail_needs_room),
		cmocka_unit_test(implicit_is_all_ones),
		cmocka_unit_test(trust_is_among_others),
		cmocka_unit_test(a_full_disk_is_reported),
	};

	return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
