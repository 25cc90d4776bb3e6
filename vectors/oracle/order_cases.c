/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is asked of the samplers in a published order: the same of both. */
#include "integer_tests.h"
#include "oracle.h"
#include "order.h"

static const uint64_t top = UINT64_MAX, most = UINT64_C(1) << 53;

static bool u_refused_twice(const struct tape *t) /* for q = 11 */
{
	return tape_count(t, "bernoulli_exp", "11", "0") >= 2;
}

static bool three_units(const struct tape *t)
{
	return tape_count(t, "bernoulli_exp", "1", "1") >= 3;
}

static bool negative_zero(const struct tape *t)
{
	return tape_count(t, "geometric", NULL, NULL) > tape_count(t, "discrete_laplace", NULL, NULL);
}

static bool two_negative_zeros(const struct tape *t)
{
	return tape_count(t, "geometric", NULL, NULL) > tape_count(t, "discrete_laplace", NULL, NULL) + 1;
}

static bool three_proposals(const struct tape *t)
{
	return tape_count(t, "discrete_laplace", NULL, NULL) >= 3;
}

static bool some(const struct tape *t)
{
	return t->at > 0;
}

static void same_refusals(struct book *b, const struct sampler *s)
{
	sampler_refused(b, s, WITH(1, 0), "q = 0");
	sampler_refused(b, s, WITH(1, most + 1), "q > 2^53");
}

/* No word, one word, two words of draws that take more. */
static void exhausted(struct book *b, const struct sampler *s, const struct parameters *with, uint64_t number)
{
	book_group(b, "exhausted", "Tapes that end before the draw does.");
	sampler_exhausted(b, s, with, some, number, 0);
	sampler_exhausted(b, s, with, some, number, 1);
	sampler_exhausted(b, s, with, some, number + 50, 2);
}

static void exponentials(struct book *b, const struct sampler *s)
{
	uint64_t zeros[301] = { 0 };

	book_open(b, s->name);
	book_group(b, "ordinary", "Words as they come.");
	sampler_ordinary(b, s, WITH(1, 2), 0, 4);
	sampler_ordinary(b, s, WITH(1, 1), 10, 4);
	sampler_ordinary(b, s, WITH(1, 100), 20, 2);
	sampler_ordinary(b, s, WITH(99, 100), 30, 3);
	sampler_ordinary(b, s, WITH(7, 3), 40, 5);
	sampler_ordinary(b, s, WITH(22, 7), 50, 3);
	sampler_ordinary(b, s, WITH(UINT64_C(123456789012345), UINT64_C(999999999999989)), 60, 3);
	book_group(b, "orders", "Where the two published orders, and that of bernoulli_exp, take other numbers.");
	for (uint64_t i = 0; i < 3; i++)
		sampler_with_head(b, s, WITH(2, 4), "Order", "a fraction that is not in lowest terms", &i, 0, 100 + i);
	for (uint64_t i = 0; i < 3; i++)
		sampler_with_head(b, s, WITH(6, 4), "Order", "a fraction above 1 that is not in lowest terms", &i, 0, 110 + i);
	sampler_with_head(b, s, WITH(0, 5), "Order", "p = 0", HEAD(3), 120);
	sampler_with_head(b, s, WITH(5, 5), "Order", "p = q", HEAD(4, 5, 2), 121);
	sampler_with_head(b, s, WITH(3, 1), "Order", "three whole units", HEAD(0, 2, 0, 2, 0, 2, 0, 2), 122);
	sampler_with_head(b, s, WITH(4, 2), "Order", "two whole units, not in lowest terms", HEAD(0, 2, 0, 2, 1, 1), 123);
	sampler_with_head(b, s, WITH(2, 3), "Order", "2 / (3 * 2) is 1 / 3 in lowest terms", HEAD(1, 2, 1, 5), 124);
	book_group(b, "edges", "The edge between 0 and 1, long trials, large parameters.");
	sampler_with_head(b, s, WITH(0, 1), "NoWords", "p = 0, q = 1", HEAD(5), 200);
	sampler_with_head(b, s, WITH(1, 3), "Boundary", "the number 0 is the only one below 1", HEAD(0, 0, 1), 201);
	sampler_with_head(b, s, WITH(1, 3), "Boundary", "the number 1 is not below 1", HEAD(1), 202);
	sampler_with_head(b, s, WITH(2, 3), "Boundary Rejection", "the word 2^64 - 1 is refused by a limit of 3", HEAD(top, 1, top, 2), 203);
	sampler_with_head(b, s, WITH(most - 1, most), "LargeParameter Boundary", "q = 2^53", HEAD(most - 2, most - 2, most - 1), 204);
	sampler_with_head(b, s, WITH(most, most), "LargeParameter Order", "p = q = 2^53", HEAD(0, 0, 3), 205);
	sampler_with_head(b, s, WITH(1, most), "LargeParameter Boundary", "q = 2^53, 0 three times", HEAD(0, 0, 0, 1), 206);
	sampler_with_head(b, s, WITH(most - 1, most), "LargeParameter", "q = 2^53, K above 15", zeros, 15, 207);
	sampler_with_head(b, s, WITH(top, 1), "LargeParameter", "2^64 - 1 units: the second fails", HEAD(0, 2, 1), 208);
	sampler_with_head(b, s, WITH(top, most - 1), "LargeParameter", "2047 units and more: the third fails", HEAD(0, 2, 0, 2, 1), 209);
	sampler_with_head(b, s, WITH(1, 1), "Long", "K above 300", zeros, 301, 210);
	exhausted(b, s, WITH(99, 100), 300);
	book_group(b, "refused", "What an implementation must refuse.");
	same_refusals(b, s);
	sampler_sweep(b, s);
}

