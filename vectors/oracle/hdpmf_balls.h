/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The equations of hdpmf on balls, each written once, for the oracles of the
   kernels and of a whole round. */
#ifndef VECTORS_HDPMF_BALLS_H
#define VECTORS_HDPMF_BALLS_H
#include <stdbool.h>

#include "ball.h"

enum { BALLS_K = 16 }; /* at most so many coordinates */

struct gradient { /* of one rating */
	struct ball dot, error, share[BALLS_K];
};

void gradient_init(struct gradient *g);
void gradient_clear(struct gradient *g);
/* error = u.v - w r, share = 2 error u */
void gradient_of(struct gradient *g, const struct ball *u, const struct ball *v, size_t k, double w, double r);

enum { TERMS_MOST = 24 };

struct terms { /* of one sum over k coordinates, in any order */
	struct ball term[BALLS_K][TERMS_MOST];
	size_t count;
};

void terms_init(struct terms *terms);
void terms_add(struct terms *terms, const struct ball *x, size_t k);
/* The terms are gone after that. */
void terms_sum(struct terms *terms, struct ball *sum, size_t k);

struct rated { /* rating number n is of user[n] and item[n] */
	size_t count;
	const size_t *user, *item;
	const double *rating, *weight; /* weight NULL: all 1 */
	const size_t *group;           /* NULL: all in group 0 */
};

/* How many ratings of the group the item has. */
size_t rated_raters(const struct rated *rated, size_t item, size_t group);

/* Adds the shares of the row's ratings: of an item (of_items), with u the rows of `other`, or of
   a user, with v; `own` is the row itself. Where `noise` is not NULL, the noise of each rating, too. */
void terms_gather(struct terms *terms, const struct rated *rated, bool of_items, size_t row, const struct ball *other,
                  const struct ball *own, const struct ball *noise, size_t k);

/* v - rate (gradient + 2 lambda v) */
void balls_step(struct ball *v, const struct ball *gradient, size_t k, double rate, double lambda);
void balls_step_rows(struct ball *v, const struct ball *gradient, size_t rows, size_t k, double rate, double lambda);
/* 2 delta sqrt(k) / epsilon */
void balls_noise_scale(struct ball *scale, double delta, size_t k, double epsilon);
/* scale sqrt(2 h / raters) c */
void balls_noise_share(struct ball *x, const struct ball *scale, double h, double c, size_t raters);
/* The noise of every rating's message: h has a row an item, c a row a rating, scale an entry a group. */
void balls_noise_rows(struct ball *noise, const struct rated *rated, const struct ball *scale, const double *h,
                      const double *c, size_t k);
/* x radius / |x|, and |x|; false when it cannot be told whether x lies outside. */
bool balls_project(struct ball *x, struct ball *norm, size_t k, double radius, bool *outside);
/* The same of every row; false when it cannot be told for one. */
bool balls_project_rows(struct ball *x, size_t rows, size_t k, double radius);

struct step_of_users { /* the last step of a round */
	size_t users, k;
	double rate, lambda, radius;
};

/* u after its step and, in `stepped`, before it is projected; false as above. */
bool balls_step_users(struct ball *u, struct ball *stepped, const struct ball *gradient, const struct step_of_users *step);

#endif
