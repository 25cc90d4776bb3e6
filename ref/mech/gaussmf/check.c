/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "mech/gaussmf/train.h"

static enum dpmf_status check_positive(const char *name, double value, struct dpmf_error *error)
{
	if (value > 0 && isfinite(value))
		return DPMF_OK;
	return dpmf_fail(error, DPMF_INPUT, "%s must be a finite number above 0, not %g", name, value);
}

static enum dpmf_status check_not_negative(const char *name, double value, struct dpmf_error *error)
{
	if (value >= 0 && isfinite(value))
		return DPMF_OK;
	return dpmf_fail(error, DPMF_INPUT, "%s must be a finite number, 0 or more, not %g", name, value);
}

static enum dpmf_status check_probability(const char *name, double value, struct dpmf_error *error)
{
	if (value > 0 && value < 1)
		return DPMF_OK;
	return dpmf_fail(error, DPMF_INPUT, "%s must lie between 0 and 1, not %g", name, value);
}

static enum dpmf_status check_budget(const struct dpmf_gaussmf_options *options, struct dpmf_error *error)
{
	if (!(options->eps_i > 0))
		return dpmf_fail(error, DPMF_INPUT, "eps-i must lie between 0 and 1, not %g", options->eps_i);
	if (!(options->eps_i < 1))
		return dpmf_fail(error, DPMF_INPUT, "eps-i must be below 1, not %g: Theorem 1 (Dwork and Roth 2014, "
		                 "Theorem A.1) holds for 0 < eps < 1 only, and so does Algorithm 1", options->eps_i);
	if (check_probability("delta", options->delta, error) != DPMF_OK)
		return DPMF_INPUT;
	return check_probability("delta-r", options->delta_r, error);
}

static enum dpmf_status check_ratings(const struct dpmf_gaussmf_options *options, const struct dpmf_ratings *ratings,
                                      struct dpmf_error *error)
{
	double least, most;

	if (!(options->rating_min < options->rating_max) || !isfinite(options->rating_max - options->rating_min))
		return dpmf_fail(error, DPMF_INPUT, "the range of ratings must be finite with MIN < MAX, not %g:%g",
		                 options->rating_min, options->rating_max);
	if (ratings->count == 0)
		return dpmf_fail(error, DPMF_INPUT, "there are no ratings to train on");
	least = dpmf_ratings_min(ratings);
	most = dpmf_ratings_max(ratings);
	if (least < options->rating_min || most > options->rating_max)
		return dpmf_fail(error, DPMF_INPUT, "the ratings span %g to %g, outside the public range %g to %g: "
		                 "give the true range (--range=MIN:MAX)", least, most,
		                 options->rating_min, options->rating_max);
	return DPMF_OK;
}

enum dpmf_status dpmf_gaussmf_check(const struct dpmf_gaussmf_options *options, const struct dpmf_ratings *ratings,
                                    struct dpmf_error *error)
{
	if (options->factors < 1 || options->factors > DPMF_GAUSSMF_MOST_FACTORS)
		return dpmf_fail(error, DPMF_INPUT, "factors must be 1 to %d, not %zu", DPMF_GAUSSMF_MOST_FACTORS,
		                 options->factors);
	if (options->steps < 1 || options->steps > 1000000)
		return dpmf_fail(error, DPMF_INPUT, "steps must be 1 to 1000000, not %zu", options->steps);
	if (check_positive("rate", options->rate, error) != DPMF_OK ||
	    check_not_negative("lambda", options->lambda, error) != DPMF_OK ||
	    check_positive("clip", options->clip, error) != DPMF_OK ||
	    check_not_negative("tolerance", options->tolerance, error) != DPMF_OK ||
	    (!options->plain && check_budget(options, error) != DPMF_OK))
		return DPMF_INPUT;
	return check_ratings(options, ratings, error);
}
