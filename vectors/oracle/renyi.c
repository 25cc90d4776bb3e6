/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From a Renyi divergence to (epsilon, delta), by the laws that attain the worst: among all P and Q with D_alpha(P || Q) <=
   rho, some on two points have the largest delta at every epsilon. P = (p, 1 - p), Q = (q, 1 - q) have
   delta = p - e^epsilon q; of all q, the one with the least divergence decides. */
#include <math.h>

#include "account.h"

enum { BITS = 160, GOLDEN = 64, HALVINGS = 64 };

struct pair {
	double alpha;
	mpfr_t epsilon, delta, p, q, x, y;
};

static void open_pair(struct pair *two, double alpha)
{
	two->alpha = alpha;
	mpfr_inits2(BITS, two->epsilon, two->delta, two->p, two->q, two->x, two->y, (mpfr_ptr)0);
}

static void close_pair(struct pair *two)
{
	mpfr_clears(two->epsilon, two->delta, two->p, two->q, two->x, two->y, (mpfr_ptr)0);
}

/* z = a^alpha b^(1 - alpha) */
static void mixed(mpfr_ptr z, mpfr_srcptr a, mpfr_srcptr b, double alpha, mpfr_ptr scratch)
{
	mpfr_log(z, a, MPFR_RNDN);
	mpfr_log(scratch, b, MPFR_RNDN);
	mpfr_sub(z, z, scratch, MPFR_RNDN);
	mpfr_mul_d(z, z, alpha, MPFR_RNDN);
	mpfr_add(z, z, scratch, MPFR_RNDN);
	mpfr_exp(z, z, MPFR_RNDN);
}

/* D_alpha at log q */
static void divergence(mpfr_ptr z, struct pair *two, mpfr_srcptr log_q)
{
	mpfr_t first, scratch;

	mpfr_inits2(BITS, first, scratch, (mpfr_ptr)0);
	mpfr_exp(two->q, log_q, MPFR_RNDN);
	mpfr_exp(two->p, two->epsilon, MPFR_RNDN);
	mpfr_mul(two->p, two->p, two->q, MPFR_RNDN);
	mpfr_add(two->p, two->p, two->delta, MPFR_RNDN);
	mixed(first, two->p, two->q, two->alpha, scratch);
	mpfr_ui_sub(two->p, 1, two->p, MPFR_RNDN);
	mpfr_ui_sub(two->q, 1, two->q, MPFR_RNDN);
	if (mpfr_sgn(two->p) > 0)
		mixed(z, two->p, two->q, two->alpha, scratch);
	else
		mpfr_set_zero(z, 1);
	mpfr_add(z, z, first, MPFR_RNDN);
	mpfr_log(z, z, MPFR_RNDN);
	mpfr_div_d(z, z, two->alpha - 1, MPFR_RNDN);
	mpfr_clears(first, scratch, (mpfr_ptr)0);
}

/* What decides where the least is, over e^epsilon: with t = p / q = e^epsilon (1 + s / (alpha - 1)) and r = (1 - p) / (1 - q), the derivative of the sum in q
   is t^(alpha - 1) (alpha e^epsilon - (alpha - 1) t) - r^(alpha - 1) (alpha e^epsilon - (alpha - 1) r). Its sign is that of the logarithms' difference. */
static double slope(const struct pair *two, double s, double epsilon, double log_delta)
{
	const double less = two->alpha - 1, log_q = log_delta + log(less / s) - epsilon, p = exp(log_delta) * (less / s + 1);
	const double log_r = log1p(-p) - log1p(-exp(log_q));

	return less * (epsilon + log1p(s / less) - log_r) + log1p(-s) - log(two->alpha - less * exp(log_r - epsilon));
}

/* The same in BITS, at log q: below 0 where the sum falls in q, else not. */
static int falls(struct pair *two, mpfr_srcptr log_q)
{
	mpfr_t grown, ratio, factor, side[2];
	int sign;

	mpfr_inits2(BITS, grown, ratio, factor, side[0], side[1], (mpfr_ptr)0);
	mpfr_exp(grown, two->epsilon, MPFR_RNDN);
	mpfr_exp(two->q, log_q, MPFR_RNDN);
	mpfr_fma(two->p, grown, two->q, two->delta, MPFR_RNDN);
	for (int i = 0; i < 2; i++) {
		mpfr_div(ratio, two->p, two->q, MPFR_RNDN);
		mpfr_mul_d(side[i], ratio, 1 - two->alpha, MPFR_RNDN);
		mpfr_mul_d(factor, grown, two->alpha, MPFR_RNDN);
		mpfr_add(side[i], side[i], factor, MPFR_RNDN);
		mpfr_log(ratio, ratio, MPFR_RNDN);
		mpfr_mul_d(ratio, ratio, two->alpha - 1, MPFR_RNDN);
		mpfr_exp(ratio, ratio, MPFR_RNDN);
		mpfr_mul(side[i], side[i], ratio, MPFR_RNDN);
		mpfr_ui_sub(two->p, 1, two->p, MPFR_RNDN);
		mpfr_ui_sub(two->q, 1, two->q, MPFR_RNDN);
	}
	sign = mpfr_cmp(side[0], side[1]);
	mpfr_clears(grown, ratio, factor, side[0], side[1], (mpfr_ptr)0);
	return sign;
}

