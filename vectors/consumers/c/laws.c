/* SPDX-License-Identifier: 0BSD */
/* Masses and tails of the integer laws, in long doubles: they must have 64 bits or more for a result within 2^-51. */
#include <math.h>

#include "algorithms.h"
#include "test.h"

static const uint64_t large = UINT64_C(1) << 40;

static long double ratio(uint64_t p, uint64_t q)
{
	return (long double)p / (long double)q;
}

static bool rate(struct test *t, long double *r, long double *x)
{
	const uint64_t p = in_u64(t, "p"), q = in_u64(t, "q"), k = in_u64(t, "x");

	t->refused = p == 0 || q == 0 || p > large || q > large || k > large || k + 1 > 690 * q / p;
	*r = t->refused ? 1 : ratio(p, q);
	*x = t->refused ? 1 : (long double)p * (long double)k / (long double)q;
	return !t->malformed && !t->refused;
}

RUN(bernoulli_exp_mass)
{
	const uint64_t p = in_u64(t, "p"), q = in_u64(t, "q");

	t->refused = q == 0 || q > large || p > large || p > 690 * q;
	if (!t->malformed && !t->refused)
		out_double(t, "mass", (double)expl(-ratio(p, q)));
}

RUN(geometric_mass)
{
	long double r, x;

	if (rate(t, &r, &x))
		out_double(t, "mass", (double)(-expm1l(-r) * expl(-x)));
}

RUN(geometric_tail)
{
	long double r, x;

	if (rate(t, &r, &x))
		out_double(t, "tail", (double)expl(-x));
}

RUN(discrete_laplace_mass)
{
	long double r, x;

	if (rate(t, &r, &x))
		out_double(t, "mass", (double)(tanhl(r / 2) * expl(-x)));
}

RUN(discrete_laplace_tail)
{
	long double r, x;

	if (rate(t, &r, &x))
		out_double(t, "tail", (double)(expl(-x) / (1 + expl(-r))));
}

static long double weights(uint64_t p, uint64_t q, uint64_t from, uint64_t end)
{
	long double sum = 0;

	for (uint64_t y = end; y-- > from;)
		sum += expl(-(long double)(y * y) * (long double)q / (2 * (long double)p));
	return sum;
}

static void gaussian(struct test *t, const char *name, bool alone)
{
	const uint64_t p = in_u64(t, "p"), q = in_u64(t, "q"), x = in_u64(t, "x");
	uint64_t end;

	t->refused = p == 0 || q == 0 || p > large || q > large || p > 1024 * q || x > 1 << 20 || x * x > 1360 * p / q;
	if (t->malformed || t->refused)
		return;
	end = (uint64_t)(44 * sqrtl(ratio(p, q))) + 44;
	out_double(t, name, (double)(weights(p, q, x, alone ? x + 1 : end) / (1 + 2 * weights(p, q, 1, end))));
}

RUN(discrete_gaussian_mass)
{
	gaussian(t, "mass", true);
}

RUN(discrete_gaussian_tail)
{
	gaussian(t, "tail", false);
}
