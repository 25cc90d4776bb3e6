/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "account/pbm.h"

#include <math.h>

#include "account/interval.h"
#include "account/placement.h"

enum dpmf_status dpmf_pbm_check(const struct dpmf_pbm *pbm, struct dpmf_error *error)
{
	const unsigned long most = 1UL << 30;
	mpfr_t quarter;
	bool within;

	if (pbm->users == 0)
		return dpmf_fail(error, DPMF_INPUT, "users is 0: the bound of dpmf-rp Lemma 4.3 divides by the number of users "
		                 "who take part; give 1 or more");
	if (pbm->quanta == 0)
		return dpmf_fail(error, DPMF_INPUT, "quanta is 0: dpmf-rp Algorithm 1 draws Binom(q, p) with q in N; give 1 or more");
	if (pbm->coordinates == 0 || pbm->rounds == 0)
		return dpmf_fail(error, DPMF_INPUT, "%s is 0: then nothing is released; give 1 or more",
		                 pbm->coordinates == 0 ? "coordinates" : "rounds");
	if (!dpmf_pbm_sizes(pbm->users, pbm->quanta))
		return dpmf_fail(error, DPMF_INPUT, "users times quanta is above 2^30: take fewer users or quanta");
	if (pbm->coordinates > most || pbm->rounds > most)
		return dpmf_fail(error, DPMF_INPUT, "coordinates or rounds is above 2^30");
	mpfr_init2(quarter, 2);
	mpfr_set_ui_2exp(quarter, 1, -2, MPFR_RNDN);
	within = mpfr_sgn(pbm->theta.lo) > 0 && mpfr_cmp(pbm->theta.hi, quarter) <= 0;
	mpfr_clear(quarter);
	if (!within)
		return dpmf_fail(error, DPMF_INPUT, "theta is %g: dpmf-rp Algorithm 1, and with it Lemma 4.3, needs it in (0, 1/4]",
		                 mpfr_get_d(pbm->theta.lo, MPFR_RNDN));
	return DPMF_OK;
}

void dpmf_pbm_worst_init(struct dpmf_pbm_worst *worst)
{
	dpmf_enclosure_init(&worst->value);
}

void dpmf_pbm_worst_clear(struct dpmf_pbm_worst *worst)
{
	dpmf_enclosure_clear(&worst->value);
}

struct search {
	unsigned long others, quanta; /* Bernoullis of the others */
	struct dpmf_enclosure odds, value, lo, hi;
	dpmf_pbm_question question;
	const struct dpmf_enclosure *argument;
	unsigned long best; /* `high` of the best that users attain */
};

static enum dpmf_status ask(struct search *search, unsigned long high, unsigned long low, struct dpmf_error *error)
{
	const struct dpmf_pbm_pair pair = { high, low, search->quanta, &search->odds };

	return search->question(&pair, search->argument, &search->value, error);
}

/* Every `high` of the cell; a single one may be attained by users. */
static enum dpmf_status visit(struct search *search, const struct dpmf_cell *cell, struct dpmf_error *error)
{
	const enum dpmf_status status = ask(search, cell->first, search->others - cell->last, error);

	if (status != DPMF_OK)
		return status;
	mpfr_max(search->hi.hi, search->hi.hi, search->value.hi, MPFR_RNDU);
	if (dpmf_pbm_attained(cell, search->quanta) && mpfr_cmp(search->value.lo, search->lo.lo) > 0) {
		mpfr_set(search->lo.lo, search->value.lo, MPFR_RNDD);
		search->best = cell->first;
	}
	return DPMF_OK;
}

static enum dpmf_status visit_all(struct search *search, unsigned long cells, struct dpmf_error *error)
{
	const unsigned long middle = search->others / search->quanta / 2 * search->quanta;
	const unsigned long sure[] = { search->others, 0, middle };
	enum dpmf_status status = DPMF_OK;

	for (size_t i = 0; cells <= search->others && i < sizeof sure / sizeof *sure && status == DPMF_OK; i++)
		status = visit(search, &(struct dpmf_cell){ sure[i], sure[i] }, error);
	for (unsigned long i = 0; i < cells && status == DPMF_OK; i++) {
		struct dpmf_cell cell;

		dpmf_pbm_cell(search->others, cells, i, &cell);
		status = visit(search, &cell, error);
	}
	return status;
}

