/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dpimf's statistics in real arithmetic, written from the paper and from the
   header of the corrected variant; nothing of ref/mech is called here. u has the
   users' profiles, |p|_2 <= 1. */
#include "audit/reals.h"
#include "audit/dpimf/sensitivity.h"

/* The steps of the public profile 1: 2^19 to 2^20 of them make its 1-norm. */
static const unsigned long steps_of_one = 1ul << 19;

static void clipped_profiles(const struct audit_instance *one, int world, struct dpmf_enclosure *p)
{
	const size_t d = one->shape->factors;

	reals_set(p, one->u[world], one->shape->users * d);
	for (size_t u = 0; u < one->shape->users; u++)
		reals_clip(p + u * d, d, 1);
}

/* 2 g_i, item after item. */
static void first_of(const struct audit_instance *one, int world, const struct dpmf_enclosure *p, struct dpmf_enclosure *first)
{
	const struct audit_shape *s = one->shape;

	for (size_t i = 0; i < s->items; i++)
		for (size_t u = 0; u < s->users; u++)
			for (size_t l = 0; l < s->factors && dpimf_search_interacted(one, world, u, i); l++) {
				dpmf_interval_add(&first[i * s->factors + l], &first[i * s->factors + l], &p[u * s->factors + l]);
				dpmf_interval_add(&first[i * s->factors + l], &first[i * s->factors + l], &p[u * s->factors + l]);
			}
}

void dpimf_real_first(const struct audit_instance *one, int world, size_t round, struct dpmf_enclosure *statistic)
{
	struct dpmf_enclosure p[AUDIT_CELLS_MOST];

	(void)round;
	reals_init(p, AUDIT_CELLS_MOST);
	clipped_profiles(one, world, p);
	first_of(one, world, p, statistic);
	reals_clear(p, AUDIT_CELLS_MOST);
}

/* 2 sqrt(d) */
void dpimf_real_bound_of_first(const struct audit_instance *one, struct dpmf_enclosure *bound)
{
	dpmf_interval_set_ui(bound, 4 * one->shape->factors);
	dpmf_interval_sqrt(bound, bound);
}

/* sum of p^2 */
static void squares_of(struct dpmf_enclosure *sum, const struct dpmf_enclosure *p, size_t count)
{
	reals_dot(sum, p, p, count);
}

/* G_i + G / 2, 2 g_i, |U_i| + |U| / 2, for item 0. */
void dpimf_real_loss(const struct audit_instance *one, int world, size_t round, struct dpmf_enclosure *statistic)
{
	const size_t users = one->shape->users;
	struct dpmf_enclosure p[AUDIT_CELLS_MOST], square;

	(void)round;
	reals_init(p, AUDIT_CELLS_MOST);
	reals_init(&square, 1);
	clipped_profiles(one, world, p);
	first_of(one, world, p, &statistic[1]);
	squares_of(&square, p, users);
	dpmf_interval_div_ui(&statistic[0], &square, 2);
	dpmf_interval_set_ui(&statistic[2], users);
	dpmf_interval_div_ui(&statistic[2], &statistic[2], 2);
	for (size_t u = 0; u < users; u++) {
		if (!dpimf_search_interacted(one, world, u, 0))
			continue;
		dpmf_interval_sqr(&square, &p[u]);
		dpmf_interval_add(&statistic[0], &statistic[0], &square);
		dpmf_interval_add_si(&statistic[2], &statistic[2], 1);
	}
	reals_clear(p, AUDIT_CELLS_MOST);
	reals_clear(&square, 1);
}

/* 2 + 1 + 1 */
void dpimf_real_bound_of_loss(const struct audit_instance *one, struct dpmf_enclosure *bound)
{
	(void)one;
	dpmf_interval_set_ui(bound, 4);
}

/* q_i = answer / (2 (G + lambda |U|)), within sqrt(1 / lambda). */
static void items_from(const struct audit_instance *one, const struct dpmf_enclosure *p, const double *answer, struct dpmf_enclosure *q)
{
	const struct audit_shape *s = one->shape;
	struct dpmf_enclosure matrix, lambda, radius;

	reals_init(&matrix, 1);
	reals_init(&lambda, 1);
	reals_init(&radius, 1);
	squares_of(&matrix, p, s->users);
	dpmf_interval_set_d(&lambda, s->lambda);
	dpmf_interval_set_ui(&radius, 1);
	dpmf_interval_div(&radius, &radius, &lambda);
	dpmf_interval_sqrt(&radius, &radius);
	dpmf_interval_mul_ui(&lambda, &lambda, s->users);
	dpmf_interval_add(&matrix, &matrix, &lambda);
	dpmf_interval_mul_ui(&matrix, &matrix, 2);
	reals_set(q, answer, s->items);
	for (size_t i = 0; i < s->items; i++) {
		dpmf_interval_div(&q[i], &q[i], &matrix);
		reals_cut(&q[i], 1, &radius);
	}
	reals_clear(&matrix, 1);
	reals_clear(&lambda, 1);
	reals_clear(&radius, 1);
}

/* p_u = sum of q over I_u / (sum of q^2 + lambda |I|), within 1. */
static void users_from(const struct audit_instance *one, int world, const struct dpmf_enclosure *q, struct dpmf_enclosure *p)
{
	const struct audit_shape *s = one->shape;
	struct dpmf_enclosure matrix, t;

	reals_init(&matrix, 1);
	reals_init(&t, 1);
	squares_of(&matrix, q, s->items);
	dpmf_interval_set_d(&t, s->lambda);
	dpmf_interval_mul_ui(&t, &t, s->items);
	dpmf_interval_add(&matrix, &matrix, &t);
	for (size_t u = 0; u < s->users; u++) {
		dpmf_interval_set_ui(&p[u], 0);
		for (size_t i = 0; i < s->items; i++)
			if (dpimf_search_interacted(one, world, u, i))
				dpmf_interval_add(&p[u], &p[u], &q[i]);
		dpmf_interval_div(&p[u], &p[u], &matrix);
		reals_clip(&p[u], 1, 1);
	}
	reals_clear(&matrix, 1);
	reals_clear(&t, 1);
}

void dpimf_real_fitted(const struct audit_instance *one, int world, size_t round, struct dpmf_enclosure *statistic)
{
	struct dpmf_enclosure p[AUDIT_CELLS_MOST], q[AUDIT_CELLS_MOST];

	reals_init(p, AUDIT_CELLS_MOST);
	reals_init(q, AUDIT_CELLS_MOST);
	clipped_profiles(one, world, p);
	for (size_t t = 0; t < round; t++) {
		items_from(one, p, one->answer[t], q);
		users_from(one, world, q, p);
	}
	first_of(one, world, p, statistic);
	reals_clear(p, AUDIT_CELLS_MOST);
	reals_clear(q, AUDIT_CELLS_MOST);
}

void dpimf_real_sums(const struct audit_instance *one, int world, size_t round, struct dpmf_enclosure *statistic)
{
	(void)round;
	for (size_t i = 0; i < one->shape->items; i++)
		for (size_t u = 0; u < one->shape->users; u++)
			if (dpimf_search_interacted(one, world, u, i))
				dpmf_interval_add_si(&statistic[i], &statistic[i], (long)steps_of_one);
}

void dpimf_real_bound_of_sums(const struct audit_instance *one, struct dpmf_enclosure *bound)
{
	(void)one;
	dpmf_interval_set_ui(bound, steps_of_one);
}
