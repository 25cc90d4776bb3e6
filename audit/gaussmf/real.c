/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gaussmf's statistics in real arithmetic, written from the paper and from the
   header of the corrected variant; nothing of ref/mech is called here. u is
   Theta, v is X, C = 1. */
#include <math.h>

#include "audit/reals.h"
#include "audit/gaussmf/sensitivity.h"

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

/* One factor. A profile clipped to 1 and cut to steps of 2^-outer_bits towards
   0: of both ends, so that what a double is cut to lies between. */
static void cut(const struct dpmf_enclosure *profile, struct dpmf_enclosure *steps)
{
	struct dpmf_enclosure end;

	reals_init(&end, 1);
	dpmf_interval_set_d(&end, 1);
	dpmf_interval_min(steps, profile, &end);
	dpmf_interval_neg(&end, &end);
	dpmf_interval_max(steps, steps, &end);
	dpmf_interval_scale(steps, steps, gaussmf_search_steps.outer_bits);
	mpfr_trunc(steps->lo, steps->lo);
	mpfr_trunc(steps->hi, steps->hi);
	reals_clear(&end, 1);
}

/* A rating in steps of 2^-rating_bits relative to the middle. */
static long rating_steps(const struct state *s, size_t user, size_t item)
{
	const struct dpmf_gaussmf_steps *steps = &gaussmf_search_steps;

	return lround(ldexp(s->one->rating[s->world][user * s->one->shape->items + item], steps->rating_bits)) - (long)steps->middle;
}

/* Both sums of a round from the cut profiles: they stand in theta_clipped and x_clipped. */
static void sum_steps(struct state *s, bool of_items, struct dpmf_enclosure *statistic)
{
	const struct audit_shape *shape = s->one->shape;
	struct dpmf_enclosure part;

	reals_init(&part, 1);
	for (size_t j = 0; j < shape->users; j++) {
		for (size_t i = 0; i < shape->items; i++) {
			struct dpmf_enclosure *sum = &statistic[of_items ? i : j];

			dpmf_interval_set_d(&part, (double)rating_steps(s, j, i));
			dpmf_interval_mul(&part, &part, of_items ? &s->theta_clipped[j] : &s->x_clipped[i]);
			dpmf_interval_add(sum, sum, &part);
		}
	}
	reals_clear(&part, 1);
}

/* gradient = sum of (x_i theta_j - middle) outer - what was released + lambda own, the last two in numbers. */
static void public_gradient(struct state *s, bool of_items, const double *released, struct dpmf_enclosure *gradient)
{
	const struct dpmf_gaussmf_steps *steps = &gaussmf_search_steps;
	const struct audit_shape *shape = s->one->shape;
	struct dpmf_enclosure residual;

	reals_init(&residual, 1);
	for (size_t j = 0; j < shape->users; j++) {
		for (size_t i = 0; i < shape->items; i++) {
			dpmf_interval_mul(&residual, &s->x[i], &s->theta[j]);
			dpmf_interval_set_d(&s->work, ldexp((double)steps->middle, -steps->rating_bits));
			dpmf_interval_sub(&residual, &residual, &s->work);
			dpmf_interval_set_d(&s->work, ldexp(1, -steps->outer_bits));
			dpmf_interval_mul(&residual, &residual, &s->work);
			reals_add_scaled(&residual, of_items ? &s->theta_clipped[j] : &s->x_clipped[i], 1, &gradient[of_items ? i : j]);
		}
	}
	for (size_t p = 0; p < (of_items ? shape->items : shape->users); p++) {
		dpmf_interval_set_d(&s->work, ldexp(trunc(released[p]), -(steps->rating_bits + steps->outer_bits)));
		dpmf_interval_sub(&gradient[p], &gradient[p], &s->work);
		reals_add_scaled(&s->lambda, of_items ? &s->x[p] : &s->theta[p], 1, &gradient[p]);
	}
	reals_clear(&residual, 1);
}

static void cut_all(struct state *s)
{
	for (size_t j = 0; j < s->one->shape->users; j++)
		cut(&s->theta[j], &s->theta_clipped[j]);
	for (size_t i = 0; i < s->one->shape->items; i++)
		cut(&s->x[i], &s->x_clipped[i]);
}

/* One round along its two answers. */
static void step_both(struct state *s, const double answer[2][AUDIT_CELLS_MOST])
{
	const struct audit_shape *shape = s->one->shape;
	struct dpmf_enclosure of_theta[AUDIT_SIDE_MOST], of_x[AUDIT_SIDE_MOST];

	reals_init(of_theta, shape->users);
	reals_init(of_x, shape->items);
	public_gradient(s, false, answer[0], of_theta);
	public_gradient(s, true, answer[1], of_x);
	reals_add_scaled(&s->minus_rate, of_theta, shape->users, s->theta);
	reals_add_scaled(&s->minus_rate, of_x, shape->items, s->x);
	reals_clear(of_theta, shape->users);
	reals_clear(of_x, shape->items);
}

void gaussmf_real_sums(const struct audit_instance *one, int world, size_t release, struct dpmf_enclosure *statistic)
{
	const struct audit_shape *shape = one->shape;
	struct state s = { .one = one, .world = world };

	init_state(&s, reals_init);
	reals_set(s.theta, one->u[world], shape->users);
	reals_set(s.x, one->v, shape->items);
	dpmf_interval_set_d(&s.lambda, shape->lambda);
	dpmf_interval_set_d(&s.minus_rate, -one->rate);
	cut_all(&s);
	for (size_t t = 0; t + 1 < release; t += 2) {
		step_both(&s, &one->answer[t]);
		cut_all(&s);
	}
	sum_steps(&s, release % 2 == 1, statistic);
	init_state(&s, reals_clear);
}

void gaussmf_real_bound_of_sums(const struct audit_instance *one, struct dpmf_enclosure *bound)
{
	const struct dpmf_gaussmf_steps *steps = &gaussmf_search_steps;

	(void)one;
	dpmf_interval_set_ui(bound, (unsigned long)((steps->high - steps->low) * steps->bound));
}
