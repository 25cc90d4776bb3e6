/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "mech/dpals/train.h"

static enum dpmf_status check_count(const char *name, size_t value, size_t most, struct dpmf_error *error)
{
	if (value >= 1 && value <= most)
		return DPMF_OK;
	return dpmf_fail(error, DPMF_INPUT, "%s must be 1 to %zu, not %zu", name, most, value);
}

static enum dpmf_status check_between(const char *name, double value, double least, double most, struct dpmf_error *error)
{
	if (value >= least && value <= most)
		return DPMF_OK;
	return dpmf_fail(error, DPMF_INPUT, "%s must be %g to %g, not %g", name, least, most, value);
}

static enum dpmf_status check_ratings(const struct dpmf_dpals_options *options, const struct dpmf_ratings *ratings,
                                      struct dpmf_error *error)
{
	double least, most;

	if (!(options->rating_min < options->rating_max) || !isfinite(options->rating_max - options->rating_min))
		return dpmf_fail(error, DPMF_INPUT, "the range of ratings must be finite with MIN < MAX, not %g:%g", options->rating_min,
		                 options->rating_max);
	if (ratings->count == 0)
		return dpmf_fail(error, DPMF_INPUT, "there are no ratings to train on");
	least = dpmf_ratings_min(ratings);
	most = dpmf_ratings_max(ratings);
	if (least < options->rating_min || most > options->rating_max)
		return dpmf_fail(error, DPMF_INPUT, "the ratings span %g to %g, outside the public range %g to %g: give the true range "
		                 "(--range=MIN:MAX)", least, most, options->rating_min, options->rating_max);
	return DPMF_OK;
}

enum dpmf_status dpmf_dpals_check(const struct dpmf_dpals_options *options, const struct dpmf_ratings *ratings,
                                  struct dpmf_error *error)
{
	if (check_count("factors", options->factors, DPMF_DPALS_MOST_FACTORS, error) != DPMF_OK ||
	    check_count("rounds", options->rounds, 100000, error) != DPMF_OK ||
	    check_count("most", options->most, 1000000, error) != DPMF_OK ||
	    check_between("epsilon", options->epsilon, 1e-6, 1e9, error) != DPMF_OK ||
	    check_between("lambda", options->lambda, 0x1p-100, 0x1p100, error) != DPMF_OK ||
	    check_between("bound", options->bound, 0x1p-100, 0x1p100, error) != DPMF_OK)
		return DPMF_INPUT;
	if (!(options->delta > 0 && options->delta < 1))
		return dpmf_fail(error, DPMF_INPUT, "delta must be above 0 and below 1, not %g", options->delta);
	return check_ratings(options, ratings, error);
}
