/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the two published orders of draws have in common. Canonne, Kamath, Steinke: The Discrete Gaussian for
   Differential Privacy (2020), print Algorithms 1 to 3 and publish a Python program beside them. Both have the laws
   of exact.h, and neither takes its random numbers in the order of exact.h. So whoever ports one of them gets, from
   the same numbers, other values than exact.h gives. order_paper.h draws as the paper is printed, order_program.h as
   the program draws. The mechanisms draw by exact.h, whose domain is wider; these two are what others are held to.

   A number is uniform on 0 .. limit - 1 (dpmf_uniform_below), and a coin shows 1 when the number is below n. The paper
   says D uniform on 1 .. d and D <= n: that is the number plus 1. A number below 1 is asked for and takes no word.

   What is unbounded on paper must fit into 64 bits, so each law is that of exact.h but for a mass that is stated:
     - the trials of Algorithm 1 are coins of n / (d k), d <= 2^53, k <= 2047. After 2047 that show 1 the answer is 0.
       That has a probability of at most 1 / 2047! < 2^-19569;
     - a geometric draw has V units and starts over when V reaches 1024, as in exact.h: exp(-1024) < 2^-1477;
     - an exponent of Algorithm 3 whose numerator is 2^64 or more is 2048 or more. It counts as one of 2047 whole units at
       least, all of which must hold: exp(-2047) < 2^-2953.
   A draw of Algorithm 2 or 3 is kept with a probability above 1 / 16 (negative zero is at most half; for c = sigma^2 / t,
   |y| <= 2 c has a mass of tanh(1/4) or more and is kept with exp(-1/2) or more). So the laws of Algorithm 2 and 3
   differ from the ones named by less than 2^-1472 in total variation, and that of Algorithm 1 by less than 2^-19567.

   On a tape that ran out every sampler ends; what it returns then means nothing. */
#ifndef DPMF_NOISE_ORDER_H
#define DPMF_NOISE_ORDER_H
#include <stdbool.h>
#include <stdint.h>
#include "core/public.h"
#include "core/stream.h"

DPMF_BEGIN

/* True with probability n / d: a uniform number below d that is below n. */
/*@ requires open_stream(s);
    requires 0 < d && n <= d;
    assigns  *s, *s->log;
    ensures  open: open_stream(s) && s->log == \old(s->log);
    ensures  never: n == 0 ==> \result == 0;
    ensures  always: n == d ==> \result == 1; */
bool dpmf_order_coin(struct dpmf_stream *s, uint64_t n, uint64_t d);

/* True with probability exp(-1): coins of 1 / k, k = 1, 2, ..., up to the first 0; whether that k is odd. */
/*@ requires open_stream(s);
    assigns  *s, *s->log;
    ensures  open: open_stream(s) && s->log == \old(s->log); */
bool dpmf_order_unit(struct dpmf_stream *s);

/* How often dpmf_order_unit holds before it fails; counting ends at 1024. */
/*@ requires open_stream(s);
    assigns  *s, *s->log;
    ensures  open: open_stream(s) && s->log == \old(s->log);
    ensures  range: \result <= 1024; */
uint64_t dpmf_order_units(struct dpmf_stream *s);

/* (u + q v) / p, rounded down. */
/*@ requires p > 0 && u < q <= 9007199254740992 && v < 1024;
    assigns  \nothing;
    ensures  quotient: \result * p <= u + q * v < (\result + 1) * p;
    ensures  fits: \result < 1024 * q; */
uint64_t dpmf_order_quotient(uint64_t u, uint64_t q, uint64_t v, uint64_t p);

/*@ requires magnitude <= 9223372036854775807;
    assigns  \nothing;
    ensures  sign: \result == (negative ? -magnitude : magnitude); */
int64_t dpmf_order_signed(uint64_t magnitude, bool negative);

/* t = floor(sqrt(p / q)) + 1, the scale that Algorithm 3 proposes with; 0 outside its domain here, 1 <= p, q and
   2 p q t^2 <= 2^53. */
/*@ assigns  \nothing;
    ensures  within: \result > 0 ==> 0 < p && 0 < q && p * q * \result * \result <= 4503599627370496;
    ensures  root: \result > 0 ==> (\result - 1) * (\result - 1) * q <= p < \result * \result * q; */
uint64_t dpmf_order_scale(uint64_t p, uint64_t q);

/* The exponent (|y| - sigma^2 / t)^2 / (2 sigma^2) is `distance` over `whole`: (|y| t q - p)^2 over 2 p q t^2. A square
   that does not fit into 64 bits is 2^64 - 1. */
/*@ requires 0 < p && 0 < q && 0 < t && p * q * t * t <= 4503599627370496;
    requires -1024 * t < y < 1024 * t;
    assigns  \nothing;
    ensures  square: (\abs(y) * t * q - p) * (\abs(y) * t * q - p) <= 18446744065119617025 ==>
                     \result == (\abs(y) * t * q - p) * (\abs(y) * t * q - p);
    ensures  most: (\abs(y) * t * q - p) * (\abs(y) * t * q - p) > 18446744065119617025 ==> \result == 18446744073709551615; */
uint64_t dpmf_order_distance(int64_t y, uint64_t p, uint64_t q, uint64_t t);

/*@ requires 0 < p && 0 < q && 0 < t && p * q * t * t <= 4503599627370496;
    assigns  \nothing;
    ensures  whole: \result == 2 * p * q * t * t;
    ensures  range: 0 < \result <= 9007199254740992; */
uint64_t dpmf_order_whole(uint64_t p, uint64_t q, uint64_t t);

DPMF_END

#endif
