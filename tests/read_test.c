/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <fcntl.h>
#include <locale.h>
#include <spawn.h>
#include <sys/wait.h>

#include "read_file.h"

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

/* A file that two threads share, with one line replaced by each of two texts. */
static void write_shared(uint32_t count, uint32_t line, const char *text, uint32_t other_line, const char *other_text)
{
	FILE *file = fopen(path, "w");

	assert_non_null(file);
	for (uint32_t t = 1; t <= count; t++)
		if (t == line || t == other_line)
			fprintf(file, "%s\n", t == line ? text : other_text);
		else
			fprintf(file, "%u\t%u\t%u\t881250949\n", t / 900, t % 900, t % 5);
	assert_int_equal(fclose(file), 0);
}

static void a_file_for_two_threads(void **state)
{
	const uint32_t count = 400000;
	struct dpmf_ratings r;
	char *text;

	(void)state;
	write_shared(count, 0, "", 0, "");
	assert_int_equal(dpmf_read_ratings(path, DPMF_AUTO, DPMF_DUPLICATES_REFUSED, &r, NULL), DPMF_OK);
	assert_int_equal(r.count, count);
	for (uint32_t t = 1; t <= count; t++)
		assert_true(r.item[t - 1] == t % 900 && r.value[t - 1] == t % 5);
	dpmf_ratings_free(&r);
	write_shared(count, 399990, "1 2 x", 0, "");
	refused(DPMF_AUTO, (const char *const[]){ ":399990: field 3 (rating) is \"x\"", NULL });
	write_shared(count, 10, "1 2 y", 399990, "1 2 x");
	refused(DPMF_AUTO, (const char *const[]){ ":10: field 3 (rating) is \"y\"", NULL });
	write_shared(count, 200, "", 399990, "\n1 2 x");
	refused(DPMF_AUTO, (const char *const[]){ ":399991: field 3 (rating) is \"x\"", NULL });
	text = malloc(2000001);
	memset(text, 'x', 2000000);
	text[2000000] = '\0';
	write_shared(count, 399990, text, 0, "");
	refused(DPMF_AUTO, (const char *const[]){ ":399990: the line is longer than", NULL });
	write_shared(count, 200000, text, 0, ""); /* in the middle of the file */
	refused(DPMF_AUTO, (const char *const[]){ ":200000: the line is longer than", NULL });
	free(text);
	write_shared(count, 200, "1 2 3", 399990, "1 2 4");
	refused(DPMF_AUTO, (const char *const[]){ ":902: user 1 and item 2 stand on line 200 already", NULL });
	write_shared(count, 399980, "9999 2 3", 399990, "9999 2 4");
	refused(DPMF_AUTO, (const char *const[]){ ":399990: user 9999 and item 2 stand on line 399980 already", NULL });
	write_shared(count, 10, "9999 2 3", 399990, "9999 2 4");
	refused(DPMF_AUTO, (const char *const[]){ ":399990: user 9999 and item 2 stand on line 10 already", NULL });
	assert_int_equal(dpmf_read_ratings(path, DPMF_AUTO, DPMF_DUPLICATES_LAST, &r, NULL), DPMF_OK);
	assert_int_equal(r.count, count - 1);
	assert_true(r.value[r.count - 1] == 4);
	dpmf_ratings_free(&r);
}

/* It cannot be read twice, so the lines of a pair have no numbers; to open it
   again would wait for another writer for ever. */
static void a_pipe(void **state)
{
	struct dpmf_ratings r;
	struct dpmf_error error;
	char name[80];
	pid_t writer;

	(void)state;
	snprintf(name, sizeof name, "%s/pipe", folder);
	assert_int_equal(mkfifo(name, 0600), 0);
	writer = fork();
	if (writer == 0) {
		const int end = open(name, O_WRONLY);

		_exit(write(end, "1 2 3\n1 3 3\n1 2 4\n", 18) != 18);
	}
	assert_true(writer > 0);
	alarm(20);
	assert_int_equal(dpmf_read_ratings(name, DPMF_AUTO, DPMF_DUPLICATES_REFUSED, &r, &error), DPMF_INPUT);
	alarm(0);
	assert_non_null(strstr(error.text, ": user 1 and item 2 stand on two lines"));
	assert_int_equal(waitpid(writer, NULL, 0), writer);
	assert_int_equal(unlink(name), 0);
}

static bool done(char *const words[])
{
	pid_t child;
	int status;

	if (posix_spawnp(&child, words[0], NULL, NULL, words, environ) != 0)
		return false;
	return waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static char made[128];

/* Of the machine, or made here. */
static bool comma_locale(void)
{
	char *const words[] = { "localedef", "-i", "de_DE", "-f", "UTF-8", made, NULL };

	if (setlocale(LC_NUMERIC, "de_DE.UTF-8"))
		return true;
	snprintf(made, sizeof made, "%s/de_DE.UTF-8", folder);
	if (!done(words) || setenv("LOCPATH", folder, 1) != 0)
		return false;
	return setlocale(LC_NUMERIC, "de_DE.UTF-8") != NULL;
}

static void forget_locale(void)
{
	char *const words[] = { "rm", "-rf", made, NULL };

	assert_true(!made[0] || done(words));
}

static void decimal_points_in_any_locale(void **state)
{
	struct dpmf_ratings r;

	(void)state;
	if (!comma_locale())
		skip(); /* `locales` comes with make deps-full */
	assert_string_equal(localeconv()->decimal_point, ",");
	r = read_good("1 2 1.5e0\n", DPMF_AUTO);
	assert_true(r.value[0] == 1.5);
	dpmf_ratings_free(&r);
	setlocale(LC_NUMERIC, "C");
	forget_locale();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_format),
		cmocka_unit_test(line_ends_marks_and_empty_lines),
		cmocka_unit_test(numbers),
		cmocka_unit_test(ids_of_every_length),
		cmocka_unit_test(duplicates),
		cmocka_unit_test(formats_by_name),
		cmocka_unit_test(edges),
		cmocka_unit_test(a_long_file),
		cmocka_unit_test(a_file_for_two_threads),
		cmocka_unit_test(a_pipe),
		cmocka_unit_test(decimal_points_in_any_locale),
	};

	return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
