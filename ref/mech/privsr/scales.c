/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "mech/privsr/scales.h"

double dpmf_privsr_scale_above(double factor, double min, double max, size_t k, double epsilon, double beta, int other)
{
	double above;
	mpfr_t z, by;

	mpfr_inits2(DPMF_DIRECTED_BITS, z, by, (mpfr_ptr)0);
	mpfr_set_d(by, beta, MPFR_RNDD);
	if (other)
		mpfr_ui_div(by, 1, by, MPFR_RNDD);
	mpfr_add_ui(by, by, 1, MPFR_RNDD);
	dpmf_range_root_towards(MPFR_RNDU, factor, min, max, k, z);
	mpfr_div(z, z, by, MPFR_RNDU);
	mpfr_div_d(z, z, epsilon, MPFR_RNDU);
	above = mpfr_get_d(z, MPFR_RNDU);
	mpfr_clears(z, by, (mpfr_ptr)0);
	return above;
}

static void root_of_squares(mpfr_rnd_t direction, double x, double y, mpfr_t z)
{
	mpfr_t square;

	mpfr_init2(square, mpfr_get_prec(z));
	mpfr_set_d(square, x, direction);
	mpfr_sqr(z, square, direction);
	mpfr_set_d(square, y, direction);
	mpfr_sqr(square, square, direction);
	mpfr_add(z, z, square, direction);
	mpfr_sqrt(z, z, direction);
	mpfr_clear(square);
}

struct dpmf_between dpmf_together(double x, double y)
{
	struct dpmf_between between;
	mpfr_t z;

	mpfr_init2(z, DPMF_DIRECTED_BITS);
	root_of_squares(MPFR_RNDU, x, y, z);
	between.most = mpfr_get_d(z, MPFR_RNDU);
	root_of_squares(MPFR_RNDD, x, y, z);
	mpfr_mul_d(z, z, x > 0 && y > 0 ? 1 - 0x1p-49 : 1, MPFR_RNDD);
	between.least = mpfr_get_d(z, MPFR_RNDD);
	mpfr_clear(z);
	return between;
}
