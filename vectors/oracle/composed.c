/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One release many times, one entry many times, and figures of papers beside what is so; from their formulas, in 320 bits. */
#include <math.h>

#include "account.h"

/* z = (e^(k epsilon) - 1) / (e^epsilon - 1) delta, x = epsilon, delta, k */
static void user_delta(mpfr_ptr z, const double *x)
{
	mpfr_t one;

	mpfr_init2(one, ACCOUNT_BITS);
	mpfr_set_d(z, x[0], MPFR_RNDN);
	mpfr_expm1(one, z, MPFR_RNDN);
	mpfr_mul_d(z, z, x[2], MPFR_RNDN);
	mpfr_expm1(z, z, MPFR_RNDN);
	if (x[0] == 0)
		mpfr_set_d(z, x[2], MPFR_RNDN);
	else
		mpfr_div(z, z, one, MPFR_RNDN);
	mpfr_mul_d(z, z, x[1], MPFR_RNDN);
	mpfr_clear(one);
}

/* k e^(times epsilon) delta */
static void user_bound(mpfr_ptr z, const double *x, double times)
{
	mpfr_set_d(z, x[0], MPFR_RNDN);
	mpfr_mul_d(z, z, times, MPFR_RNDN);
	mpfr_exp(z, z, MPFR_RNDN);
	mpfr_mul_d(z, z, x[2], MPFR_RNDN);
	mpfr_mul_d(z, z, x[1], MPFR_RNDN);
}

static void user_times(mpfr_ptr z, const double *x) { user_bound(z, x, 0); }
static void user_book(mpfr_ptr z, const double *x) { user_bound(z, x, x[2] - 1); }

static void user_sum_from_one(mpfr_ptr z, const double *x)
{
	mpfr_t factor;

	user_delta(z, x);
	mpfr_init2(factor, ACCOUNT_BITS);
	mpfr_set_d(factor, x[0], MPFR_RNDN);
	mpfr_exp(factor, factor, MPFR_RNDN);
	mpfr_mul(z, z, factor, MPFR_RNDN);
	mpfr_clear(factor);
}

/* sum of C(k, i) max(0, e^((k - i) e0) - e^(epsilon + i e0)) / (1 + e^e0)^k; x = e0, delta0, k, epsilon */
static void of_randomized(mpfr_ptr z, const double *x)
{
	const unsigned long k = (unsigned long)x[2];
	mpfr_t e, ways, term, other;

	mpfr_inits2(ACCOUNT_BITS + 1000, e, ways, term, other, (mpfr_ptr)NULL);
	mpfr_set_ui(ways, 1, MPFR_RNDN);
	mpfr_set_prec(z, ACCOUNT_BITS + 1000);
	mpfr_set_zero(z, 1);
	for (unsigned long i = 0; i <= k; i++) {
		mpfr_set_d(term, x[0], MPFR_RNDN);
		mpfr_mul_ui(other, term, i, MPFR_RNDN);
		mpfr_mul_ui(term, term, k - i, MPFR_RNDN);
		mpfr_add_d(other, other, x[3], MPFR_RNDN);
		if (mpfr_cmp(term, other) > 0) { /* both are exact */
			mpfr_exp(term, term, MPFR_RNDN);
			mpfr_exp(other, other, MPFR_RNDN);
			mpfr_sub(term, term, other, MPFR_RNDN);
			mpfr_mul(term, term, ways, MPFR_RNDN);
			mpfr_add(z, z, term, MPFR_RNDN);
		}
		mpfr_mul_ui(ways, ways, k - i, MPFR_RNDN);
		mpfr_div_ui(ways, ways, i + 1, MPFR_RNDN);
	}
	mpfr_set_d(e, x[0], MPFR_RNDN);
	mpfr_exp(e, e, MPFR_RNDN);
	mpfr_add_ui(e, e, 1, MPFR_RNDN);
	mpfr_pow_ui(e, e, k, MPFR_RNDN);
	mpfr_div(z, z, e, MPFR_RNDN);
	mpfr_prec_round(z, ACCOUNT_BITS, MPFR_RNDN);
	mpfr_clears(e, ways, term, other, (mpfr_ptr)NULL);
}

