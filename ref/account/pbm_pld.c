/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "account/pbm_pld.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "account/interval.h"
#include "account/placement.h"
#include "account/pld_curve.h"

/* P[S >= s] and Q[S >= s] of one placement, for s in the window and one more. */
struct tails {
	struct dpmf_pbm_laws laws;
	struct dpmf_enclosure *p, *q;
};

static enum dpmf_status tails_init(const struct dpmf_pbm_pair *pair, double depth, struct tails *tails,
                                   struct dpmf_error *error)
{
	const enum dpmf_status status = dpmf_pbm_laws_init(pair, depth, &tails->laws, error);
	size_t count;

	if (status != DPMF_OK)
		return status;
	count = tails->laws.p.count + 1;
	tails->p = malloc(2 * count * sizeof *tails->p);
	if (!tails->p) {
		dpmf_pbm_laws_clear(&tails->laws);
		return dpmf_fail(error, DPMF_FAILED, "no memory for the tails of %zu outcomes", count);
	}
	tails->q = tails->p + count;
	dpmf_interval_init(tails->p, 2 * count, DPMF_PBM_BITS);
	dpmf_interval_set(&tails->p[count - 1], &tails->laws.p.above);
	dpmf_interval_set(&tails->q[count - 1], &tails->laws.q.above);
	for (size_t i = count - 1; i-- > 0; ) {
		dpmf_interval_add(&tails->p[i], &tails->p[i + 1], &tails->laws.p.mass[i]);
		dpmf_interval_add(&tails->q[i], &tails->q[i + 1], &tails->laws.q.mass[i]);
	}
	return DPMF_OK;
}

static void tails_clear(struct tails *tails)
{
	dpmf_interval_clear(tails->p, 2 * (tails->laws.p.count + 1));
	free(tails->p);
	dpmf_pbm_laws_clear(&tails->laws);
}

/* From which outcome of the window on P > ratio Q may hold, or surely holds. P / Q grows, so it
   is looked for from `i` on, where a smaller ratio left off. */
static size_t crossing(const struct tails *tails, const struct dpmf_enclosure *ratio, bool surely, size_t i, mpfr_ptr x)
{
	const struct dpmf_enclosure *p = tails->laws.p.mass, *q = tails->laws.q.mass;

	for (; i < tails->laws.p.count; i++) {
		mpfr_mul(x, surely ? q[i].hi : q[i].lo, surely ? ratio->hi : ratio->lo, surely ? MPFR_RNDU : MPFR_RNDD);
		if (mpfr_cmp(surely ? p[i].lo : p[i].hi, x) > 0)
			break;
	}
	return i;
}

/* The tails of one placement, and both crossings of the ratio asked last. */
struct walk {
	struct tails tails;
	size_t at[2];
	double last;
};

static void go_to(struct walk *walk, const struct dpmf_enclosure *ratio, mpfr_ptr x)
{
	for (int surely = 0; surely < 2; surely++)
		walk->at[surely] = crossing(&walk->tails, ratio, surely, walk->at[surely], x);
}

/* struct dpmf_pld_pair's `above`. Where even the first outcome of the window may be above, so may
   what lies below it. */
static enum dpmf_status above(const void *context, double loss, struct dpmf_enclosure *p, struct dpmf_enclosure *q,
                              struct dpmf_error *error)
{
	struct walk *walk = *(struct walk *const *)context;
	const struct tails *tails = &walk->tails;
	struct dpmf_enclosure ratio, x;

	(void)error;
	if (loss < walk->last)
		walk->at[0] = walk->at[1] = 0;
	walk->last = loss;
	dpmf_enclosure_init(&ratio);
	dpmf_enclosure_init(&x);
	dpmf_interval_set_d(&ratio, loss);
	dpmf_interval_exp(&ratio, &ratio);
	go_to(walk, &ratio, x.lo);
	mpfr_set(p->hi, tails->p[walk->at[0]].hi, MPFR_RNDU);
	mpfr_set(q->hi, tails->q[walk->at[0]].hi, MPFR_RNDU);
	mpfr_set(p->lo, tails->p[walk->at[1]].lo, MPFR_RNDD);
	mpfr_set(q->lo, tails->q[walk->at[1]].lo, MPFR_RNDD);
	if (walk->at[0] == 0) {
		mpfr_add(p->hi, p->hi, tails->laws.p.below.hi, MPFR_RNDU);
		mpfr_add(q->hi, q->hi, tails->laws.q.below.hi, MPFR_RNDU);
	}
	dpmf_enclosure_clear(&ratio);
	dpmf_enclosure_clear(&x);
	return DPMF_OK;
}

