/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DPMF_AUDIT_DPIMF_SENSITIVITY_H
#define DPMF_AUDIT_DPIMF_SENSITIVITY_H
#include "audit/sensitivity.h"
#include "mech/dpimf/train.h"

enum { DPIMF_SEARCH_TARGETS = 4 };

extern const struct audit_search_target dpimf_search_targets[DPIMF_SEARCH_TARGETS];

/* A rating of 1/2 or more is an interaction; so is the last cell, in both worlds. */
bool dpimf_search_interacted(const struct audit_instance *one, int world, size_t user, size_t item);
struct dpmf_dpimf_options dpimf_search_options(const struct audit_instance *one, enum dpmf_dpimf_scheme scheme);

/* real.c: the statistics in real arithmetic, |p|_2 <= 1. */
void dpimf_real_first(const struct audit_instance *one, int world, size_t round, struct dpmf_enclosure *statistic);
void dpimf_real_bound_of_first(const struct audit_instance *one, struct dpmf_enclosure *bound);
/* One factor: all coefficients of Eq. (7). */
void dpimf_real_loss(const struct audit_instance *one, int world, size_t round, struct dpmf_enclosure *statistic);
void dpimf_real_bound_of_loss(const struct audit_instance *one, struct dpmf_enclosure *bound);
/* One factor, alpha0 = 1: the first order of every item, in round 2 from profiles fitted to round 1's answers. */
void dpimf_real_fitted(const struct audit_instance *one, int world, size_t round, struct dpmf_enclosure *statistic);
/* One factor: how many interacted, in steps of the public profile 1. */
void dpimf_real_sums(const struct audit_instance *one, int world, size_t round, struct dpmf_enclosure *statistic);
void dpimf_real_bound_of_sums(const struct audit_instance *one, struct dpmf_enclosure *bound);

#endif
