/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Kernels of gaussmf (Mugdho and Imtiaz, Privacy-preserving Matrix
   Factorization for Recommendation Systems using Gaussian Mechanism). Plain
   arrays and sizes; the drivers that call them in the paper's order are
   published.c and audit/gaussmf/corrected.c.

   The contracts are ACSL. `make prove` proves them of kernels.c: those over
   double as statements about real numbers (REAL), those over integers in
   machine integers with overflow excluded (INT). */
#ifndef DPMF_MECH_GAUSSMF_H
#define DPMF_MECH_GAUSSMF_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "core/public.h"

#ifdef __FRAMAC__
#include "proofs/logic/steps.h"
#include "proofs/logic/sums.h"
#endif

DPMF_BEGIN

/*@ logic real clip_divisor(real norm, real clip) = norm > clip ? norm / clip : 1.0; */

/* Lines 4 and 5: x / max(1, |x|_2 / C). */
/*@ requires \valid_read(x + (0 .. n - 1)) && \valid(clipped + (0 .. n - 1));
    requires \separated(x + (0 .. n - 1), clipped + (0 .. n - 1));
    requires clip > 0;
    assigns  clipped[0 .. n - 1];
    ensures  clipped: \forall integer l; 0 <= l < n ==>
               clipped[l] == \old(x[l]) / clip_divisor(\old(\sqrt(squares(x, n))), clip); */
void dpmf_gaussmf_clip(const double *x, size_t n, double clip, double *clipped);

/* Line 3, and the difference that lines 4 and 5 begin with: x_i . theta_j - v_ij. */
/*@ requires \valid_read(x + (0 .. n - 1)) && \valid_read(theta + (0 .. n - 1));
    assigns  \nothing;
    ensures  residual: \result == dot(x, theta, n) - v; */
double dpmf_gaussmf_residual(const double *x, const double *theta, size_t n, double v);

/* One rating's part of a row of Eq. (4) or (5): gradient = gradient + residual * outer,
   where `outer` is the clipped profile of the other side. */
/*@ requires \valid_read(outer + (0 .. n - 1)) && \valid(gradient + (0 .. n - 1));
    requires \separated(gradient + (0 .. n - 1), outer + (0 .. n - 1));
    assigns  gradient[0 .. n - 1];
    ensures  accumulated: \forall integer l; 0 <= l < n ==>
               gradient[l] == \old(gradient[l]) + residual * \old(outer[l]); */
void dpmf_gaussmf_accumulate(double residual, const double *outer, size_t n, double *gradient);

/* The last term of Eq. (4) or (5): gradient = gradient + lambda * own. */
/*@ requires \valid_read(own + (0 .. n - 1)) && \valid(gradient + (0 .. n - 1));
    requires \separated(gradient + (0 .. n - 1), own + (0 .. n - 1));
    assigns  gradient[0 .. n - 1];
    ensures  regularized: \forall integer l; 0 <= l < n ==>
               gradient[l] == \old(gradient[l]) + lambda * \old(own[l]); */
void dpmf_gaussmf_regularize(double lambda, const double *own, size_t n, double *gradient);

/* Lines 8 and 9: profile = profile - mu * gradient. */
/*@ requires \valid(profile + (0 .. n - 1)) && \valid_read(gradient + (0 .. n - 1));
    requires \separated(profile + (0 .. n - 1), gradient + (0 .. n - 1));
    assigns  profile[0 .. n - 1];
    ensures  stepped: \forall integer l; 0 <= l < n ==>
               profile[l] == \old(profile[l]) - mu * \old(gradient[l]); */
void dpmf_gaussmf_step(double *profile, const double *gradient, size_t n, double mu);

/* Line 6: tau C / eps_i sqrt(2 log(1.25 / delta)). */
/*@ requires eps_i > 0 && 0 < delta <= 1.25;
    assigns  \nothing;
    ensures  line_6: \result == tau * clip / eps_i * \sqrt(2 * \log(1.25 / delta)); */
double dpmf_gaussmf_sigma(double tau, double clip, double eps_i, double delta);

/* corrected: one rating's part of a released row, in steps. One changed rating
   moves the sum by (change of the rating) * outer, exactly. */
/*@ requires \valid_read(outer + (0 .. n - 1)) && \valid(sum + (0 .. n - 1));
    requires \separated(sum + (0 .. n - 1), outer + (0 .. n - 1));
    requires contribution_fits: \forall integer l; 0 <= l < n ==>
               INT64_MIN <= rating_steps * outer[l] <= INT64_MAX;
    requires sum_fits: \forall integer l; 0 <= l < n ==>
               INT64_MIN <= sum[l] + rating_steps * outer[l] <= INT64_MAX;
    assigns  sum[0 .. n - 1];
    ensures  contributed: \forall integer l; 0 <= l < n ==>
               sum[l] == \old(sum[l]) + rating_steps * \old(outer[l]); */
void dpmf_gaussmf_contribute(int64_t rating_steps, const int64_t *outer, size_t n, int64_t *sum);

/* corrected: whether the sum of outer[l]^2 is at most bound^2. */
/*@ requires \valid_read(outer + (0 .. n - 1));
    requires n <= 1024 && 0 <= bound <= 67108864;
    requires small: \forall integer l; 0 <= l < n ==> -67108864 <= outer[l] <= 67108864;
    assigns  \nothing;
    ensures  within: \result <==> step_squares(outer, n) <= bound * bound; */
bool dpmf_gaussmf_within(const int64_t *outer, size_t n, int64_t bound);

/* corrected: every coordinate moves one step towards 0. */
/*@ requires \valid(outer + (0 .. n - 1));
    assigns  outer[0 .. n - 1];
    ensures  positive: \forall integer l; 0 <= l < n ==> \old(outer[l]) > 0 ==> outer[l] == \old(outer[l]) - 1;
    ensures  negative: \forall integer l; 0 <= l < n ==> \old(outer[l]) < 0 ==> outer[l] == \old(outer[l]) + 1;
    ensures  zero: \forall integer l; 0 <= l < n ==> \old(outer[l]) == 0 ==> outer[l] == 0; */
void dpmf_gaussmf_shrink(int64_t *outer, size_t n);

DPMF_END

#endif
