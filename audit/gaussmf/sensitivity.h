/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DPMF_AUDIT_GAUSSMF_SENSITIVITY_H
#define DPMF_AUDIT_GAUSSMF_SENSITIVITY_H
#include "audit/sensitivity.h"
#include "mech/gaussmf/train.h"

enum { GAUSSMF_SEARCH_TARGETS = 4 };

extern const struct audit_search_target gaussmf_search_targets[GAUSSMF_SEARCH_TARGETS];

/* For the twins, too. */
struct dpmf_gaussmf_options gaussmf_search_options(const struct audit_instance *one);
/* The start of that key: u is Theta, v is X. */
enum dpmf_status gaussmf_search_start(struct audit_instance *one, const struct dpmf_key *key, struct dpmf_error *error);
/* What dpmf_gaussmf_steps_of calibrates for the corrected search's options. */
extern const struct dpmf_gaussmf_steps gaussmf_search_steps;

/* real.c: Eqs. (4) to (6) and Algorithm 1 in real arithmetic. */
void gaussmf_real_gradient(const struct audit_instance *one, int world, size_t round, struct dpmf_enclosure *statistic);
/* tau C */
void gaussmf_real_bound(const struct audit_instance *one, struct dpmf_enclosure *bound);
/* The integers of the corrected variant, one factor: the users' sums, then the items', round after round. */
void gaussmf_real_sums(const struct audit_instance *one, int world, size_t release, struct dpmf_enclosure *statistic);
void gaussmf_real_bound_of_sums(const struct audit_instance *one, struct dpmf_enclosure *bound);

#endif
