/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two laws of a sum of Bernoullis, one trial after the other, in 320 bits; x = theta, quanta, high, low, argument. */
#include <math.h>

#include "account.h"

enum { MOST = 257 };

struct pair {
	mpfr_t p[MOST], q[MOST];
	unsigned long n;
};

/* One trial more: 1 with probability `chance`. */
static void add_trial(mpfr_t *law, unsigned long n, double chance)
{
	mpfr_t t;

	mpfr_init2(t, ACCOUNT_BITS);
	mpfr_set_zero(law[n + 1], 1);
	for (unsigned long s = n + 1; s > 0; s--) {
		mpfr_mul_d(t, law[s - 1], chance, MPFR_RNDN);
		mpfr_mul_d(law[s], law[s], 1 - chance, MPFR_RNDN);
		mpfr_add(law[s], law[s], t, MPFR_RNDN);
	}
	mpfr_mul_d(law[0], law[0], 1 - chance, MPFR_RNDN);
	mpfr_clear(t);
}

static void fill(mpfr_t *law, double theta, unsigned long high, unsigned long low)
{
	mpfr_set_ui(law[0], 1, MPFR_RNDN);
	for (unsigned long i = 0; i < high + low; i++)
		add_trial(law, i, i < high ? 0.5 + theta : 0.5 - theta);
}

static void pair_open(struct pair *t, const double *x, double theta)
{
	const unsigned long quanta = (unsigned long)x[1], high = (unsigned long)x[2], low = (unsigned long)x[3];

	t->n = high + low + quanta;
	for (unsigned long s = 0; s <= t->n; s++) {
		mpfr_init2(t->p[s], ACCOUNT_BITS);
		mpfr_init2(t->q[s], ACCOUNT_BITS);
	}
	fill(t->p, theta, high + quanta, low);
	fill(t->q, theta, high, low + quanta);
}

static void pair_close(struct pair *t)
{
	for (unsigned long s = 0; s <= t->n; s++) {
		mpfr_clear(t->p[s]);
		mpfr_clear(t->q[s]);
	}
}

/* sum of max(0, P - factor Q) */
static void delta_at(mpfr_ptr z, const struct pair *t, mpfr_srcptr factor)
{
	mpfr_t one;

	mpfr_init2(one, ACCOUNT_BITS);
	mpfr_set_zero(z, 1);
	for (unsigned long s = 0; s <= t->n; s++) {
		mpfr_mul(one, factor, t->q[s], MPFR_RNDN);
		mpfr_sub(one, t->p[s], one, MPFR_RNDN);
		/* at the top ratio itself, of which 320 bits leave something below 2^-300 of P */
		if (mpfr_sgn(one) > 0 && mpfr_get_exp(one) > mpfr_get_exp(t->p[s]) - 280)
			mpfr_add(z, z, one, MPFR_RNDN);
	}
	mpfr_clear(one);
}

static void curve(mpfr_ptr z, const double *x, double theta)
{
	struct pair t;
	mpfr_t factor;

	pair_open(&t, x, theta);
	mpfr_init2(factor, ACCOUNT_BITS);
	mpfr_set_d(factor, x[4], MPFR_RNDN);
	mpfr_exp(factor, factor, MPFR_RNDN);
	delta_at(z, &t, factor);
	mpfr_clear(factor);
	pair_close(&t);
}

/* By halving: the curve falls. */
static void epsilon_of(mpfr_ptr z, const double *x, double theta)
{
	struct pair t;
	mpfr_t low, high, factor, delta;

	pair_open(&t, x, theta);
	mpfr_inits2(ACCOUNT_BITS, low, high, factor, delta, (mpfr_ptr)NULL);
	mpfr_set_zero(low, 1);
	mpfr_set_ui(high, 1024, MPFR_RNDN);
	mpfr_set_ui(factor, 1, MPFR_RNDN);
	delta_at(delta, &t, factor);
	if (mpfr_cmp_d(delta, x[4]) <= 0)
		mpfr_set_zero(high, 1);
	for (int i = 0; i < 300 && !mpfr_zero_p(high); i++) {
		mpfr_add(z, low, high, MPFR_RNDN);
		mpfr_div_2ui(z, z, 1, MPFR_RNDN);
		mpfr_exp(factor, z, MPFR_RNDN);
		delta_at(delta, &t, factor);
		mpfr_set(mpfr_cmp_d(delta, x[4]) <= 0 ? high : low, z, MPFR_RNDN);
	}
	mpfr_set(z, high, MPFR_RNDN);
	mpfr_clears(low, high, factor, delta, (mpfr_ptr)NULL);
	pair_close(&t);
}

