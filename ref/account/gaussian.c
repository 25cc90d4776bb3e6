/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "account/gaussian.h"
#include "account/interval_normal.h"
#include "account/interval_root.h"

/* e^(-38000^2 / 2) is just above MPFR's smallest number, 2^-(2^30). */
enum { VANISHING = 38000 };

/* One corner of the arguments, exact; what is asked for is NULL. */
struct corner {
	mpfr_srcptr mu, epsilon, delta;
};

enum dpmf_status dpmf_gaussian_mu(const struct dpmf_enclosure *sigma, const struct dpmf_enclosure *sensitivity,
                                  unsigned long steps, struct dpmf_enclosure *mu, struct dpmf_error *error)
{
	struct dpmf_enclosure root;

	if (mpfr_sgn(sigma->lo) <= 0)
		return dpmf_fail(error, DPMF_INPUT, "sigma must be above 0");
	if (mpfr_sgn(sensitivity->lo) < 0)
		return dpmf_fail(error, DPMF_INPUT, "the sensitivity must be 0 or more");
	if (steps < 1)
		return dpmf_fail(error, DPMF_INPUT, "the number of steps must be 1 or more");
	dpmf_interval_init(&root, 1, dpmf_interval_bits(mu));
	dpmf_interval_set_ui(&root, steps);
	dpmf_interval_sqrt(&root, &root);
	dpmf_interval_div(mu, sensitivity, sigma);
	dpmf_interval_mul(mu, mu, &root);
	dpmf_interval_clear(&root, 1);
	return DPMF_OK;
}

/* log delta = A + log(1 - e^(eps + B - A)) with A and B the logarithms of the two
   tails: nothing underflows. For small mu the exponent cancels, which more bits
   make up for. */
static void log_delta(mpfr_srcptr mu, mpfr_srcptr epsilon, struct dpmf_enclosure *y)
{
	struct dpmf_enclosure t[5];
	struct dpmf_enclosure *const eps = &t[0], *const half = &t[1], *const middle = &t[2], *const a = &t[3], *const b = &t[4];

	dpmf_interval_init(t, 5, dpmf_interval_bits(y));
	dpmf_interval_set_fr(eps, epsilon);
	dpmf_interval_set_fr(half, mu);
	dpmf_interval_div(middle, eps, half);
	dpmf_interval_scale(half, half, -1);
	dpmf_interval_sub(a, middle, half);
	dpmf_interval_add(b, middle, half);
	dpmf_normal_log_tail(a, a);
	dpmf_normal_log_tail(b, b);
	dpmf_interval_add(y, b, eps);
	dpmf_interval_sub(y, y, a);
	dpmf_interval_expm1(y, y);
	dpmf_interval_neg(y, y);
	dpmf_interval_log(y, y);
	dpmf_interval_add(y, y, a);
	dpmf_interval_clear(t, 5);
}

typedef enum dpmf_status (*at_corner)(const struct corner *, struct dpmf_enclosure *, struct dpmf_error *);

static bool same(mpfr_srcptr x, mpfr_srcptr y)
{
	return x == y || mpfr_equal_p(x, y);
}

/* From the lower end at the corner where f is least to the upper end where it is greatest. */
static enum dpmf_status between(at_corner f, const struct corner *least, const struct corner *greatest,
                                struct dpmf_enclosure *z, struct dpmf_error *error)
{
	struct dpmf_enclosure low, high;
	enum dpmf_status status;

	dpmf_interval_init(&low, 1, dpmf_interval_bits(z));
	dpmf_interval_init(&high, 1, dpmf_interval_bits(z));
	status = f(least, &low, error);
	if (status == DPMF_OK && same(least->mu, greatest->mu) && same(least->epsilon, greatest->epsilon) &&
	    same(least->delta, greatest->delta))
		mpfr_swap(high.hi, low.hi);
	else if (status == DPMF_OK)
		status = f(greatest, &high, error);
	if (status == DPMF_OK) {
		mpfr_swap(z->lo, low.lo);
		mpfr_swap(z->hi, high.hi);
	}
	dpmf_interval_clear(&low, 1);
	dpmf_interval_clear(&high, 1);
	return status;
}

static void delta_at(const void *context, struct dpmf_enclosure *y)
{
	const struct corner *at = context;

	log_delta(at->mu, at->epsilon, y);
	dpmf_interval_exp(y, y);
}

/* delta <= P(Z > a) <= e^(-a^2/2) with a = eps/mu - mu/2: for a this large that
   is an enclosure by itself. */
