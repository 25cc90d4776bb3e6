/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "account/pbm_compose.h"

#include "account/bracket.h"
#include "account/interval.h"
#include "account/pbm_pld.h"
#include "account/placement.h"

/* Exact in binary, so that an order is the number that is printed. */
static const double orders[] = {
	1.0625, 1.125, 1.25, 1.375, 1.5, 1.75, 2, 2.5, 3, 4, 5, 6, 8, 10, 12, 16, 20, 24, 32, 40, 48, 64, 80, 96, 128,
	192, 256, 384, 512, 1024,
};
/* Every further bit of a message must buy so much less variance. */
static const double worthwhile = 1.01;

enum { ORDERS = sizeof orders / sizeof *orders, FIRST_ORDER = 8, GRID = 65536 };

/* divergence + ln((alpha - 1) / alpha) - (ln delta + ln alpha) / (alpha - 1) */
static void convert(double order, const struct dpmf_enclosure *divergence, const struct dpmf_enclosure *delta,
                    struct dpmf_enclosure *epsilon)
{
	struct dpmf_enclosure x[3];

	dpmf_interval_init(x, 3, DPMF_ACCOUNT_BITS);
	dpmf_interval_set_d(&x[0], order);
	dpmf_interval_add_si(&x[1], &x[0], -1);
	dpmf_interval_mul(&x[2], &x[0], delta);
	dpmf_interval_log(&x[2], &x[2]);
	dpmf_interval_div(&x[2], &x[2], &x[1]);
	dpmf_interval_div(&x[1], &x[1], &x[0]);
	dpmf_interval_log(&x[1], &x[1]);
	dpmf_interval_sub(&x[1], &x[1], &x[2]);
	dpmf_interval_add(epsilon, divergence, &x[1]);
	dpmf_interval_clear(x, 3);
}

/* The answer where all the others hold +c: one placement, often the worst. */
static enum dpmf_status at_corner(const struct dpmf_pbm *pbm, dpmf_pbm_question question,
                                  const struct dpmf_enclosure *argument, struct dpmf_enclosure *value,
                                  struct dpmf_error *error)
{
	struct dpmf_enclosure odds;
	const struct dpmf_pbm_pair pair = { dpmf_pbm_others(pbm->users, pbm->quanta), 0, pbm->quanta, &odds };
	enum dpmf_status status;

	dpmf_enclosure_init(&odds);
	dpmf_pbm_odds(&pbm->theta, &odds);
	status = question(&pair, argument, value, error);
	dpmf_enclosure_clear(&odds);
	return status;
}

static enum dpmf_status epsilon_at_corner(const struct dpmf_pbm *pbm, const struct dpmf_enclosure *delta, int order,
                                          struct dpmf_enclosure *epsilon, struct dpmf_error *error)
{
	struct dpmf_enclosure alpha;
	enum dpmf_status status;

	dpmf_enclosure_init(&alpha);
	dpmf_interval_set_d(&alpha, orders[order]);
	status = at_corner(pbm, dpmf_pbm_pair_renyi, &alpha, epsilon, error);
	if (status == DPMF_OK) {
		dpmf_interval_mul_ui(epsilon, epsilon, pbm->coordinates * pbm->rounds);
		convert(orders[order], epsilon, delta, epsilon);
	}
	dpmf_enclosure_clear(&alpha);
	return status;
}

/* The order that is best at the corner, and the epsilon there. The epsilon falls
   up to the best order and rises from there: walk on while it falls. */
static enum dpmf_status best_order(const struct dpmf_pbm *pbm, const struct dpmf_enclosure *delta, double *order,
                                   struct dpmf_enclosure *epsilon, struct dpmf_error *error)
{
	struct dpmf_enclosure x;
	int best = FIRST_ORDER;
	enum dpmf_status status = epsilon_at_corner(pbm, delta, best, epsilon, error);

	dpmf_enclosure_init(&x);
	for (int way = 1; way >= -1 && status == DPMF_OK; way -= 2) {
		for (int i = best + way; i >= 0 && i < ORDERS; i += way) {
			status = epsilon_at_corner(pbm, delta, i, &x, error);
			if (status != DPMF_OK || mpfr_cmp(x.hi, epsilon->hi) >= 0)
				break;
			dpmf_interval_set(epsilon, &x);
			best = i;
		}
		if (best != FIRST_ORDER)
			break;
	}
	*order = orders[best];
	dpmf_enclosure_clear(&x);
	return status;
}

