/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "mech/privsr/scales.h"

#include "account/interval.h"

double dpmf_privsr_scale_above(double factor, double min, double max, size_t k, double epsilon, double beta, int other)
{
	struct dpmf_enclosure z, x, one;
	double above;

	dpmf_enclosure_init(&z);
	dpmf_enclosure_init(&x);
	dpmf_enclosure_init(&one);
	dpmf_range_root_enclose(factor, min, max, k, &z);
	dpmf_interval_set_ui(&one, 1);
	dpmf_interval_set_d(&x, beta);
	if (other)
		dpmf_interval_div(&x, &one, &x);
	dpmf_interval_add(&x, &x, &one);
	dpmf_interval_div(&z, &z, &x);
	dpmf_interval_set_d(&x, epsilon);
	dpmf_interval_div(&z, &z, &x);
	above = dpmf_round_up(&z);
	dpmf_enclosure_clear(&z);
	dpmf_enclosure_clear(&x);
	dpmf_enclosure_clear(&one);
	return above;
}

struct dpmf_between dpmf_together(double x, double y)
{
	struct dpmf_enclosure z, square;
	struct dpmf_between between;

	dpmf_enclosure_init(&z);
	dpmf_enclosure_init(&square);
	dpmf_interval_set_d(&z, x);
	dpmf_interval_sqr(&z, &z);
	dpmf_interval_set_d(&square, y);
	dpmf_interval_sqr(&square, &square);
	dpmf_interval_add(&z, &z, &square);
	dpmf_interval_sqrt(&z, &z);
	between.most = dpmf_round_up(&z);
	mpfr_mul_d(z.lo, z.lo, x > 0 && y > 0 ? 1 - 0x1p-49 : 1, MPFR_RNDD);
	between.least = dpmf_round_down(&z);
	dpmf_enclosure_clear(&z);
	dpmf_enclosure_clear(&square);
	return between;
}
