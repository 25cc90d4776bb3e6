/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Noise on whole steps: delta(epsilon) by its definition, the sum of P(x) - e^epsilon P(x - k) over the x where that is
   above 0. The masses are summed as they stand, in 320 bits; epsilon by bisection,
   where two values of the curve do not say beforehand on which side it lies. */
#include <math.h>
#include <stdlib.h>

#include "account.h"

enum { HALVINGS = 70, NEAR = 100 };

struct law {
	mpfr_t *mass; /* of -reach, -reach + 1, ..., not divided by their sum */
	long reach, steps;
};

typedef void (*exponent)(mpfr_ptr z, long x, const double *law);

/* x^2 q / (2 p) */
static void square_exponent(mpfr_ptr z, long x, const double *law)
{
	mpfr_set_d(z, law[1], MPFR_RNDN);
	mpfr_mul_si(z, z, x, MPFR_RNDN);
	mpfr_mul_si(z, z, x, MPFR_RNDN);
	mpfr_div_d(z, z, -2 * law[0], MPFR_RNDN);
}

/* |x| p / q */
static void absolute_exponent(mpfr_ptr z, long x, const double *law)
{
	mpfr_set_d(z, law[0], MPFR_RNDN);
	mpfr_mul_si(z, z, x < 0 ? x : -x, MPFR_RNDN);
	mpfr_div_d(z, z, law[1], MPFR_RNDN);
}

/* Beyond `reach` a mass is below e^-750 of the largest: too little to be seen at 1e-300. */
static void open_law(struct law *law, exponent f, const double *x, double reach)
{
	mpfr_t total;
	size_t count;

	law->steps = (long)x[2];
	law->reach = (long)reach + law->steps;
	count = 2 * (size_t)law->reach + 1;
	law->mass = malloc(count * sizeof *law->mass);
	if (law->mass == NULL)
		return;
	mpfr_init2(total, ACCOUNT_BITS);
	mpfr_set_zero(total, 1);
	for (size_t i = 0; i < count; i++) {
		mpfr_init2(law->mass[i], ACCOUNT_BITS);
		f(law->mass[i], (long)i - law->reach, x);
		mpfr_exp(law->mass[i], law->mass[i], MPFR_RNDN);
		mpfr_add(total, total, law->mass[i], MPFR_RNDN);
	}
	for (size_t i = 0; i < count; i++)
		mpfr_div(law->mass[i], law->mass[i], total, MPFR_RNDN);
	mpfr_clear(total);
}

static void close_law(struct law *law)
{
	for (size_t i = 0; law->mass != NULL && i <= 2 * (size_t)law->reach; i++)
		mpfr_clear(law->mass[i]);
	free(law->mass);
}

static void curve(mpfr_ptr delta, const struct law *law, mpfr_srcptr epsilon)
{
	mpfr_t factor, term;

	mpfr_inits2(ACCOUNT_BITS, factor, term, (mpfr_ptr)0);
	mpfr_exp(factor, epsilon, MPFR_RNDN);
	mpfr_set_zero(delta, 1);
	for (long i = 0; i <= 2 * law->reach; i++) {
		if (i < law->steps) {
			mpfr_add(delta, delta, law->mass[i], MPFR_RNDN);
			continue;
		}
		mpfr_mul(term, factor, law->mass[i - law->steps], MPFR_RNDN);
		mpfr_sub(term, law->mass[i], term, MPFR_RNDN);
		if (mpfr_sgn(term) > 0)
			mpfr_add(delta, delta, term, MPFR_RNDN);
	}
	mpfr_clears(factor, term, (mpfr_ptr)0);
}

/* The masses of P from -reach to -reach + k - 1 stand without their partners, which are next to nothing. */
static void delta_of(mpfr_ptr z, exponent f, const double *x, double reach)
{
	struct law law;
	mpfr_t epsilon;

	open_law(&law, f, x, reach);
	mpfr_init2(epsilon, ACCOUNT_BITS);
	mpfr_set_d(epsilon, x[3], MPFR_RNDN);
	if (law.mass == NULL)
		mpfr_set_nan(z);
	else
		curve(z, &law, epsilon);
	mpfr_clear(epsilon);
	close_law(&law);
}