static void renyi_of(mpfr_ptr z, const double *x, double theta, double less)
{
	struct pair t;
	mpfr_t one;

	pair_open(&t, x, theta);
	mpfr_init2(one, ACCOUNT_BITS);
	mpfr_set_zero(z, 1);
	for (unsigned long s = 0; s <= t.n; s++) {
		mpfr_div(one, t.p[s], t.q[s], MPFR_RNDN);
		mpfr_log(one, one, MPFR_RNDN);
		mpfr_mul_d(one, one, x[4], MPFR_RNDN);
		mpfr_exp(one, one, MPFR_RNDN);
		mpfr_mul(one, one, t.q[s], MPFR_RNDN);
		mpfr_add(z, z, one, MPFR_RNDN);
	}
	mpfr_log(z, z, MPFR_RNDN);
	mpfr_div_d(z, z, x[4] - less, MPFR_RNDN);
	mpfr_clear(one);
	pair_close(&t);
}

/* P and Q exchanged is `high` and `low` exchanged. */
static void turned(double y[5], const double *x)
{
	y[0] = x[0];
	y[1] = x[1];
	y[2] = x[3];
	y[3] = x[2];
	y[4] = x[4];
}

static void delta(mpfr_ptr z, const double *x) { curve(z, x, x[0]); }
static void epsilon(mpfr_ptr z, const double *x) { epsilon_of(z, x, x[0]); }
static void renyi(mpfr_ptr z, const double *x) { renyi_of(z, x, x[0], 1); }
static void half_theta_delta(mpfr_ptr z, const double *x) { curve(z, x, x[0] / 2); }
static void half_theta_epsilon(mpfr_ptr z, const double *x) { epsilon_of(z, x, x[0] / 2); }
static void half_theta_renyi(mpfr_ptr z, const double *x) { renyi_of(z, x, x[0] / 2, 1); }
static void order_for_less(mpfr_ptr z, const double *x) { renyi_of(z, x, x[0], 0); }

static void turned_delta(mpfr_ptr z, const double *x)
{
	double y[5];

	turned(y, x);
	delta(z, y);
}

static void turned_epsilon(mpfr_ptr z, const double *x)
{
	double y[5];

	turned(y, x);
	epsilon(z, y);
}

static void turned_renyi(mpfr_ptr z, const double *x)
{
	double y[5];

	turned(y, x);
	renyi(z, y);
}

static void pure(mpfr_ptr z, const double *x)
{
	mpfr_set_d(z, (0.5 + x[0]), MPFR_RNDN);
	mpfr_div_d(z, z, (0.5 - x[0]), MPFR_RNDN);
	mpfr_log(z, z, MPFR_RNDN);
	mpfr_mul_d(z, z, x[1], MPFR_RNDN);
}

static void total_variation_beyond(mpfr_ptr z, const double *x)
{
	struct pair t;
	mpfr_t e;

	/* sum of |P - e^epsilon Q|, halved: what is below is counted, too */
	pair_open(&t, x, x[0]);
	mpfr_init2(e, ACCOUNT_BITS);
	mpfr_set_zero(z, 1);
	for (unsigned long s = 0; s <= t.n; s++) {
		mpfr_set_d(e, x[4], MPFR_RNDN);
		mpfr_exp(e, e, MPFR_RNDN);
		mpfr_mul(e, e, t.q[s], MPFR_RNDN);
		mpfr_sub(e, t.p[s], e, MPFR_RNDN);
		mpfr_abs(e, e, MPFR_RNDN);
		mpfr_add(z, z, e, MPFR_RNDN);
	}
	mpfr_div_2ui(z, z, 1, MPFR_RNDN);
	mpfr_clear(e);
	pair_close(&t);
}

