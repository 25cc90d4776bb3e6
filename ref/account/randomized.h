/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Randomized response over k answers: the true one with probability
   e^e0 / (e^e0 + k - 1), each other with 1 / (e^e0 + k - 1). What it says about a
   respondent whose answer changes, exactly:
     delta(eps) = (e^e0 - e^eps) / (e^e0 + k - 1) for eps <= e0, and 0 above;
     e^((alpha-1) D_alpha) = (e^(alpha e0) + e^((1 - alpha) e0) + k - 2) / (e^e0 + k - 1). */
#ifndef DPMF_ACCOUNT_RANDOMIZED_H
#define DPMF_ACCOUNT_RANDOMIZED_H
#include "account/enclosure.h"

/* answers >= 2, e0 >= 0, epsilon >= 0 */
enum dpmf_status dpmf_randomized_delta(unsigned long answers, const struct dpmf_enclosure *e0,
                                       const struct dpmf_enclosure *epsilon, struct dpmf_enclosure *delta,
                                       struct dpmf_error *error);
/* alpha > 1 */
enum dpmf_status dpmf_randomized_renyi(unsigned long answers, const struct dpmf_enclosure *e0,
                                       const struct dpmf_enclosure *alpha, struct dpmf_enclosure *divergence,
                                       struct dpmf_error *error);

#endif