/* u + z (1 - u), u = 1 - (1 - delta0)^k */
static void optimal_delta(mpfr_ptr z, const double *x)
{
	mpfr_t u, rest;

	of_randomized(z, x);
	mpfr_init2(u, ACCOUNT_BITS);
	mpfr_init2(rest, ACCOUNT_BITS);
	mpfr_set_d(u, -x[1], MPFR_RNDN);
	mpfr_log1p(u, u, MPFR_RNDN);
	mpfr_mul_d(u, u, x[2], MPFR_RNDN);
	mpfr_exp(rest, u, MPFR_RNDN);
	mpfr_expm1(u, u, MPFR_RNDN);
	mpfr_mul(z, z, rest, MPFR_RNDN);
	mpfr_sub(z, z, u, MPFR_RNDN);
	mpfr_clear(u);
	mpfr_clear(rest);
}

static void without_delta0(mpfr_ptr z, const double *x) { of_randomized(z, x); }

static void deltas_added(mpfr_ptr z, const double *x)
{
	of_randomized(z, x);
	mpfr_add_d(z, z, x[1] * x[2], MPFR_RNDN);
}

/* e^(-(epsilon - k e0 (e^e0 - 1))^2 / (2 k e0^2)) + k delta0, where epsilon is above k e0 (e^e0 - 1) */
static void advanced(mpfr_ptr z, const double *x)
{
	mpfr_set_d(z, x[0], MPFR_RNDN);
	mpfr_expm1(z, z, MPFR_RNDN);
	mpfr_mul_d(z, z, x[2] * x[0], MPFR_RNDN);
	mpfr_d_sub(z, x[3], z, MPFR_RNDN);
	if (mpfr_sgn(z) <= 0) {
		mpfr_set_nan(z);
		return;
	}
	mpfr_sqr(z, z, MPFR_RNDN);
	mpfr_div_d(z, z, -2 * x[2] * x[0] * x[0], MPFR_RNDN);
	mpfr_exp(z, z, MPFR_RNDN);
	mpfr_add_d(z, z, x[1] * x[2], MPFR_RNDN);
}

/* 1 + sqrt(2 log(1 / delta)) / mu */
static void order(mpfr_ptr z, const double *x)
{
	mpfr_set_d(z, x[1], MPFR_RNDN);
	mpfr_log(z, z, MPFR_RNDN);
	mpfr_mul_si(z, z, -2, MPFR_RNDN);
	mpfr_sqrt(z, z, MPFR_RNDN);
	mpfr_div_d(z, z, x[0], MPFR_RNDN);
	mpfr_add_ui(z, z, 1, MPFR_RNDN);
}

static void order_less_one(mpfr_ptr z, const double *x)
{
	order(z, x);
	mpfr_sub_ui(z, z, 1, MPFR_RNDN);
}

static void order_of_square(mpfr_ptr z, const double *x)
{
	order(z, (const double[]){ x[0] * x[0], x[1] });
}

/* log(1 + (e^(times a) - 1) / w), x = w, a */
static void loss(mpfr_ptr z, const double *x, double times)
{
	mpfr_set_d(z, x[1], MPFR_RNDN);
	mpfr_mul_d(z, z, times, MPFR_RNDN);
	mpfr_expm1(z, z, MPFR_RNDN);
	mpfr_div_d(z, z, x[0], MPFR_RNDN);
	mpfr_log1p(z, z, MPFR_RNDN);
}

static void published_loss(mpfr_ptr z, const double *x) { loss(z, x, 1); }

static void true_loss(mpfr_ptr z, const double *x)
{
	if (x[0] * x[1] > 1e6)
		mpfr_set_nan(z);
	else
		loss(z, x, x[0]);
}

