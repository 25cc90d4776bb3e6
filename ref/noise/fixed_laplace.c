/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "noise/fixed_laplace.h"

/* 1 with this chance, else 0. */
/*@ requires open_stream(s);
    assigns  *s, *s->log;
    ensures  open: open_stream(s) && s->log == \old(s->log);
    ensures  drawn: \result == held(\old(ahead(s)), high, low);
    ensures  words: ahead(s) == rest(rest(\old(ahead(s))));
    ensures  range: 0 <= \result <= 1; */
static uint64_t below(struct dpmf_stream *s, uint64_t high, uint64_t low)
{
	const uint64_t first = dpmf_stream_word(s), second = dpmf_stream_word(s);

	return (uint64_t)(first < high) + (uint64_t)(first == high) * (uint64_t)(second < low);
}

/*@ ghost
  /@ assigns  \nothing;
     ensures  small: \forall integer n; 0 <= n <= 60 ==> two_to(n) <= 1152921504606846976;
  @/
  static void small(void)
  {
    /@ loop invariant range: 0 <= k <= 60;
       loop invariant so_far: \forall integer n; k <= n <= 60 ==> two_to(n) <= 1152921504606846976;
       loop assigns k;
       loop variant k;
    @/
    for (uint32_t k = 60; k > 0; k--)
      /@ assert half: two_to(k) == 2 * two_to(k - 1); @/;
  }
*/

/*@ requires open_stream(s);
    requires \valid_read(chances) && \separated(chances, s) && \separated(chances, s->log);
    requires chances->bits <= 60;
    assigns  *s, *s->log;
    ensures  open: open_stream(s) && s->log == \old(s->log);
    ensures  drawn: fixed_bits(\old(ahead(s)), *chances, chances->bits, 0, \result, ahead(s));
    ensures  words: ahead(s) == after(\old(ahead(s)), 2 * chances->bits);
    ensures  range: \result < 1152921504606846976; */
static uint64_t magnitude(struct dpmf_stream *s, const struct dpmf_fixed_chances *chances)
{
	uint64_t g = 0;

	/*@ ghost small(); */
	/*@ loop invariant counted: 0 <= i <= chances->bits;
	    loop invariant same: *chances == \at(*chances, Pre);
	    loop invariant open: open_stream(s) && s->log == \at(s->log, Pre);
	    loop invariant words: ahead(s) == after(\at(ahead(s), Pre), 2 * (chances->bits - i));
	    loop invariant drawn: \forall integer v, draws e;
	      fixed_bits(ahead(s), \at(*chances, Pre), i, g, v, e) ==>
	      fixed_bits(\at(ahead(s), Pre), \at(*chances, Pre), chances->bits, 0, v, e);
	    loop invariant range: g < two_to(chances->bits - i);
	    loop assigns i, g, *s, *\at(s->log, Pre);
	    loop variant i; */
	for (uint32_t i = chances->bits; i > 0; i--) {
		/*@ ghost before: ; */
		g = 2 * g + below(s, chances->bit[i - 1].high, chances->bit[i - 1].low);
		/*@ assert step: g == 2 * \at(g, before) +
		      held(\at(ahead(s), before), \at(*chances, Pre).bit[i - 1].high, \at(*chances, Pre).bit[i - 1].low); */
	}
	return g;
}

/*@ requires g < 1152921504606846976 && (kept == 0 || kept == 1);
    assigns  \nothing;
    ensures  number: \result == (kept == 0 ? 0 : word % 2 == 1 ? -1 - g : 1 + g);
    ensures  range: -1152921504606846976 <= \result <= 1152921504606846976; */
static int64_t with_sign(uint64_t g, uint64_t kept, uint64_t word)
{
	const int64_t sign = 1 - 2 * (int64_t)(word % 2), size = (int64_t)(kept * (1 + g));

	/*@ assert size: size == (kept == 1 ? 1 + g : 0); */
	/*@ assert sign: sign == (word % 2 == 1 ? -1 : 1); */
	return sign * size;
}

int64_t dpmf_fixed_laplace(struct dpmf_stream *s, const struct dpmf_fixed_chances *chances)
{
	const uint64_t g = magnitude(s, chances);
	const uint64_t kept = below(s, chances->nonzero.high, chances->nonzero.low);

	/*@ assert same: *chances == \at(*chances, Pre); */
	return with_sign(g, kept, dpmf_stream_word(s));
}
