/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "account/discrete_gaussian.h"
#include "account/discrete_sum.h"
#include "account/interval.h"
#include "account/interval_falling.h"
#include "account/interval_root.h"

#define WIDTH 1e-14

/* e^(-38000^2 / 2) is just above MPFR's smallest number, 2^-(2^30). */
enum { VANISHING = 38000 };

struct point {
	const struct dpmf_on_steps *law;
	mpfr_srcptr epsilon;
};

static void variance_of(const struct dpmf_on_steps *law, struct dpmf_enclosure *variance)
{
	dpmf_interval_set_ui(variance, law->p);
	dpmf_interval_div_ui(variance, variance, law->q);
}

enum dpmf_status dpmf_discrete_gaussian_mu(const struct dpmf_on_steps *law, struct dpmf_enclosure *mu,
                                           struct dpmf_error *error)
{
	const enum dpmf_status status = dpmf_on_steps_check(law, error);
	struct dpmf_enclosure sigma;

	if (status != DPMF_OK)
		return status;
	dpmf_interval_init(&sigma, 1, dpmf_interval_bits(mu));
	variance_of(law, &sigma);
	dpmf_interval_sqrt(&sigma, &sigma);
	dpmf_interval_set_ui(mu, law->steps);
	dpmf_interval_div(mu, mu, &sigma);
	dpmf_interval_clear(&sigma, 1);
	return DPMF_OK;
}

/* (S(-m) - e^eps S(k - m)) / (1 + 2 S(1)), a lower bound on delta for every whole m. */
static void with_threshold(const struct point *at, mpfr_srcptr m, struct dpmf_enclosure *delta)
{
	const mpfr_prec_t bits = dpmf_interval_bits(delta);
	struct dpmf_enclosure variance, far, total;
	mpfr_t n;

	dpmf_interval_init(&variance, 1, bits);
	dpmf_interval_init(&far, 1, bits);
	dpmf_interval_init(&total, 1, bits);
	mpfr_init2(n, mpfr_get_prec(m) + 64);
	variance_of(at->law, &variance);
	mpfr_ui_sub(n, at->law->steps, m, MPFR_RNDN);
	dpmf_discrete_sum(n, &variance, &far);
	dpmf_interval_set_fr(&total, at->epsilon);
	dpmf_interval_exp(&total, &total);
	dpmf_interval_mul(&far, &far, &total);
	mpfr_neg(n, m, MPFR_RNDN);
	dpmf_discrete_sum(n, &variance, delta);
	dpmf_interval_sub(delta, delta, &far);
	mpfr_set_ui(n, 1, MPFR_RNDN);
	dpmf_discrete_sum(n, &variance, &total);
	dpmf_interval_scale(&total, &total, 1);
	dpmf_interval_add_si(&total, &total, 1);
	dpmf_interval_div(delta, delta, &total);
	dpmf_interval_clear(&variance, 1);
	dpmf_interval_clear(&far, 1);
	dpmf_interval_clear(&total, 1);
	mpfr_clear(n);
}

/* k/2 - eps sigma^2/k */
static void threshold(const struct point *at, struct dpmf_enclosure *x)
{
	struct dpmf_enclosure t;

	dpmf_interval_init(&t, 1, dpmf_interval_bits(x));
	variance_of(at->law, &t);
	dpmf_interval_set_fr(x, at->epsilon);
	dpmf_interval_mul(&t, &t, x);
	dpmf_interval_div_ui(&t, &t, at->law->steps);
	dpmf_interval_set_ui(x, at->law->steps);
	dpmf_interval_scale(x, x, -1);
	dpmf_interval_sub(x, x, &t);
	dpmf_interval_clear(&t, 1);
}

/* The greatest whole number below x. */
static void below(mpfr_ptr m, mpfr_srcptr x)
{
	mpfr_ceil(m, x);
	mpfr_sub_ui(m, m, 1, MPFR_RNDN);
}

/* The greatest over the thresholds that m may be, of which there are two only
   where eps sigma^2/k - k/2 is within rounding of a whole number. */
static void delta_at(const void *context, struct dpmf_enclosure *delta)
{
	const struct point *at = context;
	struct dpmf_enclosure x, z;

	if (at->law->steps == 0) {
		dpmf_interval_set_ui(delta, 0);
		return;
	}
	dpmf_interval_init(&x, 1, 512);
	dpmf_interval_init(&z, 1, dpmf_interval_bits(delta));
	threshold(at, &x);
	below(x.lo, x.lo);
	below(x.hi, x.hi);
	with_threshold(at, x.lo, &z);
	if (!mpfr_equal_p(x.lo, x.hi)) {
		with_threshold(at, x.hi, delta);
		dpmf_interval_max(&z, &z, delta);
	}
	dpmf_interval_set_ui(&x, 1);
	dpmf_interval_min(delta, &z, &x);
	dpmf_interval_clear(&x, 1);
	dpmf_interval_clear(&z, 1);
}

/* P(X <= m) <= e^(-(m/sigma)^2 / 2) for m < 0, by Chernoff: E e^(t X) <= e^(t^2 sigma^2 / 2),
   since the total of a shifted lattice is greatest at shift 0 (Poisson summation).
   So far out that is an enclosure by itself. */