/* Of all sets {i <= m}, the one of P(S) - e^epsilon Q(S) = delta with the largest epsilon. */
static void candidate(mpfr_ptr z, const struct law *law, double delta)
{
	mpfr_t p, q, ratio;

	mpfr_inits2(ACCOUNT_BITS, p, q, ratio, (mpfr_ptr)0);
	mpfr_set_d(p, -delta, MPFR_RNDN);
	mpfr_set_zero(q, 1);
	mpfr_set_zero(z, 1);
	for (long i = 0; i <= 2 * law->reach; i++) {
		mpfr_add(p, p, law->mass[i], MPFR_RNDN);
		if (i < law->steps)
			continue;
		mpfr_add(q, q, law->mass[i - law->steps], MPFR_RNDN);
		if (mpfr_sgn(p) <= 0)
			continue;
		mpfr_div(ratio, p, q, MPFR_RNDN);
		mpfr_max(z, z, ratio, MPFR_RNDN);
	}
	mpfr_log(z, z, MPFR_RNDN);
	mpfr_clears(p, q, ratio, (mpfr_ptr)0);
}

/* Two numbers between which the curve is known to pass delta, 2^-NEAR of them on either side of the candidate; else all there are. */
static void bracket(mpfr_ptr low, mpfr_ptr high, const struct law *law, double delta)
{
	mpfr_t x, room, below, above;

	mpfr_inits2(ACCOUNT_BITS, x, room, below, above, (mpfr_ptr)0);
	candidate(x, law, delta);
	mpfr_div_2ui(room, x, NEAR, MPFR_RNDN);
	mpfr_sub(low, x, room, MPFR_RNDN);
	mpfr_add(high, x, room, MPFR_RNDN);
	curve(below, law, low);
	curve(above, law, high);
	if (!mpfr_number_p(x) || mpfr_cmp_d(below, delta) <= 0 || mpfr_cmp_d(above, delta) > 0) {
		mpfr_set_inf(low, -1);
		mpfr_set_inf(high, 1);
	}
	mpfr_clears(x, room, below, above, (mpfr_ptr)0);
}

static void epsilon_of(mpfr_ptr z, exponent f, const double *x, double reach, double most)
{
	struct law law;
	mpfr_t low, high, delta, known_low, known_high;

	open_law(&law, f, x, reach);
	mpfr_inits2(ACCOUNT_BITS, low, high, delta, known_low, known_high, (mpfr_ptr)0);
	mpfr_set_zero(low, 1);
	mpfr_set_d(high, most, MPFR_RNDN);
	if (law.mass != NULL)
		curve(delta, &law, low);
	if (law.mass == NULL || mpfr_cmp_d(delta, x[3]) <= 0)
		mpfr_set_zero(high, 1);
	else
		bracket(known_low, known_high, &law, x[3]);
	for (int i = 0; i < HALVINGS && mpfr_sgn(high) > 0; i++) {
		mpfr_add(z, low, high, MPFR_RNDN);
		mpfr_div_2ui(z, z, 1, MPFR_RNDN);
		if (mpfr_cmp(z, known_low) > 0 && mpfr_cmp(z, known_high) < 0)
			curve(delta, &law, z);
		else
			mpfr_set_d(delta, mpfr_cmp(z, known_low) <= 0 ? 1 : 0, MPFR_RNDN); /* above, or below all that is asked for */
		mpfr_set(mpfr_cmp_d(delta, x[3]) > 0 ? low : high, z, MPFR_RNDN);
	}
	mpfr_set(z, high, MPFR_RNDN);
	mpfr_clears(low, high, delta, known_low, known_high, (mpfr_ptr)0);
	close_law(&law);
}

