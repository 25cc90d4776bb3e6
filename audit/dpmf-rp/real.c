/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a user of dpmf-rp computes in a round, in real arithmetic, written from the paper: one factor, every item rated,
   e = 1, B_1 = 1, kappa = 15, and Eq. (5) without its unobserved items. Of ref/mech only the public tables are taken. */
#include <math.h>

#include "audit/reals.h"
#include "audit/dpmf-rp/sensitivity.h"

enum { C = 1 + 15, STEPS = 1 << 24 }; /* c_ij of Eq. (3); steps in c */

/* What the numbers of a message are off by before they are rounded to steps, and more. */
static const double rounding = 1e-6;

static void cut(struct dpmf_enclosure *x, size_t count, double most)
{
	struct dpmf_enclosure end;

	reals_init(&end, 1);
	dpmf_interval_set_d(&end, most);
	reals_cut(x, count, &end);
	reals_clear(&end, 1);
}

/* Eq. (5): C sum of r v / (C sum of v^2 + lambda). */
static void solve(const struct audit_instance *one, const struct dpmf_enclosure *r, const struct dpmf_enclosure *v,
                  struct dpmf_enclosure *u)
{
	const size_t items = one->shape->items;
	struct dpmf_enclosure sum, lambda;

	reals_init(&sum, 1);
	reals_init(&lambda, 1);
	dpmf_interval_set_d(&lambda, one->shape->lambda);
	reals_dot(&sum, v, v, items);
	dpmf_interval_mul_ui(&sum, &sum, C);
	dpmf_interval_add(&sum, &sum, &lambda);
	reals_dot(u, r, v, items);
	dpmf_interval_mul_ui(u, u, C);
	dpmf_interval_div(u, u, &sum);
	reals_clear(&sum, 1);
	reals_clear(&lambda, 1);
}

/* Row h(j) gains sigma(j) C e_j u. */
static void project(const struct audit_instance *one, const struct dpmf_projection *projection, const struct dpmf_enclosure *r,
                    const struct dpmf_enclosure *v, const struct dpmf_enclosure *u, struct dpmf_enclosure *b)
{
	struct dpmf_enclosure term;

	reals_init(&term, 1);
	for (size_t j = 0; j < one->shape->items; j++) {
		struct dpmf_enclosure *row = &b[projection->row[j]];

		dpmf_interval_mul(&term, u, &v[j]);
		dpmf_interval_sub(&term, &r[j], &term);
		cut(&term, 1, 1);
		dpmf_interval_mul(&term, &term, u);
		dpmf_interval_mul_ui(&term, &term, C);
		(projection->sign[j] > 0 ? dpmf_interval_add : dpmf_interval_sub)(row, row, &term);
	}
	reals_clear(&term, 1);
}

static void gradient(const struct audit_instance *one, int world, bool held, const struct dpmf_projection *projection,
                     struct dpmf_enclosure *b)
{
	const size_t items = one->shape->items;
	struct dpmf_enclosure r[AUDIT_SIDE_MOST], v[AUDIT_SIDE_MOST], u;

	reals_init(r, items);
	reals_init(v, items);
	reals_init(&u, 1);
	reals_set(r, one->rating[world], items);
	reals_set(v, one->v, items);
	reals_set(&u, one->u[world], 1);
	if (!held)
		solve(one, r, v, &u);
	cut(&u, 1, 1);
	project(one, projection, r, v, &u, b);
	reals_clear(r, items);
	reals_clear(v, items);
	reals_clear(&u, 1);
}

static bool tables(const struct audit_instance *one, struct dpmf_projection *projection)
{
	struct dpmf_key key;

	dpmf_key_from_seed(0, &key);
	return dpmf_rp_search_projection(one, &key, projection, NULL) == DPMF_OK;
}

static void gradient_alone(const struct audit_instance *one, int world, bool held, struct dpmf_enclosure *statistic)
{
	struct dpmf_projection projection;

	if (!tables(one, &projection))
		return;
	gradient(one, world, held, &projection, statistic);
	dpmf_projection_free(&projection);
}

void dpmf_rp_real_held(const struct audit_instance *one, int world, size_t round, struct dpmf_enclosure *statistic)
{
	(void)round;
	gradient_alone(one, world, true, statistic);
}

void dpmf_rp_real_solved(const struct audit_instance *one, int world, size_t round, struct dpmf_enclosure *statistic)
{
	(void)round;
	gradient_alone(one, world, false, statistic);
}

/* 2 e C B_1 */
void dpmf_rp_real_delta(const struct audit_instance *one, struct dpmf_enclosure *bound)
{
	(void)one;
	dpmf_interval_set_ui(bound, 2 * C);
}

static bool odd(size_t bits)
{
	return __builtin_parityll(bits);
}

/* Algorithm 3 times sqrt(p'): entry (i, j) of H has the sign of the bits that i and j share. */
static void flatten(const struct dpmf_projection *projection, const struct dpmf_enclosure *b, struct dpmf_enclosure *flat)
{
	for (size_t i = 0; i < projection->padded; i++)
		for (size_t j = 0; j < projection->rows; j++) {
			const bool minus = odd(i & j) != (projection->flip[j] < 0);

			(minus ? dpmf_interval_sub : dpmf_interval_add)(&flat[i], &flat[i], &b[j]);
		}
}

/* x over Delta_1 / sqrt(p') in steps, to the nearest: of both ends, so that what a double is rounded to lies between. */
static void count_steps(struct dpmf_enclosure *x)
{
	dpmf_interval_mul_ui(x, x, STEPS);
	dpmf_interval_div_ui(x, x, 2 * C);
	mpfr_sub_d(x->lo, x->lo, rounding, MPFR_RNDD);
	mpfr_add_d(x->hi, x->hi, rounding, MPFR_RNDU);
	mpfr_round(x->lo, x->lo);
	mpfr_round(x->hi, x->hi);
}

void dpmf_rp_real_steps(const struct audit_instance *one, int world, size_t round, struct dpmf_enclosure *statistic)
{
	struct dpmf_enclosure b[AUDIT_CELLS_MOST];
	struct dpmf_projection projection;

	(void)round;
	if (!tables(one, &projection))
		return;
	reals_init(b, AUDIT_CELLS_MOST);
	gradient(one, world, false, &projection, b);
	flatten(&projection, b, statistic);
	for (size_t i = 0; i < projection.padded; i++)
		count_steps(&statistic[i]);
	reals_clear(b, AUDIT_CELLS_MOST);
	dpmf_projection_free(&projection);
}

void dpmf_rp_real_cut_steps(const struct audit_instance *one, int world, size_t round, struct dpmf_enclosure *statistic)
{
	dpmf_rp_real_steps(one, world, round, statistic);
	cut(statistic, one->shape->pieces, STEPS);
}

void dpmf_rp_real_bound_of_steps(const struct audit_instance *one, struct dpmf_enclosure *bound)
{
	(void)one;
	dpmf_interval_set_ui(bound, 2 * STEPS);
}
