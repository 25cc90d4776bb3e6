/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "core/status.h"

static void returns_the_status_and_writes_the_text(void **state)
{
	struct dpmf_error error;

	(void)state;
	assert_int_equal(dpmf_fail(&error, DPMF_INPUT, "%s:%d: \"%s\"", "a.tsv", 3, "nan"), DPMF_INPUT);
	assert_string_equal(error.text, "a.tsv:3: \"nan\"");
	assert_int_equal(dpmf_fail(&error, DPMF_FAILED, "no memory"), DPMF_FAILED);
	assert_string_equal(error.text, "no memory");
	assert_int_equal(dpmf_fail(NULL, DPMF_NO, "%d", 1), DPMF_NO);
}

static void values_are_exit_codes(void **state)
{
	(void)state;
	assert_int_equal(DPMF_OK, 0);
	assert_int_equal(DPMF_NO, 1);
	assert_int_equal(DPMF_INPUT, 2);
	assert_int_equal(DPMF_FAILED, 3);
}

static void cuts_a_long_text(void **state)
{
	struct { struct dpmf_error error; char behind[16]; } guarded;
	char text[5000];

	(void)state;
	memset(&guarded, '#', sizeof guarded);
	memset(text, 'x', sizeof text - 1);
	text[sizeof text - 1] = '\0';
	dpmf_fail(&guarded.error, DPMF_INPUT, "%s", text);
	assert_int_equal(strlen(guarded.error.text), sizeof guarded.error.text - 1);
	for (size_t i = 0; i < sizeof guarded.behind; i++)
		assert_int_equal(guarded.behind[i], '#');
}

static void stays_one_line(void **state)
{
	struct dpmf_error error;

	(void)state;
	dpmf_fail(&error, DPMF_INPUT, "%s", "a\nb\r\x1b[31m\x7f\xc3\xa9");
	assert_string_equal(error.text, "a?b??[31m?\xc3\xa9");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(returns_the_status_and_writes_the_text),
		cmocka_unit_test(values_are_exit_codes),
		cmocka_unit_test(cuts_a_long_text),
		cmocka_unit_test(stays_one_line),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