/* delta, the largest P[S >= s] - ratio Q[S >= s], lies between both crossings; raises `best` to it. */
static void raise_to(struct walk *walk, const struct dpmf_enclosure *ratio, mpfr_ptr x, mpfr_ptr best)
{
	const struct tails *tails = &walk->tails;

	go_to(walk, ratio, x);
	for (size_t s = walk->at[0]; s <= walk->at[1]; s++) {
		mpfr_set(x, tails->p[s].hi, MPFR_RNDU);
		if (s < tails->laws.p.count) {
			mpfr_mul(x, ratio->lo, tails->q[s].lo, MPFR_RNDD);
			mpfr_sub(x, tails->p[s].hi, x, MPFR_RNDU);
		}
		if (walk->at[0] == 0)
			mpfr_add(x, x, tails->laws.p.below.hi, MPFR_RNDU);
		mpfr_max(best, best, x, MPFR_RNDU);
	}
}

/* The grid: an eighth of the loss's standard deviation or finer, as far as losses matter. */
struct grid {
	int power;
	long end;
	double depth;
};

static struct grid make_grid(const struct dpmf_pbm *pbm, double delta)
{
	const double theta = mpfr_get_d(pbm->theta.hi, MPFR_RNDU), q = (double)pbm->quanta;
	const double deviation = 2 * theta * q / sqrt((double)pbm->users * q * (0.25 - theta * theta));
	const double depth = log((double)(pbm->coordinates * pbm->rounds)) - log(delta) + 12;
	const double pure = q * log((0.5 + theta) / (0.5 - theta));
	const double reach = fmin(pure, 1.5 * deviation * (sqrt(2 * depth) + deviation));
	const int power = (int)ceil(4 - log2(deviation));
	struct grid grid = { .power = power < 1 ? 1 : power > 40 ? 40 : power, .depth = depth + 60 };

	grid.end = (long)ceil(ldexp(reach, grid.power)) + 1;
	return grid;
}

/* The largest delta over all placements, at the losses from -end to end. */
struct largest {
	struct grid grid;
	struct dpmf_enclosure *ratio; /* e^loss, from loss 0 on */
	mpfr_t *delta;                /* delta[end] is at loss 0 */
};

static enum dpmf_status raise_all(const struct dpmf_pbm_pair *pair, struct largest *largest, struct dpmf_error *error)
{
	struct walk walk = { .at = { 0, 0 } };
	mpfr_t x;
	const enum dpmf_status status = tails_init(pair, largest->grid.depth, &walk.tails, error);

	if (status != DPMF_OK)
		return status;
	mpfr_init2(x, DPMF_PBM_BITS);
	for (long i = 0; i <= largest->grid.end; i++)
		raise_to(&walk, &largest->ratio[i], x, largest->delta[largest->grid.end + i]);
	mpfr_clear(x);
	tails_clear(&walk.tails);
	return DPMF_OK;
}

/* delta(-b) = 1 - e^-b + e^-b delta(b), since the family holds each pair turned round. */
static void mirror(struct largest *largest)
{
	const long end = largest->grid.end;
	struct dpmf_enclosure x;

	dpmf_enclosure_init(&x);
	for (long i = 1; i <= end; i++) {
		mpfr_ptr here = largest->delta[end - i];

		mpfr_set(x.lo, largest->delta[end + i], MPFR_RNDU);
		mpfr_sub_ui(x.lo, x.lo, 1, MPFR_RNDU);   /* delta - 1 <= 0 */
		mpfr_div(x.lo, x.lo, largest->ratio[i].hi, MPFR_RNDU);
		mpfr_add_ui(here, x.lo, 1, MPFR_RNDU);
	}
	dpmf_enclosure_clear(&x);
}

static enum dpmf_status fill(const struct dpmf_pbm *pbm, const struct dpmf_enclosure *odds, struct largest *largest,
                             struct dpmf_error *error)
{
	const unsigned long others = dpmf_pbm_others(pbm->users, pbm->quanta), cells = dpmf_pbm_cells(pbm, 0);
	enum dpmf_status status = DPMF_OK;

	for (unsigned long i = 0; i < cells && status == DPMF_OK; i++) {
		struct dpmf_cell cell;

		dpmf_pbm_cell(others, cells, i, &cell);
		status = raise_all(&(struct dpmf_pbm_pair){ cell.first, others - cell.last, pbm->quanta, odds }, largest, error);
	}
	if (status == DPMF_OK)
		mirror(largest);
	return status;
}

static enum dpmf_status upper_init(const struct dpmf_pbm *pbm, const struct grid *grid, const struct dpmf_enclosure *odds,
                                   struct dpmf_pld *pld, struct dpmf_error *error)
{
	const size_t count = 2 * (size_t)grid->end + 1;
	struct largest largest = { .grid = *grid, .ratio = calloc((size_t)grid->end + 1, sizeof *largest.ratio),
		                   .delta = calloc(count, sizeof *largest.delta) };
	enum dpmf_status status;

