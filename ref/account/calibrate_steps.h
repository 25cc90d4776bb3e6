/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Gaussian mechanism on whole steps turned round: the least noise for which (epsilon, delta) holds. */
#ifndef DPMF_ACCOUNT_CALIBRATE_STEPS_H
#define DPMF_ACCOUNT_CALIBRATE_STEPS_H
#include <stdint.h>
#include "core/status.h"

/* The sampler takes p and q up to 2^40; and beyond this epsilon the law that it draws, which is near the one named, would
   owe more than nothing against delta. */
enum { DPMF_CALIBRATE_BITS = 40, DPMF_CALIBRATE_EPSILON = 400 };

/* The least variance p / q of discrete Gaussian noise, for a power of two q as large as the sampler takes, at which releases
   whose squared 2-norms move by `square` squares of steps in all are certain to keep (epsilon, delta). square >= 1, 0 < epsilon,
   0 < delta < 1. DPMF_INPUT where epsilon is too small or too large for the sampler. */
enum dpmf_status dpmf_steps_calibrate(double epsilon, double delta, uint64_t square, uint64_t *p, uint64_t *q,
                                      struct dpmf_error *error);

#endif
