/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Line 13 of dpimf's Algorithm 2 where all profiles share one matrix: at alpha0 = 1
   it is G + lambda |U| E for every one of them. */
#ifndef DPMF_MECH_DPIMF_SOLVE_H
#define DPMF_MECH_DPIMF_SOLVE_H
#include "solve/ball_qp.h"

struct dpmf_dpimf_shared {
	size_t d;
	double radius;   /* sqrt(1 / lambda) */
	double *matrix;  /* d x d */
	double *factor;  /* Cholesky's; NULL where the matrix is not positive definite within rounding */
};

/* gram: d x d, perhaps with noise on it; of_all: |U|. */
enum dpmf_status dpmf_dpimf_shared_open(const double *gram, size_t d, double lambda, size_t of_all,
                                        struct dpmf_dpimf_shared *shared, struct dpmf_error *error);
void dpmf_dpimf_shared_close(struct dpmf_dpimf_shared *shared);
/* The minimiser of q'Aq - q'first in the ball; where it lies inside, by the factor alone. */
enum dpmf_status dpmf_dpimf_shared_solve(const struct dpmf_dpimf_shared *shared, struct dpmf_ball_qp *qp, const double *first,
                                         double *q);

#endif
