/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <locale.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "core/read.h"
#include "core/stream.h"

static char folder[] = "/tmp/dpmf-read-XXXXXX";
static char path[64];

static void write_bytes(const char *bytes, size_t length)
{
	FILE *file = fopen(path, "wb");

	assert_non_null(file);
	assert_int_equal(fwrite(bytes, 1, length, file), length);
	assert_int_equal(fclose(file), 0);
}

static struct dpmf_ratings read_good(const char *text, enum dpmf_format format)
{
	struct dpmf_ratings r;
	struct dpmf_error error = { "" };

	write_bytes(text, strlen(text));
	if (dpmf_read_ratings(path, format, DPMF_DUPLICATES_REFUSED, &r, &error))
		fail_msg("\"%s\": %s", text, error.text);
	return r;
}

/* Reads the file that is there; the error must hold each of the texts. */
static void refused(enum dpmf_format format, const char *const *texts)
{
	struct dpmf_ratings r, kept;
	struct dpmf_error error = { "" };

	memset(&r, 0x5a, sizeof r);
	kept = r;
	assert_int_equal(dpmf_read_ratings(path, format, DPMF_DUPLICATES_REFUSED, &r, &error), DPMF_INPUT);
	assert_memory_equal(&r, &kept, sizeof r);
	assert_non_null(strstr(error.text, path));
	for (; *texts; texts++)
		if (!strstr(error.text, *texts))
			fail_msg("\"%s\" lacks \"%s\"", error.text, *texts);
}

#define REFUSED(text, format, ...) do { \
	write_bytes(text, sizeof text - 1); \
	refused(format, (const char *const[]){ __VA_ARGS__, NULL }); \
} while (0)

static void check_three(struct dpmf_ratings r)
{
	assert_int_equal(r.count, 3);
	assert_int_equal(r.users, 2);
	assert_int_equal(r.items, 2);
	assert_memory_equal(r.user_id, ((uint32_t[]){ 1, 196 }), 2 * sizeof(uint32_t));
	assert_memory_equal(r.item_id, ((uint32_t[]){ 7, 242 }), 2 * sizeof(uint32_t));
	assert_memory_equal(r.item, ((uint32_t[]){ 0, 0, 1 }), 3 * sizeof(uint32_t));
	assert_memory_equal(r.value, ((double[]){ 3.5, 1, 4 }), 3 * sizeof(double));
	dpmf_ratings_free(&r);
}

static void every_format(void **state)
{
	static const struct { enum dpmf_format format; const char *text; } files[] = {
		{ DPMF_ML100K, "196\t242\t4\t881250949\n196\t7\t1\t891717742\n1\t7\t3.5\t1\n" },
		{ DPMF_ML100K, "196\t242\t4\n196\t7\t1\n1\t7\t3.5\n" },
		{ DPMF_ML1M, "196::242::4::881250949\n196::7::1::891717742\n1::7::3.5::1\n" },
		{ DPMF_ML1M, "196::242::4\n196::7::1\n1::7::3.5" },
		{ DPMF_CSV, "196,242,4.0,881250949\n196,7,1.0,891717742\n1,7,3.5,1\n" },
		{ DPMF_CSV, "userId,movieId,rating,timestamp\n196,242,4.0,881250949\n196,7,1.0,891717742\n1,7,3.5,1\n" },
		{ DPMF_CSV, "\n\"user\",\"item\",\"rating\"\n196, 242, 4\n196, 7, 1\n1, 7, 3.5\n" },
		{ DPMF_TRIPLES, "196 242 4\n196 7 1\n1 7 3.5\n" },
		{ DPMF_TRIPLES, "  196 \t 242  4 \n196\t7\t1\t\n1 7 3.5 train\n" },
		{ DPMF_TRIPLES, "196\t242\t4\ttrain\n196\t7\t1\ttest\n1\t7\t3.5\ttrain \n" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
		check_three(read_good(files[i].text, files[i].format));
		check_three(read_good(files[i].text, DPMF_AUTO));
	}
}

static void line_ends_marks_and_empty_lines(void **state)
{
	(void)state;
	check_three(read_good("196\t242\t4\t881250949\r\n196\t7\t1\t891717742\r\n1\t7\t3.5\t1\r\n", DPMF_AUTO));
	check_three(read_good("196\t242\t4\r\n196\t7\t1\r\n1\t7\t3.5\r\n", DPMF_ML100K));
	check_three(read_good("196::242::4\r\n196::7::1\r\n1::7::3.5\r\n", DPMF_AUTO));
	check_three(read_good("\xef\xbb\xbf" "196,242,4\r\n196,7,1\r\n1,7,3.5\r\n", DPMF_AUTO));
	check_three(read_good("\xef\xbb\xbf" "user,item,rating\r\n196,242,4\r\n196,7,1\r\n1,7,3.5\r\n", DPMF_AUTO));
	check_three(read_good("\xef\xbb\xbf" "196 242 4\n196 7 1\n1 7 3.5", DPMF_AUTO));
	check_three(read_good("\n\r\n \t\n196 242 4\n\n196 7 1\n \n1 7 3.5\n\n\n", DPMF_AUTO));
}

static void numbers(void **state)
{
	static const char *const texts[] = {
		"0", "1", "-1", "+2.5", "0.5", ".5", "5.", "1e3", "1E-3", "-1.25e+2", "0.1", "0.30000000000000004", "3.141592653589793",
		"123456789012345", "1234567890123456", "12345678901234567890", "0.000000000000001", "0.0000000000000001",
		"2.2250738585072014e-308", "1e-400", "1.7976931348623157e308", "000000000000000000004.5", "99999.9999999999",
	};

	(void)state;
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		char text[100];
		struct dpmf_ratings r;

		snprintf(text, sizeof text, "1 2 %s\n", texts[i]);
		r = read_good(text, DPMF_AUTO);
		if (r.value[0] != strtod(texts[i], NULL))
			fail_msg("%s became %a", texts[i], r.value[0]);
		dpmf_ratings_free(&r);
	}
}

