/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "account/pld.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "account/pld_convolve.h"

/* So that every loss is a double. */
static const long most_point = 1L << 52;

/* `sum` of n terms that are not negative, with what rounding may have done to it. */
static double widen(double sum, size_t n, enum dpmf_pld_side side)
{
	const double slack = ((double)n + 4) * DBL_EPSILON;

	if (side == DPMF_PLD_UPPER)
		return n == 0 ? 0 : sum * (1 + slack) + DBL_TRUE_MIN;
	sum = sum * (1 - slack) - DBL_TRUE_MIN;
	return sum > 0 ? sum : 0;
}

void dpmf_pld_clear(struct dpmf_pld *pld)
{
	free(pld->mass);
}

/* What is worth at most `waste` at both ends goes to the safe side. */
static void trim(struct dpmf_pld *pld, double waste)
{
	size_t from = 0, to = pld->count;
	double sum = 0;

	while (from + 1 < to && sum + pld->mass[from] <= waste)
		sum += pld->mass[from++];
	if (pld->side == DPMF_PLD_UPPER && from > 0)
		pld->mass[from] = widen(pld->mass[from] + widen(sum, from, DPMF_PLD_UPPER), 2, DPMF_PLD_UPPER);
	sum = 0;
	while (to - 1 > from && sum + pld->mass[to - 1] <= waste)
		sum += pld->mass[--to];
	if (pld->side == DPMF_PLD_UPPER && to < pld->count)
		pld->infinite = widen(pld->infinite + widen(sum, pld->count - to, DPMF_PLD_UPPER), 2, DPMF_PLD_UPPER);
	if (pld->side == DPMF_PLD_LOWER && to < pld->count)
		pld->mass[to - 1] = widen(pld->mass[to - 1] + widen(sum, pld->count - to, DPMF_PLD_LOWER), 2, DPMF_PLD_LOWER);
	for (size_t i = from; i < to; i++)
		pld->mass[i - from] = pld->mass[i];
	pld->first += (long)from;
	pld->count = to - from;
}

/* The next double in the safe direction. */
static double down(double x)
{
	return nextafter(x, -INFINITY);
}

enum dpmf_status dpmf_pld_add(const struct dpmf_pld *a, const struct dpmf_pld *b, double waste, struct dpmf_pld *sum,
                              struct dpmf_error *error)
{
	struct dpmf_pld both = { .side = a->side, .power = a->power, .first = a->first + b->first,
		                 .count = a->count + b->count - 1 };
	enum dpmf_status status;

	if (a->side != b->side || a->power != b->power)
		return dpmf_fail(error, DPMF_INPUT, "privacy-loss distributions compose on one side and with one step: make both "
		                 "with the same");
	if (both.first < -most_point || both.first > most_point)
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

/* By squaring, from the highest bit of `times` down. */
enum dpmf_status dpmf_pld_compose(const struct dpmf_pld *pld, unsigned long times, double waste,
                                  struct dpmf_pld *composed, struct dpmf_error *error)
{
	struct dpmf_pld all;
	unsigned long bit = 1;
	enum dpmf_status status;

	if (times == 0 || times > 1UL << 40 || !(waste >= 0 && waste < 1))
		return dpmf_fail(error, DPMF_INPUT, "compose 1 to 2^40 times and waste less than 1");
	status = copy(pld, &all, error);
	if (status != DPMF_OK)
		return status;
	while (bit <= times / 2)
		bit *= 2;
	while (status == DPMF_OK && (bit /= 2) > 0) {
		status = add_to(&all, &all, waste, error);
		if (status == DPMF_OK && (times & bit))
			status = add_to(&all, pld, waste, error);
	}
	if (status == DPMF_OK)
		*composed = all;
	else
		dpmf_pld_clear(&all);
	return status;
}
