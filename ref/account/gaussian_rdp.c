/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "account/gaussian_rdp.h"

#include <math.h>

#include "account/interval.h"
#include "account/rdp.h"
#include "account/rdp_search.h"

/* Orders 1 + e^x are looked at on this many points around the guess, by the
   closed form, then by golden section between the neighbours of the best. */
enum { GLANCES = 96 };
#define REACH 24.0

struct target {
	double mu, log_delta, epsilon;
};

typedef double (*bound)(const void *context, double x);

static double divergence_of(const struct target *t, double alpha)
{
	return alpha * t->mu * t->mu / 2;
}

static double closed_epsilon(const void *t, double x)
{
	const double alpha = 1 + exp(x);

	return dpmf_rdp_guess_epsilon(alpha, divergence_of(t, alpha), ((const struct target *)t)->log_delta, NULL);
}

static double best_epsilon(const void *t, double x)
{
	const double alpha = 1 + exp(x);
	double s;

	return dpmf_rdp_guess_epsilon(alpha, divergence_of(t, alpha), ((const struct target *)t)->log_delta, &s);
}

static double closed_log_delta(const void *t, double x)
{
	const double alpha = 1 + exp(x);

	return dpmf_rdp_guess_log_delta(alpha, divergence_of(t, alpha), ((const struct target *)t)->epsilon, NULL);
}

static double best_log_delta(const void *t, double x)
{
	const double alpha = 1 + exp(x);
	double s;

	return dpmf_rdp_guess_log_delta(alpha, divergence_of(t, alpha), ((const struct target *)t)->epsilon, &s);
}

static double best_order(bound closed, bound best, const struct target *t, double middle)
{
	const double step = 2 * REACH / GLANCES;
	double valley = middle, least = closed(t, middle);

	for (int i = 0; i <= GLANCES; i++) {
		const double x = middle - REACH + i * step, y = closed(t, x);

		if (y < least) {
			least = y;
			valley = x;
		}
	}
	return fmax(1 + exp(dpmf_golden(best, t, valley - step, valley + step)), 1 + 0x1p-48);
}

static double nearest_log(const struct dpmf_enclosure *x)
{
	mpfr_t y;
	double answer;

	mpfr_init2(y, 64);
	mpfr_log(y, x->hi, MPFR_RNDN);
	answer = mpfr_get_d(y, MPFR_RNDN);
	mpfr_clear(y);
	return answer;
}

static enum dpmf_status check_mu(const struct dpmf_enclosure *mu, struct dpmf_error *error)
{
	if (mpfr_sgn(mu->lo) <= 0)
		return dpmf_fail(error, DPMF_INPUT, "the sensitivity must be above 0");
	if (mpfr_cmp_d(mu->lo, 1e-140) < 0 || mpfr_cmp_d(mu->hi, 1e10) > 0)
		return dpmf_fail(error, DPMF_INPUT, "sensitivity * sqrt(steps) / sigma must lie between 1e-140 and 1e10, so that Renyi orders are doubles");
	return DPMF_OK;
}

static enum dpmf_status check_delta(const struct dpmf_enclosure *delta, struct dpmf_error *error)
{
	if (mpfr_sgn(delta->lo) <= 0 || mpfr_cmp_ui(delta->hi, 1) >= 0)
		return dpmf_fail(error, DPMF_INPUT, "delta must lie between 0 and 1 (Mironov 2017, Proposition 3)");
	return DPMF_OK;
}

static enum dpmf_status check_epsilon(const struct dpmf_enclosure *epsilon, struct dpmf_error *error)
{
	if (mpfr_sgn(epsilon->lo) < 0)
		return dpmf_fail(error, DPMF_INPUT, "epsilon must be 0 or more");
	return DPMF_OK;
}

/* alpha and alpha mu^2 / 2 */
static void divergence(const struct dpmf_enclosure *mu, double order, struct dpmf_enclosure *alpha,
                       struct dpmf_enclosure *rho)
{
	dpmf_interval_set_d(alpha, order);
	dpmf_interval_sqr(rho, mu);
	dpmf_interval_scale(rho, rho, -1);
	dpmf_interval_mul(rho, rho, alpha);
}

typedef enum dpmf_status (*conversion)(const struct dpmf_enclosure *, const struct dpmf_enclosure *,
                                       const struct dpmf_enclosure *, struct dpmf_enclosure *, struct dpmf_error *);

static enum dpmf_status convert(conversion f, const struct dpmf_enclosure *mu, double order,
                                const struct dpmf_enclosure *given, struct dpmf_enclosure *z, struct dpmf_error *error)
{
	struct dpmf_enclosure alpha, rho;
	enum dpmf_status status;

	dpmf_interval_init(&alpha, 1, dpmf_interval_bits(z));
	dpmf_interval_init(&rho, 1, dpmf_interval_bits(z));
	divergence(mu, order, &alpha, &rho);
	status = f(&alpha, &rho, given, z, error);
	dpmf_interval_clear(&alpha, 1);
	dpmf_interval_clear(&rho, 1);
	return status;
}

