/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether randomized response turns a bit over, in integer arithmetic only. */
#ifndef DPMF_NOISE_FLIP_H
#define DPMF_NOISE_FLIP_H
#include <stdbool.h>
#include "core/public.h"
#include "core/stream.h"

DPMF_BEGIN

/* True with probability 1 / (1 + exp(p / q)), q > 0: a coin that says no ends it, and where it
   says yes Bernoulli(exp(-p / q)) does, else once more. With e = exp(-p / q) that is
   (e / 2) / (1 / 2 + e / 2). Exact as exact.h is; ends on a stream of zeros. */
bool dpmf_flip(struct dpmf_stream *s, uint64_t p, uint64_t q);

DPMF_END

#endif
