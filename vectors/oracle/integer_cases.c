/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is asked of the integer samplers. */
#include "integer_tests.h"
#include "oracle.h"

enum { ROOM = 2560 }; /* words of a long tape */

static bool u_refused_twice(const struct tape *t) /* for q = 10 */
{
	return tape_count(t, "bernoulli_exp", "10", "0") >= 2;
}

static bool three_units(const struct tape *t) /* for q > 1 */
{
	return tape_count(t, "bernoulli_exp", "1", "1") >= 3;
}

static bool two_signs(const struct tape *t)
{
	return tape_count(t, "sign", NULL, NULL) >= 2;
}

static bool three_signs(const struct tape *t)
{
	return tape_count(t, "sign", NULL, NULL) >= 3;
}

static bool three_proposals(const struct tape *t)
{
	return tape_count(t, "discrete_laplace", NULL, NULL) >= 3;
}

static bool negative_zero(const struct tape *t)
{
	return tape_count(t, "sign", NULL, NULL) > tape_count(t, "discrete_laplace", NULL, NULL);
}

static const uint64_t top = UINT64_MAX;

ORACLE(uniform_below)
{
	static const uint64_t limits[] = { 2, 3, 6, 7, 10, 64, 100, 255, 1000, 65537, UINT64_C(1) << 32, 4294967291,
		UINT64_C(9007199254740992), UINT64_C(1000000000000000003), UINT64_C(1) << 63 };
	const struct sampler *s = sampler_start(b, "uniform_below");

	book_group(b, "ordinary", "Words as they come.");
	for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
		sampler_ordinary(b, s, WITH(limits[i]), 10 * i, 3);
	book_group(b, "edges", "The first refused word, the last accepted one.");
	sampler_with_head(b, s, WITH(1), "NoWords", "a limit of 1", HEAD(5), 200);
	sampler_with_head(b, s, WITH(3), "Boundary", "2^64 mod 3 = 1: the greatest accepted word", HEAD(top - 1), 201);
	sampler_with_head(b, s, WITH(3), "Rejection Boundary", "the only refused word", HEAD(top), 202);
	sampler_with_head(b, s, WITH(3), "Rejection", "three refused words", HEAD(top, top, top), 203);
	sampler_with_head(b, s, WITH(10), "Boundary", "2^64 mod 10 = 6: the greatest accepted word", HEAD(top - 6), 204);
	sampler_with_head(b, s, WITH(10), "Rejection Boundary", "the least refused word", HEAD(top - 5), 205);
	sampler_with_head(b, s, WITH(UINT64_C(1) << 63), "Boundary", "a power of two refuses nothing", HEAD(top), 206);
	sampler_with_head(b, s, WITH(UINT64_C(1) << 32), "Boundary", "a power of two refuses nothing", HEAD(top), 207);
	sampler_with_head(b, s, WITH((UINT64_C(1) << 63) + 1), "Rejection LargeParameter", "nearly every second word is refused",
	          HEAD((UINT64_C(1) << 63) + 1, top, (UINT64_C(1) << 63) + 2), 208);
	sampler_with_head(b, s, WITH((UINT64_C(1) << 63) + 1), "Boundary LargeParameter", "the greatest accepted word",
	          HEAD(UINT64_C(1) << 63), 209);
	sampler_with_head(b, s, WITH(top), "Rejection LargeParameter", "one word is refused: 2^64 - 1", HEAD(top), 210);
	sampler_with_head(b, s, WITH(top), "Boundary LargeParameter", "the greatest result", HEAD(top - 1), 211);
	sampler_with_head(b, s, WITH(7), "Boundary", "the word 0", HEAD(0), 212);
	book_group(b, "refused", "What an implementation must refuse.");
	sampler_refused(b, s, WITH(0), "a limit of 0");
	sampler_sweep(b, s);
}

