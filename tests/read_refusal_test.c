/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read_file.h"

static void no_such_file(void **state)
{
	char missing[80];
	struct dpmf_ratings r;
	struct dpmf_edges edges;
	struct dpmf_error error;

	(void)state;
	snprintf(missing, sizeof missing, "%s/none", folder);
	assert_int_equal(dpmf_read_ratings(missing, DPMF_AUTO, DPMF_DUPLICATES_REFUSED, &r, &error), DPMF_INPUT);
	assert_non_null(strstr(error.text, "/none: cannot be opened (No such file or directory): check the path"));
	assert_int_equal(dpmf_read_edges(missing, DPMF_DUPLICATES_REFUSED, &edges, &error), DPMF_INPUT);
	assert_int_equal(dpmf_read_ratings(folder, DPMF_AUTO, DPMF_DUPLICATES_REFUSED, &r, &error), DPMF_INPUT);
	assert_non_null(strstr(error.text, ": is a directory: name a file"));
}

/* Root reads everything, so this is tried as nobody. */
static void unreadable_file(void **state)
{
	struct dpmf_ratings r;
	struct dpmf_error error;
	enum dpmf_status status;

	(void)state;
	write_bytes("1 2 3\n", 6);
	assert_int_equal(chmod(path, 0), 0);
	if (geteuid() == 0)
		assert_int_equal(seteuid(65534), 0);
	status = dpmf_read_ratings(path, DPMF_AUTO, DPMF_DUPLICATES_REFUSED, &r, &error);
	if (getuid() == 0)
		assert_int_equal(seteuid(0), 0);
	assert_int_equal(chmod(path, 0600), 0);
	assert_int_equal(status, DPMF_INPUT);
	assert_non_null(strstr(error.text, "Permission denied"));
}

static void empty_files(void **state)
{
	(void)state;
	REFUSED("", DPMF_AUTO, "holds no line of data");
	REFUSED("\n\r\n  \n", DPMF_AUTO, "holds no line of data");
	REFUSED("\xef\xbb\xbf", DPMF_AUTO, "holds no line of data");
	REFUSED("user,item,rating\n", DPMF_AUTO, "holds no line of data");
}

static void binary_files(void **state)
{
	(void)state;
	REFUSED("1 2 3\n4 5\0 6\n", DPMF_AUTO, ":2: ", "binary file");
	REFUSED("1 2 3 a\0b\n", DPMF_AUTO, ":1: ", "binary file");
	REFUSED("1,2,3,a\0b\n", DPMF_CSV, ":1: ", "binary file");
	REFUSED("\0\0\0\0\0\0", DPMF_AUTO, ":1: ", "binary file");
	REFUSED("\xff\xfe" "1\0 \0002\0 \0003\0\n\0", DPMF_AUTO, ":1: ", "binary file");
	REFUSED("\x1f\x8b\x08\x00\x12,,,,,", DPMF_AUTO, ":1: ", "binary file");
}

static void wrong_columns(void **state)
{
	(void)state;
	REFUSED("1 2\n", DPMF_AUTO, ":1: 2 columns where 3 or 4 are expected");
	REFUSED("1\n", DPMF_AUTO, ":1: 1 column where 3 or 4 are expected");
	REFUSED("1 2 3\n1 2 3 4 5\n", DPMF_AUTO, ":2: 5 columns where 3 or 4 are expected");
	REFUSED("1\t2\t3\t4\t5\n", DPMF_ML100K, ":1: 5 columns", "a tab");
	REFUSED("1::2::3::4::5\n", DPMF_AUTO, ":1: 5 columns", "\"::\"");
	REFUSED("1,2,3,4,5\n", DPMF_AUTO, ":1: 5 columns", "a comma");
	REFUSED("1 2 3\n", DPMF_ML100K, ":1: 1 column", "a tab", "name the format");
	REFUSED("1,2,3\n", DPMF_TRIPLES, ":1: 1 column", "blanks or tabs");
	REFUSED("1,2,3\n1 2 3\n", DPMF_AUTO, ":2: 1 column", "a comma");
	REFUSED("1\t\t3\n", DPMF_ML100K, ":1: field 2 (item) is \"\"");
	REFUSED("1,2,\n", DPMF_AUTO, ":1: field 3 (rating) is \"\"");
	REFUSED(",,,\n", DPMF_AUTO, ":1: field 1 (user) is \"\"");
}

static void bad_ratings(void **state)
{
	static const char *const ratings[] = {
		"nan", "NaN", "-nan", "inf", "-inf", "infinity", "1e400", "-1e400", "0x1p3", "0x10", "-0x10", "+0x1p3", "five", "5x", "1.2.3", "1e", "1e+",
		"--1", "+", "-", ".", "e5", "1,5", "1\xc3\xa9",
	};

	(void)state;
	for (size_t i = 0; i < sizeof ratings / sizeof *ratings; i++) {
		char text[100], field[100];

		snprintf(text, sizeof text, "1 2 3\n\n1\t4\t%s\n", ratings[i]);
		snprintf(field, sizeof field, ":3: field 3 (rating) is \"%s\": write a finite decimal number", ratings[i]);
		write_bytes(text, strlen(text));
		refused(DPMF_TRIPLES, (const char *const[]){ field, NULL });
	}
	REFUSED("nan,2,3\n", DPMF_CSV, ":1: field 1 (user) is \"nan\"");
	REFUSED("nan,inf,nan\n", DPMF_CSV, ":1: field 1 (user) is \"nan\"");
	REFUSED("user,item,rating\nuser,item,rating\n", DPMF_CSV, ":2: field 1 (user) is \"user\"");
}

