/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The found instance in real arithmetic. */
#include <math.h>

#include "audit/reals.h"
#include "audit/sensitivity.h"

/* Doubles that were summed in a handful of steps, against the real number. */
static const double rounding = 1e-9;

static void real_change(const struct audit_sensitivity *result, struct dpmf_enclosure *moved)
{
	const struct audit_search_target *target = result->target;
	const size_t count = target->shape.pieces * target->shape.factors;
	struct dpmf_enclosure statistic[2][AUDIT_CELLS_MOST];

	for (int world = 0; world < 2; world++) {
		reals_init(statistic[world], count);
		target->statistic_of(&result->found, world, result->round, statistic[world]);
	}
	for (size_t c = 0; c < count; c++)
		dpmf_interval_sub(&statistic[0][c], &statistic[0][c], &statistic[1][c]);
	(result->norm == DPMF_L2 ? reals_l2 : result->norm == DPMF_LARGEST ? reals_largest : reals_l1)(moved, statistic[0], count);
	for (int world = 0; world < 2; world++)
		reals_clear(statistic[world], count);
}

static bool near(const struct dpmf_enclosure *real, double value)
{
	const double slack = rounding * (1 + fabs(value));

	return mpfr_cmp_d(real->lo, value + slack) <= 0 && mpfr_cmp_d(real->hi, value - slack) >= 0;
}

enum dpmf_status audit_sensitivity_enclose(struct audit_sensitivity *result, struct dpmf_error *error)
{
	const struct audit_search_target *target = result->target;
	struct dpmf_enclosure moved, claimed, ratio;

	if (target->shape.pieces * target->shape.factors > AUDIT_CELLS_MOST)
		return dpmf_fail(error, DPMF_INPUT, "a statistic has at most %d numbers here", AUDIT_CELLS_MOST);
	reals_init(&moved, 1);
	reals_init(&claimed, 1);
	reals_init(&ratio, 1);
	real_change(result, &moved);
	target->claimed(&result->found, &claimed);
	dpmf_interval_div(&ratio, &moved, &claimed);
	const double more = target->declared_over_claimed > 0 ? target->declared_over_claimed : 1;

	result->agrees = near(&moved, result->moved) && near(&claimed, result->declared / more);
	result->exceeds = mpfr_cmp_d(ratio.lo, 1) > 0;
	result->near = mpfr_cmp_d(ratio.lo, 0.999) > 0;
	dpmf_enclosure_print(&moved, &result->moved_real);
	dpmf_enclosure_print(&claimed, &result->claimed_real);
	dpmf_enclosure_print(&ratio, &result->ratio_real);
	reals_clear(&moved, 1);
	reals_clear(&claimed, 1);
	reals_clear(&ratio, 1);
	return DPMF_OK;
}
