/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The equations of dpimf on balls, each written once. */
#ifndef VECTORS_DPIMF_BALLS_H
#define VECTORS_DPIMF_BALLS_H
#include <stdbool.h>

#include "ball.h"

enum { DPIMF_MOST = 64, DPIMF_FACTORS = 4, DPIMF_SQUARE = DPIMF_FACTORS * DPIMF_FACTORS };
enum dpimf_sensitivity { SENSE_LOSS, SENSE_FIRST, SENSE_FULL, SENSE_TRIU, SENSE_REGULARIZER, SENSES };

/* Eqs. (9), (15), (16), (18) and (17) of one profile. */
void balls_sense(struct ball sense[SENSES], const double *p, size_t d, double alpha0);
/* Each one's maximum over the profiles. */
void balls_sense_most(struct ball sense[SENSES], const double *p, size_t users, size_t d, double alpha0);
/* The same for every profile with |p|_2 <= bound. */
void balls_sense_bound(struct ball sense[SENSES], double bound, size_t d, double alpha0);
/* sum of w p (x) p over the users listed; w NULL: 1 each. d x d. */
void balls_outer(struct ball *sum, const double *p, size_t d, const size_t *user, const double *w, size_t count);
/* 2 sum of w p. */
void balls_first(struct ball *sum, const double *p, size_t d, const size_t *user, const double *w, size_t count);
/* keep x + alpha0 y, keep = 1 - alpha0 or 1. */
void balls_mix(struct ball *z, const struct ball *x, const struct ball *y, size_t n, bool whole, double alpha0);

#endif
