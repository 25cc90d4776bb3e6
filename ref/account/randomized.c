/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "account/randomized.h"

#include "account/interval.h"

static enum dpmf_status check(unsigned long answers, const struct dpmf_enclosure *e0, struct dpmf_error *error)
{
	if (answers < 2 || answers > 1UL << 30)
		return dpmf_fail(error, DPMF_INPUT, "randomized response over %lu answers: give 2 to 2^30", answers);
	if (mpfr_sgn(e0->lo) < 0)
		return dpmf_fail(error, DPMF_INPUT, "the pure epsilon of randomized response must be 0 or more");
	return DPMF_OK;
}

/* -expm1(eps - e0) / (1 + (k - 1) e^-e0): falls with eps, grows with e0. */
static void end(unsigned long answers, mpfr_srcptr e0, mpfr_srcptr epsilon, mpfr_rnd_t to, mpfr_rnd_t away, mpfr_ptr delta)
{
	mpfr_t below;

	mpfr_sub(delta, epsilon, e0, away);
	if (mpfr_sgn(delta) >= 0) {
		mpfr_set_zero(delta, 1);
		return;
	}
	mpfr_init2(below, DPMF_ACCOUNT_BITS);
	mpfr_neg(below, e0, MPFR_RNDN);
	mpfr_exp(below, below, away);
	mpfr_mul_ui(below, below, answers - 1, away);
	mpfr_add_ui(below, below, 1, away);
	mpfr_expm1(delta, delta, away);
	mpfr_neg(delta, delta, MPFR_RNDN);
	mpfr_div(delta, delta, below, to);
	mpfr_clear(below);
}

enum dpmf_status dpmf_randomized_delta(unsigned long answers, const struct dpmf_enclosure *e0,
                                       const struct dpmf_enclosure *epsilon, struct dpmf_enclosure *delta,
                                       struct dpmf_error *error)
{
	struct dpmf_enclosure x;

	if (check(answers, e0, error) != DPMF_OK)
		return DPMF_INPUT;
	if (mpfr_sgn(epsilon->lo) < 0)
		return dpmf_fail(error, DPMF_INPUT, "epsilon must be 0 or more");
	dpmf_enclosure_init(&x);
	end(answers, e0->lo, epsilon->hi, MPFR_RNDD, MPFR_RNDU, x.lo);
	end(answers, e0->hi, epsilon->lo, MPFR_RNDU, MPFR_RNDD, x.hi);
	dpmf_interval_set(delta, &x);
	dpmf_enclosure_clear(&x);
	return DPMF_OK;
}

enum dpmf_status dpmf_randomized_renyi(unsigned long answers, const struct dpmf_enclosure *e0,
                                       const struct dpmf_enclosure *alpha, struct dpmf_enclosure *divergence,
                                       struct dpmf_error *error)
{
	struct dpmf_enclosure x[3];

	if (check(answers, e0, error) != DPMF_OK)
		return DPMF_INPUT;
	if (mpfr_cmp_ui(alpha->lo, 1) <= 0)
		return dpmf_fail(error, DPMF_INPUT, "alpha must be above 1");
	dpmf_interval_init(x, 3, DPMF_ACCOUNT_BITS);
	dpmf_interval_mul(&x[0], alpha, e0);
	dpmf_interval_sub(&x[1], e0, &x[0]);
	dpmf_interval_exp(&x[0], &x[0]);
	dpmf_interval_exp(&x[1], &x[1]);
	dpmf_interval_add(&x[0], &x[0], &x[1]);
	dpmf_interval_add_si(&x[0], &x[0], (long)answers - 2);
	dpmf_interval_exp(&x[1], e0);
	dpmf_interval_add_si(&x[1], &x[1], (long)answers - 1);
	dpmf_interval_div(&x[0], &x[0], &x[1]);
	dpmf_interval_log(&x[0], &x[0]);
	dpmf_interval_add_si(&x[2], alpha, -1);
	dpmf_interval_div(divergence, &x[0], &x[2]);
	if (mpfr_sgn(divergence->lo) < 0)
		mpfr_set_zero(divergence->lo, 1);
	dpmf_interval_clear(x, 3);
	return DPMF_OK;
}
