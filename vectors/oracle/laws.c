/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Masses and tails of the laws that the integer samplers have, from their definitions, in 320 bits. */
#include <math.h>

#include "account.h"

/* exp(-times p / q) */
static void decay(mpfr_ptr z, const double *x, double times)
{
	mpfr_set_d(z, -times, MPFR_RNDN);
	mpfr_mul_d(z, z, x[0], MPFR_RNDN);
	mpfr_div_d(z, z, x[1], MPFR_RNDN);
	mpfr_exp(z, z, MPFR_RNDN);
}

/* exp(-p x / q) (1 - a) / (1 + a), a = exp(-p / q), of which the factors are left out that are not asked for */
static void with_factors(mpfr_ptr z, const double *x, bool difference, bool sum)
{
	mpfr_t a;

	mpfr_init2(a, ACCOUNT_BITS);
	decay(z, x, x[2]);
	mpfr_set_d(a, -x[0], MPFR_RNDN);
	mpfr_div_d(a, a, x[1], MPFR_RNDN);
	mpfr_expm1(a, a, MPFR_RNDN);
	mpfr_neg(a, a, MPFR_RNDN);
	if (difference)
		mpfr_mul(z, z, a, MPFR_RNDN);
	mpfr_ui_sub(a, 2, a, MPFR_RNDN);
	if (sum)
		mpfr_div(z, z, a, MPFR_RNDN);
	mpfr_clear(a);
}

static void exp_mass(mpfr_ptr z, const double *x) { decay(z, x, 1); }
static void geometric_mass(mpfr_ptr z, const double *x) { with_factors(z, x, true, false); }
static void geometric_tail(mpfr_ptr z, const double *x) { with_factors(z, x, false, false); }
static void laplace_mass(mpfr_ptr z, const double *x) { with_factors(z, x, true, true); }
static void laplace_tail(mpfr_ptr z, const double *x) { with_factors(z, x, false, true); }

/* exp(-y^2 q / (2 p)) */
static void weight(mpfr_ptr z, const double *x, double y)
{
	mpfr_set_d(z, y, MPFR_RNDN);
	mpfr_sqr(z, z, MPFR_RNDN);
	mpfr_mul_d(z, z, x[1], MPFR_RNDN);
	mpfr_div_d(z, z, -2 * x[0], MPFR_RNDN);
	mpfr_exp(z, z, MPFR_RNDN);
}

/* The weights from `from` on; beyond 50 sigma they are below e^-1250, and no tail that is asked is below e^-690. */
static void weights(mpfr_ptr z, const double *x, double from)
{
	mpfr_t one;

	mpfr_init2(one, ACCOUNT_BITS);
	mpfr_set_zero(z, 1);
	for (double y = from; y <= 50 * sqrt(x[0] / x[1]) + 20; y++) {
		weight(one, x, y);
		mpfr_add(z, z, one, MPFR_RNDN);
	}
	mpfr_clear(one);
}

static void over_all(mpfr_ptr z, const double *x)
{
	mpfr_t all;

	mpfr_init2(all, ACCOUNT_BITS);
	weights(all, x, 1);
	mpfr_mul_ui(all, all, 2, MPFR_RNDN);
	mpfr_add_ui(all, all, 1, MPFR_RNDN);
	mpfr_div(z, z, all, MPFR_RNDN);
	mpfr_clear(all);
}

static void gaussian_mass(mpfr_ptr z, const double *x)
{
	weight(z, x, x[2]);
	over_all(z, x);
}

static void gaussian_tail(mpfr_ptr z, const double *x)
{
	weights(z, x, x[2]);
	over_all(z, x);
}

#define WIDE 0x1p40

