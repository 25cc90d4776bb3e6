/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "account/directed.h"

#include <math.h>

#include "account/interval.h"

double dpmf_round_up(const struct dpmf_enclosure *x)
{
	return mpfr_get_d(x->hi, MPFR_RNDU);
}

double dpmf_round_down(const struct dpmf_enclosure *x)
{
	return mpfr_get_d(x->lo, MPFR_RNDD);
}

static void range_root(double factor, double min, double max, size_t k, struct dpmf_enclosure *z)
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
	range_root(factor, min, max, k, &x);
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

double dpmf_gaussmf_sigma_above(double min, double max, double clip, double eps_i, double delta)
{
	struct dpmf_enclosure z, x;
	double above;

	dpmf_enclosure_init(&z);
	dpmf_enclosure_init(&x);
	dpmf_interval_set_d(&z, 1.25);
	dpmf_interval_set_d(&x, delta);
	dpmf_interval_div(&z, &z, &x);
	dpmf_interval_log(&z, &z);
	dpmf_interval_mul_ui(&z, &z, 2);
	dpmf_interval_sqrt(&z, &z);
	range_root(clip, min, max, 1, &x);
	dpmf_interval_mul(&z, &z, &x);
	dpmf_interval_set_d(&x, eps_i);
	dpmf_interval_div(&z, &z, &x);
	above = dpmf_round_up(&z);
	dpmf_enclosure_clear(&z);
	dpmf_enclosure_clear(&x);
	return above;
}

double dpmf_privsr_scale_above(double factor, double min, double max, size_t k, double epsilon, double beta, int other)
{
	struct dpmf_enclosure z, x, one;
	double above;

	dpmf_enclosure_init(&z);
	dpmf_enclosure_init(&x);
	dpmf_enclosure_init(&one);
	range_root(factor, min, max, k, &z);
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
