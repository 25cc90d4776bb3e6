/* SPDX-License-Identifier: GPL-3.0-or-later */
#define MPFR_USE_INTMAX_T
#include <inttypes.h>
#include <math.h>
#include <mpfr.h>

#include "vectors/format/number.h"
#include "oracle.h"
#include "tape.h"

static void round_test(struct book *b, const char *flags, const char *comment, double x, int64_t exponent)
{
	mpfr_t scaled;

	mpfr_init2(scaled, 64);
	book_test(b, flags, "%s", comment);
	book_in_double(b, "x", x);
	book_in_i64(b, "exponent", exponent);
	mpfr_set_d(scaled, x, MPFR_RNDN);
	mpfr_mul_2si(scaled, scaled, (long)-exponent, MPFR_RNDN);
	book_out(b, "steps", "exact", number_i64(mpfr_get_sj(scaled, MPFR_RNDN)));
	book_mistake(b, "cut towards 0, not rounded", "steps", "exact", number_i64(mpfr_get_sj(scaled, MPFR_RNDZ)));
	book_mistake(b, "rounded down, not to the nearest", "steps", "exact", number_i64(mpfr_get_sj(scaled, MPFR_RNDD)));
	mpfr_clear(scaled);
}

static void round_refused(struct book *b, const char *comment, double x, int64_t exponent)
{
	book_refused(b, comment);
	book_in_double(b, "x", x);
	book_in_i64(b, "exponent", exponent);
}

static void round_ordinary(struct book *b)
{
	static const int exponents[] = { -30, -10, 0, 3, -52, 10, -100, 100 };
	uint64_t word[40];

	tape_words("grid_round", 0, word, 40);
	book_group(b, "ordinary", "Values and exponents of every size.");
	for (size_t i = 0; i < 40; i++) {
		const int exponent = exponents[i % 8];
		const double x = ldexp((double)(int64_t)(word[i] >> 11) - 0x1p52, exponent - (int)(word[i] & 31) - 12);
		round_test(b, "Ordinary", "full precision", x, exponent);
	}
}

static void round_ties(struct book *b)
{
	book_group(b, "ties", "Half a step: to the even neighbour.");
	for (int i = -5; i <= 5; i++) {
		round_test(b, "Tie", "half-way", i + 0.5, 0);
		round_test(b, "Tie", "half-way, steps of 2^-20", (i + 0.5) * 0x1p-20, -20);
		round_test(b, "NearTie", "the double above", nextafter(i + 0.5, 10), 0);
		round_test(b, "NearTie", "the double below", nextafter(i + 0.5, -10), 0);
	}
	round_test(b, "Tie", "the greatest tie", 0x1p52 - 0.5, 0);
	round_test(b, "Tie", "the tie before", 0x1p52 - 1.5, 0);
	round_test(b, "Tie", "the least tie", -(0x1p52 - 0.5), 0);
}

static void round_edges(struct book *b)
{
	book_group(b, "edges", "Zeros, subnormal numbers, the ends of the domain.");
	round_test(b, "Zero", "zero", 0.0, 0);
	round_test(b, "Zero", "minus zero", -0.0, 0);
	round_test(b, "Subnormal", "the least subnormal number", 0x1p-1074, -1000);
	round_test(b, "Subnormal", "the greatest subnormal number", -0x0.fffffffffffffp-1022, -1000);
	round_test(b, "Boundary", "the least normal number", 0x1p-1022, -1000);
	round_test(b, "Boundary", "|x| = 2^(exponent + 52)", 0x1p52, 0);
	round_test(b, "Boundary", "|x| = 2^(exponent + 52)", -0x1p52, 0);
	round_test(b, "Boundary", "|x| = 2^(exponent + 52)", 0x1p-948, -1000);
	round_test(b, "Boundary", "|x| = 2^(exponent + 52)", 0x1p952, 900);
	round_test(b, "Boundary", "one step, smallest", 0x1p-1000, -1000);
	round_test(b, "Boundary Tie", "half a step, smallest", 0x1p-1001, -1000);
	round_test(b, "Boundary NearTie", "just above half a step, smallest", nextafter(0x1p-1001, 1), -1000);
	round_test(b, "Boundary", "one step, greatest", 0x1p900, 900);
	round_test(b, "Boundary Tie", "three halves of a step, greatest", 0x1.8p900, 900);
	round_test(b, "NearTie", "just below half a step", nextafter(0.5, 0), 0);
	round_test(b, "Ordinary", "far below a step", 0x1p-60, 0);
	round_test(b, "Ordinary", "a quarter of a step", 0.25, 0);
}

