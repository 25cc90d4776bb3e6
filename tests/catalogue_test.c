/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The public universe of users and items: read, counted, and what lies outside it. */
#include "read_file.h"

#include "core/catalogue.h"
#include "eval/split.h"

static struct dpmf_catalogue read_ids(const char *text)
{
	struct dpmf_catalogue catalogue;
	struct dpmf_error error = { "" };

	write_bytes(text, strlen(text));
	if (dpmf_catalogue_read(path, &catalogue, &error))
		fail_msg("\"%s\": %s", text, error.text);
	return catalogue;
}

static void holds(struct dpmf_catalogue catalogue, const uint32_t *id, size_t count)
{
	assert_int_equal(catalogue.count, count);
	for (size_t i = 0; i < count; i++) {
		assert_int_equal(catalogue.id[i], id[i]);
		assert_int_equal(dpmf_catalogue_find(&catalogue, id[i]), i);
	}
	dpmf_catalogue_free(&catalogue);
	assert_null(catalogue.id);
}

static void ids(void **state)
{
	struct dpmf_catalogue some;

	(void)state;
	holds(read_ids("3\n1\n2\n"), (const uint32_t[]){ 1, 2, 3 }, 3);
	holds(read_ids("\xef\xbb\xbf" "7\r\n\r\n  0 \t\r\n\t2147483648"), (const uint32_t[]){ 0, 7, 2147483648 }, 3);
	holds(read_ids("12345678\n\n\n"), (const uint32_t[]){ 12345678 }, 1);
	some = read_ids("10\n30\n20\n");
	assert_int_equal(dpmf_catalogue_find(&some, 0), 3);
	assert_int_equal(dpmf_catalogue_find(&some, 15), 3);
	assert_int_equal(dpmf_catalogue_find(&some, 31), 3);
	dpmf_catalogue_free(&some);
}

static void refuses_ids(const char *text, size_t length, const char *word)
{
	struct dpmf_catalogue catalogue = { 77, NULL };
	struct dpmf_error error = { "" };

	write_bytes(text, length);
	assert_int_equal(dpmf_catalogue_read(path, &catalogue, &error), DPMF_INPUT);
	assert_int_equal(catalogue.count, 77);
	if (!strstr(error.text, path) || !strstr(error.text, word))
		fail_msg("\"%s\" lacks \"%s\"", error.text, word);
}

static void bad_ids(void **state)
{
	static const char *const bad[] = {
		"-1", "2147483649", "99999999999999999999", "1.0", "0x1", "+1", "1 2", "1,2", "item_id", "x", "1::2", "\xb2",
	};
	char text[64], word[96];

	(void)state;
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		snprintf(text, sizeof text, "5\n\n%s\n6\n", bad[i]);
		snprintf(word, sizeof word, ":3: \"%s\" is no id: a catalogue has one whole number from 0 to 2147483648 a line", bad[i]);
		refuses_ids(text, strlen(text), word);
	}
	refuses_ids("1\t2\n", 4, ":1: \"1?2\" is no id");
	refuses_ids("", 0, "holds no id");
	refuses_ids("\n \r\n", 4, "holds no id");
	refuses_ids("1\n\0\n", 4, ":2: \"\" is no id");
	refuses_ids("4\n9\n1\n9\n4\n", 10, ":4: id 9 stands on line 2 already: remove one of the two lines");
	refuses_ids("4\n4\n4\n", 6, ":2: id 4 stands on line 1 already");
	refuses_ids("1\n\n001\n", 7, ":3: id 1 stands on line 1 already");
}

static void given(void **state)
{
	static const char *const bad[] = { "0", "", "2147483649", "99999999999999999999999999" };
	struct dpmf_catalogue catalogue = { 77, NULL };
	struct dpmf_error error = { "" };

	(void)state;
	assert_int_equal(dpmf_catalogue_given("items", "4", &catalogue, &error), DPMF_OK);
	holds(catalogue, (const uint32_t[]){ 1, 2, 3, 4 }, 4);
	write_bytes("9\n8\n", 4);
	assert_int_equal(dpmf_catalogue_given("items", path, &catalogue, &error), DPMF_OK);
	holds(catalogue, (const uint32_t[]){ 8, 9 }, 2);
	catalogue.count = 77;
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		assert_int_equal(dpmf_catalogue_given("items", bad[i], &catalogue, &error), DPMF_INPUT);
		assert_non_null(strstr(error.text, "--items="));
		assert_non_null(strstr(error.text, "a number from 1 to 2147483648"));
	}
	assert_int_equal(dpmf_catalogue_given("items", "/nowhere/7", &catalogue, &error), DPMF_INPUT);
	assert_non_null(strstr(error.text, "/nowhere/7: cannot be opened"));
	assert_int_equal(dpmf_catalogue_first(0, &catalogue, &error), DPMF_INPUT);
	assert_int_equal(catalogue.count, 77);
}

