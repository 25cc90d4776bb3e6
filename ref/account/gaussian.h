/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Gaussian mechanism: a statistic whose L2 sensitivity is D, noise
   N(0, sigma^2) in every coordinate, released J times with fresh noise, each
   release chosen in the light of those before it. What it gives away depends on
     mu = sqrt(J) D / sigma
   alone (Dong, Roth and Su 2022), and its curve is
     delta(eps) = P(Z > eps/mu - mu/2) - e^eps P(Z > eps/mu + mu/2)
   (Balle and Wang 2018, Theorem 8), which no smaller delta replaces. As the
   hockey-stick divergence of N(mu, 1) from N(0, 1) it falls with eps, and
   d delta / d mu = density(eps/mu - mu/2) > 0: it grows with mu. All functions
   below evaluate it at the worst and the best corner of their arguments. */
#ifndef DPMF_ACCOUNT_GAUSSIAN_H
#define DPMF_ACCOUNT_GAUSSIAN_H
#include "account/enclosure.h"

/* The relative width of everything that this header returns, for arguments that
   are points or decimals; of a delta below 10^-(3 10^8) the lower end is 0. */
#define DPMF_GAUSSIAN_WIDTH 1e-14

/* sigma > 0, sensitivity >= 0, steps >= 1 */
enum dpmf_status dpmf_gaussian_mu(const struct dpmf_enclosure *sigma, const struct dpmf_enclosure *sensitivity,
                                  unsigned long steps, struct dpmf_enclosure *mu, struct dpmf_error *error);
/* mu >= 0, epsilon >= 0 */
enum dpmf_status dpmf_gaussian_delta(const struct dpmf_enclosure *mu, const struct dpmf_enclosure *epsilon,
                                     struct dpmf_enclosure *delta, struct dpmf_error *error);
/* The smallest epsilon >= 0 that goes with delta, 0 < delta < 1. */
enum dpmf_status dpmf_gaussian_epsilon(const struct dpmf_enclosure *mu, const struct dpmf_enclosure *delta,
                                       struct dpmf_enclosure *epsilon, struct dpmf_error *error);
/* The largest mu at which (epsilon, delta) holds. */
enum dpmf_status dpmf_gaussian_largest_mu(const struct dpmf_enclosure *epsilon, const struct dpmf_enclosure *delta,
                                          struct dpmf_enclosure *mu, struct dpmf_error *error);

#endif
