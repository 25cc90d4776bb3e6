/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What one user of dpmf-rp computes on its device in a round (the inner loop of
   Algorithm 2), from the public V = S'B and its own ratings. */
#ifndef DPMF_MECH_RP_USER_H
#define DPMF_MECH_RP_USER_H
#include <stdbool.h>
#include <stddef.h>
#include "core/public.h"
#include "core/ratings.h"
#include "mech/dpmf-rp/projection.h"

DPMF_BEGIN

struct dpmf_rp_user_setting {
	size_t factors;       /* k */
	double lambda, kappa; /* Eqs. (3) and (5): a rating weighs 1 + kappa */
	double unobserved;    /* what an item without a rating weighs, as a rating of 0: 1 in Eq. (3); 0: nothing */
	double most_error;    /* e of Eq. (16) */
	double most_profile;  /* B_1 of Eq. (17) */
};

/* Eq. (5): (unobserved V'V + (1 + kappa - unobserved) sum v_j v_j' + lambda E) u = (1 + kappa) sum r_ij v_j,
   the sums over the user's own items: O(|R_i| k^2 + k^3). gram is V'V, k x k; work has
   room for k x k; false where the matrix is not positive definite in doubles. */
bool dpmf_rp_profile(const struct dpmf_rp_user_setting *setting, const struct dpmf_ratings *ratings, size_t user,
                     const double *v, const double *gram, double *work, double *u);

/* S grad V^i: row h(j) gains sigma(j) c_ij e_ij u for every item j, Eq. (16). b: p x k, overwritten. */
void dpmf_rp_gradient(const struct dpmf_rp_user_setting *setting, const struct dpmf_ratings *ratings, size_t user,
                      const struct dpmf_projection *projection, const double *v, const double *u, double *b);

DPMF_END

#endif
