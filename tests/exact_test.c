/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The exact samplers on tapes whose outcome is worked out by hand, at the ends
   of their domain, and on tapes that run out. Their laws are tested in
   audit_noise_test.c. */
#include <math.h>

#include "noise/exact.h"
#include "tests/near.h"
#include "tests/tape.h"

#define PLAY(tape, ...) \
	play(tape, (const uint64_t[]){ __VA_ARGS__ }, sizeof((const uint64_t[]){ __VA_ARGS__ }) / sizeof(uint64_t))

static void uniform_refuses_the_cut_block(void **state)
{
	const uint64_t third = UINT64_C(3) << 62;
	struct tape tape;

	(void)state;
	PLAY(&tape, third, UINT64_MAX, third - 1);
	assert_true(dpmf_uniform_below(&tape.s, third) == third - 1);
	assert_spent(&tape);
	PLAY(&tape, UINT64_MAX, UINT64_MAX - 5, UINT64_MAX - 6); /* 2^64 mod 10 = 6 */
	assert_int_equal(dpmf_uniform_below(&tape.s, 10), 9);
	assert_spent(&tape);
	PLAY(&tape, UINT64_MAX);
	assert_int_equal(dpmf_uniform_below(&tape.s, 8), 7);
	assert_spent(&tape);
	PLAY(&tape, UINT64_MAX, UINT64_MAX - 1);
	assert_true(dpmf_uniform_below(&tape.s, UINT64_MAX) == UINT64_MAX - 1);
	assert_spent(&tape);
}

static void bernoulli_counts_p_of_q(void **state)
{
	struct tape tape;

	(void)state;
	for (uint64_t p = 0; p <= 7; p++) {
		uint64_t yes = 0;

		for (uint64_t word = 0; word < 7; word++) {
			play(&tape, &word, 1);
			yes += dpmf_bernoulli(&tape.s, p, 7);
		}
		assert_int_equal(yes, p);
	}
}

static void what_is_certain_takes_no_word(void **state)
{
	struct tape tape;

	(void)state;
	play(&tape, NULL, 0);
	assert_int_equal(dpmf_uniform_below(&tape.s, 1), 0);
	assert_false(dpmf_bernoulli(&tape.s, 0, 5));
	assert_true(dpmf_bernoulli(&tape.s, 5, 5));
	assert_true(dpmf_bernoulli(&tape.s, UINT64_MAX, UINT64_MAX));
	assert_true(dpmf_bernoulli_exp(&tape.s, 0, 5));
	assert_int_equal(tape.s.words, 0);
}

/* For exp(-1): k = 1 needs no word, then 1/2, 1/3, ... until one says no. */
static void bernoulli_exp_follows_algorithm_1(void **state)
{
	struct tape tape;

	(void)state;
	PLAY(&tape, 0); /* fails at k = 2 */
	assert_false(dpmf_bernoulli_exp(&tape.s, 1, 1));
	assert_spent(&tape);
	PLAY(&tape, 1, 0); /* holds at 2, fails at 3 */
	assert_true(dpmf_bernoulli_exp(&tape.s, 1, 1));
	assert_spent(&tape);
	PLAY(&tape, 4, 3, 1, 2); /* 2/5 holds at 1; 2/5 and 1/2 hold at 2; 2/5 fails at 3 */
	assert_true(dpmf_bernoulli_exp(&tape.s, 2, 5));
	assert_spent(&tape);
	PLAY(&tape, 3, 2); /* 2/5 holds at 1, fails at 2 */
	assert_false(dpmf_bernoulli_exp(&tape.s, 2, 5));
	assert_spent(&tape);
	PLAY(&tape, 1, 0, 1, 0, 0); /* 11/5: two whole units, then 1/5 fails at 1 */
	assert_true(dpmf_bernoulli_exp(&tape.s, 11, 5));
	assert_spent(&tape);
	PLAY(&tape, 1, 0, 0); /* the second unit fails */
	assert_false(dpmf_bernoulli_exp(&tape.s, 11, 5));
	assert_spent(&tape);
}

static void geometric_adds_units_and_divides(void **state)
{
	struct tape tape;

	(void)state;
	PLAY(&tape, 3, 0, 0); /* u = 3, kept, no unit */
	assert_int_equal(dpmf_geometric(&tape.s, 1, 10), 3);
	assert_spent(&tape);
	PLAY(&tape, 3, 0, 1, 0, 0); /* one unit */
	assert_int_equal(dpmf_geometric(&tape.s, 1, 10), 13);
	assert_spent(&tape);
	PLAY(&tape, 3, 0, 1, 0, 0);
	assert_int_equal(dpmf_geometric(&tape.s, 4, 10), 3);
	assert_spent(&tape);
	PLAY(&tape, 3, 9, 0, 7, 0, 0); /* 3/10 holds at 1, fails at 2: u is drawn again */
	assert_int_equal(dpmf_geometric(&tape.s, 1, 10), 7);
	assert_spent(&tape);
}

