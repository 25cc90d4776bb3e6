/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The textbook laws on balls. */
#ifndef VECTORS_TEXTBOOK_BALLS_H
#define VECTORS_TEXTBOOK_BALLS_H
#include <stdint.h>

#include "ball.h"

double textbook_uniform(uint64_t word);
/* -log u */
void textbook_exponential(struct ball *h, double u);
/* log(2 u) for u < 1/2, else -log(2 (1 - u)) */
void textbook_unit_laplace(struct ball *x, double u);
/* sqrt(-2 log u) cos(2 pi v) */
void textbook_normal(struct ball *c, double u, double v);
/* The middle, rounded to the nearest double. */
json_t *textbook_nearest(const struct ball *x);

#endif
