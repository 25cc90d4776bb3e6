/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "vectors/format/number.h"
#include "oracle.h"
#include "tape.h"
#include "textbook_balls.h"

enum { WORDS = 4 };

enum law { UNIFORM, EXPONENTIAL, NORMAL, LAPLACE, MIXTURE };

/* Where it differs, `value` and the list of uniform numbers. */
static void put_uniform(struct book *b, const char *name, double mistaken, double right)
{
	if (mistaken == right)
		return;
	book_mistake(b, name, "value", "exact", number_double(mistaken));
	book_mistake(b, name, "uniform", "exact", book_doubles(&mistaken, 1));
}

static void outputs(struct book *b, enum law law, double scale, const uint64_t *word)
{
	static const size_t words[] = { 1, 1, 2, 1, 3 };
	const double u[3] = { textbook_uniform(word[0]), textbook_uniform(word[1]), textbook_uniform(word[2]) };
	struct ball x[3];

	ball_init(x, 3);
	book_out(b, "words", "exact", number_u64(words[law]));
	book_out(b, "uniform", "exact", book_doubles(u, words[law]));
	switch (law) {
	case UNIFORM:
		book_out(b, "value", "exact", number_double(u[0]));
		put_uniform(b, "the half step is left out: 0 can be drawn", (double)(word[0] >> 12) * 0x1p-52, u[0]);
		put_uniform(b, "53 bits of the word are taken, not 52", (double)(word[0] >> 11) * 0x1p-53, u[0]);
		put_uniform(b, "the low bits of the word are taken, not the high ones", ((double)(word[0] & 0xfffffffffffff) + 0.5) * 0x1p-52, u[0]);
		break;
	case EXPONENTIAL:
		textbook_exponential(&x[0], u[0]);
		book_out(b, "value", "ulp:1", textbook_nearest(&x[0]));
		textbook_exponential(&x[0], 1 - u[0]);
		ball_widen(&x[0], 0x1p-40);
		book_mistake(b, "the logarithm of 1 - u is taken", "value", "enclosure", ball_interval(&x[0]));
		break;
	case NORMAL:
		textbook_normal(&x[0], u[0], u[1]);
		book_out(b, "value", "enclosure", ball_interval(&x[0]));
		textbook_normal(&x[0], u[0], u[1] - 0.25);
		ball_widen(&x[0], 0x1p-40);
		book_mistake(b, "the sine branch", "value", "enclosure", ball_interval(&x[0]));
		textbook_normal(&x[0], u[1], u[0]);
		ball_widen(&x[0], 0x1p-40);
		book_mistake(b, "the two uniform numbers are exchanged", "value", "enclosure", ball_interval(&x[0]));
		break;
	case LAPLACE:
		textbook_unit_laplace(&x[0], u[0]);
		mpfr_mul_d(x[0].mid, x[0].mid, scale, MPFR_RNDN);
		book_out(b, "value", "ulp:2", textbook_nearest(&x[0]));
		textbook_exponential(&x[0], u[0]);
		mpfr_mul_d(x[0].mid, x[0].mid, scale, MPFR_RNDN);
		ball_widen(&x[0], 0x1p-40);
		book_mistake(b, "one side of the law alone: -scale ln u", "value", "enclosure", ball_interval(&x[0]));
		break;
	case MIXTURE:
		textbook_exponential(&x[0], u[0]);
		book_out(b, "h", "ulp:1", textbook_nearest(&x[0]));
		ball_twice(&x[0], &x[0]);
		ball_sqrt(&x[0], &x[0]);
		textbook_normal(&x[1], u[1], u[2]);
		book_out(b, "c", "enclosure", ball_interval(&x[1]));
		ball_set(&x[2], scale);
		ball_mul(&x[0], &x[0], &x[2]);
		ball_mul(&x[0], &x[0], &x[1]);
		book_out(b, "value", "enclosure", ball_interval(&x[0]));
		break;
	}
	ball_clear(x, 3);
}

static void test(struct book *b, enum law law, const char *flags, const char *comment, double scale, const uint64_t *word)
{
	book_test(b, flags, "%s", comment);
	if (law == LAPLACE || law == MIXTURE)
		book_in_double(b, "scale", scale);
	book_in(b, "tape", tape_bytes(word, WORDS));
	outputs(b, law, scale, word);
}

static void ordinary(struct book *b, enum law law)
{
	static const double scales[] = { 1, 0.5, 3, 0.1, 1e-6, 12345.678 };
	uint64_t word[WORDS];

	book_group(b, "ordinary", "Words as they come.");
	for (uint64_t i = 0; i < 18; i++) {
		tape_words(b->algorithm, i, word, WORDS);
		test(b, law, "Ordinary", "words as they come", scales[i % 6], word);
	}
}

static void edges(struct book *b, enum law law)
{
	static const uint64_t first[] = { 0, UINT64_MAX, UINT64_C(1) << 63, (UINT64_C(1) << 63) - 1, 0xfff, 0x1000,
		UINT64_C(1) << 62, UINT64_MAX - 0xfff };
	static const uint64_t second[] = { 0, UINT64_C(1) << 62, (UINT64_C(1) << 62) - 1, UINT64_C(1) << 63, UINT64_C(3) << 62,
		UINT64_MAX };

	book_group(b, "edges", "The smallest and the greatest uniform numbers, the middle, zeros of the cosine.");
	for (size_t i = 0; i < sizeof first / sizeof *first; i++)
		test(b, law, "Boundary", "edge of the first word", 1,
		     (const uint64_t[WORDS]){ first[i], first[i] ^ 0x5555555555555555, 0x123456789abcdef0, 0 });
	if (law != NORMAL && law != MIXTURE)
		return;
	for (size_t i = 0; i < sizeof second / sizeof *second; i++)
		test(b, law, "Boundary", "edge of the cosine's word", 1,
		     (const uint64_t[WORDS]){ 0x123456789abcdef0, law == NORMAL ? second[i] : 0xfedcba9876543210, second[i], 0 });
}

static void refused(struct book *b, const char *comment, double scale)
{
	uint64_t word[WORDS];

	tape_words(b->algorithm, 0, word, WORDS);
	book_refused(b, comment);
	book_in_double(b, "scale", scale);
	book_in(b, "tape", tape_bytes(word, WORDS));
}

static void fill(struct book *b, enum law law)
{
	ordinary(b, law);
	edges(b, law);
	if (law != LAPLACE && law != MIXTURE)
		return;
	book_group(b, "refused", "What an implementation must refuse.");
	refused(b, "scale 0", 0);
	refused(b, "negative scale", -1);
	refused(b, "infinite scale", INFINITY);
	refused(b, "not a number", NAN);
}

ORACLE(textbook_uniform)
{
	book_open(b, "textbook_uniform");
	fill(b, UNIFORM);
}

ORACLE(textbook_exponential)
{
	book_open(b, "textbook_exponential");
	fill(b, EXPONENTIAL);
}

ORACLE(textbook_normal)
{
	book_open(b, "textbook_normal");
	fill(b, NORMAL);
}

ORACLE(textbook_laplace)
{
	book_open(b, "textbook_laplace");
	fill(b, LAPLACE);
}

ORACLE(textbook_mixture)
{
	book_open(b, "textbook_mixture");
	fill(b, MIXTURE);
}
