/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the Gaussian mechanism needs and costs, by the exact curve and by the published formulas. */
#include <math.h>

#include "account.h"

/* sensitivity sqrt(releases) / mu */
static void gaussian_sigma(mpfr_ptr z, const double *x)
{
	mpfr_t mu;

	mpfr_init2(mu, ACCOUNT_BITS);
	gaussian_largest_mu(mu, x[0], x[1]);
	mpfr_set_d(z, x[3], MPFR_RNDN);
	mpfr_sqrt(z, z, MPFR_RNDN);
	mpfr_mul_d(z, z, x[2], MPFR_RNDN);
	mpfr_div(z, z, mu, MPFR_RNDN);
	mpfr_clear(mu);
}

/* z = sqrt(2 log(top / delta)) */
static void root_of_log(mpfr_ptr z, double top, double delta)
{
	mpfr_set_d(z, top, MPFR_RNDN);
	mpfr_div_d(z, z, delta, MPFR_RNDN);
	mpfr_log(z, z, MPFR_RNDN);
	mpfr_mul_2ui(z, z, 1, MPFR_RNDN);
	mpfr_sqrt(z, z, MPFR_RNDN);
}

static void classical_sigma(mpfr_ptr z, const double *x)
{
	root_of_log(z, 1.25, x[1]);
	mpfr_mul_d(z, z, x[2], MPFR_RNDN);
	mpfr_div_d(z, z, x[0], MPFR_RNDN);
}

/* mu^2 / 2 */
static void half_square(mpfr_ptr z, double mu)
{
	mpfr_set_d(z, mu, MPFR_RNDN);
	mpfr_sqr(z, z, MPFR_RNDN);
	mpfr_div_2ui(z, z, 1, MPFR_RNDN);
}

static void published_epsilon(mpfr_ptr z, const double *x)
{
	mpfr_t half;

	mpfr_init2(half, ACCOUNT_BITS);
	half_square(half, x[0]);
	root_of_log(z, 1, x[1]);
	mpfr_mul_d(z, z, x[0], MPFR_RNDN);
	mpfr_add(z, z, half, MPFR_RNDN);
	mpfr_clear(half);
}

/* e^(-(epsilon - mu^2/2)^2 / (2 mu^2)), 1 for epsilon <= mu^2 / 2 */
static void published_delta(mpfr_ptr z, const double *x)
{
	half_square(z, x[0]);
	mpfr_d_sub(z, x[1], z, MPFR_RNDN);
	if (mpfr_sgn(z) <= 0)
		mpfr_set_zero(z, 1);
	mpfr_div_d(z, z, x[0], MPFR_RNDN);
	mpfr_sqr(z, z, MPFR_RNDN);
	mpfr_div_si(z, z, -2, MPFR_RNDN);
	mpfr_exp(z, z, MPFR_RNDN);
}

#define ORDINARY "Ordinary"

ORACLE(gaussian_sigma)
{
	static const struct account a = { "sigma", { "epsilon", "delta", "sensitivity", "#releases" }, gaussian_sigma };
	static const struct account_case list[] = {
		{ ORDINARY, { 1, 1e-5, 1, 1 } }, { ORDINARY, { 0.5, 1e-6, 2, 1 } }, { ORDINARY, { 0.1, 1e-5, 1, 1 } }, { ORDINARY, { 3, 1e-9, 0.1, 10 } }, { ORDINARY, { 8, 1e-3, 5, 100 } },
		{ "Releases", { 1, 1e-5, 1, 4 } }, { "Releases", { 1, 1e-5, 1, 1000000 } }, { "Releases", { 2, 1e-6, 0.25, 0x1p32 } }, { "Releases", { 1, 1e-6, 3, 2 } },
		{ "SmallDelta", { 5, 1e-15, 1, 1 } }, { "SmallDelta", { 1, 1e-30, 1, 1 } }, { "SmallDelta", { 1, 1e-100, 1, 1 } }, { "SmallDelta", { 1, 1e-300, 1, 1 } },
		{ "SmallDelta", { 0.1, 1e-20, 1, 1 } }, { "SmallDelta", { 0x1p-10, 1e-300, 0x1p20, 1 } },
		{ "LargeEpsilon", { 20, 1e-8, 1, 1 } }, { "LargeEpsilon", { 50, 1e-10, 1, 1 } }, { "LargeEpsilon", { 100, 1e-5, 1, 1 } }, { "LargeEpsilon", { 500, 1e-10, 1, 1 } }, { "LargeEpsilon", { 700, 1e-20, 1, 1 } },
		{ "LargeEpsilon", { 1000, 0.5, 0x1p-20, 1 } }, { "LargeEpsilon SmallDelta", { 1000, 1e-300, 1, 1 } },
		{ "LargeDelta", { 0x1p-10, 0.5, 1, 1 } }, { "LargeDelta", { 1, 0.25, 1, 1 } },
	};
	static const struct account_case outside[] = {
		{ "epsilon 0", { 0, 1e-5, 1, 1 } }, { "epsilon above 1000", { 1001, 1e-5, 1, 1 } }, { "epsilon is infinite", { INFINITY, 1e-5, 1, 1 } }, { "delta 0", { 1, 0, 1, 1 } },
		{ "delta above 1/2", { 1, 0.75, 1, 1 } }, { "delta is not a number", { 1, NAN, 1, 1 } }, { "negative sensitivity", { 1, 1e-5, -1, 1 } }, { "no release", { 1, 1e-5, 1, 0 } },
	};

	book_open(b, "gaussian_sigma");
	book_group(b, "calibration", "One release and many, small deltas, large epsilons.");
	ACCOUNT_TESTS(b, &a, list);
	ACCOUNT_REFUSALS(b, &a, outside);
	account_sweep(b, &a, NULL, ACCOUNT_SHARE);
}

