/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "account/rdp.h"
#include "account/interval.h"
#include "account/rdp_search.h"

/* alpha - 1, s^(alpha-1), W, a, log r of rdp.h, at one s. */
struct certificate {
	struct dpmf_enclosure order, power, w, a, log_r, s;
};

static void certificate_init(struct certificate *c, mpfr_prec_t bits)
{
	dpmf_interval_init(&c->order, 1, bits);
	dpmf_interval_init(&c->power, 1, bits);
	dpmf_interval_init(&c->w, 1, bits);
	dpmf_interval_init(&c->a, 1, bits);
	dpmf_interval_init(&c->log_r, 1, bits);
	dpmf_interval_init(&c->s, 1, bits);
}

static void certificate_clear(struct certificate *c)
{
	dpmf_interval_clear(&c->order, 1);
	dpmf_interval_clear(&c->power, 1);
	dpmf_interval_clear(&c->w, 1);
	dpmf_interval_clear(&c->a, 1);
	dpmf_interval_clear(&c->log_r, 1);
	dpmf_interval_clear(&c->s, 1);
}

static enum dpmf_status check(const struct dpmf_enclosure *alpha, const struct dpmf_enclosure *rho,
                              struct dpmf_error *error)
{
	if (mpfr_cmp_ui(alpha->lo, 1) <= 0 || !mpfr_number_p(alpha->hi))
		return dpmf_fail(error, DPMF_INPUT, "alpha must be above 1: at 1 the divergence says nothing about delta "
		                 "(Mironov 2017, Proposition 3)");
	if (mpfr_sgn(rho->lo) < 0 || !mpfr_number_p(rho->hi))
		return dpmf_fail(error, DPMF_INPUT, "a Renyi divergence is 0 or more, and finite");
	return DPMF_OK;
}

static enum dpmf_status check_delta(const struct dpmf_enclosure *delta, struct dpmf_error *error)
{
	if (mpfr_sgn(delta->lo) <= 0 || mpfr_cmp_ui(delta->hi, 1) >= 0)
		return dpmf_fail(error, DPMF_INPUT, "delta must lie between 0 and 1 (Mironov 2017, Proposition 3)");
	return DPMF_OK;
}

/* s, s^(alpha-1) and W = M - s^alpha - alpha s^(alpha-1) (1 - s) */
static void moment(struct certificate *c, const struct dpmf_enclosure *alpha, const struct dpmf_enclosure *rho, double s)
{
	struct dpmf_enclosure t;

	dpmf_interval_init(&t, 1, dpmf_interval_bits(&c->w));
	dpmf_interval_add_si(&c->order, alpha, -1);
	dpmf_interval_set_d(&c->s, s);
	dpmf_interval_pow(&c->power, &c->s, &c->order);
	dpmf_interval_mul(&c->w, &c->order, rho);
	dpmf_interval_exp(&c->w, &c->w);
	dpmf_interval_mul(&t, &c->s, &c->power);
	dpmf_interval_sub(&c->w, &c->w, &t);
	dpmf_interval_add_si(&t, &c->s, -1);
	dpmf_interval_mul(&t, &t, &c->power);
	dpmf_interval_mul(&t, &t, alpha);
	dpmf_interval_add(&c->w, &c->w, &t);
	dpmf_interval_clear(&t, 1);
}

/* log g = log r + log((alpha - 1) (1/alpha + a s^(alpha-1) (1 - s/r))) */
static void log_g(const struct certificate *c, const struct dpmf_enclosure *alpha, struct dpmf_enclosure *epsilon)
{
	struct dpmf_enclosure t, one;

	dpmf_interval_init(&t, 1, dpmf_interval_bits(&c->w));
	dpmf_interval_init(&one, 1, dpmf_interval_bits(&c->w));
	dpmf_interval_neg(&t, &c->log_r);
	dpmf_interval_exp(&t, &t);
	dpmf_interval_mul(&t, &t, &c->s);
	dpmf_interval_neg(&t, &t);
	dpmf_interval_add_si(&t, &t, 1);
	dpmf_interval_mul(&t, &t, &c->power);
	dpmf_interval_mul(&t, &t, &c->a);
	dpmf_interval_set_ui(&one, 1);
	dpmf_interval_div(&one, &one, alpha);
	dpmf_interval_add(&t, &t, &one);
	dpmf_interval_mul(&t, &t, &c->order);
	dpmf_interval_log(&t, &t);
	dpmf_interval_add(epsilon, &t, &c->log_r);
	dpmf_interval_clear(&t, 1);
	dpmf_interval_clear(&one, 1);
}

