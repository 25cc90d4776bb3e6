/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A real number known up to a radius: mid - rad <= x <= mid + rad. Each
   operation encloses the exact result and the result of the same operation in
   binary64, rounded to nearest: a bound of the rounding error, gradual
   underflow included, is added to the radius. Sums are enclosed whatever the
   order of the terms; a fused multiply-add rounds less and is enclosed, too.
   log and cos of a mathematical library are taken to be off by at most one
   unit in the last place. */
#ifndef VECTORS_BALL_H
#define VECTORS_BALL_H
#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <mpfr.h> /* after stdint.h: mpfr_get_sj */

struct ball {
	mpfr_t mid, rad;
};

void ball_init(struct ball *x, size_t n); /* n balls, all 0 */
void ball_clear(struct ball *x, size_t n);
void ball_set(struct ball *z, double x);
void ball_set_all(struct ball *z, const double *x, size_t n);
void ball_copy(struct ball *z, const struct ball *x);

/* z may be one of the operands. */
void ball_add(struct ball *z, const struct ball *x, const struct ball *y);
void ball_sub(struct ball *z, const struct ball *x, const struct ball *y);
void ball_mul(struct ball *z, const struct ball *x, const struct ball *y);
void ball_div(struct ball *z, const struct ball *x, const struct ball *y); /* 0 not in y */
void ball_sqrt(struct ball *z, const struct ball *x);                      /* x >= 0 */
void ball_log(struct ball *z, const struct ball *x);                       /* 0 < x, 0 not in x */
void ball_cos_turn(struct ball *z, const struct ball *x); /* cos(2 pi x) with the double nearest to 2 pi */
void ball_twice(struct ball *z, const struct ball *x);    /* exact but for overflow */
void ball_sum(struct ball *z, const struct ball *x, size_t n);
void ball_dot(struct ball *z, const struct ball *x, const struct ball *y, size_t n);
void ball_widen(struct ball *z, double relative); /* the radius grows by |mid| * relative */

/* 1: all of x lies above y; -1: none of it; 0: it cannot be told. */
int ball_against(const struct ball *x, double y);
double ball_relative(const struct ball *x); /* rad / |mid|, rounded up; mid is not 0 */
double ball_radius(const struct ball *x);   /* rounded up */
/* x 2^bits to the nearest integer, ties away from 0; false where the ball's ends go to different ones. */
bool ball_nearest(const struct ball *x, int bits, int64_t *nearest);

/* {"lo", "hi"}, rounded outward. */
json_t *ball_interval(const struct ball *x);
json_t *ball_intervals(const struct ball *x, size_t n);
json_t *ball_interval_rows(const struct ball *x, size_t rows, size_t columns);

#endif