static void ids_of_every_length(void **state)
{
	struct dpmf_ratings r;

	(void)state;
	for (uint64_t id = 1; id <= 2147483648; id *= 2)
		for (int less = 0; less < 2; less++) {
			char text[100];
			const uint32_t user = (uint32_t)(id - (uint64_t)less), item = (uint32_t)(2147483648 - user);

			snprintf(text, sizeof text, "%u %u 1\n", user, item);
			r = read_good(text, DPMF_AUTO);
			assert_int_equal(r.user_id[0], user);
			assert_int_equal(r.item_id[0], item);
			dpmf_ratings_free(&r);
		}
	r = read_good("0000000000000012 0000003 1", DPMF_AUTO);
	assert_int_equal(r.user_id[0], 12);
	assert_int_equal(r.item_id[0], 3);
	dpmf_ratings_free(&r);
}

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
		"nan", "NaN", "-nan", "inf", "-inf", "infinity", "1e400", "-1e400", "0x1p3", "0x10", "five", "5x", "1.2.3", "1e", "1e+",
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

static void duplicates(void **state)
{
	static const char text[] = "\nuser,item,rating\n1,2,3\n\n4,5,1\n1,3,2\n1,2,5\r\n1,2,4\n";
	struct dpmf_ratings r;

	(void)state;
	REFUSED(text, DPMF_AUTO, ":7: user 1 and item 2 stand on line 3 already", "--duplicates=last");
	assert_int_equal(dpmf_read_ratings(path, DPMF_AUTO, DPMF_DUPLICATES_LAST, &r, NULL), DPMF_OK);
	assert_int_equal(r.count, 3);
	assert_memory_equal(r.value, ((double[]){ 4, 2, 1 }), 3 * sizeof(double));
	dpmf_ratings_free(&r);
}

static void formats_by_name(void **state)
{
	static const char *const names[] = { "auto", "ml100k", "ml1m", "csv", "triples" };
	enum dpmf_format format = DPMF_CSV;
	struct dpmf_error error;

	(void)state;
	for (int i = 0; i < 5; i++) {
		assert_int_equal(dpmf_format_named(names[i], &format, &error), DPMF_OK);
		assert_int_equal(format, i);
	}
	assert_int_equal(dpmf_format_named("CSV", &format, &error), DPMF_INPUT);
	assert_non_null(strstr(error.text, "\"CSV\" is no format: use auto"));
	assert_int_equal(format, DPMF_TRIPLES);
}