/* Where the derivative changes its sign, to some 2^-40: halved in doubles, then held against the sign in BITS on either side. False: it cannot be told. */
static bool least_place(mpfr_ptr log_q, struct pair *two)
{
	const double epsilon = mpfr_get_d(two->epsilon, MPFR_RNDN), less = two->alpha - 1;
	double low, high = 1, log_delta;
	bool between;
	mpfr_t end;

	if (two->alpha * mpfr_get_d(two->delta, MPFR_RNDD) >= 1) { /* it falls up to p = 1, where t = e^epsilon / (1 - delta) */
		mpfr_neg(log_q, two->delta, MPFR_RNDN);
		mpfr_log1p(log_q, log_q, MPFR_RNDN);
		mpfr_sub(log_q, log_q, two->epsilon, MPFR_RNDN);
		return true;
	}
	mpfr_init2(end, BITS);
	mpfr_log(log_q, two->delta, MPFR_RNDN);
	log_delta = mpfr_get_d(log_q, MPFR_RNDN);
	low = less * exp(log_delta) / -expm1(log_delta);
	for (int i = 0; i < HALVINGS && low < high; i++) {
		const double middle = low + (high - low) / 2;
		if (slope(two, middle, epsilon, log_delta) > 0)
			low = middle;
		else
			high = middle;
	}
	mpfr_sub(log_q, log_q, two->epsilon, MPFR_RNDN);
	mpfr_add_d(log_q, log_q, log(less / high), MPFR_RNDN);
	mpfr_sub_d(end, log_q, 0x1p-38, MPFR_RNDN);
	between = falls(two, end) < 0;
	mpfr_add_d(end, log_q, 0x1p-38, MPFR_RNDN);
	between = between && falls(two, end) > 0;
	mpfr_clear(end);
	return between;
}

/* The least over q, which is convex, by golden section in log q. */
static void search(mpfr_ptr z, struct pair *two)
{
	mpfr_t low, high, width, other;

	mpfr_inits2(BITS, low, high, width, other, (mpfr_ptr)0);
	mpfr_ui_sub(high, 1, two->delta, MPFR_RNDN);
	mpfr_log(high, high, MPFR_RNDN);
	mpfr_sub(high, high, two->epsilon, MPFR_RNDN);
	mpfr_log(low, two->delta, MPFR_RNDN);
	mpfr_sub(low, low, two->epsilon, MPFR_RNDN);
	mpfr_sub_ui(low, low, 40, MPFR_RNDN);
	for (int i = 0; i < GOLDEN; i++) {
		mpfr_sub(width, high, low, MPFR_RNDN);
		mpfr_mul_d(width, width, 0.6180339887498949, MPFR_RNDN);
		mpfr_sub(two->x, high, width, MPFR_RNDN);
		mpfr_add(two->y, low, width, MPFR_RNDN);
		divergence(z, two, two->x);
		divergence(other, two, two->y);
		if (mpfr_cmp(z, other) < 0)
			mpfr_set(high, two->y, MPFR_RNDN);
		else
			mpfr_set(low, two->x, MPFR_RNDN);
	}
	divergence(z, two, high);
	divergence(other, two, low);
	mpfr_min(z, z, other, MPFR_RNDN);
	mpfr_clears(low, high, width, other, (mpfr_ptr)0);
}

/* The least over q. Near its place the divergence differs from it by less than (2^-38)^2 times its curvature. */
static void least_divergence(mpfr_ptr z, struct pair *two)
{
	if (least_place(two->x, two))
		divergence(z, two, two->x);
	else
		search(z, two);
}