/* epsilon (1 + beta) / sqrt(1 + beta^2) */
static void worth(mpfr_ptr z, const double *x)
{
	mpfr_set_d(z, x[1], MPFR_RNDN);
	mpfr_sqr(z, z, MPFR_RNDN);
	mpfr_add_ui(z, z, 1, MPFR_RNDN);
	mpfr_rec_sqrt(z, z, MPFR_RNDN);
	mpfr_mul_d(z, z, x[0], MPFR_RNDN);
	mpfr_t sum;
	mpfr_init2(sum, ACCOUNT_BITS);
	mpfr_set_d(sum, x[1], MPFR_RNDN);
	mpfr_add_ui(sum, sum, 1, MPFR_RNDN);
	mpfr_mul(z, z, sum, MPFR_RNDN);
	mpfr_clear(sum);
}

static void deviations_added(mpfr_ptr z, const double *x) { mpfr_set_d(z, x[0], MPFR_RNDN); }

static void sensitive_alone(mpfr_ptr z, const double *x)
{
	mpfr_set_d(z, x[1], MPFR_RNDN);
	mpfr_add_ui(z, z, 1, MPFR_RNDN);
	mpfr_mul_d(z, z, x[0], MPFR_RNDN);
}

static const struct account_mistake of_user[] = {
	{ NULL, "k delta, as if epsilon were 0", user_times }, { NULL, "k e^((k - 1) epsilon) delta, a bound that is not the least", user_book },
	{ NULL, "the sum runs from 1 to k, not from 0 to k - 1: a factor e^epsilon too many", user_sum_from_one }, { NULL, NULL, NULL },
};
static const struct account_mistake of_optimal[] = {
	{ NULL, "delta0 is left out", without_delta0 }, { NULL, "k delta0 is added: not the optimum", deltas_added },
	{ NULL, "the advanced composition theorem (Dwork, Rothblum and Vadhan 2010), which is no optimum", advanced }, { NULL, NULL, NULL },
};
static const struct account_mistake of_order[] = {
	{ NULL, "the 1 of 1 + ... is left out", order_less_one }, { NULL, "mu^2 stands for mu", order_of_square }, { NULL, NULL, NULL },
};
static const struct account_mistake of_published[] = { { NULL, "the true loss, importance_loss: this is what the paper has", true_loss }, { NULL, NULL, NULL } };
static const struct account_mistake of_worth[] = {
	{ NULL, "deviations are added where variances are: the paper's epsilon", deviations_added },
	{ NULL, "what an item costs that sensitive raters alone rated", sensitive_alone }, { NULL, NULL, NULL },
};

