/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "account/pbm_pair.h"

#include <math.h>

#include "account/interval.h"

/* What is left out may be e^-NEGLECTED of the whole. */
enum { NEGLECTED = 80 };

enum dpmf_status dpmf_pbm_laws_init(const struct dpmf_pbm_pair *pair, double depth, struct dpmf_pbm_laws *laws,
                                    struct dpmf_error *error)
{
	const unsigned long all = pair->high + pair->low + pair->quanta;
	const double odds = mpfr_get_d(pair->odds->lo, MPFR_RNDN), h = odds / (1 + odds), l = 1 / (1 + odds);
	const double mean = (double)pair->high * h + (double)pair->low * l;
	const double half = sqrt(2 * (double)all * h * l * depth) + depth / 3 + 2;
	const double first = mean + (double)pair->quanta * l - half, last = mean + (double)pair->quanta * h + half;
	const unsigned long from = first < 1 ? 0 : (unsigned long)first;
	const unsigned long to = last >= (double)all ? all : (unsigned long)last;
	enum dpmf_status status;

	status = dpmf_pbm_law_init(&laws->p, pair->high + pair->quanta, pair->low, pair->odds, from, to, error);
	if (status != DPMF_OK)
		return status;
	status = dpmf_pbm_law_init(&laws->q, pair->high, pair->low + pair->quanta, pair->odds, from, to, error);
	if (status != DPMF_OK) {
		dpmf_pbm_law_clear(&laws->p);
		return status;
	}
	dpmf_interval_init(&laws->top, 1, DPMF_PBM_BITS);
	dpmf_interval_pow_si(&laws->top, pair->odds, (long)pair->quanta);
	return DPMF_OK;
}

void dpmf_pbm_laws_clear(struct dpmf_pbm_laws *laws)
{
	dpmf_pbm_law_clear(&laws->p);
	dpmf_pbm_law_clear(&laws->q);
	dpmf_interval_clear(&laws->top, 1);
}

/* alpha - 1, and if it is whole / 2^halvings with few halvings, these: square roots
   and products are much quicker than a power. */
struct order {
	struct dpmf_enclosure less_one;
	long whole; /* 0 if it is not */
	int halvings;
};

enum { HALVINGS = 6 };

static void order_init(const struct dpmf_enclosure *alpha, struct order *order)
{
	mpfr_t x;

	dpmf_enclosure_init(&order->less_one);
	dpmf_interval_add_si(&order->less_one, alpha, -1);
	order->whole = 0;
	order->halvings = 0;
	mpfr_init2(x, DPMF_ACCOUNT_BITS);
	mpfr_set(x, order->less_one.lo, MPFR_RNDN);
	while (!mpfr_integer_p(x) && order->halvings < HALVINGS) {
		mpfr_mul_2ui(x, x, 1, MPFR_RNDN);
		order->halvings++;
	}
	if (mpfr_equal_p(order->less_one.lo, order->less_one.hi) && mpfr_integer_p(x) && mpfr_fits_slong_p(x, MPFR_RNDN))
		order->whole = mpfr_get_si(x, MPFR_RNDN);
	mpfr_clear(x);
}

static void power(const struct order *order, const struct dpmf_enclosure *x, struct dpmf_enclosure *z)
{
	if (order->whole == 0) {
		dpmf_interval_pow(z, x, &order->less_one);
		return;
	}
	dpmf_interval_set(z, x);
	for (int i = 0; i < order->halvings; i++)
		dpmf_interval_sqrt(z, z);
	dpmf_interval_pow_si(z, z, order->whole);
}

/* The sum of P (P / Q)^(alpha - 1). Below the window P / Q is at most what it is at its
   first outcome; above, at most `top`. */
static void moment(const struct dpmf_pbm_laws *laws, const struct order *order, struct dpmf_enclosure *sum)
{
	struct dpmf_enclosure x;

	dpmf_interval_init(&x, 1, DPMF_PBM_BITS);
	dpmf_interval_set_ui(sum, 0);
	for (size_t i = 0; i < laws->p.count; i++) {
		dpmf_interval_div(&x, &laws->p.mass[i], &laws->q.mass[i]);
		power(order, &x, &x);
		if (i == 0) {
			mpfr_mul(sum->hi, x.hi, laws->p.below.hi, MPFR_RNDU);
		}
		dpmf_interval_mul(&x, &x, &laws->p.mass[i]);
		dpmf_interval_add(sum, sum, &x);
	}
	power(order, &laws->top, &x);
	mpfr_mul(x.hi, x.hi, laws->p.above.hi, MPFR_RNDU);
	mpfr_add(sum->hi, sum->hi, x.hi, MPFR_RNDU);
	dpmf_interval_clear(&x, 1);
}

enum dpmf_status dpmf_pbm_pair_renyi(const struct dpmf_pbm_pair *pair, const struct dpmf_enclosure *alpha,
                                     struct dpmf_enclosure *divergence, struct dpmf_error *error)
{
	const double span = (mpfr_get_d(alpha->hi, MPFR_RNDU) - 1) * (double)pair->quanta *
	                    log(mpfr_get_d(pair->odds->hi, MPFR_RNDU));
	struct dpmf_pbm_laws laws;
	struct order order;
	struct dpmf_enclosure sum;
	enum dpmf_status status = dpmf_pbm_laws_init(pair, NEGLECTED + span, &laws, error);

