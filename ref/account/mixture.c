/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "account/mixture.h"

/* With eps - sqrt(eps^2 + e0^2) = -e0^2 / (eps + sqrt(eps^2 + e0^2)) nothing
   cancels. Grows with e0, falls with eps: every step is rounded `to` or, below
   the fraction line, `away`. */
static void known(mpfr_srcptr e0, mpfr_srcptr epsilon, mpfr_rnd_t to, mpfr_rnd_t away, mpfr_ptr delta)
{
	mpfr_t square, below;

	mpfr_init2(square, DPMF_ACCOUNT_BITS);
	mpfr_init2(below, DPMF_ACCOUNT_BITS);
	mpfr_hypot(below, epsilon, e0, away);
	mpfr_add(below, below, epsilon, away);
	mpfr_mul_2ui(below, below, 1, away);
	mpfr_sqr(square, e0, to);
	if (mpfr_zero_p(square))
		mpfr_set_zero(delta, 1);
	else
		mpfr_div(delta, square, below, to);
	mpfr_neg(delta, delta, away);
	mpfr_expm1(delta, delta, away);
	mpfr_neg(delta, delta, to);
	mpfr_clear(square);
	mpfr_clear(below);
}

static void unknown(mpfr_srcptr e0, mpfr_srcptr epsilon, mpfr_rnd_t to, mpfr_rnd_t away, mpfr_ptr delta)
{
	mpfr_sub(delta, epsilon, e0, away);
	if (mpfr_sgn(delta) >= 0) {
		mpfr_set_zero(delta, 1);
		return;
	}
	mpfr_div_2ui(delta, delta, 1, away);
	mpfr_expm1(delta, delta, away);
	mpfr_neg(delta, delta, to);
}

enum dpmf_status dpmf_mixture_delta(const struct dpmf_enclosure *scale, const struct dpmf_enclosure *sensitivity,
                                    const struct dpmf_enclosure *epsilon, bool known_h,
                                    struct dpmf_enclosure *delta, struct dpmf_error *error)
{
	struct dpmf_enclosure e0;

	if (mpfr_sgn(scale->lo) <= 0)
		return dpmf_fail(error, DPMF_INPUT, "the scale of the noise must be above 0");
	if (mpfr_sgn(sensitivity->lo) < 0)
		return dpmf_fail(error, DPMF_INPUT, "the sensitivity must be 0 or more");
	if (mpfr_sgn(epsilon->lo) < 0)
		return dpmf_fail(error, DPMF_INPUT, "epsilon must be 0 or more");
	dpmf_enclosure_init(&e0);
	mpfr_div(e0.lo, sensitivity->lo, scale->hi, MPFR_RNDD);
	mpfr_div(e0.hi, sensitivity->hi, scale->lo, MPFR_RNDU);
	(known_h ? known : unknown)(e0.lo, epsilon->hi, MPFR_RNDD, MPFR_RNDU, delta->lo);
	(known_h ? known : unknown)(e0.hi, epsilon->lo, MPFR_RNDU, MPFR_RNDD, delta->hi);
	dpmf_enclosure_clear(&e0);
	return DPMF_OK;
}
