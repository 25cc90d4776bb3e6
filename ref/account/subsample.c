/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "account/subsample.h"

#include "account/interval.h"

static enum dpmf_status check_rate(const struct dpmf_enclosure *rate, struct dpmf_error *error)
{
	if (mpfr_sgn(rate->lo) > 0 && mpfr_cmp_ui(rate->hi, 1) <= 0)
		return DPMF_OK;
	return dpmf_fail(error, DPMF_INPUT, "the sampling rate is %g: it must be in (0, 1]", mpfr_get_d(rate->lo, MPFR_RNDN));
}

/* inner = ln(1 + (e^epsilon - 1) / rate) */
static void amplified(const struct dpmf_enclosure *rate, const struct dpmf_enclosure *epsilon, struct dpmf_enclosure *inner)
{
	dpmf_interval_expm1(inner, epsilon);
	dpmf_interval_div(inner, inner, rate);
	dpmf_interval_log1p(inner, inner);
}

static enum dpmf_status delta_add(const struct dpmf_subsample_base *base, const struct dpmf_enclosure *rate,
                                  const struct dpmf_enclosure *epsilon, struct dpmf_enclosure *x,
                                  struct dpmf_enclosure *delta, struct dpmf_error *error)
{
	enum dpmf_status status;

	amplified(rate, epsilon, &x[0]);
	status = base->at(base->context, DPMF_SUBSAMPLE_ADD, &x[0], &x[1], error);
	if (status == DPMF_OK)
		dpmf_interval_mul(delta, &x[1], rate);
	return status;
}

static enum dpmf_status delta_remove(const struct dpmf_subsample_base *base, const struct dpmf_enclosure *rate,
                                     const struct dpmf_enclosure *epsilon, struct dpmf_enclosure *x,
                                     struct dpmf_enclosure *delta, struct dpmf_error *error)
{
	enum dpmf_status status;

	/* b = rate e^epsilon - (e^epsilon - 1) */
	dpmf_interval_exp(&x[0], epsilon);
	dpmf_interval_mul(&x[0], &x[0], rate);
	dpmf_interval_expm1(&x[1], epsilon);
	dpmf_interval_sub(&x[1], &x[0], &x[1]);
	if (mpfr_sgn(x[1].hi) <= 0) {
		dpmf_interval_set_ui(delta, 0);
		return DPMF_OK;
	}
	if (mpfr_sgn(x[1].lo) <= 0) {
		dpmf_interval_set_ui(delta, 0);
		mpfr_set(delta->hi, x[1].hi, MPFR_RNDU); /* b delta <= b */
		return DPMF_OK;
	}
	dpmf_interval_div(&x[0], &x[0], &x[1]);
	dpmf_interval_log(&x[0], &x[0]);
	if (mpfr_sgn(x[0].lo) < 0) /* e^epsilon rate / b >= 1 */
		mpfr_set_zero(x[0].lo, 1);
	status = base->at(base->context, DPMF_SUBSAMPLE_REMOVE, &x[0], &x[2], error);
	if (status == DPMF_OK)
		dpmf_interval_mul(delta, &x[1], &x[2]);
	return status;
}

static enum dpmf_status delta_replace(const struct dpmf_subsample_base *base, const struct dpmf_enclosure *rate,
                                      const struct dpmf_enclosure *epsilon, struct dpmf_enclosure *x,
                                      struct dpmf_enclosure *delta, struct dpmf_error *error)
{
	enum dpmf_status status;