	if (status != DPMF_OK)
		return status;
	dpmf_interval_init(&sum, 1, DPMF_PBM_BITS);
	order_init(alpha, &order);
	moment(&laws, &order, &sum);
	dpmf_interval_log(&sum, &sum);
	dpmf_interval_div(divergence, &sum, &order.less_one);
	dpmf_interval_clear(&sum, 1);
	dpmf_enclosure_clear(&order.less_one);
	dpmf_pbm_laws_clear(&laws);
	return DPMF_OK;
}

enum dpmf_status dpmf_pbm_pair_delta(const struct dpmf_pbm_pair *pair, const struct dpmf_enclosure *epsilon,
                                     struct dpmf_enclosure *delta, struct dpmf_error *error)
{
	struct dpmf_pbm_laws laws;
	struct dpmf_enclosure x, factor, sum;
	enum dpmf_status status = dpmf_pbm_laws_init(pair, 4 * NEGLECTED, &laws, error);

	if (status != DPMF_OK)
		return status;
	dpmf_interval_init(&x, 1, DPMF_PBM_BITS);
	dpmf_interval_init(&factor, 1, DPMF_PBM_BITS);
	dpmf_interval_init(&sum, 1, DPMF_PBM_BITS);
	dpmf_interval_exp(&factor, epsilon);
	dpmf_interval_set_ui(&sum, 0);
	for (size_t i = 0; i < laws.p.count; i++) {
		dpmf_interval_mul(&x, &laws.q.mass[i], &factor);
		dpmf_interval_sub(&x, &laws.p.mass[i], &x);
		if (mpfr_sgn(x.lo) > 0)
			mpfr_add(sum.lo, sum.lo, x.lo, MPFR_RNDD);
		if (mpfr_sgn(x.hi) > 0)
			mpfr_add(sum.hi, sum.hi, x.hi, MPFR_RNDU);
		if (i == 0 && mpfr_sgn(x.hi) > 0)
			mpfr_add(sum.hi, sum.hi, laws.p.below.hi, MPFR_RNDU);
	}
	if (mpfr_cmp(laws.top.hi, factor.lo) > 0)
		mpfr_add(sum.hi, sum.hi, laws.p.above.hi, MPFR_RNDU);
	dpmf_interval_set(delta, &sum);
	dpmf_interval_clear(&x, 1);
	dpmf_interval_clear(&factor, 1);
	dpmf_interval_clear(&sum, 1);
	dpmf_pbm_laws_clear(&laws);
	return DPMF_OK;
}

/* The largest (P[S >= s] - delta) / Q[S >= s], at least 1, over the outcomes. An s
   beyond the window adds (P[S > to] - delta) / Q[S > to], which counts only where
   that may be positive; one below it adds at most (1 - delta) / Q[S >= from]. */
static void largest_ratio(const struct dpmf_pbm_laws *laws, const struct dpmf_enclosure *delta, struct dpmf_enclosure *best)
{
	struct dpmf_enclosure x[3]; /* the tails of P and Q, and a ratio */

	dpmf_interval_init(x, 3, DPMF_PBM_BITS);
	dpmf_interval_set(&x[0], &laws->p.above);
	dpmf_interval_set(&x[1], &laws->q.above);
	dpmf_interval_set_ui(best, 1);
	if (mpfr_cmp(x[0].hi, delta->lo) > 0)
		mpfr_max(best->hi, best->hi, laws->top.hi, MPFR_RNDU);
	for (size_t i = laws->p.count; i-- > 0; ) {
		dpmf_interval_add(&x[0], &x[0], &laws->p.mass[i]);
		dpmf_interval_add(&x[1], &x[1], &laws->q.mass[i]);
		dpmf_interval_sub(&x[2], &x[0], delta);
		dpmf_interval_div(&x[2], &x[2], &x[1]);
		dpmf_interval_max(best, best, &x[2]);
	}
	mpfr_ui_sub(x[2].hi, 1, delta->lo, MPFR_RNDU);
	mpfr_div(x[2].hi, x[2].hi, x[1].lo, MPFR_RNDU);
	mpfr_max(best->hi, best->hi, x[2].hi, MPFR_RNDU);
	dpmf_interval_clear(x, 3);
}

enum dpmf_status dpmf_pbm_pair_epsilon(const struct dpmf_pbm_pair *pair, const struct dpmf_enclosure *delta,
                                       struct dpmf_enclosure *epsilon, struct dpmf_error *error)
{
	const double depth = -(double)mpfr_get_exp(delta->lo) * 0.7;
	struct dpmf_pbm_laws laws;
	struct dpmf_enclosure best;
	enum dpmf_status status = dpmf_pbm_laws_init(pair, NEGLECTED + depth, &laws, error);

	if (status != DPMF_OK)
		return status;
	dpmf_interval_init(&best, 1, DPMF_PBM_BITS);
	largest_ratio(&laws, delta, &best);
	dpmf_interval_log(epsilon, &best);
	dpmf_interval_clear(&best, 1);
	dpmf_pbm_laws_clear(&laws);
	return DPMF_OK;
}