	if (!largest.ratio || !largest.delta) {
		free(largest.ratio);
		free(largest.delta);
		return dpmf_fail(error, DPMF_FAILED, "no memory for a curve of %zu points", count);
	}
	dpmf_interval_init(largest.ratio, (size_t)grid->end + 1, DPMF_PBM_BITS);
	for (size_t i = 0; i < count; i++) {
		mpfr_init2(largest.delta[i], DPMF_PBM_BITS);
		mpfr_set_zero(largest.delta[i], 1);
	}
	for (long i = 0; i <= grid->end; i++) {
		dpmf_interval_set_d(&largest.ratio[i], ldexp((double)i, -grid->power));
		dpmf_interval_exp(&largest.ratio[i], &largest.ratio[i]);
	}
	status = fill(pbm, odds, &largest, error);
	if (status == DPMF_OK)
		status = dpmf_pld_of_curve(pld, largest.delta, grid->power, -grid->end, count, error);
	for (size_t i = 0; i < count; i++)
		mpfr_clear(largest.delta[i]);
	dpmf_interval_clear(largest.ratio, (size_t)grid->end + 1);
	free(largest.ratio);
	free(largest.delta);
	return status;
}

static enum dpmf_status lower_init(const struct dpmf_pbm *pbm, const struct grid *grid, const struct dpmf_enclosure *odds,
                                   struct dpmf_pld *pld, struct dpmf_error *error)
{
	const struct dpmf_pbm_pair corner = { dpmf_pbm_others(pbm->users, pbm->quanta), 0, pbm->quanta, odds };
	struct walk walk = { .at = { 0, 0 }, .last = -INFINITY }, *context = &walk;
	const struct dpmf_pld_pair pair = { above, &context };
	enum dpmf_status status = tails_init(&corner, grid->depth, &walk.tails, error);

	if (status != DPMF_OK)
		return status;
	status = dpmf_pld_init(pld, DPMF_PLD_LOWER, &pair, grid->power, -grid->end, grid->end, error);
	tails_clear(&walk.tails);
	return status;
}

/* The epsilon of `one`, composed; clears it. */
static enum dpmf_status epsilon_of(const struct dpmf_pbm *pbm, struct dpmf_pld *one, double delta, double *epsilon,
                                   struct dpmf_error *error)
{
	struct dpmf_pld all;
	const enum dpmf_status status = dpmf_pld_compose(one, pbm->coordinates * pbm->rounds, delta * 1e-6, &all, error);

	dpmf_pld_clear(one);
	if (status != DPMF_OK)
		return status;
	*epsilon = dpmf_pld_epsilon(&all, delta);
	dpmf_pld_clear(&all);
	return DPMF_OK;
}

static enum dpmf_status check(const struct dpmf_pbm *pbm, double least, double most, unsigned finer, struct dpmf_error *error)
{
	if (!(least > 1e-250 && most < 1) || pbm->coordinates > DPMF_PBM_PLD_MOST / pbm->rounds)
		return dpmf_fail(error, DPMF_INPUT, "privacy-loss distributions here take a delta in (1e-250, 1) and at most %d "
		                 "coordinates times rounds", DPMF_PBM_PLD_MOST);
	if (finer > DPMF_PBM_PLD_FINER)
		return dpmf_fail(error, DPMF_INPUT, "a grid %u bits finer: give 0 to %d", finer, DPMF_PBM_PLD_FINER);
	return DPMF_OK;
}

static struct grid refined(struct grid grid, unsigned finer)
{
	const int bits = finer < (unsigned)(40 - grid.power) ? (int)finer : 40 - grid.power;

	return (struct grid){ .power = grid.power + bits, .end = grid.end << bits, .depth = grid.depth };
}

enum dpmf_status dpmf_pbm_pld_epsilon(const struct dpmf_pbm *pbm, const struct dpmf_enclosure *delta, unsigned finer,
                                      struct dpmf_enclosure *epsilon, struct dpmf_error *error)
{
	const double least = mpfr_get_d(delta->lo, MPFR_RNDD), most = mpfr_get_d(delta->hi, MPFR_RNDU);
	double lo = 0, hi = INFINITY;
	struct dpmf_enclosure odds;
	struct dpmf_pld pld;
	struct grid grid, lower;
	enum dpmf_status status = dpmf_pbm_check(pbm, error);

	if (status == DPMF_OK)
		status = check(pbm, least, most, finer, error);
	if (status != DPMF_OK)
		return status;
	grid = make_grid(pbm, least);
	lower = refined(grid, finer);
	dpmf_enclosure_init(&odds);
	dpmf_pbm_odds(&pbm->theta, &odds);
	status = lower_init(pbm, &lower, &odds, &pld, error);
	if (status == DPMF_OK)
		status = epsilon_of(pbm, &pld, most, &lo, error);
	if (status == DPMF_OK)
		status = upper_init(pbm, &grid, &odds, &pld, error);
	if (status == DPMF_OK)
		status = epsilon_of(pbm, &pld, least, &hi, error);
	if (status == DPMF_OK) {
		mpfr_set_d(epsilon->lo, lo, MPFR_RNDD);
		mpfr_set_d(epsilon->hi, hi, MPFR_RNDU);
	}
	dpmf_enclosure_clear(&odds);
	return status;
}
