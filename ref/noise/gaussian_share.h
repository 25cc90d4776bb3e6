/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One party's share of the discrete Gaussian law: a discrete Gaussian of 1 / of of the variance.

   The sum of such shares is not discrete Gaussian, but close. With rho_s(x) = exp(-x^2 / (2 s^2)) and
   v = s^2 t^2 / (s^2 + t^2), completing the square gives, for every whole x,
     sum over y of rho_s(y) rho_t(x - y) = rho_r(x) f(x s^2 / r^2),  r^2 = s^2 + t^2,  f(z) = sum over y of rho_sqrt(v)(y - z).
   By Poisson's summation f(z) = sqrt(2 pi v) (1 + 2 sum over k >= 1 of exp(-2 pi^2 v k^2) cos(2 pi k z)). So each
   mass of the sum is that of the discrete Gaussian of variance r^2 but for a factor between (1 - e) / (1 + e) and
   its inverse, e = 2 sum over k >= 1 of exp(-2 pi^2 v k^2). Adding one share of variance w to others has v >= w / 2,
   and DPMF_SHARE_VARIANCE = 16 gives e < 2^-226: n shares are off by a factor of less than exp(n 2^-224).
   (Kairouz, Liu, Steinke: The Distributed Discrete Gaussian Mechanism, 2021, have a bound of this kind.) */
#ifndef DPMF_NOISE_GAUSSIAN_SHARE_H
#define DPMF_NOISE_GAUSSIAN_SHARE_H
#include <stdbool.h>
#include <stdint.h>
#include "core/public.h"
#include "core/stream.h"
#ifdef __FRAMAC__
#include "proofs/logic/samplers.h"
#endif

DPMF_BEGIN

enum { DPMF_SHARE_VARIANCE = 16 }; /* of one share at least, in steps squared */

/* Whether a share of variance p / (q of) is that wide. */
/*@ requires 0 < q;
    assigns  \nothing;
    ensures  wide: \result == 1 <==> 16 * (q * of) <= p; */
bool dpmf_gaussian_share_is_wide(uint64_t p, uint64_t q, uint64_t of);

/* A draw of exact.h's discrete Gaussian with sigma^2 = p / (q of). */
/*@ requires open_stream(s);
    requires 0 < q && 0 < of && 16 * (q * of) <= p <= 1099511627776;
    assigns  *s, *s->log;
    ensures  open: open_stream(s) && s->log == \old(s->log);
    ensures  drawn: gaussian(\old(ahead(s)), p, q * of, \result, ahead(s));
    ensures  range: -4294967296 < \result < 4294967296; */
int64_t dpmf_gaussian_share(struct dpmf_stream *s, uint64_t p, uint64_t q, uint64_t of);

DPMF_END

#endif