enum dpmf_status dpmf_gaussian_rdp_epsilon(const struct dpmf_enclosure *mu, const struct dpmf_enclosure *delta,
                                           struct dpmf_enclosure *epsilon, double *alpha, struct dpmf_error *error)
{
	enum dpmf_status status = check_mu(mu, error);
	struct target t = { .mu = mpfr_get_d(mu->hi, MPFR_RNDN) };
	double order;

	if (status == DPMF_OK)
		status = check_delta(delta, error);
	if (status != DPMF_OK)
		return status;
	t.log_delta = nearest_log(delta);
	order = best_order(closed_epsilon, best_epsilon, &t, log(sqrt(-2 * t.log_delta) / t.mu));
	status = convert(dpmf_rdp_epsilon, mu, order, delta, epsilon, error);
	if (status == DPMF_OK && alpha)
		*alpha = order;
	return status;
}

enum dpmf_status dpmf_gaussian_rdp_delta(const struct dpmf_enclosure *mu, const struct dpmf_enclosure *epsilon,
                                         struct dpmf_enclosure *delta, double *alpha, struct dpmf_error *error)
{
	enum dpmf_status status = check_mu(mu, error);
	struct target t = { .mu = mpfr_get_d(mu->hi, MPFR_RNDN), .epsilon = mpfr_get_d(epsilon->lo, MPFR_RNDN) };
	double order;

	if (status == DPMF_OK)
		status = check_epsilon(epsilon, error);
	if (status != DPMF_OK)
		return status;
	order = best_order(closed_log_delta, best_log_delta, &t, log(fmax(t.epsilon / (t.mu * t.mu), 1 / t.mu)));
	status = convert(dpmf_rdp_delta, mu, order, epsilon, delta, error);
	if (status == DPMF_OK && alpha)
		*alpha = order;
	return status;
}

/* sqrt(2 log(1/delta)) */
static void log_root(const struct dpmf_enclosure *delta, struct dpmf_enclosure *z)
{
	dpmf_interval_log(z, delta);
	dpmf_interval_neg(z, z);
	dpmf_interval_scale(z, z, 1);
	dpmf_interval_sqrt(z, z);
}

enum dpmf_status dpmf_gaussian_published_epsilon(const struct dpmf_enclosure *mu, const struct dpmf_enclosure *delta,
                                                 struct dpmf_enclosure *epsilon, struct dpmf_error *error)
{
	const enum dpmf_status status = check_delta(delta, error);
	struct dpmf_enclosure t;

	if (status != DPMF_OK)
		return status;
	dpmf_interval_init(&t, 1, dpmf_interval_bits(epsilon));
	log_root(delta, &t);
	dpmf_interval_mul(&t, &t, mu);
	dpmf_interval_sqr(epsilon, mu);
	dpmf_interval_scale(epsilon, epsilon, -1);
	dpmf_interval_add(epsilon, epsilon, &t);
	dpmf_interval_clear(&t, 1);
	return DPMF_OK;
}

/* The exponent grows with mu and falls with epsilon wherever it is below 0, and
   both of its occurrences of mu pull the same way: -((epsilon/mu - mu/2)+)^2 / 2. */
enum dpmf_status dpmf_gaussian_published_delta(const struct dpmf_enclosure *mu, const struct dpmf_enclosure *epsilon,
                                               struct dpmf_enclosure *delta, struct dpmf_error *error)
{
	enum dpmf_status status = check_mu(mu, error);
	struct dpmf_enclosure t, half;

	if (status == DPMF_OK)
		status = check_epsilon(epsilon, error);
	if (status != DPMF_OK)
		return status;
	dpmf_interval_init(&t, 1, dpmf_interval_bits(delta));
	dpmf_interval_init(&half, 1, dpmf_interval_bits(delta));
	dpmf_interval_div(&t, epsilon, mu);
	dpmf_interval_scale(&half, mu, -1);
	dpmf_interval_sub(&t, &t, &half);
	dpmf_interval_set_ui(&half, 0);
	dpmf_interval_max(&t, &t, &half);
	dpmf_interval_sqr(&t, &t);
	dpmf_interval_scale(&t, &t, -1);
	dpmf_interval_neg(&t, &t);
	dpmf_interval_exp(delta, &t);
	dpmf_interval_clear(&t, 1);
	dpmf_interval_clear(&half, 1);
	return DPMF_OK;
}

enum dpmf_status dpmf_gaussian_published_order(const struct dpmf_enclosure *mu, const struct dpmf_enclosure *delta,
                                               struct dpmf_enclosure *alpha, struct dpmf_error *error)
{
	enum dpmf_status status = check_mu(mu, error);
	struct dpmf_enclosure t;

	if (status == DPMF_OK)
		status = check_delta(delta, error);
	if (status != DPMF_OK)
		return status;
	dpmf_interval_init(&t, 1, dpmf_interval_bits(alpha));
	log_root(delta, &t);
	dpmf_interval_div(&t, &t, mu);
	dpmf_interval_add_si(alpha, &t, 1);
	dpmf_interval_clear(&t, 1);
	return DPMF_OK;
}
