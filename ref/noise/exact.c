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
	/*@ loop invariant open: open_stream(s) && s->log == \at(s->log, Pre);
	    loop invariant drawn: \forall integer v, draws e;
	      uniform(ahead(s), limit, v, e) ==> uniform(\at(ahead(s), Pre), limit, v, e);
	    loop assigns word, remainder, *s, *\at(s->log, Pre); */
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
/*@ requires open_stream(s);
    requires q > 0 && p <= q;
    assigns  *s, *s->log;
    ensures  open: open_stream(s) && s->log == \old(s->log);
    ensures  drawn: exp_fraction(\old(ahead(s)), p, q, \result, ahead(s));
    ensures  always: p == 0 ==> \result == 1; */
static bool bernoulli_exp_fraction(struct dpmf_stream *s, uint64_t p, uint64_t q)
{
	uint64_t k = 1;

	/*@ loop invariant counted: 1 <= k;
	    loop invariant first: p == 0 ==> k == 1;
	    loop invariant open: open_stream(s) && s->log == \at(s->log, Pre);
	    loop invariant drawn: \forall integer answer, draws e;
	      exp_from(ahead(s), p, q, k, answer, e) ==> exp_fraction(\at(ahead(s), Pre), p, q, answer, e);
	    loop assigns k, *s, *\at(s->log, Pre); */
	while (k < UINT64_MAX && dpmf_bernoulli(s, p, q) && dpmf_bernoulli(s, 1, k))
		k++;
	return k % 2 == 1;
}

bool dpmf_bernoulli_exp(struct dpmf_stream *s, uint64_t p, uint64_t q)
{
	/*@ loop invariant range: 0 <= unit <= p / q;
	    loop invariant open: open_stream(s) && s->log == \at(s->log, Pre);
	    loop invariant drawn: \forall integer answer, draws e;
	      exp_units(ahead(s), p / q - unit, p % q, q, answer, e) ==> bernoulli_exp(\at(ahead(s), Pre), p, q, answer, e);
	    loop assigns unit, *s, *\at(s->log, Pre);
	    loop variant p / q - unit; */
	for (uint64_t unit = 0; unit < p / q; unit++)
		if (!bernoulli_exp_fraction(s, 1, 1))
			return false;
	return bernoulli_exp_fraction(s, p % q, q);
}

/* V ~ Geometric(exp(-1)), counted up to UNITS. */
/*@ requires open_stream(s);
    assigns  *s, *s->log;
    ensures  open: open_stream(s) && s->log == \old(s->log);
    ensures  drawn: units_from(\old(ahead(s)), 0, \result, ahead(s));
    ensures  range: \result <= UNITS; */
static uint64_t whole_units(struct dpmf_stream *s)
{
	uint64_t v = 0;

	/*@ loop invariant range: 0 <= v <= UNITS;
	    loop invariant open: open_stream(s) && s->log == \at(s->log, Pre);
	    loop invariant drawn: \forall integer units, draws e;
	      units_from(ahead(s), v, units, e) ==> units_from(\at(ahead(s), Pre), 0, units, e);
	    loop assigns v, *s, *\at(s->log, Pre);
	    loop variant UNITS - v; */
	while (v < UNITS && bernoulli_exp_fraction(s, 1, 1))
		v++;
	return v;
}

/* (u + q v) / p, rounded down. */
/*@ requires p > 0 && u < q <= 9007199254740992 && v < UNITS;
    assigns  \nothing;
    ensures  value: \result == whole_quotient(u, q, v, p);
    ensures  quotient: \result * p <= u + q * v < (\result + 1) * p;
    ensures  range: \result * p < UNITS * q;
    ensures  fits: \result < UNITS * q; */
static uint64_t unit_quotient(uint64_t u, uint64_t q, uint64_t v, uint64_t p)
{
	/*@ assert whole: q * v <= q * (UNITS - 1); */
	return (u + q * v) / p;
}

uint64_t dpmf_geometric(struct dpmf_stream *s, uint64_t p, uint64_t q)
{
	uint64_t u, v;

	/*@ loop invariant open: open_stream(s) && s->log == \at(s->log, Pre);
	    loop invariant drawn: \forall integer y, draws e;
	      geometric(ahead(s), p, q, y, e) ==> geometric(\at(ahead(s), Pre), p, q, y, e);
	    loop assigns u, v, *s, *\at(s->log, Pre); */
	do {
		/*@ ghost part: ; */
		/*@ loop invariant open: open_stream(s) && s->log == \at(s->log, Pre);
		    loop invariant drawn: \forall integer r, draws e;
		      kept_part(ahead(s), q, r, e) ==> kept_part(\at(ahead(s), part), q, r, e);
		    loop assigns u, *s, *\at(s->log, Pre); */
		do
			u = dpmf_uniform_below(s, q);
		while (!bernoulli_exp_fraction(s, u, q));
		v = whole_units(s);
	} while (v == UNITS);
	return unit_quotient(u, q, v, p);
}

/*@ requires magnitude <= 9223372036854775807;
    requires range: magnitude * p < UNITS * q;
    assigns  \nothing;
    ensures  sign: \result == (negative ? -magnitude : magnitude);
    ensures  range: -UNITS * q < \result * p < UNITS * q; */