static double normal_reach(const double *x)
{
	return 50 * sqrt(x[0] / x[1]) + 20;
}

static double laplace_reach(const double *x)
{
	return 750 * x[1] / x[0] + 20;
}

static void gaussian_delta(mpfr_ptr z, const double *x)
{
	delta_of(z, square_exponent, x, normal_reach(x));
}

static void gaussian_epsilon(mpfr_ptr z, const double *x)
{
	epsilon_of(z, square_exponent, x, normal_reach(x), 8192);
}

/* From k p / q on every likelihood ratio is at most e^epsilon. */
static void laplace_delta(mpfr_ptr z, const double *x)
{
	if (x[3] >= x[2] * x[0] / x[1])
		mpfr_set_zero(z, 1);
	else
		delta_of(z, absolute_exponent, x, laplace_reach(x));
}

static void laplace_epsilon(mpfr_ptr z, const double *x)
{
	if (x[3] > 0) {
		epsilon_of(z, absolute_exponent, x, laplace_reach(x), x[2] * x[0] / x[1]);
		return;
	}
	mpfr_set_d(z, x[2], MPFR_RNDN);
	mpfr_mul_d(z, z, x[0], MPFR_RNDN);
	mpfr_div_d(z, z, x[1], MPFR_RNDN);
}

#define INPUTS(last) { "#p", "#q", "#steps", last }
#define WIDE 0x1p40

ORACLE(discrete_gaussian_delta)
{
	static const struct account a = { "delta", INPUTS("epsilon"), gaussian_delta };
	static const struct account_case list[] = {
		{ "Ordinary", { 4, 1, 1, 0.5 } }, { "Ordinary", { 100, 1, 5, 1 } }, { "Ordinary", { 1, 1, 1, 1 } }, { "Ordinary", { 7, 2, 3, 2 } }, { "Ordinary", { 1000, 3, 20, 1.5 } },
		{ "Narrow", { 1, 10, 1, 1 } }, { "Narrow", { 1, 4096, 1, 5 } }, { "Narrow", { 1, 40, 1, 8 } }, { "Narrow", { 1, 2, 2, 1 } },
		{ "SmallDelta", { 100, 1, 1, 1 } }, { "SmallDelta", { 100, 1, 10, 36 } }, { "SmallDelta", { 65536, 1, 1, 0.125 } }, { "SmallDelta", { 4, 1, 1, 5 } },
		{ "LargeEpsilon", { 1, 2, 30, 1000 } }, { "LargeEpsilon", { 16, 1, 100, 700 } }, { "LargeMu", { 1, 1, 8, 20 } }, { "LargeMu", { 100, 1, 640, 500 } },
		{ "Threshold", { 4, 1, 2, 1 } }, { "Threshold", { 2, 1, 4, 4 } }, { "Zero", { 4, 1, 1, 0 } }, { "Zero", { 1, 64, 3, 0 } },
		{ "LargeParameter", { WIDE, WIDE - 1, 1, 1 } }, { "LargeParameter", { WIDE, 0x1p20 + 1, 100, 0.25 } },
	};
	static const struct account_case outside[] = {
		{ "p = 0", { 0, 1, 1, 1 } }, { "q = 0", { 1, 0, 1, 1 } }, { "p > 2^40", { WIDE + 1, WIDE, 1, 1 } }, { "no step", { 1, 1, 0, 1 } }, { "sigma^2 above 2^20", { WIDE, 1, 1, 1 } },
		{ "steps above 64 sigma", { 1, 1, 65, 1 } }, { "negative epsilon", { 1, 1, 1, -1 } }, { "epsilon is not a number", { 1, 1, 1, NAN } },
	};

	book_open(b, "discrete_gaussian_delta");
	book_group(b, "curve", "Fine grids and coarse ones.");
	ACCOUNT_TESTS(b, &a, list);
	ACCOUNT_REFUSALS(b, &a, outside);
	account_sweep(b, &a, NULL, ACCOUNT_SHARE);
	static const struct account_case most[] = { { "Boundary", { 0x1p14, 1, 0x1p13, 0.0078125 } }, { "Boundary", { 4, 1, 128, 0.0078125 } } };
	static const struct account_case beyond[] = { { "sigma^2 above 2^20", { 0x1p20 + 1, 1, 1, 0.0078125 } }, { "steps above 64 sigma", { 4, 1, 129, 0.0078125 } }, { "epsilon just above", { 4, 1, 1, 0x1.f400000000001p9 } } };
	ACCOUNT_EDGES(b, &a, most, beyond);
}