/* A visit looks at the outcomes within some 12 standard deviations. */
unsigned long dpmf_pbm_cells(const struct dpmf_pbm *pbm, unsigned long effort)
{
	const unsigned long others = dpmf_pbm_others(pbm->users, pbm->quanta);
	const double all = (double)(others + pbm->quanta + 1), window = 24 * sqrt(all);
	const double cells = (double)(effort ? effort : DPMF_PBM_EFFORT) / (window < all ? window : all);

	return cells < 1 ? 1 : cells < (double)others + 1 ? (unsigned long)cells : others + 1;
}

enum dpmf_status dpmf_pbm_worst(const struct dpmf_pbm *pbm, dpmf_pbm_question question,
                                const struct dpmf_enclosure *argument, unsigned long effort,
                                struct dpmf_pbm_worst *worst, struct dpmf_error *error)
{
	struct search search = { .quanta = pbm->quanta, .question = question, .argument = argument };
	unsigned long cells;
	enum dpmf_status status = dpmf_pbm_check(pbm, error);

	if (status != DPMF_OK)
		return status;
	dpmf_enclosure_init(&search.odds);
	dpmf_enclosure_init(&search.value);
	dpmf_enclosure_init(&search.lo);
	dpmf_enclosure_init(&search.hi);
	dpmf_pbm_odds(&pbm->theta, &search.odds);
	dpmf_enclosure_set(&search.lo, -1);
	dpmf_enclosure_set(&search.hi, 0);
	search.others = dpmf_pbm_others(pbm->users, pbm->quanta);
	cells = dpmf_pbm_cells(pbm, effort);
	status = visit_all(&search, cells, error);
	if (status == DPMF_OK) {
		mpfr_set(worst->value.lo, search.lo.lo, MPFR_RNDD);
		mpfr_set(worst->value.hi, search.hi.hi, MPFR_RNDU);
		worst->users_high = search.best / pbm->quanta;
		worst->visited = cells;
		worst->each = cells == search.others + 1;
	}
	dpmf_enclosure_clear(&search.odds);
	dpmf_enclosure_clear(&search.value);
	dpmf_enclosure_clear(&search.lo);
	dpmf_enclosure_clear(&search.hi);
	return status;
}

enum dpmf_status dpmf_pbm_check_order(const struct dpmf_enclosure *alpha, struct dpmf_error *error)
{
	if (mpfr_cmp_ui(alpha->lo, 1) > 0)
		return DPMF_OK;
	return dpmf_fail(error, DPMF_INPUT, "alpha is %g: dpmf-rp Definition 3.2 and Lemma 4.3 need an order above 1",
	                 mpfr_get_d(alpha->lo, MPFR_RNDN));
}

enum dpmf_status dpmf_pbm_rdp(const struct dpmf_pbm *pbm, const struct dpmf_enclosure *alpha,
                              struct dpmf_pbm_worst *worst, struct dpmf_error *error)
{
	enum dpmf_status status = dpmf_pbm_check_order(alpha, error);

	if (status == DPMF_OK)
		status = dpmf_pbm_worst(pbm, dpmf_pbm_pair_renyi, alpha, 0, worst, error);
	if (status == DPMF_OK)
		dpmf_interval_mul_ui(&worst->value, &worst->value, pbm->coordinates * pbm->rounds);
	return status;
}

void dpmf_pbm_factor(const struct dpmf_pbm *pbm, struct dpmf_enclosure *z)
{
	dpmf_interval_scale(z, &pbm->theta, 1);
	dpmf_interval_neg(z, z);
	dpmf_interval_add_si(z, z, 1);
	dpmf_interval_sqr(z, z);
	dpmf_interval_div(z, &pbm->theta, z);
	dpmf_interval_sqr(z, z);
	dpmf_interval_mul_ui(z, z, pbm->quanta);
	dpmf_interval_mul_ui(z, z, pbm->coordinates * pbm->rounds);
	dpmf_interval_div_ui(z, z, pbm->users);
}

void dpmf_pbm_c0(const struct dpmf_pbm *pbm, const struct dpmf_enclosure *alpha, const struct dpmf_enclosure *rdp,
                 struct dpmf_enclosure *c0)
{
	struct dpmf_enclosure x[2];

	dpmf_interval_init(x, 2, DPMF_ACCOUNT_BITS);
	dpmf_pbm_factor(pbm, &x[0]);
	dpmf_interval_add_si(&x[1], alpha, -1);
	dpmf_interval_div(&x[1], &x[1], alpha);
	dpmf_interval_div(&x[1], &x[1], alpha);
	dpmf_interval_mul(&x[1], &x[1], rdp);
	dpmf_interval_div(c0, &x[1], &x[0]);
	dpmf_interval_clear(x, 2);
}