ORACLE(gaussian_classical_sigma)
{
	static const struct account a = { "sigma", { "epsilon", "delta", "sensitivity" }, classical_sigma };
	static const struct account_case list[] = {
		{ ORDINARY, { 0.5, 1e-5, 1 } }, { ORDINARY, { 0.1, 1e-6, 2 } }, { ORDINARY, { 0.9, 1e-3, 0.1 } }, { ORDINARY, { 0.25, 0.01, 10 } },
		{ "SmallDelta", { 0.5, 1e-300, 1 } }, { "SmallDelta", { 0.999, 1e-30, 1 } }, { "Boundary", { 0x1p-10, 0.5, 1 } }, { "Boundary", { 1 - 0x1p-53, 1e-5, 1 } },
	};
	static const struct account_case outside[] = {
		{ "epsilon 1", { 1, 1e-5, 1 } }, { "epsilon 0", { 0, 1e-5, 1 } }, { "delta 0", { 0.5, 0, 1 } }, { "delta above 1/2", { 0.5, 0.75, 1 } }, { "epsilon is not a number", { NAN, 1e-5, 1 } },
	};

	book_open(b, "gaussian_classical_sigma");
	book_group(b, "formula", "Epsilons below 1, for which alone the theorem holds.");
	ACCOUNT_TESTS(b, &a, list);
	ACCOUNT_REFUSALS(b, &a, outside);
	account_sweep(b, &a, NULL, ACCOUNT_SHARE);
	static const struct account_case least[] = { { "Boundary", { 0.5, 1e-300, 0x1p-20 } }, { "Boundary", { 0.5, 0.5, 0x1p20 } } };
	static const struct account_case beyond[] = {
		{ "sensitivity just below", { 0.5, 1e-5, 0x1.fffffffffffffp-21 } }, { "sensitivity just above", { 0.5, 1e-5, 0x1.0000000000001p20 } },
		{ "delta just below", { 0.5, 0x1.56e1fc2f8f358p-997, 1 } }, { "epsilon just below", { 0x1.fffffffffffffp-11, 1e-5, 1 } },
	};
	ACCOUNT_EDGES(b, &a, least, beyond);
}

ORACLE(gaussian_published_epsilon)
{
	static const struct account a = { "epsilon", { "mu", "delta" }, published_epsilon };
	static const struct account_case list[] = {
		{ ORDINARY, { 1, 1e-5 } }, { ORDINARY, { 0.1, 1e-6 } }, { ORDINARY, { 3, 1e-3 } }, { ORDINARY, { 0.5, 0.01 } },
		{ "SmallDelta", { 1, 1e-300 } }, { "SmallDelta", { 0x1p-10, 1e-100 } }, { "LargeMu", { 64, 0.5 } }, { "LargeMu", { 20, 1e-9 } },
	};
	static const struct account_case outside[] = {
		{ "mu below 2^-10", { 0, 1e-5 } }, { "mu above 64", { 65, 1e-5 } }, { "mu is infinite", { INFINITY, 1e-5 } }, { "delta 0", { 1, 0 } }, { "delta above 1/2", { 1, 0.75 } },
	};

	book_open(b, "gaussian_published_epsilon");
	book_group(b, "formula", "Ordinary, small and large.");
	ACCOUNT_TESTS(b, &a, list);
	ACCOUNT_REFUSALS(b, &a, outside);
	account_sweep(b, &a, NULL, ACCOUNT_SHARE);
}

ORACLE(gaussian_published_delta)
{
	static const struct account a = { "delta", { "mu", "epsilon" }, published_delta };
	static const struct account_case list[] = {
		{ ORDINARY, { 1, 3 } }, { ORDINARY, { 0.1, 0.5 } }, { ORDINARY, { 3, 12 } }, { ORDINARY, { 0.5, 1 } }, { "SmallDelta", { 1, 36 } }, { "SmallDelta", { 0x1p-10, 0.03 } },
		{ "LargeEpsilon", { 40, 1000 } }, { "Nothing", { 2, 2 } }, { "Nothing", { 2, 1 } }, { "Nothing", { 64, 0 } },
	};
	static const struct account_case outside[] = {
		{ "mu below 2^-10", { 0, 1 } }, { "mu above 64", { 65, 1 } }, { "negative epsilon", { 1, -1 } }, { "epsilon above 1000", { 64, 1001 } }, { "epsilon is not a number", { 1, NAN } },
	};

	book_open(b, "gaussian_published_delta");
	book_group(b, "formula", "Ordinary, small and large; epsilons at which the formula says nothing.");
	ACCOUNT_TESTS(b, &a, list);
	ACCOUNT_REFUSALS(b, &a, outside);
	account_sweep(b, &a, NULL, ACCOUNT_SHARE);
}
