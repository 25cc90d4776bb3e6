/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "noise/shares.h"

#include "noise/exact.h"

/* What remains of `things` when each cycle of a random permutation of them is
   kept with probability part / whole. */
/*@ requires \valid(s);
    requires 0 < part <= whole;
    assigns  *s;
    ensures  part: \result <= things; */
static uint64_t kept_cycles(struct dpmf_stream *s, uint64_t things, uint64_t part, uint64_t whole)
{
	uint64_t left = things, kept = 0;

	/*@ loop invariant part: kept + left <= things;
	    loop assigns left, kept, *s;
	    loop variant left; */
	while (left > 0) {
		const uint64_t cycle = left - dpmf_uniform_below(s, left);

		if (dpmf_bernoulli(s, part, whole))
			kept += cycle;
		left -= cycle;
	}
	return kept;
}

uint64_t dpmf_polya(struct dpmf_stream *s, uint64_t p, uint64_t q, uint64_t part, uint64_t whole)
{
	const uint64_t things = dpmf_geometric(s, p, q);
	const uint64_t kept = kept_cycles(s, things, part, whole);

	/*@ assert smaller: kept * p <= things * p; */
	return kept;
}

/*@ requires x <= 9223372036854775807 && y <= 9223372036854775807;
    assigns  \nothing;
    ensures  difference: \result == x - y; */
static int64_t difference(uint64_t x, uint64_t y)
{
	return (int64_t)x - (int64_t)y;
}

int64_t dpmf_laplace_share(struct dpmf_stream *s, uint64_t p, uint64_t q, uint64_t part, uint64_t whole)
{
	const uint64_t up = dpmf_polya(s, p, q, part, whole);
	const uint64_t down = dpmf_polya(s, p, q, part, whole);

	return difference(up, down);
}
