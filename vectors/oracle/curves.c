/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The curves that have a closed form, as it is printed, in 320 bits. */
#include <math.h>

#include "account.h"

/* z = 1 - e^z; 0 where that is negative. */
static void one_less_exp(mpfr_ptr z)
{
	mpfr_expm1(z, z, MPFR_RNDN);
	mpfr_neg(z, z, MPFR_RNDN);
	if (mpfr_sgn(z) <= 0)
		mpfr_set_zero(z, 1);
}

static void ratio(mpfr_ptr z, double above, double below)
{
	mpfr_set_d(z, above, MPFR_RNDN);
	mpfr_div_d(z, z, below, MPFR_RNDN);
}

/* 1 - e^((epsilon - D / b) / 2) */
static void laplace_delta(mpfr_ptr z, const double *x)
{
	ratio(z, x[1], x[0]);
	mpfr_d_sub(z, x[2], z, MPFR_RNDN);
	mpfr_div_2ui(z, z, 1, MPFR_RNDN);
	one_less_exp(z);
}

/* D / b + 2 log(1 - delta) */
static void laplace_epsilon(mpfr_ptr z, const double *x)
{
	mpfr_t log;

	mpfr_init2(log, ACCOUNT_BITS);
	mpfr_set_d(log, x[2], MPFR_RNDN);
	mpfr_ui_sub(log, 1, log, MPFR_RNDN);
	mpfr_log(log, log, MPFR_RNDN);
	mpfr_mul_2ui(log, log, 1, MPFR_RNDN);
	ratio(z, x[1], x[0]);
	mpfr_add(z, z, log, MPFR_RNDN);
	if (mpfr_sgn(z) <= 0)
		mpfr_set_zero(z, 1);
	mpfr_clear(log);
}

/* 1 - e^((epsilon - sqrt(epsilon^2 + (D / b)^2)) / 2), or Laplace's. */
static void mixture_delta(mpfr_ptr z, const double *x)
{
	mpfr_t root, square;

	if (x[3] == 0) {
		laplace_delta(z, x);
		return;
	}
	mpfr_inits2(ACCOUNT_BITS, root, square, (mpfr_ptr)0);
	ratio(root, x[1], x[0]);
	mpfr_sqr(root, root, MPFR_RNDN);
	mpfr_set_d(square, x[2], MPFR_RNDN);
	mpfr_sqr(square, square, MPFR_RNDN);
	mpfr_add(root, root, square, MPFR_RNDN);
	mpfr_sqrt(root, root, MPFR_RNDN);
	mpfr_d_sub(z, x[2], root, MPFR_RNDN);
	mpfr_div_2ui(z, z, 1, MPFR_RNDN);
	one_less_exp(z);
	mpfr_clears(root, square, (mpfr_ptr)0);
}

static void exp_of(mpfr_ptr z, double x)
{
	mpfr_set_d(z, x, MPFR_RNDN);
	mpfr_exp(z, z, MPFR_RNDN);
}

/* (e^e0 - e^epsilon) / (e^e0 + k - 1) */
static void randomized_delta(mpfr_ptr z, const double *x)
{
	mpfr_t top;

	mpfr_init2(top, ACCOUNT_BITS);
	exp_of(top, x[1]);
	exp_of(z, x[2]);
	mpfr_sub(z, top, z, MPFR_RNDN);
	if (mpfr_sgn(z) <= 0)
		mpfr_set_zero(z, 1);
	mpfr_add_d(top, top, x[0] - 1, MPFR_RNDN);
	mpfr_div(z, z, top, MPFR_RNDN);
	mpfr_clear(top);
}

/* log((e^(alpha e0) + e^((1 - alpha) e0) + k - 2) / (e^e0 + k - 1)) / (alpha - 1) */
static void randomized_renyi(mpfr_ptr z, const double *x)
{
	mpfr_t part;

	mpfr_init2(part, ACCOUNT_BITS);
	mpfr_set_d(z, x[1], MPFR_RNDN);
	mpfr_mul_d(z, z, x[2], MPFR_RNDN);
	mpfr_exp(z, z, MPFR_RNDN);
	mpfr_set_d(part, x[1], MPFR_RNDN);
	mpfr_mul_d(part, part, 1 - x[2], MPFR_RNDN); /* exact: alpha >= 1 + 2^-10, with few bits */
	mpfr_exp(part, part, MPFR_RNDN);
	mpfr_add(z, z, part, MPFR_RNDN);
	mpfr_add_d(z, z, x[0] - 2, MPFR_RNDN);
	exp_of(part, x[1]);
	mpfr_add_d(part, part, x[0] - 1, MPFR_RNDN);
	mpfr_div(z, z, part, MPFR_RNDN);
	mpfr_log(z, z, MPFR_RNDN);
	mpfr_div_d(z, z, x[2] - 1, MPFR_RNDN);
	mpfr_clear(part);
}