ORACLE(bernoulli)
{
	const struct sampler *s = sampler_start(b, "bernoulli");

	book_group(b, "ordinary", "Words as they come.");
	sampler_ordinary(b, s, WITH(1, 2), 0, 4);
	sampler_ordinary(b, s, WITH(1, 3), 10, 4);
	sampler_ordinary(b, s, WITH(2, 3), 20, 4);
	sampler_ordinary(b, s, WITH(999, 1000), 30, 3);
	sampler_ordinary(b, s, WITH(1, 1000000), 40, 3);
	sampler_ordinary(b, s, WITH(UINT64_C(1) << 62, (UINT64_C(1) << 63) + 3), 50, 6);
	book_group(b, "edges", "Certain results and the edge between 0 and 1.");
	sampler_with_head(b, s, WITH(0, 1), "NoWords", "p = 0", HEAD(5), 100);
	sampler_with_head(b, s, WITH(0, top), "NoWords", "p = 0", HEAD(5), 101);
	sampler_with_head(b, s, WITH(1, 1), "NoWords", "p = q", HEAD(5), 102);
	sampler_with_head(b, s, WITH(top, top), "NoWords LargeParameter", "p = q", HEAD(5), 103);
	sampler_with_head(b, s, WITH(2, 6), "Boundary", "x = q - p: 1", HEAD(4), 104);
	sampler_with_head(b, s, WITH(2, 6), "Boundary", "x = q - p - 1: 0", HEAD(3), 105);
	sampler_with_head(b, s, WITH(1, 3), "Rejection", "the refused word", HEAD(top), 106);
	sampler_with_head(b, s, WITH(top - 1, top), "Boundary LargeParameter", "x = 0 is the only 0", HEAD(0), 107);
	sampler_with_head(b, s, WITH(top - 1, top), "Boundary LargeParameter", "x = 1", HEAD(1), 108);
	sampler_with_head(b, s, WITH(1, top), "Boundary LargeParameter", "x = q - 1 is the only 1", HEAD(top - 1), 109);
	book_group(b, "refused", "What an implementation must refuse.");
	sampler_refused(b, s, WITH(0, 0), "q = 0");
	sampler_refused(b, s, WITH(1, 0), "q = 0");
	sampler_refused(b, s, WITH(2, 1), "p > q");
	sampler_refused(b, s, WITH(top, top - 1), "p > q");
	sampler_sweep(b, s);
}

ORACLE(bernoulli_exp)
{
	const struct sampler *s = sampler_start(b, "bernoulli_exp");

	book_group(b, "ordinary", "Words as they come.");
	sampler_ordinary(b, s, WITH(1, 2), 0, 6);
	sampler_ordinary(b, s, WITH(1, 1), 10, 6);
	sampler_ordinary(b, s, WITH(1, 100), 20, 4);
	sampler_ordinary(b, s, WITH(99, 100), 30, 4);
	sampler_ordinary(b, s, WITH(7, 3), 40, 10);
	sampler_ordinary(b, s, WITH(22, 7), 50, 6);
	sampler_ordinary(b, s, WITH(UINT64_C(123456789012345), UINT64_C(999999999999989)), 60, 4);
	book_group(b, "edges", "Certain results, long trials, large parameters.");
	sampler_with_head(b, s, WITH(0, 1), "NoWords", "p = 0", HEAD(5), 100);
	sampler_with_head(b, s, WITH(0, top), "NoWords LargeParameter", "p = 0", HEAD(5), 101);
	sampler_with_head(b, s, WITH(1, 2), "Boundary", "the first trial fails: 1", HEAD(0), 102);
	sampler_with_head(b, s, WITH(1, 2), "Boundary", "Bernoulli(p/q) holds twice, Bernoulli(1/2) fails: 0", HEAD(1, 1, 0), 103);
	sampler_with_head(b, s, WITH(1, 2), "Boundary", "k reaches 6", HEAD(1, 1, 1, 1, 2, 1, 3, 1, 4, 1, 0), 104);
	sampler_with_head(b, s, WITH(1, 1), "Boundary", "k reaches 7", HEAD(1, 2, 3, 4, 5, 0), 105);
	sampler_with_head(b, s, WITH(3, 1), "Boundary", "all three units hold", HEAD(1, 0, 1, 0, 1, 0), 106);
	sampler_with_head(b, s, WITH(7, 2), "Boundary", "three units hold, then the rest 1/2", HEAD(1, 0, 1, 0, 1, 0, 0), 107);
	sampler_with_head(b, s, WITH(top, 1), "LargeParameter", "2^64 - 1 units: the second fails", HEAD(1, 0, 0), 108);
	sampler_with_head(b, s, WITH(top, top), "LargeParameter", "one unit", HEAD(1, 0), 109);
	sampler_with_head(b, s, WITH(top - 1, top), "LargeParameter", "the rest just below 1", HEAD(1, 1, 1, 1, 0), 110);
	sampler_with_head(b, s, WITH(2, 3), "Rejection", "the word 2^64 - 1 is refused by a limit of 3", HEAD(top, 1, top, 2, 0), 111);
	book_group(b, "refused", "What an implementation must refuse.");
	sampler_refused(b, s, WITH(1, 0), "q = 0");
	sampler_refused(b, s, WITH(0, 0), "q = 0");
	sampler_sweep(b, s);
}

