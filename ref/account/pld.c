/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "account/pld.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "account/lattice.h"
#include "account/masses.h"
#include "account/pld_convolve.h"

/* `sum` of n terms that are not negative, with what rounding may have done to it. */
static double widen(double sum, size_t n, enum dpmf_pld_side side)
{
	if (side == DPMF_PLD_UPPER)
		return dpmf_widen_up(sum, n) + DBL_TRUE_MIN;
	sum = dpmf_widen_down(sum, n) - DBL_TRUE_MIN;
	return sum > 0 ? sum : 0;
}

void dpmf_pld_clear(struct dpmf_pld *pld)
{
	free(pld->mass);
}

/* What is worth at most `waste` at both ends goes to the safe side. */
static void trim(struct dpmf_pld *pld, double waste)
{
	const struct dpmf_cut low = dpmf_cut_low(pld->mass, pld->count, waste);
	const struct dpmf_cut high = dpmf_cut_high(pld->mass + low.count, pld->count - low.count, waste);
	const size_t count = pld->count - low.count - high.count;
	double *const kept = pld->mass + low.count;

	if (pld->side == DPMF_PLD_UPPER && low.count > 0)
		kept[0] = widen(kept[0] + widen(low.mass, low.count, DPMF_PLD_UPPER), 2, DPMF_PLD_UPPER);
	if (pld->side == DPMF_PLD_UPPER && high.count > 0)
		pld->infinite = widen(pld->infinite + widen(high.mass, high.count, DPMF_PLD_UPPER), 2, DPMF_PLD_UPPER);
	if (pld->side == DPMF_PLD_LOWER && high.count > 0)
		kept[count - 1] = widen(kept[count - 1] + widen(high.mass, high.count, DPMF_PLD_LOWER), 2, DPMF_PLD_LOWER);
	memmove(pld->mass, kept, count * sizeof *kept);
	pld->first += (long)low.count;
	pld->count = count;
}

/* The next double in the safe direction. */
static double down(double x)
{
	return nextafter(x, -INFINITY);
}

enum dpmf_status dpmf_pld_add(const struct dpmf_pld *a, const struct dpmf_pld *b, double waste, struct dpmf_pld *sum,
                              struct dpmf_error *error)
{
	struct dpmf_pld both = { .side = a->side, .power = a->power };
	enum dpmf_status status;

	if (a->side != b->side || a->power != b->power)
		return dpmf_fail(error, DPMF_INPUT, "privacy-loss distributions compose on one side and with one step: make both "
		                 "with the same");
	if (!dpmf_lattice_sum(a->first, a->count, b->first, b->count, &both.first, &both.count))
		return dpmf_fail(error, DPMF_INPUT, "a composed loss is more than 2^52 steps away from 0: take a larger step");
	both.mass = calloc(both.count, sizeof *both.mass);
	if (!both.mass)
		return dpmf_fail(error, DPMF_FAILED, "no memory for a privacy-loss distribution of %zu points", both.count);
	status = dpmf_pld_convolve(a, b, waste, both.mass, error);
	if (status != DPMF_OK) {
		free(both.mass);
		return status;
	}
	if (a->side == DPMF_PLD_UPPER)
		both.infinite = a->infinite + b->infinite > 0 ? widen(a->infinite + b->infinite, 2, DPMF_PLD_UPPER) : 0;
	else
		both.offset = a->offset + b->offset > 0 ? down(a->offset + b->offset) : 0;
	trim(&both, waste);
	*sum = both;
	return DPMF_OK;
}

static enum dpmf_status copy(const struct dpmf_pld *pld, struct dpmf_pld *to, struct dpmf_error *error)
{
	double *mass = malloc(pld->count * sizeof *mass);

	if (!mass)
		return dpmf_fail(error, DPMF_FAILED, "no memory for a privacy-loss distribution of %zu points", pld->count);
	for (size_t i = 0; i < pld->count; i++)
		mass[i] = pld->mass[i];
	*to = *pld;
	to->mass = mass;
	return DPMF_OK;
}

/* Replaces `a` by a + b. */
static enum dpmf_status add_to(struct dpmf_pld *a, const struct dpmf_pld *b, double waste, struct dpmf_error *error)
{
	struct dpmf_pld sum;
	const enum dpmf_status status = dpmf_pld_add(a, b, waste, &sum, error);

	if (status == DPMF_OK) {
		dpmf_pld_clear(a);
		*a = sum;
	}
	return status;
}

/* Twice `all`, and `one` more if there is one; clears `all` where that fails. */
static enum dpmf_status double_it(struct dpmf_pld *all, const struct dpmf_pld *one, bool one_more, double waste,
                                  struct dpmf_error *error)
{
	enum dpmf_status status = add_to(all, all, waste, error);

	if (status == DPMF_OK && one_more)
		status = add_to(all, one, waste, error);
	if (status != DPMF_OK)
		dpmf_pld_clear(all);
	return status;
}

/* By squaring, from the highest bit of `times` down. */
enum dpmf_status dpmf_pld_compose(const struct dpmf_pld *pld, unsigned long times, double waste,
                                  struct dpmf_pld *composed, struct dpmf_error *error)
{
	struct dpmf_pld all;
	unsigned long unit = 1UL << (DPMF_LADDER_BITS - 1), count = 0;
	enum dpmf_status status = DPMF_OK;

	if (times == 0 || times > 1UL << 40 || !(waste >= 0 && waste < 1))
		return dpmf_fail(error, DPMF_INPUT, "compose 1 to 2^40 times and waste less than 1");
	while (unit > 0 && status == DPMF_OK) {
		const unsigned long done = count;
		bool one_more;

		count = dpmf_ladder_next(times, unit, count, &one_more);
		unit /= 2;
		if (count == 0)
			continue;
		if (done == 0)
			status = copy(pld, &all, error);
		else
			status = double_it(&all, pld, one_more, waste, error);
	}
	if (status == DPMF_OK)
		*composed = all;
	return status;
}
