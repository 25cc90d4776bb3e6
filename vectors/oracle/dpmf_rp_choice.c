/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dpmf-rp, 4.3.1: Eq. (18) solved for theta by halving, in 320 bits, and for q by division. */
#include <math.h>

#include "account.h"
#include "tape.h"
#include "vectors/format/number.h"

enum { POINTS = 32, TRIES = 4000, HALVINGS = 340 };

struct choice {
	const char *flags; /* of a case that is refused: why */
	double epsilon, alpha, c0;
	uint64_t coordinates, users;
};

/* What a person gets wrong: the powers of alpha - 1, alpha, 1 - 2 theta, and of the whole of Eq. (18). */
struct powers {
	long less_one, alpha, steepness;
	unsigned long root;
};

static const struct powers right = { 1, -2, 4, 1 };

static void times(mpfr_ptr z, double x, long power)
{
	mpfr_t y;

	mpfr_init2(y, ACCOUNT_BITS);
	mpfr_set_d(y, x, MPFR_RNDN);
	mpfr_pow_si(y, y, power, MPFR_RNDN);
	mpfr_mul(z, z, y, MPFR_RNDN);
	mpfr_clear(y);
}

/* Numerator and denominator are exact: the quotient is rounded down once, and so is whole where it is. */
static void bound(mpfr_ptr z, const struct choice *x, const struct powers *p)
{
	mpfr_t below;

	mpfr_init2(below, ACCOUNT_BITS);
	mpfr_set_ui(z, 1, MPFR_RNDN);
	mpfr_set_ui(below, 1, MPFR_RNDN);
	times(z, x->alpha - 1, p->less_one); /* exact: alpha is below 2^9, and 1 + 2^-10 or more */
	times(z, x->epsilon, 1);
	times(z, (double)x->users, 1);
	times(below, x->alpha, -p->alpha);
	times(below, x->c0, 1);
	times(below, (double)x->coordinates, 1);
	mpfr_div(z, z, below, MPFR_RNDD);
	mpfr_clear(below);
}

/* Whether theta^2 / (1 - 2 theta)^steepness is below the bound to the power `root`. */
static bool is_below(mpfr_srcptr theta, mpfr_srcptr bound, const struct powers *p)
{
	mpfr_t left, y;
	bool below;

	mpfr_inits2(ACCOUNT_BITS, left, y, (mpfr_ptr)NULL);
	mpfr_mul_2ui(y, theta, 1, MPFR_RNDN);
	mpfr_ui_sub(y, 1, y, MPFR_RNDN);
	mpfr_pow_si(y, y, p->steepness, MPFR_RNDN);
	mpfr_sqr(left, theta, MPFR_RNDN);
	mpfr_div(left, left, y, MPFR_RNDN);
	mpfr_pow_ui(y, bound, p->root, MPFR_RNDN);
	below = mpfr_cmp(left, y) < 0;
	mpfr_clears(left, y, (mpfr_ptr)NULL);
	return below;
}

static void theta_of(mpfr_ptr z, mpfr_srcptr bound, const struct powers *p)
{
	mpfr_t lo, hi, middle;

	mpfr_inits2(ACCOUNT_BITS, lo, hi, middle, (mpfr_ptr)NULL);
	mpfr_set_zero(lo, 1);
	mpfr_set_d(hi, 0.5, MPFR_RNDN);
	for (int i = 0; i < HALVINGS; i++) {
		mpfr_add(middle, lo, hi, MPFR_RNDN);
		mpfr_div_2ui(middle, middle, 1, MPFR_RNDN);
		mpfr_set(is_below(middle, bound, p) ? lo : hi, middle, MPFR_RNDN);
	}
	mpfr_set(z, lo, MPFR_RNDN);
	mpfr_clears(lo, hi, middle, (mpfr_ptr)NULL);
}

static void put_inputs(struct book *b, const struct choice *x)
{
	book_in_double(b, "epsilon", x->epsilon);
	book_in_double(b, "alpha", x->alpha);
	book_in_double(b, "c0", x->c0);
	book_in_u64(b, "coordinates", x->coordinates);
	book_in_u64(b, "users", x->users);
}

static uint64_t quanta_of(mpfr_srcptr bound, mpfr_rnd_t toward)
{
	const uint64_t q = mpfr_get_ui(bound, toward);

	return mpfr_cmp_ui(bound, 1) >= 0 ? q : 1;
}

static void wrong_bound(struct book *b, const char *name, const struct choice *x, const struct powers *p)
{
	mpfr_t z;

	mpfr_init2(z, ACCOUNT_BITS);
	bound(z, x, p);
	account_put_answer(b, name, "bound", z);
	mpfr_clear(z);
}

