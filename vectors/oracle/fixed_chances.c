/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fixed_chances.h"

#include <mpfr.h>

enum { PRECISION = 512, DOUBLE = 53, UNIT = 128, TAIL = 89 };

/* The least n with 2^n p >= 89 q, by trying one after the other. */
static size_t bits_of(struct fixed_rate r, enum fixed_slip slip)
{
	mpz_t reach, enough;
	size_t n = 0;

	mpz_init(reach);
	mpz_init(enough);
	mpz_import(reach, 1, -1, sizeof r.p, 0, 0, &r.p);
	mpz_import(enough, 1, -1, sizeof r.q, 0, 0, &r.q);
	mpz_mul_ui(enough, enough, slip == FIXED_OF_64 ? 64 : TAIL);
	mpz_add_ui(enough, enough, slip == FIXED_ABOVE);
	for (; mpz_cmp(reach, enough) < 0; n++)
		mpz_mul_2exp(reach, reach, 1);
	mpz_clear(reach);
	mpz_clear(enough);
	return slip == FIXED_ONE_MORE ? n + 1 : slip == FIXED_ONE_FEWER && n > 0 ? n - 1 : n;
}

/* -2^i p / q, rounded to that side. */
static void exponent(mpfr_ptr z, struct fixed_rate r, size_t i, mpfr_rnd_t to)
{
	mpfr_t q;

	mpfr_init2(q, PRECISION);
	mpfr_set_uj(q, r.q, to);
	mpfr_set_uj(z, r.p, to);
	mpfr_neg(z, z, to);
	mpfr_div(z, z, q, to);
	mpfr_mul_2ui(z, z, i, to);
	mpfr_clear(q);
}

/* a / (1 + a) as 1 - 1 / (1 + a), rounded to that side. */
static void share(mpfr_ptr z, mpfr_rnd_t to)
{
	mpfr_add_ui(z, z, 1, to);
	mpfr_ui_div(z, 1, z, to == MPFR_RNDD ? MPFR_RNDU : MPFR_RNDD);
	mpfr_ui_sub(z, 1, z, to);
}

/* An end of the chance of bit i; kept: of a draw that is not 0. Each step but the last of a slip grows with the one before. */
static void end_of(mpfr_ptr z, struct fixed_rate r, size_t i, bool kept, enum fixed_slip slip, mpfr_rnd_t to)
{
	exponent(z, r, slip == FIXED_NEXT_BITS && !kept ? i + 1 : i, to);
	if (slip == FIXED_BASE_TWO)
		mpfr_exp2(z, z, to);
	else
		mpfr_exp(z, z, to);
	if (slip == FIXED_POWERS && !kept)
		return;
	share(z, to);
	if (kept && slip != FIXED_HALVED)
		mpfr_mul_2ui(z, z, 1, to);
	if (slip == (kept ? FIXED_OF_ZERO : FIXED_COMPLEMENTS))
		mpfr_ui_sub(z, 1, z, to == MPFR_RNDD ? MPFR_RNDU : MPFR_RNDD);
}

/* z 2^128 rounded down, or to nearest. */
static void whole(mpz_ptr c, mpfr_ptr z, enum fixed_slip slip)
{
	mpfr_mul_2ui(z, z, UNIT, MPFR_RNDN);
	mpfr_get_z(c, z, slip == FIXED_NEAREST ? MPFR_RNDN : MPFR_RNDD);
}

/* False where the ends round to different numbers. */
static bool enclosed(mpz_ptr c, struct fixed_rate r, size_t i, bool kept, enum fixed_slip slip)
{
	mpz_t other;
	mpfr_t z;
	bool same;

	mpz_init(other);
	mpfr_init2(z, PRECISION);
	end_of(z, r, i, kept, slip, MPFR_RNDD);
	whole(c, z, slip);
	end_of(z, r, i, kept, slip, MPFR_RNDU);
	whole(other, z, slip);
	same = mpz_cmp(c, other) == 0;
	mpfr_clear(z);
	mpz_clear(other);
	return same;
}

/* As a program in binary64 has it, times / (1 + exp(2^i p / q)): each step is rounded to nearest. */
static void in_doubles(mpz_ptr c, struct fixed_rate r, size_t i, bool kept)
{
	mpfr_t z;

	mpfr_init2(z, DOUBLE);
	exponent(z, r, i, MPFR_RNDN);
	mpfr_neg(z, z, MPFR_RNDN);
	mpfr_exp(z, z, MPFR_RNDN);
	mpfr_add_ui(z, z, 1, MPFR_RNDN);
	mpfr_ui_div(z, kept ? 2 : 1, z, MPFR_RNDN);
	whole(c, z, FIXED_DOUBLES);
	mpfr_clear(z);
}

void fixed_chances_open(struct fixed_chances *c, struct fixed_rate rate, enum fixed_slip slip)
{
	const struct fixed_rate r = slip == FIXED_EXCHANGED ? (struct fixed_rate){ rate.q, rate.p } : rate;

	c->bits = bits_of(r, slip);
	c->certain = c->bits <= FIXED_BITS;
	for (size_t k = 0; k <= FIXED_BITS; k++)
		mpz_init(c->chance[k]);
	for (size_t k = 0; k <= c->bits && c->certain; k++) {
		const bool kept = k == c->bits;
		if (slip == FIXED_DOUBLES)
			in_doubles(c->chance[k], r, kept ? 0 : k, kept);
		else
			c->certain = enclosed(c->chance[k], r, kept ? 0 : k, kept, slip);
	}
}

void fixed_chances_clear(struct fixed_chances *c)
{
	for (size_t k = 0; k <= FIXED_BITS; k++)
		mpz_clear(c->chance[k]);
}
