/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Algorithms 1 to 3 of Canonne, Kamath, Steinke (2020) with their draws as they are printed (order.h). A fraction is drawn
   as it is given, not reduced: the K-th trial of gamma = p / q is a coin of p / (q K), one draw. What is certain is
   drawn, too: gamma = 0 asks for one number below q. */
#ifndef DPMF_NOISE_ORDER_PAPER_H
#define DPMF_NOISE_ORDER_PAPER_H
#include "noise/order.h"

DPMF_BEGIN

/* True with probability exp(-p / q): Algorithm 1. For p > q, p / q rounded down whole units come first, up to one that
   fails; then the rest, p mod q. */
/*@ requires open_stream(s);
    requires 0 < q <= 9007199254740992;
    assigns  *s, *s->log;
    ensures  open: open_stream(s) && s->log == \old(s->log);
    ensures  always: p == 0 ==> \result == 1; */
bool dpmf_paper_bernoulli_exp(struct dpmf_stream *s, uint64_t p, uint64_t q);

/* P(y) = (1 - a) a^y with a = exp(-p / q): Algorithm 2's Y, with s = p, t = q. */
/*@ requires open_stream(s);
    requires 0 < p && 0 < q <= 9007199254740992;
    assigns  *s, *s->log;
    ensures  open: open_stream(s) && s->log == \old(s->log);
    ensures  range: \result < 1024 * q; */
uint64_t dpmf_paper_geometric(struct dpmf_stream *s, uint64_t p, uint64_t q);

/* P(x) proportional to exp(-|x| p / q): Algorithm 2. Y, then B, a coin of 1 / 2 that is minus; negative zero
   starts over. */
/*@ requires open_stream(s);
    requires 0 < p && 0 < q <= 9007199254740992;
    assigns  *s, *s->log;
    ensures  open: open_stream(s) && s->log == \old(s->log);
    ensures  range: -1024 * q < \result < 1024 * q; */
int64_t dpmf_paper_discrete_laplace(struct dpmf_stream *s, uint64_t p, uint64_t q);

/* P(x) proportional to exp(-x^2 / (2 sigma^2)), sigma^2 = p / q: Algorithm 3, with t = dpmf_order_scale(p, q), which
   must not be 0. */
/*@ requires open_stream(s);
    requires 0 < p && 0 < q && 0 < t && p * q * t * t <= 4503599627370496;
    requires root: (t - 1) * (t - 1) * q <= p < t * t * q;
    assigns  *s, *s->log;
    ensures  open: open_stream(s) && s->log == \old(s->log);
    ensures  range: -1024 * t < \result < 1024 * t; */
int64_t dpmf_paper_discrete_gaussian(struct dpmf_stream *s, uint64_t p, uint64_t q, uint64_t t);

DPMF_END

#endif
