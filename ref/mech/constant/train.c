/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "mech/constant/train.h"

#include <math.h>

enum dpmf_status dpmf_constant_train(const struct dpmf_ratings *ratings, const struct dpmf_constant_options *options,
                                     struct dpmf_model *model, struct dpmf_error *error)
{
	const double middle = options->rating_min + (options->rating_max - options->rating_min) / 2;
	const double value = isnan(options->value) ? middle : options->value;
	enum dpmf_status status;

	if (!(options->rating_min < options->rating_max) || !isfinite(middle))
		return dpmf_fail(error, DPMF_INPUT, "the range is %g:%g: give two finite numbers, the lesser one first (--range=MIN:MAX)",
		                 options->rating_min, options->rating_max);
	if (!(value >= options->rating_min && value <= options->rating_max))
		return dpmf_fail(error, DPMF_INPUT, "%g is outside the range %g:%g: predict a number inside it (--value)", value,
		                 options->rating_min, options->rating_max);
	status = dpmf_model_blank(ratings, 1, model, error);
	if (status == DPMF_OK)
		model->center = value;
	return status;
}
