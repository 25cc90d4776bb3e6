/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The arithmetic of a quadratic over a ball, min q'Aq - q'b over |q|_2 <= r; the
   drivers are ball_qp.c, ball_certificate.c and pgd.c.

   In the eigenbasis of A the condition 2 (A + mu I) q = b falls apart into
   2 (gap_i + t) p_i = beta_i, with gap_i = lambda_i - lambda_min >= 0 and
   t = mu + lambda_min. What remains is the t at which |p(t)|_2 = r. */
#ifndef DPMF_SOLVE_BALL_KERNELS_H
#define DPMF_SOLVE_BALL_KERNELS_H
#include <stddef.h>
#ifdef __FRAMAC__
#include "proofs/logic/sums.h"
#endif

/*@ predicate off_pole(real beta, real s) = s > 0.0 || beta == 0.0;
    predicate stationary(real beta, real s, real p) = 2.0 * s * p == beta && (beta == 0.0 ==> p == 0.0);
    logic real kept_within(real lo, real hi, real t) = t < lo ? lo : t > hi ? hi : t;
    logic real between(real lo, real hi) =
      lo == 0.0 ? hi / 16.0 : hi > 4.0 * lo ? kept_within(lo, hi, \sqrt(lo) * \sqrt(hi)) : lo + (hi - lo) / 2.0;
*/

/* p(t), and 0 where beta is 0. */
/*@ requires \valid_read(beta + (0 .. n - 1)) && \valid_read(gap + (0 .. n - 1)) && \valid(p + (0 .. n - 1));
    requires \separated(p + (0 .. n - 1), beta + (0 .. n - 1));
    requires \separated(p + (0 .. n - 1), gap + (0 .. n - 1));
    requires poles: \forall integer i; 0 <= i < n ==> off_pole(beta[i], gap[i] + t);
    assigns  p[0 .. n - 1];
    ensures  stationary: \forall integer i; 0 <= i < n ==> stationary(\old(beta[i]), \old(gap[i]) + t, p[i]);
*/
void dpmf_ball_point(const double *beta, const double *gap, size_t n, double t, double *p);

/* The next t between the ends of the bracket: Newton's step on
   h(t) = 1 / |p(t)| - 1 / r, where h' = slope / |p|^3 with
   slope = sum p_i^2 / (gap_i + t), if it falls strictly inside, else a point
   between, the mean of the logarithms where the ends are far apart. h is
   concave, since with u = |p|^2 the sign of h'' is that of
   (sum p_i^2 / s_i)^2 - sum p_i^2 sum p_i^2 / s_i^2 <= 0, s_i = gap_i + t: from
   the left of the root the steps ascend to it and never pass it. */
/*@ requires 0 <= lo <= hi && norm > 0 && radius > 0 && slope > 0;
    assigns  \nothing;
    ensures  bracket: lo <= \result <= hi;
    ensures  newton: lo < t + (norm - radius) / radius * (norm * norm / slope) < hi ==>
               \result == t + (norm - radius) / radius * (norm * norm / slope);
    ensures  fallback: !(lo < t + (norm - radius) / radius * (norm * norm / slope) < hi) ==> \result == between(lo, hi);
*/
double dpmf_ball_newton(double t, double norm, double slope, double radius, double lo, double hi);

/* A point between: sqrt(lo hi) where hi > 4 lo > 0, hi / 16 where lo is 0, the
   middle elsewhere. */
/*@ requires 0 <= lo <= hi;
    assigns  \nothing;
    ensures  bracket: lo <= \result <= hi;
    ensures  between: \result == between(lo, hi);
*/
double dpmf_ball_between(double lo, double hi);

/* Coordinate i of 2 (A + mu I) q - b, the gradient of q'Aq + mu |q|^2 - q'b, for
   a symmetric A with this row i. */
/*@ requires \valid_read(row + (0 .. n - 1)) && \valid_read(q + (0 .. n - 1)) && 0 <= i < n;
    assigns  \nothing;
    ensures  residual: \result == 2 * (dot(row, q, n) + mu * q[i]) - b_i;
*/
double dpmf_ball_residual(const double *row, const double *q, size_t n, size_t i, double mu, double b_i);

#endif
