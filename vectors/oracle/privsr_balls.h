/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The equations of privsr on balls, each written once. */
#ifndef VECTORS_PRIVSR_BALLS_H
#define VECTORS_PRIVSR_BALLS_H
#include "ball.h"

struct privsr_scales {
	struct ball epsilon[2], scale[2], combined, friends; /* [0] the sensitive group */
};

void privsr_scales_init(struct privsr_scales *s);
void privsr_scales_clear(struct privsr_scales *s);
void privsr_scales_of(struct privsr_scales *s, double delta, size_t k, double epsilon, double beta);
/* sum - 2 s u */
void privsr_balls_send(struct ball *sum, const double *u, size_t k, double s);
/* sum + weight (message + 2 s u) */
void privsr_balls_pull(struct ball *sum, const struct ball *message, const double *u, size_t k,
                       const struct ball *s, double weight);

#endif
