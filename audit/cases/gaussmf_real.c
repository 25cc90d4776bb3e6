/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gaussmf's statistics in real arithmetic, written from the paper and from the
   header of the corrected variant; nothing of ref/mech is called here. u is
   Theta, v is X, C = 1. */
#include <math.h>

#include "audit/reals.h"
#include "gaussmf_sensitivity.h"

struct state {
	const struct audit_instance *one;
	int world;
	struct dpmf_enclosure theta[AUDIT_CELLS_MOST], x[AUDIT_CELLS_MOST], theta_clipped[AUDIT_CELLS_MOST], x_clipped[AUDIT_CELLS_MOST];
	struct dpmf_enclosure lambda, minus_rate, work;
};

static void init_state(struct state *s, void (*each)(struct dpmf_enclosure *, size_t))
{
	const struct audit_shape *shape = s->one->shape;

	each(s->theta, shape->users * shape->factors);
	each(s->theta_clipped, shape->users * shape->factors);
	each(s->x, shape->items * shape->factors);
	each(s->x_clipped, shape->items * shape->factors);
	each(&s->lambda, 1);
	each(&s->minus_rate, 1);
	each(&s->work, 1);
}

static void copy(struct dpmf_enclosure *to, const struct dpmf_enclosure *from, size_t count)
{
	for (size_t c = 0; c < count; c++)
		dpmf_interval_set(&to[c], &from[c]);
}

/* The outer factors of lines 4 and 5. */
static void clip_all(struct state *s)
{
	const struct audit_shape *shape = s->one->shape;
	const size_t n = shape->factors;

	copy(s->theta_clipped, s->theta, shape->users * n);
	copy(s->x_clipped, s->x, shape->items * n);
	for (size_t j = 0; j < shape->users; j++)
		reals_clip(s->theta_clipped + j * n, n, 1);
	for (size_t i = 0; i < shape->items; i++)
		reals_clip(s->x_clipped + i * n, n, 1);
}

/* gradient += (x_i . theta_j - v_ij) outer */
static void add_rating(struct state *s, size_t j, size_t i, const struct dpmf_enclosure *outer, struct dpmf_enclosure *gradient)
{
	const struct audit_shape *shape = s->one->shape;
	const size_t n = shape->factors;
	struct dpmf_enclosure residual;

	reals_init(&residual, 1);
	reals_dot(&residual, s->x + i * n, s->theta + j * n, n);
	dpmf_interval_set_d(&s->work, s->one->rating[s->world][j * shape->items + i]);
	dpmf_interval_sub(&residual, &residual, &s->work);
	reals_add_scaled(&residual, outer, n, gradient);
	reals_clear(&residual, 1);
}

/* Eq. (5), a row for every user. */
static void gradient_of_theta(struct state *s, struct dpmf_enclosure *gradient)
{
	const struct audit_shape *shape = s->one->shape;
	const size_t n = shape->factors;

	for (size_t j = 0; j < shape->users; j++) {
		for (size_t i = 0; i < shape->items; i++)
			add_rating(s, j, i, s->x_clipped + i * n, gradient + j * n);
		reals_add_scaled(&s->lambda, s->theta + j * n, n, gradient + j * n);
	}
}

/* Eq. (4) and line 8. */
static void step_items(struct state *s)
{
	const struct audit_shape *shape = s->one->shape;
	const size_t n = shape->factors;
	struct dpmf_enclosure gradient[AUDIT_CELLS_MOST];

	reals_init(gradient, shape->items * n);
	for (size_t i = 0; i < shape->items; i++) {
		for (size_t j = 0; j < shape->users; j++)
			add_rating(s, j, i, s->theta_clipped + j * n, gradient + i * n);
		reals_add_scaled(&s->lambda, s->x + i * n, n, gradient + i * n);
	}
	reals_add_scaled(&s->minus_rate, gradient, shape->items * n, s->x);
	reals_clear(gradient, shape->items * n);
}

/* Line 9, along what was released. */
static void step_users(struct state *s, const double *answer)
{
	const size_t cells = s->one->shape->users * s->one->shape->factors;
	struct dpmf_enclosure released[AUDIT_CELLS_MOST];

	reals_init(released, cells);
	reals_set(released, answer, cells);
	reals_add_scaled(&s->minus_rate, released, cells, s->theta);
	reals_clear(released, cells);
}

void gaussmf_real_gradient(const struct audit_instance *one, int world, size_t round, struct dpmf_enclosure *statistic)
{
	const struct audit_shape *shape = one->shape;
	struct state s = { .one = one, .world = world };

	init_state(&s, reals_init);
	reals_set(s.theta, one->u[world], shape->users * shape->factors);
	reals_set(s.x, one->v, shape->items * shape->factors);
	dpmf_interval_set_d(&s.lambda, shape->lambda);
	dpmf_interval_set_d(&s.minus_rate, -one->rate);
	clip_all(&s);
	for (size_t t = 0; t < round; t++) {
		step_items(&s);
		step_users(&s, one->answer[t]);
		clip_all(&s);
	}
	gradient_of_theta(&s, statistic);
	init_state(&s, reals_clear);
}

void gaussmf_real_bound(const struct audit_instance *one, struct dpmf_enclosure *bound)
{
	dpmf_interval_set_d(bound, one->shape->rating_max - one->shape->rating_min);
}

/* A rating in steps of 2^-rating_bits relative to the middle, times the other
   side's start, clipped and cut to steps of 2^-outer_bits towards 0. */
static long part_of(const struct audit_instance *one, int world, size_t user, size_t item, double outer)
{
	const struct gaussmf_steps *steps = &gaussmf_search_steps;
	const double rating = one->rating[world][user * one->shape->items + item];
	const double cut = fmax(-1, fmin(1, outer));

	return (lround(ldexp(rating, steps->rating_bits)) - (long)steps->middle) * (long)trunc(ldexp(cut, steps->outer_bits));
}

void gaussmf_real_sums(const struct audit_instance *one, int world, size_t release, struct dpmf_enclosure *statistic)
{
	const struct audit_shape *shape = one->shape;

	for (size_t j = 0; j < shape->users; j++) {
		for (size_t i = 0; i < shape->items; i++) {
			struct dpmf_enclosure *sum = &statistic[release == 0 ? j : i];

			dpmf_interval_add_si(sum, sum, part_of(one, world, j, i, release == 0 ? one->v[i] : one->u[world][j]));
		}
	}
}

void gaussmf_real_bound_of_sums(const struct audit_instance *one, struct dpmf_enclosure *bound)
{
	const struct gaussmf_steps *steps = &gaussmf_search_steps;

	(void)one;
	dpmf_interval_set_ui(bound, (unsigned long)((steps->high - steps->low) * steps->bound));
}