/* log(1 + (e^(a w) - 1) / w) */
static void importance_loss(mpfr_ptr z, const double *x)
{
	mpfr_set_d(z, x[1], MPFR_RNDN);
	mpfr_mul_d(z, z, x[0], MPFR_RNDN);
	mpfr_expm1(z, z, MPFR_RNDN);
	mpfr_div_d(z, z, x[0], MPFR_RNDN);
	mpfr_log1p(z, z, MPFR_RNDN);
}

/* log(1 + w (e^epsilon - 1)) */
static void before_sampling(mpfr_ptr z, double weight, double epsilon)
{
	mpfr_set_d(z, epsilon, MPFR_RNDN);
	mpfr_expm1(z, z, MPFR_RNDN);
	mpfr_mul_d(z, z, weight, MPFR_RNDN);
	mpfr_log1p(z, z, MPFR_RNDN);
}

/* (1 - e^((e - a w) / 2)) / w, e as above */
static void importance_delta(mpfr_ptr z, const double *x)
{
	mpfr_t cost;

	mpfr_init2(cost, ACCOUNT_BITS);
	mpfr_set_d(cost, x[1], MPFR_RNDN);
	mpfr_mul_d(cost, cost, x[0], MPFR_RNDN);
	before_sampling(z, x[0], x[2]);
	mpfr_sub(z, z, cost, MPFR_RNDN);
	mpfr_div_2ui(z, z, 1, MPFR_RNDN);
	one_less_exp(z);
	mpfr_div_d(z, z, x[0], MPFR_RNDN);
	mpfr_clear(cost);
}

static void importance_scale(mpfr_ptr z, const double *x)
{
	before_sampling(z, x[0], x[1]);
	mpfr_div_d(z, z, x[0], MPFR_RNDN);
}

#define ORDINARY "Ordinary"
#define OUTSIDE_EPSILON(a, b) \
	{ "negative epsilon", { a, b, -0x1p-1074 } }, { "epsilon above 1000", { a, b, 1001 } }, { "epsilon is not a number", { a, b, NAN } }

ORACLE(laplace_delta)
{
	static const struct account a = { "delta", { "scale", "sensitivity", "epsilon" }, laplace_delta };
	static const struct account_case list[] = {
		{ ORDINARY, { 1, 1, 0.5 } }, { ORDINARY, { 2, 1, 0.25 } }, { ORDINARY, { 0.3, 1, 2 } }, { ORDINARY, { 10, 4, 0.1 } }, { ORDINARY, { 0.1, 0.7, 5 } },
		{ "SmallDelta", { 1, 1, 1 - 0x1p-30 } }, { "SmallDelta", { 1, 4, 4 - 0x1p-50 } }, { "SmallDelta", { 0x1p20, 0x1p-20, 0 } },
		{ "LargeEpsilon", { 0x1p-10, 1, 1000 } }, { "LargeEpsilon", { 0.001, 1.5, 1000 } }, { "Zero", { 1, 1, 0 } }, { "Zero", { 1, 64, 0 } },
		{ "Pure", { 1, 1, 1 } }, { "Pure", { 2, 3, 1.5 } }, { "Pure", { 1, 1, 7 } }, { "Pure", { 1, 0, 0 } },
	};
	static const struct account_case outside[] = {
		{ "scale 0", { 0, 1, 1 } }, { "negative sensitivity", { 1, -1, 1 } }, { "scale is not a number", { NAN, 1, 1 } },
		{ "sensitivity is infinite", { 1, INFINITY, 1 } }, OUTSIDE_EPSILON(1, 1),
	};

	book_open(b, "laplace_delta");
	book_group(b, "curve", "Below, at and above the pure epsilon.");
	ACCOUNT_TESTS(b, &a, list);
	ACCOUNT_REFUSALS(b, &a, outside);
	account_sweep(b, &a, NULL, ACCOUNT_SHARE);
}

