/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The same laws with the draws of the program that Canonne, Kamath, Steinke (2020) publish, discretegauss.py (order.h).
   It computes with fractions that are always in lowest terms, and so the k-th trial of p / q is a coin of p / (q k) in
   lowest terms; it draws the sign before the magnitude; and a whole exponent of n > 0 is n units, without a trial of 0
   behind them. Both a certain coin and a number below 1 take no word: in lowest terms they are one number below 1. */
#ifndef DPMF_NOISE_ORDER_PROGRAM_H
#define DPMF_NOISE_ORDER_PROGRAM_H
#include "noise/order.h"

DPMF_BEGIN

/* True with probability exp(-p / q). While the exponent is above 1 a unit is taken off, up to one that fails; then the
   rest, which is in (0, 1] for p > 0. */
/*@ requires open_stream(s);
    requires 0 < q <= 9007199254740992;
    assigns  *s, *s->log;
    ensures  open: open_stream(s) && s->log == \old(s->log);
    ensures  always: p == 0 ==> \result == 1; */
bool dpmf_program_bernoulli_exp(struct dpmf_stream *s, uint64_t p, uint64_t q);

/* P(y) = (1 - a) a^y with a = exp(-p / q), drawn with p / q in lowest terms. */
/*@ requires open_stream(s);
    requires 0 < p && 0 < q <= 9007199254740992;
    assigns  *s, *s->log;
    ensures  open: open_stream(s) && s->log == \old(s->log);
    ensures  range: \result < 1024 * q; */
uint64_t dpmf_program_geometric(struct dpmf_stream *s, uint64_t p, uint64_t q);

/* P(x) proportional to exp(-|x| p / q): a coin of 1 / 2 that is minus, then the magnitude; negative zero starts over. */
/*@ requires open_stream(s);
    requires 0 < p && 0 < q <= 9007199254740992;
    assigns  *s, *s->log;
    ensures  open: open_stream(s) && s->log == \old(s->log);
    ensures  range: -1024 * q < \result < 1024 * q; */
int64_t dpmf_program_discrete_laplace(struct dpmf_stream *s, uint64_t p, uint64_t q);

/* P(x) proportional to exp(-x^2 / (2 sigma^2)), sigma^2 = p / q, with t = dpmf_order_scale(p, q), which must not be 0. */
/*@ requires open_stream(s);
    requires 0 < p && 0 < q && 0 < t && p * q * t * t <= 4503599627370496;
    requires root: (t - 1) * (t - 1) * q <= p < t * t * q;
    assigns  *s, *s->log;
    ensures  open: open_stream(s) && s->log == \old(s->log);
    ensures  range: -1024 * t < \result < 1024 * t; */
int64_t dpmf_program_discrete_gaussian(struct dpmf_stream *s, uint64_t p, uint64_t q, uint64_t t);

DPMF_END

#endif