/* The first rating outside is named by its line, in either half of a large
   file too; the ends of the range belong to it. */
static void ratings_outside_a_range(void **state)
{
	enum { LINES = 600000 };
	char *text = malloc(LINES * 16), *at = text, expected[64];
	const size_t outside[] = { 1, 7, LINES / 2 + 5, LINES };
	struct dpmf_ratings r;
	struct dpmf_error error;

	(void)state;
	assert_non_null(text);
	for (size_t i = 0; i < sizeof outside / sizeof *outside; i++) {
		at = text;
		for (size_t line = 1; line <= LINES; line++)
			at += sprintf(at, "%zu\t%zu\t%d\n", line / 100, line % 100, line == outside[i] ? 6 : line % 2 ? 1 : 5);
		write_bytes(text, (size_t)(at - text));
		assert_int_equal(dpmf_read_ratings_within(path, DPMF_AUTO, DPMF_DUPLICATES_REFUSED, 1, 5, &r, &error), DPMF_INPUT);
		snprintf(expected, sizeof expected, ":%zu: field 3 (rating) is 6, outside the range 1 to 5", outside[i]);
		assert_non_null(strstr(error.text, expected));
	}
	assert_int_equal(dpmf_read_ratings_within(path, DPMF_AUTO, DPMF_DUPLICATES_REFUSED, 1, 6, &r, &error), DPMF_OK);
	dpmf_ratings_free(&r);
	free(text);
}

static void bad_ids(void **state)
{
	static const char *const ids[] = {
		"-1", "2147483649", "4294967296", "4294967297", "18446744073709551617", "99999999999999999999999999", "1.0", "0x10",
		"ff", "+1", "1e3", "nan", "12a", "12345678a", "1234567/", "1234567;", "\xb2",
	};

	(void)state;
	for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
		char text[100], field[100];

		snprintf(text, sizeof text, "%s\t2\t3\n", ids[i]);
		snprintf(field, sizeof field, ":1: field 1 (user) is \"%s\": write a whole number from 0 to 2147483648", ids[i]);
		write_bytes(text, strlen(text));
		refused(DPMF_ML100K, (const char *const[]){ field, NULL });
		snprintf(text, sizeof text, "1::2::3\n2::%s::3\n", ids[i]);
		snprintf(field, sizeof field, ":2: field 2 (item) is \"%s\"", ids[i]);
		write_bytes(text, strlen(text));
		refused(DPMF_AUTO, (const char *const[]){ field, NULL });
	}
}

static void long_lines(void **state)
{
	const size_t most = 1048576, length = 3000000;
	char *text = malloc(length + 1);
	struct dpmf_ratings r;

	(void)state;
	memset(text, '7', length);
	text[1000000] = '\n';
	write_bytes(text, 1000001);
	refused(DPMF_AUTO, (const char *const[]){ ":1: 1 column", NULL });
	memset(text, '7', length);
	write_bytes(text, length);
	refused(DPMF_AUTO, (const char *const[]){ ":1: the line is longer than 1048576 bytes", NULL });
	memcpy(text, "1 2 3\n4 5", 9);
	write_bytes(text, length);
	refused(DPMF_AUTO, (const char *const[]){ ":2: the line is longer than 1048576 bytes", NULL });
	memset(text, ' ', length);
	memcpy(text + 500000, "1 2 3", 5);
	memcpy(text + most - 1, "\n4 5 1\n", 7);
	write_bytes(text, most + 6);
	assert_int_equal(dpmf_read_ratings(path, DPMF_AUTO, DPMF_DUPLICATES_REFUSED, &r, NULL), DPMF_OK);
	assert_int_equal(r.count, 2);
	dpmf_ratings_free(&r);
	memset(text, ' ', length);
	memcpy(text, "1 2 3\n4 nonsense 6", 18);
	memset(text + 18, 'x', 100000);
	write_bytes(text, 200000);
	refused(DPMF_AUTO, (const char *const[]){ ":2: field 2 (item) is \"nonsense\"", NULL });
	memcpy(text, "1 2 3\n4 ", 8);
	memset(text + 8, 'x', 100);
	memcpy(text + 108, " 6\n", 3);
	write_bytes(text, 111);
	refused(DPMF_AUTO, (const char *const[]){ "is \"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx...\"", NULL });
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(no_such_file),
		cmocka_unit_test(unreadable_file),
		cmocka_unit_test(empty_files),
		cmocka_unit_test(binary_files),
		cmocka_unit_test(wrong_columns),
		cmocka_unit_test(bad_ratings),
		cmocka_unit_test(ratings_outside_a_range),
		cmocka_unit_test(bad_ids),
		cmocka_unit_test(long_lines),
	};

	return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