/* rho + log((alpha - 1)/alpha) - (log delta + log alpha) / (alpha - 1): s = 0 */
static void closed_epsilon(const struct dpmf_enclosure *alpha, const struct dpmf_enclosure *rho,
                           const struct dpmf_enclosure *delta, struct dpmf_enclosure *epsilon)
{
	struct dpmf_enclosure order, t;

	dpmf_interval_init(&order, 1, dpmf_interval_bits(epsilon));
	dpmf_interval_init(&t, 1, dpmf_interval_bits(epsilon));
	dpmf_interval_add_si(&order, alpha, -1);
	dpmf_interval_mul(&t, delta, alpha);
	dpmf_interval_log(&t, &t);
	dpmf_interval_div(&t, &t, &order);
	dpmf_interval_sub(&t, rho, &t);
	dpmf_interval_div(&order, &order, alpha);
	dpmf_interval_log(&order, &order);
	dpmf_interval_add(epsilon, &t, &order);
	dpmf_interval_clear(&order, 1);
	dpmf_interval_clear(&t, 1);
}

/* a = delta / W, r^(alpha-1) = s^(alpha-1) + W / (alpha delta) */
static void tangent_epsilon(const struct dpmf_enclosure *alpha, const struct dpmf_enclosure *rho,
                            const struct dpmf_enclosure *delta, double s, struct dpmf_enclosure *epsilon)
{
	struct certificate c;

	certificate_init(&c, dpmf_interval_bits(epsilon));
	moment(&c, alpha, rho, s);
	dpmf_interval_div(&c.a, delta, &c.w);
	dpmf_interval_div(&c.log_r, &c.w, delta);
	dpmf_interval_div(&c.log_r, &c.log_r, alpha);
	dpmf_interval_add(&c.log_r, &c.log_r, &c.power);
	dpmf_interval_log(&c.log_r, &c.log_r);
	dpmf_interval_div(&c.log_r, &c.log_r, &c.order);
	log_g(&c, alpha, epsilon);
	certificate_clear(&c);
}

/* alpha delta >= 1, certainly. */
static bool on_one_point(const struct dpmf_enclosure *alpha, const struct dpmf_enclosure *delta)
{
	struct dpmf_enclosure t;
	bool answer;

	dpmf_interval_init(&t, 1, DPMF_ACCOUNT_BITS);
	dpmf_interval_mul(&t, alpha, delta);
	answer = mpfr_cmp_ui(t.lo, 1) >= 0;
	dpmf_interval_clear(&t, 1);
	return answer;
}

/* rho + log(1 - delta) */
static void one_point_epsilon(const struct dpmf_enclosure *rho, const struct dpmf_enclosure *delta,
                              struct dpmf_enclosure *epsilon)
{
	struct dpmf_enclosure t;

	dpmf_interval_init(&t, 1, dpmf_interval_bits(epsilon));
	dpmf_interval_neg(&t, delta);
	dpmf_interval_log1p(&t, &t);
	dpmf_interval_add(epsilon, rho, &t);
	dpmf_interval_clear(&t, 1);
}

/* 1 - e^(epsilon - rho) */
static void one_point_delta(const struct dpmf_enclosure *rho, const struct dpmf_enclosure *epsilon,
                            struct dpmf_enclosure *delta)
{
	struct dpmf_enclosure t;

	dpmf_interval_init(&t, 1, dpmf_interval_bits(delta));
	dpmf_interval_sub(&t, epsilon, rho);
	dpmf_interval_expm1(&t, &t);
	dpmf_interval_neg(delta, &t);
	dpmf_interval_clear(&t, 1);
}