static enum dpmf_status check_delta(const struct dpmf_enclosure *delta, struct dpmf_error *error)
{
	if (mpfr_sgn(delta->lo) > 0 && mpfr_cmp_ui(delta->hi, 1) < 0)
		return DPMF_OK;
	return dpmf_fail(error, DPMF_INPUT, "delta is %g: dpmf-rp Definitions 3.1 and 3.2 need it in (0, 1)",
	                 mpfr_get_d(delta->lo, MPFR_RNDN));
}

static enum dpmf_status epsilon_of_many(const struct dpmf_pbm *pbm, const struct dpmf_enclosure *delta,
                                        struct dpmf_pbm_worst *worst, double *order, struct dpmf_error *error)
{
	struct dpmf_enclosure x[2];
	double alpha = 0;
	enum dpmf_status status;

	dpmf_interval_init(x, 2, DPMF_ACCOUNT_BITS);
	status = best_order(pbm, delta, &alpha, &x[0], error);
	if (status == DPMF_OK)
		status = at_corner(pbm, dpmf_pbm_pair_epsilon, delta, &x[0], error);
	if (status == DPMF_OK) {
		dpmf_interval_set_d(&x[1], alpha);
		status = dpmf_pbm_rdp(pbm, &x[1], worst, error);
	}
	if (status == DPMF_OK) {
		*order = alpha;
		convert(alpha, &worst->value, delta, &worst->value);
		mpfr_set(worst->value.lo, x[0].lo, MPFR_RNDD);
		mpfr_max(worst->value.hi, worst->value.hi, worst->value.lo, MPFR_RNDU);
	}
	if (status == DPMF_OK && pbm->coordinates * pbm->rounds <= DPMF_PBM_PLD_PARTS && mpfr_cmp_d(delta->lo, 1e-250) > 0) {
		status = dpmf_pbm_pld_epsilon(pbm, delta, 0, &x[0], error);
		if (status == DPMF_OK && mpfr_cmp(x[0].hi, worst->value.hi) < 0) {
			mpfr_set(worst->value.hi, x[0].hi, MPFR_RNDU);
			*order = 0;
		}
		if (status == DPMF_OK)
			mpfr_max(worst->value.lo, worst->value.lo, x[0].lo, MPFR_RNDD);
	}
	dpmf_interval_clear(x, 2);
	return status;
}

enum dpmf_status dpmf_pbm_epsilon(const struct dpmf_pbm *pbm, const struct dpmf_enclosure *delta,
                                  struct dpmf_pbm_worst *worst, double *order, struct dpmf_error *error)
{
	enum dpmf_status status = dpmf_pbm_check(pbm, error);

	if (status == DPMF_OK)
		status = check_delta(delta, error);
	if (status != DPMF_OK)
		return status;
	if (pbm->coordinates * pbm->rounds > 1)
		return epsilon_of_many(pbm, delta, worst, order, error);
	status = dpmf_pbm_worst(pbm, dpmf_pbm_pair_epsilon, delta, 0, worst, error);
	if (status == DPMF_OK)
		*order = 0;
	return status;
}

void dpmf_pbm_c0_delta(const struct dpmf_pbm *pbm, const struct dpmf_enclosure *delta,
                       const struct dpmf_enclosure *epsilon, struct dpmf_enclosure *c0)
{
	struct dpmf_enclosure x[2];

	dpmf_interval_init(x, 2, DPMF_ACCOUNT_BITS);
	dpmf_interval_log(&x[0], delta);
	dpmf_interval_sub(&x[0], epsilon, &x[0]);
	dpmf_interval_sqr(&x[1], epsilon);
	dpmf_interval_div(&x[1], &x[1], &x[0]);
	dpmf_interval_scale(&x[1], &x[1], -2);
	dpmf_pbm_factor(pbm, &x[0]);
	dpmf_interval_div(c0, &x[1], &x[0]);
	dpmf_interval_clear(x, 2);
}

static void set_theta(struct dpmf_pbm *pbm, unsigned long steps)
{
	dpmf_interval_set_ui(&pbm->theta, steps);
	dpmf_interval_div_ui(&pbm->theta, &pbm->theta, GRID);
}

