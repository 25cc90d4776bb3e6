/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "account/mixture_many.h"

#include <math.h>

#include "account/interval.h"
#include "account/mixture.h"
#include "account/pld_source.h"

/* Cells of the grid, and the mass that each composition may move to
   the safe side. */
enum { CELLS = 1 << 14, MOST_COORDINATES = 10000 };
#define WASTE 1e-15

/* The finest step 2^-power at which losses up to `reach` fit the cells. */
static int finest(double reach)
{
	int power = 20;

	while (power > 0 && ldexp(2 * reach, power) > CELLS)
		power--;
	return power;
}

/* One coordinate's losses reach as far as `reach`, in steps of 2^-power. */
static enum dpmf_status side_delta(enum dpmf_pld_side side, const struct dpmf_pld_pair *pair, double reach, int power,
                                   unsigned long coordinates, double epsilon, double *delta, struct dpmf_error *error)
{
	const long end = (long)ceil(ldexp(reach, power)) + 1;
	struct dpmf_pld one, all;
	enum dpmf_status status = dpmf_pld_init(&one, side, pair, power, -end, end, error);

	if (status != DPMF_OK)
		return status;
	status = dpmf_pld_compose(&one, coordinates, WASTE, &all, error);
	dpmf_pld_clear(&one);
	if (status != DPMF_OK)
		return status;
	*delta = dpmf_pld_delta(&all, epsilon);
	dpmf_pld_clear(&all);
	return DPMF_OK;
}

/* A loss beyond epsilon + 40 counts all but e^-40 of its mass, wherever it lies;
   Laplace losses end at e0, and their sum at K e0. */
static enum dpmf_status compose(const struct dpmf_enclosure *e0, unsigned long coordinates,
                                const struct dpmf_enclosure *epsilon, bool known_h, struct dpmf_enclosure *delta,
                                struct dpmf_error *error)
{
	const struct dpmf_pld_pair pair = { known_h ? dpmf_pld_mixture : dpmf_pld_laplace, e0 };
	const double least = mpfr_get_d(epsilon->lo, MPFR_RNDD), most = mpfr_get_d(epsilon->hi, MPFR_RNDU);
	const double pure = mpfr_get_d(e0->hi, MPFR_RNDU);
	const double all = known_h ? most + 40 : fmin(most + 40, (double)coordinates * pure);
	const double reach = known_h ? all : fmin(all, pure);
	const int power = finest(all);
	double low, high;
	enum dpmf_status status = side_delta(DPMF_PLD_LOWER, &pair, reach, power, coordinates, most, &low, error);

	if (status == DPMF_OK)
		status = side_delta(DPMF_PLD_UPPER, &pair, reach, power, coordinates, least, &high, error);
	if (status == DPMF_OK) {
		mpfr_set_d(delta->lo, fmax(low, 0), MPFR_RNDD);
		mpfr_set_d(delta->hi, fmin(high, 1), MPFR_RNDU);
	}
	return status;
}

enum dpmf_status dpmf_mixture_many_delta(const struct dpmf_enclosure *scale, const struct dpmf_enclosure *sensitivity,
                                         unsigned long coordinates, const struct dpmf_enclosure *epsilon, bool known_h,
                                         struct dpmf_enclosure *delta, struct dpmf_error *error)
{
	struct dpmf_enclosure e0;
	enum dpmf_status status;

	if (coordinates == 1)
		return dpmf_mixture_delta(scale, sensitivity, epsilon, known_h, delta, error);
	if (coordinates < 1 || coordinates > MOST_COORDINATES)
		return dpmf_fail(error, DPMF_INPUT, "the coordinates are a whole number from 1 to %d", (int)MOST_COORDINATES);
	if (mpfr_sgn(scale->lo) <= 0 || mpfr_sgn(sensitivity->lo) <= 0)
		return dpmf_fail(error, DPMF_INPUT, "the scale of the noise and the sensitivity must be above 0");
	if (mpfr_sgn(epsilon->lo) < 0 || mpfr_cmp_ui(epsilon->hi, 1000) > 0)
		return dpmf_fail(error, DPMF_INPUT, "epsilon must be from 0 to 1000 for more than one coordinate");
	dpmf_interval_init(&e0, 1, DPMF_ACCOUNT_BITS);
	dpmf_interval_div(&e0, sensitivity, scale);
	status = compose(&e0, coordinates, epsilon, known_h, delta, error);
	dpmf_interval_clear(&e0, 1);
	return status;
}
