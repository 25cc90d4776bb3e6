/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "noise/order_program.h"

#include "noise/exact.h"

#define UNITS 1024
#define TRIALS 2047

/* Euclid's. */
/*@ requires 0 < b;
    assigns  \nothing;
    ensures  range: 0 < \result <= b;
    ensures  other: 0 < a ==> \result <= a; */
static uint64_t common_divisor(uint64_t a, uint64_t b)
{
	uint64_t rest;

	/*@ loop invariant range: 0 < b <= \at(b, Pre);
	    loop invariant other: (a == \at(a, Pre) && b == \at(b, Pre)) || b <= \at(a, Pre);
	    loop assigns a, b, rest;
	    loop variant b; */
	do {
		rest = a % b;
		a = b;
		b = rest;
	} while (b > 0);
	return a;
}

/*@ requires 0 < g <= x;
    assigns  \nothing;
    ensures  value: \result == x / g;
    ensures  range: 0 < \result <= x; */
static uint64_t part_of(uint64_t x, uint64_t g)
{
	return x / g;
}

/* A coin of n / (d k) in lowest terms, n / d being so. */
/*@ requires open_stream(s);
    requires n <= d && 0 < d <= 9007199254740992 && 0 < k <= TRIALS;
    assigns  *s, *s->log;
    ensures  open: open_stream(s) && s->log == \old(s->log);
    ensures  never: n == 0 ==> \result == 0; */
static bool program_trial(struct dpmf_stream *s, uint64_t n, uint64_t d, uint64_t k)
{
	const uint64_t g = common_divisor(n, k), times = part_of(k, g);

	/*@ assert fewer: n / g <= n; */
	/*@ assert product: d <= d * times; */
	/*@ assert fits: d * times <= d * TRIALS; */
	return dpmf_order_coin(s, n / g, d * times);
}

/* exp(-n / d) for n <= d: whether the first trial that shows 0 is odd. */
/*@ requires open_stream(s);
    requires 0 < d <= 9007199254740992 && n <= d;
    assigns  *s, *s->log;
    ensures  open: open_stream(s) && s->log == \old(s->log);
    ensures  always: n == 0 ==> \result == 1; */
static bool program_trials(struct dpmf_stream *s, uint64_t n, uint64_t d)
{
	const uint64_t g = common_divisor(n, d), whole = part_of(d, g), part = n / g;
	uint64_t k = 1;

	/*@ assert low: part * g <= n; */
	/*@ assert high: d < (whole + 1) * g; */
	/*@ assert between: 0 < (whole + 1 - part) * g; */
	/*@ assert less: part <= whole; */
	/*@ loop invariant counted: 1 <= k <= TRIALS + 1;
	    loop invariant first: n == 0 ==> k == 1;
	    loop invariant open: open_stream(s) && s->log == \at(s->log, Pre);
	    loop assigns k, *s, *\at(s->log, Pre);
	    loop variant TRIALS + 1 - k; */
	while (k <= TRIALS && program_trial(s, part, whole, k))
		k++;
	return k % 2 == 1;
}

bool dpmf_program_bernoulli_exp(struct dpmf_stream *s, uint64_t p, uint64_t q)
{
	const uint64_t units = p == 0 ? 0 : (p - 1) / q;

	/*@ assert taken: units * q <= p; */
	/*@ assert left: p - units * q <= q; */
	/*@ loop invariant range: 0 <= unit <= units;
	    loop invariant open: open_stream(s) && s->log == \at(s->log, Pre);
	    loop assigns unit, *s, *\at(s->log, Pre);
	    loop variant units - unit; */
	for (uint64_t unit = 0; unit < units; unit++)
		if (!dpmf_order_unit(s))
			return false;
	return program_trials(s, p - units * q, q);
}

uint64_t dpmf_program_geometric(struct dpmf_stream *s, uint64_t p, uint64_t q)
{
	const uint64_t g = common_divisor(p, q), t = part_of(q, g);
	uint64_t u, v;

	/*@ loop invariant open: open_stream(s) && s->log == \at(s->log, Pre);
	    loop assigns u, v, *s, *\at(s->log, Pre); */
	do {
		/*@ loop invariant open: open_stream(s) && s->log == \at(s->log, Pre);
		    loop assigns u, *s, *\at(s->log, Pre); */
		do
			u = dpmf_uniform_below(s, t);
		while (!program_trials(s, u, t));
		v = dpmf_order_units(s);
	} while (v == UNITS);
	return dpmf_order_quotient(u, t, v, part_of(p, g));
}

int64_t dpmf_program_discrete_laplace(struct dpmf_stream *s, uint64_t p, uint64_t q)
{
	uint64_t magnitude;
	bool negative;

	/*@ loop invariant open: open_stream(s) && s->log == \at(s->log, Pre);
	    loop assigns magnitude, negative, *s, *\at(s->log, Pre); */
	do {
		negative = dpmf_order_coin(s, 1, 2);
		magnitude = dpmf_program_geometric(s, p, q);
	} while (negative && magnitude == 0 && !s->dry);
	return dpmf_order_signed(magnitude, negative);
}

/* The Laplace law of scale t: t fits. */
/*@ requires 0 < p && 0 < q && 0 < t && p * q * t * t <= 4503599627370496;
    requires open_stream(s);
    assigns  *s, *s->log;
    ensures  open: open_stream(s) && s->log == \old(s->log);
    ensures  range: -1024 * t < \result < 1024 * t; */
static int64_t program_proposal(struct dpmf_stream *s, uint64_t t) /*@ ghost (uint64_t p, uint64_t q) */
{
	/*@ assert positive: 0 < p * q; */
	/*@ assert one: t <= t * t; */
	/*@ assert square: t * t <= (p * q) * (t * t); */
	return dpmf_program_discrete_laplace(s, 1, t);
}

int64_t dpmf_program_discrete_gaussian(struct dpmf_stream *s, uint64_t p, uint64_t q, uint64_t t)
{
	const uint64_t whole = dpmf_order_whole(p, q, t);
	int64_t y;

	/*@ loop invariant open: open_stream(s) && s->log == \at(s->log, Pre);
	    loop assigns y, *s, *\at(s->log, Pre); */
	do
		y = program_proposal(s, t) /*@ ghost (p, q) */;
	while (!dpmf_program_bernoulli_exp(s, dpmf_order_distance(y, p, q, t), whole) && !s->dry);
	return y;
}