static const struct account_case users[] = {
	{ "Ordinary", { 1, 1e-6, 10 } }, { "Ordinary", { 0.5, 1e-8, 20 } }, { "Ordinary", { 0.1, 1e-5, 100 } }, { "Ordinary", { 3, 1e-12, 3 } }, { "Ordinary", { 0.01, 1e-7, 737 } },
	{ "Ordinary", { 2.5, 0.125, 2 } }, { "Zero", { 0, 1e-6, 10 } }, { "Zero", { 0, 1, 1000 } }, { "OneEntry", { 1, 1e-6, 1 } }, { "OneEntry", { 10, 0.5, 1 } },
	{ "OneEntry", { 0, 1e-300, 1 } }, { "SmallLoss", { 1e-12, 1e-6, 500 } }, { "SmallLoss", { 0x1p-1074, 1e-9, 7 } }, { "SmallLoss", { 1e-300, 0.25, 1000 } },
	{ "LargeEpsilon", { 10, 1e-200, 60 } }, { "LargeEpsilon", { 0.6, 1e-100, 1000 } }, { "LargeEpsilon", { 8, 1e-9, 75 } }, { "Boundary", { 10, 1, 60 } },
	{ "Boundary", { 0x1.3333333333333p-1, 1e-300, 1000 } }, { "Boundary", { 1, 1, 600 } },
};
static const struct account_case no_user[] = {
	{ "negative epsilon", { -0x1p-1074, 1e-6, 2 } }, { "epsilon above 10", { 0x1.4000000000001p3, 1e-6, 2 } }, { "delta 0", { 1, 0, 2 } },
	{ "delta above 1", { 1, 0x1.0000000000001p0, 2 } }, { "no entry", { 1, 1e-6, 0 } }, { "too many entries", { 0.1, 1e-6, 1001 } },
	{ "k epsilon above 600", { 1, 1e-6, 601 } }, { "epsilon is not a number", { (double)NAN, 1e-6, 2 } },
};
static const struct account_case composed[] = {
	{ "Ordinary", { 1, 1e-6, 10, 5 } }, { "Ordinary", { 0.5, 1e-8, 20, 3 } }, { "Ordinary", { 0.125, 1e-5, 100, 2.5 } }, { "Ordinary", { 3, 0.001, 3, 6 } },
	{ "Ordinary", { 0.1, 1e-3, 7, 0.3 } }, { "Pure", { 1, 0, 10, 5 } }, { "Pure", { 0.5, 0, 20, 3 } }, { "Pure", { 0.25, 0, 64, 6 } }, { "Pure", { 2, 0, 1, 1 } },
	{ "Pure", { 0x1p-10, 0, 1000, 0.03125 } }, { "SmallDelta", { 0.125, 0, 400, 40 } }, { "SmallDelta", { 0.25, 0, 400, 95 } }, { "SmallDelta", { 1, 0, 100, 96 } },
	{ "SmallDelta", { 0.125, 1e-200, 100, 12 } }, { "SmallDelta", { 0.1, 1e-300, 10, 10 } }, { "Zero", { 1, 0, 10, 10 } }, { "Zero", { 0.5, 0, 3, 600 } },
	{ "Zero", { 1, 1e-6, 10, 0 } }, { "Zero", { 0.25, 0, 9, 0 } }, { "Zero", { 0.25, 0, 10, 0 } }, { "Releases", { 0.5, 0, 1000, 150 } },
	{ "Releases", { 0x1p-7, 1e-9, 1000, 0.5 } }, { "Releases", { 0.0625, 1e-12, 999, 5 } }, { "Boundary", { 1, 0, 10, 4 } }, { "Boundary", { 1, 0, 10, 0x1.0000000000001p2 } },
	{ "Boundary", { 1, 0, 10, 0x1.fffffffffffffp1 } }, { "Boundary", { 0.25, 0.5, 2, 0.25 } }, { "Boundary", { 10, 0, 60, 580 } }, { "Boundary", { 10, 0, 1, 9.999 } },
	{ "Boundary", { 0x1p-10, 0, 1, 0 } },
};
static const struct account_case no_release[] = {
	{ "e0 just below", { 0x1.fffffffffffffp-11, 0, 2, 1 } }, { "e0 above 10", { 0x1.4000000000001p3, 0, 2, 1 } }, { "negative delta0", { 1, -0x1p-1074, 2, 1 } },
	{ "delta0 above 1/2", { 1, 0x1.0000000000001p-1, 2, 1 } }, { "no release", { 1, 0, 0, 1 } }, { "too many releases", { 0.125, 0, 1001, 1 } },
	{ "k e0 above 600", { 1, 0, 601, 1 } }, { "negative epsilon", { 1, 0, 2, -0x1p-1074 } }, { "epsilon above 600", { 1, 0, 2, 0x1.2c00000000001p9 } },
	{ "e0 is not a number", { (double)NAN, 0, 2, 1 } },
};
static const struct account_case orders[] = {
	{ "Ordinary", { 1, 1e-5 } }, { "Ordinary", { 0.5, 1e-6 } }, { "Ordinary", { 0.1, 1e-8 } }, { "Ordinary", { 2, 0.01 } }, { "Ordinary", { 4, 1e-10 } },
	{ "SmallDelta", { 1, 1e-300 } }, { "SmallDelta", { 0.001, 1e-100 } }, { "SmallDelta", { 50, 1e-200 } }, { "LargeMu", { 1e6, 1e-5 } }, { "LargeMu", { 1000, 0.5 } },
	{ "Boundary", { 0x1p-20, 0.5 } }, { "Boundary", { 0x1p-20, 1e-300 } }, { "Boundary", { 0x1p20, 1e-300 } }, { "Boundary", { 0x1p20, 0.5 } },
};
static const struct account_case no_order[] = {
	{ "mu just below", { 0x1.fffffffffffffp-21, 1e-5 } }, { "mu just above", { 0x1.0000000000001p20, 1e-5 } }, { "mu is not a number", { (double)NAN, 1e-5 } },
	{ "delta 0", { 1, 0 } }, { "delta above 1/2", { 1, 0x1.0000000000001p-1 } },
};
static const struct account_case losses[] = {
	{ "Exceeds", { 2, 1 } }, { "Exceeds", { 4, 0.5 } }, { "Exceeds", { 10, 0.1 } }, { "Exceeds", { 100, 2 } }, { "Exceeds", { 1.5, 5 } }, { "Exceeds", { 3, 0.25 } },
	{ "Ordinary", { 1000, 50 } }, { "Ordinary", { 7, 300 } }, { "NoSampling", { 1, 1 } }, { "NoSampling", { 1, 700 } }, { "NoSampling", { 1, 0x1p-20 } },
	{ "SmallLoss", { 1000, 1e-5 } }, { "SmallLoss", { 5, 1e-6 } }, { "Boundary", { 0x1p20, 700 } }, { "Boundary", { 0x1p20, 0x1p-20 } }, { "Boundary", { 0x1.0000000000001p0, 1 } },
};
static const struct account_case no_loss[] = {
	{ "weight below 1", { 0x1.fffffffffffffp-1, 1 } }, { "weight just above", { 0x1.0000000000001p20, 1 } }, { "weight is not a number", { (double)NAN, 1 } },
	{ "a just below", { 2, 0x1.fffffffffffffp-21 } }, { "a just above", { 2, 0x1.5e00000000001p9 } },
};
static const struct account_case betas[] = {
	{ "Ordinary", { 1, 0.5 } }, { "Ordinary", { 0.1, 0.25 } }, { "Ordinary", { 3, 0.1 } }, { "Ordinary", { 10, 0.9 } }, { "Ordinary", { 0.5, 0.75 } },
	{ "Equal", { 1, 1 } }, { "Equal", { 1000, 1 } }, { "SmallLoss", { 1, 1e-6 } }, { "SmallLoss", { 2, 1e-4 } }, { "Boundary", { 1000, 0x1p-20 } },
	{ "Boundary", { 0x1p-20, 0x1p-20 } }, { "Boundary", { 0x1p-20, 1 } }, { "Boundary", { 1, 0x1.fffffffffffffp-1 } },
};
static const struct account_case no_beta[] = {
	{ "epsilon just below", { 0x1.fffffffffffffp-21, 0.5 } }, { "epsilon above 1000", { 0x1.f400000000001p9, 0.5 } }, { "epsilon is not a number", { (double)NAN, 0.5 } },
	{ "beta 0", { 1, 0 } }, { "beta above 1", { 1, 0x1.0000000000001p0 } },
};

#define INPUTS(...) { __VA_ARGS__ }
#define COMPOSED(name, what, function, mistakes, list, outside, inputs) \
	ORACLE(name) \
	{ \
		static const struct account a = { what, inputs, function }; \
		book_open(b, #name); \
		book_group(b, what, "As it occurs, and at the ends of the domain."); \
		account_tests_with(b, &a, mistakes, list, sizeof list / sizeof *list); \
		ACCOUNT_REFUSALS(b, &a, outside); \
		account_sweep(b, &a, mistakes, ACCOUNT_SHARE); \
	}

COMPOSED(user_delta, "delta", user_delta, of_user, users, no_user, INPUTS("epsilon", "delta", "#entries"))
COMPOSED(optimal_delta, "delta", optimal_delta, of_optimal, composed, no_release, INPUTS("e0", "delta0", "#times", "epsilon"))
COMPOSED(gaussian_published_order, "alpha", order, of_order, orders, no_order, INPUTS("mu", "delta"))
COMPOSED(importance_published_loss, "loss", published_loss, of_published, losses, no_loss, INPUTS("weight", "a"))
COMPOSED(privsr_worth, "both", worth, of_worth, betas, no_beta, INPUTS("epsilon", "beta"))
