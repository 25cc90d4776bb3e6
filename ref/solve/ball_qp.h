/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A global minimiser of q'Aq - q'b over the ball |q|_2 <= r, A of any sign: the
   perturbed losses of dpimf (Eqs. (10) and (21)) are such problems, and noise
   can make them indefinite. A symmetric eigenproblem, then one equation in one
   unknown; what is reached is stated with each answer.

     struct dpmf_ball_qp qp;
     dpmf_ball_qp_open(&qp, d, &error);
     for every item:
             dpmf_ball_qp_solve(&qp, a, b, r, q, &certificate, &error);
     dpmf_ball_qp_close(&qp);

   A struct belongs to one thread. Solving allocates nothing and depends on
   nothing that was solved before. */
#ifndef DPMF_SOLVE_BALL_QP_H
#define DPMF_SOLVE_BALL_QP_H
#include <stddef.h>
#include "core/public.h"
#include "core/status.h"
#include "solve/ball_certificate.h"

DPMF_BEGIN

#define DPMF_BALL_QP_MOST 4096 /* dimensions */

struct dpmf_ball_qp {
	size_t d;
	double *memory;                  /* one block that holds all of the following */
	double *a, *vectors, *work;      /* d x d each, and d more for `work` */
	double *b, *values, *gap, *beta; /* d each: scaled b; eigenvalues, from the least; b in their basis */
	double *p, *slope, *q;           /* d each */
};

/* 1 <= d <= DPMF_BALL_QP_MOST. */
enum dpmf_status dpmf_ball_qp_open(struct dpmf_ball_qp *qp, size_t d, struct dpmf_error *error);
void dpmf_ball_qp_close(struct dpmf_ball_qp *qp);

/* a: d x d, row after row. A matrix that is not symmetric counts by its
   symmetric part, which alone decides q'Aq. r is 0 or within 2^-500 to 2^500;
   what is not finite is refused with DPMF_INPUT, and so is a problem whose
   multiplier or excess is beyond the largest double. `certificate` may be NULL.

   The problem is scaled by powers of two first: the answer to (2^i A, 2^(i+j) b, 2^j r)
   is 2^j q to the last bit. Coefficients below 2^-479 of the largest (of r^2 A and r b
   together) count as 0, and the certificate is that of the problem without them.

   dpmf_l2(q) <= r always. Where the least eigenvalue is negative and b is
   orthogonal to its eigenspace (the hard case) there are minimisers that differ
   in this eigenspace, and q is one of them: rounding decides which, so compare
   values of f, not vectors. Where A is singular and a minimiser lies inside, q is
   the shortest up to rounding of A's eigenvalues. */
enum dpmf_status dpmf_ball_qp_solve(struct dpmf_ball_qp *qp, const double *a, const double *b, double r, double *q,
                                    struct dpmf_ball_certificate *certificate, struct dpmf_error *error);

DPMF_END

#endif