static int64_t with_sign(uint64_t magnitude, bool negative) /*@ ghost (uint64_t p, uint64_t q) */
{
	return negative ? -(int64_t)magnitude : (int64_t)magnitude;
}

int64_t dpmf_discrete_laplace(struct dpmf_stream *s, uint64_t p, uint64_t q)
{
	uint64_t magnitude;
	bool negative;

	/*@ loop invariant open: open_stream(s) && s->log == \at(s->log, Pre);
	    loop invariant drawn: \forall integer x, draws e;
	      laplace(ahead(s), p, q, x, e) ==> laplace(\at(ahead(s), Pre), p, q, x, e);
	    loop assigns magnitude, negative, *s, *\at(s->log, Pre); */
	do {
		magnitude = dpmf_geometric(s, p, q);
		negative = dpmf_stream_word(s) % 2 == 1;
	} while (negative && magnitude == 0);
	return with_sign(magnitude, negative) /*@ ghost (p, q) */;
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

/*@ requires range: -4294967296 < y < 4294967296;
    requires low: -4096 * a < y * m;
    requires high: y * m < 4096 * a;
    assigns  \nothing;
    ensures  absolute: \result == \abs(y);
    ensures  near: \result * m < 4096 * a; */
static uint64_t absolute(int64_t y) /*@ ghost (uint64_t a, uint64_t m) */
{
	return (uint64_t)(y < 0 ? -y : y);
}

/*@ requires 0 < p && 0 < m && p * m * m <= 4398046511104;
    assigns  \nothing;
    ensures  twice: \result == twice_variance(p, m); */
static uint64_t twice_the_variance(uint64_t p, uint64_t m)
{
	/*@ assert part: p * m <= p * m * m; */
	return 2 * (p * m * m);
}

/* |y m - a|^2 q. */
/*@ requires y * m < 4096 * a && a * a * q <= 1099511627776;
    requires 0 < a <= 1048576 && 0 < q;
    assigns  \nothing;
    ensures  square: \result == squared_offset(y, m, a, q); */
static uint64_t squared_distance(uint64_t y, uint64_t m, uint64_t a, uint64_t q)
{
	const uint64_t n = y * m > a ? y * m - a : a - y * m;

	/*@ assert linear: n < 4096 * a; */
	/*@ assert square: n * n <= 16777216 * (a * a); */
	/*@ assert product: n * n * q <= 16777216 * (a * a * q); */
	/*@ assert offset: n * n * q == (y * m - a) * (y * m - a) * q; */
	return n * n * q;
}

/* What has the range of a Laplace law of at most four centres a / m stays
   within 4096 of them. */
/*@ ghost
  /@ requires 0 < a && 0 < m && 0 < below && 0 < above;
     requires scale: above * m <= 4 * a * below;
     requires range: y * below < 1024 * above;
     assigns  \nothing;
     ensures  near: y * m < 4096 * a;
  @/
  static void near_centre(int64_t y, uint64_t below, uint64_t above, uint64_t a, uint64_t m)
  {
    /@ assert scaled: y * below * m < 1024 * above * m; @/
    /@ assert near: 0 < (4096 * a - y * m) * below; @/
  }

  /@ requires 0 < m && -4096 * a < y * m < 4096 * a;
     assigns  \nothing;
     ensures  size: -4096 * a < y < 4096 * a;
  @/
  static void nearer(int64_t y, uint64_t a, uint64_t m)
  {
    /@ assert above: 0 < y ==> y <= y * m; @/
    /@ assert under: y < 0 ==> y * m <= y; @/
  }
*/

/* The Laplace law of scale above / below. */
/*@ requires open_stream(s);
    requires 0 < a && 0 < m && 0 < below && 0 < above <= 9007199254740992;
    requires scale: above * m <= 4 * a * below;
    assigns  *s, *s->log;
    ensures  open: open_stream(s) && s->log == \old(s->log);
    ensures  drawn: laplace(\old(ahead(s)), below, above, \result, ahead(s));
    ensures  low: -4096 * a < \result * m;
    ensures  high: \result * m < 4096 * a;
    ensures  size: -4096 * a < \result < 4096 * a; */
static int64_t proposal(struct dpmf_stream *s, uint64_t below, uint64_t above) /*@ ghost (uint64_t a, uint64_t m) */
{
	const int64_t y = dpmf_discrete_laplace(s, below, above);

	/*@ ghost near_centre(y, below, above, a, m); */
	/*@ ghost near_centre(-y, below, above, a, m); */
	/*@ ghost nearer(y, a, m); */
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
	/*@ assert centre: centre(p, q, a, m); */
	/*@ loop invariant open: open_stream(s) && s->log == \at(s->log, Pre);
	    loop invariant drawn: \forall integer x, draws e;
	      gaussian(ahead(s), p, q, x, e) ==> gaussian(\at(ahead(s), Pre), p, q, x, e);
	    loop assigns y, magnitude, *s, *\at(s->log, Pre); */
	do {
		y = proposal(s, q * a, p * m) /*@ ghost (a, m) */;
		magnitude = absolute(y) /*@ ghost (a, m) */;
	} while (!dpmf_bernoulli_exp(s, squared_distance(magnitude, m, a, q), twice_the_variance(p, m)));
	return y;
}
