/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The scalar Poisson binomial mechanism (dpmf-rp, Algorithm 1) in integers:
   x in [-c, c] becomes Binomial(q, 1/2 + theta x / c). It is private only in a sum
   over many users of which nobody sees the parts; what such a sum costs is in
   account/pbm.h. */
#ifndef DPMF_NOISE_PBM_H
#define DPMF_NOISE_PBM_H
#include <stdint.h>

#include "core/public.h"
#include "core/stream.h"

#ifdef __FRAMAC__
#include "proofs/logic/samplers.h"
#endif

DPMF_BEGIN

/* The chance of one trial as a fraction of 2^DPMF_PBM_WHOLE_BITS: x = steps 2^-DPMF_PBM_STEP_BITS c and
   theta = theta_steps 2^-DPMF_PBM_THETA_BITS, so that 1/2 + theta x / c is
   (2^(DPMF_PBM_WHOLE_BITS - 1) + theta_steps steps) / 2^DPMF_PBM_WHOLE_BITS, exactly. */
enum { DPMF_PBM_STEP_BITS = 24, DPMF_PBM_THETA_BITS = 16, DPMF_PBM_WHOLE_BITS = 40 };
/*@ requires 0 <= theta_steps <= 16384;
    requires chance: -549755813888 <= theta_steps * steps <= 549755813888;
    assigns  \nothing;
    ensures  rescaled: \result == 549755813888 + theta_steps * steps;
    ensures  range: \result <= 1099511627776;
    ensures  within_quarter: -16777216 <= steps <= 16777216 ==> 274877906944 <= \result <= 824633720832; */
uint64_t dpmf_pbm_chance(int64_t steps, int64_t theta_steps);

/* Algorithm 1: Binomial(q, chance / 2^DPMF_PBM_WHOLE_BITS), as q Bernoulli draws. */
/*@ requires open_stream(s);
    requires chance <= 1099511627776;
    assigns  *s, *s->log;
    ensures  open: open_stream(s) && s->log == \old(s->log);
    ensures  drawn: binomial(\old(ahead(s)), chance, 1099511627776, q, \result, ahead(s));
    ensures  range: \result <= q; */
uint32_t dpmf_pbm_draw(struct dpmf_stream *s, uint32_t q, uint64_t chance);

DPMF_END

#endif