static void wrong_theta(struct book *b, const char *name, mpfr_srcptr bound, const struct powers *p, bool cut)
{
	mpfr_t theta;

	mpfr_init2(theta, ACCOUNT_BITS);
	theta_of(theta, bound, p);
	if (cut && mpfr_cmp_d(theta, 0.25) > 0)
		mpfr_set_d(theta, 0.25, MPFR_RNDN);
	account_put_answer(b, name, "theta", theta);
	mpfr_clear(theta);
}

static void put_mistakes(struct book *b, const struct choice *x, mpfr_srcptr z)
{
	wrong_bound(b, "alpha stands for its square", x, &(struct powers){ 1, -1, 4, 1 });
	wrong_bound(b, "alpha stands for alpha - 1", x, &(struct powers){ 0, -1, 4, 1 });
	wrong_bound(b, "alpha^2 / (alpha - 1) stands for its reciprocal", x, &(struct powers){ -1, 2, 4, 1 });
	wrong_bound(b, "alpha - 1 is left out", x, &(struct powers){ 0, -2, 4, 1 });
	wrong_theta(b, "theta is not cut to 1/4", z, &right, false);
	wrong_theta(b, "theta stands for its square: no root is taken", z, &(struct powers){ 1, -2, 4, 2 }, true);
	wrong_theta(b, "(1 - 2 theta)^2 stands for (1 - 2 theta)^4", z, &(struct powers){ 1, -2, 2, 1 }, true);
	wrong_theta(b, "(1 - 2 theta)^4 is left out", z, &(struct powers){ 1, -2, 0, 1 }, true);
	book_mistake(b, "q is the bound itself, and 0 where theta is not cut", "quanta", "exact", number_u64(mpfr_get_ui(z, MPFR_RNDD)));
	book_mistake(b, "q is rounded up: beyond the bound", "quanta", "exact", number_u64(quanta_of(z, MPFR_RNDU)));
	book_mistake(b, "q is rounded to nearest", "quanta", "exact", number_u64(quanta_of(z, MPFR_RNDN)));
	book_mistake(b, "q is always 1", "quanta", "exact", number_u64(1));
}

/* Whether binary64 cannot tell which whole number the bound is below. */
static bool is_close(mpfr_srcptr z)
{
	mpfr_t whole;
	bool close;

	mpfr_init2(whole, ACCOUNT_BITS);
	mpfr_round(whole, z);
	mpfr_sub(whole, whole, z, MPFR_RNDN);
	mpfr_div(whole, whole, z, MPFR_RNDN);
	close = mpfr_cmp_d(z, 0.5) > 0 && fabs(mpfr_get_d(whole, MPFR_RNDN)) < 0x1p-40;
	mpfr_clear(whole);
	return close;
}

/* false, and nothing written: a double cannot tell. */
static bool choice_test(struct book *b, const char *comment, const struct choice *x, bool exact)
{
	mpfr_t z, theta;
	bool told;

	mpfr_inits2(ACCOUNT_BITS, z, theta, (mpfr_ptr)NULL);
	bound(z, x, &right);
	told = exact || !is_close(z);
	if (told) {
		if (mpfr_cmp_ui(z, 1) >= 0)
			mpfr_set_d(theta, 0.25, MPFR_RNDN);
		else
			theta_of(theta, z, &right);
		book_test(b, x->flags, "%s", comment);
		put_inputs(b, x);
		book_out(b, "bound", "enclosure", account_around(z));
		book_out(b, "theta", "enclosure", account_around(theta));
		book_out(b, "quanta", "exact", number_u64(quanta_of(z, MPFR_RNDD)));
		put_mistakes(b, x, z);
	}
	mpfr_clears(z, theta, (mpfr_ptr)NULL);
	return told;
}

