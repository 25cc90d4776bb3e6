/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "adam_balls.h"

/* (beta old + (1 - beta) fresh) / (1 - beta^step) */
static void average(struct ball *z, double beta, uint64_t step, double old, const struct ball *fresh)
{
	struct ball one, power, rest;

	ball_init(&one, 1);
	ball_init(&power, 1);
	ball_init(&rest, 1);
	ball_set(&one, 1);
	ball_set(&power, beta);
	ball_set(z, old);
	ball_mul(z, z, &power);
	ball_sub(&rest, &one, &power);
	ball_mul(&rest, &rest, fresh);
	ball_add(z, z, &rest);
	ball_copy(&rest, &power);
	for (uint64_t t = 1; t < step; t++)
		ball_mul(&rest, &rest, &power);
	ball_sub(&rest, &one, &rest);
	ball_div(z, z, &rest);
	ball_clear(&one, 1);
	ball_clear(&power, 1);
	ball_clear(&rest, 1);
}

void adam_balls(struct ball *z, double x, const struct ball *gradient, const struct adam_case *c)
{
	struct ball mean, square, t;

	ball_init(&mean, 1);
	ball_init(&square, 1);
	ball_init(&t, 1);
	ball_mul(&t, gradient, gradient);
	average(&square, c->beta2, c->step, c->square, &t);
	ball_sqrt(&square, &square);
	ball_set(&t, 1e-8);
	ball_add(&square, &square, &t);
	average(&mean, c->beta1, c->step, c->mean, gradient);
	ball_set(&t, c->rate);
	ball_mul(&mean, &mean, &t);
	ball_div(&mean, &mean, &square);
	ball_set(&t, x);
	ball_sub(z, &t, &mean);
	ball_clear(&mean, 1);
	ball_clear(&square, 1);
	ball_clear(&t, 1);
}
