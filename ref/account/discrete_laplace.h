/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Discrete Laplace noise P(x) ~ exp(-|x| p/q) on whole steps, against a statistic
   that moves by at most k steps in L1, in any number of coordinates (laplace.h
   says why one coordinate that takes all of it is the worst: the law is
   log-concave). With t = p/q: pure epsilon0 = k t, and the likelihood ratio
   exceeds e^eps up to the threshold x = m, the greatest whole number below
   (k - eps/t) / 2, so that
     delta(eps) = P(X <= m) - e^eps P(X <= m - k)
                = ((1 - e^(eps - t(k - m))) + e^-t (1 - e^(-t m))) / (1 + e^-t)
   for eps < epsilon0, and 0 from there on. */
#ifndef DPMF_ACCOUNT_DISCRETE_LAPLACE_H
#define DPMF_ACCOUNT_DISCRETE_LAPLACE_H
#include <stdint.h>
#include "account/enclosure.h"
#include "account/on_steps.h"

/* How many steps a statistic of `coordinates` cells moves when D in L1 is rounded
   onto a grid: floor(D / step) + coordinates, since the two roundings of a cell add
   at most a step and the sum is whole (noise/grid.h). */
enum dpmf_status dpmf_grid_steps(const struct dpmf_enclosure *sensitivity, const struct dpmf_enclosure *step,
                                 uint64_t coordinates, uint64_t *steps, struct dpmf_error *error);

enum dpmf_status dpmf_discrete_laplace_pure(const struct dpmf_on_steps *law, struct dpmf_enclosure *epsilon0,
                                            struct dpmf_error *error);
enum dpmf_status dpmf_discrete_laplace_delta(const struct dpmf_on_steps *law,
                                             const struct dpmf_enclosure *epsilon, struct dpmf_enclosure *delta,
                                             struct dpmf_error *error);
/* 0 <= delta < 1 */
enum dpmf_status dpmf_discrete_laplace_epsilon(const struct dpmf_on_steps *law,
                                               const struct dpmf_enclosure *delta, struct dpmf_enclosure *epsilon,
                                               struct dpmf_error *error);

#endif
