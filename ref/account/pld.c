/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "account/pld.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "account/interval.h"

/* More than the relative error of a sum of n products of doubles, all >= 0, each one's
   factors known; n < 2^40. */
static double slack(size_t n)
{
	return ((double)n + 4) * DBL_EPSILON;
}

/* `sum` of n terms that are not negative, with what rounding and underflow may have done to it. */
static double widen(double sum, size_t n, enum dpmf_pld_side side)
{
	const double lost = (double)n * DBL_TRUE_MIN;

	if (side == DPMF_PLD_UPPER)
		return n == 0 ? 0 : sum * (1 + slack(n)) + lost;
	sum = sum * (1 - slack(n)) - lost;
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

	if (a->side != b->side || a->power != b->power)
		return dpmf_fail(error, DPMF_INPUT, "privacy-loss distributions compose on one side and with one step: make both "
		                 "with the same");
	both.mass = calloc(both.count, sizeof *both.mass);
	if (!both.mass)
		return dpmf_fail(error, DPMF_FAILED, "no memory for a privacy-loss distribution of %zu points", both.count);
	for (size_t i = 0; i < a->count; i++)
		for (size_t j = 0; j < b->count; j++)
			both.mass[i + j] += a->mass[i] * b->mass[j];
	for (size_t i = 0; i < both.count; i++)
		both.mass[i] = widen(both.mass[i], a->count < b->count ? a->count : b->count, a->side);
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

/* The sum of mass (1 - e^(epsilon - L))+, plus what is infinite. e^(epsilon - L) goes
   from point to point by a factor e^-step. */
double dpmf_pld_delta(const struct dpmf_pld *pld, double epsilon)
{
	struct dpmf_enclosure x[4]; /* e^(epsilon - L), e^-step, 1 - x, and the sum */
	double delta;

	dpmf_interval_init(x, 4, 128);
	dpmf_interval_set_d(&x[1], -ldexp(1, -pld->power));
	dpmf_interval_exp(&x[1], &x[1]);
	dpmf_interval_set_d(&x[0], ldexp((double)pld->first, -pld->power));
	dpmf_interval_set_d(&x[2], pld->offset);
	dpmf_interval_add(&x[0], &x[0], &x[2]);
	dpmf_interval_set_d(&x[2], epsilon);
	dpmf_interval_sub(&x[0], &x[2], &x[0]);
	dpmf_interval_exp(&x[0], &x[0]);
	dpmf_interval_set_d(&x[3], pld->infinite);
	for (size_t i = 0; i < pld->count; i++) {
		mpfr_ui_sub(x[2].lo, 1, x[0].hi, MPFR_RNDD);
		mpfr_ui_sub(x[2].hi, 1, x[0].lo, MPFR_RNDU);
		if (mpfr_sgn(x[2].lo) > 0) {
			mpfr_mul_d(x[2].lo, x[2].lo, pld->mass[i], MPFR_RNDD);
			mpfr_add(x[3].lo, x[3].lo, x[2].lo, MPFR_RNDD);
		}
		if (mpfr_sgn(x[2].hi) > 0) {
			mpfr_mul_d(x[2].hi, x[2].hi, pld->mass[i], MPFR_RNDU);
			mpfr_add(x[3].hi, x[3].hi, x[2].hi, MPFR_RNDU);
		}
		dpmf_interval_mul(&x[0], &x[0], &x[1]);
	}
	delta = pld->side == DPMF_PLD_UPPER ? mpfr_get_d(x[3].hi, MPFR_RNDU) : mpfr_get_d(x[3].lo, MPFR_RNDD);
	dpmf_interval_clear(x, 4);
	return delta < 1 ? delta : 1;
}

double dpmf_pld_epsilon(const struct dpmf_pld *pld, double delta)
{
	double kept = ldexp((double)pld->first + (double)pld->count, -pld->power) + pld->offset, above = 0;

	if (pld->infinite > delta)
		return INFINITY;
	if (dpmf_pld_delta(pld, 0) <= delta)
		return 0;
	if (kept < 0)
		kept = 0;
	for (int i = 0; i < 50 && kept - above > 1e-12 * kept; i++) {
		const double middle = above + (kept - above) / 2;

		if (dpmf_pld_delta(pld, middle) <= delta)
			kept = middle;
		else
			above = middle;
	}
	return pld->side == DPMF_PLD_UPPER ? kept : above;
}
