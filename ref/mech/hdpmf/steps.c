/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "mech/hdpmf/steps.h"

#include <math.h>

enum dpmf_status dpmf_hdpmf_steps_of(double epsilon, double rating_min, double rating_max,
                                     struct dpmf_hdpmf_steps *steps, struct dpmf_error *error)
{
	const double p = floor(ldexp(epsilon, DPMF_HDPMF_EPSILON_BITS));
	const int64_t low = (int64_t)llround(ldexp(rating_min, DPMF_HDPMF_RATING_BITS));
	const int64_t high = (int64_t)llround(ldexp(rating_max, DPMF_HDPMF_RATING_BITS));

	if (!(p >= 1) || p > ldexp(1, 40))
		return dpmf_fail(error, DPMF_INPUT, "epsilon %g is outside 2^-%d to 2^%d, the range of the corrected variant",
		                 epsilon, DPMF_HDPMF_EPSILON_BITS, 40 - DPMF_HDPMF_EPSILON_BITS);
	if (!(fabs(rating_min) <= 128) || !(fabs(rating_max) <= 128) || high <= low)
		return dpmf_fail(error, DPMF_INPUT, "the corrected variant takes ratings within -128 to 128 "
		                 "and a range of at least 2^-%d, not %g:%g", DPMF_HDPMF_RATING_BITS, rating_min, rating_max);
	steps->middle = (low + high) / 2;
	steps->span = high - low;
	steps->p = (uint64_t)p;
	steps->q = (uint64_t)steps->span << (DPMF_HDPMF_WEIGHT_BITS + DPMF_HDPMF_EPSILON_BITS);
	return DPMF_OK;
}

int64_t dpmf_hdpmf_rating_steps(const struct dpmf_hdpmf_steps *steps, double rating)
{
	return (int64_t)llround(ldexp(rating, DPMF_HDPMF_RATING_BITS)) - steps->middle;
}

int64_t dpmf_hdpmf_weight_steps(double weight)
{
	return (int64_t)floor(ldexp(weight, DPMF_HDPMF_WEIGHT_BITS));
}
