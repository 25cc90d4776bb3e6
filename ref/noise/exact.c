/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "noise/exact.h"

#define UNITS 1024 /* a geometric draw has fewer units than this */

/* The word belongs to the block of `limit` words that starts at word - word % limit;
   a block that 2^64 cuts short is refused, so every remainder is equally likely. */
uint64_t dpmf_uniform_below(struct dpmf_stream *s, uint64_t limit)
{
	uint64_t word, remainder;

	if (limit == 1)
		return 0;
	/*@ loop assigns word, remainder, *s; */
	do {
		word = dpmf_stream_word(s);
		remainder = word % limit;
	} while (word - remainder > UINT64_MAX - (limit - 1));
	/*@ assert whole_block: word - remainder + limit - 1 <= 18446744073709551615; */
	return remainder;
}

bool dpmf_bernoulli(struct dpmf_stream *s, uint64_t p, uint64_t q)
{
	if (p == 0 || p == q)
		return p != 0;
	return dpmf_uniform_below(s, q) >= q - p;
}

/* exp(-p / q) for p <= q: the first trial k that fails is odd with probability
   sum over j of (-p / q)^j / j!. */
/*@ requires \valid(s);
    requires q > 0 && p <= q;
    assigns  *s;
    ensures  always: p == 0 ==> \result == 1; */
static bool bernoulli_exp_fraction(struct dpmf_stream *s, uint64_t p, uint64_t q)
{
	uint64_t k = 1;

	/*@ loop invariant counted: 1 <= k;
	    loop invariant first: p == 0 ==> k == 1;
	    loop assigns k, *s; */
	while (k < UINT64_MAX && dpmf_bernoulli(s, p, q) && dpmf_bernoulli(s, 1, k))
		k++;
	return k % 2 == 1;
}

bool dpmf_bernoulli_exp(struct dpmf_stream *s, uint64_t p, uint64_t q)
{
	/*@ loop invariant range: 0 <= unit <= p / q;
	    loop assigns unit, *s;
	    loop variant p / q - unit; */
	for (uint64_t unit = 0; unit < p / q; unit++)
		if (!bernoulli_exp_fraction(s, 1, 1))
			return false;
	return bernoulli_exp_fraction(s, p % q, q);
}

/* V ~ Geometric(exp(-1)), counted up to UNITS. */
/*@ requires \valid(s);
    assigns  *s;
    ensures  range: \result <= UNITS; */
static uint64_t whole_units(struct dpmf_stream *s)
{
	uint64_t v = 0;

	/*@ loop invariant range: 0 <= v <= UNITS;
	    loop assigns v, *s;
	    loop variant UNITS - v; */
	while (v < UNITS && bernoulli_exp_fraction(s, 1, 1))
		v++;
	return v;
}

/* (u + q v) / p, rounded down. */
/*@ requires p > 0 && u < q <= 9007199254740992 && v < UNITS;
    assigns  \nothing;
    ensures  quotient: \result * p <= u + q * v < (\result + 1) * p;
    ensures  range: \result * p < UNITS * q; */
static uint64_t unit_quotient(uint64_t u, uint64_t q, uint64_t v, uint64_t p)
{
	/*@ assert whole: q * v <= q * (UNITS - 1); */
	return (u + q * v) / p;
}

uint64_t dpmf_geometric(struct dpmf_stream *s, uint64_t p, uint64_t q)
{
	uint64_t u, v;

	/*@ loop assigns u, v, *s; */
	do {
		/*@ loop invariant \true;
		    loop assigns u, *s; */
		do
			u = dpmf_uniform_below(s, q);
		while (!bernoulli_exp_fraction(s, u, q));
		v = whole_units(s);
	} while (v == UNITS);
	return unit_quotient(u, q, v, p);
}

/*@ requires magnitude <= 9223372036854775807;
    assigns  \nothing;
    ensures  sign: \result == (negative ? -magnitude : magnitude); */
static int64_t with_sign(uint64_t magnitude, bool negative)
{
	return negative ? -(int64_t)magnitude : (int64_t)magnitude;
}

