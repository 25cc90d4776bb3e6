/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "account/pld_source.h"

#include "account/interval.h"
#include "account/interval_normal.h"

static enum dpmf_status check(const struct dpmf_enclosure *x, struct dpmf_error *error)
{
	if (mpfr_sgn(x->lo) > 0 && mpfr_number_p(x->hi))
		return DPMF_OK;
	return dpmf_fail(error, DPMF_INPUT, "the sensitivity over the scale must be above 0: without it nothing is lost");
}

enum dpmf_status dpmf_pld_gaussian(const void *mu, double loss, struct dpmf_enclosure *p, struct dpmf_enclosure *q,
                                   struct dpmf_error *error)
{
	struct dpmf_enclosure x[2];
	const enum dpmf_status status = check(mu, error);

	if (status != DPMF_OK)
		return status;
	dpmf_interval_init(x, 2, DPMF_ACCOUNT_BITS);
	dpmf_interval_set_d(&x[0], loss);
	dpmf_interval_div(&x[0], &x[0], mu);
	dpmf_interval_scale(&x[1], mu, -1);
	dpmf_interval_sub(p, &x[0], &x[1]);
	dpmf_interval_add(q, &x[0], &x[1]);
	dpmf_normal_tail(p, p);
	dpmf_normal_tail(q, q);
	dpmf_interval_clear(x, 2);
	return DPMF_OK;
}

enum dpmf_status dpmf_pld_laplace(const void *e0, double loss, struct dpmf_enclosure *p, struct dpmf_enclosure *q,
                                  struct dpmf_error *error)
{
	struct dpmf_enclosure b, below, above;
	const struct dpmf_enclosure *e = e0;
	const enum dpmf_status status = check(e0, error);

	if (status != DPMF_OK)
		return status;
	dpmf_enclosure_init(&b);
	dpmf_enclosure_init(&below);
	dpmf_enclosure_init(&above);
	dpmf_interval_set_d(&b, loss);
	dpmf_interval_sub(&below, &b, e);  /* b - e0 */
	dpmf_interval_add(&above, &b, e);  /* b + e0 */
	dpmf_interval_scale(p, &below, -1);
	dpmf_interval_exp(p, p);
	dpmf_interval_scale(p, p, -1);
	dpmf_interval_neg(p, p);
	dpmf_interval_add_si(p, p, 1);
	dpmf_interval_scale(q, &above, -1);
	dpmf_interval_neg(q, q);
	dpmf_interval_exp(q, q);
	dpmf_interval_scale(q, q, -1);
	/* Where it is not certain on which side of +-e0 the loss lies, both ends count. */
	if (mpfr_sgn(below.hi) >= 0) {
		mpfr_set_zero(p->lo, 1);
		mpfr_set_zero(q->lo, 1);
	}
	if (mpfr_sgn(below.lo) >= 0) {
		mpfr_set_zero(p->hi, 1);
		mpfr_set_zero(q->hi, 1);
	}
	if (mpfr_sgn(above.lo) < 0) {
		mpfr_set_ui(p->hi, 1, MPFR_RNDU);
		mpfr_set_ui(q->hi, 1, MPFR_RNDU);
	}
	if (mpfr_sgn(above.hi) < 0) {
		mpfr_set_ui(p->lo, 1, MPFR_RNDD);
		mpfr_set_ui(q->lo, 1, MPFR_RNDD);
	}
	dpmf_enclosure_clear(&b);
	dpmf_enclosure_clear(&below);
	dpmf_enclosure_clear(&above);
	return DPMF_OK;
}

/* (1 + b / s) e^((b - s) / 2) / 2 for either sign of b; nothing cancels: with
   b < 0, 1 + b / s = e0^2 / (s (s - b)). */
static void lower_half(const struct dpmf_enclosure *e0, double b, struct dpmf_enclosure *x, struct dpmf_enclosure *z)
{
	dpmf_interval_set_d(&x[0], b);
	dpmf_interval_sqr(&x[1], &x[0]);
	dpmf_interval_sqr(&x[2], e0);
	dpmf_interval_add(&x[1], &x[1], &x[2]);
	dpmf_interval_sqrt(&x[1], &x[1]);         /* s */
	if (b < 0) {
		dpmf_interval_sub(z, &x[1], &x[0]);
		dpmf_interval_mul(z, z, &x[1]);
		dpmf_interval_div(z, &x[2], z);
	} else {
		dpmf_interval_div(z, &x[0], &x[1]);
		dpmf_interval_add_si(z, z, 1);
	}
	dpmf_interval_sub(&x[2], &x[0], &x[1]);
	dpmf_interval_scale(&x[2], &x[2], -1);
	dpmf_interval_exp(&x[2], &x[2]);
	dpmf_interval_mul(z, z, &x[2]);
	dpmf_interval_scale(z, z, -1);
}

enum dpmf_status dpmf_pld_mixture(const void *e0, double loss, struct dpmf_enclosure *p, struct dpmf_enclosure *q,
                                  struct dpmf_error *error)
{
	struct dpmf_enclosure x[3];
	const enum dpmf_status status = check(e0, error);

	if (status != DPMF_OK)
		return status;
	dpmf_interval_init(x, 3, DPMF_ACCOUNT_BITS);
	lower_half(e0, loss, x, p);
	dpmf_interval_neg(p, p);
	dpmf_interval_add_si(p, p, 1);
	lower_half(e0, -loss, x, q);
	dpmf_interval_clear(x, 3);
	return DPMF_OK;
}

enum dpmf_status dpmf_pld_finite(const void *law, double loss, struct dpmf_enclosure *p, struct dpmf_enclosure *q,
                                 struct dpmf_error *error)
{
	const struct dpmf_pld_law *of = law;
	struct dpmf_enclosure x[2];

	(void)error;
	dpmf_interval_init(x, 2, DPMF_ACCOUNT_BITS);
	dpmf_interval_set_d(&x[0], loss);
	dpmf_interval_exp(&x[0], &x[0]);
	dpmf_interval_set_ui(p, 0);
	dpmf_interval_set_ui(q, 0);
	for (size_t i = 0; i < of->count; i++) {
		dpmf_interval_mul(&x[1], &of->q[i], &x[0]);
		if (mpfr_cmp(of->p[i].hi, x[1].lo) <= 0)
			continue;
		mpfr_add(p->hi, p->hi, of->p[i].hi, MPFR_RNDU);
		mpfr_add(q->hi, q->hi, of->q[i].hi, MPFR_RNDU);
		if (mpfr_cmp(of->p[i].lo, x[1].hi) > 0) {
			mpfr_add(p->lo, p->lo, of->p[i].lo, MPFR_RNDD);
			mpfr_add(q->lo, q->lo, of->q[i].lo, MPFR_RNDD);
		}
	}
	dpmf_interval_clear(x, 2);
	return DPMF_OK;
}
