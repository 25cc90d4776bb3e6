/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The equations of gaussmf on balls, each written once, for the oracles of the
   kernels, of whole rounds, and of the excess. */
#ifndef VECTORS_GAUSSMF_BALLS_H
#define VECTORS_GAUSSMF_BALLS_H
#include <stdbool.h>

#include "ball.h"

enum { GAUSSMF_MOST = 40, GAUSSMF_RATINGS = 20 }; /* numbers of a matrix, ratings */

/* Rating a is of user[a] and item[a]; rows of x are items, of theta users. */
struct gaussmf_case {
	size_t users, items, n, count;
	size_t user[GAUSSMF_RATINGS], item[GAUSSMF_RATINGS];
	double x[GAUSSMF_MOST], theta[GAUSSMF_MOST], rating[GAUSSMF_RATINGS];
	double mu, lambda, clip;
};

/* x_i . theta_j - v */
void balls_residual(struct ball *residual, const struct ball *x, const struct ball *theta, size_t n, double v);
/* x / max(1, |x| / clip), and |x| */
void balls_clip(struct ball *clipped, struct ball *norm, const struct ball *x, size_t n, double clip);
/* The same for every row. */
void balls_clip_rows(struct ball *clipped, const struct ball *x, size_t rows, size_t n, double clip);
/* tau clip / eps_i sqrt(2 log(1.25 / delta)) */
void balls_sigma(struct ball *sigma, double tau, double clip, double eps_i, double delta);
/* profile - mu gradient */
void balls_descend(struct ball *profile, const struct ball *gradient, size_t n, double mu);
/* Line 3 against `from`, one for each rating. */
void balls_residuals(const struct gaussmf_case *g, const struct ball *x, const struct ball *theta, const double *from,
                     struct ball *residual);
/* Line 4 (of_items) or 5: all rows; `minus`, where not NULL, is taken from each. */
struct gaussmf_line {
	bool of_items;
	const struct ball *residual, *outer, *own, *minus;
};
void balls_gradient(const struct gaussmf_case *g, const struct gaussmf_line *line, struct ball *gradient);

#endif
