/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>

#include "account/interval.h"
#include "account/lattice.h"
#include "account/masses.h"
#include "account/pld.h"

enum { SHARES = 256 };

/* The masses above the lower end of a cell (P, Q) and above its upper end (NEXT_P, NEXT_Q),
   what is between (M under P, N under Q), and room. */
enum { P, Q, NEXT_P, NEXT_Q, M, N, X, Y, ALL };

struct cells {
	struct dpmf_pld *pld;
	struct dpmf_enclosure at[ALL];
	double *mass, *share; /* lower side: of each cell, and where in it the mean surely reaches, in steps */
};

/* Upper side. */
static void place(struct dpmf_pld *pld, long at, mpfr_srcptr mass)
{
	mpfr_t x;

	mpfr_init2(x, 53);
	mpfr_add_d(x, mass, pld->mass[at], MPFR_RNDU);
	pld->mass[at] = mpfr_get_d(x, MPFR_RNDU);
	mpfr_clear(x);
}

/* e^-loss at the point i of the grid */
static void inverse_ratio(const struct dpmf_pld *pld, long i, struct dpmf_enclosure *z)
{
	dpmf_interval_set_d(z, -ldexp((double)(pld->first + i), -pld->power));
	dpmf_interval_exp(z, z);
}

/* m_b = (m e^-a - n) / (e^-a - e^-b), m_a = m - m_b = (n - m e^-b) / (e^-a - e^-b), each within [0, m]. */
static void split(struct cells *c, long i)
{
	struct dpmf_enclosure *a = &c->at[X], *b = &c->at[Y], z[2];

	dpmf_interval_init(z, 2, DPMF_ACCOUNT_BITS);
	inverse_ratio(c->pld, i, a);
	inverse_ratio(c->pld, i + 1, b);
	dpmf_interval_mul(&z[0], &c->at[M], a);
	dpmf_interval_sub(&z[0], &z[0], &c->at[N]);
	dpmf_interval_mul(&z[1], &c->at[M], b);
	dpmf_interval_sub(&z[1], &c->at[N], &z[1]);
	dpmf_interval_sub(a, a, b);
	for (int k = 0; k < 2; k++) {
		dpmf_interval_div(&z[k], &z[k], a);
		mpfr_min(z[k].hi, z[k].hi, c->at[M].hi, MPFR_RNDU);
		if (mpfr_sgn(z[k].hi) > 0)
			place(c->pld, i + 1 - k, z[k].hi);
	}
	dpmf_interval_clear(z, 2);
}

/* ln(m / n) - a, in steps, rounded down. */
static void note_mean(struct cells *c, long i)
{
	const struct dpmf_pld *pld = c->pld;
	mpfr_ptr x = c->at[X].lo;

	mpfr_div(x, c->at[M].lo, c->at[N].hi, MPFR_RNDD);
	mpfr_log(x, x, MPFR_RNDD);
	mpfr_sub_d(x, x, ldexp((double)(pld->first + i), -pld->power), MPFR_RNDD);
	mpfr_mul_2ui(x, x, (unsigned long)pld->power, MPFR_RNDD);
	c->share[i] = mpfr_sgn(x) > 0 ? mpfr_get_d(x, MPFR_RNDD) : 0;
	c->mass[i] = mpfr_get_d(c->at[M].lo, MPFR_RNDD);
}

/* The shift of the grid at which rounding down costs the least on average. */
static double best_share(const struct cells *c, long cells)
{
	double best = 0, least = INFINITY;

	for (int k = 0; k < SHARES; k++) {
		const double at = (double)k / SHARES;
		double cost = 0;

		for (long i = 0; i < cells; i++)
			cost += c->mass[i] * (c->share[i] - at + (c->share[i] < at));
		if (cost < least) {
			least = cost;
			best = at;
		}
	}
	return best;
}