ORACLE(laplace_epsilon)
{
	static const struct account a = { "epsilon", { "scale", "sensitivity", "delta" }, laplace_epsilon };
	static const struct account_case list[] = {
		{ ORDINARY, { 1, 1, 0.1 } }, { ORDINARY, { 2, 1, 1e-3 } }, { ORDINARY, { 0.3, 1, 1e-5 } }, { ORDINARY, { 10, 4, 1e-2 } }, { ORDINARY, { 0.1, 70, 0.25 } },
		{ "SmallDelta", { 1, 1, 1e-17 } }, { "SmallDelta", { 0x1p10, 0x1p-10, 1e-9 } }, { "SmallDelta", { 1, 3, 1e-300 } },
		{ "Zero", { 1, 1, 0.5 } }, { "Zero", { 1, 0, 0.25 } }, { "Zero", { 1, 0, 0 } }, { "Pure", { 1, 1, 0 } }, { "Pure", { 0.3, 1, 0 } }, { "Pure", { 0x1p-20, 0x1p20, 0 } },
	};
	static const struct account_case outside[] = {
		{ "scale 0", { 0, 1, 0.1 } }, { "negative sensitivity", { 1, -1, 0.1 } }, { "negative delta", { 1, 1, -0x1p-1074 } },
		{ "delta above 1/2", { 1, 1, 0.75 } }, { "delta is not a number", { 1, 1, NAN } }, { "scale is infinite", { INFINITY, 1, 0.1 } },
	};

	book_open(b, "laplace_epsilon");
	book_group(b, "curve", "With and without delta.");
	ACCOUNT_TESTS(b, &a, list);
	ACCOUNT_REFUSALS(b, &a, outside);
	account_sweep(b, &a, NULL, ACCOUNT_SHARE);
}

ORACLE(mixture_delta)
{
	static const struct account a = { "delta", { "scale", "sensitivity", "epsilon", "#known_h" }, mixture_delta };
	static const struct account_case list[] = {
		{ "Unknown", { 1, 1, 0.5, 0 } }, { "Unknown", { 0.3, 1, 2, 0 } }, { "Unknown Pure", { 1, 1, 1, 0 } }, { "Unknown Pure", { 1, 1, 3, 0 } },
		{ "Known", { 1, 1, 0.5, 1 } }, { "Known", { 0.3, 1, 2, 1 } }, { "Known", { 1, 1, 1, 1 } }, { "Known", { 1, 1, 3, 1 } }, { "Known", { 2, 5, 10, 1 } },
		{ "Known SmallDelta", { 0x1p20, 0x1p-20, 1000, 1 } }, { "Known SmallDelta", { 1, 0x1p-10, 20, 1 } }, { "Known SmallDelta", { 1, 1, 1000, 1 } },
		{ "Known Zero", { 1, 1, 0, 1 } }, { "Known Zero", { 1, 0, 1, 1 } },
	};
	static const struct account_case outside[] = {
		{ "scale 0", { 0, 1, 1, 1 } }, { "negative sensitivity", { 1, -1, 1, 1 } }, { "known_h is no truth value", { 1, 1, 1, 2 } },
		{ "negative epsilon", { 1, 1, -0x1p-1074, 1 } }, { "epsilon is not a number", { 1, 1, NAN, 1 } },
	};

	book_open(b, "mixture_delta");
	book_group(b, "curve", "h unknown and known.");
	ACCOUNT_TESTS(b, &a, list);
	ACCOUNT_REFUSALS(b, &a, outside);
	account_sweep(b, &a, NULL, ACCOUNT_SHARE);
}

ORACLE(randomized_delta)
{
	static const struct account a = { "delta", { "#answers", "e0", "epsilon" }, randomized_delta };
	static const struct account_case list[] = {
		{ ORDINARY, { 2, 1, 0.5 } }, { ORDINARY, { 2, 3, 1 } }, { ORDINARY, { 5, 1.5, 0.25 } }, { ORDINARY, { 10, 2, 0.125 } }, { ORDINARY, { 1000, 8, 5 } },
		{ "ManyAnswers", { 0x1p30, 4, 1 } }, { "ManyAnswers", { 0x1p30, 30, 20 } }, { "SmallDelta", { 2, 0x1p-30, 0 } }, { "SmallDelta", { 3, 1, 1 - 0x1p-40 } },
		{ "LargeEpsilon", { 2, 1000, 999 } }, { "LargeEpsilon", { 0x1p30, 1000, 1 } }, { "LargeEpsilon", { 7, 900, 750 } },
		{ "Zero", { 2, 1, 0 } }, { "Zero", { 2, 0, 0 } }, { "Pure", { 2, 1, 1 } }, { "Pure", { 4, 1, 2 } },
	};
	static const struct account_case outside[] = {
		{ "too many answers", { 0x1p30 + 1, 1, 2 } }, { "one answer", { 1, 1, 1 } }, { "no answer", { 0, 1, 1 } }, { "negative e0", { 2, -1, 1 } }, { "e0 is infinite", { 2, INFINITY, 1 } }, OUTSIDE_EPSILON(2, 1),
	};

	book_open(b, "randomized_delta");
	book_group(b, "curve", "Two answers and many.");
	ACCOUNT_TESTS(b, &a, list);
	ACCOUNT_REFUSALS(b, &a, outside);
	static const struct account_case inside[] = { { "Pure", { 2, 1000, 1000 } }, { "Pure", { 0x1p30, 0, 1000 } } };
	static const struct account_case beyond[] = { { "e0 just above", { 2, 0x1.f400000000001p9, 1 } } };
	ACCOUNT_EDGES(b, &a, inside, beyond);
	account_sweep(b, &a, NULL, ACCOUNT_SHARE);
}

