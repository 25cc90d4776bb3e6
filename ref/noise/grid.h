/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The grid on which exact noise lives: the multiples of 2^exponent. A rounded
   value moves by at most half a step, so that a statistic of `coordinates`
   cells whose L1 sensitivity is D before rounding has at most
   floor(D / 2^exponent) + coordinates steps after it. */
#ifndef DPMF_NOISE_GRID_H
#define DPMF_NOISE_GRID_H
#include <stddef.h>
#include <stdint.h>
#include "core/public.h"

DPMF_BEGIN

/* The nearest multiple of 2^exponent, in steps, ties to even;
   |x| <= 2^(exponent + 52), -1000 <= exponent <= 900. */
int64_t dpmf_grid_round(double x, int exponent);
/* steps * 2^exponent, exactly; |steps| <= 2^53, same exponents. */
double dpmf_grid_value(int64_t steps, int exponent);

DPMF_END

#endif
