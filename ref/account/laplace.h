/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Laplace noise of scale b on a statistic whose L1 sensitivity is D, in any number
   of coordinates. Pure: epsilon0 = D / b. Approximate:
     delta(eps) = 1 - exp((eps - epsilon0) / 2) for eps <= epsilon0, and 0 above,
   which one coordinate that moves by D attains. No other way to spread D over
   the coordinates is worse: for log-concave noise, thresholds are the best tests,
   so that the trade-off functions of shifts obey f_(d+e) = f_e(1 - f_d); and a
   test of the two shifts in two coordinates, taken one coordinate after the
   other, has errors on or above f_e(1 - f_d). */
#ifndef DPMF_ACCOUNT_LAPLACE_H
#define DPMF_ACCOUNT_LAPLACE_H
#include "account/enclosure.h"

/* scale > 0, sensitivity >= 0 */
enum dpmf_status dpmf_laplace_pure(const struct dpmf_enclosure *scale, const struct dpmf_enclosure *sensitivity,
                                   struct dpmf_enclosure *epsilon0, struct dpmf_error *error);
/* epsilon >= 0 */
enum dpmf_status dpmf_laplace_delta(const struct dpmf_enclosure *epsilon0, const struct dpmf_enclosure *epsilon,
                                    struct dpmf_enclosure *delta, struct dpmf_error *error);
/* max(0, epsilon0 + 2 log(1 - delta)); 0 <= delta < 1 */
enum dpmf_status dpmf_laplace_epsilon(const struct dpmf_enclosure *epsilon0, const struct dpmf_enclosure *delta,
                                      struct dpmf_enclosure *epsilon, struct dpmf_error *error);

#endif
