/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Gaussian mechanism (gaussian.h) turned round: the noise, the sensitivity or
   the number of releases for which (epsilon, delta) holds. */
#ifndef DPMF_ACCOUNT_CALIBRATE_H
#define DPMF_ACCOUNT_CALIBRATE_H
#include "account/enclosure.h"

/* sensitivity sqrt(steps) / (largest mu): the smallest sigma. */
enum dpmf_status dpmf_gaussian_smallest_sigma(const struct dpmf_enclosure *epsilon, const struct dpmf_enclosure *delta,
                                              const struct dpmf_enclosure *sensitivity, unsigned long steps,
                                              struct dpmf_enclosure *sigma, struct dpmf_error *error);
/* A double whose exact delta is at most `delta`, for every number that the
   arguments hold, which is checked on the double itself; sigma (1 - 1e-12) is
   too small when the arguments are narrower than that. sensitivity > 0. */
enum dpmf_status dpmf_gaussian_calibrate(const struct dpmf_enclosure *epsilon, const struct dpmf_enclosure *delta,
                                         const struct dpmf_enclosure *sensitivity, unsigned long steps, double *sigma,
                                         struct dpmf_error *error);
enum dpmf_status dpmf_gaussian_largest_sensitivity(const struct dpmf_enclosure *epsilon,
                                                   const struct dpmf_enclosure *delta,
                                                   const struct dpmf_enclosure *sigma, unsigned long steps,
                                                   struct dpmf_enclosure *sensitivity, struct dpmf_error *error);
/* The largest number of releases that is certain to be allowed; 0 when one is
   too many already. sensitivity > 0. */
enum dpmf_status dpmf_gaussian_most_steps(const struct dpmf_enclosure *epsilon, const struct dpmf_enclosure *delta,
                                          const struct dpmf_enclosure *sigma, const struct dpmf_enclosure *sensitivity,
                                          unsigned long *steps, struct dpmf_error *error);
/* The classical theorem (Dwork and Roth 2014, Theorem A.1; gaussmf Theorem 1):
   sigma = sqrt(2 log(1.25/delta)) sensitivity / epsilon, only for 0 < epsilon < 1. */
enum dpmf_status dpmf_gaussian_classical_sigma(const struct dpmf_enclosure *epsilon, const struct dpmf_enclosure *delta,
                                               const struct dpmf_enclosure *sensitivity, struct dpmf_enclosure *sigma,
                                               struct dpmf_error *error);

#endif
