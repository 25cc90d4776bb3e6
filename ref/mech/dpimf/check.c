/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "mech/dpimf/train.h"
#include "mech/dpimf/weights.h"

static enum dpmf_status check_positive(const char *name, double value, struct dpmf_error *error)
{
	if (value > 0 && isfinite(value))
		return DPMF_OK;
	return dpmf_fail(error, DPMF_INPUT, "%s must be a finite number above 0, not %g", name, value);
}

static bool only_first(const struct dpmf_dpimf_options *options)
{
	return options->scheme == DPMF_DPIMF_OPT || options->scheme == DPMF_DPIMF_OPT_IS;
}

static enum dpmf_status check_shares(const struct dpmf_dpimf_options *options, struct dpmf_error *error)
{
	const double *share = options->share;

	if (options->scheme == DPMF_DPIMF_STR || options->alpha0 == 1)
		return DPMF_OK;
	if (!(share[0] > 0) || !(share[1] > 0) || !(share[2] > 0) || !(fabs(share[0] + share[1] + share[2] - 1) <= 1e-9))
		return dpmf_fail(error, DPMF_INPUT, "the budget is split %g, %g, %g between the first order, the second and the "
		                 "regularizer: give three numbers above 0 that add up to 1 (--budget-split=B1,B2,B3)",
		                 share[0], share[1], share[2]);
	return DPMF_OK;
}

static enum dpmf_status check_loss(const struct dpmf_dpimf_options *options, struct dpmf_error *error)
{
	if (!(options->alpha0 > 0) || !(options->alpha0 <= 1))
		return dpmf_fail(error, DPMF_INPUT, "alpha0 must be above 0 and at most 1, not %g", options->alpha0);
	if (only_first(options) && options->alpha0 != 1)
		return dpmf_fail(error, DPMF_INPUT, "alpha0 is %g: the schemes opt and opt-is are the one with alpha0 = 1; "
		                 "take scheme sym for another", options->alpha0);
	if (!(options->lambda >= 0x1p-400) || !(options->lambda <= 0x1p400))
		return dpmf_fail(error, DPMF_INPUT, "lambda must lie between 2^-400 and 2^400, not %g: profiles lie in the ball "
		                 "of radius sqrt(1 / lambda)", options->lambda);
	if (!(options->bound >= 0) || !(options->bound <= 0x1p400))
		return dpmf_fail(error, DPMF_INPUT, "bound must be 0 or more and at most 2^400, not %g", options->bound);
	return check_shares(options, error);
}

static enum dpmf_status check_budget(const struct dpmf_dpimf_options *options, struct dpmf_error *error)
{
	if (check_positive("epsilon", options->epsilon, error) != DPMF_OK)
		return DPMF_INPUT;
	if (options->scheme != DPMF_DPIMF_OPT_IS)
		return DPMF_OK;
	if (!(options->target >= 1) || !isfinite(options->target))
		return dpmf_fail(error, DPMF_INPUT, "target is %g: Algorithm 3 needs epsilon' = target epsilon of at least epsilon; "
		                 "give 1 or more", options->target);
	if (!(options->target * options->epsilon <= DPMF_DPIMF_MOST_TARGET))
		return dpmf_fail(error, DPMF_INPUT, "target times epsilon is %g: give at most %g",
		                 options->target * options->epsilon, DPMF_DPIMF_MOST_TARGET);
	return DPMF_OK;
}

static enum dpmf_status check_count(const char *name, size_t value, size_t most, struct dpmf_error *error)
{
	if (value >= 1 && value <= most)
		return DPMF_OK;
	return dpmf_fail(error, DPMF_INPUT, "%s must be 1 to %zu, not %zu", name, most, value);
}

enum dpmf_status dpmf_dpimf_options_check(const struct dpmf_dpimf_options *options, const struct dpmf_ratings *ratings,
                                          struct dpmf_error *error)
{
	const size_t side = options->by_items ? ratings->items : ratings->users;

	if (ratings->count == 0)
		return dpmf_fail(error, DPMF_INPUT, "there are no ratings to train on");
	if (check_count("factors", options->factors, DPMF_FACTORS_MOST, error) != DPMF_OK ||
	    check_count("rounds", options->rounds, 1000000, error) != DPMF_OK ||
	    check_count("local", options->local, 1000000, error) != DPMF_OK ||
	    check_count("parties", options->parties, side, error) != DPMF_OK ||
	    check_loss(options, error) != DPMF_OK)
		return DPMF_INPUT;
	return check_budget(options, error);
}
