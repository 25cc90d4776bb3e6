/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How much noise means needs, and on which steps. */
#include <math.h>

#include "account/calibrate_steps.h"
#include "mech/means/train.h"

enum {
	MOST_BOUND = 1024, LEAST_BOUND = 16, /* half the range, in steps: powers of two, so that whole ratings lose nothing */
	EPSILON_BITS = 20,                   /* pure: epsilon is rounded down to a multiple of 2^-20 */
};

static enum dpmf_status check_ratings(const struct dpmf_means_options *options, const struct dpmf_ratings *ratings,
                                      struct dpmf_error *error)
{
	const double least = dpmf_ratings_min(ratings), most = dpmf_ratings_max(ratings);

	if (!(options->rating_min < options->rating_max) || !isfinite(options->rating_max - options->rating_min))
		return dpmf_fail(error, DPMF_INPUT, "the range is %g:%g: give two finite numbers, the lesser one first (--range=MIN:MAX)",
		                 options->rating_min, options->rating_max);
	if (ratings->count == 0)
		return dpmf_fail(error, DPMF_INPUT, "there is no rating to add up: give a file of ratings");
	if (least < options->rating_min || most > options->rating_max)
		return dpmf_fail(error, DPMF_INPUT, "a rating of %g lies outside the public range %g:%g: give the range that all ratings are "
		                 "known to lie in (--range=MIN:MAX)", least < options->rating_min ? least : most, options->rating_min,
		                 options->rating_max);
	return DPMF_OK;
}

static enum dpmf_status check_budget(const struct dpmf_means_options *options, struct dpmf_error *error)
{
	if (!(options->epsilon >= 0x1p-20 && options->epsilon <= DPMF_CALIBRATE_EPSILON))
		return dpmf_fail(error, DPMF_INPUT, "epsilon is %g: give 2^-%d to %d", options->epsilon, EPSILON_BITS, DPMF_CALIBRATE_EPSILON);
	if (!(options->delta >= 0 && options->delta < 1))
		return dpmf_fail(error, DPMF_INPUT, "delta is %g: give 0 for a pure guarantee, or a number below 1", options->delta);
	return DPMF_OK;
}

enum dpmf_status dpmf_means_check(const struct dpmf_means_options *options, const struct dpmf_ratings *ratings,
                                  struct dpmf_error *error)
{
	const enum dpmf_status status = check_budget(options, error);

	return status == DPMF_OK ? check_ratings(options, ratings, error) : status;
}

/* How many sums one rating is in. */
static uint64_t sums_of(const struct dpmf_means_options *options)
{
	return options->items_only ? 1 : 2;
}

/* Each sum costs 2 bound p / q, all of them epsilon. */
static void pure(const struct dpmf_means_options *options, struct dpmf_means_steps *steps)
{
	steps->bound = MOST_BOUND;
	steps->p = (uint64_t)ldexp(options->epsilon, EPSILON_BITS);
	steps->q = (2 * MOST_BOUND * sums_of(options)) << EPSILON_BITS;
}

/* The finest steps whose noise the sampler takes. */
static enum dpmf_status gaussian(const struct dpmf_means_options *options, struct dpmf_means_steps *steps, struct dpmf_error *error)
{
	enum dpmf_status status = DPMF_INPUT;

	for (int64_t bound = MOST_BOUND; status == DPMF_INPUT && bound >= LEAST_BOUND; bound /= 2) {
		const uint64_t moved = (uint64_t)(2 * bound);

		steps->bound = bound;
		status = dpmf_steps_calibrate(options->epsilon, options->delta, sums_of(options) * moved * moved, &steps->p, &steps->q, error);
	}
	return status;
}

enum dpmf_status dpmf_means_steps_of(const struct dpmf_means_options *options, struct dpmf_means_steps *steps,
                                     struct dpmf_error *error)
{
	struct dpmf_means_steps made = { .bound = 0 };
	enum dpmf_status status = check_budget(options, error);

	if (status == DPMF_OK && options->delta > 0)
		status = gaussian(options, &made, error);
	else if (status == DPMF_OK)
		pure(options, &made);
	if (status == DPMF_OK)
		*steps = made;
	return status;
}
