/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Gaussian mechanism by Renyi divergences: D_alpha = alpha mu^2 / 2 for every
   alpha > 1 (Mironov 2017; J releases add up to mu^2 = J D^2 / sigma^2,
   in his composition). Upper bounds on the exact curve of gaussian.h, never below it. */
#ifndef DPMF_ACCOUNT_GAUSSIAN_RDP_H
#define DPMF_ACCOUNT_GAUSSIAN_RDP_H
#include "account/enclosure.h"

/* The best conversion of rdp.h at the best order, a real number that is found
   in doubles and put into `alpha` (NULL: not wanted); what is enclosed is the
   bound at exactly that order. mu > 0, 0 < delta < 1, epsilon >= 0. */
enum dpmf_status dpmf_gaussian_rdp_epsilon(const struct dpmf_enclosure *mu, const struct dpmf_enclosure *delta,
                                           struct dpmf_enclosure *epsilon, double *alpha, struct dpmf_error *error);
enum dpmf_status dpmf_gaussian_rdp_delta(const struct dpmf_enclosure *mu, const struct dpmf_enclosure *epsilon,
                                         struct dpmf_enclosure *delta, double *alpha, struct dpmf_error *error);

/* Mironov's conversion at its own best order, alpha = 1 + sqrt(2 log(1/delta)) / mu
   (gaussmf Eq. 8), which gives mu^2/2 + mu sqrt(2 log(1/delta)) (Eq. 9), and solved for
   delta: exp(-(epsilon - mu^2/2)^2 / (2 mu^2)), or 1 when epsilon <= mu^2 / 2. */
enum dpmf_status dpmf_gaussian_published_epsilon(const struct dpmf_enclosure *mu, const struct dpmf_enclosure *delta,
                                                 struct dpmf_enclosure *epsilon, struct dpmf_error *error);
enum dpmf_status dpmf_gaussian_published_delta(const struct dpmf_enclosure *mu, const struct dpmf_enclosure *epsilon,
                                               struct dpmf_enclosure *delta, struct dpmf_error *error);
/* Eq. (8) itself. */
enum dpmf_status dpmf_gaussian_published_order(const struct dpmf_enclosure *mu, const struct dpmf_enclosure *delta,
                                               struct dpmf_enclosure *alpha, struct dpmf_error *error);

#endif
