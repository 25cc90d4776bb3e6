/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hdpmf's statistics in real arithmetic, written from the paper and from the
   header of the corrected variant; nothing of ref/mech is called here. */
#include <math.h>
#include <stdlib.h>

#include "audit/reals.h"
#include "audit/hdpmf/sensitivity.h"

struct state {
	const struct audit_instance *one;
	int world;
	struct dpmf_enclosure u[AUDIT_CELLS_MOST], v[AUDIT_CELLS_MOST];
	struct dpmf_enclosure rate, slope, work; /* slope = 2 lambda */
};

static void open_state(struct state *s, const struct audit_instance *one, int world)
{
	const struct audit_shape *shape = one->shape;
	const size_t k = shape->factors;

	s->one = one;
	s->world = world;
	reals_init(s->u, shape->users * k);
	reals_init(s->v, shape->items * k);
	reals_init(&s->rate, 1);
	reals_init(&s->slope, 1);
	reals_init(&s->work, 1);
	reals_set(s->u, one->u[world], shape->users * k);
	reals_set(s->v, one->v, shape->items * k);
	reals_set(&s->slope, &shape->lambda, 1);
	dpmf_interval_mul_ui(&s->slope, &s->slope, 2);
	for (size_t i = 0; i < shape->users; i++)
		reals_clip(s->u + i * k, k, 1);
}

static void close_state(struct state *s)
{
	reals_clear(s->u, s->one->shape->users * s->one->shape->factors);
	reals_clear(s->v, s->one->shape->items * s->one->shape->factors);
	reals_clear(&s->rate, 1);
	reals_clear(&s->slope, 1);
	reals_clear(&s->work, 1);
}

/* sum = sum + 2 (u.v - W r) times u, or times v for the users' gradient. */
static void add_message(struct state *s, size_t i, size_t j, const struct dpmf_enclosure *along, struct dpmf_enclosure *sum)
{
	const struct audit_shape *shape = s->one->shape;
	const size_t k = shape->factors;
	struct dpmf_enclosure error, stretched;

	reals_init(&error, 1);
	reals_init(&stretched, 1);
	reals_dot(&error, s->u + i * k, s->v + j * k, k);
	dpmf_interval_set_d(&stretched, s->one->rating[s->world][i * shape->items + j]);
	if (i == 0) {
		dpmf_interval_set_d(&s->work, s->one->weight);
		dpmf_interval_mul(&stretched, &stretched, &s->work);
	}
	dpmf_interval_sub(&error, &error, &stretched);
	dpmf_interval_mul_ui(&error, &error, 2);
	reals_add_scaled(&error, along, k, sum);
	reals_clear(&error, 1);
	reals_clear(&stretched, 1);
}

/* x = x - rate (gradient + 2 lambda x) */
static void step(struct state *s, struct dpmf_enclosure *x, const struct dpmf_enclosure *gradient)
{
	for (size_t l = 0; l < s->one->shape->factors; l++) {
		dpmf_interval_mul(&s->work, &s->slope, &x[l]);
		dpmf_interval_add(&s->work, &s->work, &gradient[l]);
		dpmf_interval_mul(&s->work, &s->work, &s->rate);
		dpmf_interval_sub(&x[l], &x[l], &s->work);
	}
}

static void sum_items(struct state *s, struct dpmf_enclosure *statistic)
{
	const struct audit_shape *shape = s->one->shape;

	for (size_t j = 0; j < shape->items; j++)
		for (size_t i = 0; i < shape->users; i++)
			add_message(s, i, j, s->u + i * shape->factors, statistic + j * shape->factors);
}

static void step_users(struct state *s)
{
	const struct audit_shape *shape = s->one->shape;
	const size_t k = shape->factors;
	struct dpmf_enclosure gradient[AUDIT_FACTORS_MOST];

	for (size_t i = 0; i < shape->users; i++) {
		reals_init(gradient, k);
		for (size_t j = 0; j < shape->items; j++)
			add_message(s, i, j, s->v + j * k, gradient);
		step(s, s->u + i * k, gradient);
		reals_clip(s->u + i * k, k, 1);
		reals_clear(gradient, k);
	}
}

/* Rates: the initial one for a quarter of the rounds, a fifth of it until three quarters, then a twenty-fifth. */
static void set_rate(struct state *s, size_t round)
{
	const size_t rounds = s->one->shape->rounds;

	dpmf_interval_set_d(&s->rate, s->one->rate);
	if (4 * round >= rounds)
		dpmf_interval_div_ui(&s->rate, &s->rate, 4 * round < 3 * rounds ? 5 : 25);
}

static void follow(const struct audit_instance *one, int world, size_t round, bool hold_users, struct dpmf_enclosure *statistic)
{
	const struct audit_shape *shape = one->shape;
	const size_t k = shape->factors;
	struct dpmf_enclosure answer[AUDIT_FACTORS_MOST];
	struct state s;

	open_state(&s, one, world);
	for (size_t t = 0; t < round; t++) {
		set_rate(&s, t);
		for (size_t j = 0; j < shape->items; j++) {
			reals_init(answer, k);
			reals_set(answer, one->answer[t] + j * k, k);
			step(&s, s.v + j * k, answer);
			reals_clear(answer, k);
		}
		if (!hold_users)
			step_users(&s);
	}
	sum_items(&s, statistic);
	close_state(&s);
}

void hdpmf_real_held(const struct audit_instance *one, int world, size_t round, struct dpmf_enclosure *statistic)
{
	follow(one, world, round, true, statistic);
}

void hdpmf_real_trained(const struct audit_instance *one, int world, size_t round, struct dpmf_enclosure *statistic)
{
	follow(one, world, round, false, statistic);
}

void hdpmf_real_bound(const struct audit_instance *one, struct dpmf_enclosure *bound)
{
	const struct audit_shape *shape = one->shape;
	struct dpmf_enclosure factor;

	reals_init(&factor, 1);
	dpmf_interval_set_ui(bound, shape->factors);
	dpmf_interval_sqrt(bound, bound);
	dpmf_interval_set_d(&factor, 2 * (shape->rating_max - shape->rating_min));
	dpmf_interval_mul(bound, bound, &factor);
	dpmf_interval_set_d(&factor, one->weight);
	dpmf_interval_mul(bound, bound, &factor);
	reals_clear(&factor, 1);
}

/* Ratings in steps of 2^-8, relative to the middle of the range; weights in steps of 2^-16, rounded down. */
void hdpmf_real_corrected(const struct audit_instance *one, int world, size_t round, struct dpmf_enclosure *statistic)
{
	const struct audit_shape *shape = one->shape;
	const long middle = (lround(256 * shape->rating_min) + lround(256 * shape->rating_max)) / 2;

	(void)round;
	for (size_t j = 0; j < shape->items; j++) {
		dpmf_interval_set_ui(&statistic[j], 0);
		for (size_t i = 0; i < shape->users; i++) {
			const long rating = lround(256 * one->rating[world][i * shape->items + j]) - middle;
			const long weight = i == 0 ? (long)floor(65536 * one->weight) : 65536;

			dpmf_interval_add_si(&statistic[j], &statistic[j], rating * weight);
		}
	}
}

/* W Delta in those steps, W itself not rounded. */
void hdpmf_real_bound_corrected(const struct audit_instance *one, struct dpmf_enclosure *bound)
{
	dpmf_interval_set_d(bound, one->weight);
	dpmf_interval_mul_ui(bound, bound, 65536 * (unsigned long)lround(256 * (one->shape->rating_max - one->shape->rating_min)));
}
