/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The mixture (mixture.h) in K coordinates, each with an h of its own and each moved
   by the same D, as an enclosure of delta.

   With h known the coordinates are Gaussian given the hs, of mu^2 = sum D^2 / (2 b^2 h_i);
   E e^(alpha (alpha - 1) D^2 / (4 b^2 h)) is infinite for every alpha > 1, since P(h < t) ~ t,
   so no Renyi divergence bounds it and no closed form is at hand. The losses of the
   coordinates are independent and add up: the discretised curves of pld.h
   enclose it from both sides, some 1e-3 of delta apart. h unknown likewise, by
   the Laplace losses; where only sum |D_i| is bounded, laplace.h has the worst case. */
#ifndef DPMF_ACCOUNT_MIXTURE_MANY_H
#define DPMF_ACCOUNT_MIXTURE_MANY_H
#include <stdbool.h>
#include "account/enclosure.h"

/* scale > 0, sensitivity > 0, 0 <= epsilon <= 1000, 1 <= coordinates <= 10000;
   K = 1 is the closed form. */
enum dpmf_status dpmf_mixture_many_delta(const struct dpmf_enclosure *scale, const struct dpmf_enclosure *sensitivity,
                                         unsigned long coordinates, const struct dpmf_enclosure *epsilon, bool known_h,
                                         struct dpmf_enclosure *delta, struct dpmf_error *error);

#endif
