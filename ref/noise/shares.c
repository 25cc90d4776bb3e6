/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "noise/shares.h"

#include "noise/exact.h"

/* What remains of `things` when each cycle of a random permutation of them is
   kept with probability part / whole. */
/*@ requires open_stream(s);
    requires 0 < part <= whole;
    assigns  *s, *s->log;
    ensures  open: open_stream(s) && s->log == \old(s->log);
    ensures  drawn: cycles(\old(ahead(s)), things, 0, part, whole, \result, ahead(s));
    ensures  part: \result <= things; */
static uint64_t kept_cycles(struct dpmf_stream *s, uint64_t things, uint64_t part, uint64_t whole)
{
	uint64_t left = things, kept = 0;

	/*@ loop invariant part: kept + left <= things;
	    loop invariant open: open_stream(s) && s->log == \at(s->log, Pre);
	    loop invariant drawn: \forall integer all, draws e;
	      cycles(ahead(s), left, kept, part, whole, all, e) ==> cycles(\at(ahead(s), Pre), things, 0, part, whole, all, e);
	    loop assigns left, kept, *s, *\at(s->log, Pre);
	    loop variant left; */
	while (left > 0) {
		const uint64_t cycle = left - dpmf_uniform_below(s, left);

		if (dpmf_bernoulli(s, part, whole))
			kept += cycle;
		left -= cycle;
	}
	return kept;
}

/*@ ghost
  /@ requires kept <= things && things * p < 1024 * q;
     assigns  \nothing;
     ensures  smaller: kept * p < 1024 * q;
  @/
  static void part_of(uint64_t kept, uint64_t things, uint64_t p, uint64_t q)
  {
    /@ assert smaller: kept * p <= things * p; @/
  }
*/

uint64_t dpmf_polya(struct dpmf_stream *s, uint64_t p, uint64_t q, uint64_t part, uint64_t whole)
{
	const uint64_t things = dpmf_geometric(s, p, q);
	const uint64_t kept = kept_cycles(s, things, part, whole);

	/*@ ghost part_of(kept, things, p, q); */
	return kept;
}

/*@ requires x <= 9223372036854775807 && y <= 9223372036854775807;
    requires range: x * p < 1024 * q && y * p < 1024 * q;
    assigns  \nothing;
    ensures  difference: \result == x - y;
    ensures  range: -1024 * q < \result * p < 1024 * q; */
static int64_t difference(uint64_t x, uint64_t y) /*@ ghost (uint64_t p, uint64_t q) */
{
	return (int64_t)x - (int64_t)y;
}

int64_t dpmf_laplace_share(struct dpmf_stream *s, uint64_t p, uint64_t q, uint64_t part, uint64_t whole)
{
	const uint64_t up = dpmf_polya(s, p, q, part, whole);
	const uint64_t down = dpmf_polya(s, p, q, part, whole);

	return difference(up, down) /*@ ghost (p, q) */;
}
