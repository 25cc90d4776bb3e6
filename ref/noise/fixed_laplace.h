/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The discrete Laplace law by a fixed number of words: for all draws of a rate alike, without a branch, a division or an
   index that follows from what is drawn.

   With a = exp(-p / q), P(x) = (1 - a) / (1 + a) a^|x| is
     0 with chance (1 - a) / (1 + a), else a fair sign and the magnitude 1 + G, P(G = g) = (1 - a) a^g.
   a^g is a product over the bits of g, so the bits of G are independent, and bit i is 1 with odds a^(2^i). Where only
   the first n bits are drawn, G is conditioned on G < 2^n. Each chance is rounded down to a multiple of 2^-128 and held against
   two words. What is drawn is therefore not the law named, but differs from it in total variation by at most
     2^-127 for each of the 1 + n chances (fixed_chances.h has 2^-127), and P(G >= 2^n) = a^(2^n) for the bits left out,
   and n is the least with 2^n p >= 89 q, so that a^(2^n) <= exp(-89) < 2^-128 and n <= 60: less than 2^-121 together.
   proofs/theory/Fixed.v proves it of real numbers. No guarantee is pure with it. */
#ifndef DPMF_NOISE_FIXED_LAPLACE_H
#define DPMF_NOISE_FIXED_LAPLACE_H
#include <stdint.h>
#include "core/public.h"
#include "core/stream.h"
DPMF_BEGIN

enum { DPMF_FIXED_BITS = 60 }; /* of a magnitude, at most */

struct dpmf_chance { /* (2^64 high + low) / 2^128 */
	uint64_t high, low;
};

/* Of one rate, and no secret. */
struct dpmf_fixed_chances {
	struct dpmf_chance nonzero;
	struct dpmf_chance bit[DPMF_FIXED_BITS]; /* the lowest first */
	uint32_t bits;
};

#ifdef __FRAMAC__
#include "proofs/logic/fixed.h"
#endif

/* Two words for each bit, the highest first; two for whether it is kept or 0 takes its place; one whose lowest bit is the
   sign (1: negative). */
/*@ requires open_stream(s);
    requires \valid_read(chances) && \separated(chances, s) && \separated(chances, s->log);
    requires chances->bits <= 60;
    assigns  *s, *s->log;
    ensures  open: open_stream(s) && s->log == \old(s->log);
    ensures  drawn: fixed_laplace(\old(ahead(s)), *chances, \result, ahead(s));
    ensures  words: ahead(s) == after(\old(ahead(s)), 2 * chances->bits + 3);
    ensures  range: -1152921504606846976 <= \result <= 1152921504606846976; */
int64_t dpmf_fixed_laplace(struct dpmf_stream *s, const struct dpmf_fixed_chances *chances);

DPMF_END

#endif