static void geometrics(struct book *b, const struct sampler *s)
{
	book_open(b, s->name);
	book_group(b, "ordinary", "Words as they come.");
	sampler_ordinary(b, s, WITH(1, 1), 0, 4);
	sampler_ordinary(b, s, WITH(1, 2), 10, 3);
	sampler_ordinary(b, s, WITH(1, 100), 20, 4);
	sampler_ordinary(b, s, WITH(3, 7), 30, 4);
	sampler_ordinary(b, s, WITH(7, 3), 40, 3);
	sampler_ordinary(b, s, WITH(1000, 1), 50, 1);
	book_group(b, "orders", "Where the two published orders take other numbers.");
	for (uint64_t i = 0; i < 3; i++)
		sampler_with_head(b, s, WITH(2, 4), "Order", "a fraction that is not in lowest terms", &i, 0, 100 + i);
	for (uint64_t i = 0; i < 3; i++)
		sampler_with_head(b, s, WITH(9, 6), "Order", "a fraction above 1 that is not in lowest terms", &i, 0, 110 + i);
	sampler_with_head(b, s, WITH(1, 10), "Order", "U = 0: whether Bernoulli(0 / 10) takes a word", HEAD(0, 7, 1), 120);
	sampler_with_head(b, s, WITH(1, 10), "Order", "U = 4: 4 / 10 or 2 / 5", HEAD(4, 3, 1, 4, 1), 121);
	sampler_with_head(b, s, WITH(most, most), "LargeParameter Order", "p = q = 2^53", HEAD(5, 6, 1), 122);
	book_group(b, "edges", "Rare branches and large parameters.");
	sampler_sought(b, s, WITH(1, 11), "U is refused at least twice", u_refused_twice, 200);
	sampler_sought(b, s, WITH(1, 3), "V >= 2, or more units before U is kept", three_units, 300);
	sampler_with_head(b, s, WITH(1, most), "LargeParameter Boundary", "q = 2^53, the greatest U", HEAD(most - 1), 400);
	sampler_with_head(b, s, WITH(3, most), "LargeParameter", "q = 2^53", HEAD(most / 3), 401);
	sampler_with_head(b, s, WITH(top, most), "LargeParameter", "p = 2^64 - 1", HEAD(most - 1), 402);
	sampler_with_head(b, s, WITH(top, 1), "LargeParameter", "p = 2^64 - 1, q = 1", HEAD(0, 2, 0, 2, 1), 403);
	exhausted(b, s, WITH(3, 7), 500);
	book_group(b, "refused", "What an implementation must refuse.");
	sampler_refused(b, s, WITH(0, 1), "p = 0");
	same_refusals(b, s);
	sampler_sweep(b, s);
}

