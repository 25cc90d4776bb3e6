/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The equations of dpmf-rp on balls, each written once, for the oracles of the
   kernels and of a whole round. */
#ifndef VECTORS_DPMF_RP_BALLS_H
#define VECTORS_DPMF_RP_BALLS_H
#include "ball.h"

enum { RP_K = 4, RP_ITEMS = 64, RP_MOST = 64 }; /* at most: columns, items, numbers of a matrix */

struct rp_user_case { /* of one user; item[a] are its own items, rating[a] its ratings of them */
	size_t items, k, count, item[RP_MOST];
	double rating[RP_MOST], lambda, kappa, unobserved, most_error, most_profile;
};

struct rp_projection { /* h, sigma, xi */
	size_t items, rows, padded;
	int64_t row[RP_ITEMS], sign[RP_ITEMS], flip[RP_ITEMS];
};

/* Eq. (16): x cut to -e .. e. */
void rp_balls_clip_error(struct ball *x, double e);
/* Eq. (17), in place, and |u|_1. */
void rp_balls_clip_profile(struct ball *u, struct ball *l1, size_t k, double b1);
/* V'V, and Eq. (5)'s matrix and right-hand side. */
void rp_balls_system(const struct rp_user_case *c, const struct ball *v, struct ball *gram, struct ball *matrix, struct ball *right);
/* u: the solution, and with it what Cholesky's method or elimination without pivots finds for it in
   binary64; false: the matrix is not positive definite for certain. */
bool rp_balls_solve(const struct ball *matrix, const struct ball *right, size_t k, struct ball *u);
/* The errors of all items, cut, and S grad V. */
void rp_balls_gradient(const struct rp_user_case *c, const struct rp_projection *s, const struct ball *v, const struct ball *u,
                       struct ball *error, struct ball *b);
/* S x: items x k to rows x k. */
void rp_balls_compress(const struct rp_projection *s, const struct ball *x, size_t k, struct ball *b);
/* H D_xi of b with rows of 0 below; D_xi H of flat. */
void rp_balls_flatten(const struct rp_projection *s, const struct ball *b, size_t k, struct ball *flat);
void rp_balls_reverse(const struct rp_projection *s, const struct ball *flat, size_t k, struct ball *b);
/* 2 e (1 + kappa) B_1, and a ball over sqrt(n). */
void rp_balls_delta(struct ball *delta, double most_error, double kappa, double most_profile);
void rp_balls_over_root(struct ball *z, const struct ball *x, size_t n);
/* (sum - users q / 2) c / (q theta) */
void rp_balls_estimate(struct ball *z, int64_t sum, size_t users, uint64_t quanta, double theta, const struct ball *c);

#endif
