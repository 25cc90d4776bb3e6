/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One of Adam's steps, in one coordinate, on balls. */
#ifndef VECTORS_ADAM_BALLS_H
#define VECTORS_ADAM_BALLS_H
#include "ball.h"

struct adam_case {
	double rate, beta1, beta2, mean, square; /* the means of the steps before */
	uint64_t step;                           /* its number, from 1 */
};

/* x - rate (mean / (1 - beta1^step)) / (sqrt(square / (1 - beta2^step)) + 10^-8), with the means after this step. */
void adam_balls(struct ball *z, double x, const struct ball *gradient, const struct adam_case *c);

#endif
