/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The shares, given the geometric draw: every tape is tried and the
   probabilities are added up. The whole law is tested in audit_noise_test.c. */
#include <math.h>

#include "noise/shares.h"
#include "tests/near.h"
#include "tests/tape.h"

enum { MOST = 6, WORDS = 3 + 2 * MOST };

struct tree {
	uint64_t parties, whole;
	uint64_t word[WORDS];
	double probability[MOST + 1]; /* of each share */
};

static uint64_t share_of(const struct tree *tree, size_t words)
{
	struct tape tape;

	play(&tape, tree->word, words);
	const uint64_t share = dpmf_polya(&tape.s, 1, 8, 1, tree->parties);

	assert_spent(&tape);
	return share;
}

/* Every cycle length and every fate of a cycle, `words` words into the tape. */
static void walk(struct tree *tree, size_t words, uint64_t left, double probability)
{
	const uint64_t fates = tree->parties == 1 ? 1 : tree->parties;
	const size_t taken = (left > 1 ? 1u : 0u) + (tree->parties > 1 ? 1u : 0u);

	if (left == 0) {
		tree->probability[share_of(tree, words)] += probability;
		return;
	}
	for (uint64_t length = 1; length <= left; length++) {
		for (uint64_t fate = 0; fate < fates; fate++) {
			if (left > 1)
				tree->word[words] = left - length;
			if (tree->parties > 1)
				tree->word[words + taken - 1] = fate;
			walk(tree, words + taken, left - length, probability / (double)(left * fates));
		}
	}
}

/* binom(G, k) (1/n)_k (1 - 1/n)_(G - k) / (1)_G, with rising factorials (x)_k. */
static double beta_binomial(uint64_t whole, uint64_t k, double r)
{
	double mass = 1;

	for (uint64_t i = 0; i < k; i++)
		mass *= (r + (double)i) / (double)(i + 1);
	for (uint64_t i = 0; i < whole - k; i++)
		mass *= (1 - r + (double)i) / (double)(i + 1);
	return mass;
}

static void cycles_are_beta_binomial(void **state)
{
	(void)state;
	for (uint64_t parties = 1; parties <= 4; parties++) {
		for (uint64_t whole = 0; whole <= MOST; whole++) {
			/* u = whole, which the second word keeps, and no unit */
			struct tree tree = { .parties = parties, .whole = whole, .word = { whole, 0, 0 } };

			walk(&tree, whole == 0 ? 2 : 3, whole, 1);
			for (uint64_t k = 0; k <= whole; k++)
				assert_near(tree.probability[k], beta_binomial(whole, k, 1 / (double)parties), 1e-12);
		}
	}
}

static void a_share_is_the_first_draw_less_the_second(void **state)
{
	const uint64_t words[] = { 5, 0, 0, 0, 3, 0, 0, 0 }; /* one cycle of all things, each time; n = 1 */
	struct tape tape;

	(void)state;
	play(&tape, words, 8);
	assert_int_equal(dpmf_laplace_share(&tape.s, 1, 8, 1, 1), 2);
	assert_spent(&tape);
}

static void shares_end_on_a_tape_that_ran_out(void **state)
{
	const uint64_t word = UINT64_C(1) << 52;
	struct tape tape;

	(void)state;
	play(&tape, &word, 1);
	assert_int_equal(dpmf_laplace_share(&tape.s, 1, UINT64_C(1) << 53, 1, 3), 0);
	assert_true(tape.s.dry);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(cycles_are_beta_binomial),
		cmocka_unit_test(a_share_is_the_first_draw_less_the_second),
		cmocka_unit_test(shares_end_on_a_tape_that_ran_out),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