static bool vanishes(const struct point *at, struct dpmf_enclosure *delta)
{
	struct dpmf_enclosure x, t;
	bool answer;

	if (at->law->steps == 0)
		return false;
	dpmf_interval_init(&x, 1, 512);
	dpmf_interval_init(&t, 1, 512);
	threshold(at, &x);
	variance_of(at->law, &t);
	dpmf_interval_sqrt(&t, &t);
	dpmf_interval_div(&x, &x, &t);
	answer = mpfr_cmp_si(x.hi, -VANISHING) < 0;
	if (answer) {
		dpmf_interval_sqr(&x, &x);
		dpmf_interval_scale(&x, &x, -1);
		dpmf_interval_neg(&x, &x);
		dpmf_interval_exp(delta, &x);
		mpfr_set_zero(delta->lo, 1);
	}
	dpmf_interval_clear(&x, 1);
	dpmf_interval_clear(&t, 1);
	return answer;
}

static enum dpmf_status delta_for(const void *context, mpfr_srcptr epsilon,
                                  struct dpmf_enclosure *delta, struct dpmf_error *error)
{
	const struct dpmf_on_steps *law = context;
	const struct point at = { law, epsilon };

	if (vanishes(&at, delta))
		return DPMF_OK;
	return dpmf_interval_refine(delta_at, &at, WIDTH / 4, "delta of the discrete Gaussian law", delta, error);
}

enum dpmf_status dpmf_discrete_gaussian_delta(const struct dpmf_on_steps *law,
                                              const struct dpmf_enclosure *epsilon, struct dpmf_enclosure *delta,
                                              struct dpmf_error *error)
{
	const enum dpmf_status status = dpmf_on_steps_check(law, error);

	if (status != DPMF_OK)
		return status;
	if (mpfr_sgn(epsilon->lo) < 0)
		return dpmf_fail(error, DPMF_INPUT, "epsilon must be 0 or more");
	return dpmf_interval_falling(delta_for, law, epsilon, delta, error);
}

struct wanted {
	const struct dpmf_on_steps *law;
	mpfr_srcptr delta;
};

/* log delta - log delta(x), which grows with x. */
static void excess(const void *context, mpfr_srcptr x, struct dpmf_enclosure *y)
{
	const struct wanted *wanted = context;
	const struct point at = { wanted->law, x };
	struct dpmf_enclosure target;

	dpmf_interval_init(&target, 1, dpmf_interval_bits(y));
	dpmf_interval_set_fr(&target, wanted->delta);
	dpmf_interval_log(&target, &target);
	delta_at(&at, y);
	dpmf_interval_log(y, y);
	dpmf_interval_sub(y, &target, y);
	dpmf_interval_clear(&target, 1);
}

/* mu^2/2 + mu sqrt(2 log(1/delta)) is enough, by Mironov's conversion; and a little more. */
static enum dpmf_status bracket(const struct dpmf_on_steps *law, mpfr_srcptr delta,
                                struct dpmf_enclosure *epsilon, struct dpmf_error *error)
{
	struct dpmf_enclosure mu, t;
	enum dpmf_status status;

	dpmf_interval_init(&mu, 1, DPMF_ACCOUNT_BITS);
	dpmf_interval_init(&t, 1, DPMF_ACCOUNT_BITS);
	status = dpmf_discrete_gaussian_mu(law, &mu, error);
	dpmf_interval_set_fr(&t, delta);
	dpmf_interval_log(&t, &t);
	dpmf_interval_neg(&t, &t);
	dpmf_interval_scale(&t, &t, 1);
	dpmf_interval_sqrt(&t, &t);
	dpmf_interval_add(&t, &t, &mu);
	dpmf_interval_mul(&t, &t, &mu);
	mpfr_set_zero(epsilon->lo, 1);
	mpfr_set(epsilon->hi, t.hi, MPFR_RNDU);
	dpmf_interval_clear(&mu, 1);
	dpmf_interval_clear(&t, 1);
	return status;
}

static enum dpmf_status epsilon_for(const void *context, mpfr_srcptr delta,
                                    struct dpmf_enclosure *epsilon, struct dpmf_error *error)
{
	const struct dpmf_on_steps *law = context;
	const struct wanted wanted = { law, delta };
	const struct dpmf_root root = { excess, &wanted, "epsilon of the discrete Gaussian law" };
	struct dpmf_enclosure at_zero;
	enum dpmf_status status;
	bool free_of_charge, in_doubt;

	dpmf_interval_set_ui(epsilon, 0);
	if (law->steps == 0)
		return DPMF_OK;
	dpmf_interval_init(&at_zero, 1, DPMF_ACCOUNT_BITS);
	excess(&wanted, epsilon->lo, &at_zero);
	free_of_charge = mpfr_sgn(at_zero.lo) >= 0;
	in_doubt = mpfr_sgn(at_zero.hi) >= 0;
	dpmf_interval_clear(&at_zero, 1);
	if (free_of_charge)
		return DPMF_OK;
	status = bracket(law, delta, epsilon, error);
	return status == DPMF_OK && !in_doubt ? dpmf_interval_root(&root, WIDTH / 4, epsilon, error) : status;
}

enum dpmf_status dpmf_discrete_gaussian_epsilon(const struct dpmf_on_steps *law,
                                                const struct dpmf_enclosure *delta, struct dpmf_enclosure *epsilon,
                                                struct dpmf_error *error)
{
	const enum dpmf_status status = dpmf_on_steps_check(law, error);

	if (status != DPMF_OK)
		return status;
	if (mpfr_sgn(delta->lo) <= 0 || mpfr_cmp_ui(delta->hi, 1) >= 0)
		return dpmf_fail(error, DPMF_INPUT, "delta must lie between 0 and 1: at 0 no Gaussian noise gives a finite epsilon "
		                 "(Canonne, Kamath and Steinke 2020)");
	return dpmf_interval_falling(epsilon_for, law, delta, epsilon, error);
}
