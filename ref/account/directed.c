/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "account/directed.h"

void dpmf_range_root_towards(mpfr_rnd_t direction, double factor, double min, double max, size_t k, mpfr_t z)
{
	mpfr_t range;

	mpfr_init2(range, mpfr_get_prec(z));
	mpfr_set_ui(z, k, direction);
	mpfr_sqrt(z, z, direction);
	mpfr_mul_d(z, z, factor, direction);
	mpfr_set_d(range, max, direction);
	mpfr_sub_d(range, range, min, direction);
	mpfr_mul(z, z, range, direction);
	mpfr_clear(range);
}

struct dpmf_between dpmf_range_root(double factor, double min, double max, size_t k)
{
	struct dpmf_between between;
	mpfr_t z;

	mpfr_init2(z, DPMF_DIRECTED_BITS);
	dpmf_range_root_towards(MPFR_RNDD, factor, min, max, k, z);
	between.least = mpfr_get_d(z, MPFR_RNDD);
	dpmf_range_root_towards(MPFR_RNDU, factor, min, max, k, z);
	between.most = mpfr_get_d(z, MPFR_RNDU);
	mpfr_clear(z);
	return between;
}

/* Twice 2^-53 for each operation: (1 - u)^-n is below 1 + 2 n u. */
struct dpmf_between dpmf_around(double x, size_t terms)
{
	struct dpmf_between between;
	mpfr_t wrong, z;

	mpfr_inits2(DPMF_DIRECTED_BITS, wrong, z, (mpfr_ptr)0);
	mpfr_set_ui_2exp(wrong, terms + 8, -52, MPFR_RNDU);
	mpfr_ui_sub(z, 1, wrong, MPFR_RNDD);
	mpfr_mul_d(z, z, x, MPFR_RNDD);
	between.least = mpfr_get_d(z, MPFR_RNDD);
	mpfr_add_ui(z, wrong, 1, MPFR_RNDU);
	mpfr_mul_d(z, z, x, MPFR_RNDU);
	between.most = mpfr_get_d(z, MPFR_RNDU);
	mpfr_clears(wrong, z, (mpfr_ptr)0);
	return between;
}

double dpmf_quotient_above(double x, double y)
{
	double above;
	mpfr_t z;

	mpfr_init2(z, DPMF_DIRECTED_BITS);
	mpfr_set_d(z, x, MPFR_RNDU);
	mpfr_div_d(z, z, y, MPFR_RNDU);
	above = mpfr_get_d(z, MPFR_RNDU);
	mpfr_clear(z);
	return above;
}
