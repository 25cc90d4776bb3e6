/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Gaussian mechanism on a Poisson sample: its curve, from that of the whole, and its Renyi divergence by the binomial
   sum as it stands, in 320 bits. */
#include <math.h>

#include "account.h"

/* (1 - rate) N(0, 1) + rate N(mu, 1) against N(0, 1), or the other way round. */
static void delta_of(mpfr_ptr z, const double *x)
{
	mpfr_t grown, left, at;

	mpfr_inits2(ACCOUNT_BITS, grown, left, at, (mpfr_ptr)0);
	mpfr_set_d(grown, x[2], MPFR_RNDN);
	if (x[3] == 0) { /* e^at = 1 + (e^epsilon - 1) / rate */
		mpfr_expm1(at, grown, MPFR_RNDN);
		mpfr_div_d(at, at, x[1], MPFR_RNDN);
		mpfr_log1p(at, at, MPFR_RNDN);
		mpfr_set_d(left, x[1], MPFR_RNDN);
	} else { /* e^at = e^epsilon rate / left, left = 1 - e^epsilon (1 - rate) */
		mpfr_exp(grown, grown, MPFR_RNDN);
		mpfr_set_d(at, x[1], MPFR_RNDN);
		mpfr_ui_sub(at, 1, at, MPFR_RNDN);
		mpfr_mul(left, grown, at, MPFR_RNDN);
		mpfr_ui_sub(left, 1, left, MPFR_RNDN);
		mpfr_mul_d(at, grown, x[1], MPFR_RNDN);
		mpfr_div(at, at, left, MPFR_RNDN);
		if (mpfr_sgn(left) > 0)
			mpfr_log(at, at, MPFR_RNDN);
	}
	if (mpfr_sgn(left) > 0) {
		mpfr_set_d(grown, x[0], MPFR_RNDN);
		gaussian_curve(z, grown, at);
		mpfr_mul(z, z, left, MPFR_RNDN);
	} else {
		mpfr_set_zero(z, 1);
	}
	mpfr_clears(grown, left, at, (mpfr_ptr)0);
}

void sampled_gaussian_sum(mpfr_ptr z, const double *x, unsigned long power, long less)
{
	const unsigned long alpha = (unsigned long)x[2];
	mpfr_t weight, other, factor, sum;

	mpfr_inits2(ACCOUNT_BITS, weight, other, factor, sum, (mpfr_ptr)0);
	mpfr_set_zero(sum, 1);
	for (unsigned long j = 0; j <= alpha; j++) {
		mpfr_set_d(factor, x[1], MPFR_RNDN);
		mpfr_ui_sub(other, 1, factor, MPFR_RNDN);
		mpfr_pow_ui(other, other, alpha - j, MPFR_RNDN);
		mpfr_pow_ui(weight, factor, j, MPFR_RNDN);
		mpfr_mul(weight, weight, other, MPFR_RNDN);
		for (unsigned long i = 0; i < j; i++) {
			mpfr_mul_ui(weight, weight, alpha - i, MPFR_RNDN);
			mpfr_div_ui(weight, weight, i + 1, MPFR_RNDN);
		}
		mpfr_set_d(factor, x[0], MPFR_RNDN);
		mpfr_pow_ui(factor, factor, power, MPFR_RNDN);
		mpfr_mul_ui(factor, factor, j, MPFR_RNDN);
		mpfr_mul_si(factor, factor, (long)j - less, MPFR_RNDN);
		mpfr_div_2ui(factor, factor, 1, MPFR_RNDN);
		mpfr_exp(factor, factor, MPFR_RNDN);
		mpfr_fma(sum, weight, factor, sum, MPFR_RNDN);
	}
	mpfr_log(z, sum, MPFR_RNDN);
	mpfr_div_ui(z, z, alpha - 1, MPFR_RNDN);
	mpfr_clears(weight, other, factor, sum, (mpfr_ptr)0);
}

static void renyi(mpfr_ptr z, const double *x)
{
	sampled_gaussian_sum(z, x, 2, 1);
}

