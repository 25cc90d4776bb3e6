/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "account/directed.h"

#include "account/interval.h"

void dpmf_range_root_enclose(double factor, double min, double max, size_t k, struct dpmf_enclosure *z)
{
	struct dpmf_enclosure x;

	dpmf_enclosure_init(&x);
	dpmf_interval_set_ui(z, k);
	dpmf_interval_sqrt(z, z);
	dpmf_interval_set_d(&x, factor);
	dpmf_interval_mul(z, z, &x);
	dpmf_enclosure_set(&x, max);
	mpfr_sub_d(x.lo, x.lo, min, MPFR_RNDD);
	mpfr_sub_d(x.hi, x.hi, min, MPFR_RNDU);
	dpmf_interval_mul(z, z, &x);
	dpmf_enclosure_clear(&x);
}

struct dpmf_between dpmf_range_root(double factor, double min, double max, size_t k)
{
	struct dpmf_enclosure x;
	struct dpmf_between between;

	dpmf_enclosure_init(&x);
	dpmf_range_root_enclose(factor, min, max, k, &x);
	between = (struct dpmf_between){ dpmf_round_down(&x), dpmf_round_up(&x) };
	dpmf_enclosure_clear(&x);
	return between;
}

struct dpmf_between dpmf_around(double x, size_t terms)
{
	struct dpmf_enclosure value, wrong;
	struct dpmf_between between;

	dpmf_enclosure_init(&value);
	dpmf_enclosure_init(&wrong);
	dpmf_interval_set_ui(&wrong, terms + 8);
	dpmf_interval_scale(&wrong, &wrong, -52); /* twice 2^-53 each: (1 - u)^-n is below 1 + 2 n u */
	mpfr_ui_sub(wrong.lo, 1, wrong.hi, MPFR_RNDD);
	mpfr_add_ui(wrong.hi, wrong.hi, 1, MPFR_RNDU);
	dpmf_enclosure_set(&value, x);
	dpmf_interval_mul(&value, &value, &wrong);
	between = (struct dpmf_between){ dpmf_round_down(&value), dpmf_round_up(&value) };
	dpmf_enclosure_clear(&value);
	dpmf_enclosure_clear(&wrong);
	return between;
}

double dpmf_quotient_above(double x, double y)
{
	struct dpmf_enclosure z, by;
	double above;

	dpmf_enclosure_init(&z);
	dpmf_enclosure_init(&by);
	dpmf_enclosure_set(&z, x);
	dpmf_enclosure_set(&by, y);
	dpmf_interval_div(&z, &z, &by);
	above = dpmf_round_up(&z);
	dpmf_enclosure_clear(&z);
	dpmf_enclosure_clear(&by);
	return above;
}
