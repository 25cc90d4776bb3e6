/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers of a foreign program are what strtod says, and two lines have one form where they are spelled alike. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "audit/exec/fields.h"
#include "core/stream.h"
#include "tests/scale.h"

static uint64_t read_line(struct dictionary *words, const char *text, size_t dims, double *field)
{
	struct dpmf_error error = { "" };
	char line[200];
	uint64_t form = 0;

	snprintf(line, sizeof line, "%s", text);
	if (fields_read(words, line, dims, field, &form, &error) != DPMF_OK)
		fail_msg("%s: %s", text, error.text);
	assert_string_equal(line, text);
	return form;
}

static void a_number_is_what_strtod_says(void **state)
{
	(void)state;
	struct dictionary words;
	struct dpmf_error error = { "" };
	struct dpmf_key key;
	struct dpmf_stream stream;

	assert_int_equal(dictionary_open(&words, &error), DPMF_OK);
	dpmf_key_from_seed(1, &key);
	dpmf_stream_open(&stream, &key, 0, 0, 0);
	for (size_t i = 0; i < SCALED(400000, 20000); i++) {
		const uint64_t word = dpmf_stream_word(&stream);
		char text[64];
		size_t at = (size_t)snprintf(text, sizeof text, "%s%llu", word & 1 ? "-" : "", (unsigned long long)(dpmf_stream_word(&stream) >> (word >> 8) % 64));
		const size_t decimals = (word >> 16) % 20;
		double field;

		if (word & 2)
			text[at++] = '.';
		for (size_t d = 0; word & 2 && d <= decimals; d++)
			text[at++] = (char)('0' + dpmf_stream_word(&stream) % 10);
		snprintf(text + at, sizeof text - at, "%s", (word & 252) == 0 ? "e-7" : "");
		read_line(&words, text, 1, &field);
		const double right = strtod(text, NULL);

		if (memcmp(&field, &right, sizeof right) != 0)
			fail_msg("%s: read as %.17g", text, field);
	}
	dictionary_close(&words);
}

static void the_form_is_how_a_line_is_spelled(void **state)
{
	(void)state;
	static const char *const alike[][2] = {
		{ "1", "23" }, { "-1", "1" }, { "1.50", "-20.25" }, { "1e5", "7e-12" }, { "yes 1", "no 3" }, { "0x1.8p+3", "0x1.9p+1" }, { "0.5", "3.5" },
		{ "1.12345678901234567890", "2.12345678901234567890" },
	};
	static const char *const unlike[][2] = {
		{ "1.5", "1.50" }, { "1", "1.0" }, { "+1", "1" }, { "01", "1" }, { "1 ", "1" }, { " 1", "1" }, { "1\r", "1" }, { "1e5", "1E5" }, { "1e5", "1e05" },
		{ "1", "0x1p0" }, { "0x1P0", "0x1p0" }, { "1 2", "1\t2" }, { "1 2", "1  2" }, { ".5", "0.5" }, { "5.", "5" }, { "yes", "1" }, { "1.0", "1.e0" },
		{ "1.12345678901234567890", "1.12345678901234567891" },
	};
	struct dictionary words;
	struct dpmf_error error = { "" };
	double field[2];

	assert_int_equal(dictionary_open(&words, &error), DPMF_OK);
	for (size_t i = 0; i < sizeof(alike) / sizeof(*alike); i++)
		if (read_line(&words, alike[i][0], fields_count(alike[i][0]), field) != read_line(&words, alike[i][1], fields_count(alike[i][1]), field))
			fail_msg("\"%s\" and \"%s\" are spelled alike", alike[i][0], alike[i][1]);
	for (size_t i = 0; i < sizeof(unlike) / sizeof(*unlike); i++)
		if (read_line(&words, unlike[i][0], fields_count(unlike[i][0]), field) == read_line(&words, unlike[i][1], fields_count(unlike[i][1]), field))
			fail_msg("\"%s\" and \"%s\" are not spelled alike", unlike[i][0], unlike[i][1]);
	dictionary_close(&words);
}

static void what_no_double_stands_for_is_a_word(void **state)
{
	(void)state;
	static const char *const text[] = { "nan", "NaN", "-nan", "nan(0x5)", "inf", "Infinity", "-inf", "1e400", "2e400", "1e-400", "1e-500", "0x", "--1", "1.2.3", "1,5", "-" };
	struct dictionary words;
	struct dpmf_error error = { "" };
	double field;

	assert_int_equal(dictionary_open(&words, &error), DPMF_OK);
	for (size_t i = 0; i < sizeof(text) / sizeof(*text); i++) {
		read_line(&words, text[i], 1, &field);
		assert_true(field != field);
		assert_int_equal(words.count, i + 1);
	}
	read_line(&words, "0e-400", 1, &field);
	assert_true(field == 0);
	dictionary_close(&words);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_number_is_what_strtod_says),
		cmocka_unit_test(the_form_is_how_a_line_is_spelled),
		cmocka_unit_test(what_no_double_stands_for_is_a_word),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
