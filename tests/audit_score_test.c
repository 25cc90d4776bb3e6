/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the learned scores find: planted differences, and what doubles give away. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "audit/engine/bits.h"
#include "audit/engine/score.h"
#include "audit/engine/words.h"
#include "tests/audit_worlds.h"
#include "tests/scale.h"

static void the_learned_score_finds_what_was_planted(void **state)
{
	(void)state;
	const struct world_pair planted[] = {
		{ .shift = 2, .spread = 1, .dims = 1 },
		{ .shift = 0, .spread = 8, .dims = 1 },               /* no shift: only wider */
		{ .shift = 2, .spread = 1, .dims = 3, .common = 20 }, /* drowned unless numbers are combined */
		{ .shift = 1, .spread = 1, .dims = 10 },
		{ .dims = 2, .spread = 1, .linked = 1 },
		{ .dims = 30, .spread = 1, .linked = 1 },             /* the same leak among 28 numbers of noise */
	};
	const double least[] = { 1.8, 1.5, 1.8, 2.5, 2.4, 0.8 * 2.4 };

	for (size_t i = 0; i < 6; i++) {
		struct audit_case one = laplace(&planted[i], 0.1);

		one.log_likelihood_ratio = NULL;
		const double found = run(&one, SCALED(40000, 4000), 0.99, 3, 2).epsilon_lower;

		if (found < least[i] && !short_run())
			fail_msg("planted difference %zu: found only %g", i, found);
	}
}

/* Mironov 2012: Laplace noise drawn in doubles has other last bits around 0 than around 1, and some sums that
   one world reaches never occur in the other. */
static void the_bits_of_doubles_give_laplace_away(void **state)
{
	(void)state;
	struct world_pair pair = { .shift = 1, .spread = 1, .dims = 1, .doubles = 1 };
	struct audit_case one = laplace(&pair, 1);

	one.log_likelihood_ratio = NULL;
	const struct audit_result naive = run(&one, SCALED(100000, 20000), 0.99, 3, 2);

	assert_int_equal(naive.finding, AUDIT_VIOLATED);
	assert_true(naive.epsilon_lower > SCALED(5, 3));
	assert_true(strstr(naive.words[0], "as a double") || strstr(naive.words[1], "as a double"));
	pair.doubles = 0;
	assert_int_equal(run(&one, SCALED(100000, 20000), 0.99, 3, 2).finding, AUDIT_CONSISTENT);
}

/* Words come back from their NaN, and are named in the event that they make. */
static const char *name_of(const void *context, uint32_t number)
{
	(void)context;
	return number == 7 ? "seven" : number == 9 ? "ni\"ne\n" : NULL;
}

static void words_are_counted_and_named(void **state)
{
	(void)state;
	double seen[2][300];
	const struct words_names names = { name_of, NULL };
	const double *const both[2] = { seen[0], seen[1] };
	struct words words;
	struct dpmf_error error;
	char text[200];

	assert_true(isnan(word_number(7)) && word_of(word_number(7)) == 7);
	assert_int_equal(word_of(word_number(1u << 31)), WORDS_MOST - 1);
	for (int i = 0; i < 300; i++) {
		seen[0][i] = word_number(i % 3 ? 7 : 9);
		seen[1][i] = word_number(i % 3 ? 9 : 7);
	}
	assert_int_equal(words_learn(both, 300, 1, &words, &error), DPMF_OK);
	assert_true(fabs(words_ratio(&words, 0, word_number(7)) - log(200.5 / 100.5)) < 1e-6);
	assert_true(words_ratio(&words, 0, word_number(8)) == 0);
	words_describe((const uint32_t[WORDS_MOST]){ [5] = 3, [7] = 1 }, &names, text, sizeof(text));
	assert_string_equal(text, "\"seven\"");
	words_describe((const uint32_t[WORDS_MOST]){ [7] = 1, [9] = 2 }, &names, text, sizeof(text));
	assert_string_equal(text, "\"ni?ne?\" or \"seven\"");
	words_free(&words);
	assert_false(audit_score_applies(AUDIT_SCORE_NUMBER, both, 300, 1));
	assert_false(audit_score_applies(AUDIT_SCORE_LINE, both, 300, 1));
	assert_true(audit_score_applies(AUDIT_SCORE_STEPS, both, 300, 1));
}

/* Cells by value, sign, exponent and trailing zeros: the sign of zero, and a value that only one world has. */
static void bits_tell_what_size_does_not(void **state)
{
	(void)state;
	double seen[2][300];
	struct bits bits;
	struct dpmf_error error;
	char text[400];

	for (int i = 0; i < 300; i++) {
		seen[0][i] = i % 2 ? 0.0 : 0.3 + i * 0x1p-50;
		seen[1][i] = i % 2 ? -0.0 : 0.3125 + i * 0x1p-20;
	}
	assert_int_equal(bits_learn((const double *const[2]){ seen[0], seen[1] }, 300, 1, &bits, &error), DPMF_OK);
	assert_true(fabs(bits_of(&bits, &(double){ 0.0 }) - log(151)) < 1e-5);
	assert_true(fabs(bits_of(&bits, &(double){ -0.0 }) + log(151)) < 1e-5);
	assert_true(bits_of(&bits, &(double){ 0.3 + 77 * 0x1p-50 }) > 2);
	assert_true(bits_of(&bits, &(double){ 0.3125 + 1001 * 0x1p-20 }) < -2);
	bits_describe(&bits, -4, 1, text, sizeof(text));
	assert_non_null(strstr(text, "as a double the number is exactly -0"));
	bits_free(&bits);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_learned_score_finds_what_was_planted),
		cmocka_unit_test(the_bits_of_doubles_give_laplace_away),
		cmocka_unit_test(words_are_counted_and_named),
		cmocka_unit_test(bits_tell_what_size_does_not),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
