/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Adam (Kingma and Ba 2014), as the server of dpmf-rp uses it: for gradient g and step t
     m = beta_1 m + (1 - beta_1) g,   s = beta_2 s + (1 - beta_2) g^2,
     x = x - rate m / (1 - beta_1^t) / (sqrt(s / (1 - beta_2^t)) + 10^-8). */
#ifndef DPMF_SOLVE_ADAM_H
#define DPMF_SOLVE_ADAM_H
#include <stddef.h>
#include "core/status.h"

struct dpmf_adam {
	double rate, beta1, beta2;
	size_t n;
	double power1, power2; /* beta_1^t, beta_2^t */
	double *mean, *square; /* n each */
};

/* rate > 0, both betas in [0, 1). Starts at t = 0. */
enum dpmf_status dpmf_adam_open(struct dpmf_adam *adam, size_t n, double rate, double beta1, double beta2,
                                struct dpmf_error *error);
void dpmf_adam_close(struct dpmf_adam *adam);
/* One step along `gradient`, n numbers, from x, in place. */
void dpmf_adam_step(struct dpmf_adam *adam, const double *gradient, double *x);

#endif
