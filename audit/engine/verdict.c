/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/engine/verdict.h"

#include <math.h>

/* delta(epsilon) of a mu-Gaussian mechanism (Balle and Wang 2018), less a little for what rounding may have added. */
static double gaussian_delta(double epsilon, double mu)
{
	const double near = erfc((epsilon / mu - mu / 2) / M_SQRT2) / 2, far = erfc((epsilon / mu + mu / 2) / M_SQRT2) / 2;

	/* e^epsilon grows while `far` falls: their product is at most `near`. */
	return near - exp(epsilon + log(far)) - 1e-12 * near;
}

double audit_gaussian_epsilon(double mu, double delta)
{
	double low = 0, high = mu * mu / 2 + mu * 40;

	if (!(mu > 0) || gaussian_delta(0, mu) <= delta)
		return 0;
	while (high - low > 1e-12 * high) {
		const double middle = low + (high - low) / 2;

		if (gaussian_delta(middle, mu) > delta)
			low = middle;
		else
			high = middle;
	}
	return low;
}

enum dpmf_status audit_bound_of(const struct audit_pair *counts, enum audit_curve curve, double delta, double confidence,
                                struct audit_bound *bound, struct dpmf_error *error)
{
	const double level = audit_level_lower(counts, curve, delta, 1 - confidence);

	if (isnan(level))
		return dpmf_fail(error, DPMF_FAILED, "no memory for the bound on epsilon: use fewer --trials");
	*bound = curve == AUDIT_DP ? (struct audit_bound){ level, NAN } : (struct audit_bound){ audit_gaussian_epsilon(level, delta), level };
	return DPMF_OK;
}

enum audit_finding audit_find(double epsilon_lower, double epsilon_claimed)
{
	return epsilon_lower > epsilon_claimed ? AUDIT_VIOLATED : AUDIT_CONSISTENT;
}