static const struct account_mistake of_delta[] = {
	{ NULL, "P and Q are exchanged, or `high` and `low`", turned_delta },
	{ NULL, "theta / 2 stands for theta: 1/2 + theta is taken for (1 + theta) / 2", half_theta_delta },
	{ NULL, "half the sum of |P - e^epsilon Q|, which is delta at epsilon 0 alone", total_variation_beyond },
	{ NULL, NULL, NULL },
};
static const struct account_mistake of_epsilon[] = {
	{ NULL, "P and Q are exchanged, or `high` and `low`", turned_epsilon },
	{ NULL, "theta / 2 stands for theta: 1/2 + theta is taken for (1 + theta) / 2", half_theta_epsilon },
	{ NULL, "the pure epsilon, quanta ln(h / l), whatever delta", pure },
	{ NULL, NULL, NULL },
};
static const struct account_mistake of_renyi[] = {
	{ NULL, "P and Q are exchanged, or `high` and `low`", turned_renyi },
	{ NULL, "theta / 2 stands for theta: 1/2 + theta is taken for (1 + theta) / 2", half_theta_renyi },
	{ NULL, "alpha stands for alpha - 1", order_for_less },
	{ NULL, NULL, NULL },
};

#define FINE 0x1p-6

static const struct account_case deltas[] = {
	{ "Ordinary", { 0.25, 1, 9, 0, 0.5 } }, { "Ordinary", { 0.25, 4, 0, 36, 0.25 } }, { "Ordinary", { 0.125, 2, 10, 8, 0.125 } },
	{ "Ordinary", { 0.1, 16, 100, 84, 1 } }, { "Ordinary", { 0.2, 8, 64, 8, 2 } }, { "Ordinary", { 0.05, 32, 0, 200, 0.75 } }, { "Ordinary", { 0.25, 3, 5, 7, 1.5 } },
	{ "SmallDelta", { 0.25, 16, 120, 120, 9 } }, { "SmallDelta", { 0.25, 64, 100, 92, 50 } }, { "SmallDelta", { FINE, 8, 100, 100, 0.45 } },
	{ "SmallDelta", { 0.25, 30, 0, 200, 20 } }, { "SmallDelta", { 0.125, 1, 254, 1, 0.47 } }, { "Zero", { 0.25, 1, 9, 0, 0 } }, { "Zero", { FINE, 1, 0, 0, 0 } },
	{ "Zero", { 0.1, 5, 50, 20, 0 } }, { "Pure", { 0.25, 1, 9, 0, 1.125 } }, { "Pure", { 0.125, 4, 3, 3, 2.5 } }, { "Pure", { 0.25, 2, 2, 2, 100 } },
	{ "Alone", { 0.25, 1, 0, 0, 0.5 } }, { "Alone", { 0.25, 8, 0, 0, 4 } }, { "Alone", { 0.01953125, 256, 0, 0, 3 } }, { "Boundary", { FINE, 1, 255, 0, 0.01 } },
	{ "Boundary", { 0.25, 1, 0, 255, 0.5 } }, { "Boundary", { 0.25, 256, 0, 0, 100 } }, { "Boundary", { 0.25, 1, 255, 0, 0.5 } },
	{ "Boundary", { FINE, 1, 0, 255, 0 } },
};
static const struct account_case epsilons[] = {
	{ "Ordinary", { 0.25, 1, 9, 0, 1e-2 } }, { "Ordinary", { 0.25, 4, 0, 36, 1e-3 } }, { "Ordinary", { 0.125, 2, 10, 8, 1e-2 } },
	{ "Ordinary", { 0.1, 16, 100, 84, 1e-5 } }, { "Ordinary", { 0.2, 8, 64, 8, 1e-4 } }, { "Ordinary", { 0.05, 32, 0, 200, 1e-6 } }, { "Ordinary", { 0.25, 3, 5, 7, 0.05 } },
	{ "SmallDelta", { 0.25, 16, 120, 120, 1e-40 } }, { "SmallDelta", { 0.25, 64, 100, 92, 1e-60 } }, { "SmallDelta", { FINE, 8, 100, 100, 1e-20 } },
	{ "SmallDelta", { 0.25, 1, 9, 0, 1e-100 } }, { "LargeDelta", { 0.25, 64, 10, 10, 0.5 } }, { "LargeDelta", { 0.25, 4, 2, 2, 0.45 } },
	{ "Zero", { FINE, 1, 100, 100, 0.25 } }, { "Zero", { 0.25, 1, 9, 0, 0.5 } }, { "Zero", { 0.1, 2, 100, 0, 0.4 } }, { "Alone", { 0.25, 1, 0, 0, 1e-3 } },
	{ "Alone", { 0.25, 8, 0, 0, 1e-6 } }, { "Alone", { 0.01953125, 256, 0, 0, 1e-5 } }, { "Boundary", { FINE, 1, 255, 0, 1e-6 } },
	{ "Boundary", { 0.25, 1, 0, 255, 1e-10 } }, { "Boundary", { 0.25, 256, 0, 0, 1e-100 } }, { "Boundary", { 0.25, 1, 255, 0, 1e-10 } },
};
static const struct account_case orders[] = {
	{ "Ordinary", { 0.25, 1, 9, 0, 2 } }, { "Ordinary", { 0.25, 4, 0, 36, 3 } }, { "Ordinary", { 0.125, 2, 10, 8, 1.5 } }, { "Ordinary", { 0.1, 16, 100, 84, 8 } },
	{ "Ordinary", { 0.2, 8, 64, 8, 2.5 } }, { "Ordinary", { 0.05, 32, 0, 200, 16 } }, { "Ordinary", { 0.25, 3, 5, 7, 4.75 } },
	{ "SmallDivergence", { FINE, 1, 100, 155, 2 } }, { "SmallDivergence", { FINE, 1, 255, 0, 1.125 } }, { "SmallDivergence", { 0.03125, 2, 254, 0, 1.25 } },
	{ "LargeEpsilon", { 0.25, 64, 0, 0, 256 } }, { "LargeEpsilon", { 0.25, 128, 64, 64, 200 } }, { "LargeEpsilon", { 0.25, 256, 0, 0, 256 } },
	{ "LargeEpsilon", { 0.125, 30, 100, 100, 128 } }, { "Alone", { 0.25, 1, 0, 0, 2 } }, { "Alone", { FINE, 1, 0, 0, 1.125 } }, { "Alone", { 0.2, 17, 0, 0, 3 } },
	{ "Boundary", { FINE, 1, 0, 255, 256 } }, { "Boundary", { 0.25, 1, 0, 255, 1.125 } }, { "Boundary", { 0.25, 1, 255, 0, 1.125 } },
	{ "Boundary", { FINE, 256, 0, 0, 2 } },
};

