/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Discrete Gaussian noise P(x) ~ exp(-x^2 / (2 sigma^2)), sigma^2 = p/q, on whole
   steps, against a statistic of one coordinate that moves by at most k steps: with
   m the greatest whole number below k/2 - eps sigma^2/k,
     delta(eps) = P(X <= m) - e^eps P(X <= m - k)
                = (S(-m) - e^eps S(k - m)) / S(-infinity)
   (Canonne, Kamath and Steinke 2020; S is that of discrete_sum.h), for
   fewer steps is less than for k: the law is log-concave. Its Renyi divergences are
   at most alpha (k/sigma)^2 / 2 (same work), so that gaussian_rdp.h with
   mu = |steps|_2 sqrt(releases) / sigma bounds any number of coordinates and releases. */
#ifndef DPMF_ACCOUNT_DISCRETE_GAUSSIAN_H
#define DPMF_ACCOUNT_DISCRETE_GAUSSIAN_H
#include <stdint.h>
#include "account/enclosure.h"
#include "account/on_steps.h"

enum dpmf_status dpmf_discrete_gaussian_delta(const struct dpmf_on_steps *law,
                                              const struct dpmf_enclosure *epsilon, struct dpmf_enclosure *delta,
                                              struct dpmf_error *error);
/* 0 < delta < 1 */
enum dpmf_status dpmf_discrete_gaussian_epsilon(const struct dpmf_on_steps *law,
                                                const struct dpmf_enclosure *delta, struct dpmf_enclosure *epsilon,
                                                struct dpmf_error *error);
/* k / sigma */
enum dpmf_status dpmf_discrete_gaussian_mu(const struct dpmf_on_steps *law, struct dpmf_enclosure *mu,
                                           struct dpmf_error *error);

#endif
