/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "account/pbm_published.h"

#include "account/interval.h"

void dpmf_pbm_published_init(struct dpmf_pbm_published *chosen)
{
	dpmf_enclosure_init(&chosen->bound);
	dpmf_enclosure_init(&chosen->theta);
	chosen->quanta = 0;
}

void dpmf_pbm_published_clear(struct dpmf_pbm_published *chosen)
{
	dpmf_enclosure_clear(&chosen->bound);
	dpmf_enclosure_clear(&chosen->theta);
}

/* The right-hand side of Eq. (21). */
static void bound(const struct dpmf_enclosure *epsilon, const struct dpmf_enclosure *alpha, const struct dpmf_enclosure *c0, unsigned long coordinates,
                  unsigned long users, struct dpmf_enclosure *z)
{
	struct dpmf_enclosure below;

	dpmf_interval_init(&below, 1, DPMF_ACCOUNT_BITS);
	dpmf_interval_sqr(&below, alpha);
	dpmf_interval_mul(&below, &below, c0);
	dpmf_interval_mul_ui(&below, &below, coordinates);
	dpmf_interval_add_si(z, alpha, -1);
	dpmf_interval_mul(z, z, epsilon);
	dpmf_interval_mul_ui(z, z, users);
	dpmf_interval_div(z, z, &below);
	dpmf_interval_clear(&below, 1);
}

/* Eq. (18) at q = 1 says theta / (1 - 2 theta)^2 = s, s the root of the bound: the smaller root of
   4 s theta^2 - (4 s + 1) theta + s, which is below 1/2. At s = 1 it is 1/4. */
static void theta_of(const struct dpmf_enclosure *bound, struct dpmf_enclosure *theta)
{
	struct dpmf_enclosure s[2];

	dpmf_interval_init(s, 2, DPMF_ACCOUNT_BITS);
	dpmf_interval_sqrt(&s[0], bound);
	dpmf_interval_scale(&s[1], &s[0], 3);
	dpmf_interval_add_si(&s[1], &s[1], 1);
	dpmf_interval_sqrt(&s[1], &s[1]);
	dpmf_interval_scale(theta, &s[0], 2);
	dpmf_interval_add_si(theta, theta, 1);
	dpmf_interval_add(theta, theta, &s[1]);
	dpmf_interval_scale(&s[0], &s[0], 1);
	dpmf_interval_div(theta, &s[0], theta);
	dpmf_interval_clear(s, 2);
}

/* false: it cannot be told. */
static bool quanta_of(const struct dpmf_enclosure *bound, unsigned long *quanta)
{
	const double most = 0x1p53, lo = mpfr_get_d(bound->lo, MPFR_RNDD), hi = mpfr_get_d(bound->hi, MPFR_RNDU);

	if (hi < 1) {
		*quanta = 1;
		return true;
	}
	if (!(hi <= most) || (lo >= 1) != (mpfr_cmp_ui(bound->hi, 1) >= 0) || mpfr_get_ui(bound->lo, MPFR_RNDD) != mpfr_get_ui(bound->hi, MPFR_RNDD))
		return false;
	*quanta = mpfr_get_ui(bound->lo, MPFR_RNDD);
	return true;
}

enum dpmf_status dpmf_pbm_published_choice(const struct dpmf_enclosure *epsilon, const struct dpmf_enclosure *alpha, const struct dpmf_enclosure *c0,
                                           unsigned long coordinates, unsigned long users, struct dpmf_pbm_published *chosen,
                                           struct dpmf_error *error)
{
	struct dpmf_pbm_published found;
	enum dpmf_status status = dpmf_pbm_check_order(alpha, error);

	if (status != DPMF_OK)
		return status;
	if (dpmf_interval_sign(epsilon) <= 0 || dpmf_interval_sign(c0) <= 0 || coordinates == 0 || users == 0)
		return dpmf_fail(error, DPMF_INPUT, "epsilon and C_0 are numbers above 0, and users and coordinates at least 1");
	dpmf_pbm_published_init(&found);
	bound(epsilon, alpha, c0, coordinates, users, &found.bound);
	if (!quanta_of(&found.bound, &found.quanta)) {
		dpmf_pbm_published_clear(&found);
		return dpmf_fail(error, DPMF_FAILED, "the inputs do not tell which whole number q is, or it is above 2^53");
	}
	if (mpfr_cmp_ui(found.bound.lo, 1) >= 0)
		dpmf_interval_set_d(&found.theta, 0.25);
	else
		theta_of(&found.bound, &found.theta);
	dpmf_interval_set(&chosen->bound, &found.bound);
	dpmf_interval_set(&chosen->theta, &found.theta);
	chosen->quanta = found.quanta;
	dpmf_pbm_published_clear(&found);
	return DPMF_OK;
}
