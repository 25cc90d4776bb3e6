/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "account/laplace.h"
#include "account/interval.h"

enum dpmf_status dpmf_laplace_pure(const struct dpmf_enclosure *scale, const struct dpmf_enclosure *sensitivity,
                                   struct dpmf_enclosure *epsilon0, struct dpmf_error *error)
{
	if (mpfr_sgn(scale->lo) <= 0)
		return dpmf_fail(error, DPMF_INPUT, "the scale of the noise must be above 0");
	if (mpfr_sgn(sensitivity->lo) < 0)
		return dpmf_fail(error, DPMF_INPUT, "the sensitivity must be 0 or more");
	dpmf_interval_div(epsilon0, sensitivity, scale);
	return DPMF_OK;
}

static void at_least_zero(struct dpmf_enclosure *x)
{
	struct dpmf_enclosure zero;

	dpmf_interval_init(&zero, 1, 53);
	dpmf_interval_set_ui(&zero, 0);
	dpmf_interval_max(x, x, &zero);
	dpmf_interval_clear(&zero, 1);
}

enum dpmf_status dpmf_laplace_delta(const struct dpmf_enclosure *epsilon0, const struct dpmf_enclosure *epsilon,
                                    struct dpmf_enclosure *delta, struct dpmf_error *error)
{
	struct dpmf_enclosure t;

	if (mpfr_sgn(epsilon0->lo) < 0 || mpfr_sgn(epsilon->lo) < 0)
		return dpmf_fail(error, DPMF_INPUT, "epsilon must be 0 or more");
	dpmf_interval_init(&t, 1, dpmf_interval_bits(delta));
	dpmf_interval_sub(&t, epsilon, epsilon0);
	dpmf_interval_scale(&t, &t, -1);
	dpmf_interval_expm1(&t, &t);
	dpmf_interval_neg(&t, &t);
	at_least_zero(&t);
	dpmf_interval_set(delta, &t);
	dpmf_interval_clear(&t, 1);
	return DPMF_OK;
}

enum dpmf_status dpmf_laplace_epsilon(const struct dpmf_enclosure *epsilon0, const struct dpmf_enclosure *delta,
                                      struct dpmf_enclosure *epsilon, struct dpmf_error *error)
{
	struct dpmf_enclosure t;

	if (mpfr_sgn(epsilon0->lo) < 0)
		return dpmf_fail(error, DPMF_INPUT, "epsilon must be 0 or more");
	if (mpfr_sgn(delta->lo) < 0 || mpfr_cmp_ui(delta->hi, 1) >= 0)
		return dpmf_fail(error, DPMF_INPUT, "delta must be 0 or more and below 1: at 1 nothing is "
		                 "promised (Dwork and Roth 2014, Definition 2.4)");
	dpmf_interval_init(&t, 1, dpmf_interval_bits(epsilon));
	dpmf_interval_neg(&t, delta);
	dpmf_interval_log1p(&t, &t);
	dpmf_interval_scale(&t, &t, 1);
	dpmf_interval_add(&t, &t, epsilon0);
	at_least_zero(&t);
	dpmf_interval_set(epsilon, &t);
	dpmf_interval_clear(&t, 1);
	return DPMF_OK;
}
