/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The privacy curve of the exponential-normal mixture (hdpmf Theorem 3) in one
   coordinate: statistics that differ by D, noise b sqrt(2 h) c.

   h unknown: the noise is Laplace(b), so with e0 = D / b
     delta(eps) = 1 - exp((eps - e0) / 2) for eps <= e0, and 0 above.
   h known to the adversary: given h the noise is N(0, 2 b^2 h), and
     delta(eps) = E_h[Phi(D / 2s - eps s / D) - e^eps Phi(-D / 2s - eps s / D)], s = b sqrt(2 h).
   With a = D / (2 sqrt(2) b), c = sqrt(2) eps b / D (so a c = eps / 2), by parts
   and with int h^(-1/2) e^(-A h - B / h) dh = sqrt(pi / A) e^(-2 sqrt(A B)),
   int h^(-3/2) e^(-A h - B / h) dh = sqrt(pi / B) e^(-2 sqrt(A B)):
     delta(eps) = 1 - exp((eps - sqrt(eps^2 + e0^2)) / 2),
   which is positive at every eps: no finite eps without delta is left. */
#ifndef DPMF_ACCOUNT_MIXTURE_H
#define DPMF_ACCOUNT_MIXTURE_H
#include <stdbool.h>
#include "account/enclosure.h"

/* epsilon >= 0, sensitivity >= 0, scale > 0. */
enum dpmf_status dpmf_mixture_delta(const struct dpmf_enclosure *scale, const struct dpmf_enclosure *sensitivity,
                                    const struct dpmf_enclosure *epsilon, bool known_h,
                                    struct dpmf_enclosure *delta, struct dpmf_error *error);

#endif