static bool vanishes(const struct corner *at, struct dpmf_enclosure *delta)
{
	struct dpmf_enclosure a, half;
	bool answer;

	dpmf_interval_init(&a, 1, 256);
	dpmf_interval_init(&half, 1, 256);
	dpmf_interval_set_fr(&a, at->epsilon);
	dpmf_interval_set_fr(&half, at->mu);
	dpmf_interval_div(&a, &a, &half);
	dpmf_interval_scale(&half, &half, -1);
	dpmf_interval_sub(&a, &a, &half);
	answer = mpfr_cmp_ui(a.lo, VANISHING) > 0;
	if (answer) {
		dpmf_interval_sqr(&a, &a);
		dpmf_interval_scale(&a, &a, -1);
		dpmf_interval_neg(&a, &a);
		dpmf_interval_exp(delta, &a);
		mpfr_set_zero(delta->lo, 1);
	}
	dpmf_interval_clear(&a, 1);
	dpmf_interval_clear(&half, 1);
	return answer;
}

static enum dpmf_status corner_delta(const struct corner *at, struct dpmf_enclosure *delta, struct dpmf_error *error)
{
	if (mpfr_zero_p(at->mu)) {
		dpmf_interval_set_ui(delta, 0);
		return DPMF_OK;
	}
	if (vanishes(at, delta))
		return DPMF_OK;
	return dpmf_interval_refine(delta_at, at, DPMF_GAUSSIAN_WIDTH / 4, "delta of the Gaussian mechanism", delta, error);
}

enum dpmf_status dpmf_gaussian_delta(const struct dpmf_enclosure *mu, const struct dpmf_enclosure *epsilon,
                                     struct dpmf_enclosure *delta, struct dpmf_error *error)
{
	const struct corner best = { mu->lo, epsilon->hi, NULL }, worst = { mu->hi, epsilon->lo, NULL };

	if (mpfr_sgn(epsilon->lo) < 0)
		return dpmf_fail(error, DPMF_INPUT, "epsilon must be 0 or more");
	return between(corner_delta, &best, &worst, delta, error);
}

/* log delta - log delta(x), which grows with epsilon x. */
static void excess_by_epsilon(const void *context, mpfr_srcptr x, struct dpmf_enclosure *y)
{
	const struct corner *at = context;
	struct dpmf_enclosure target;

	dpmf_interval_init(&target, 1, dpmf_interval_bits(y));
	dpmf_interval_set_fr(&target, at->delta);
	dpmf_interval_log(&target, &target);
	log_delta(at->mu, x, y);
	dpmf_interval_sub(y, &target, y);
	dpmf_interval_clear(&target, 1);
}

/* log delta(x) - log delta, which grows with mu x. */
static void excess_by_mu(const void *context, mpfr_srcptr x, struct dpmf_enclosure *y)
{
	const struct corner *at = context;
	struct dpmf_enclosure target;

	dpmf_interval_init(&target, 1, dpmf_interval_bits(y));
	dpmf_interval_set_fr(&target, at->delta);
	dpmf_interval_log(&target, &target);
	log_delta(x, at->epsilon, y);
	dpmf_interval_sub(y, y, &target);
	dpmf_interval_clear(&target, 1);
}

/* Whether delta >= delta(0) = erf(mu / sqrt 8): then epsilon is 0. 1 yes, -1 no. */
static int free_of_charge(const struct corner *at)
{
	int sign = 0;

	for (mpfr_prec_t bits = 256; bits <= 4096 && sign == 0; bits *= 2) {
		struct dpmf_enclosure t[2];

		dpmf_interval_init(t, 2, bits);
		dpmf_interval_set_ui(&t[0], 8);
		dpmf_interval_sqrt(&t[0], &t[0]);
		dpmf_interval_set_fr(&t[1], at->mu);
		dpmf_interval_div(&t[0], &t[1], &t[0]);
		mpfr_erf(t[0].lo, t[0].lo, MPFR_RNDD);
		mpfr_erf(t[0].hi, t[0].hi, MPFR_RNDU);
		dpmf_interval_set_fr(&t[1], at->delta);
		dpmf_interval_sub(&t[0], &t[1], &t[0]);
		sign = dpmf_interval_sign(&t[0]);
		dpmf_interval_clear(t, 2);
	}
	return sign;
}

/* mu^2/2 + mu sqrt(2 log(1/delta)), which Mironov 2017, Proposition 3, shows to
   be enough; a little more, for f must be positive there. */