static double nearest(const struct dpmf_enclosure *x)
{
	return mpfr_get_d(x->hi, MPFR_RNDN);
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

enum dpmf_status dpmf_rdp_epsilon(const struct dpmf_enclosure *alpha, const struct dpmf_enclosure *rho,
                                  const struct dpmf_enclosure *delta, struct dpmf_enclosure *epsilon,
                                  struct dpmf_error *error)
{
	enum dpmf_status status = check(alpha, rho, error);
	struct dpmf_enclosure zero;
	double s;

	if (status == DPMF_OK)
		status = check_delta(delta, error);
	if (status != DPMF_OK)
		return status;
	if (mpfr_zero_p(rho->hi)) { /* the two laws are one */
		dpmf_interval_set_ui(epsilon, 0);
		return DPMF_OK;
	}
	dpmf_rdp_guess_epsilon(nearest(alpha), nearest(rho), nearest_log(delta), &s);
	if (on_one_point(alpha, delta))
		one_point_epsilon(rho, delta, epsilon);
	else if (s > 0)
		tangent_epsilon(alpha, rho, delta, s, epsilon);
	else
		closed_epsilon(alpha, rho, delta, epsilon);
	dpmf_interval_init(&zero, 1, 53);
	dpmf_interval_set_ui(&zero, 0);
	dpmf_interval_max(epsilon, epsilon, &zero);
	dpmf_interval_clear(&zero, 1);
	return DPMF_OK;
}

/* log delta = (alpha - 1)(rho - epsilon) - log(alpha - 1) + alpha log(1 - 1/alpha): s = 0 */
static void closed_delta(const struct dpmf_enclosure *alpha, const struct dpmf_enclosure *rho,
                         const struct dpmf_enclosure *epsilon, struct dpmf_enclosure *delta)
{
	struct dpmf_enclosure order, t, sum;

	dpmf_interval_init(&order, 1, dpmf_interval_bits(delta));
	dpmf_interval_init(&t, 1, dpmf_interval_bits(delta));
	dpmf_interval_init(&sum, 1, dpmf_interval_bits(delta));
	dpmf_interval_add_si(&order, alpha, -1);
	dpmf_interval_sub(&sum, rho, epsilon);
	dpmf_interval_mul(&sum, &sum, &order);
	dpmf_interval_log(&t, &order);
	dpmf_interval_sub(&sum, &sum, &t);
	dpmf_interval_div(&t, &order, alpha);
	dpmf_interval_log(&t, &t);
	dpmf_interval_mul(&t, &t, alpha);
	dpmf_interval_add(&sum, &sum, &t);
	dpmf_interval_exp(delta, &sum);
	dpmf_interval_clear(&order, 1);
	dpmf_interval_clear(&t, 1);
	dpmf_interval_clear(&sum, 1);
}

/* a = 1 / (alpha (r^(alpha-1) - s^(alpha-1))) at an r whose g is certainly at
   most e^epsilon, since delta falls with epsilon; false when none was found. */
static bool tangent_delta(const struct dpmf_enclosure *alpha, const struct dpmf_enclosure *rho,
                          const struct dpmf_enclosure *epsilon, double s, struct dpmf_enclosure *delta)
{
	const double guess = dpmf_rdp_log_r(nearest(alpha), nearest(epsilon), s);
	double step = 0x1p-50 * (1 + guess);
	struct dpmf_enclosure reached;
	struct certificate c;
	bool found = false;

	certificate_init(&c, dpmf_interval_bits(delta));
	dpmf_interval_init(&reached, 1, dpmf_interval_bits(delta));
	moment(&c, alpha, rho, s);
	for (int i = 0; i < 20 && !found; i++, step *= 2) {
		dpmf_interval_set_d(&c.log_r, guess - step);
		dpmf_interval_mul(&c.a, &c.log_r, &c.order);
		dpmf_interval_exp(&c.a, &c.a);
		dpmf_interval_sub(&c.a, &c.a, &c.power);
		dpmf_interval_mul(&c.a, &c.a, alpha);
		dpmf_interval_pow_si(&c.a, &c.a, -1);
		log_g(&c, alpha, &reached);
		found = dpmf_interval_at_most(&reached, epsilon);
	}
	if (found)
		dpmf_interval_mul(delta, &c.a, &c.w);
	certificate_clear(&c);
	dpmf_interval_clear(&reached, 1);
	return found;
}

enum dpmf_status dpmf_rdp_delta(const struct dpmf_enclosure *alpha, const struct dpmf_enclosure *rho,
                                const struct dpmf_enclosure *epsilon, struct dpmf_enclosure *delta,
                                struct dpmf_error *error)
{
	const enum dpmf_status status = check(alpha, rho, error);
	struct dpmf_enclosure one, alone;
	double s;

	if (status != DPMF_OK)
		return status;
	if (mpfr_sgn(epsilon->lo) < 0)
		return dpmf_fail(error, DPMF_INPUT, "epsilon must be 0 or more");
	if (mpfr_zero_p(rho->hi)) { /* as above */
		dpmf_interval_set_ui(delta, 0);
		return DPMF_OK;
	}
	dpmf_rdp_guess_log_delta(nearest(alpha), nearest(rho), nearest(epsilon), &s);
	dpmf_interval_init(&alone, 1, dpmf_interval_bits(delta));
	one_point_delta(rho, epsilon, &alone);
	if (on_one_point(alpha, &alone))
		dpmf_interval_set(delta, &alone);
	else if (!(s > 0 && tangent_delta(alpha, rho, epsilon, s, delta)))
		closed_delta(alpha, rho, epsilon, delta);
	dpmf_interval_clear(&alone, 1);
	dpmf_interval_init(&one, 1, 53);
	dpmf_interval_set_ui(&one, 1);
	dpmf_interval_min(delta, delta, &one);
	dpmf_interval_clear(&one, 1);
	return DPMF_OK;
}

enum dpmf_status dpmf_rdp_published_epsilon(const struct dpmf_enclosure *alpha, const struct dpmf_enclosure *rho,
                                            const struct dpmf_enclosure *delta, struct dpmf_enclosure *epsilon,
                                            struct dpmf_error *error)
{
	enum dpmf_status status = check(alpha, rho, error);
	struct dpmf_enclosure order, t;

	if (status == DPMF_OK)
		status = check_delta(delta, error);
	if (status != DPMF_OK)
		return status;
	dpmf_interval_init(&order, 1, dpmf_interval_bits(epsilon));
	dpmf_interval_init(&t, 1, dpmf_interval_bits(epsilon));
	dpmf_interval_add_si(&order, alpha, -1);
	dpmf_interval_log(&t, delta);
	dpmf_interval_div(&t, &t, &order);
	dpmf_interval_sub(epsilon, rho, &t);
	dpmf_interval_clear(&order, 1);
	dpmf_interval_clear(&t, 1);
	return DPMF_OK;
}
