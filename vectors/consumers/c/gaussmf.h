/* SPDX-License-Identifier: 0BSD */
/* What the rounds of both variants of gaussmf share. */
#ifndef CONSUMER_GAUSSMF_H
#define CONSUMER_GAUSSMF_H
#include "algorithms.h"

struct gaussmf_data {
	size_t users, items, n, count;
	int64_t user[MOST], item[MOST];
	struct list x, theta, rating;
	double mu, lambda, clip;
};

struct gaussmf_rows {
	double residual[MOST], outer_x[MOST], outer_theta[MOST], gradient_x[MOST], gradient_theta[MOST];
};

void gaussmf_read(struct test *t, struct gaussmf_data *d);
bool gaussmf_refused(const struct gaussmf_data *d);
/* x / max(1, |x| / clip) */
void gaussmf_clip(const double *x, size_t n, double clip, double *clipped);
/* y + factor x, in place */
void gaussmf_add(double factor, const double *x, size_t n, double *y);

#endif