/* alpha, rho, delta */
static void rdp_epsilon(mpfr_ptr z, const double *x)
{
	struct pair two;
	mpfr_t low, high;

	open_pair(&two, x[0]);
	mpfr_inits2(BITS, low, high, (mpfr_ptr)0);
	mpfr_set_d(two.delta, x[2], MPFR_RNDN);
	mpfr_set_zero(two.epsilon, 1);
	mpfr_set_zero(low, 1);
	mpfr_set_zero(high, 1);
	least_divergence(z, &two);
	if (mpfr_cmp_d(z, x[1]) < 0)
		mpfr_set_d(high, x[1] - log(x[2]) / (x[0] - 1) + 1, MPFR_RNDN);
	for (int i = 0; i < HALVINGS && mpfr_sgn(high) > 0; i++) {
		mpfr_add(two.epsilon, low, high, MPFR_RNDN);
		mpfr_div_2ui(two.epsilon, two.epsilon, 1, MPFR_RNDN);
		least_divergence(z, &two);
		mpfr_set(mpfr_cmp_d(z, x[1]) < 0 ? low : high, two.epsilon, MPFR_RNDN);
	}
	mpfr_set(z, high, MPFR_RNDN);
	mpfr_clears(low, high, (mpfr_ptr)0);
	close_pair(&two);
}

/* alpha, rho, epsilon: by halving in log delta. */
static void rdp_delta(mpfr_ptr z, const double *x)
{
	struct pair two;
	mpfr_t low, high, middle;

	open_pair(&two, x[0]);
	mpfr_inits2(BITS, low, high, middle, (mpfr_ptr)0);
	mpfr_set_d(two.epsilon, x[2], MPFR_RNDN);
	mpfr_set_si(low, -1000, MPFR_RNDN);
	mpfr_set_zero(high, 1);
	for (int i = 0; i < HALVINGS; i++) {
		mpfr_add(middle, low, high, MPFR_RNDN);
		mpfr_div_2ui(middle, middle, 1, MPFR_RNDN);
		mpfr_exp(two.delta, middle, MPFR_RNDN);
		least_divergence(z, &two);
		mpfr_set(mpfr_cmp_d(z, x[1]) < 0 ? low : high, middle, MPFR_RNDN);
	}
	mpfr_exp(z, high, MPFR_RNDN);
	mpfr_clears(low, high, middle, (mpfr_ptr)0);
	close_pair(&two);
}

/* alpha, rho, delta: Mironov's conversion. */
static void published_epsilon(mpfr_ptr z, const double *x)
{
	mpfr_set_d(z, x[2], MPFR_RNDN);
	mpfr_log(z, z, MPFR_RNDN);
	mpfr_div_d(z, z, 1 - x[0], MPFR_RNDN);
	mpfr_add_d(z, z, x[1], MPFR_RNDN);
}

ORACLE(rdp_epsilon)
{
	static const struct account a = { "epsilon", { "alpha", "rho", "delta" }, rdp_epsilon };
	static const struct account_case list[] = {
		{ "Ordinary", { 2, 0.5, 1e-5 } }, { "Ordinary", { 8, 1, 1e-6 } }, { "Ordinary", { 32, 0.25, 1e-9 } }, { "Ordinary", { 1.5, 2, 1e-3 } }, { "Ordinary", { 16, 4, 0.01 } },
		{ "Ordinary", { 3, 0.1, 0.01 } }, { "SmallDelta", { 4, 0.5, 1e-30 } }, { "SmallDelta", { 256, 1, 1e-300 } }, { "SmallDelta", { 64, 10, 1e-100 } },
		{ "LargeRho", { 2, 100, 1e-5 } }, { "LargeRho", { 64, 30, 1e-9 } }, { "LargeDelta", { 4, 1, 0.5 } }, { "LargeDelta", { 256, 0.5, 0.125 } }, { "LargeDelta", { 2, 2, 0.5 } },
		{ "LowOrder", { 1 + 0x1p-6, 1, 1e-3 } }, { "Zero", { 4, 0.01, 0.5 } }, { "Zero", { 2, 0.0625, 0.25 } },
	};
	static const struct account_case outside[] = {
		{ "alpha 1", { 1, 1, 0.1 } }, { "alpha above 256", { 257, 1, 0.1 } }, { "alpha is infinite", { INFINITY, 1, 0.1 } }, { "negative rho", { 2, -1, 0.1 } },
		{ "delta 0", { 2, 1, 0 } }, { "delta above 1/2", { 2, 1, 0.75 } }, { "delta is not a number", { 2, 1, NAN } },
	};

	book_open(b, "rdp_epsilon");
	book_group(b, "conversion", "Low and high orders, small and large deltas.");
	ACCOUNT_TESTS(b, &a, list);
	ACCOUNT_REFUSALS(b, &a, outside);
	static const struct account_case inside[] = { { "Boundary", { 256, 1000, 0.5 } }, { "Boundary", { 1 + 0x1p-10, 1, 0.5 } }, { "Boundary", { 2, 1, 1e-300 } } };
	static const struct account_case beyond[] = {
		{ "alpha just below", { 1 + 0x1.ffp-11, 1, 0.1 } }, { "alpha just above", { 0x1.0000000000001p8, 1, 0.1 } },
		{ "rho just above", { 2, 0x1.f400000000001p9, 0.1 } }, { "rho just below", { 2, -0x1p-1074, 0.1 } }, { "delta just above", { 2, 1, 0x1.0000000000001p-1 } }, { "delta just below", { 2, 1, 0x1p-1000 } },
	};
	ACCOUNT_EDGES(b, &a, inside, beyond);
	account_sweep(b, &a, NULL, ACCOUNT_SHARE);
}

