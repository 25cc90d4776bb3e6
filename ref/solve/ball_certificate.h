/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How far a point is from the least value of f(x) = x'Ax - x'b over |x|_2 <= r,
   shown without knowing how the point was found.

   For any mu >= 0, any c >= 0 with A + (mu + c) I positive semidefinite, and any
   x in the ball, with L(x) = f(x) + mu |x|^2 and R = 2 (A + mu I) q - b:

     f(q) - f(x) = L(q) - L(x) + mu (|x|^2 - |q|^2)
     L(x) - L(q) = R'(x - q) + (x - q)'(A + mu I)(x - q) >= -|R| |x - q| - c |x - q|^2

   and |x - q| <= r + |q|, |x| <= r give

     f(q) - min f <= |R| (r + |q|) + mu (r^2 - |q|^2) + c (r + |q|)^2.

   So mu >= 0, A + mu I positive semidefinite, R = 0 and mu (r - |q|) = 0 make q
   a global minimiser, whatever the sign of A. Conversely a minimiser has such
   a mu for r > 0; at r = 0 the ball is a point, and the bound is 0 for every mu. */
#ifndef DPMF_SOLVE_BALL_CERTIFICATE_H
#define DPMF_SOLVE_BALL_CERTIFICATE_H
#include <stddef.h>
#include "core/public.h"

DPMF_BEGIN

struct dpmf_ball_certificate {
	double multiplier; /* mu */
	double residual;   /* |2 (A + mu I) q - b|_2 at most */
	double relative;   /* that, divided by 2 (|A|_F + mu) |q|_2 + |b|_2; 0 where both are 0 */
	double curvature;  /* c: A + (mu + c) I is positive semidefinite */
	double excess;     /* f(q) - min f at most */
};

/* How many doubles `work` holds. */
size_t dpmf_ball_certify_work(size_t d);

/* A symmetric, row after row, d at most 4096; q anywhere, mu >= 0, r >= 0. Each
   number in the certificate is an upper bound, the rounding errors of its own
   computation counted in, as long as the squares of the entries, and what the
   formulas above make of them, stay in the range of normal doubles. c comes from
   Cholesky decompositions: one that runs to its end in doubles bounds the least
   eigenvalue from below (Rump 2006). */
void dpmf_ball_certify(const double *a, const double *b, size_t d, double r, const double *q, double mu,
                       double *work, struct dpmf_ball_certificate *certificate);

DPMF_END

#endif
