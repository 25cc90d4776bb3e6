/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Masses and tails of Binomial(n, c), c = chance / 2^40, by the gamma function, in 320 bits. */
#include "account.h"

#define ONE 0x1p40

/* C(n, x) c^x (1 - c)^(n - x); x = n, 2^40 c, x */
static void mass_at(mpfr_ptr z, double n, double chance, double x)
{
	mpfr_t t;

	if ((chance == 0 && x > 0) || (chance == ONE && x < n) || x > n) {
		mpfr_set_zero(z, 1);
		return;
	}
	mpfr_init2(t, ACCOUNT_BITS);
	mpfr_set_d(z, n + 1, MPFR_RNDN);
	mpfr_lngamma(z, z, MPFR_RNDN);
	for (int i = 0; i < 2; i++) {
		const double count = i == 0 ? x : n - x, share = (i == 0 ? chance : ONE - chance) / ONE;
		mpfr_set_d(t, count + 1, MPFR_RNDN);
		mpfr_lngamma(t, t, MPFR_RNDN);
		mpfr_sub(z, z, t, MPFR_RNDN);
		mpfr_set_d(t, share, MPFR_RNDN);
		mpfr_log(t, t, MPFR_RNDN);
		mpfr_mul_d(t, t, count, MPFR_RNDN);
		if (count > 0)
			mpfr_add(z, z, t, MPFR_RNDN);
	}
	mpfr_exp(z, z, MPFR_RNDN);
	mpfr_clear(t);
}

/* The terms from `from` to `to`; those after the mode stop where they are below 2^-400 of the sum. */
static void between(mpfr_ptr z, double n, double chance, double from, double to)
{
	mpfr_t term, odds;

	mpfr_init2(term, ACCOUNT_BITS);
	mpfr_init2(odds, ACCOUNT_BITS);
	mass_at(term, n, chance, from);
	mpfr_set(z, term, MPFR_RNDN);
	mpfr_set_d(odds, chance, MPFR_RNDN);
	mpfr_div_d(odds, odds, ONE - chance, MPFR_RNDN);
	for (double y = from; y < to; y++) {
		mpfr_mul(term, term, odds, MPFR_RNDN);
		mpfr_mul_d(term, term, n - y, MPFR_RNDN);
		mpfr_div_d(term, term, y + 1, MPFR_RNDN);
		mpfr_add(z, z, term, MPFR_RNDN);
		if (mpfr_zero_p(term) || (y > n * chance / ONE && mpfr_get_exp(term) < mpfr_get_exp(z) - 400))
			break;
	}
	mpfr_clear(term);
	mpfr_clear(odds);
}

static void mass(mpfr_ptr z, const double *x)
{
	mass_at(z, x[0], x[1], x[2]);
}

static void tail(mpfr_ptr z, const double *x)
{
	if (x[1] == 0 || x[1] == ONE || x[2] == 0)
		mpfr_set_d(z, x[2] == 0 || x[1] == ONE, MPFR_RNDN);
	else
		between(z, x[0], x[1], x[2], x[0]);
}

static void tail_beyond(mpfr_ptr z, const double *x)
{
	if (x[2] == x[0])
		mpfr_set_zero(z, 1);
	else
		tail(z, (const double[]){ x[0], x[1], x[2] + 1 });
}

static void other_tail(mpfr_ptr z, const double *x)
{
	tail_beyond(z, x);
	mpfr_ui_sub(z, 1, z, MPFR_RNDN);
}

static void exchanged_mass(mpfr_ptr z, const double *x)
{
	mass(z, (const double[]){ x[0], ONE - x[1], x[2] });
}

static void exchanged_tail(mpfr_ptr z, const double *x)
{
	tail(z, (const double[]){ x[0], ONE - x[1], x[2] });
}

static void sequence(mpfr_ptr z, const double *x)
{
	mpfr_t choose;

	mass(z, x);
	mpfr_init2(choose, ACCOUNT_BITS);
	mass_at(choose, x[0], ONE / 2, x[2]);
	mpfr_mul_2si(choose, choose, (long)x[0], MPFR_RNDN);
	mpfr_div(z, z, choose, MPFR_RNDN);
	mpfr_clear(choose);
}

