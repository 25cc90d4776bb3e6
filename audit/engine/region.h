/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The outcomes (U, V) of a joint test that speak at least as strongly against
   the claim as what was seen, and their probability: see joint.h. */
#ifndef DPMF_AUDIT_REGION_H
#define DPMF_AUDIT_REGION_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "audit/engine/joint.h"

/* U >= least[V - first] for V = first, ..., first + count - 1. */
struct region {
	const struct audit_pair *seen;
	uint64_t first, count;
	uint64_t *least;
};

/* L of joint.h: A(u) - B(v) - sqrt((A(u) - A(u_low))^2 + (B(v_high) - B(v))^2) with
   Wilson's bounds, A(u) = ln(u - delta), B = ln, or both Phi^-1. It grows
   with U and falls with V, because A, A(u_low), B, B(v_high) grow. */
double region_level(const struct audit_pair *seen, enum audit_curve curve, double delta, double z);

/* For v between low and high. False: no memory. */
bool region_open(struct region *region, const struct audit_pair *seen, enum audit_curve curve, double delta,
                 double alpha, double low, double high);
void region_close(struct region *region);
/* At least the probability of the region, by less than a part in 10^8 and 10^-30. */
double region_probability(const struct region *region, double u, double v);

#endif