ORACLE(rdp_delta)
{
	static const struct account a = { "delta", { "alpha", "rho", "epsilon" }, rdp_delta };
	static const struct account_case list[] = {
		{ "Ordinary", { 2, 0.5, 4 } }, { "Ordinary", { 8, 1, 3 } }, { "Ordinary", { 32, 0.25, 1 } }, { "Ordinary", { 1.5, 2, 8 } }, { "Ordinary", { 3, 0.1, 0.5 } },
		{ "SmallDelta", { 64, 1, 10 } }, { "SmallDelta", { 256, 0.5, 3 } }, { "SmallDelta", { 4, 0.5, 200 } }, { "LargeDelta", { 4, 5, 1 } }, { "LargeDelta", { 256, 1, 0.75 } },
		{ "LargeDelta", { 2, 3, 2.5 } }, { "Zero", { 2, 1, 0 } }, { "Zero", { 16, 0.125, 0 } },
	};
	static const struct account_case outside[] = {
		{ "alpha 1", { 1, 1, 1 } }, { "alpha above 256", { 257, 1, 1 } }, { "negative rho", { 2, -1, 1 } }, { "rho is not a number", { 2, NAN, 1 } },
		{ "negative epsilon", { 2, 1, -1 } }, { "epsilon above 1000", { 2, 1, 1001 } },
	};

	book_open(b, "rdp_delta");
	book_group(b, "conversion", "Low and high orders, small and large deltas.");
	ACCOUNT_TESTS(b, &a, list);
	ACCOUNT_REFUSALS(b, &a, outside);
	static const struct account_case inside[] = { { "Boundary", { 256, 1000, 1000 } }, { "Boundary", { 1 + 0x1p-10, 1, 0 } } };
	static const struct account_case beyond[] = {
		{ "alpha just below", { 1 + 0x1.ffp-11, 1, 1 } }, { "alpha just above", { 0x1.0000000000001p8, 1, 1 } },
		{ "rho just above", { 2, 0x1.f400000000001p9, 1 } }, { "rho just below", { 2, -0x1p-1074, 1 } }, { "epsilon just above", { 2, 1, 0x1.f400000000001p9 } },
	};
	ACCOUNT_EDGES(b, &a, inside, beyond);
	account_sweep(b, &a, NULL, ACCOUNT_SHARE);
}

ORACLE(rdp_published_epsilon)
{
	static const struct account a = { "epsilon", { "alpha", "rho", "delta" }, published_epsilon };
	static const struct account_case list[] = {
		{ "Ordinary", { 2, 0.5, 1e-5 } }, { "Ordinary", { 8, 1, 1e-6 } }, { "Ordinary", { 32, 0.25, 1e-9 } }, { "Ordinary", { 1.5, 2, 1e-3 } }, { "LargeDelta", { 4, 1, 0.5 } },
		{ "SmallDelta", { 256, 1, 1e-300 } }, { "LowOrder", { 1 + 0x1p-6, 1, 1e-3 } }, { "Zero", { 2, 0, 0.25 } },
	};
	static const struct account_case outside[] = {
		{ "alpha 1", { 1, 1, 0.1 } }, { "alpha above 256", { 257, 1, 0.1 } }, { "negative rho", { 2, -1, 0.1 } }, { "delta 0", { 2, 1, 0 } }, { "delta above 1/2", { 2, 1, 0.75 } },
	};

	book_open(b, "rdp_published_epsilon");
	book_group(b, "formula", "Low and high orders, small and large deltas.");
	ACCOUNT_TESTS(b, &a, list);
	ACCOUNT_REFUSALS(b, &a, outside);
	account_sweep(b, &a, NULL, ACCOUNT_SHARE);
}
