/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which function of the words ahead noise/fixed_laplace.c computes, as samplers.h has it of the others. */
#ifndef DPMF_PROOFS_LOGIC_FIXED_H
#define DPMF_PROOFS_LOGIC_FIXED_H
#include "proofs/logic/draws.h"

/*@ logic integer two_to(integer s) = s <= 0 ? 1 : 2 * two_to(s - 1); */

/* What is ahead once so many words are taken. */
/*@ logic draws after(draws d, integer words) = words <= 0 ? d : rest(after(d, words - 1)); */

/* 1 where the next two words, as one number of 128 bits, are below the other number. */
/*@ logic integer held(draws d, integer high, integer low) =
      word(d) * 18446744073709551616 + word(rest(d)) < high * 18446744073709551616 + low ? 1 : 0; */

/* The bits that are left, each twice as low as the one before, behind those that were drawn. */
/*@ inductive fixed_bits(draws d, struct dpmf_fixed_chances c, integer left, integer before, integer value, draws e) {
      case bits_none: \forall draws d, struct dpmf_fixed_chances c, integer value; fixed_bits(d, c, 0, value, value, d);
      case bits_next: \forall draws d, e, struct dpmf_fixed_chances c, integer left, before, now, value;
        0 < left && now == 2 * before + held(d, c.bit[left - 1].high, c.bit[left - 1].low) &&
        fixed_bits(rest(rest(d)), c, left - 1, now, value, e) ==> fixed_bits(d, c, left, before, value, e);
    } */

/* The magnitude 1 + g, or 0 in its place, and the sign. */
/*@ inductive fixed_laplace(draws d, struct dpmf_fixed_chances c, integer x, draws e) {
      case laplace_drawn: \forall draws d, m, struct dpmf_fixed_chances c, integer g, x;
        fixed_bits(d, c, c.bits, 0, g, m) &&
        x == (held(m, c.nonzero.high, c.nonzero.low) == 0 ? 0 : word(rest(rest(m))) % 2 == 1 ? -1 - g : 1 + g) ==>
        fixed_laplace(d, c, x, rest(rest(rest(m))));
    } */

#endif
