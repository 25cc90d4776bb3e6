/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/engine/verdict.h"

#include <math.h>

#include "audit/engine/binomial.h"

double audit_epsilon_lower(const struct audit_counts *counts, double delta, double confidence)
{
	const double alpha = (1 - confidence) / 2;
	const double likely = audit_probability_lower(counts->trials, counts->likely, alpha);
	const double unlikely = audit_probability_upper(counts->trials, counts->unlikely, alpha);

	if (likely - delta <= unlikely)
		return 0;
	/* Subtraction, division and logarithm are off by a few units in the last place. */
	const double epsilon = log((likely - delta) / unlikely);

	return fmax(0, epsilon - 1e-14 * (1 + epsilon));
}

enum audit_finding audit_find(double epsilon_lower, double epsilon_claimed)
{
	return epsilon_lower > epsilon_claimed ? AUDIT_VIOLATED : AUDIT_CONSISTENT;
}
