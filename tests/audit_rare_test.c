/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Answers that only one data set gives, and rarely. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "audit/engine/rare.h"
#include "tests/audit_worlds.h"
#include "tests/scale.h"

enum { ROWS = 40, DIMS = 2 };

/* Small numbers, so that many are of one world alone; both worlds have the same ends. */
static void draw(double seen[2][ROWS * DIMS], uint64_t seed)
{
	struct dpmf_key key;
	struct dpmf_stream stream;

	dpmf_key_from_seed(seed, &key);
	dpmf_stream_open(&stream, &key, 0, 0, 0);
	for (int world = 0; world < 2; world++) {
		for (size_t i = 0; i < ROWS * DIMS; i++)
			seen[world][i] = (double)(dpmf_stream_word(&stream) % 30) - 10;
		for (size_t d = 0; d < DIMS; d++) {
			seen[world][d] = seen[world][DIMS + d] = -11;
			seen[world][2 * DIMS + d] = seen[world][3 * DIMS + d] = 20;
		}
	}
}

/* The score that a run gets when all others, and not the run itself, are learned from. */
static double learned_without(double seen[2][ROWS * DIMS], int world, size_t row)
{
	static const double absent[2] = { 1e6, 2e6 };
	double saved[DIMS], score;
	struct dpmf_error error = { "" };
	struct rare rare;

	memcpy(saved, &seen[world][row * DIMS], sizeof saved);
	memcpy(&seen[world][row * DIMS], absent, sizeof saved);
	assert_int_equal(rare_learn((const double *const[2]){ seen[0], seen[1] }, ROWS, DIMS, &rare, &error), DPMF_OK);
	score = rare_of(&rare, saved);
	rare_free(&rare);
	memcpy(&seen[world][row * DIMS], saved, sizeof saved);
	return score;
}

static void a_run_does_not_speak_for_itself(void **state)
{
	(void)state;
	double seen[2][ROWS * DIMS], scores[2][ROWS], *const score[2] = { scores[0], scores[1] };
	struct dpmf_error error = { "" };
	size_t telltales = 0;

	for (uint64_t seed = 1; seed <= 20; seed++) {
		double loudest = 0;

		draw(seen, seed);
		assert_int_equal(rare_score_each((const double *const[2]){ seen[0], seen[1] }, ROWS, DIMS, score, &error), DPMF_OK);
		for (int world = 0; world < 2; world++)
			for (size_t i = 0; i < ROWS; i++)
				loudest = fmax(loudest, fabs(learned_without(seen, world, i)));
		for (int world = 0; world < 2; world++) {
			for (size_t i = 0; i < ROWS; i++) {
				const double honest = learned_without(seen, world, i);

				/* What is quiet beside the loudest is dropped. Of two equally loud, either may be kept. */
				assert_true(score[world][i] == 0 || fabs(score[world][i]) == fabs(honest));
				if (fabs(honest) == loudest)
					assert_true(fabs(score[world][i]) == loudest);
				telltales += score[world][i] != 0;
			}
		}
	}
	assert_true(telltales > 50);
}

/* 16 numbers of noise, of which one is, in one run of 350 of one data set, a value that noise never reaches. */
static enum dpmf_status leaky(const void *instance, int world, const struct dpmf_key *key, double *seen, struct dpmf_error *error)
{
	struct dpmf_stream stream;

	(void)instance;
	(void)error;
	dpmf_stream_open(&stream, key, 0, 0, 0);
	for (size_t d = 0; d < 16; d++)
		seen[d] = rint(dpmf_laplace(&stream, 2));
	if (world == 1 && dpmf_uniform(&stream) < 1.0 / 350)
		seen[4] = 99;
	return DPMF_OK;
}

static void a_rare_answer_is_found_as_often_as_is_said(void **state)
{
	(void)state;
	const struct world_pair none = { .dims = 16, .spread = 1 };
	struct audit_case one = laplace(&none, 1);
	const uint64_t repeats = SCALED(6, 1);
	size_t found = 0;

	one.log_likelihood_ratio = NULL;
	one.sample = leaky;
	for (uint64_t seed = 1; seed <= repeats; seed++) {
		const struct audit_result result = run(&one, 20000, 0.99, seed, 2);

		assert_true(result.could_share > 1.0 / 400 && result.could_share < 1.0 / 350);
		found += result.finding == AUDIT_VIOLATED;
		if (result.finding == AUDIT_VIOLATED) {
			assert_int_equal(result.which, AUDIT_RARE);
			assert_non_null(strstr(result.words[1], "field 5 is "));
		}
	}
	assert_true(found >= SCALED(4, 0));
}

static void the_telltales_are_named(void **state)
{
	(void)state;
	/* In field 1 world 1 alone says 7, three times; in field 2 world 0 alone says word 3, twice. */
	double seen[2][12] = { { 1, 0, 2, 0, 1, 0, 2, 0, 1, 0, 2, 0 }, { 7, 0, 7, 0, 7, 0, 2, 0, 1, 0, 2, 0 } };
	const struct words_names names = { NULL, NULL };
	struct dpmf_error error = { "" };
	struct rare rare;
	char text[200];

	seen[0][1] = seen[0][3] = word_number(3);
	assert_int_equal(rare_learn((const double *const[2]){ seen[0], seen[1] }, 6, 2, &rare, &error), DPMF_OK);
	assert_true(rare_of(&rare, (const double[2]){ 7, 0 }) < 0);
	assert_true(rare_of(&rare, (const double[2]){ 1, word_number(3) }) > 0);
	assert_true(rare_of(&rare, (const double[2]){ 1, 0 }) == 0);
	assert_int_equal(rare_describe(&rare, -1, 1, &names, text, sizeof text), 1 + (rare.field[0].above < 0));
	assert_non_null(strstr(text, "field 1 is 7"));
	assert_int_equal(rare_describe(&rare, 1, 0, &names, text, sizeof text), 1);
	assert_string_equal(text, "field 2 is \"?\"");
	rare_free(&rare);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_run_does_not_speak_for_itself),
		cmocka_unit_test(a_rare_answer_is_found_as_often_as_is_said),
		cmocka_unit_test(the_telltales_are_named),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