static void laplaces(struct book *b, const struct sampler *s)
{
	book_open(b, s->name);
	book_group(b, "ordinary", "Words as they come; the orders differ in each.");
	sampler_ordinary(b, s, WITH(1, 1), 0, 4);
	sampler_ordinary(b, s, WITH(1, 2), 10, 4);
	sampler_ordinary(b, s, WITH(1, 1000), 20, 5);
	sampler_ordinary(b, s, WITH(5, 2), 30, 4);
	sampler_ordinary(b, s, WITH(355, 113), 40, 4);
	book_group(b, "orders", "Where fractions in lowest terms take other numbers, too.");
	for (uint64_t i = 0; i < 4; i++)
		sampler_with_head(b, s, WITH(4, 6), "Order", "a fraction that is not in lowest terms", &i, 0, 100 + i);
	sampler_with_head(b, s, WITH(10, 5), "Order", "a whole rate, not in lowest terms", HEAD(1, 0, 1, 1), 110);
	book_group(b, "edges", "Rare branches and large parameters.");
	sampler_sought(b, s, WITH(3, 1), "a negative zero starts over", negative_zero, 200);
	sampler_sought(b, s, WITH(2, 1), "two negative zeros", two_negative_zeros, 300);
	sampler_sought(b, s, WITH(1, 11), "U is refused at least twice", u_refused_twice, 400);
	sampler_with_head(b, s, WITH(1, most), "LargeParameter Boundary", "q = 2^53", HEAD(most - 1, 1), 500);
	sampler_with_head(b, s, WITH(most - 2, most - 4), "LargeParameter Order", "p and q near 2^53, not in lowest terms", HEAD(0, 1), 501);
	sampler_with_head(b, s, WITH(1, 1), "Boundary", "the words 1 and 0", HEAD(1, 0), 502);
	sampler_with_head(b, s, WITH(1, 1), "Boundary", "the words 0 and 1", HEAD(0, 1), 503);
	exhausted(b, s, WITH(5, 2), 600);
	book_group(b, "refused", "What an implementation must refuse.");
	sampler_refused(b, s, WITH(0, 1), "p = 0");
	same_refusals(b, s);
	sampler_sweep(b, s);
}

enum { UNITS = 70 };

/* |y| = 70 t by words that were made for it: (|y| t q - p)^2 does not fit into 64 bits. The third step refuses it at its
   first unit, and words as they come follow. Before V the paper has U and the word of its Bernoulli(0 / t), the
   program the sign and U; behind it the paper has the sign. */
static void far_proposal(struct book *b, const struct sampler *s, const struct parameters *with, bool sign_first)
{
	uint64_t head[2 + 2 * UNITS + 1 + 2] = { 0 };
	size_t n = 2;

	for (size_t i = 0; i < UNITS; i++, n += 2)
		head[n + 1] = 1;
	head[n++] = 1;
	if (!sign_first)
		head[n++] = 0;
	head[n++] = 1;
	sampler_with_head(b, s, with, "LargeParameter", "y = -70 t, refused", head, n, 600);
}

