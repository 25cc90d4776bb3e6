/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Masses and tails of NB(part / whole, exp(-p / q)), by the gamma function, in 320 bits; x = p, q, part, whole, x. */
#include "account.h"

struct law {
	mpfr_t a, r, t; /* exp(-p / q), part / whole, scratch */
};

static void law_open(struct law *law, const double *x)
{
	mpfr_inits2(ACCOUNT_BITS, law->a, law->r, law->t, (mpfr_ptr)NULL);
	mpfr_set_d(law->a, -x[0], MPFR_RNDN);
	mpfr_div_d(law->a, law->a, x[1], MPFR_RNDN);
	mpfr_exp(law->a, law->a, MPFR_RNDN);
	mpfr_set_d(law->r, x[2], MPFR_RNDN);
	mpfr_div_d(law->r, law->r, x[3], MPFR_RNDN);
}

static void law_close(struct law *law)
{
	mpfr_clears(law->a, law->r, law->t, (mpfr_ptr)NULL);
}

/* Gamma(x + r) / (Gamma(r) x!) (1 - a)^r a^x */
static void mass_of(mpfr_ptr z, struct law *law, const double *x)
{
	mpfr_set_d(z, x[4], MPFR_RNDN);
	mpfr_add(z, z, law->r, MPFR_RNDN);
	mpfr_lngamma(z, z, MPFR_RNDN);
	mpfr_lngamma(law->t, law->r, MPFR_RNDN);
	mpfr_sub(z, z, law->t, MPFR_RNDN);
	mpfr_set_d(law->t, x[4] + 1, MPFR_RNDN);
	mpfr_lngamma(law->t, law->t, MPFR_RNDN);
	mpfr_sub(z, z, law->t, MPFR_RNDN);
	mpfr_ui_sub(law->t, 1, law->a, MPFR_RNDN);
	mpfr_log(law->t, law->t, MPFR_RNDN);
	mpfr_mul(law->t, law->t, law->r, MPFR_RNDN);
	mpfr_add(z, z, law->t, MPFR_RNDN);
	mpfr_log(law->t, law->a, MPFR_RNDN);
	mpfr_mul_d(law->t, law->t, x[4], MPFR_RNDN);
	mpfr_add(z, z, law->t, MPFR_RNDN);
	mpfr_exp(z, z, MPFR_RNDN);
}

static void mass(mpfr_ptr z, const double *x)
{
	struct law law;

	law_open(&law, x);
	mass_of(z, &law, x);
	law_close(&law);
}

/* The mass at y + 1 is that at y times (r + y) / (y + 1) a. */
static void tail(mpfr_ptr z, const double *x)
{
	struct law law;
	mpfr_t term;

	if (x[4] == 0) {
		mpfr_set_ui(z, 1, MPFR_RNDN);
		return;
	}
	mpfr_init2(term, ACCOUNT_BITS);
	law_open(&law, x);
	mass_of(term, &law, x);
	mpfr_set(z, term, MPFR_RNDN);
	for (double y = x[4]; !mpfr_zero_p(term) && mpfr_get_exp(term) > mpfr_get_exp(z) - 200; y++) {
		mpfr_add_d(law.t, law.r, y, MPFR_RNDN);
		mpfr_div_d(law.t, law.t, y + 1, MPFR_RNDN);
		mpfr_mul(law.t, law.t, law.a, MPFR_RNDN);
		mpfr_mul(term, term, law.t, MPFR_RNDN);
		mpfr_add(z, z, term, MPFR_RNDN);
	}
	law_close(&law);
	mpfr_clear(term);
}

/* Of the whole, and of what a person takes for a share of it: the same law with a scale, or with a rate, of its own. */
static void whole_mass(mpfr_ptr z, const double *x)
{
	mass(z, (const double[]){ x[0], x[1], 1, 1, x[4] });
}

static void whole_tail(mpfr_ptr z, const double *x)
{
	tail(z, (const double[]){ x[0], x[1], 1, 1, x[4] });
}

static void scaled_mass(mpfr_ptr z, const double *x)
{
	mass(z, (const double[]){ x[0] * x[3], x[1] * x[2], 1, 1, x[4] });
}

static void scaled_tail(mpfr_ptr z, const double *x)
{
	tail(z, (const double[]){ x[0] * x[3], x[1] * x[2], 1, 1, x[4] });
}

static void tail_beyond(mpfr_ptr z, const double *x)
{
	tail(z, (const double[]){ x[0], x[1], x[2], x[3], x[4] + 1 });
}