	amplified(rate, epsilon, &x[0]);
	status = base->at(base->context, DPMF_SUBSAMPLE_ADD, &x[0], &x[1], error);
	if (status == DPMF_OK)
		status = base->at(base->context, DPMF_SUBSAMPLE_REPLACE, &x[0], &x[2], error);
	if (status != DPMF_OK)
		return status;
	dpmf_interval_sub(&x[0], epsilon, &x[0]);
	dpmf_interval_exp(&x[0], &x[0]);
	dpmf_interval_mul(&x[2], &x[2], &x[0]);
	dpmf_interval_neg(&x[0], &x[0]);
	dpmf_interval_add_si(&x[0], &x[0], 1);
	dpmf_interval_mul(&x[1], &x[1], &x[0]);
	dpmf_interval_add(&x[1], &x[1], &x[2]);
	dpmf_interval_mul(delta, &x[1], rate);
	mpfr_set_zero(delta->lo, 1);
	return DPMF_OK;
}

enum dpmf_status dpmf_subsample_delta(const struct dpmf_subsample_base *base, const struct dpmf_enclosure *rate,
                                      enum dpmf_subsample_neighbours neighbours, const struct dpmf_enclosure *epsilon,
                                      struct dpmf_enclosure *delta, struct dpmf_error *error)
{
	struct dpmf_enclosure x[3];
	enum dpmf_status status = check_rate(rate, error);

	if (status != DPMF_OK)
		return status;
	if (mpfr_sgn(epsilon->lo) < 0)
		return dpmf_fail(error, DPMF_INPUT, "epsilon must be 0 or more");
	dpmf_interval_init(x, 3, DPMF_ACCOUNT_BITS);
	if (neighbours == DPMF_SUBSAMPLE_ADD)
		status = delta_add(base, rate, epsilon, x, delta, error);
	else if (neighbours == DPMF_SUBSAMPLE_REMOVE)
		status = delta_remove(base, rate, epsilon, x, delta, error);
	else
		status = delta_replace(base, rate, epsilon, x, delta, error);
	dpmf_interval_clear(x, 3);
	return status;
}

/* D_j of ADD, or the larger of both directions. */
static enum dpmf_status base_renyi(const struct dpmf_subsample_base *base, bool both, unsigned long j,
                                   struct dpmf_enclosure *x, struct dpmf_enclosure *divergence, struct dpmf_error *error)
{
	struct dpmf_enclosure other;
	enum dpmf_status status;

	dpmf_interval_set_ui(x, j);
	status = base->at(base->context, DPMF_SUBSAMPLE_ADD, x, divergence, error);
	if (status != DPMF_OK || !both)
		return status;
	dpmf_enclosure_init(&other);
	status = base->at(base->context, DPMF_SUBSAMPLE_REMOVE, x, &other, error);
	if (status == DPMF_OK)
		dpmf_interval_max(divergence, divergence, &other);
	dpmf_enclosure_clear(&other);
	return status;
}

/* sum of C(alpha, j) (1 - rate)^(alpha-j) rate^j e^((j-1) D_j); tripled: those from j = 3 on
   three times, with the D_j of both directions. */
static enum dpmf_status moments(const struct dpmf_subsample_base *base, bool tripled,
                                const struct dpmf_enclosure *rate, unsigned long alpha,
                                struct dpmf_enclosure *sum, struct dpmf_error *error)
{
	struct dpmf_enclosure x[4]; /* 1 - rate, D_j, C(alpha, j), and a term */
	enum dpmf_status status = DPMF_OK;

	dpmf_interval_init(x, 4, DPMF_ACCOUNT_BITS);
	dpmf_interval_neg(&x[0], rate);
	dpmf_interval_add_si(&x[0], &x[0], 1);
	dpmf_interval_set_ui(&x[2], 1);
	dpmf_interval_set_ui(sum, 0);
	for (unsigned long j = 0; j <= alpha && status == DPMF_OK; j++) {
		dpmf_interval_set_ui(&x[1], 0);
		if (j > 0) {
			dpmf_interval_mul_ui(&x[2], &x[2], alpha - j + 1);
			dpmf_interval_div_ui(&x[2], &x[2], j);
		}
		if (j > 1) {
			status = base_renyi(base, tripled, j, &x[3], &x[1], error);
			dpmf_interval_mul_ui(&x[1], &x[1], j - 1);
		}
		dpmf_interval_exp(&x[1], &x[1]);
		dpmf_interval_mul(&x[1], &x[1], &x[2]);
		dpmf_interval_pow_si(&x[3], rate, (long)j);
		dpmf_interval_mul(&x[1], &x[1], &x[3]);
		dpmf_interval_pow_si(&x[3], &x[0], (long)(alpha - j));
		dpmf_interval_mul(&x[1], &x[1], &x[3]);
		if (j > 2 && tripled)
			dpmf_interval_mul_ui(&x[1], &x[1], 3);
		dpmf_interval_add(sum, sum, &x[1]);
	}
	dpmf_interval_clear(x, 4);
	return status;
}