static void edges(void **state)
{
	static const char text[] = "5 1\n2 966 1\n2 104 0.5\r\n\n5 0 -1\n";
	static const struct dpmf_edge expected[] = { { 2, 104, 0.5 }, { 2, 966, 1 }, { 5, 0, -1 }, { 5, 1, 1 } };
	struct dpmf_edges e, kept = { 7, NULL };
	struct dpmf_error error;

	(void)state;
	write_bytes(text, sizeof text - 1);
	assert_int_equal(dpmf_read_edges(path, DPMF_DUPLICATES_REFUSED, &e, &error), DPMF_OK);
	assert_int_equal(e.count, 4);
	for (size_t i = 0; i < 4; i++)
		assert_true(e.edge[i].from == expected[i].from && e.edge[i].to == expected[i].to &&
		            e.edge[i].weight == expected[i].weight);
	dpmf_edges_free(&e);
	assert_null(e.edge);
	write_bytes("4\t109 \n109\t4\t\n", 14);
	assert_int_equal(dpmf_read_edges(path, DPMF_DUPLICATES_REFUSED, &e, &error), DPMF_OK);
	assert_int_equal(e.count, 2);
	dpmf_edges_free(&e);
	write_bytes("a,b\n4,109\n109,4,2\n", 18);
	assert_int_equal(dpmf_read_edges(path, DPMF_DUPLICATES_REFUSED, &e, &error), DPMF_OK);
	assert_int_equal(e.count, 2);
	dpmf_edges_free(&e);
	write_bytes("1 2 3 4\n", 8);
	assert_int_equal(dpmf_read_edges(path, DPMF_DUPLICATES_REFUSED, &kept, &error), DPMF_INPUT);
	assert_non_null(strstr(error.text, ":1: 4 columns where 2 or 3 are expected (truster, trustee, weight"));
	write_bytes("1 2\n2 nan 1\n", 12);
	assert_int_equal(dpmf_read_edges(path, DPMF_DUPLICATES_REFUSED, &kept, &error), DPMF_INPUT);
	assert_non_null(strstr(error.text, ":2: field 2 (trustee) is \"nan\""));
	write_bytes("1 2 1\n3 4\n1 2 5\n", 16);
	assert_int_equal(dpmf_read_edges(path, DPMF_DUPLICATES_REFUSED, &kept, &error), DPMF_INPUT);
	assert_non_null(strstr(error.text, ":3: truster 1 and trustee 2 stand on line 1 already"));
	assert_int_equal(kept.count, 7);
	assert_int_equal(dpmf_read_edges(path, DPMF_DUPLICATES_LAST, &e, &error), DPMF_OK);
	assert_true(e.count == 2 && e.edge[0].weight == 5);
	dpmf_edges_free(&e);
}

/* Lines cross the borders of what is read at once, at every offset. */
static void a_long_file(void **state)
{
	struct dpmf_ratings r;
	struct dpmf_stream s;
	struct dpmf_key key;
	FILE *file = fopen(path, "w");
	const uint32_t count = 200000;

	(void)state;
	dpmf_key_from_seed(5, &key);
	dpmf_stream_open(&s, &key, 0, 0, 0);
	for (uint32_t t = 0; t < count; t++) {
		const uint64_t word = dpmf_stream_word(&s);

		fprintf(file, "%s%u::%u::%u%s%s", word % 50 ? "" : "\n", t / 300, t % 300, t % 7,
		        word / 64 % 3 ? "" : word / 256 % 2 ? "::12345" : "::9", word / 1024 % 5 ? "\n" : "\r\n");
	}
	assert_int_equal(fclose(file), 0);
	assert_int_equal(dpmf_read_ratings(path, DPMF_AUTO, DPMF_DUPLICATES_REFUSED, &r, NULL), DPMF_OK);
	assert_int_equal(r.count, count);
	for (uint32_t t = 0; t < count; t++)
		assert_true(r.item[t] == t % 300 && r.value[t] == t % 7);
	dpmf_ratings_free(&r);
}

static void decimal_points_in_any_locale(void **state)
{
	struct dpmf_ratings r;

	(void)state;
	if (!setlocale(LC_NUMERIC, "de_DE.UTF-8"))
		skip();
	r = read_good("1 2 1.5e0\n", DPMF_AUTO);
	assert_true(r.value[0] == 1.5);
	dpmf_ratings_free(&r);
	setlocale(LC_NUMERIC, "C");
}

static int make_folder(void **state)
{
	(void)state;
	if (!mkdtemp(folder))
		return -1;
	snprintf(path, sizeof path, "%s/file", folder);
	return (int)dpmf_stream_start(NULL);
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
		cmocka_unit_test(every_format),
		cmocka_unit_test(line_ends_marks_and_empty_lines),
		cmocka_unit_test(numbers),
		cmocka_unit_test(ids_of_every_length),
		cmocka_unit_test(no_such_file),
		cmocka_unit_test(unreadable_file),
		cmocka_unit_test(empty_files),
		cmocka_unit_test(binary_files),
		cmocka_unit_test(wrong_columns),
		cmocka_unit_test(bad_ratings),
		cmocka_unit_test(bad_ids),
		cmocka_unit_test(long_lines),
		cmocka_unit_test(duplicates),
		cmocka_unit_test(formats_by_name),
		cmocka_unit_test(edges),
		cmocka_unit_test(a_long_file),
		cmocka_unit_test(decimal_points_in_any_locale),
	};

	return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
