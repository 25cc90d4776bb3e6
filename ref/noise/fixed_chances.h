/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The chances of fixed_laplace.h, once for a rate and before anything is drawn. */
#ifndef DPMF_NOISE_FIXED_CHANCES_H
#define DPMF_NOISE_FIXED_CHANCES_H
#include <stdint.h>
#include "core/public.h"
#include "core/status.h"
#include "noise/fixed_laplace.h"

DPMF_BEGIN

/* With e = p / q: bit i is 1 with chance 1 / (1 + exp(2^i e)), and a draw is not 0 with chance 2 / (1 + exp(e)). Each is
   enclosed by MPFR, which rounds every step outwards, to within 2^-128, and its lower end rounded down: no chance is
   too large, and none too small by 2^-127 or more. DPMF_INPUT but for 1 <= p, 1 <= q <= 2^53; DPMF_FAILED where an enclosure is wider. */
enum dpmf_status dpmf_fixed_chances(uint64_t p, uint64_t q, struct dpmf_fixed_chances *chances, struct dpmf_error *error);

DPMF_END

#endif
