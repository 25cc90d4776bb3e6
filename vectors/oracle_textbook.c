/* SPDX-License-Identifier: GPL-3.0-or-later */
#define MPFR_USE_INTMAX_T
#include <inttypes.h>
#include <math.h>

#include "ball.h"
#include "number.h"
#include "oracles.h"
#include "tape.h"

enum { WORDS = 4 };

static const char tape[] =
	"Tape. The input `tape` is a byte stream in hex digits, read as 64-bit words, each little-endian. `words` is how many were taken; "
	"a tape may hold more.";
static const char uniform[] =
	"uniform: take one word; let k be its upper 52 bits; the result is (k + 1/2) 2^-52, a double without rounding, inside (0, 1).";
static const char exponential[] = "exponential: u = uniform; the result is -log(u).";
static const char normal[] =
	"normal: u = uniform, then v = uniform; the result is sqrt(-2 log u) cos(2 pi v), with the double nearest to 2 pi.";
static const char laplace[] =
	"laplace(scale), scale > 0 and finite: u = uniform; the result is scale log(2 u) if u < 1/2, else -scale log(2 (1 - u)).";
static const char mixture[] =
	"mixture(scale), scale > 0 and finite: h = exponential, then c = normal; the result is scale sqrt(2 h) c.";
static const char enclosure[] =
	"An enclosure [lo, hi] holds the real number that the formula gives and every result of evaluating the formula in binary64, rounded "
	"to nearest, with log and cos that are off by at most one unit in the last place, with or without fused multiply-add.";
static const char ulp[] =
	"ulp:k compares with the formula's real number rounded to nearest: at most k doubles away.";

static double uniform_of(uint64_t word)
{
	mpfr_t u;

	mpfr_init2(u, 64);
	mpfr_set_uj(u, word >> 12, MPFR_RNDN);
	mpfr_add_d(u, u, 0.5, MPFR_RNDN);
	mpfr_div_2ui(u, u, 52, MPFR_RNDN);
	const double x = mpfr_get_d(u, MPFR_RNDN);
	mpfr_clear(u);
	return x;
}

static void exponential_ball(struct ball *h, double u)
{
	ball_set(h, u);
	ball_log(h, h);
	mpfr_neg(h->mid, h->mid, MPFR_RNDN);
}

static void normal_ball(struct ball *c, double u, double v)
{
	struct ball turn;

	ball_init(&turn, 1);
	exponential_ball(c, u);
	ball_twice(c, c);
	ball_sqrt(c, c);
	ball_set(&turn, v);
	ball_cos_turn(&turn, &turn);
	ball_mul(c, c, &turn);
	ball_clear(&turn, 1);
}

static json_t *nearest(const struct ball *x)
{
	return number_double(mpfr_get_d(x->mid, MPFR_RNDN));
}

enum law { UNIFORM, EXPONENTIAL, NORMAL, LAPLACE, MIXTURE };

static void outputs(struct book *b, enum law law, double scale, const uint64_t *word)
{
	static const size_t words[] = { 1, 1, 2, 1, 3 };
	const double u[3] = { uniform_of(word[0]), uniform_of(word[1]), uniform_of(word[2]) };
	struct ball x[3];

	ball_init(x, 3);
	book_out(b, "words", "exact", number_u64(words[law]));
	book_out(b, "uniform", "exact", book_doubles(u, words[law]));
	switch (law) {
	case UNIFORM:
		book_out(b, "value", "exact", number_double(u[0]));
		break;
	case EXPONENTIAL:
		exponential_ball(&x[0], u[0]);
		book_out(b, "value", "ulp:1", nearest(&x[0]));
		break;
	case NORMAL:
		normal_ball(&x[0], u[0], u[1]);
		book_out(b, "value", "enclosure", ball_interval(&x[0]));
		break;
	case LAPLACE:
		exponential_ball(&x[0], u[0] < 0.5 ? 2 * u[0] : 2 * (1 - u[0]));
		if (u[0] < 0.5)
			mpfr_neg(x[0].mid, x[0].mid, MPFR_RNDN);
		mpfr_mul_d(x[0].mid, x[0].mid, scale, MPFR_RNDN);
		book_out(b, "value", "ulp:2", nearest(&x[0]));
		break;
	case MIXTURE:
		exponential_ball(&x[0], u[0]);
		book_out(b, "h", "ulp:1", nearest(&x[0]));
		ball_twice(&x[0], &x[0]);
		ball_sqrt(&x[0], &x[0]);
		normal_ball(&x[1], u[1], u[2]);
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
	book_test(b, "OutOfDomain", "%s", comment);
	book_in_double(b, "scale", scale);
	book_in(b, "tape", tape_bytes(word, WORDS));
	book_invalid(b);
}

static void fill(struct book *b, enum law law)
{
	book_note(b, "These samplers are what textbooks have: their floating-point output leaks, do not release it.");
	book_flag(b, "Ordinary", "Words as they come from a generator.");
	book_flag(b, "Boundary", "A word at the edge: the uniform number nearest to 0, 1/2 or 1, or a zero of the cosine.");
	ordinary(b, law);
	edges(b, law);
	if (law != LAPLACE && law != MIXTURE)
		return;
	book_flag(b, "OutOfDomain", "A scale that an implementation must refuse.");
	book_group(b, "refused", "What an implementation must refuse.");
	refused(b, "scale 0", 0);
	refused(b, "negative scale", -1);
	refused(b, "infinite scale", INFINITY);
	refused(b, "not a number", NAN);
}

void oracle_textbook_uniform(struct book *b)
{
	book_open(b, "textbook_uniform", "A uniform number inside (0, 1).");
	book_note(b, tape);
	book_note(b, uniform);
	fill(b, UNIFORM);
}

void oracle_textbook_exponential(struct book *b)
{
	book_open(b, "textbook_exponential", "Exp(1) by inversion.");
	book_note(b, tape);
	book_note(b, uniform);
	book_note(b, exponential);
	book_note(b, ulp);
	fill(b, EXPONENTIAL);
}

void oracle_textbook_normal(struct book *b)
{
	book_open(b, "textbook_normal", "N(0, 1) by Box and Muller, the cosine branch.");
	book_note(b, tape);
	book_note(b, uniform);
	book_note(b, normal);
	book_note(b, enclosure);
	fill(b, NORMAL);
}

void oracle_textbook_laplace(struct book *b)
{
	book_open(b, "textbook_laplace", "Laplace(scale) by inversion.");
	book_note(b, tape);
	book_note(b, uniform);
	book_note(b, laplace);
	book_note(b, ulp);
	fill(b, LAPLACE);
}

void oracle_textbook_mixture(struct book *b)
{
	book_open(b, "textbook_mixture", "hdpmf Theorem 3: Laplace(scale) as an exponential mixture of normals.");
	book_note(b, tape);
	book_note(b, uniform);
	book_note(b, exponential);
	book_note(b, normal);
	book_note(b, mixture);
	book_note(b, ulp);
	book_note(b, enclosure);
	fill(b, MIXTURE);
}