static void gaussians(struct book *b, const struct sampler *s, bool sign_first)
{
	const uint64_t wide = (UINT64_C(1) << 26) - 1, square = UINT64_C(1) << 25, narrow = UINT64_C(1) << 52;

	book_open(b, s->name);
	book_group(b, "ordinary", "Words as they come; the orders differ in each.");
	sampler_ordinary(b, s, WITH(1, 1), 0, 3);
	sampler_ordinary(b, s, WITH(4, 1), 10, 2);
	sampler_ordinary(b, s, WITH(9, 4), 20, 3);
	sampler_ordinary(b, s, WITH(10000, 1), 30, 3);
	sampler_ordinary(b, s, WITH(1, 2), 40, 3);
	sampler_ordinary(b, s, WITH(1, 10), 50, 2);
	sampler_ordinary(b, s, WITH(22, 7), 60, 2);
	book_group(b, "orders", "Where fractions in lowest terms take other numbers, too.");
	for (uint64_t i = 0; i < 3; i++)
		sampler_with_head(b, s, WITH(18, 8), "Order", "a variance that is not in lowest terms", &i, 0, 100 + i);
	sampler_with_head(b, s, WITH(2, 4), "Order", "a variance that is not in lowest terms", HEAD(1, 0), 110);
	book_group(b, "edges", "Rare branches and large parameters.");
	sampler_sought(b, s, WITH(5, 1), "at least three proposals", three_proposals, 200);
	sampler_sought(b, s, WITH(2, 1), "a negative zero on the way", negative_zero, 300);
	sampler_ordinary(b, s, WITH(wide, 1), 400, 2);
	sampler_ordinary(b, s, WITH(square, square), 410, 2);
	sampler_ordinary(b, s, WITH(1, narrow), 420, 2);
	sampler_ordinary(b, s, WITH(square + 3, 5), 430, 2);
	far_proposal(b, s, WITH(wide, 1), sign_first);
	exhausted(b, s, WITH(9, 4), 500);
	book_group(b, "refused", "What an implementation must refuse.");
	sampler_refused(b, s, WITH(0, 1), "p = 0");
	sampler_refused(b, s, WITH(1, 0), "q = 0");
	sampler_refused(b, s, WITH(wide + 1, 1), "2 p q t^2 > 2^53");
	sampler_refused(b, s, WITH(square + 1, square), "2 p q t^2 > 2^53");
	sampler_refused(b, s, WITH(1, narrow + 1), "2 p q t^2 > 2^53");
	sampler_refused(b, s, WITH(top, top), "2 p q t^2 > 2^53");
	sampler_sweep(b, s);
}

/* The last coin of the 2047 that a trial may have; what comes behind it no test asks, since the paper has no end there. */
static void last_trial(struct book *b, const struct sampler *s)
{
	uint64_t word[2048] = { 0 };

	word[2045] = 1;
	sampler_on_words(b, s, WITH(1, 1), "Long", "2046 coins that show 1, and one that does not", word, 2048);
}

LATER(paper_bernoulli_exp)
{
	last_trial(b, paper_sampler("bernoulli_exp"));
}

LATER(program_bernoulli_exp)
{
	last_trial(b, program_sampler("bernoulli_exp"));
}

/* 2 p q t^2 a little above 2^53. */
static void too_fine(struct book *b, const struct sampler *s)
{
	sampler_refused(b, s, WITH(UINT64_C(1) << 26, 1), "2 p q t^2 just above 2^53");
	sampler_refused(b, s, WITH(3, UINT64_C(1501199875790166)), "2 p q just above 2^53, t = 1");
}

LATER(paper_discrete_gaussian)
{
	too_fine(b, paper_sampler("discrete_gaussian"));
}

LATER(program_discrete_gaussian)
{
	too_fine(b, program_sampler("discrete_gaussian"));
}

ORACLE(paper_bernoulli_exp)
{
	exponentials(b, paper_sampler("bernoulli_exp"));
}

ORACLE(program_bernoulli_exp)
{
	exponentials(b, program_sampler("bernoulli_exp"));
}

ORACLE(paper_geometric)
{
	geometrics(b, paper_sampler("geometric"));
}

ORACLE(program_geometric)
{
	geometrics(b, program_sampler("geometric"));
}

ORACLE(paper_discrete_laplace)
{
	laplaces(b, paper_sampler("discrete_laplace"));
}

ORACLE(program_discrete_laplace)
{
	laplaces(b, program_sampler("discrete_laplace"));
}

ORACLE(paper_discrete_gaussian)
{
	gaussians(b, paper_sampler("discrete_gaussian"), false);
}

ORACLE(program_discrete_gaussian)
{
	gaussians(b, program_sampler("discrete_gaussian"), true);
}