ORACLE(discrete_gaussian_epsilon)
{
	static const struct account a = { "epsilon", INPUTS("delta"), gaussian_epsilon };
	static const struct account_case list[] = {
		{ "Ordinary", { 4, 1, 1, 1e-5 } }, { "Ordinary", { 100, 1, 5, 1e-6 } }, { "Ordinary", { 1, 1, 1, 1e-3 } }, { "Ordinary", { 7, 2, 3, 1e-9 } }, { "Ordinary", { 1000, 3, 20, 0.01 } },
		{ "Narrow", { 1, 10, 1, 1e-5 } }, { "Narrow", { 1, 4096, 1, 0.25 } }, { "Narrow", { 1, 2, 2, 1e-9 } }, { "SmallDelta", { 1, 1, 1, 1e-30 } }, { "SmallDelta", { 100, 1, 1, 1e-100 } },
		{ "SmallDelta", { 4, 1, 2, 1e-300 } }, { "SmallDelta", { 1024, 1, 100, 1e-15 } }, { "LargeMu", { 1, 1, 20, 0.25 } }, { "LargeMu", { 1, 1, 64, 1e-9 } }, { "Zero", { 100, 1, 1, 0.25 } },
		{ "LargeParameter", { WIDE, WIDE - 1, 1, 1e-6 } },
	};
	static const struct account_case outside[] = {
		{ "p = 0", { 0, 1, 1, 0.1 } }, { "q = 0", { 1, 0, 1, 0.1 } }, { "no step", { 1, 1, 0, 0.1 } }, { "sigma^2 above 2^20", { WIDE, 1, 1, 0.1 } },
		{ "steps above 64 sigma", { 1, 1, 65, 0.1 } }, { "delta 0", { 1, 1, 1, 0 } }, { "delta above 1/2", { 1, 1, 1, 0.75 } }, { "delta is not a number", { 1, 1, 1, NAN } },
	};

	book_open(b, "discrete_gaussian_epsilon");
	book_group(b, "curve", "Fine grids and coarse ones.");
	ACCOUNT_TESTS(b, &a, list);
	ACCOUNT_REFUSALS(b, &a, outside);
	account_sweep(b, &a, NULL, ACCOUNT_SHARE);
	static const struct account_case most[] = { { "Boundary", { 0x1p14, 1, 0x1p13, 1e-6 } }, { "Boundary", { 4, 1, 128, 1e-6 } } };
	static const struct account_case beyond[] = { { "sigma^2 above 2^20", { 0x1p20 + 1, 1, 1, 1e-6 } }, { "steps above 64 sigma", { 4, 1, 129, 1e-6 } }, { "delta just below", { 4, 1, 1, 0x1.56e1fc2f8f358p-997 } } };
	ACCOUNT_EDGES(b, &a, most, beyond);
}