static void add_down(double *sum, double mass)
{
	if (mass > 0)
		*sum = *sum > 0 ? nextafter(*sum + mass, 0) : mass;
}

/* Every cell's mass at the shifted point below its mean; what is above the grid
   at the last of them. */
static void round_down(struct cells *c, long cells)
{
	struct dpmf_pld *pld = c->pld;
	const double at = best_share(c, cells);

	pld->offset = ldexp(at, -pld->power);
	for (long i = 0; i < cells; i++) {
		const long to = dpmf_point_below(i, c->share[i], at);

		if (to >= 0)
			add_down(&pld->mass[to], c->mass[i]);
	}
	add_down(&pld->mass[cells - 1], mpfr_get_d(c->at[P].lo, MPFR_RNDD));
}

static enum dpmf_status fill(struct cells *c, const struct dpmf_pld_pair *pair, struct dpmf_error *error)
{
	struct dpmf_pld *pld = c->pld;
	const long cells = (long)pld->count - 1;
	enum dpmf_status status;

	status = pair->above(pair->context, ldexp((double)pld->first, -pld->power), &c->at[P], &c->at[Q], error);
	if (status == DPMF_OK && pld->side == DPMF_PLD_UPPER) { /* up to the first point */
		mpfr_ui_sub(c->at[X].hi, 1, c->at[P].lo, MPFR_RNDU);
		place(pld, 0, c->at[X].hi);
	}
	for (long i = 0; i < cells && status == DPMF_OK; i++) {
		status = pair->above(pair->context, ldexp((double)(pld->first + i + 1), -pld->power), &c->at[NEXT_P], &c->at[NEXT_Q], error);
		if (status != DPMF_OK)
			break;
		dpmf_interval_sub(&c->at[M], &c->at[P], &c->at[NEXT_P]);
		dpmf_interval_sub(&c->at[N], &c->at[Q], &c->at[NEXT_Q]);
		if (pld->side == DPMF_PLD_UPPER && mpfr_sgn(c->at[M].hi) > 0)
			split(c, i);
		else if (pld->side == DPMF_PLD_LOWER && mpfr_sgn(c->at[M].lo) > 0)
			note_mean(c, i);
		dpmf_interval_set(&c->at[P], &c->at[NEXT_P]);
		dpmf_interval_set(&c->at[Q], &c->at[NEXT_Q]);
	}
	if (status == DPMF_OK && pld->side == DPMF_PLD_UPPER)
		pld->infinite = mpfr_get_d(c->at[P].hi, MPFR_RNDU);
	else if (status == DPMF_OK)
		round_down(c, cells);
	return status;
}

enum dpmf_status dpmf_pld_init(struct dpmf_pld *pld, enum dpmf_pld_side side, const struct dpmf_pld_pair *pair,
                               int power, long first, long last, struct dpmf_error *error)
{
	struct dpmf_pld made = { .side = side, .power = power, .first = first,
		                 .count = dpmf_lattice_points(power, first, last) };
	struct cells c = { .pld = &made };
	enum dpmf_status status;

	if (made.count == 0)
		return dpmf_fail(error, DPMF_INPUT, "a grid of losses needs a step of 2^-40 to 1 and two cells or more");
	made.mass = calloc(made.count, sizeof *made.mass);
	c.mass = calloc(made.count, 2 * sizeof *c.mass);
	if (!made.mass || !c.mass) {
		free(made.mass);
		free(c.mass);
		return dpmf_fail(error, DPMF_FAILED, "no memory for a privacy-loss distribution of %zu points", made.count);
	}
	c.share = c.mass + made.count;
	dpmf_interval_init(c.at, ALL, DPMF_ACCOUNT_BITS);
	status = fill(&c, pair, error);
	dpmf_interval_clear(c.at, ALL);
	free(c.mass);
	if (status != DPMF_OK) {
		free(made.mass);
		return status;
	}
	*pld = made;
	return DPMF_OK;
}