static void one_less(mpfr_ptr z, const double *x)
{
	mass_at(z, x[0] - 1, x[1], x[2]);
}

static const struct account_mistake of_mass[] = {
	{ NULL, "chance is taken for that of 0, not of 1", exchanged_mass },
	{ NULL, "the number of ways, n! / (x! (n - x)!), is left out", sequence },
	{ NULL, "quanta - 1 stands for quanta", one_less },
	{ NULL, NULL, NULL },
};
static const struct account_mistake of_tail[] = {
	{ NULL, "P(X > x) stands for P(X >= x)", tail_beyond },
	{ NULL, "P(X <= x) stands for P(X >= x)", other_tail },
	{ NULL, "chance is taken for that of 0, not of 1", exchanged_tail },
	{ NULL, NULL, NULL },
};

/* h and l of theta = 1/4, 1/16, and of 3/64 beside them */
#define H (3 * 0x1p38)
#define L 0x1p38

static const struct account_case cases[] = {
	{ "Ordinary", { 1, H, 0 } }, { "Ordinary", { 1, H, 1 } }, { "Ordinary", { 4, L, 1 } }, { "Ordinary", { 16, 0x1p39 + 0x1p36, 9 } },
	{ "Ordinary", { 16, 0x1p39, 8 } }, { "Ordinary", { 33, 0x1p39 - 3 * 0x1p34, 12 } }, { "Ordinary", { 64, H, 48 } }, { "Ordinary", { 100, 0x1p36, 6 } },
	{ "Ordinary", { 256, L + 12345, 70 } }, { "Ordinary", { 1000, 0x1.23456789p39, 500 } }, { "SmallDelta", { 64, H, 3 } }, { "SmallDelta", { 64, L, 63 } },
	{ "SmallDelta", { 256, H, 255 } }, { "SmallDelta", { 500, L, 420 } }, { "SmallDelta", { 7, 1, 7 } }, { "SmallDelta", { 7, ONE - 1, 1 } },
	{ "SmallDelta", { 500, 0x1p39, 499 } }, { "Zero", { 5, 0, 0 } }, { "Zero", { 5, 0, 1 } }, { "Zero", { 5, ONE, 4 } }, { "Zero", { 5, ONE, 5 } },
	{ "Zero", { 12, L, 0 } }, { "Boundary", { 1, 1, 1 } }, { "Boundary", { 1, 1, 0 } }, { "Boundary", { 1, ONE - 1, 0 } }, { "Boundary", { 30, H, 30 } },
	{ "LargeParameter", { 65536, 0x1p39 + 7, 32768 } }, { "LargeParameter", { 65536, H, 49000 } }, { "LargeParameter", { 0x1p20, 0x1p39, 0x1p19 } },
	{ "LargeParameter", { 0x1p20, 1, 1 } }, { "LargeParameter", { 0x1p20, 0x1p39 - 0x1p30, 530000 } },
};
static const struct account_case outside[] = {
	{ "quanta = 0", { 0, 5, 0 } }, { "quanta > 2^20", { 0x1p20 + 1, 5, 0 } }, { "chance > 2^40", { 3, ONE + 1, 1 } }, { "x > quanta", { 3, 0x1p39, 4 } },
};

#define LAW(name, what, function, list) \
	ORACLE(name) \
	{ \
		static const struct account a = { what, { "#quanta", "#chance", "#x" }, function }; \
		book_open(b, #name); \
		book_group(b, what, "From where most of the mass is to where next to nothing is."); \
		account_tests_with(b, &a, list, cases, sizeof cases / sizeof *cases); \
		ACCOUNT_REFUSALS(b, &a, outside); \
		account_sweep(b, &a, list, ACCOUNT_SHARE); \
	}

LAW(pbm_mass, "mass", mass, of_mass)
LAW(pbm_tail, "tail", tail, of_tail)
