/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Samplers in integer arithmetic only, for uniformly random words. Canonne,
   Kamath, Steinke: The Discrete Gaussian for Differential Privacy (2020),
   Algorithms 1 to 3. Overflow is excluded by the contracts.

   The law is exactly the one named, with one reservation where the result is
   a number: what is unbounded on paper must fit into 64 bits. A geometric draw
   is made of a part below q and of V units of q, V ~ Geometric(exp(-1)), and
   starts over when V reaches 1024. What is drawn is therefore the law named
   conditioned on V < 1024, which differs from it by exp(-1024) < 2^-1477 in
   total variation. The rejections that make the discrete Laplace and Gaussian
   laws of it keep more than one draw in sixteen (negative zero is at most half
   of them; |y| <= 2 c below has mass tanh(1/4) or more and is kept with exp(-1/2)
   or more), so that those two differ by less than 2^-1473. The counter of
   Algorithm 1 stops at 2^64 - 1, which it reaches with a probability below
   1 / (2^64 - 2)!.

   Under `drawn` each contract says which function of the words ahead is drawn,
   by the rules in proofs/logic/samplers.h: for every stream of words on which
   the sampler ends. The law follows from that for uniform, independent words.

   Which words are taken is part of the interface (the vectors pin it); what
   is certain takes none: a limit of 1, p = 0, p = q. On a stream of zeros, as
   a tape that ran out gives, every sampler ends. */
#ifndef DPMF_NOISE_EXACT_H
#define DPMF_NOISE_EXACT_H
#include <stdbool.h>
#include <stdint.h>
#include "core/public.h"
#include "core/stream.h"
#ifdef __FRAMAC__
#include "proofs/logic/samplers.h"
#endif

DPMF_BEGIN

/* Uniform on 0 .. limit - 1: word mod limit, for the first word that is below
   the greatest multiple of limit that is at most 2^64. */
/*@ requires open_stream(s);
    requires limit > 0;
    assigns  *s, *s->log;
    ensures  open: open_stream(s) && s->log == \old(s->log);
    ensures  drawn: uniform(\old(ahead(s)), limit, \result, ahead(s));
    ensures  range: \result < limit; */
uint64_t dpmf_uniform_below(struct dpmf_stream *s, uint64_t limit);

/* True with probability p / q: uniform_below(q) >= q - p. */
/*@ requires open_stream(s);
    requires q > 0 && p <= q;
    assigns  *s, *s->log;
    ensures  open: open_stream(s) && s->log == \old(s->log);
    ensures  drawn: bernoulli(\old(ahead(s)), p, q, \result, ahead(s));
    ensures  never: p == 0 ==> \result == 0;
    ensures  always: p == q ==> \result == 1; */
bool dpmf_bernoulli(struct dpmf_stream *s, uint64_t p, uint64_t q);

/* True with probability exp(-p / q): Algorithm 1. The p / q rounded down whole
   units come first, each Bernoulli(exp(-1)), until one fails; then the rest. The
   k-th trial, of probability rest / (q k), is Bernoulli(rest / q) and, when
   that holds, Bernoulli(1 / k), so that no product can overflow. */
/*@ requires open_stream(s);
    requires q > 0;
    assigns  *s, *s->log;
    ensures  open: open_stream(s) && s->log == \old(s->log);
    ensures  drawn: bernoulli_exp(\old(ahead(s)), p, q, \result, ahead(s));
    ensures  always: p == 0 ==> \result == 1; */
bool dpmf_bernoulli_exp(struct dpmf_stream *s, uint64_t p, uint64_t q);

/* P(k) = (1 - a) a^k with a = exp(-p / q), k >= 0: U uniform below q, kept with
   probability exp(-U / q), then V, then (U + q V) / p rounded down. */
/*@ requires open_stream(s);
    requires 0 < p && 0 < q <= 9007199254740992;
    assigns  *s, *s->log;
    ensures  open: open_stream(s) && s->log == \old(s->log);
    ensures  drawn: geometric(\old(ahead(s)), p, q, \result, ahead(s));
    ensures  range: \result * p < 1024 * q;
    ensures  fits: \result < 1024 * q; */
uint64_t dpmf_geometric(struct dpmf_stream *s, uint64_t p, uint64_t q);

/* P(x) proportional to exp(-|x| p / q): Algorithm 2. A geometric magnitude,
   then one word whose lowest bit is the sign (1: negative); negative zero
   starts over. */
/*@ requires open_stream(s);
    requires 0 < p && 0 < q <= 9007199254740992;
    assigns  *s, *s->log;
    ensures  open: open_stream(s) && s->log == \old(s->log);
    ensures  drawn: laplace(\old(ahead(s)), p, q, \result, ahead(s));
    ensures  range: -1024 * q < \result * p < 1024 * q; */
int64_t dpmf_discrete_laplace(struct dpmf_stream *s, uint64_t p, uint64_t q);

/* P(x) proportional to exp(-x^2 / (2 sigma^2)) with sigma^2 = p / q: Algorithm
   3 with a centre c = a / m in [sigma / 2, sigma], and hence the Laplace scale
   sigma^2 / c = p m / (q a), where the paper has floor(sigma) + 1: for every c > 0
     exp(-|y| c / sigma^2) exp(-(|y| - c)^2 / (2 sigma^2))
   is exp(-y^2 / (2 sigma^2)) times a constant. With a = floor(sigma), m = 1 from
   sigma = 1 on and a = 1, m = floor(1 / sigma) + 1 below, the exponent
   (|y| m - a)^2 q / (2 p m^2) fits into 64 bits from sigma = 2^-20 to 2^20. */
/*@ requires open_stream(s);
    requires 0 < p <= 1099511627776 && 0 < q <= 1099511627776;
    assigns  *s, *s->log;
    ensures  open: open_stream(s) && s->log == \old(s->log);
    ensures  drawn: gaussian(\old(ahead(s)), p, q, \result, ahead(s));
    ensures  range: -4294967296 < \result < 4294967296; */
int64_t dpmf_discrete_gaussian(struct dpmf_stream *s, uint64_t p, uint64_t q);

DPMF_END

#endif
