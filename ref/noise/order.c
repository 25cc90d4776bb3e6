/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "noise/order.h"

#include "noise/exact.h"

#define UNITS 1024  /* a geometric draw has fewer units than this */
#define TRIALS 2047 /* of Algorithm 1: 2^53 times this fits into 64 bits */
#define MOST UINT64_C(4503599627370496) /* of p q t^2 */

bool dpmf_order_coin(struct dpmf_stream *s, uint64_t n, uint64_t d)
{
	return dpmf_uniform_below(s, d) < n;
}

bool dpmf_order_unit(struct dpmf_stream *s)
{
	uint64_t k = 1;

	/*@ loop invariant counted: 1 <= k <= TRIALS + 1;
	    loop invariant open: open_stream(s) && s->log == \at(s->log, Pre);
	    loop assigns k, *s, *\at(s->log, Pre);
	    loop variant TRIALS + 1 - k; */
	while (k <= TRIALS && dpmf_order_coin(s, 1, k))
		k++;
	return k % 2 == 1;
}

uint64_t dpmf_order_units(struct dpmf_stream *s)
{
	uint64_t v = 0;

	/*@ loop invariant range: 0 <= v <= UNITS;
	    loop invariant open: open_stream(s) && s->log == \at(s->log, Pre);
	    loop assigns v, *s, *\at(s->log, Pre);
	    loop variant UNITS - v; */
	while (v < UNITS && dpmf_order_unit(s))
		v++;
	return v;
}

uint64_t dpmf_order_quotient(uint64_t u, uint64_t q, uint64_t v, uint64_t p)
{
	/*@ assert whole: q * v <= q * (UNITS - 1); */
	return (u + q * v) / p;
}

int64_t dpmf_order_signed(uint64_t magnitude, bool negative)
{
	return negative ? -(int64_t)magnitude : (int64_t)magnitude;
}

/* The root of x, rounded down, by halving [low, high). */
/*@ requires x <= MOST;
    assigns  \nothing;
    ensures  root: \result * \result <= x < (\result + 1) * (\result + 1);
    ensures  range: \result <= 67108864; */
static uint64_t root_floor(uint64_t x)
{
	uint64_t low = 0, high = 67108865;

	/*@ loop invariant range: 0 <= low < high <= 67108865;
	    loop invariant root: low * low <= x < high * high;
	    loop assigns low, high;
	    loop variant high - low; */
	while (high - low > 1) {
		const uint64_t middle = (low + high) / 2;

		if (middle * middle <= x)
			low = middle;
		else
			high = middle;
	}
	return low;
}

/* The root of p / q, rounded down, is that of the whole quotient. */
/*@ requires 0 < q && p <= MOST;
    assigns  \nothing;
    ensures  root: (\result - 1) * (\result - 1) * q <= p < \result * \result * q;
    ensures  range: 0 < \result <= 67108865; */
static uint64_t next_root(uint64_t p, uint64_t q)
{
	const uint64_t x = p / q, low = root_floor(x);

	/*@ assert below: x * q <= p; */
	/*@ assert above: p < (x + 1) * q; */
	/*@ assert next: x + 1 <= (low + 1) * (low + 1); */
	/*@ assert lower: low * low * q <= x * q; */
	/*@ assert upper: (x + 1) * q <= (low + 1) * (low + 1) * q; */
	return low + 1;
}

uint64_t dpmf_order_scale(uint64_t p, uint64_t q)
{
	uint64_t product, t;

	if (p == 0 || q == 0 || p > MOST || q > MOST / p)
		return 0;
	/*@ assert product: p * q <= MOST; */
	product = p * q;
	t = next_root(p, q);
	if (t * t > MOST / product)
		return 0;
	/*@ assert within: product * (t * t) <= MOST; */
	return t;
}

/*@ requires -9223372036854775807 <= y;
    assigns  \nothing;
    ensures  absolute: \result == \abs(y); */
static uint64_t absolute(int64_t y)
{
	return (uint64_t)(y < 0 ? -y : y);
}

/* t q, and that 1024 t of them stay below 2^62. */
/*@ requires 0 < p && 0 < q && 0 < t && p * q * t * t <= MOST;
    assigns  \nothing;
    ensures  product: \result == t * q;
    ensures  short: t * \result <= MOST;
    ensures  positive: 0 < \result; */
static uint64_t scaled(uint64_t q, uint64_t t) /*@ ghost (uint64_t p) */
{
	/*@ assert one_p: q * t * t <= p * (q * t * t); */
	/*@ assert one_t: q * t <= (q * t) * t; */
	return t * q;
}

uint64_t dpmf_order_distance(int64_t y, uint64_t p, uint64_t q, uint64_t t)
{
	const uint64_t step = scaled(q, t) /*@ ghost (p) */;
	const uint64_t size = absolute(y);
	uint64_t far;

	/*@ assert reach: size * step <= 1024 * t * step; */
	/*@ assert one: p <= p * (q * t * t); */
	far = size * step > p ? size * step - p : p - size * step;
	/*@ assert offset: far * far == (size * step - p) * (size * step - p); */
	/*@ assert same: size * step == \abs(y) * t * q; */
	/*@ assert small: far <= UINT32_MAX ==> far * far <= 18446744065119617025; */
	/*@ assert large: far > UINT32_MAX ==> far * far > 18446744065119617025; */
	return far > UINT32_MAX ? UINT64_MAX : far * far;
}

uint64_t dpmf_order_whole(uint64_t p, uint64_t q, uint64_t t)
{
	/*@ assert positive: 0 < p * q; */
	/*@ assert one: p * q <= p * q * t; */
	/*@ assert two: p * q * t <= p * q * t * t; */
	const uint64_t product = p * q * t * t;

	/*@ assert short: product <= MOST; */
	return 2 * product;
}
