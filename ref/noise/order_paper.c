/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "noise/order_paper.h"

#include "noise/exact.h"

#define UNITS 1024
#define TRIALS 2047

/* exp(-n / d) for n <= d: whether the first trial K that shows 0 is odd. */
/*@ requires open_stream(s);
    requires 0 < d <= 9007199254740992 && n <= d;
    assigns  *s, *s->log;
    ensures  open: open_stream(s) && s->log == \old(s->log);
    ensures  always: n == 0 ==> \result == 1; */
static bool paper_trials(struct dpmf_stream *s, uint64_t n, uint64_t d)
{
	uint64_t k = 1;

	/*@ loop invariant counted: 1 <= k <= TRIALS + 1;
	    loop invariant first: n == 0 ==> k == 1;
	    loop invariant product: d <= d * k;
	    loop invariant fits: d * k <= d * (TRIALS + 1);
	    loop invariant open: open_stream(s) && s->log == \at(s->log, Pre);
	    loop assigns k, *s, *\at(s->log, Pre);
	    loop variant TRIALS + 1 - k; */
	while (k <= TRIALS && dpmf_order_coin(s, n, d * k))
		k++;
	return k % 2 == 1;
}

bool dpmf_paper_bernoulli_exp(struct dpmf_stream *s, uint64_t p, uint64_t q)
{
	if (p <= q)
		return paper_trials(s, p, q);
	/*@ loop invariant range: 0 <= unit <= p / q;
	    loop invariant open: open_stream(s) && s->log == \at(s->log, Pre);
	    loop assigns unit, *s, *\at(s->log, Pre);
	    loop variant p / q - unit; */
	for (uint64_t unit = 0; unit < p / q; unit++)
		if (!dpmf_order_unit(s))
			return false;
	return paper_trials(s, p % q, q);
}

uint64_t dpmf_paper_geometric(struct dpmf_stream *s, uint64_t p, uint64_t q)
{
	uint64_t u, v;

	/*@ loop invariant open: open_stream(s) && s->log == \at(s->log, Pre);
	    loop assigns u, v, *s, *\at(s->log, Pre); */
	do {
		/*@ loop invariant open: open_stream(s) && s->log == \at(s->log, Pre);
		    loop assigns u, *s, *\at(s->log, Pre); */
		do
			u = dpmf_uniform_below(s, q);
		while (!paper_trials(s, u, q));
		v = dpmf_order_units(s);
	} while (v == UNITS);
	return dpmf_order_quotient(u, q, v, p);
}

int64_t dpmf_paper_discrete_laplace(struct dpmf_stream *s, uint64_t p, uint64_t q)
{
	uint64_t magnitude;
	bool negative;

	/*@ loop invariant open: open_stream(s) && s->log == \at(s->log, Pre);
	    loop assigns magnitude, negative, *s, *\at(s->log, Pre); */
	do {
		magnitude = dpmf_paper_geometric(s, p, q);
		negative = dpmf_order_coin(s, 1, 2);
	} while (negative && magnitude == 0 && !s->dry);
	return dpmf_order_signed(magnitude, negative);
}

/* The Laplace law of scale t: t fits. */
/*@ requires 0 < p && 0 < q && 0 < t && p * q * t * t <= 4503599627370496;
    requires open_stream(s);
    assigns  *s, *s->log;
    ensures  open: open_stream(s) && s->log == \old(s->log);
    ensures  range: -1024 * t < \result < 1024 * t; */
static int64_t paper_proposal(struct dpmf_stream *s, uint64_t t) /*@ ghost (uint64_t p, uint64_t q) */
{
	/*@ assert positive: 0 < p * q; */
	/*@ assert one: t <= t * t; */
	/*@ assert square: t * t <= (p * q) * (t * t); */
	return dpmf_paper_discrete_laplace(s, 1, t);
}

int64_t dpmf_paper_discrete_gaussian(struct dpmf_stream *s, uint64_t p, uint64_t q, uint64_t t)
{
	const uint64_t whole = dpmf_order_whole(p, q, t);
	int64_t y;

	/*@ loop invariant open: open_stream(s) && s->log == \at(s->log, Pre);
	    loop assigns y, *s, *\at(s->log, Pre); */
	do
		y = paper_proposal(s, t) /*@ ghost (p, q) */;
	while (!dpmf_paper_bernoulli_exp(s, dpmf_order_distance(y, p, q, t), whole) && !s->dry);
	return y;
}
