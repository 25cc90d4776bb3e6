/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "privsr_balls.h"

static const double any_order = 0x1p-49; /* of the factors of a product */

void privsr_scales_init(struct privsr_scales *s)
{
	ball_init(s->epsilon, 2);
	ball_init(s->scale, 2);
	ball_init(&s->combined, 1);
	ball_init(&s->friends, 1);
}

void privsr_scales_clear(struct privsr_scales *s)
{
	ball_clear(s->epsilon, 2);
	ball_clear(s->scale, 2);
	ball_clear(&s->combined, 1);
	ball_clear(&s->friends, 1);
}

/* epsilon[] = (1 + beta) epsilon, (1 / beta + 1) epsilon; one is left 1 + beta. */
static void budgets(struct privsr_scales *s, double epsilon, double beta, struct ball *one)
{
	struct ball b, e;

	ball_init(&b, 1);
	ball_init(&e, 1);
	ball_set(&b, beta);
	ball_set(&e, epsilon);
	ball_set(one, 1);
	ball_div(&s->epsilon[1], one, &b);
	ball_add(&s->epsilon[1], &s->epsilon[1], one);
	ball_mul(&s->epsilon[1], &s->epsilon[1], &e);
	ball_add(one, one, &b);
	ball_mul(&s->epsilon[0], one, &e);
	ball_clear(&b, 1);
	ball_clear(&e, 1);
}

void privsr_scales_of(struct privsr_scales *s, double delta, size_t k, double epsilon, double beta)
{
	struct ball one, root, t;

	ball_init(&one, 1);
	ball_init(&root, 1);
	ball_init(&t, 1);
	budgets(s, epsilon, beta, &one);
	ball_set(&root, (double)k);
	ball_sqrt(&root, &root);
	ball_set(&t, epsilon);
	ball_div(&s->friends, &root, &t);
	ball_set(&t, 2 * delta);
	ball_mul(&root, &t, &root);
	ball_div(&s->scale[0], &root, &s->epsilon[0]);
	ball_div(&s->scale[1], &root, &s->epsilon[1]);
	ball_set(&t, beta);
	ball_mul(&t, &t, &t);
	ball_set(&one, 1);
	ball_add(&t, &one, &t);
	ball_sqrt(&t, &t);
	ball_mul(&root, &root, &t);
	ball_div(&s->combined, &root, &s->epsilon[0]);
	ball_widen(&s->scale[0], any_order);
	ball_widen(&s->scale[1], any_order);
	ball_widen(&s->combined, any_order);
	ball_clear(&one, 1);
	ball_clear(&root, 1);
	ball_clear(&t, 1);
}

void privsr_balls_send(struct ball *sum, const double *u, size_t k, double s)
{
	struct ball factor, t;

	ball_init(&factor, 1);
	ball_init(&t, 1);
	for (size_t l = 0; l < k; l++) {
		ball_set(&factor, 2 * s);
		ball_set(&t, u[l]);
		ball_mul(&t, &factor, &t);
		ball_sub(&sum[l], &sum[l], &t);
	}
	ball_clear(&factor, 1);
	ball_clear(&t, 1);
}

void privsr_balls_pull(struct ball *sum, const struct ball *message, const double *u, size_t k,
                       const struct ball *s, double weight)
{
	struct ball factor, t;

	ball_init(&factor, 1);
	ball_init(&t, 1);
	for (size_t l = 0; l < k; l++) {
		ball_twice(&factor, s);
		ball_set(&t, u[l]);
		ball_mul(&t, &factor, &t);
		ball_add(&t, &message[l], &t);
		ball_set(&factor, weight);
		ball_mul(&t, &factor, &t);
		ball_add(&sum[l], &sum[l], &t);
	}
	ball_clear(&factor, 1);
	ball_clear(&t, 1);
}