static const struct account_case rates[] = {
	{ "Ordinary", { 1, 1, 0 } }, { "Ordinary", { 1, 1, 1 } }, { "Ordinary", { 1, 2, 3 } }, { "Ordinary", { 7, 3, 2 } }, { "Ordinary", { 4, 6, 5 } },
	{ "Ordinary", { 1, 10, 25 } }, { "Ordinary", { 1, 1000, 17 } }, { "Ordinary", { 355, 113, 9 } }, { "SmallDelta", { 1, 1, 40 } },
	{ "SmallDelta", { 1, 2, 1300 } }, { "SmallDelta", { 340, 1, 1 } }, { "SmallDelta", { 1, 1000, 650000 } }, { "Zero", { 1, 1000, 0 } },
	{ "Zero", { 30, 1, 0 } }, { "LargeParameter", { 1, WIDE, 0 } }, { "LargeParameter", { 1, WIDE, WIDE - 1 } }, { "LargeParameter", { 3, WIDE - 1, WIDE } },
	{ "LargeParameter", { WIDE, WIDE - 1, 3 } }, { "LargeParameter", { WIDE - 1, WIDE, 600 } },
};
static const struct account_case variances[] = {
	{ "Ordinary", { 1, 1, 0 } }, { "Ordinary", { 1, 1, 1 } }, { "Ordinary", { 4, 1, 3 } }, { "Ordinary", { 10, 3, 2 } }, { "Ordinary", { 18, 8, 5 } },
	{ "Ordinary", { 100, 1, 7 } }, { "Ordinary", { 1000, 1, 100 } }, { "Narrow", { 1, 4, 0 } }, { "Narrow", { 1, 4, 1 } }, { "Narrow", { 1, 10, 2 } },
	{ "Narrow", { 1, 1000, 1 } }, { "SmallDelta", { 1, 1, 9 } }, { "SmallDelta", { 4, 1, 70 } }, { "SmallDelta", { 100, 1, 360 } },
	{ "SmallDelta", { 1000, 3, 600 } }, { "Zero", { 1000, 1, 0 } }, { "Zero", { 1, 64, 0 } }, { "LargeParameter", { WIDE, WIDE - 1, 2 } },
	{ "LargeParameter", { WIDE - 1, 0x1p30, 50 } },
};
static const struct account_case exponents[] = {
	{ "Ordinary", { 1, 1 } }, { "Ordinary", { 1, 2 } }, { "Ordinary", { 2, 4 } }, { "Ordinary", { 7, 3 } }, { "Ordinary", { 22, 7 } }, { "Ordinary", { 1, 1000 } },
	{ "SmallDelta", { 40, 1 } }, { "SmallDelta", { 680, 1 } }, { "SmallDelta", { 1301, 2 } }, { "Zero", { 0, 1 } }, { "Zero", { 0, 7 } },
	{ "LargeParameter", { 1, WIDE } }, { "LargeParameter", { WIDE - 1, WIDE } }, { "LargeParameter", { WIDE, WIDE - 1 } }, { "LargeParameter", { WIDE, 0x1p31 - 1 } },
};
static const struct account_case no_rate[] = {
	{ "p = 0", { 0, 1, 1 } }, { "q = 0", { 1, 0, 1 } }, { "q > 2^40", { 1, WIDE + 1, 1 } }, { "p (x + 1) above 690 q", { 1, 1, 690 } },
	{ "p (x + 1) above 690 q", { 691, 1, 0 } },
};
static const struct account_case no_variance[] = {
	{ "p = 0", { 0, 1, 1 } }, { "q = 0", { 1, 0, 1 } }, { "p > 2^40", { WIDE + 1, WIDE, 1 } }, { "sigma^2 above 2^10", { 1025, 1, 1 } },
	{ "x^2 q above 1360 p", { 1, 1, 37 } },
};
static const struct account_case no_exponent[] = { { "q = 0", { 1, 0 } }, { "q > 2^40", { 1, WIDE + 1 } }, { "p above 690 q", { 691, 1 } } };

#define MASSES(law, input, function, list, outside, what) \
	ORACLE(law) \
	{ \
		static const struct account a = { what, input, function }; \
		book_open(b, #law); \
		book_group(b, what, "From where most of the mass is to where next to nothing is."); \
		account_masses(b, &a, list, sizeof list / sizeof *list); \
		ACCOUNT_REFUSALS(b, &a, outside); \
		account_sweep(b, &a, NULL, 0x1p-51); \
	}

#define THREE { "#p", "#q", "#x" }
#define TWO { "#p", "#q" }

MASSES(bernoulli_exp_mass, TWO, exp_mass, exponents, no_exponent, "mass")
MASSES(geometric_mass, THREE, geometric_mass, rates, no_rate, "mass")
MASSES(geometric_tail, THREE, geometric_tail, rates, no_rate, "tail")
MASSES(discrete_laplace_mass, THREE, laplace_mass, rates, no_rate, "mass")
MASSES(discrete_laplace_tail, THREE, laplace_tail, rates, no_rate, "tail")
MASSES(discrete_gaussian_mass, THREE, gaussian_mass, variances, no_variance, "mass")
MASSES(discrete_gaussian_tail, THREE, gaussian_tail, variances, no_variance, "tail")
