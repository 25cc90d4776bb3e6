/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "mech/dpimf/weights.h"

#include <float.h>
#include <math.h>

#include "core/vector.h"

/* The sign of g(w); 0 where rounding may decide it. With x = a w the left
   side is off by a factor of 1 + (x + 4) epsilon at most, the right one by 1 + 2 epsilon. */
static int sign_of(double a, double target, double w)
{
	const double x = a * w, left = expm1(x) / w, right = expm1(target);
	const double margin = (fmin(x, 2 * DPMF_DPIMF_MOST_TARGET) + 8) * DBL_EPSILON * right;

	return left < right - margin ? -1 : left > right + margin ? 1 : 0;
}

/* The last double on the way from `in` to `out` at which g is certain to have that sign. */
static double last_certain(double a, double target, double in, double out, int sign)
{
	for (;;) {
		const double middle = in + (out - in) / 2;

		if (middle == in || middle == out)
			return in;
		if (sign_of(a, target, middle) == sign)
			in = middle;
		else
			out = middle;
	}
}

enum dpmf_status dpmf_dpimf_weight_solve(double a, double target, struct dpmf_dpimf_weight *weight, struct dpmf_error *error)
{
	double beyond = 2;

	if (!(a >= 0) || !(a <= target) || !(target <= DPMF_DPIMF_MOST_TARGET))
		return dpmf_fail(error, DPMF_INPUT, "a pair that costs %g without sampling and the target %g: give "
		                 "0 <= cost <= target <= %g", a, target, DPMF_DPIMF_MOST_TARGET);
	while (beyond < DPMF_DPIMF_MOST_WEIGHT && sign_of(a, target, beyond) <= 0)
		beyond *= 2;
	if (sign_of(a, target, beyond) <= 0) {
		*weight = (struct dpmf_dpimf_weight){ DPMF_DPIMF_MOST_WEIGHT, INFINITY };
		if (sign_of(a, target, DPMF_DPIMF_MOST_WEIGHT) == 0)
			weight->low = last_certain(a, target, 1, DPMF_DPIMF_MOST_WEIGHT, -1);
		return DPMF_OK;
	}
	weight->low = last_certain(a, target, 1, beyond, -1);
	weight->high = last_certain(a, target, beyond, weight->low, 1);
	return DPMF_OK;
}

enum dpmf_status dpmf_dpimf_weights_solve(const double *profiles, size_t count, size_t d, double epsilon, double target,
                                          double *weight, struct dpmf_error *error)
{
	double most = 0;

	for (size_t u = 0; u < count; u++)
		most = fmax(most, dpmf_l1(profiles + u * d, d));
	for (size_t u = 0; u < count; u++) {
		const double part = most > 0 ? dpmf_l1(profiles + u * d, d) / most : 0;
		struct dpmf_dpimf_weight solved;
		const enum dpmf_status status = dpmf_dpimf_weight_solve(epsilon * part, target, &solved, error);

		if (status != DPMF_OK)
			return status;
		weight[u] = solved.low;
	}
	return DPMF_OK;
}
