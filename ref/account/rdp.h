/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From Renyi differential privacy of one order, D_alpha <= rho, to (epsilon, delta).

   Mironov 2017, Proposition 3 (gaussmf Proposition 1):
     epsilon = rho + log(1/delta) / (alpha - 1).
   Balle et al. 2020, Theorem 21 (Canonne, Kamath and Steinke 2020, Proposition 12):
     epsilon = rho + log((alpha - 1)/alpha) - (log delta + log alpha) / (alpha - 1).
   Asoodeh, Liao, Calmon, Kosut and Sankar 2020: the least epsilon that D_alpha <= rho allows, a
   search over pairs of two-point laws. It is what `dpmf_rdp_epsilon` returns, by
   a certificate: with X = dP/dQ, M = e^((alpha - 1) rho) >= E_Q X^alpha and any s in [0, 1],
     h(x) = a (x^alpha - s^alpha - alpha s^(alpha-1) (x - s)) >= 0 is convex, touches 0 at s,
     and where its slope is 1, at r, it lies above the line x - g that touches it there,
   so E_Q (X - g)+ <= E_Q h(X) <= a W with W = M - s^alpha - alpha s^(alpha-1) (1 - s).
   With a = delta / W this is (log g, delta)-DP:
     r^(alpha-1) = s^(alpha-1) + 1/(alpha a),
     g / r = (alpha - 1) (1/alpha + a s^(alpha-1) (1 - s/r)).
   s = 0 is Theorem 21. Every s gives a valid epsilon; the best s makes it the
   least, because then the two-point law on {s, r} attains it. s is found in
   doubles, the epsilon that belongs to it is enclosed.

   For alpha delta >= 1 the best is instead h(x) = a x^alpha + c x, with c >= 0 and
   r^(alpha-1) = M: then E_Q h(X) <= a M + c = 1 - g / r, so that
     epsilon = rho + log(1 - delta),
   which P on one point attains. Theorem 21 is above that there. */
#ifndef DPMF_ACCOUNT_RDP_H
#define DPMF_ACCOUNT_RDP_H
#include "account/enclosure.h"

/* alpha > 1, rho >= 0, 0 < delta < 1; the answer is never below 0, since an
   epsilon of 0 is as much as can be asked. */
enum dpmf_status dpmf_rdp_epsilon(const struct dpmf_enclosure *alpha, const struct dpmf_enclosure *rho,
                                  const struct dpmf_enclosure *delta, struct dpmf_enclosure *epsilon,
                                  struct dpmf_error *error);
/* epsilon >= 0; the answer is never above 1. */
enum dpmf_status dpmf_rdp_delta(const struct dpmf_enclosure *alpha, const struct dpmf_enclosure *rho,
                                const struct dpmf_enclosure *epsilon, struct dpmf_enclosure *delta,
                                struct dpmf_error *error);
/* Mironov's conversion. */
enum dpmf_status dpmf_rdp_published_epsilon(const struct dpmf_enclosure *alpha, const struct dpmf_enclosure *rho,
                                            const struct dpmf_enclosure *delta, struct dpmf_enclosure *epsilon,
                                            struct dpmf_error *error);

#endif
