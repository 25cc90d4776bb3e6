/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The scales that privsr as published declares of its two groups' noise, on the safe side of the real numbers. */
#ifndef DPMF_MECH_PRIVSR_SCALES_H
#define DPMF_MECH_PRIVSR_SCALES_H
#include <stddef.h>
#include "account/directed.h"

/* factor (max - min) sqrt(k) / ((1 + beta) epsilon) or, for the other group, / ((1 + 1 / beta) epsilon); at or above. */
double dpmf_privsr_scale_above(double factor, double min, double max, size_t k, double epsilon, double beta, int other);
/* sqrt(x^2 + y^2), and less 2^-49 of it where neither is 0. The door adds the shares of two groups up in doubles, and refuses
   a scale that is not below their sum by more than that can be wrong. */
struct dpmf_between dpmf_together(double x, double y);

#endif
