/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Importance sampling (dpimf Definition 4 and Theorem 2): a record enters with
   probability 1 / w and then counts w times, so that the estimate is unbiased.
   With noise of a fixed scale a record that counts once costs the pure epsilon
   a = sensitivity / scale; one that counts w times costs a w, because the
   weight stands inside the statistic. Sampled, the neighbours with and without
   it are (1 - 1/w) Q + (1/w) P and Q with |ln dP/dQ| <= a w, so the loss is at most
     loss(w) = ln(1 + (e^(a w) - 1) / w),
   and with Laplace noise on one number it is attained.

   It is never below a, what no sampling costs: t -> e^(a t) is convex and 1 at 0, so
   its slope from 0, (e^(a w) - 1) / w, grows with w, and is e^a - 1 at w = 1. The
   slope grows strictly for a > 0: every w > 1 costs more. Theorem 2 puts into
   the formula "the epsilon of the mechanism", ln(1 + (e^a - 1) / w), which leaves
   the weight out of the statistic.

   What sampling lowers is delta at small epsilon: at 0 and Laplace noise
   delta is (1 - e^(-a w / 2)) / w, which falls with w, since 1 - e^(-a t / 2) is concave. */
#ifndef DPMF_ACCOUNT_SAMPLING_H
#define DPMF_ACCOUNT_SAMPLING_H
#include "account/enclosure.h"

/* weight >= 1, a >= 0. loss(weight). */
enum dpmf_status dpmf_importance_loss(const struct dpmf_enclosure *weight, const struct dpmf_enclosure *a,
                                      struct dpmf_enclosure *loss, struct dpmf_error *error);
/* What Theorem 2 says when its phi is the epsilon of the unsampled mechanism. */
enum dpmf_status dpmf_importance_published(const struct dpmf_enclosure *weight, const struct dpmf_enclosure *a,
                                           struct dpmf_enclosure *loss, struct dpmf_error *error);
/* The exact delta(epsilon) of Laplace noise on one number, with the record in the
   first data set only: 1/w (1 - e^((e - a w) / 2)) with e^e = 1 + w (e^epsilon - 1), 0 for e >= a w.
   weight 1 is no sampling. */
enum dpmf_status dpmf_importance_delta(const struct dpmf_enclosure *weight, const struct dpmf_enclosure *a,
                                       const struct dpmf_enclosure *epsilon, struct dpmf_enclosure *delta,
                                       struct dpmf_error *error);
/* The largest a with loss(weight) <= epsilon, so that the noise is sensitivity / a:
   ln(1 + w (e^epsilon - 1)) / w. Falls with w. */
enum dpmf_status dpmf_importance_calibrate(const struct dpmf_enclosure *weight, const struct dpmf_enclosure *epsilon,
                                           struct dpmf_enclosure *a, struct dpmf_error *error);

#endif