/* (1 - a)^r left out, or without its exponent */
static void without_exponent(mpfr_ptr z, const double *x)
{
	struct law law;

	law_open(&law, x);
	mass_of(z, &law, x);
	mpfr_ui_sub(law.a, 1, law.a, MPFR_RNDN);
	mpfr_ui_sub(law.r, 1, law.r, MPFR_RNDN);
	mpfr_pow(law.t, law.a, law.r, MPFR_RNDN);
	mpfr_mul(z, z, law.t, MPFR_RNDN);
	law_close(&law);
}

static const struct account_mistake of_mass[] = {
	{ NULL, "the geometric law of the whole, not of a part", whole_mass },
	{ NULL, "a geometric law of a part of the scale: its shares do not add up to the whole's law", scaled_mass },
	{ NULL, "1 - a stands for its power part / whole", without_exponent },
	{ NULL, NULL, NULL },
};
static const struct account_mistake of_tail[] = {
	{ NULL, "P(X > x) stands for P(X >= x)", tail_beyond },
	{ NULL, "the geometric law of the whole, not of a part", whole_tail },
	{ NULL, "a geometric law of a part of the scale: its shares do not add up to the whole's law", scaled_tail },
	{ NULL, NULL, NULL },
};

#define MOST 0x1p40

static const struct account_case cases[] = {
	{ "Ordinary", { 1, 1, 1, 2, 0 } }, { "Ordinary", { 1, 1, 1, 2, 1 } }, { "Ordinary", { 1, 2, 1, 3, 2 } }, { "Ordinary", { 7, 3, 2, 3, 2 } },
	{ "Ordinary", { 4, 6, 1, 10, 5 } }, { "Ordinary", { 1, 10, 1, 100, 25 } }, { "Ordinary", { 1, 100, 3, 7, 40 } }, { "Ordinary", { 1, 1000, 1, 1000, 17 } },
	{ "Ordinary", { 1, 1000, 999, 1000, 900 } }, { "Ordinary", { 355, 113, 9, 10, 3 } }, { "Ordinary", { 1, 50, 90, 100, 60 } },
	{ "SmallDelta", { 1, 1, 1, 2, 500 } }, { "SmallDelta", { 1, 2, 1, 1000, 1100 } }, { "SmallDelta", { 300, 1, 1, 3, 1 } }, { "SmallDelta", { 1, 1000, 1, 64, 500000 } },
	{ "SmallDelta", { 1, 1, 1, MOST, 1 } }, { "SmallDelta", { 20, 1, 1, MOST, 25 } }, { "Zero", { 1, 1000, 1, 10, 0 } }, { "Zero", { 30, 1, 1, 10, 0 } },
	{ "Zero", { 1, 1, 1, MOST, 0 } }, { "Boundary", { 1, 2, 1, 1, 3 } }, { "Boundary", { 1, 10, 5, 5, 30 } }, { "Boundary", { 1, 1024, 1, 2, 614399 } },
	{ "Boundary", { 1, 1024, 1, 2, 1 } }, { "LargeParameter", { MOST, MOST - 1, 1, 3, 2 } }, { "LargeParameter", { MOST - 1, MOST, MOST - 1, MOST, 500 } },
	{ "LargeParameter", { MOST / 1024, MOST, 3, 8, 1000 } }, { "LargeParameter", { MOST, 0x1p31, 1, 2, 0 } },
};
static const struct account_case outside[] = {
	{ "p = 0", { 0, 1, 1, 2, 1 } }, { "q = 0", { 1, 0, 1, 2, 1 } }, { "q > 2^40", { MOST, MOST + 1, 1, 2, 1 } }, { "q > 1024 p", { 1, 1025, 1, 2, 1 } },
	{ "part = 0", { 1, 1, 0, 2, 1 } }, { "whole = 0", { 1, 1, 1, 0, 1 } }, { "part > whole", { 1, 1, 3, 2, 1 } }, { "whole > 2^40", { 1, 1, 3, MOST + 1, 1 } },
	{ "p (x + 1) above 600 q", { 1, 1, 1, 2, 600 } }, { "p (x + 1) above 600 q", { 601, 1, 1, 2, 0 } },
};

#define LAW(name, what, function, list) \
	ORACLE(name) \
	{ \
		static const struct account a = { what, { "#p", "#q", "#part", "#whole", "#x" }, function }; \
		book_open(b, #name); \
		book_group(b, what, "From where most of the mass is to where next to nothing is."); \
		account_tests_with(b, &a, list, cases, sizeof cases / sizeof *cases); \
		ACCOUNT_REFUSALS(b, &a, outside); \
		account_sweep(b, &a, list, ACCOUNT_SHARE); \
	}

LAW(polya_mass, "mass", mass, of_mass)
LAW(polya_tail, "tail", tail, of_tail)