static const struct choice cases[] = {
	{ "Ordinary", 1, 2, 1, 14336, 94 }, { "Ordinary", 1, 2, 8, 14336, 94 }, { "Ordinary", 0.5, 4, 3.26, 7168, 600 }, { "Ordinary", 3, 1.5, 7.139, 640, 1000 },
	{ "Ordinary", 0.1, 16, 1, 64, 2000 }, { "Ordinary", 8, 32, 2, 3, 10 }, { "Ordinary", 1, 1.0625, 0.75, 1, 10 }, { "SmallLoss", 0x1p-20, 256, 1024, 4294967295, 1 },
	{ "SmallLoss", 1e-5, 2, 8, 100000, 3 }, { "SmallLoss", 0.001, 100, 9, 1000000, 50 }, { "Cut", 1, 2, 1, 10, 943 }, { "Cut", 10, 3, 2.5, 100, 3000 },
	{ "Cut", 100, 8, 1, 1, 7 }, { "Cut", 1000, 2.5, 0.5, 7, 4000000000 }, { "Cut", 2, 1.25, 3, 5, 100 }, { "Cut", 0.75, 2, 1, 3, 17 }, { "Cut", 5, 2, 1, 1, 1 },
};
static const struct choice whole[] = {
	{ "Boundary", 4, 2, 1, 1, 1 }, { "Boundary", 1, 2, 1, 4, 1024 }, { "Boundary", 0.5, 2, 1, 1, 16 }, { "Boundary", 1, 2, 0.25, 3, 9 }, { "Boundary", 8, 2, 1, 1, 3 },
	{ "Boundary", 0x1.0000000000001p2, 2, 1, 1, 1 }, { "Boundary", 0x1.fffffffffffffp1, 2, 1, 1, 1 }, { "Boundary", 512, 2, 0x1p-10, 1, UINT64_C(1) << 32 },
	{ "Boundary", 0x1p-20, 256, 1024, UINT64_C(1) << 32, 1 }, { "Boundary", 1000, 1.0009765625, 1, 1, 5 }, { "Boundary", 1, 256, 0x1p-10, 1, 100 },
};
static const struct choice outside[] = {
	{ "epsilon just below the least", 0x1.fffffffffffffp-21, 2, 1, 1, 1 }, { "epsilon just above the most", 0x1.f400000000001p9, 2, 1, 1, 1 },
	{ "epsilon is not a number", (double)NAN, 2, 1, 1, 1 }, { "alpha just below the least", 1, 0x1.003ffffffffffp0, 1, 1, 1 },
	{ "alpha just above the most", 1, 0x1.0000000000001p8, 1, 1, 1 }, { "alpha is not a number", 1, (double)NAN, 1, 1, 1 },
	{ "c0 just below the least", 1, 2, 0x1.fffffffffffffp-11, 1, 1 }, { "c0 just above the most", 1, 2, 0x1.0000000000001p10, 1, 1 },
	{ "c0 is not a number", 1, 2, (double)NAN, 1, 1 }, { "no coordinates", 1, 2, 1, 0, 1 }, { "too many coordinates", 1, 2, 1, (UINT64_C(1) << 32) + 1, 1 },
	{ "no users", 1, 2, 1, 1, 0 }, { "too many users", 1, 2, 1, 1, (UINT64_C(1) << 32) + 1 },
};

/* 2^(from ... from + count - 1) times a number from 1 to 2 */
static double drawn(const uint64_t word[2], int from, uint64_t count)
{
	return ldexp(1 + ldexp((double)(word[1] >> 12), -52), from + (int)(word[0] % count));
}

static void sweep(struct book *b)
{
	uint64_t word[10];
	size_t found = 0;

	book_group(b, "across the domain", "Exponents of two spread evenly, digits in full.");
	for (uint64_t number = 0; found < POINTS && number < TRIES; number++) {
		struct choice x = { .flags = "Sweep" };
		tape_words(b->algorithm, number, word, 10);
		x.epsilon = drawn(word, -20, 29);
		x.alpha = drawn(word + 2, 1, 7);
		x.alpha = word[2] % 3 == 0 ? 1 + 1 / x.alpha : x.alpha;
		x.c0 = drawn(word + 4, -10, 20);
		x.coordinates = (uint64_t)drawn(word + 6, 0, 12 + 20 * (number % 2));
		x.users = (uint64_t)drawn(word + 8, 0, 32);
		found += choice_test(b, "a point of the domain", &x, false);
	}
	b->failed |= found < POINTS;
}

ORACLE(dpmf_rp_choice)
{
	book_open(b, "dpmf_rp_choice");
	book_group(b, "choices", "As they occur: theta below 1/4, and cut to it.");
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		b->failed |= !choice_test(b, "as it occurs", &cases[i], false);
	book_group(b, "edges", "Bounds that are whole numbers, their neighbours, and the ends of the domain.");
	for (size_t i = 0; i < sizeof whole / sizeof *whole; i++)
		b->failed |= !choice_test(b, "at an edge", &whole[i], true);
	book_group(b, "refused", "What an implementation must refuse.");
	for (size_t i = 0; i < sizeof outside / sizeof *outside; i++) {
		book_refused(b, outside[i].flags);
		put_inputs(b, &outside[i]);
	}
	sweep(b);
}