ORACLE(randomized_renyi)
{
	static const struct account a = { "renyi", { "#answers", "e0", "alpha" }, randomized_renyi };
	static const struct account_case list[] = {
		{ ORDINARY, { 2, 1, 2 } }, { ORDINARY, { 2, 3, 1.5 } }, { ORDINARY, { 5, 1.5, 8 } }, { ORDINARY, { 10, 2, 32 } }, { ORDINARY, { 1000, 8, 4 } },
		{ "ManyAnswers", { 0x1p30, 4, 2 } }, { "ManyAnswers", { 0x1p30, 30, 16 } }, { "SmallDivergence", { 2, 0x1p-20, 2 } }, { "SmallDivergence", { 100, 0x1p-30, 1.125 } },
		{ "LargeEpsilon", { 2, 1000, 256 } }, { "LargeEpsilon", { 2, 700, 1.0625 } }, { "LargeEpsilon", { 64, 1000, 1 + 0x1p-10 } }, { "Zero", { 2, 0, 2 } },
	};
	static const struct account_case outside[] = {
		{ "too many answers", { 0x1p30 + 1, 1, 2 } }, { "one answer", { 1, 1, 2 } }, { "negative e0", { 2, -1, 2 } }, { "alpha 1", { 2, 1, 1 } }, { "alpha above 256", { 2, 1, 257 } }, { "alpha is not a number", { 2, 1, NAN } },
	};

	book_open(b, "randomized_renyi");
	book_group(b, "orders", "Two answers and many, orders low and high.");
	ACCOUNT_TESTS(b, &a, list);
	ACCOUNT_REFUSALS(b, &a, outside);
	static const struct account_case inside[] = { { "LargeEpsilon", { 1000, 100, 8 } }, { "LargeEpsilon", { 0x1p30, 30, 30 } }, { "Boundary", { 2, 1000, 1 + 0x1p-10 } }, { "Boundary", { 3, 1000, 256 } } };
	static const struct account_case beyond[] = { { "e0 just above", { 2, 0x1.f400000000001p9, 2 } }, { "alpha just below", { 2, 1, 1 + 0x1.ffp-11 } }, { "alpha just above", { 2, 1, 0x1.0000000000001p8 } } };
	ACCOUNT_EDGES(b, &a, inside, beyond);
	account_sweep(b, &a, NULL, ACCOUNT_SHARE);
}

ORACLE(importance_loss)
{
	static const struct account a = { "loss", { "weight", "a" }, importance_loss };
	static const struct account_case list[] = {
		{ ORDINARY, { 2, 0.5 } }, { ORDINARY, { 10, 0.1 } }, { ORDINARY, { 1.5, 1 } }, { ORDINARY, { 100, 0.01 } }, { ORDINARY, { 3, 4 } },
		{ "NoSampling", { 1, 0.25 } }, { "NoSampling", { 1, 100 } }, { "SmallLoss", { 8, 0x1p-40 } }, { "LargeEpsilon", { 1000, 1 } }, { "LargeEpsilon", { 0x1p20, 500 } },
		{ "Zero", { 5, 0 } },
	};
	static const struct account_case outside[] = {
		{ "weight below 1", { 0.5, 1 } }, { "weight is not a number", { NAN, 1 } }, { "negative a", { 2, -1 } }, { "a is infinite", { 2, INFINITY } },
	};

	book_open(b, "importance_loss");
	book_group(b, "losses", "Weights from 1 on.");
	ACCOUNT_TESTS(b, &a, list);
	ACCOUNT_REFUSALS(b, &a, outside);
	static const struct account_case inside[] = { { "Boundary", { 1, 1000 } } };
	static const struct account_case beyond[] = { { "weight just below", { 0x1.fffffffffffffp-1, 1 } }, { "weight just above", { 0x1.0000000000001p20, 1 } }, { "a just above", { 2, 0x1.f400000000001p9 } } };
	ACCOUNT_EDGES(b, &a, inside, beyond);
	static const struct account_case heavy[] = { { "SmallLoss", { 1000, 0.01 } }, { "SmallLoss", { 0x1p20, 0x1p-20 } } };
	book_group(b, "heavy", "A large weight with little noise for it.");
	ACCOUNT_TESTS(b, &a, heavy);
	account_sweep(b, &a, NULL, ACCOUNT_SHARE);
}