ORACLE(grid_round)
{
	book_open(b, "grid_round");
	round_ordinary(b);
	round_ties(b);
	round_edges(b);
	book_group(b, "refused", "What an implementation must refuse.");
	round_refused(b, "|x| > 2^(exponent + 52)", nextafter(0x1p52, INFINITY), 0);
	round_refused(b, "|x| > 2^(exponent + 52)", -0x1p53, 0);
	round_refused(b, "|x| > 2^(exponent + 52)", 1, -1000);
	round_refused(b, "not a number", NAN, 0);
	round_refused(b, "infinite", INFINITY, 0);
	round_refused(b, "infinite", -INFINITY, 900);
	round_refused(b, "exponent too small", 0, -1001);
	round_refused(b, "exponent too large", 0, 901);
}

static void value_test(struct book *b, const char *flags, const char *comment, int64_t steps, int64_t exponent)
{
	mpfr_t x;

	mpfr_init2(x, 64);
	book_test(b, flags, "%s", comment);
	book_in_i64(b, "steps", steps);
	book_in_i64(b, "exponent", exponent);
	mpfr_set_sj_2exp(x, steps, exponent, MPFR_RNDN);
	book_out(b, "x", "exact", number_double(mpfr_get_d(x, MPFR_RNDN)));
	mpfr_set_sj_2exp(x, steps, -exponent, MPFR_RNDN);
	book_mistake(b, "the exponent has the other sign", "x", "exact", number_double(mpfr_get_d(x, MPFR_RNDN)));
	mpfr_clear(x);
}

static void value_refused(struct book *b, const char *comment, int64_t steps, int64_t exponent)
{
	book_refused(b, comment);
	book_in_i64(b, "steps", steps);
	book_in_i64(b, "exponent", exponent);
}

ORACLE(grid_value)
{
	static const int exponents[] = { -30, -10, 0, 3, -52, 10, -1000, 900 };
	const int64_t most = INT64_C(1) << 53;
	uint64_t word[24];

	book_open(b, "grid_value");
	book_group(b, "ordinary", "Steps and exponents of every size.");
	tape_words("grid_value", 0, word, 24);
	for (size_t i = 0; i < 24; i++)
		value_test(b, "Ordinary", "any steps", ((int64_t)(word[i] >> 10) - most) >> (word[i] & 31), exponents[i % 8]);
	book_group(b, "edges", "The ends of the domain.");
	value_test(b, "Zero", "no step", 0, 0);
	value_test(b, "Zero", "no step", 0, -1000);
	value_test(b, "Boundary", "the end of a range", most, 900);
	value_test(b, "Boundary", "the end of a range", -most, 900);
	value_test(b, "Boundary", "the end of a range", most - 1, 900);
	value_test(b, "Boundary", "the end of a range", 1, -1000);
	value_test(b, "Boundary", "the end of a range", -1, -1000);
	value_test(b, "Boundary", "the end of a range", most - 1, -1000);
	book_group(b, "refused", "What an implementation must refuse.");
	value_refused(b, "|steps| > 2^53", most + 1, 0);
	value_refused(b, "|steps| > 2^53", -most - 1, 0);
	value_refused(b, "|steps| > 2^53", INT64_MIN, 0);
	value_refused(b, "exponent too small", 1, -1001);
	value_refused(b, "exponent too large", 1, 901);
}