static enum dpmf_status one_sided(const struct dpmf_subsample_base *base, bool mirrored,
                                  const struct dpmf_enclosure *rate, enum dpmf_subsample_neighbours neighbours,
                                  unsigned long alpha, struct dpmf_enclosure *divergence, struct dpmf_error *error)
{
	const bool exact = neighbours == DPMF_SUBSAMPLE_ADD;
	struct dpmf_enclosure sum;
	enum dpmf_status status;

	dpmf_enclosure_init(&sum);
	status = moments(base, !exact && !mirrored, rate, alpha, &sum, error);
	if (status == DPMF_OK) {
		dpmf_interval_log(&sum, &sum);
		dpmf_interval_div_ui(divergence, &sum, alpha - 1);
		if (!exact || mpfr_sgn(divergence->lo) < 0)
			mpfr_set_zero(divergence->lo, 1);
	}
	dpmf_enclosure_clear(&sum);
	return status;
}

static enum dpmf_status by_way_of_none(const struct dpmf_subsample_base *base, bool mirrored,
                                       const struct dpmf_enclosure *rate, unsigned long alpha,
                                       struct dpmf_enclosure *divergence, struct dpmf_error *error)
{
	struct dpmf_enclosure x[2];
	enum dpmf_status status;

	dpmf_interval_init(x, 2, DPMF_ACCOUNT_BITS);
	status = one_sided(base, mirrored, rate, DPMF_SUBSAMPLE_ADD, 2 * alpha, &x[0], error);
	if (status == DPMF_OK)
		status = one_sided(base, mirrored, rate, DPMF_SUBSAMPLE_REMOVE, 2 * alpha - 1, &x[1], error);
	if (status == DPMF_OK) {
		dpmf_interval_mul_ui(&x[0], &x[0], 2 * alpha - 1);
		dpmf_interval_div_ui(&x[0], &x[0], 2 * (alpha - 1));
		dpmf_interval_add(divergence, &x[0], &x[1]);
		mpfr_set_zero(divergence->lo, 1);
	}
	dpmf_interval_clear(x, 2);
	return status;
}

enum dpmf_status dpmf_subsample_renyi(const struct dpmf_subsample_base *base, bool mirrored,
                                      const struct dpmf_enclosure *rate, enum dpmf_subsample_neighbours neighbours,
                                      unsigned long alpha, struct dpmf_enclosure *divergence, struct dpmf_error *error)
{
	const unsigned long most = neighbours == DPMF_SUBSAMPLE_REPLACE ? DPMF_SUBSAMPLE_ORDERS / 2 : DPMF_SUBSAMPLE_ORDERS;
	const enum dpmf_status status = check_rate(rate, error);

	if (status != DPMF_OK)
		return status;
	if (alpha < 2 || alpha > most)
		return dpmf_fail(error, DPMF_INPUT, "the order is %lu: the expansion of a sampled mechanism needs a whole one "
		                 "from 2 to %lu", alpha, most);
	if (neighbours == DPMF_SUBSAMPLE_REPLACE)
		return by_way_of_none(base, mirrored, rate, alpha, divergence, error);
	return one_sided(base, mirrored, rate, neighbours, alpha, divergence, error);
}