ORACLE(discrete_laplace_delta)
{
	static const struct account a = { "delta", INPUTS("epsilon"), laplace_delta };
	static const struct account_case list[] = {
		{ "Ordinary", { 1, 2, 1, 0.25 } }, { "Ordinary", { 1, 10, 5, 0.125 } }, { "Ordinary", { 1, 1, 3, 2 } }, { "Ordinary", { 3, 7, 20, 4 } }, { "Ordinary", { 1, 64, 100, 1 } },
		{ "Narrow", { 5, 1, 1, 2 } }, { "Narrow", { 30, 1, 2, 40 } }, { "Narrow", { 300, 1, 1, 100 } }, { "LargeEpsilon", { 10, 1, 100, 990 } }, { "LargeEpsilon", { 999, 1, 1, 998 } },
		{ "Threshold", { 1, 2, 4, 1 } }, { "Threshold", { 1, 1, 3, 1 } }, { "Zero", { 1, 2, 1, 0 } }, { "Zero", { 1, 3, 8, 0 } }, { "Pure", { 1, 2, 4, 2 } }, { "Pure", { 1, 8, 2, 5 } },
		{ "LargeParameter", { WIDE, WIDE - 1, 2, 1 } }, { "LargeParameter", { WIDE - 1, 0x1p36 + 1, 1, 3 } },
	};
	static const struct account_case outside[] = {
		{ "p = 0", { 0, 1, 1, 1 } }, { "q = 0", { 1, 0, 1, 1 } }, { "p > 2^40", { WIDE + 1, WIDE, 1, 1 } }, { "no step", { 1, 1, 0, 1 } }, { "steps p above 1000 q", { 1, 1, 1001, 1 } },
		{ "negative epsilon", { 1, 1, 1, -1 } }, { "epsilon is not a number", { 1, 1, 1, NAN } },
	};

	book_open(b, "discrete_laplace_delta");
	book_group(b, "curve", "Fine grids and coarse ones.");
	ACCOUNT_TESTS(b, &a, list);
	ACCOUNT_REFUSALS(b, &a, outside);
	account_sweep(b, &a, NULL, ACCOUNT_SHARE);
}

ORACLE(discrete_laplace_epsilon)
{
	static const struct account a = { "epsilon", INPUTS("delta"), laplace_epsilon };
	static const struct account_case list[] = {
		{ "Ordinary", { 1, 2, 1, 0.125 } }, { "Ordinary", { 1, 10, 5, 1e-3 } }, { "Ordinary", { 1, 1, 3, 0.25 } }, { "Ordinary", { 3, 7, 20, 1e-6 } }, { "Ordinary", { 1, 64, 100, 0.01 } },
		{ "Narrow", { 5, 1, 1, 0.5 } }, { "Narrow", { 30, 1, 2, 1e-9 } }, { "SmallDelta", { 1, 2, 1, 1e-300 } }, { "Zero", { 1, 2, 1, 0.5 } }, { "Zero", { 1, 200, 3, 0.01 } },
		{ "Pure", { 1, 2, 4, 0 } }, { "Pure", { 1, 3, 1, 0 } }, { "Pure", { 10, 1, 100, 0 } }, { "LargeParameter Pure", { WIDE, WIDE - 1, 999, 0 } }, { "LargeParameter", { WIDE, WIDE - 1, 2, 0.125 } },
	};
	static const struct account_case outside[] = {
		{ "p = 0", { 0, 1, 1, 0.1 } }, { "q = 0", { 1, 0, 1, 0.1 } }, { "no step", { 1, 1, 0, 0.1 } }, { "steps p above 1000 q", { 1, 1, 1001, 0.1 } },
		{ "negative delta", { 1, 1, 1, -1 } }, { "delta above 1/2", { 1, 1, 1, 0.75 } }, { "delta is not a number", { 1, 1, 1, NAN } },
	};

	book_open(b, "discrete_laplace_epsilon");
	book_group(b, "curve", "With and without delta.");
	ACCOUNT_TESTS(b, &a, list);
	ACCOUNT_REFUSALS(b, &a, outside);
	account_sweep(b, &a, NULL, ACCOUNT_SHARE);
}

LATER(discrete_gaussian_delta)
{
	static const struct account_case list[] = { { "Boundary", { 0x1p20, 1, 0x1p16, 900 } } };

	account_tests(b, b->account, list, 1);
}

LATER(discrete_gaussian_epsilon)
{
	static const struct account_case list[] = { { "Boundary", { 0x1p20, 1, 0x1p16, 1e-280 } } };

	account_tests(b, b->account, list, 1);
}