int64_t dpmf_discrete_laplace(struct dpmf_stream *s, uint64_t p, uint64_t q)
{
	uint64_t magnitude;
	bool negative;

	/*@ loop invariant \true;
	    loop assigns magnitude, negative, *s; */
	do {
		magnitude = dpmf_geometric(s, p, q);
		negative = dpmf_stream_word(s) & 1;
	} while (negative && magnitude == 0);
	return with_sign(magnitude, negative);
}

/* The root of x, rounded down, by halving [low, high). */
/*@ requires x <= 1099511627776;
    assigns  \nothing;
    ensures  root: \result * \result <= x < (\result + 1) * (\result + 1);
    ensures  range: \result <= 1048576; */
static uint64_t root_floor(uint64_t x)
{
	uint64_t low = 0, high = 1048577;

	/*@ loop invariant range: 0 <= low < high <= 1048577;
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

/* The root of x / y, rounded down. */
/*@ requires 0 < y <= x <= 1099511627776;
    assigns  \nothing;
    ensures  range: 1 <= \result <= 1048576;
    ensures  below: \result * \result * y <= x;
    ensures  above: x < (\result + 1) * (\result + 1) * y;
    ensures  half: (\result + 1) * (\result + 1) * y <= 4 * (\result * \result * y); */
static uint64_t root_of_ratio(uint64_t x, uint64_t y)
{
	return root_floor(x / y);
}

/* |y m - a|^2 q. */
/*@ requires y * m < 4096 * a && a * a * q <= 1099511627776;
    requires 0 < a <= 1048576 && 0 < q;
    assigns  \nothing;
    ensures  square: \result == (y * m - a) * (y * m - a) * q; */
static uint64_t squared_distance(uint64_t y, uint64_t m, uint64_t a, uint64_t q)
{
	const uint64_t n = y * m > a ? y * m - a : a - y * m;

	/*@ assert linear: n < 4096 * a; */
	/*@ assert square: n * n <= 16777216 * (a * a); */
	/*@ assert product: n * n * q <= 16777216 * (a * a * q); */
	return n * n * q;
}

/* The Laplace law of scale above / below, at most four centres a / m: what it
   draws stays within 4096 of them. */
/*@ requires \valid(s);
    requires 0 < a && 0 < m && 0 < below && 0 < above <= 9007199254740992;
    requires scale: above * m <= 4 * a * below;
    assigns  *s;
    ensures  low: -4096 * a < \result * m;
    ensures  high: \result * m < 4096 * a; */
static int64_t proposal(struct dpmf_stream *s, uint64_t below, uint64_t above) /*@ ghost (uint64_t a, uint64_t m) */
{
	const int64_t y = dpmf_discrete_laplace(s, below, above);

	/*@ assert up: y * below * m < 1024 * above * m; */
	/*@ assert down: 0 < (1024 * above + y * below) * m; */
	/*@ assert low: 0 < (4096 * a + y * m) * below; */
	/*@ assert high: 0 < (4096 * a - y * m) * below; */
	return y;
}

int64_t dpmf_discrete_gaussian(struct dpmf_stream *s, uint64_t p, uint64_t q)
{
	const uint64_t a = p < q ? 1 : root_of_ratio(p, q);
	const uint64_t m = p < q ? root_of_ratio(q, p) + 1 : 1;
	int64_t y;
	uint64_t magnitude;

	/*@ assert centre_at_most_sigma: a * a * q <= p * m * m; */
	/*@ assert at_least_half: p * m * m <= 4 * (a * a * q); */
	/*@ assert fits: a * a * q <= 1099511627776; */
	/*@ assert fits_too: p * m * m <= 4398046511104; */
	/*@ loop invariant \true;
	    loop assigns y, magnitude, *s; */
	do {
		y = proposal(s, q * a, p * m) /*@ ghost (a, m) */;
		magnitude = (uint64_t)(y < 0 ? -y : y);
		/*@ assert near: magnitude * m < 4096 * a; */
	} while (!dpmf_bernoulli_exp(s, squared_distance(magnitude, m, a, q), 2 * p * m * m));
	return y;
}