static struct dpmf_catalogue list_of(const uint32_t *id, size_t count)
{
	return (struct dpmf_catalogue){ count, (uint32_t *)(uintptr_t)id };
}

#define LIST(...) list_of((const uint32_t[]){ __VA_ARGS__ }, sizeof((const uint32_t[]){ __VA_ARGS__ }) / sizeof(uint32_t))

/* All of the catalogue has a row or a column; what is in the file is as without one. */
static void all_have_places(void **state)
{
	const struct dpmf_catalogue users = LIST(2, 5, 9, 4000000), items = LIST(0, 1, 7, 2147483648);
	const struct dpmf_universe universe = { .users = &users, .items = &items, .ranged = true, .low = 1, .high = 5 };
	const size_t row[] = { 0, 0, 2, 3, 3 }, column[] = { 0, 0, 2, 3, 3 };
	struct dpmf_ratings r;
	struct dpmf_moment *moment;

	(void)state;
	write_bytes("9 1 4 20\n5 7 1 10\n5 1 5 30\n", 27);
	assert_int_equal(dpmf_read_ratings_in(path, DPMF_AUTO, DPMF_DUPLICATES_REFUSED, &universe, &r, &moment, NULL), DPMF_OK);
	assert_int_equal(r.users, 4);
	assert_int_equal(r.items, 4);
	assert_memory_equal(r.user_id, users.id, sizeof(uint32_t[4]));
	assert_memory_equal(r.item_id, items.id, sizeof(uint32_t[4]));
	assert_memory_equal(r.row, row, sizeof row);
	assert_memory_equal(r.column, column, sizeof column);
	assert_memory_equal(r.value, ((const double[]){ 5, 1, 4 }), sizeof(double[3]));
	assert_memory_equal(r.item, ((const uint32_t[]){ 1, 2, 1 }), sizeof(uint32_t[3]));
	assert_memory_equal(r.user, ((const uint32_t[]){ 1, 2, 1 }), sizeof(uint32_t[3]));
	assert_float_equal(moment[0].time, 30, 0);
	assert_float_equal(moment[1].time, 10, 0);
	assert_float_equal(moment[2].time, 20, 0);
	free(moment);
	dpmf_ratings_free(&r);
	assert_int_equal(dpmf_read_ratings_in(path, DPMF_AUTO, DPMF_DUPLICATES_REFUSED,
	                                      &(struct dpmf_universe){ .items = &items }, &r, NULL, NULL), DPMF_OK);
	assert_int_equal(r.users, 2);
	assert_int_equal(r.items, 4);
	dpmf_ratings_free(&r);
}

/* Of a test file, which is read without the universe. */
static void a_test_file(void **state)
{
	const struct dpmf_catalogue users = LIST(1, 2, 3), items = LIST(4, 5, 6);
	const struct dpmf_universe universe = { .users = &users, .items = &items };
	struct dpmf_ratings train, test, given_in;
	size_t unknown;

	(void)state;
	write_bytes("2 5 3\n", 6);
	assert_int_equal(dpmf_read_ratings_in(path, DPMF_AUTO, DPMF_DUPLICATES_REFUSED, &universe, &train, NULL, NULL), DPMF_OK);
	write_bytes("3 6 1\n1 4 2\n9 4 2\n1 7 2\n", 24);
	assert_int_equal(dpmf_read_ratings(path, DPMF_AUTO, DPMF_DUPLICATES_REFUSED, &test, NULL), DPMF_OK);
	assert_int_equal(dpmf_split_given(&train, &test, &given_in, &unknown, NULL), DPMF_OK);
	assert_int_equal(unknown, 2);
	assert_int_equal(given_in.count, 2);
	assert_int_equal(given_in.row[1], 1);
	assert_int_equal(given_in.row[2], 1);
	assert_int_equal(given_in.item[1], 2);
	dpmf_ratings_free(&train);
	dpmf_ratings_free(&test);
	dpmf_ratings_free(&given_in);
}

