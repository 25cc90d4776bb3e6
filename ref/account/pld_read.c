/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdbool.h>

#include "account/interval.h"
#include "account/pld.h"

enum { BITS = 192 };

/* The mass above a point and what it weighs under Q, from the top of the grid down. */
struct tail {
	const struct dpmf_pld *pld;
	size_t next; /* mass[next], ... are in the sums */
	struct dpmf_enclosure p, q;          /* sums of mass and of mass e^-loss */
	struct dpmf_enclosure inverse, step; /* e^-loss of mass[next - 1], e^(2^-power) */
	struct dpmf_enclosure x;             /* room */
};

/* Without rounding on the upper side, whose offset is 0. */
static double loss_at(const struct dpmf_pld *pld, size_t i)
{
	return ldexp((double)(pld->first + (long)i), -pld->power) + pld->offset;
}

static void open_tail(const struct dpmf_pld *pld, struct tail *tail)
{
	tail->pld = pld;
	tail->next = pld->count;
	dpmf_interval_init(&tail->p, 1, BITS);
	dpmf_interval_init(&tail->q, 1, BITS);
	dpmf_interval_init(&tail->inverse, 1, BITS);
	dpmf_interval_init(&tail->step, 1, BITS);
	dpmf_interval_init(&tail->x, 1, BITS);
	dpmf_interval_set_ui(&tail->p, 0);
	dpmf_interval_set_ui(&tail->q, 0);
	dpmf_interval_set_d(&tail->step, ldexp(1, -pld->power));
	dpmf_interval_exp(&tail->step, &tail->step);
	dpmf_interval_set_d(&tail->inverse, ldexp((double)pld->first + (double)(pld->count - 1), -pld->power));
	dpmf_interval_set_d(&tail->x, pld->offset);
	dpmf_interval_add(&tail->inverse, &tail->inverse, &tail->x);
	dpmf_interval_neg(&tail->inverse, &tail->inverse);
	dpmf_interval_exp(&tail->inverse, &tail->inverse);
}

static void close_tail(struct tail *tail)
{
	dpmf_interval_clear(&tail->p, 1);
	dpmf_interval_clear(&tail->q, 1);
	dpmf_interval_clear(&tail->inverse, 1);
	dpmf_interval_clear(&tail->step, 1);
	dpmf_interval_clear(&tail->x, 1);
}

/* One point more. */
static void extend(struct tail *tail)
{
	const double mass = tail->pld->mass[--tail->next];

	mpfr_add_d(tail->p.lo, tail->p.lo, mass, MPFR_RNDD);
	mpfr_add_d(tail->p.hi, tail->p.hi, mass, MPFR_RNDU);
	mpfr_mul_d(tail->x.lo, tail->inverse.lo, mass, MPFR_RNDD);
	mpfr_mul_d(tail->x.hi, tail->inverse.hi, mass, MPFR_RNDU);
	mpfr_add(tail->q.lo, tail->q.lo, tail->x.lo, MPFR_RNDD);
	mpfr_add(tail->q.hi, tail->q.hi, tail->x.hi, MPFR_RNDU);
	mpfr_mul(tail->inverse.lo, tail->inverse.lo, tail->step.lo, MPFR_RNDD);
	mpfr_mul(tail->inverse.hi, tail->inverse.hi, tail->step.hi, MPFR_RNDU);
}

/* infinite + P - e^epsilon Q of the losses above epsilon. On the lower side the losses above any
   point give no more than these, so that there nothing rests on which side of epsilon a loss is. */
double dpmf_pld_delta(const struct dpmf_pld *pld, double epsilon)
{
	const bool up = pld->side == DPMF_PLD_UPPER;
	struct tail tail;
	double delta;

	open_tail(pld, &tail);
	while (tail.next > 0 && loss_at(pld, tail.next - 1) > epsilon)
		extend(&tail);
	dpmf_interval_set_d(&tail.x, tail.next == pld->count ? 0 : epsilon);
	dpmf_interval_exp(&tail.x, &tail.x);
	dpmf_interval_mul(&tail.q, &tail.q, &tail.x);
	dpmf_interval_sub(&tail.p, &tail.p, &tail.q);
	mpfr_add_d(tail.p.hi, tail.p.hi, pld->infinite, MPFR_RNDU);
	delta = up ? mpfr_get_d(tail.p.hi, MPFR_RNDU) : mpfr_get_d(tail.p.lo, MPFR_RNDD);
	close_tail(&tail);
	return delta > 1 ? 1 : delta > 0 ? delta : 0;
}

/* x.hi or x.lo = infinite + P - delta, and whether that is above e^loss Q, the loss being that of the next point. */
static bool is_above(struct tail *tail, double delta)
{
	bool above;
	mpfr_t y;

	mpfr_init2(y, BITS);
	if (tail->pld->side == DPMF_PLD_UPPER) {
		mpfr_add_d(tail->x.hi, tail->p.hi, tail->pld->infinite, MPFR_RNDU);
		mpfr_sub_d(tail->x.hi, tail->x.hi, delta, MPFR_RNDU);
		mpfr_mul(y, tail->x.hi, tail->inverse.hi, MPFR_RNDU);
		above = mpfr_cmp(y, tail->q.lo) > 0;
	} else {
		mpfr_sub_d(tail->x.lo, tail->p.lo, delta, MPFR_RNDD);
		mpfr_mul(y, tail->x.lo, tail->inverse.lo, MPFR_RNDD);
		above = mpfr_cmp(y, tail->q.hi) > 0;
	}
	mpfr_clear(y);
	return above;
}

/* ln((infinite + P - delta) / Q), where the tail's part of the curve reaches delta; no number where it does not. */
static double solve(struct tail *tail)
{
	if (tail->pld->side == DPMF_PLD_UPPER) {
		mpfr_div(tail->x.hi, tail->x.hi, tail->q.lo, MPFR_RNDU);
		mpfr_log(tail->x.hi, tail->x.hi, MPFR_RNDU);
		return mpfr_get_d(tail->x.hi, MPFR_RNDU);
	}
	mpfr_div(tail->x.lo, tail->x.lo, tail->q.hi, MPFR_RNDD);
	mpfr_log(tail->x.lo, tail->x.lo, MPFR_RNDD);
	return mpfr_get_d(tail->x.lo, MPFR_RNDD);
}

/* Down from the top, to the first step at whose lower end the curve is above delta; below the
   lowest point nothing is added. */
double dpmf_pld_epsilon(const struct dpmf_pld *pld, double delta)
{
	double epsilon = 0, least = pld->count > 0 ? loss_at(pld, pld->count - 1) : 0;
	struct tail tail;

	if (pld->infinite > delta)
		return INFINITY;
	open_tail(pld, &tail);
	while (tail.next > 0 && least > 0) {
		extend(&tail);
		least = tail.next > 0 ? loss_at(pld, tail.next - 1) : 0;
		if (is_above(&tail, delta) || tail.next == 0) {
			epsilon = solve(&tail);
			/* the step's lower end, where rounding leads below it */
			if (pld->side == DPMF_PLD_UPPER && epsilon < least)
				epsilon = least;
			break;
		}
	}
	close_tail(&tail);
	return epsilon > 0 ? epsilon : 0;
}