static void negative_zero_starts_over(void **state)
{
	struct tape tape;

	(void)state;
	PLAY(&tape, 3, 0, 0, 1);
	assert_int_equal(dpmf_discrete_laplace(&tape.s, 1, 10), -3);
	assert_spent(&tape);
	PLAY(&tape, 3, 0, 0, UINT64_MAX - 1);
	assert_int_equal(dpmf_discrete_laplace(&tape.s, 1, 10), 3);
	assert_spent(&tape);
	PLAY(&tape, 0, 0, 1, 0, 0, 2); /* zero, no unit, negative; zero, no unit, positive */
	assert_int_equal(dpmf_discrete_laplace(&tape.s, 1, 10), 0);
	assert_spent(&tape);
}

/* sigma^2 = 4: a = 2, m = 1, Laplace 2 / 4, exponent (|y| - 2)^2 / 8. */
static void gaussian_centres_at_sigma(void **state)
{
	struct tape tape;

	(void)state;
	PLAY(&tape, 1, 0, 1, 0, 0, 1); /* (1 + 4) / 2 = 2, negative: the exponent is 0 */
	assert_int_equal(dpmf_discrete_gaussian(&tape.s, 4, 1), -2);
	assert_spent(&tape);
	PLAY(&tape, 0, 0, 0, 3); /* 0, positive: the exponent is 4/8, which 3 of 0..7 denies at k = 1: kept */
	assert_int_equal(dpmf_discrete_gaussian(&tape.s, 4, 1), 0);
	assert_spent(&tape);
	PLAY(&tape, 0, 0, 0, 4, 0, 1, 0, 1, 0, 0, 1); /* 4 holds at 1, 0 denies at 2: drawn again */
	assert_int_equal(dpmf_discrete_gaussian(&tape.s, 4, 1), -2);
	assert_spent(&tape);
}

static void every_sampler_ends_on_a_tape_that_ran_out(void **state)
{
	const uint64_t ratio[][2] = { { 1, 1 }, { 36, 100 }, { 1, 1099511627776 }, { 1099511627776, 1 } };
	struct tape tape;

	(void)state;
	for (size_t i = 0; i < 4; i++) {
		play(&tape, NULL, 0);
		assert_int_equal(dpmf_geometric(&tape.s, ratio[i][0], ratio[i][1]), 0);
		assert_int_equal(dpmf_discrete_laplace(&tape.s, ratio[i][0], ratio[i][1]), 0);
		assert_int_equal(dpmf_discrete_gaussian(&tape.s, ratio[i][0], ratio[i][1]), 0);
		assert_true(tape.s.dry);
	}
}

static void open_stream(struct dpmf_stream *s)
{
	struct dpmf_key key;

	assert_int_equal(dpmf_stream_start(NULL), DPMF_OK);
	dpmf_key_from_seed(5, &key);
	dpmf_stream_open(s, &key, 0, 0, 0);
}

/* Deviation of 20000 draws over the one expected: 1 to within 6 standard errors. */
static double relative_deviation(struct dpmf_stream *s, int64_t (*draw)(struct dpmf_stream *, uint64_t, uint64_t),
                                 uint64_t p, uint64_t q, double expected)
{
	double square = 0;

	for (int i = 0; i < 20000; i++)
		square += pow((double)draw(s, p, q) / expected, 2);
	return sqrt(square / 20000);
}

static void the_ends_of_the_domain_have_their_scale(void **state)
{
	const uint64_t most = UINT64_C(1) << 53, square = UINT64_C(1) << 40;
	struct dpmf_stream s;

	(void)state;
	open_stream(&s);
	assert_near(relative_deviation(&s, dpmf_discrete_laplace, 1, most, sqrt(2) * 0x1p53), 1, 0.05);
	assert_near(relative_deviation(&s, dpmf_discrete_laplace, most - 1, most, 1.3569), 1, 0.05);
	assert_near(relative_deviation(&s, dpmf_discrete_gaussian, square, 1, 0x1p20), 1, 0.03);
	assert_near(relative_deviation(&s, dpmf_discrete_gaussian, square - 1, 3, 0x1p20 / sqrt(3)), 1, 0.03);
	assert_near(relative_deviation(&s, dpmf_discrete_gaussian, square, square, 1), 1, 0.03);
	for (int i = 0; i < 1000; i++) {
		assert_int_equal(dpmf_discrete_laplace(&s, UINT64_MAX, 1), 0);
		assert_int_equal(dpmf_discrete_gaussian(&s, 1, square), 0);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(uniform_refuses_the_cut_block),
		cmocka_unit_test(bernoulli_counts_p_of_q),
		cmocka_unit_test(what_is_certain_takes_no_word),
		cmocka_unit_test(bernoulli_exp_follows_algorithm_1),
		cmocka_unit_test(geometric_adds_units_and_divides),
		cmocka_unit_test(negative_zero_starts_over),
		cmocka_unit_test(gaussian_centres_at_sigma),
		cmocka_unit_test(every_sampler_ends_on_a_tape_that_ran_out),
		cmocka_unit_test(the_ends_of_the_domain_have_their_scale),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
