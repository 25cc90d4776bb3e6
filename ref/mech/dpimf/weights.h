/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dpimf's Algorithm 3: the importance weight of a pair, the largest w >= 1 whose
   loss ln(1 + (e^phi(w) - 1) / w), Eq. (23b), is at most epsilon'. The weight stands
   inside the statistic, so that phi(w) = a w (account/sampling.h), and the loss
   grows with w. What is bisected is that constraint,
     g(w) = (e^(a w) - 1) / w - (e^epsilon' - 1);
   line 2 of Algorithm 3 has e^phi(w) / w in its place, which is not (23b). */
#ifndef DPMF_MECH_DPIMF_WEIGHTS_H
#define DPMF_MECH_DPIMF_WEIGHTS_H
#include <stddef.h>
#include "core/status.h"

#define DPMF_DPIMF_MOST_WEIGHT 0x1p40
#define DPMF_DPIMF_MOST_TARGET 500.0

/* g(low) <= 0 <= g(high) as real numbers: the doubles between the two are those
   at which rounding hides the sign of g. The weight is `low`. */
struct dpmf_dpimf_weight {
	double low, high; /* high is infinite where g(DPMF_DPIMF_MOST_WEIGHT) <= 0: then low is that weight */
};

/* 0 <= a <= target <= DPMF_DPIMF_MOST_TARGET. */
enum dpmf_status dpmf_dpimf_weight_solve(double a, double target, struct dpmf_dpimf_weight *weight, struct dpmf_error *error);

/* One weight a profile, of those d numbers each: a = epsilon |p|_1 / max |p|_1 is
   what noise at epsilon leaves of the pair's privacy without sampling. */
enum dpmf_status dpmf_dpimf_weights_solve(const double *profiles, size_t count, size_t d, double epsilon, double target,
                                          double *weight, struct dpmf_error *error);

#endif
