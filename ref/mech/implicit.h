/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Alternating least squares for implicit feedback, without noise: each profile
   of one side is the exact minimiser of its quadratic loss (mech/dpimf/kernels.h, Eqs. (6)
   and (13) of dpimf) given the profiles of the other side. */
#ifndef DPMF_MECH_IMPLICIT_H
#define DPMF_MECH_IMPLICIT_H
#include <stdbool.h>
#include "core/public.h"
#include "core/ratings.h"
#include "core/status.h"

DPMF_BEGIN

struct dpmf_implicit_loss {
	double keep;   /* 1: the unobserved term runs over all pairs, Eq. (1); 1 - alpha0: over the others, Eq. (11) */
	double alpha0; /* weight of the unobserved, (0, 1] */
	double lambda; /* > 0 */
};

/* What dpmf_implicit_side refuses, for whoever wants to know before any work. */
enum dpmf_status dpmf_implicit_check(const struct dpmf_implicit_loss *loss, size_t d, struct dpmf_error *error);

/* One side's pass, O(nnz d^2 + n d^3). items: solves the items' profiles from the users',
   else the users' from the items'. Values of the ratings are not read: a pair that
   stands there is a 1. `fixed` are the other side's profiles, `solved` this side's,
   d numbers each. Somebody without interactions gets 0. At keep = 0 all share one
   matrix, and a pass is O(nnz d + n d^2). The result does not depend on jobs. From the
   first call on OpenBLAS, whose threads are the process's, has one. */
enum dpmf_status dpmf_implicit_side(const struct dpmf_ratings *ratings, bool items, const struct dpmf_implicit_loss *loss,
                                    const double *fixed, size_t d, unsigned jobs, double *solved,
                                    struct dpmf_error *error);

DPMF_END

#endif