static const uint64_t most = UINT64_C(1) << 53;

ORACLE(geometric)
{
	const struct sampler *s = sampler_start(b, "geometric");
	uint64_t units[ROOM];

	book_group(b, "ordinary", "Words as they come.");
	sampler_ordinary(b, s, WITH(1, 1), 0, 6);
	sampler_ordinary(b, s, WITH(1, 2), 10, 4);
	sampler_ordinary(b, s, WITH(1, 100), 20, 6);
	sampler_ordinary(b, s, WITH(3, 7), 30, 4);
	sampler_ordinary(b, s, WITH(7, 3), 40, 4);
	sampler_ordinary(b, s, WITH(1000, 1), 50, 2);
	book_group(b, "edges", "Rare branches and large parameters.");
	sampler_sought(b, s, WITH(1, 10), "u is refused at least twice", u_refused_twice, 100);
	sampler_sought(b, s, WITH(1, 3), "v >= 3", three_units, 200);
	sampler_with_head(b, s, WITH(1, most), "LargeParameter Boundary", "q = 2^53", HEAD(most - 1), 300);
	sampler_with_head(b, s, WITH(1, most), "LargeParameter Boundary", "q = 2^53, u = 0, v >= 2", HEAD(0, 1, 0, 1, 0), 301);
	sampler_with_head(b, s, WITH(top, most), "LargeParameter", "p = 2^64 - 1: always 0", HEAD(most - 1), 302);
	sampler_with_head(b, s, WITH(most - 1, most - 2), "LargeParameter", "p and q large", HEAD(1, 1, 0, 1, 0), 303);
	sampler_with_head(b, s, WITH(1, 1), "Boundary", "u takes no word, v = 0 at once", HEAD(0), 304);
	tape_words(s->name, 400, units, ROOM);
	for (size_t i = 0; i < 1024; i++) {
		units[2 * i] = 1;
		units[2 * i + 1] = 0;
	}
	sampler_on_words(b, s, WITH(1, 1), "Long", "v reaches 1024: all starts over", units, ROOM);
	book_group(b, "refused", "What an implementation must refuse.");
	sampler_refused(b, s, WITH(0, 1), "p = 0");
	sampler_refused(b, s, WITH(1, 0), "q = 0");
	sampler_refused(b, s, WITH(0, 0), "p = q = 0");
	sampler_refused(b, s, WITH(1, most + 1), "q > 2^53");
	sampler_sweep(b, s);
}

