/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The verdict: from counts to a lower bound on epsilon with a stated
   confidence, and from there to the answer. */
#ifndef DPMF_AUDIT_VERDICT_H
#define DPMF_AUDIT_VERDICT_H
#include "audit/case.h"
#include "audit/engine/joint.h"

struct audit_bound {
	double epsilon; /* at least this, with confidence C */
	double mu;      /* of AUDIT_GAUSSIAN: no mechanism is mu'-Gaussian private for a smaller mu'; else NAN */
};

/* With confidence C no claim of a smaller epsilon, with this delta, is true; 0 when the counts show
   nothing. AUDIT_GAUSSIAN: the same of mu, which is then turned into the epsilon of a Gaussian mechanism at this delta: true
   only of a mechanism whose outcomes are as far apart as those of a Gaussian one. DPMF_FAILED: no memory. */
enum dpmf_status audit_bound_of(const struct audit_pair *counts, enum audit_curve curve, double delta, double confidence,
                                struct audit_bound *bound, struct dpmf_error *error);

/* The largest epsilon at which a mu-Gaussian mechanism still needs more than this delta, rounded down; delta is above 0. */
double audit_gaussian_epsilon(double mu, double delta);

/* Violated if, and only if, the bound lies above the claim. */
enum audit_finding audit_find(double epsilon_lower, double epsilon_claimed);

#endif
