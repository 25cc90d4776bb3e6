/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Masses and tails of the integer laws, from libdpmf's enclosures. */
#include "account/discrete_sum.h"
#include "account/interval.h"
#include "account.h"

static enum dpmf_status rate_of(const double *x, const struct dpmf_enclosure *in, struct dpmf_enclosure *rate)
{
	dpmf_interval_div(rate, &in[0], &in[1]);
	return x[0] * (x[2] + 1) <= 690 * x[1] ? DPMF_OK : DPMF_INPUT;
}

/* exp(-p x / q) (1 - a) / (1 + a), a = exp(-p / q), of which the factors are left out that are not asked for */
static enum dpmf_status with_factors(const double *x, const struct dpmf_enclosure *in, bool difference, bool sum, struct dpmf_enclosure *out)
{
	struct dpmf_enclosure a[1];
	enum dpmf_status status;

	dpmf_interval_init(a, 1, 256);
	status = rate_of(x, in, a);
	dpmf_interval_neg(a, a);
	dpmf_interval_mul(out, a, &in[2]);
	dpmf_interval_exp(out, out);
	dpmf_interval_expm1(a, a);
	dpmf_interval_neg(a, a);
	if (difference)
		dpmf_interval_mul(out, out, a);
	dpmf_interval_neg(a, a);
	dpmf_interval_add_si(a, a, 2);
	if (sum)
		dpmf_interval_div(out, out, a);
	dpmf_interval_clear(a, 1);
	return status;
}

static enum dpmf_status geometric_mass(const double *x, const struct dpmf_enclosure *in, struct dpmf_enclosure *out)
{
	return with_factors(x, in, true, false, out);
}

static enum dpmf_status geometric_tail(const double *x, const struct dpmf_enclosure *in, struct dpmf_enclosure *out)
{
	return with_factors(x, in, false, false, out);
}

static enum dpmf_status laplace_mass(const double *x, const struct dpmf_enclosure *in, struct dpmf_enclosure *out)
{
	return with_factors(x, in, true, true, out);
}

static enum dpmf_status laplace_tail(const double *x, const struct dpmf_enclosure *in, struct dpmf_enclosure *out)
{
	return with_factors(x, in, false, true, out);
}

static enum dpmf_status exp_mass(const double *x, const struct dpmf_enclosure *in, struct dpmf_enclosure *out)
{
	dpmf_interval_div(out, &in[0], &in[1]);
	dpmf_interval_neg(out, out);
	dpmf_interval_exp(out, out);
	return x[0] <= 690 * x[1] ? DPMF_OK : DPMF_INPUT;
}

/* The summand at x, or the sum from x on, over all. */
static enum dpmf_status gaussian(const double *x, const struct dpmf_enclosure *in, bool mass, struct dpmf_enclosure *out)
{
	struct dpmf_enclosure t[2];
	mpfr_t n;

	if (x[0] > 0x1p10 * x[1] || x[2] * x[2] * x[1] > 1360 * x[0])
		return DPMF_INPUT;
	dpmf_interval_init(t, 2, 256);
	mpfr_init2(n, 64);
	dpmf_interval_div(&t[0], &in[0], &in[1]);
	mpfr_set_ui(n, 1, MPFR_RNDN);
	dpmf_discrete_sum(n, &t[0], &t[1]);
	dpmf_interval_scale(&t[1], &t[1], 1);
	dpmf_interval_add_si(&t[1], &t[1], 1);
	if (mass) {
		dpmf_interval_sqr(out, &in[2]);
		dpmf_interval_div(out, out, &t[0]);
		dpmf_interval_scale(out, out, -1);
		dpmf_interval_neg(out, out);
		dpmf_interval_exp(out, out);
	} else {
		mpfr_set_d(n, x[2], MPFR_RNDN);
		dpmf_discrete_sum(n, &t[0], out);
	}
	dpmf_interval_div(out, out, &t[1]);
	mpfr_clear(n);
	dpmf_interval_clear(t, 2);
	return DPMF_OK;
}

static enum dpmf_status gaussian_mass(const double *x, const struct dpmf_enclosure *in, struct dpmf_enclosure *out)
{
	return gaussian(x, in, true, out);
}

static enum dpmf_status gaussian_tail(const double *x, const struct dpmf_enclosure *in, struct dpmf_enclosure *out)
{
	return gaussian(x, in, false, out);
}

#define LAW { "p", 1, 0x1p40, true }, { "q", 1, 0x1p40, true }, { "x", 0, 0x1p40, true }

ACCOUNT_CHECK(bernoulli_exp_mass, "mass", true, exp_mass, { "p", 0, 0x1p40, true }, { "q", 1, 0x1p40, true })
ACCOUNT_CHECK(geometric_mass, "mass", true, geometric_mass, LAW)
ACCOUNT_CHECK(geometric_tail, "tail", true, geometric_tail, LAW)
ACCOUNT_CHECK(discrete_laplace_mass, "mass", true, laplace_mass, LAW)
ACCOUNT_CHECK(discrete_laplace_tail, "tail", true, laplace_tail, LAW)
ACCOUNT_CHECK(discrete_gaussian_mass, "mass", true, gaussian_mass, LAW)
ACCOUNT_CHECK(discrete_gaussian_tail, "tail", true, gaussian_tail, LAW)