static void enough(const struct corner *at, mpfr_ptr epsilon)
{
	mpfr_t square;

	mpfr_init2(square, mpfr_get_prec(epsilon));
	mpfr_log(epsilon, at->delta, MPFR_RNDD);
	mpfr_mul_si(epsilon, epsilon, -2, MPFR_RNDU);
	mpfr_sqrt(epsilon, epsilon, MPFR_RNDU);
	mpfr_mul(epsilon, epsilon, at->mu, MPFR_RNDU);
	mpfr_sqr(square, at->mu, MPFR_RNDU);
	mpfr_mul_d(square, square, 0.5625, MPFR_RNDU);
	mpfr_add(epsilon, epsilon, square, MPFR_RNDU);
	mpfr_clear(square);
}

static enum dpmf_status corner_epsilon(const struct corner *at, struct dpmf_enclosure *epsilon, struct dpmf_error *error)
{
	const struct dpmf_root root = { excess_by_epsilon, at, "epsilon of the Gaussian mechanism" };

	dpmf_interval_set_ui(epsilon, 0);
	if (mpfr_zero_p(at->mu) || free_of_charge(at) > 0)
		return DPMF_OK;
	enough(at, epsilon->hi);
	return dpmf_interval_root(&root, DPMF_GAUSSIAN_WIDTH / 4, epsilon, error);
}

static enum dpmf_status check_delta(const struct dpmf_enclosure *delta, struct dpmf_error *error)
{
	if (mpfr_sgn(delta->lo) <= 0 || mpfr_cmp_ui(delta->hi, 1) >= 0)
		return dpmf_fail(error, DPMF_INPUT, "delta must lie between 0 and 1: at 0 no Gaussian noise gives a finite epsilon, "
		                 "and at 1 nothing is promised (Balle and Wang 2018)");
	return DPMF_OK;
}

enum dpmf_status dpmf_gaussian_epsilon(const struct dpmf_enclosure *mu, const struct dpmf_enclosure *delta,
                                       struct dpmf_enclosure *epsilon, struct dpmf_error *error)
{
	const struct corner best = { mu->lo, NULL, delta->hi }, worst = { mu->hi, NULL, delta->lo };
	const enum dpmf_status status = check_delta(delta, error);

	return status == DPMF_OK ? between(corner_epsilon, &best, &worst, epsilon, error) : status;
}

/* Below this mu, delta is not reached: from Mironov's bound, and from
   delta(eps) <= delta(0) < mu / sqrt(2 pi) < mu / 2.5. */
static void too_small(const struct corner *at, mpfr_ptr mu)
{
	mpfr_t l, s;

	mpfr_inits2(mpfr_get_prec(mu), l, s, (mpfr_ptr)0);
	mpfr_log(l, at->delta, MPFR_RNDN);
	mpfr_mul_si(l, l, -2, MPFR_RNDN);
	mpfr_mul_2ui(s, at->epsilon, 1, MPFR_RNDN);
	mpfr_add(s, s, l, MPFR_RNDN);
	mpfr_sqrt(s, s, MPFR_RNDN);
	mpfr_sqrt(l, l, MPFR_RNDN);
	mpfr_add(s, s, l, MPFR_RNDN);
	mpfr_div(s, at->epsilon, s, MPFR_RNDN);
	mpfr_mul_d(s, s, 1.9375, MPFR_RNDN);
	mpfr_mul_d(l, at->delta, 2.5, MPFR_RNDN);
	mpfr_max(mu, s, l, MPFR_RNDN);
	mpfr_clears(l, s, (mpfr_ptr)0);
}

static enum dpmf_status corner_mu(const struct corner *at, struct dpmf_enclosure *mu, struct dpmf_error *error)
{
	const struct dpmf_root root = { excess_by_mu, at, "the noise of the Gaussian mechanism" };
	enum dpmf_status status;

	too_small(at, mu->lo);
	mpfr_mul_2ui(mu->hi, mu->lo, 1, MPFR_RNDU);
	status = dpmf_interval_root_above(&root, mu, error);
	return status == DPMF_OK ? dpmf_interval_root(&root, DPMF_GAUSSIAN_WIDTH / 4, mu, error) : status;
}

enum dpmf_status dpmf_gaussian_largest_mu(const struct dpmf_enclosure *epsilon, const struct dpmf_enclosure *delta,
                                          struct dpmf_enclosure *mu, struct dpmf_error *error)
{
	const struct corner least = { NULL, epsilon->lo, delta->lo }, greatest = { NULL, epsilon->hi, delta->hi };
	const enum dpmf_status status = check_delta(delta, error);

	if (status != DPMF_OK)
		return status;
	if (mpfr_sgn(epsilon->lo) < 0)
		return dpmf_fail(error, DPMF_INPUT, "epsilon must be 0 or more");
	return between(corner_mu, &least, &greatest, mu, error);
}
