/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "dpimf_balls.h"

#include <math.h>

/* 1 - alpha0, which a double may round. */
static void keep_of(struct ball *keep, double alpha0)
{
	struct ball t;

	ball_init(&t, 1);
	ball_set(&t, alpha0);
	ball_set(keep, 1);
	ball_sub(keep, keep, &t);
	ball_clear(&t, 1);
}

/* From |p|_1 and |p|_2^2. */
static void senses_of(struct ball sense[SENSES], const struct ball *l1, const struct ball *squares, double alpha0)
{
	struct ball square, half;

	ball_init(&square, 1);
	ball_init(&half, 1);
	ball_mul(&square, l1, l1);
	ball_twice(&sense[SENSE_FIRST], l1);
	ball_set(&half, 1);
	ball_add(&sense[SENSE_LOSS], &square, &half);
	ball_add(&sense[SENSE_LOSS], &sense[SENSE_LOSS], &sense[SENSE_FIRST]);
	keep_of(&sense[SENSE_REGULARIZER], alpha0);
	ball_mul(&sense[SENSE_FULL], &square, &sense[SENSE_REGULARIZER]);
	ball_add(&square, &square, squares);
	ball_mul(&square, &square, &sense[SENSE_REGULARIZER]);
	ball_set(&half, 0.5);
	ball_mul(&sense[SENSE_TRIU], &square, &half);
	ball_clear(&square, 1);
	ball_clear(&half, 1);
}

void balls_sense(struct ball sense[SENSES], const double *p, size_t d, double alpha0)
{
	struct ball x[DPIMF_FACTORS], l1, squares;

	ball_init(x, DPIMF_FACTORS);
	ball_init(&l1, 1);
	ball_init(&squares, 1);
	for (size_t l = 0; l < d; l++)
		ball_set(&x[l], fabs(p[l]));
	ball_sum(&l1, x, d);
	ball_dot(&squares, x, x, d);
	senses_of(sense, &l1, &squares, alpha0);
	ball_clear(x, DPIMF_FACTORS);
	ball_clear(&l1, 1);
	ball_clear(&squares, 1);
}

void balls_sense_most(struct ball sense[SENSES], const double *p, size_t users, size_t d, double alpha0)
{
	struct ball one[SENSES];

	ball_init(one, SENSES);
	for (size_t u = 0; u < users; u++) {
		balls_sense(one, p + u * d, d, alpha0);
		for (size_t s = 0; s < SENSES; s++)
			if (u == 0 || mpfr_greater_p(one[s].mid, sense[s].mid))
				ball_copy(&sense[s], &one[s]);
	}
	ball_clear(one, SENSES);
}

/* (c, .., c) / sqrt(d) attains all of them: |p|_1 = c sqrt(d). What is linear in
   the square is c^2 d and c^2, without the root. */
void balls_sense_bound(struct ball sense[SENSES], double bound, size_t d, double alpha0)
{
	struct ball l1, squares, many;

	ball_init(&l1, 1);
	ball_init(&squares, 1);
	ball_init(&many, 1);
	ball_set(&many, (double)d);
	ball_sqrt(&many, &many);
	ball_set(&l1, bound);
	ball_mul(&squares, &l1, &l1);
	ball_mul(&l1, &l1, &many);
	senses_of(sense, &l1, &squares, alpha0);
	for (size_t s = 0; s < SENSES; s++)
		ball_widen(&sense[s], 0x1p-50);
	ball_clear(&l1, 1);
	ball_clear(&squares, 1);
	ball_clear(&many, 1);
}

/* sum of w x[user] y[user] over those listed, at a stride of d; y NULL: 1. */
static void weighted_sum(struct ball *sum, const double *x, const double *y, size_t d, const size_t *user, const double *w, size_t count)
{
	struct ball term[DPIMF_MOST], t;

	ball_init(term, DPIMF_MOST);
	ball_init(&t, 1);
	for (size_t c = 0; c < count; c++) {
		ball_set(&term[c], w ? w[c] : 1);
		ball_set(&t, x[user[c] * d]);
		ball_mul(&term[c], &term[c], &t);
		if (y) {
			ball_set(&t, y[user[c] * d]);
			ball_mul(&term[c], &term[c], &t);
		}
	}
	ball_sum(sum, term, count);
	ball_clear(term, DPIMF_MOST);
	ball_clear(&t, 1);
}

void balls_outer(struct ball *sum, const double *p, size_t d, const size_t *user, const double *w, size_t count)
{
	for (size_t j = 0; j < d; j++)
		for (size_t l = 0; l < d; l++)
			weighted_sum(&sum[j * d + l], p + j, p + l, d, user, w, count);
}

void balls_first(struct ball *sum, const double *p, size_t d, const size_t *user, const double *w, size_t count)
{
	for (size_t l = 0; l < d; l++) {
		weighted_sum(&sum[l], p + l, NULL, d, user, w, count);
		ball_twice(&sum[l], &sum[l]);
	}
}

/* Written as keep x + alpha0 y, or as x + alpha0 (y - x): both are enclosed. */
void balls_mix(struct ball *z, const struct ball *x, const struct ball *y, size_t n, bool whole, double alpha0)
{
	struct ball keep, t, other;

	ball_init(&keep, 1);
	ball_init(&t, 1);
	ball_init(&other, 1);
	keep_of(&keep, whole ? 0 : alpha0);
	for (size_t i = 0; i < n; i++) {
		ball_set(&t, alpha0);
		ball_sub(&other, &y[i], &x[i]);
		ball_mul(&other, &other, &t);
		ball_add(&other, &other, &x[i]);
		ball_mul(&t, &y[i], &t);
		ball_mul(&z[i], &keep, &x[i]);
		ball_add(&z[i], &z[i], &t);
		if (!whole)
			mpfr_max(z[i].rad, z[i].rad, other.rad, MPFR_RNDU);
	}
	ball_clear(&keep, 1);
	ball_clear(&t, 1);
	ball_clear(&other, 1);
}
