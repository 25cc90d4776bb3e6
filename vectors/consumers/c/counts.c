/* SPDX-License-Identifier: 0BSD */
/* Masses and tails of the binomial and the Polya law: one term after the other, the exponent of two kept apart. */
#include <math.h>

#include "algorithms.h"

static const uint64_t large = UINT64_C(1) << 40, many = UINT64_C(1) << 20;

/* x 2^power */
struct scaled {
	double x;
	int power;
};

static void times(struct scaled *z, double x)
{
	int power;

	z->x = frexp(z->x * x, &power);
	z->power += power;
}

struct binomial {
	double n, c;
};

static double next_binomial(const struct binomial *b, double k)
{
	return (b->n - k) / (k + 1) * (b->c / (1 - b->c));
}

/* The mass at x; its tail's other terms follow from it. */
static struct scaled binomial_at(const struct binomial *b, double x)
{
	struct scaled z = { 1, 0 };

	for (double k = 0; k < b->n; k++) {
		times(&z, k < x ? b->c : 1 - b->c);
		if (k < x)
			times(&z, (b->n - k) / (k + 1));
	}
	return z;
}

static bool drawn(struct test *t, struct binomial *b, double *x)
{
	const uint64_t quanta = in_u64(t, "quanta"), chance = in_u64(t, "chance"), at = in_u64(t, "x");

	t->refused = quanta == 0 || quanta > many || chance > large || at > quanta;
	*b = (struct binomial){ (double)quanta, (double)chance / (double)large };
	*x = (double)at;
	return !t->malformed && !t->refused;
}

RUN(pbm_mass)
{
	struct binomial b;
	double x;

	if (drawn(t, &b, &x)) {
		const struct scaled z = binomial_at(&b, x);
		out_double(t, "mass", ldexp(z.x, z.power));
	}
}

RUN(pbm_tail)
{
	struct binomial b;
	struct scaled z;
	double x, term = 1, sum = 1;

	if (!drawn(t, &b, &x))
		return;
	if (x == 0 || b.c == 1) {
		out_double(t, "tail", 1);
		return;
	}
	z = binomial_at(&b, x);
	for (double k = x; k < b.n && (term > sum * 0x1p-60 || k < b.n * b.c); k++) {
		term *= next_binomial(&b, k);
		sum += term;
		if (sum > 0x1p500) {
			term = ldexp(term, -500);
			sum = ldexp(sum, -500);
			z.power += 500;
		}
	}
	times(&z, sum);
	out_double(t, "tail", ldexp(z.x, z.power));
}

struct polya {
	double rate, a, r; /* p / q, exp(-p / q), part / whole */
};

static struct scaled polya_at(const struct polya *law, double x)
{
	struct scaled z = { 1, 0 };

	for (double k = 0; k < x; k++)
		times(&z, (law->r + k) / (k + 1));
	times(&z, pow(-expm1(-law->rate), law->r));
	times(&z, exp(-law->rate * x));
	return z;
}

static bool shared(struct test *t, struct polya *law, double *x)
{
	const uint64_t p = in_u64(t, "p"), q = in_u64(t, "q"), part = in_u64(t, "part"), whole = in_u64(t, "whole"), at = in_u64(t, "x");
	const double rate = (double)p / (double)q;

	t->refused = p == 0 || q == 0 || p > large || q > large || q > 1024 * p || part == 0 || part > whole || whole > large || at > many ||
	             p > 600 * q / (at + 1);
	*law = (struct polya){ rate, exp(-rate), (double)part / (double)whole };
	*x = (double)at;
	return !t->malformed && !t->refused;
}

RUN(polya_mass)
{
	struct polya law;
	double x;

	if (shared(t, &law, &x)) {
		const struct scaled z = polya_at(&law, x);
		out_double(t, "mass", ldexp(z.x, z.power));
	}
}

RUN(polya_tail)
{
	struct polya law;
	struct scaled z;
	double x, term = 1, sum = 1;

	if (!shared(t, &law, &x))
		return;
	z = polya_at(&law, x);
	for (double k = x; term > sum * 0x1p-60; k++) {
		term *= (law.r + k) / (k + 1) * law.a;
		sum += term;
	}
	times(&z, sum);
	out_double(t, "tail", x == 0 ? 1 : ldexp(z.x, z.power));
}