ORACLE(importance_delta)
{
	static const struct account a = { "delta", { "weight", "a", "epsilon" }, importance_delta };
	static const struct account_case list[] = {
		{ ORDINARY, { 2, 0.5, 0.25 } }, { ORDINARY, { 10, 0.1, 0.05 } }, { ORDINARY, { 1.5, 1, 0.5 } }, { ORDINARY, { 100, 0.05, 0.5 } }, { ORDINARY, { 3, 4, 8 } },
		{ "NoSampling", { 1, 0.25, 0.125 } }, { "LargeEpsilon", { 2, 1000, 1000 } }, { "LargeEpsilon", { 0x1p20, 1000, 800 } }, { "Zero", { 4, 0.5, 0 } },
		{ "Zero", { 1, 0.5, 0 } }, { "Zero", { 4, 0, 0 } }, { "Pure", { 1, 0.25, 0.5 } }, { "Pure", { 2, 1, 3 } },
	};
	static const struct account_case outside[] = { { "weight below 1", { 0.5, 1, 1 } }, { "negative a", { 2, -1, 1 } }, OUTSIDE_EPSILON(2, 1) };

	book_open(b, "importance_delta");
	book_group(b, "curve", "Weights from 1 on.");
	ACCOUNT_TESTS(b, &a, list);
	ACCOUNT_REFUSALS(b, &a, outside);
	static const struct account_case inside[] = { { "Boundary", { 0x1p20, 1000, 1000 } } };
	static const struct account_case beyond[] = { { "weight just below", { 0x1.fffffffffffffp-1, 1, 1 } }, { "weight just above", { 0x1.0000000000001p20, 1, 1 } }, { "a just above", { 2, 0x1.f400000000001p9, 1 } }, { "epsilon just above", { 2, 1, 0x1.f400000000001p9 } } };
	ACCOUNT_EDGES(b, &a, inside, beyond);
	account_sweep(b, &a, NULL, ACCOUNT_SHARE);
}

ORACLE(importance_scale)
{
	static const struct account a = { "a", { "weight", "epsilon" }, importance_scale };
	static const struct account_case list[] = {
		{ ORDINARY, { 2, 0.5 } }, { ORDINARY, { 10, 0.1 } }, { ORDINARY, { 1.5, 1 } }, { ORDINARY, { 100, 0.01 } }, { ORDINARY, { 3, 4 } },
		{ "NoSampling", { 1, 0.25 } }, { "SmallLoss", { 8, 0x1p-40 } }, { "LargeEpsilon", { 1000, 1000 } }, { "LargeEpsilon", { 2, 750 } }, { "Zero", { 5, 0 } },
	};
	static const struct account_case outside[] = {
		{ "weight below 1", { 0.5, 1 } }, { "weight is not a number", { NAN, 1 } }, { "negative epsilon", { 2, -1 } }, { "epsilon above 1000", { 2, 1001 } },
	};

	book_open(b, "importance_scale");
	book_group(b, "calibration", "Weights from 1 on.");
	ACCOUNT_TESTS(b, &a, list);
	ACCOUNT_REFUSALS(b, &a, outside);
	static const struct account_case inside[] = { { "Boundary", { 0x1p20, 1000 } } };
	static const struct account_case beyond[] = { { "weight just below", { 0x1.fffffffffffffp-1, 1 } }, { "weight just above", { 0x1.0000000000001p20, 1 } }, { "epsilon just above", { 2, 0x1.f400000000001p9 } } };
	ACCOUNT_EDGES(b, &a, inside, beyond);
	account_sweep(b, &a, NULL, ACCOUNT_SHARE);
}