#define OUTSIDE(argument, ...) \
	{ "theta just below", { 0x1.fffffffffffffp-7, 1, 1, 1, argument } }, { "theta above 1/4", { 0x1.0000000000001p-2, 1, 1, 1, argument } }, \
	{ "theta is not a number", { (double)NAN, 1, 1, 1, argument } }, { "no quanta", { 0.25, 0, 1, 1, argument } }, \
	{ "too many Bernoullis", { 0.25, 1, 200, 56, argument } }, { "too many Bernoullis", { 0.25, 257, 0, 0, argument } }, __VA_ARGS__

static const struct account_case no_delta[] = { OUTSIDE(1, { "negative epsilon", { 0.25, 1, 1, 1, -0x1p-1074 } }, { "epsilon above 100", { 0.25, 1, 1, 1, 0x1.9000000000001p6 } }) };
static const struct account_case no_epsilon[] = { OUTSIDE(0.01, { "delta 0", { 0.25, 1, 1, 1, 0 } }, { "delta above 1/2", { 0.25, 1, 1, 1, 0x1.0000000000001p-1 } }) };
static const struct account_case no_order[] = { OUTSIDE(2, { "alpha 1", { 0.25, 1, 1, 1, 1 } }, { "alpha above 256", { 0.25, 1, 1, 1, 0x1.0000000000001p8 } }) };

#define PAIR(name, argument, what, function, mistakes, list, outside) \
	ORACLE(name) \
	{ \
		static const struct account a = { what, { "theta", "#quanta", "#high", "#low", argument }, function }; \
		book_open(b, #name); \
		book_group(b, what, "A few Bernoullis to 256 of them."); \
		account_tests_with(b, &a, mistakes, list, sizeof list / sizeof *list); \
		ACCOUNT_REFUSALS(b, &a, outside); \
		account_sweep(b, &a, mistakes, ACCOUNT_SHARE); \
	}

PAIR(pbm_delta, "epsilon", "delta", delta, of_delta, deltas, no_delta)
PAIR(pbm_epsilon, "delta", "epsilon", epsilon, of_epsilon, epsilons, no_epsilon)
PAIR(pbm_renyi, "alpha", "renyi", renyi, of_renyi, orders, no_order)
