/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One party's share of the discrete Laplace law: the difference of two
   independent Polya variables NB(1/n, a), a = exp(-p / q). The sum of n
   independent shares has the law of dpmf_discrete_laplace(p, q): n variables
   NB(1/n, a) sum to NB(1, a), which is geometric, and the difference of two
   geometric variables is discrete Laplace.

   NB(1/n, a) in integers: draw G ~ Geometric(a) = NB(1, a). Given G, the part
   that belongs to the share is Beta-binomial(G; 1/n, 1 - 1/n), which is what
   remains when the cycles of a uniformly random permutation of G things are
   each kept with probability 1/n; the cycle of the first thing has uniform
   length on 1 .. G, the next likewise on what remains. (Built one thing after
   the other, the (i + 1)-th joins what is kept with probability (kept + 1/n) /
   (i + 1): it follows one of the i, or opens a cycle. That is Polya's urn.)

   The reservation of exact.h holds: each of the two geometric draws is
   conditioned on fewer than 1024 units. */
#ifndef DPMF_NOISE_SHARES_H
#define DPMF_NOISE_SHARES_H
#include <stdint.h>
#include "core/stream.h"

/* NB(1/n, a): the geometric draw, then for each cycle its length, what is
   left less a number uniform below it, and Bernoulli(1/n). */
/*@ requires \valid(s);
    requires 0 < p && 0 < q <= 9007199254740992 && n > 0;
    assigns  *s;
    ensures  range: \result * p < 1024 * q; */
uint64_t dpmf_polya(struct dpmf_stream *s, uint64_t p, uint64_t q, uint64_t n);

/* The first Polya draw less the second. */
/*@ requires \valid(s);
    requires 0 < p && 0 < q <= 9007199254740992 && n > 0;
    assigns  *s;
    ensures  range: -1024 * q < \result * p < 1024 * q; */
int64_t dpmf_laplace_share(struct dpmf_stream *s, uint64_t p, uint64_t q, uint64_t n);

#endif
