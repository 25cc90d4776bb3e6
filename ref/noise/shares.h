/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One party's share of the discrete Laplace law: the difference of two
   independent Polya variables NB(1/n, a), a = exp(-p / q). The sum of n
   independent shares has exactly the law of dpmf_discrete_laplace(p, q).

   NB(1/n, a) in integers: draw G ~ Geometric(a) = NB(1, a). Given G, the part
   that belongs to the share is Beta-binomial(G; 1/n, 1 - 1/n), which is what
   remains when the cycles of a uniformly random permutation of G things are
   each kept with probability 1/n; the cycle of the first thing has uniform
   length on 1 .. G, the next likewise on what remains. */
#ifndef DPMF_NOISE_SHARES_H
#define DPMF_NOISE_SHARES_H
#include <stdint.h>
#include "core/stream.h"

uint64_t dpmf_polya(struct dpmf_stream *s, uint64_t p, uint64_t q, uint64_t n);
int64_t dpmf_laplace_share(struct dpmf_stream *s, uint64_t p, uint64_t q, uint64_t n);

#endif
