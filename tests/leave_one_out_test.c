/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read_file.h"

#include "eval/leave_one_out.h"

static void split(const char *text, enum dpmf_duplicates duplicates, struct dpmf_ratings *train, struct dpmf_ratings *test)
{
	struct dpmf_ratings all;
	struct dpmf_moment *moment;
	struct dpmf_error error = { "" };

	write_bytes(text, strlen(text));
	if (dpmf_read_ratings_timed(path, DPMF_AUTO, duplicates, &all, &moment, &error))
		fail_msg("\"%s\": %s", text, error.text);
	assert_int_equal(dpmf_leave_one_out(&all, moment, train, test, &error), DPMF_OK);
	assert_int_equal(train->count + test->count, all.count);
	dpmf_ratings_free(&all);
	free(moment);
}

/* Users 1, 2, ... hold out the items (by id) given. */
static void holds_out(const char *text, enum dpmf_duplicates duplicates, const uint32_t *item, size_t users)
{
	struct dpmf_ratings train, test;

	split(text, duplicates, &train, &test);
	assert_int_equal(test.users, users);
	for (size_t i = 0; i < users; i++) {
		const size_t held = test.row[i + 1] - test.row[i];

		assert_int_equal(held, 1);
		if (test.item_id[test.item[test.row[i]]] != item[i])
			fail_msg("\"%s\": user %zu holds out %u", text, i + 1, test.item_id[test.item[test.row[i]]]);
	}
	dpmf_ratings_free(&train);
	dpmf_ratings_free(&test);
}

static void the_latest(void **state)
{
	(void)state;
	holds_out("1\t5\t3\t30\n1\t9\t3\t10\n1\t7\t4\t20\n2\t5\t1\t-8\n2\t7\t1\t-9\n3\t5\t2\t1\n",
	          DPMF_DUPLICATES_REFUSED, (const uint32_t[]){ 5, 5, 5 }, 3);
	holds_out("1::5::3::891717742\n1::9::3::891717743\n", DPMF_DUPLICATES_REFUSED, (const uint32_t[]){ 9 }, 1);
	holds_out("user,item,rating,when\n1,9,3,2.5\n1,5,3,2.25\n", DPMF_DUPLICATES_REFUSED, (const uint32_t[]){ 9 }, 1);
	holds_out("  1 9  3\t2e3 \n1 5 3 500\n\n", DPMF_DUPLICATES_REFUSED, (const uint32_t[]){ 9 }, 1);
}

static void ties_and_no_times(void **state)
{
	(void)state;
	holds_out("1\t9\t3\t10\n1\t5\t3\t10\n1\t7\t3\t9\n", DPMF_DUPLICATES_REFUSED, (const uint32_t[]){ 5 }, 1);
	holds_out("1\t5\t3\t10\n1\t9\t3\t10\n1\t7\t3\t9\n", DPMF_DUPLICATES_REFUSED, (const uint32_t[]){ 9 }, 1);
	holds_out("2 5 3\n1 9 3\n2 4 1\n1 5 3\n1 7 3\n", DPMF_DUPLICATES_REFUSED, (const uint32_t[]){ 7, 4 }, 2);
}

/* Of two lines for a pair the later counts, whatever its time. */
static void duplicates(void **state)
{
	(void)state;
	holds_out("1 5 3 30\n1 9 3 20\n1 5 4 10\n", DPMF_DUPLICATES_LAST, (const uint32_t[]){ 9 }, 1);
	holds_out("1 5 3 10\n1 9 3 20\n1 5 4 30\n", DPMF_DUPLICATES_LAST, (const uint32_t[]){ 5 }, 1);
}

static void refuses(const char *text, const char *word)
{
	struct dpmf_ratings ratings, kept;
	struct dpmf_moment *moment = NULL;
	struct dpmf_error error = { "" };

	memset(&ratings, 0x5a, sizeof ratings);
	kept = ratings;
	write_bytes(text, strlen(text));
	assert_int_equal(dpmf_read_ratings_timed(path, DPMF_AUTO, DPMF_DUPLICATES_REFUSED, &ratings, &moment, &error), DPMF_INPUT);
	assert_memory_equal(&ratings, &kept, sizeof ratings);
	assert_null(moment);
	if (!strstr(error.text, word) || !strstr(error.text, path))
		fail_msg("\"%s\" lacks \"%s\"", error.text, word);
}

static void no_times(void **state)
{
	(void)state;
	refuses("1 5 3 10\n1 7 3 train\n", ":2: field 4 (time) is \"train\"");
	refuses("1 5 3 10\n1 7 3 nan\n", ":2: field 4");
	refuses("1,5,3,10\n1,7,3,1 2\n", ":2: field 4");
	refuses("1 5 3 10\n1 7 3\n", "others have none");
	refuses("1 5 3\n1 7 3 4\n", "others have none");
	refuses("1 5 3\n1 5 4\n", "stand on line 1 already");
}

/* Long enough to be read by two threads. */
static void large(void **state)
{
	enum { USERS = 2000, EACH = 150 };
	FILE *file;
	struct dpmf_ratings train, test;
	struct dpmf_ratings all;
	struct dpmf_moment *moment;

	(void)state;
	file = fopen(path, "wb");
	assert_non_null(file);
	for (unsigned a = 0; a < EACH; a++)
		for (unsigned i = 0; i < USERS; i++)
			fprintf(file, "%u\t%u\t3\t%u\n", i + 1, a + 1, 1000000 + (a * 7 + i) % EACH);
	assert_int_equal(fclose(file), 0);
	assert_int_equal(dpmf_read_ratings_timed(path, DPMF_ML100K, DPMF_DUPLICATES_REFUSED, &all, &moment, NULL), DPMF_OK);
	assert_int_equal(dpmf_leave_one_out(&all, moment, &train, &test, NULL), DPMF_OK);
	assert_int_equal(test.count, USERS);
	for (unsigned i = 0; i < USERS; i++)
		assert_int_equal((test.item[i] * 7 + i) % EACH, EACH - 1);
	dpmf_ratings_free(&all);
	dpmf_ratings_free(&train);
	dpmf_ratings_free(&test);
	free(moment);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_latest), cmocka_unit_test(ties_and_no_times), cmocka_unit_test(duplicates),
		cmocka_unit_test(no_times), cmocka_unit_test(large),
	};

	return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
