/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "balls.h"

enum { LEAST_BITS = 320, MOST_BITS = 1 << 15 };

static enum verdict compare(const arb_t value, const arb_t low, const arb_t high)
{
	if (arb_ge(value, low) && arb_le(value, high))
		return INSIDE;
	return arb_lt(value, low) || arb_gt(value, high) ? OUTSIDE : UNDECIDED;
}

static void ends(const struct dpmf_enclosure *found, arb_t low, arb_t high)
{
	arf_set_mpfr(arb_midref(low), found->lo);
	arf_set_mpfr(arb_midref(high), found->hi);
}

enum verdict arb_inside(formula *value, const struct setting *s, const struct dpmf_enclosure *found)
{
	enum verdict verdict = UNDECIDED;
	arb_t low, high, exact;

	arb_init(low), arb_init(high), arb_init(exact);
	ends(found, low, high);
	for (slong bits = LEAST_BITS; verdict == UNDECIDED && bits <= MOST_BITS; bits *= 2) {
		value(s, bits, exact);
		verdict = compare(exact, low, high);
	}
	arb_clear(low), arb_clear(high), arb_clear(exact);
	return verdict;
}

/* 1 where the curve lies at or above delta at this epsilon, -1 at or below, 0 where no number of bits says. */
static int side(formula *curve, struct setting s, double epsilon)
{
	int side = 0;
	arb_t value, delta;

	s.epsilon = epsilon;
	arb_init(value), arb_init(delta);
	arb_set_d(delta, s.delta);
	for (slong bits = LEAST_BITS; side == 0 && bits <= MOST_BITS; bits *= 2) {
		curve(&s, bits, value);
		side = arb_ge(value, delta) ? 1 : arb_le(value, delta) ? -1 : 0;
	}
	arb_clear(value), arb_clear(delta);
	return side;
}

/* The ends as doubles, each on the outer side: epsilon lies between those, too. */
enum verdict arb_passes(formula *curve, const struct setting *s, const struct dpmf_enclosure *found)
{
	const double low = mpfr_get_d(found->lo, MPFR_RNDD), high = mpfr_get_d(found->hi, MPFR_RNDU);
	const int above = low > 0 ? side(curve, *s, low) : 1, below = side(curve, *s, high);

	if (above == 0 || below == 0)
		return UNDECIDED;
	return above > 0 && below < 0 ? INSIDE : OUTSIDE;
}
