/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Kernels of hdpmf (Hu and Fang, Decentralized Matrix Factorization with
   Heterogeneous Differential Privacy). Plain arrays and sizes; the driver that
   calls them in the paper's order is hdpmf_train.c. */
#ifndef DPMF_MECH_HDPMF_H
#define DPMF_MECH_HDPMF_H
#include <stddef.h>
#include <stdint.h>

/* Eq. (4): one user's share of dL/dv_j, before noise: 2 (u.v - w r) u. With u
   and v exchanged it is one item's share of dL/du_i. */
void hdpmf_gradient_share(const double *u, const double *v, size_t k, double w, double r, double *share);
/* sum = sum + 2 (u.v - w r) u: the inner sum of Eq. (4). */
void hdpmf_gradient_add(const double *u, const double *v, size_t k, double w, double r, double *sum);
/* Algorithm 1, lines 7 and 10: v = v - rate (gradient + 2 lambda v). */
void hdpmf_step(double *v, const double *gradient, size_t k, double rate, double lambda);
/* Theorem 2: the scale 2 Delta sqrt(K) / epsilon of the Laplace law. */
double hdpmf_noise_scale(double delta, size_t k, double epsilon);
/* Section IV: a user's share x_l = scale sqrt(2 h_l / raters) c_l of the noise,
   h ~ Exp(1) from the recommender, c ~ N(0, 1) of the user's own. */
void hdpmf_noise_share(double scale, const double *h, const double *c, size_t k, size_t raters, double *x);
/* Algorithm 1, line 15: u.v / w. */
double hdpmf_predict(const double *u, const double *v, size_t k, double w);

/* corrected: what a user contributes to an item's sum, in steps: the stretched
   rating, weight_steps * rating_steps, times the user's public features. One
   changed rating moves the sum by weight * |change| * |features|_1, exactly. */
void hdpmf_contribute(int64_t rating_steps, int64_t weight_steps, const int64_t *feature, size_t k, int64_t *sum);

#endif
