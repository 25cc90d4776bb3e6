/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "account/sampling.h"

#include "account/interval.h"

static enum dpmf_status check(const struct dpmf_enclosure *weight, const struct dpmf_enclosure *a,
                              struct dpmf_error *error)
{
	if (mpfr_cmp_ui(weight->lo, 1) < 0)
		return dpmf_fail(error, DPMF_INPUT, "the weight is %g: dpimf (23c) needs 1 or more, since 1 / weight is a "
		                 "probability", mpfr_get_d(weight->lo, MPFR_RNDN));
	if (mpfr_sgn(a->lo) < 0)
		return dpmf_fail(error, DPMF_INPUT, "epsilon is %g: give 0 or more", mpfr_get_d(a->lo, MPFR_RNDN));
	return DPMF_OK;
}

/* z = ln(1 + (e^x - 1) / w) */
static void sampled(const struct dpmf_enclosure *w, const struct dpmf_enclosure *x, struct dpmf_enclosure *z)
{
	dpmf_interval_expm1(z, x);
	dpmf_interval_div(z, z, w);
	dpmf_interval_log1p(z, z);
}

/* z = ln(1 + w (e^x - 1)) */
static void unsampled(const struct dpmf_enclosure *w, const struct dpmf_enclosure *x, struct dpmf_enclosure *z)
{
	dpmf_interval_expm1(z, x);
	dpmf_interval_mul(z, z, w);
	dpmf_interval_log1p(z, z);
}

enum dpmf_status dpmf_importance_loss(const struct dpmf_enclosure *weight, const struct dpmf_enclosure *a,
                                      struct dpmf_enclosure *loss, struct dpmf_error *error)
{
	struct dpmf_enclosure x;
	const enum dpmf_status status = check(weight, a, error);

	if (status != DPMF_OK)
		return status;
	dpmf_enclosure_init(&x);
	dpmf_interval_mul(&x, a, weight);
	sampled(weight, &x, &x);
	dpmf_interval_set(loss, &x);
	dpmf_enclosure_clear(&x);
	return DPMF_OK;
}

enum dpmf_status dpmf_importance_published(const struct dpmf_enclosure *weight, const struct dpmf_enclosure *a,
                                           struct dpmf_enclosure *loss, struct dpmf_error *error)
{
	const enum dpmf_status status = check(weight, a, error);

	if (status == DPMF_OK)
		sampled(weight, a, loss);
	return status;
}

enum dpmf_status dpmf_importance_delta(const struct dpmf_enclosure *weight, const struct dpmf_enclosure *a,
                                       const struct dpmf_enclosure *epsilon, struct dpmf_enclosure *delta,
                                       struct dpmf_error *error)
{
	struct dpmf_enclosure x[2];
	enum dpmf_status status = check(weight, a, error);

	if (status == DPMF_OK)
		status = check(weight, epsilon, error);
	if (status != DPMF_OK)
		return status;
	dpmf_interval_init(x, 2, DPMF_ACCOUNT_BITS);
	unsampled(weight, epsilon, &x[0]);
	dpmf_interval_mul(&x[1], a, weight);
	dpmf_interval_sub(&x[0], &x[0], &x[1]);
	dpmf_interval_scale(&x[0], &x[0], -1);
	dpmf_interval_expm1(&x[0], &x[0]);
	dpmf_interval_neg(&x[0], &x[0]);
	for (int end = 0; end < 2; end++)
		if (mpfr_sgn(end ? x[0].hi : x[0].lo) < 0)
			mpfr_set_zero(end ? x[0].hi : x[0].lo, 1);
	dpmf_interval_div(delta, &x[0], weight);
	dpmf_interval_clear(x, 2);
	return DPMF_OK;
}

enum dpmf_status dpmf_importance_calibrate(const struct dpmf_enclosure *weight, const struct dpmf_enclosure *epsilon,
                                           struct dpmf_enclosure *a, struct dpmf_error *error)
{
	struct dpmf_enclosure x;
	const enum dpmf_status status = check(weight, epsilon, error);

	if (status != DPMF_OK)
		return status;
	dpmf_enclosure_init(&x);
	unsampled(weight, epsilon, &x);
	dpmf_interval_div(a, &x, weight);
	dpmf_enclosure_clear(&x);
	return DPMF_OK;
}