ORACLE(discrete_laplace)
{
	const struct sampler *s = sampler_start(b, "discrete_laplace");

	book_group(b, "ordinary", "Words as they come.");
	sampler_ordinary(b, s, WITH(1, 1), 0, 6);
	sampler_ordinary(b, s, WITH(1, 2), 10, 4);
	sampler_ordinary(b, s, WITH(1, 1000), 20, 5);
	sampler_ordinary(b, s, WITH(5, 2), 30, 4);
	sampler_ordinary(b, s, WITH(355, 113), 40, 4);
	book_group(b, "edges", "Rare branches and large parameters.");
	sampler_sought(b, s, WITH(3, 1), "a negative zero starts over", two_signs, 100);
	sampler_sought(b, s, WITH(2, 1), "two negative zeros", three_signs, 200);
	sampler_sought(b, s, WITH(1, 10), "u is refused at least twice", u_refused_twice, 300);
	sampler_with_head(b, s, WITH(1, most), "LargeParameter Boundary", "q = 2^53", HEAD(most - 1), 400);
	sampler_with_head(b, s, WITH(1, 1), "Boundary", "magnitude 0, sign 0: zero", HEAD(0, 2), 401);
	sampler_with_head(b, s, WITH(1, 1), "Restart Boundary", "magnitude 0, sign 1, then 1 with sign 1", HEAD(0, 1, 1, 0, 0, 3), 402);
	sampler_with_head(b, s, WITH(most, most), "LargeParameter", "p = q = 2^53", HEAD(0, 1, 0, 1, 0, 0, 1), 403);
	book_group(b, "refused", "What an implementation must refuse.");
	sampler_refused(b, s, WITH(0, 1), "p = 0");
	sampler_refused(b, s, WITH(1, 0), "q = 0");
	sampler_refused(b, s, WITH(1, most + 1), "q > 2^53");
	sampler_sweep(b, s);
}

/* y = 92 by words that were made for it; the second step refuses it at its first unit, and words as they come follow. */
static void far_proposal(struct book *b, const struct sampler *s, const struct parameters *with)
{
	uint64_t head[1 + 2 * 92 + 3] = { 0 }; /* u; the units of v, and the one that fails; the sign; the second step's unit */

	for (size_t i = 0; i < 92; i++)
		head[1 + 2 * i] = 1;
	sampler_with_head(b, s, with, "LargeParameter", "y = 92, refused", head, sizeof head / sizeof *head, 400);
}

ORACLE(discrete_gaussian)
{
	const uint64_t large = UINT64_C(1) << 40;
	const struct sampler *s = sampler_start(b, "discrete_gaussian");

	book_group(b, "ordinary", "Words as they come.");
	sampler_ordinary(b, s, WITH(1, 1), 0, 4);
	sampler_ordinary(b, s, WITH(9, 4), 10, 3);
	sampler_ordinary(b, s, WITH(10000, 1), 20, 4);
	sampler_ordinary(b, s, WITH(1, 2), 30, 3);
	sampler_ordinary(b, s, WITH(1, 10), 40, 2);
	sampler_ordinary(b, s, WITH(2, 7), 50, 2);
	book_group(b, "edges", "Rare branches and large parameters.");
	sampler_sought(b, s, WITH(5, 1), "the second step refuses at least twice", three_proposals, 100);
	sampler_sought(b, s, WITH(2, 1), "a negative zero on the way", negative_zero, 200);
	sampler_ordinary(b, s, WITH(large, 1), 300, 2);
	sampler_ordinary(b, s, WITH(large, large), 310, 2);
	sampler_ordinary(b, s, WITH(1, large), 320, 1);
	sampler_ordinary(b, s, WITH(large - 1, large / 4), 330, 2);
	sampler_ordinary(b, s, WITH(large / 9, large), 340, 2);
	book_group(b, "refused", "What an implementation must refuse.");
	sampler_refused(b, s, WITH(0, 1), "p = 0");
	sampler_refused(b, s, WITH(1, 0), "q = 0");
	sampler_refused(b, s, WITH(large + 1, 1), "p > 2^40");
	sampler_refused(b, s, WITH(1, large + 1), "q > 2^40");
	book_group(b, "products", "A proposal so far out that (|y| m - a)^2 q is odd and above 2^53: no double holds it.");
	far_proposal(b, s, WITH(large - 1, large - 3));
	sampler_sweep(b, s);
}

