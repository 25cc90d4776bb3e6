/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Kernels of hdpmf (Hu and Fang, Decentralized Matrix Factorization with
   Heterogeneous Differential Privacy). Plain arrays and sizes; the driver that
   calls them in the paper's order is published.c.

   The contracts are ACSL. `make prove` proves them of kernels.c: those over
   double as statements about real numbers (REAL), dpmf_hdpmf_contribute in machine
   integers with overflow excluded (INT). */
#ifndef DPMF_MECH_HDPMF_H
#define DPMF_MECH_HDPMF_H
#include <stddef.h>
#include <stdint.h>
#include "core/public.h"

#ifdef __FRAMAC__
#include "proofs/logic/sums.h"
#endif

DPMF_BEGIN

/* Eq. (4): one user's share of dL/dv_j, before noise: 2 (u.v - w r) u. With u
   and v exchanged it is one item's share of dL/du_i. */
/*@ requires \valid_read(u + (0 .. k - 1)) && \valid_read(v + (0 .. k - 1)) && \valid(share + (0 .. k - 1));
    requires \separated(share + (0 .. k - 1), u + (0 .. k - 1));
    requires \separated(share + (0 .. k - 1), v + (0 .. k - 1));
    assigns  share[0 .. k - 1];
    ensures  share: \forall integer l; 0 <= l < k ==>
               share[l] == 2 * (dot{Pre}(u, v, k) - w * r) * \old(u[l]); */
void dpmf_hdpmf_gradient_share(const double *u, const double *v, size_t k, double w, double r, double *share);

/* sum = sum + 2 (u.v - w r) u: the inner sum of Eq. (4). */
/*@ requires \valid_read(u + (0 .. k - 1)) && \valid_read(v + (0 .. k - 1)) && \valid(sum + (0 .. k - 1));
    requires \separated(sum + (0 .. k - 1), u + (0 .. k - 1));
    requires \separated(sum + (0 .. k - 1), v + (0 .. k - 1));
    assigns  sum[0 .. k - 1];
    ensures  share_added: \forall integer l; 0 <= l < k ==>
               sum[l] == \old(sum[l]) + 2 * (dot{Pre}(u, v, k) - w * r) * \old(u[l]); */
void dpmf_hdpmf_gradient_add(const double *u, const double *v, size_t k, double w, double r, double *sum);

/* Algorithm 1, lines 7 and 10: v = v - rate (gradient + 2 lambda v). */
/*@ requires \valid(v + (0 .. k - 1)) && \valid_read(gradient + (0 .. k - 1));
    requires \separated(v + (0 .. k - 1), gradient + (0 .. k - 1));
    assigns  v[0 .. k - 1];
    ensures  stepped: \forall integer l; 0 <= l < k ==>
               v[l] == \old(v[l]) - rate * (\old(gradient[l]) + 2 * lambda * \old(v[l])); */
void dpmf_hdpmf_step(double *v, const double *gradient, size_t k, double rate, double lambda);

/* Theorem 2: the scale 2 Delta sqrt(K) / epsilon of the Laplace law. */
/*@ requires epsilon > 0;
    assigns  \nothing;
    ensures  theorem_2: \result == 2 * delta * \sqrt((real)k) / epsilon; */
double dpmf_hdpmf_noise_scale(double delta, size_t k, double epsilon);

/* Algorithm 1, line 15: u.v / w. */
/*@ requires \valid_read(u + (0 .. k - 1)) && \valid_read(v + (0 .. k - 1));
    requires w > 0;
    assigns  \nothing;
    ensures  rescaled: \result == dot(u, v, k) / w; */
double dpmf_hdpmf_predict(const double *u, const double *v, size_t k, double w);

/* corrected: what a user contributes to an item's sum, in steps: the stretched
   rating, weight_steps * rating_steps, times the user's public features. One
   changed rating moves the sum by weight * |change| * |features|_1, exactly. */
/*@ requires \valid_read(feature + (0 .. k - 1)) && \valid(sum + (0 .. k - 1));
    requires \separated(sum + (0 .. k - 1), feature + (0 .. k - 1));
    requires stretched_fits: INT64_MIN <= weight_steps * rating_steps <= INT64_MAX;
    requires contribution_fits: \forall integer l; 0 <= l < k ==>
               INT64_MIN <= weight_steps * rating_steps * feature[l] <= INT64_MAX;
    requires sum_fits: \forall integer l; 0 <= l < k ==>
               INT64_MIN <= sum[l] + weight_steps * rating_steps * feature[l] <= INT64_MAX;
    assigns  sum[0 .. k - 1];
    ensures  contributed: \forall integer l; 0 <= l < k ==>
               sum[l] == \old(sum[l]) + weight_steps * rating_steps * \old(feature[l]); */
void dpmf_hdpmf_contribute(int64_t rating_steps, int64_t weight_steps, const int64_t *feature, size_t k, int64_t *sum);

DPMF_END

#endif
