/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "mech/options.h"

#include <math.h>

#include "account/directed.h"

static enum dpmf_status check_ratings(const struct dpmf_options *options, const struct dpmf_ratings *ratings,
                                      struct dpmf_error *error)
{
	const double least = dpmf_ratings_min(ratings), most = dpmf_ratings_max(ratings);

	if (ratings->count == 0)
		return dpmf_fail(error, DPMF_INPUT, "there are no ratings to train on");
	if (least < options->rating_min || most > options->rating_max)
		return dpmf_fail(error, DPMF_INPUT, "the ratings span %g to %g, outside the public range %g to %g: "
		                 "give the true range (--range=MIN:MAX)", least, most,
		                 options->rating_min, options->rating_max);
	return DPMF_OK;
}

enum dpmf_status dpmf_options_check(const struct dpmf_options *options, const struct dpmf_ratings *ratings,
                                    struct dpmf_error *error)
{
	if (!(options->epsilon > 0) || !isfinite(options->epsilon))
		return dpmf_fail(error, DPMF_INPUT, "epsilon must be a finite number above 0, not %g", options->epsilon);
	if (options->factors < 1 || options->factors > 256)
		return dpmf_fail(error, DPMF_INPUT, "factors must be 1 to 256, not %zu", options->factors);
	if (options->epochs < 1 || options->epochs > 1000000)
		return dpmf_fail(error, DPMF_INPUT, "epochs must be 1 to 1000000, not %zu", options->epochs);
	if (!(options->rate > 0) || !isfinite(options->rate))
		return dpmf_fail(error, DPMF_INPUT, "rate must be a finite number above 0, not %g", options->rate);
	if (!(options->lambda >= 0) || !isfinite(options->lambda))
		return dpmf_fail(error, DPMF_INPUT, "lambda must be a finite number, 0 or more, not %g", options->lambda);
	if (!(options->rating_min < options->rating_max) || !isfinite(options->rating_max - options->rating_min))
		return dpmf_fail(error, DPMF_INPUT, "the range of ratings must be finite with MIN < MAX, not %g:%g",
		                 options->rating_min, options->rating_max);
	if (dpmf_colluding_check(&options->colluding, error) != DPMF_OK)
		return DPMF_INPUT;
	return check_ratings(options, ratings, error);
}

struct dpmf_descent dpmf_options_descent(const struct dpmf_options *options)
{
	return (struct dpmf_descent){
		.epochs = options->epochs,
		.rate = options->rate,
		.lambda = options->lambda,
		.step = options->step,
		.hold_users = options->hold_users,
		.noise_per_epoch = options->noise_per_epoch,
		.project_each = options->as_run,
		.start_deviation = options->as_run ? 0.1 : 0,
		.jobs = options->jobs,
		.listener = options->listener,
		.stop = options->stop,
		.entry = {
			.statistic = "sum of an item's messages",
			.neighbours = DPMF_ENTRY,
			.norm = DPMF_L1,
			.law = DPMF_NO_NOISE,
			.touched = 1,
		},
	};
}

static const char *premise_of(const struct dpmf_options *options)
{
	if (options->as_run)
		return "U held fixed, of an item's messages only the sum is seen, and nobody learns the h that all items share";
	return options->step == DPMF_STEP_MESSAGE ? "U held fixed, and of an item's messages only the sum is seen"
	                                          : "U held fixed, as in the proof of Theorem 2";
}

/* Theorem 2: with U held fixed a changed rating moves the sum by at most
   2 W Delta sqrt(K) in L1 (proofs/theory/Sensitivity.v). The scale is that of
   dpmf_hdpmf_noise_scale, rounded towards more noise. */
struct dpmf_descent dpmf_options_noisy_descent(const struct dpmf_options *options, double epsilon)
{
	struct dpmf_descent descent = dpmf_options_descent(options);
	const struct dpmf_between sensitivity = dpmf_range_root(2, options->rating_min, options->rating_max, options->factors);

	descent.entry.premise = premise_of(options);
	descent.entry.one_common = options->as_run;
	descent.entry.sensitivity = sensitivity.most;
	descent.entry.sensitivity_least = sensitivity.least;
	descent.entry.law = DPMF_MIXTURE_SHARES;
	descent.entry.scale = dpmf_quotient_above(sensitivity.most, epsilon);
	return descent;
}