static void share_cases(struct book *b, const struct sampler *s)
{
	book_group(b, "ordinary", "Words as they come; equal shares.");
	sampler_ordinary(b, s, WITH(1, 1, 1, 2), 0, 4);
	sampler_ordinary(b, s, WITH(1, 20, 1, 3), 10, 3);
	sampler_ordinary(b, s, WITH(1, 1000, 1, 10), 20, 2);
	sampler_ordinary(b, s, WITH(1, 100, 1, 1000), 30, 2);
	sampler_ordinary(b, s, WITH(7, 3, 1, 4), 40, 2);
	book_group(b, "unequal", "Shares that differ: 4096^2 to 2048^2, as two groups have them, and others.");
	sampler_ordinary(b, s, WITH(1, 20, 2, 3), 200, 2);
	sampler_ordinary(b, s, WITH(1, 1000, 3, 10), 210, 1);
	sampler_ordinary(b, s, WITH(1, 100, 16777216, 3 * UINT64_C(20971520)), 220, 2);
	sampler_ordinary(b, s, WITH(1, 100, 4194304, 2 * UINT64_C(20971520)), 230, 1);
	sampler_ordinary(b, s, WITH(1, 5, 7, 7), 240, 1);
	book_group(b, "edges", "Rare branches and large parameters.");
	sampler_ordinary(b, s, WITH(1, 5, 1, 1), 50, 2);
	sampler_ordinary(b, s, WITH(1, most, 1, top), 60, 1);
	sampler_ordinary(b, s, WITH(1, most, top - 1, top), 65, 1);
	sampler_ordinary(b, s, WITH(1, most, 1, 2), 70, 1);
	sampler_sought(b, s, WITH(1, 10, 1, 2), "u is refused at least twice", u_refused_twice, 100);
	book_group(b, "refused", "What an implementation must refuse.");
	sampler_refused(b, s, WITH(0, 1, 1, 1), "p = 0");
	sampler_refused(b, s, WITH(1, 0, 1, 1), "q = 0");
	sampler_refused(b, s, WITH(1, most + 1, 1, 1), "q > 2^53");
	sampler_refused(b, s, WITH(1, 1, 0, 1), "part = 0");
	sampler_refused(b, s, WITH(1, 1, 0, 0), "whole = 0");
	sampler_refused(b, s, WITH(1, 1, 3, 2), "part > whole");
	sampler_sweep(b, s);
}

ORACLE(polya)
{
	share_cases(b, sampler_start(b, "polya"));
}

ORACLE(laplace_share)
{
	share_cases(b, sampler_start(b, "laplace_share"));
}

ORACLE(pbm_draw)
{
	const uint64_t whole = UINT64_C(1) << 40, cases[][2] = { { 1, whole / 2 }, { 1, whole / 4 }, { 1, 3 * (whole / 4) },
		{ 2, whole / 2 + 123456789 }, { 7, UINT64_C(611234567890) }, { 16, whole / 4 } };
	const struct sampler *s = sampler_start(b, "pbm_draw");

	book_group(b, "ordinary", "Words as they come.");
	for (size_t i = 0; i < 6; i++)
		sampler_ordinary(b, s, WITH(cases[i][0], cases[i][1]), 10 * i, 4);
	book_group(b, "edges", "Certain results and the edge between 0 and 1.");
	sampler_with_head(b, s, WITH(5, 0), "NoWords", "chance 0", HEAD(5), 100);
	sampler_with_head(b, s, WITH(5, whole), "NoWords", "chance 1", HEAD(5), 101);
	sampler_with_head(b, s, WITH(3, 1), "Boundary", "2^40 - 1 is the only success", HEAD(whole - 1, whole - 2, top), 102);
	sampler_with_head(b, s, WITH(3, whole - 1), "Boundary", "0 is the only failure", HEAD(0, 1, whole), 103);
	sampler_with_head(b, s, WITH(2, whole / 4), "Boundary", "the least success, the greatest failure", HEAD(3 * (whole / 4), 3 * (whole / 4) - 1), 104);
	sampler_with_head(b, s, WITH(300, whole / 2 - 98765432), "Long", "many trials", HEAD(7), 105);
	book_group(b, "refused", "What an implementation must refuse.");
	sampler_refused(b, s, WITH(0, 1), "quanta = 0");
	sampler_refused(b, s, WITH(1, whole + 1), "chance > 2^40");
	sampler_refused(b, s, WITH((UINT64_C(1) << 20) + 1, 1), "quanta > 2^20");
	sampler_sweep(b, s);
}
