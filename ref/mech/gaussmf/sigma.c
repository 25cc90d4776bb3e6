/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "mech/gaussmf/sigma.h"

#include "account/directed.h"

double dpmf_gaussmf_sigma_above(double min, double max, double clip, double eps_i, double delta)
{
	double above;
	mpfr_t z, x;

	mpfr_inits2(DPMF_DIRECTED_BITS, z, x, (mpfr_ptr)0);
	mpfr_set_d(x, delta, MPFR_RNDD);
	mpfr_d_div(z, 1.25, x, MPFR_RNDU);
	mpfr_log(z, z, MPFR_RNDU);
	mpfr_mul_ui(z, z, 2, MPFR_RNDU);
	mpfr_sqrt(z, z, MPFR_RNDU);
	dpmf_range_root_towards(MPFR_RNDU, clip, min, max, 1, x);
	mpfr_mul(z, z, x, MPFR_RNDU);
	mpfr_div_d(z, z, eps_i, MPFR_RNDU);
	above = mpfr_get_d(z, MPFR_RNDU);
	mpfr_clears(z, x, (mpfr_ptr)0);
	return above;
}
