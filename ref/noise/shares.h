/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One party's share of the discrete Laplace law: the difference of two
   independent Polya variables NB(r, a), r = part / whole, a = exp(-p / q). When
   the parts add up to the whole, independent shares sum to the law of
   dpmf_discrete_laplace(p, q): variables NB(r, a) sum to NB(1, a), which is
   geometric, and the difference of two geometric variables is discrete Laplace.
   Equal shares among n: part = 1, whole = n.

   NB(r, a) in integers: draw G ~ Geometric(a) = NB(1, a). Given G, the part
   that belongs to the share is Beta-binomial(G; r, 1 - r), which is what
   remains when the cycles of a uniformly random permutation of G things are
   each kept with probability r; the cycle of the first thing has uniform
   length on 1 .. G, the next likewise on what remains. (Built one thing after
   the other, the (i + 1)-th joins what is kept with probability (kept + r) /
   (i + 1): it follows one of the i, or opens a cycle. That is Polya's urn.)

   The reservation of exact.h holds: each of the two geometric draws is
   conditioned on fewer than 1024 units. */
#ifndef DPMF_NOISE_SHARES_H
#define DPMF_NOISE_SHARES_H
#include <stdint.h>
#include "core/public.h"
#include "core/stream.h"
#ifdef __FRAMAC__
#include "proofs/logic/samplers.h"
#endif

DPMF_BEGIN

/* NB(part / whole, a): the geometric draw, then for each cycle its length, what
   is left less a number uniform below it, and Bernoulli(part / whole). */
/*@ requires open_stream(s);
    requires 0 < p && 0 < q <= 9007199254740992 && 0 < part <= whole;
    assigns  *s, *s->log;
    ensures  open: open_stream(s) && s->log == \old(s->log);
    ensures  drawn: polya(\old(ahead(s)), p, q, part, whole, \result, ahead(s));
    ensures  range: \result * p < 1024 * q;
    ensures  fits: \result < 1024 * q; */
uint64_t dpmf_polya(struct dpmf_stream *s, uint64_t p, uint64_t q, uint64_t part, uint64_t whole);

/* The first Polya draw less the second. */
/*@ requires open_stream(s);
    requires 0 < p && 0 < q <= 9007199254740992 && 0 < part <= whole;
    assigns  *s, *s->log;
    ensures  open: open_stream(s) && s->log == \old(s->log);
    ensures  drawn: laplace_share(\old(ahead(s)), p, q, part, whole, \result, ahead(s));
    ensures  range: -1024 * q < \result * p < 1024 * q; */
int64_t dpmf_laplace_share(struct dpmf_stream *s, uint64_t p, uint64_t q, uint64_t part, uint64_t whole);

DPMF_END

#endif
