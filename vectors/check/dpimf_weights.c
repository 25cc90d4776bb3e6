/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "account/sampling.h"
#include "check.h"
#include "inputs.h"
#include "mech/dpimf/weights.h"
#include "vectors/format/number.h"

enum { HALVINGS = 2200 };

/* Line 2 of Algorithm 3 as it is printed, which libdpmf does not use. */
static double printed_root(double a, double target)
{
	const double most = expm1(target);
	double lo = fmax(1, 1 / a), hi = 2 * lo;

	while (exp(a * hi) / hi <= most)
		hi *= 2;
	for (int i = 0; i < HALVINGS; i++) {
		const double middle = lo + (hi - lo) / 2;

		if (exp(a * middle) / middle <= most)
			lo = middle;
		else
			hi = middle;
	}
	return lo;
}

static double loss_at(double weight, double a)
{
	struct dpmf_enclosure w, cost, loss;
	struct dpmf_error error;

	dpmf_enclosure_init(&w);
	dpmf_enclosure_init(&cost);
	dpmf_enclosure_init(&loss);
	dpmf_enclosure_set(&w, weight);
	dpmf_enclosure_set(&cost, a);
	const double value = dpmf_importance_loss(&w, &cost, &loss, &error) == DPMF_OK ? mpfr_get_d(loss.hi, MPFR_RNDN) : NAN;

	dpmf_enclosure_clear(&w);
	dpmf_enclosure_clear(&cost);
	dpmf_enclosure_clear(&loss);
	return value;
}

CHECK(dpimf_weights)
{
	struct dpmf_dpimf_weight weight;
	struct dpmf_error error;
	double a, target;
	enum dpmf_status status;
	int failed;

	if (!input_double(inputs, "a", &a) || !input_double(inputs, "target", &target))
		return CHECK_MALFORMED;
	if (!(a > 0) || !(target <= 100))
		return CHECK_REFUSES;
	status = dpmf_dpimf_weight_solve(a, target, &weight, &error);
	if (status != DPMF_OK)
		return check_refused(status);
	failed = json_object_set_new(got, "weight", number_double(weight.low)) |
	         json_object_set_new(got, "loss", number_double(loss_at(weight.low, a)));
	if (json_object_get(expected, "printed") != NULL) {
		const double printed = printed_root(a, target);

		failed |= json_object_set_new(got, "printed", number_double(printed)) |
		          json_object_set_new(got, "printed_loss", number_double(loss_at(printed, a)));
	}
	return failed == 0 ? CHECKED : CHECK_FAILED;
}
