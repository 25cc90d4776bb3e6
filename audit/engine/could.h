/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What so many runs could have seen, with a probability of about 0.9: by the normal
   approximation of the joint test. No statement of confidence depends on it. */
#ifndef DPMF_AUDIT_COULD_H
#define DPMF_AUDIT_COULD_H
#include "audit/engine/joint.h"

/* The smallest epsilon that would have been told from the claimed one, had it moved the likely outcomes of the
   event of these counts; INFINITY when none would. */
double audit_could_epsilon(const struct audit_pair *counts, double claimed, double delta, double alpha);

/* How often an answer must occur in one world, and never in the other, to violate the claim and to be
   noticed among `learn` runs, where such answers get the share `small` of the error; INFINITY when even always is not enough. */
double audit_could_share(uint64_t learn, uint64_t held_out, double claimed, double delta, double alpha, double small);

#endif