/* Whether the target is kept: at the corner only, which may be too hopeful, or surely. */
static enum dpmf_status keeps(const struct dpmf_pbm *pbm, const struct dpmf_pbm_target *target, bool surely,
                              bool *yes, struct dpmf_error *error)
{
	struct dpmf_pbm_worst worst;
	double order = 0;
	enum dpmf_status status;

	dpmf_pbm_worst_init(&worst);
	if (surely)
		status = target->delta ? dpmf_pbm_epsilon(pbm, target->delta, &worst, &order, error)
		                       : dpmf_pbm_rdp(pbm, target->alpha, &worst, error);
	else if (!target->delta)
		status = at_corner(pbm, dpmf_pbm_pair_renyi, target->alpha, &worst.value, error);
	else if (pbm->coordinates * pbm->rounds == 1)
		status = at_corner(pbm, dpmf_pbm_pair_epsilon, target->delta, &worst.value, error);
	else
		status = best_order(pbm, target->delta, &order, &worst.value, error);
	if (status == DPMF_OK && !surely && !target->delta)
		dpmf_interval_mul_ui(&worst.value, &worst.value, pbm->coordinates * pbm->rounds);
	*yes = status == DPMF_OK && mpfr_cmp(worst.value.hi, target->epsilon->lo) <= 0;
	dpmf_pbm_worst_clear(&worst);
	return status;
}

/* The most steps of theta, up to `most`, that keep the target; 0 for none. More theta
   allows more inputs, so what keeps it stays below what does not. */
static enum dpmf_status most_steps(struct dpmf_pbm *pbm, const struct dpmf_pbm_target *target, bool surely,
                                   unsigned long most, unsigned long *steps, struct dpmf_error *error)
{
	struct dpmf_bracket b;
	enum dpmf_status status = DPMF_OK;

	/* Surely: `most` nearly keeps it, so look from there down. */
	dpmf_bracket_open(&b, most);
	while (status == DPMF_OK && b.bad - b.good > 1) {
		const unsigned long here = dpmf_bracket_next(&b, most, surely);
		bool yes = false;

		set_theta(pbm, here);
		status = keeps(pbm, target, surely, &yes, error);
		dpmf_bracket_move(&b, most, here, yes);
	}
	*steps = b.good;
	return status;
}

enum dpmf_status dpmf_pbm_select(struct dpmf_pbm *pbm, const struct dpmf_pbm_target *target, struct dpmf_error *error)
{
	const unsigned long before = pbm->quanta;
	unsigned long best = 0, best_steps = 0, steps = 0;
	enum dpmf_status status = DPMF_OK;

	if (target->delta ? check_delta(target->delta, error) : dpmf_pbm_check_order(target->alpha, error))
		return DPMF_INPUT;
	if (mpfr_sgn(target->epsilon->lo) <= 0)
		return dpmf_fail(error, DPMF_INPUT, "epsilon must be above 0: nothing but noise keeps 0");
	if (target->bits < 1 || target->bits > 30 || pbm->users == 0 || pbm->users >= 1UL << target->bits)
		return dpmf_fail(error, DPMF_INPUT, "%lu users and %u bits: a sum of at least one Bernoulli of each must fit "
		                 "into 1 to 30 bits", pbm->users, target->bits);
	for (unsigned long q = 1; q * pbm->users < 1UL << target->bits && status == DPMF_OK; q *= 2) {
		pbm->quanta = q;
		status = most_steps(pbm, target, false, GRID / 4, &steps, error);
		if ((double)(q * steps * steps) > worthwhile * (double)(best * best_steps * best_steps)) {
			best = q;
			best_steps = steps;
		}
	}
	pbm->quanta = best ? best : 1;
	if (status == DPMF_OK && best)
		status = most_steps(pbm, target, true, best_steps, &best_steps, error);
	if (status == DPMF_OK && best && best_steps) {
		set_theta(pbm, best_steps);
		return DPMF_OK;
	}
	pbm->quanta = before;
	return status != DPMF_OK ? status : dpmf_fail(error, DPMF_NO, "no theta of at least 1/%d keeps the target with %lu users: "
	                                              "take more users, fewer coordinates or rounds, or a weaker target",
	                                              GRID, pbm->users);
}
