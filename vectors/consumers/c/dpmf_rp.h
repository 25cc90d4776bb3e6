/* SPDX-License-Identifier: 0BSD */
/* What the kernels and the rounds of dpmf-rp share. Matrices row after row. */
#ifndef CONSUMER_DPMF_RP_H
#define CONSUMER_DPMF_RP_H
#include "algorithms.h"

enum { RP_K = 4 };

struct rp_user { /* v: items x k */
	size_t items, k, count;
	const double *v, *rating;
	const int64_t *item;
	double lambda, kappa, unobserved, most_error, most_profile;
};

struct rp_projection {
	size_t items, rows, padded;
	int64_t row[MOST], sign[MOST], flip[MOST];
};

void rp_draw_projection(const unsigned char key[32], size_t items, size_t rows, struct rp_projection *s);
size_t rp_padded(size_t rows);
void rp_expand(const struct rp_projection *s, const double *b, size_t k, double *v);
void rp_system(const struct rp_user *x, double *gram, double *matrix, double *right);
/* right = matrix^-1 right; the matrix is spoilt. */
void rp_solve(double *matrix, double *right, size_t k);
double rp_clip(double *u, size_t k, double most);
void rp_gradient(const struct rp_user *x, const struct rp_projection *s, const double *u, double *error, double *b);
void rp_flatten(const struct rp_projection *s, const double *b, size_t k, double *flat);
void rp_reverse(const struct rp_projection *s, const double *flat, size_t k, double *b);
int64_t rp_steps(double x, double c, bool cut);
double rp_delta(double most_error, double kappa, double most_profile);
double rp_estimate(double sum, double users, double quanta, double theta, double c);

#endif