ORACLE(sampled_gaussian_delta)
{
	static const struct account a = { "delta", { "mu", "rate", "epsilon", "#removed" }, delta_of };
	static const struct account_case list[] = {
		{ "Added", { 1, 0.01, 0.1, 0 } }, { "Added", { 0.5, 0.1, 0.25, 0 } }, { "Added", { 2, 0.5, 1, 0 } }, { "Added", { 0.25, 0.001, 0.001, 0 } }, { "Added", { 4, 0.01, 3, 0 } },
		{ "Added SmallDelta", { 1, 0.01, 2, 0 } }, { "Added SmallDelta", { 0.5, 0x1p-20, 1, 0 } }, { "Added LargeEpsilon", { 40, 0.001, 900, 0 } }, { "Added NoSampling", { 1, 1, 1, 0 } }, { "Added Zero", { 1, 0.01, 0, 0 } },
		{ "Removed", { 1, 0.01, 0.005, 1 } }, { "Removed", { 0.5, 0.5, 0.25, 1 } }, { "Removed", { 2, 0.9, 1, 1 } }, { "Removed", { 4, 0.01, 0.0078125, 1 } },
		{ "Removed SmallDelta", { 0.25, 0.5, 0.5, 1 } }, { "Removed NoSampling", { 1, 1, 1, 1 } }, { "Removed Zero", { 1, 0.01, 0, 1 } }, { "Removed Nothing", { 1, 0.5, 1, 1 } }, { "Removed Nothing", { 64, 0.01, 0.1, 1 } },
	};
	static const struct account_case outside[] = {
		{ "mu below 2^-10", { 0, 0.1, 1, 0 } }, { "mu is not a number", { NAN, 0.1, 1, 0 } }, { "rate 0", { 1, 0, 1, 0 } }, { "rate above 1", { 1, 1.5, 1, 0 } },
		{ "negative epsilon", { 1, 0.1, -1, 0 } }, { "epsilon above 1000", { 1, 0.1, 1001, 0 } }, { "removed is no truth value", { 1, 0.1, 1, 2 } },
	};

	book_open(b, "sampled_gaussian_delta");
	book_group(b, "curve", "A record added, and one removed.");
	ACCOUNT_TESTS(b, &a, list);
	ACCOUNT_REFUSALS(b, &a, outside);
	static const struct account_case inside[] = { { "Added Boundary", { 0x1p-10, 0.5, 0, 0 } }, { "Added Boundary", { 64, 0x1p-30, 1000, 0 } }, { "Removed Boundary", { 64, 0x1p-30, 0, 1 } } };
	static const struct account_case beyond[] = {
		{ "mu just below", { 0x1.fffffffffffffp-11, 0.5, 0, 0 } }, { "mu just above", { 0x1.0000000000001p6, 0.5, 0, 0 } }, { "rate just below", { 1, 0x1.fffffffffffffp-31, 0, 0 } },
		{ "rate just above", { 1, 0x1.0000000000001p0, 0, 1 } }, { "epsilon just above", { 64, 0.5, 0x1.f400000000001p9, 0 } }, { "epsilon just below", { 64, 0.5, -0x1p-1074, 1 } },
	};
	ACCOUNT_EDGES(b, &a, inside, beyond);
	account_sweep(b, &a, NULL, ACCOUNT_SHARE);
}

ORACLE(sampled_gaussian_renyi)
{
	static const struct account a = { "renyi", { "mu", "rate", "#alpha" }, renyi };
	static const struct account_case list[] = {
		{ "Ordinary", { 1, 0.01, 2 } }, { "Ordinary", { 0.5, 0.1, 8 } }, { "Ordinary", { 2, 0.001, 32 } }, { "Ordinary", { 0.25, 0.5, 5 } }, { "Ordinary", { 0.9, 0.02, 64 } },
		{ "SmallDivergence", { 0x1p-10, 0x1p-20, 2 } }, { "SmallDivergence", { 0.1, 1e-5, 16 } }, { "SmallDivergence", { 0x1p-10, 0.5, 256 } },
		{ "LargeEpsilon", { 8, 0.01, 256 } }, { "LargeEpsilon", { 64, 0x1p-20, 100 } }, { "LargeEpsilon", { 3, 0.001, 256 } }, { "NoSampling", { 1, 1, 2 } }, { "NoSampling", { 2, 1, 256 } },
	};
	static const struct account_case outside[] = {
		{ "mu below 2^-10", { 0, 0.1, 2 } }, { "rate 0", { 1, 0, 2 } }, { "rate above 1", { 1, 1.5, 2 } }, { "rate is not a number", { 1, NAN, 2 } }, { "alpha 1", { 1, 0.1, 1 } }, { "alpha above 256", { 1, 0.1, 257 } },
	};

	book_open(b, "sampled_gaussian_renyi");
	book_group(b, "orders", "Whole orders, low and high.");
	ACCOUNT_TESTS(b, &a, list);
	ACCOUNT_REFUSALS(b, &a, outside);
	static const struct account_case inside[] = { { "Boundary", { 0x1p-10, 0.5, 2 } }, { "Boundary", { 64, 0x1p-30, 256 } } };
	static const struct account_case beyond[] = {
		{ "mu just below", { 0x1.fffffffffffffp-11, 0.5, 2 } }, { "mu just above", { 0x1.0000000000001p6, 0.5, 2 } }, { "rate just below", { 1, 0x1.fffffffffffffp-31, 2 } },
		{ "rate just above", { 1, 0x1.0000000000001p0, 2 } }, { "alpha 0", { 1, 0.5, 0 } },
	};
	ACCOUNT_EDGES(b, &a, inside, beyond);
	account_sweep(b, &a, NULL, ACCOUNT_SHARE);
}
