/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The overall epsilon of gaussmf, from its own parameters: in every one of J
   steps sigma = tau C sqrt(2 log(1.25/delta)) / eps_i against a sensitivity tau C.

   Derived again from its propositions. Propositions 2 and 3 give
   rho(alpha) = alpha J / (2 (sigma/Delta)^2) for all J steps, so mu^2 = J / (sigma/Delta)^2 =
   J eps_i^2 / (2 log(1.25/delta)). Proposition 1 makes that
     (7)  epsilon(alpha) = alpha mu^2/2 + log(1/delta_r) / (alpha - 1),
   whose excess over mu^2/2 + mu sqrt(2 log(1/delta_r)) is the square
     (mu sqrt((alpha - 1)/2) - sqrt(log(1/delta_r)/(alpha - 1)))^2,
   which vanishes at
     (8)  alpha* = 1 + sqrt(2 log(1/delta_r)) / mu
            = 1 + sqrt(2 (sigma/Delta)^2 log(1/delta_r) / J),
   so that the least value is
     (9)  eps_opt = J eps_i^2 / (4 log(1.25/delta))
                    + 2 sqrt(J eps_i^2 log(1/delta_r) / (4 log(1.25/delta))).
   (The line before (8) in print has delta^2 where sigma^2 is meant.) So (8) and (9)
   follow from Propositions 1 to 3. What they take for granted is that the J
   gradients are J adaptive releases of one Gaussian mechanism each. */
#ifndef DPMF_ACCOUNT_GAUSSMF_H
#define DPMF_ACCOUNT_GAUSSMF_H
#include "account/enclosure.h"

struct dpmf_gaussmf {
	struct dpmf_enclosure alpha;     /* Eq. (8) */
	struct dpmf_enclosure published; /* Eq. (9) */
	struct dpmf_enclosure rdp;       /* best order, best conversion (gaussian_rdp.h) */
	struct dpmf_enclosure exact;     /* the least epsilon of the J Gaussian releases (gaussian.h) */
	double best_alpha;               /* the order of `rdp` */
};

void dpmf_gaussmf_init(struct dpmf_gaussmf *overall);
void dpmf_gaussmf_clear(struct dpmf_gaussmf *overall);

/* 0 < eps_i < 1, as Algorithm 1 and Theorem 1 require; 0 < delta, delta_r < 1; steps >= 1. */
enum dpmf_status dpmf_gaussmf_mu(const struct dpmf_enclosure *epsilon_i, const struct dpmf_enclosure *delta,
                                 unsigned long steps, struct dpmf_enclosure *mu, struct dpmf_error *error);
enum dpmf_status dpmf_gaussmf_overall(const struct dpmf_enclosure *epsilon_i, const struct dpmf_enclosure *delta,
                                      const struct dpmf_enclosure *delta_r, unsigned long steps,
                                      struct dpmf_gaussmf *overall, struct dpmf_error *error);

#endif
