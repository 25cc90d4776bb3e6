/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The integers of corrected hdpmf and privsr: a rating is a multiple of 2^-8, a weight of
   2^-16 (rounded down, so that nobody gets less than asked for), epsilon of
   2^-20 (rounded down). */
#ifndef DPMF_MECH_HDPMF_STEPS_H
#define DPMF_MECH_HDPMF_STEPS_H
#include <stdint.h>
#include "core/public.h"
#include "core/status.h"

DPMF_BEGIN

enum { DPMF_HDPMF_RATING_BITS = 8, DPMF_HDPMF_WEIGHT_BITS = 16, DPMF_HDPMF_EPSILON_BITS = 20 };

struct dpmf_hdpmf_steps {
	int64_t middle, span; /* of the range of ratings, in rating steps */
	uint64_t p, q;        /* noise: P(x) ~ exp(-|x| p / q) on products of rating and weight steps */
};

enum dpmf_status dpmf_hdpmf_steps_of(double epsilon, double rating_min, double rating_max,
                                     struct dpmf_hdpmf_steps *steps, struct dpmf_error *error);
int64_t dpmf_hdpmf_rating_steps(const struct dpmf_hdpmf_steps *steps, double rating);
int64_t dpmf_hdpmf_weight_steps(double weight);

DPMF_END

#endif