static void outside(const char *text, const struct dpmf_universe *universe, const char *word)
{
	struct dpmf_ratings r, kept;
	struct dpmf_moment *moment = NULL;
	struct dpmf_error error = { "" };

	memset(&r, 0x5a, sizeof r);
	kept = r;
	write_bytes(text, strlen(text));
	for (int timed = 0; timed < 2; timed++) {
		assert_int_equal(dpmf_read_ratings_in(path, DPMF_AUTO, DPMF_DUPLICATES_LAST, universe, &r,
		                                      timed ? &moment : NULL, &error), DPMF_INPUT);
		assert_memory_equal(&r, &kept, sizeof r);
		assert_null(moment);
		if (!strstr(error.text, path) || !strstr(error.text, word))
			fail_msg("\"%s\" lacks \"%s\"", error.text, word);
	}
}

static void strangers(void **state)
{
	const struct dpmf_catalogue users = LIST(1, 2, 3, 8), items = LIST(10, 20, 30);
	const struct dpmf_universe all = { .users = &users, .items = &items, .ranged = true, .low = -1, .high = 5 };

	(void)state;
	outside("1 10 3\n\n4 10 3\n", &all, ":3: field 1 (user) is 4, which is not in the catalogue of users: remove the line, "
	        "or give a catalogue that holds this id (--users=FILE or --users=N)");
	outside("1 10 3\n1 11 3\n", &all, ":2: field 2 (item) is 11, which is not in the catalogue of items: remove the line, "
	        "or give a catalogue that holds this id (--items=FILE or --items=N)");
	outside("user,item,rating\n1,10,3\n1,2147483648,3\n", &all, ":3: field 2 (item) is 2147483648");
	outside("0 10 3\n", &all, ":1: field 1 (user) is 0");
	outside("1 10 3\n2 20 5.5\n9 10 3\n", &all, ":2: field 3 (rating) is 5.5, outside the range -1 to 5");
	outside("9 10 3\n2 20 5.5\n", &all, ":1: field 1 (user) is 9");
	outside("1 10 3\n1 20 -2\n1 20 2\n", &all, ":2: field 3 (rating) is -2");
	outside("1 10 3\n5 11 3\n", &(struct dpmf_universe){ .items = &items }, ":2: field 2 (item) is 11");
}

/* In both halves of a file that two threads read, with dense ids and with hashed ones. */
static void large(void **state)
{
	enum { LINES = 600000 };
	const size_t stranger[] = { 1, 99, LINES / 2 + 5, LINES, 0 };

	(void)state;
	for (size_t i = 0; i < 2 * sizeof stranger / sizeof *stranger; i++) {
		const size_t at = stranger[i / 2], step = i % 2 ? 300000 : 1;
		struct dpmf_catalogue users;
		struct dpmf_ratings r;
		struct dpmf_error error = { "" };
		char word[64];
		FILE *file = fopen(path, "wb");

		for (size_t line = 1; line <= LINES; line++)
			fprintf(file, "%zu\t%zu\t3\n", line == at ? 7000 * step + 7 : step * (line / 100), line % 100);
		assert_int_equal(fclose(file), 0);
		assert_int_equal(dpmf_catalogue_first(6001, &users, NULL), DPMF_OK);
		for (size_t u = 0; u < users.count; u++)
			users.id[u] = (uint32_t)(u * step);
		const enum dpmf_status status = dpmf_read_ratings_in(path, DPMF_AUTO, DPMF_DUPLICATES_REFUSED,
			&(struct dpmf_universe){ .users = &users }, &r, NULL, &error);

		assert_int_equal(status, at ? DPMF_INPUT : DPMF_OK);
		snprintf(word, sizeof word, ":%zu: field 1 (user) is %zu,", at, 7000 * step + 7);
		assert_true(at == 0 || strstr(error.text, word) != NULL);
		if (status == DPMF_OK) {
			assert_int_equal(r.count, LINES);
			assert_int_equal(r.users, 6001);
			dpmf_ratings_free(&r);
		}
		dpmf_catalogue_free(&users);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ids), cmocka_unit_test(bad_ids), cmocka_unit_test(given), cmocka_unit_test(all_have_places),
		cmocka_unit_test(a_test_file), cmocka_unit_test(strangers), cmocka_unit_test(large),
	};

	return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
