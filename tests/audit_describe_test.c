/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The event in words: on the answer itself where there is one number, along named numbers where there are several. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "audit/engine/line.h"
#include "audit/engine/run.h"
#include "audit/engine/stretch.h"
#include "tests/audit_worlds.h"

static int from_a_threshold(const void *context, double x)
{
	return x >= *(const double *)context ? 0 : -1;
}

static int ascending(const void *a, const void *b)
{
	const double x = ((const struct stretch_point *)a)->x, y = ((const struct stretch_point *)b)->x;

	return (x > y) - (x < y);
}

static const char *told(struct stretch_point *points, size_t count, int guess, double threshold)
{
	static char text[400];
	const struct stretch_teller teller = { from_a_threshold, &threshold };

	qsort(points, count, sizeof(*points), ascending);
	const struct stretches found = stretch_find(points, count, guess, &teller);

	stretch_describe(&found, text, sizeof(text));
	return text;
}

static void counts_are_told_as_counts(void **state)
{
	(void)state;
	struct stretch_point points[60];

	for (int i = 0; i < 60; i++) {
		const int x = i * 7 % 6;

		points[i] = (struct stretch_point){ x, (signed char)(x == 3 ? 0 : x == 5 ? 0 : x < 2 ? 1 : -1) };
	}
	assert_string_equal(told(points, 60, 0, 0), " 3, or at least 5");
	assert_string_equal(told(points, 60, 1, 0), " at most 1");
	assert_string_equal(told(points, 60, -1, 0), " 2, or 4");
}

static void an_end_between_points_is_found(void **state)
{
	(void)state;
	struct stretch_point points[100];

	for (int i = 0; i < 100; i++)
		points[i] = (struct stretch_point){ i / 9.0, (signed char)from_a_threshold(&(double){ 0.647818 }, i / 9.0) };
	assert_string_equal(told(points, 100, 0, 0.647818), " at least 0.647818");
	assert_string_equal(told(points, 100, 1, 0.647818), "");
}

static void of_many_stretches_the_fullest_are_told(void **state)
{
	(void)state;
	struct stretch_point points[200];
	int at = 0;

	/* Stretch k holds k + 1 points, with one point that is guessed otherwise behind each. */
	for (int k = 0; k < 6; k++) {
		for (int i = 0; i <= k; i++)
			points[at++] = (struct stretch_point){ 100 * k + i, 1 };
		points[at++] = (struct stretch_point){ 100 * k + 50, 0 };
	}
	assert_string_equal(told(points, (size_t)at, 1, 1e9), " from 200 to 202, or from 300 to 303, or from 400 to 404, or from 500 to 505, or in one of 2 more stretches");
}

/* The words are the event: counted again by them, the same runs are hit. */
static void one_number_is_told_on_itself(void **state)
{
	(void)state;
	const struct world_pair pair = { .shift = 2, .spread = 1, .dims = 1 };
	struct audit_case one = laplace(&pair, 1);
	double end;
	char *rest;

	for (int learned = 0; learned < 2; learned++) {
		if (learned)
			one.log_likelihood_ratio = NULL;
		const struct audit_result result = run(&one, 20000, 0.99, 3, 1);

		/* Where 0 is guessed the number is larger: the shift lies in world 0. */
		for (int guess = 0; guess < 2; guess++) {
			static const char *const begin_with[2] = { "the answer is at least ", "the answer is at most " };

			if (!*result.words[guess])
				continue;
			assert_int_equal(strncmp(result.words[guess], begin_with[guess], strlen(begin_with[guess])), 0);
			end = strtod(result.words[guess] + strlen(begin_with[guess]), &rest);
			assert_int_equal(*rest, 0);
			/* The likelihood ratio is largest from the shift on, and smallest up to 0. */
			assert_true(guess ? end > -1.5 && end < 1 : end > 1 && end < 3.5);
			assert_true(result.stretch[guess].count == 1);
			assert_true(isinf(guess ? result.stretch[1].one[0].from : result.stretch[0].one[0].to));
		}
		assert_true(*result.words[0] || *result.words[1]);
	}
}

static void several_numbers_are_named(void **state)
{
	(void)state;
	const struct world_pair pair = { .shift = 1, .spread = 1, .dims = 3 };
	struct audit_case one = laplace(&pair, 1);
	const struct audit_result known = run(&one, 20000, 0.99, 3, 1);

	/* Its likelihood ratio is of the first number alone, which comes first. */
	assert_non_null(strstr(*known.words[0] ? known.words[0] : known.words[1], "it goes with number 1 (correlation +0.8"));
	one.log_likelihood_ratio = NULL;
	const struct audit_result learned = run(&one, 20000, 0.99, 3, 1);
	const char *words = *learned.words[0] ? learned.words[0] : learned.words[1];

	/* What tells most may be the sizes of the doubles themselves. */
	if (!strstr(words, " number 1") && !strstr(words, "number 2 tells most") && !strstr(words, "number 3 tells most") && !strstr(words, "(number "))
		fail_msg("no number is named: %s", words);
	assert_true(strlen(words) < AUDIT_WORDS - 1);
}

/* A sum of one number in three, and not the one that comes first. */
static void the_direction_is_named(void **state)
{
	(void)state;
	double rows[2][3000];
	const double *const seen[2] = { rows[0], rows[1] };
	struct words words;
	struct line *line;
	struct dpmf_error error;
	char text[400];

	for (int world = 0; world < 2; world++)
		for (int i = 0; i < 1000; i++)
			for (int d = 0; d < 3; d++)
				rows[world][3 * i + d] = (i * (d + 3)) % 97 + (d == 1 && world == 0 ? 60 : 0);
	assert_int_equal(words_learn(seen, 1000, 3, &words, &error), DPMF_OK);
	assert_int_equal(line_learn(seen, 1000, 3, &words, &line, &error), DPMF_OK);
	line_describe(line, text, sizeof(text));
	/* The term that matters most comes first. */
	if (strncmp(text, "S = ", 4) != 0 || strncmp(strchr(text, 'z'), "z2 ", 3) != 0 || !strstr(text, ", z2 = (number 2 - 78) / 30"))
		fail_msg("%s", text);
	line_free(line);
	words_free(&words);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(counts_are_told_as_counts),
		cmocka_unit_test(an_end_between_points_is_found),
		cmocka_unit_test(of_many_stretches_the_fullest_are_told),
		cmocka_unit_test(one_number_is_told_on_itself),
		cmocka_unit_test(several_numbers_are_named),
		cmocka_unit_test(the_direction_is_named),
	};

	return dpmf_stream_start(NULL) == DPMF_OK ? cmocka_run_group_tests(tests, NULL, NULL) : 1;
}
