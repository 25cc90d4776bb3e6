/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DPMF_AUDIT_PRIVSR_SENSITIVITY_H
#define DPMF_AUDIT_PRIVSR_SENSITIVITY_H
#include "audit/sensitivity.h"

enum { PRIVSR_SEARCH_TARGETS = 4, PRIVSR_SEARCH_ITEMS = 2 };

extern const struct audit_search_target privsr_search_targets[PRIVSR_SEARCH_TARGETS];

/* real.c: what a friend sends as published, -2 S_if u_f, and its claimed bound. */
void privsr_real_message(const struct audit_instance *one, int world, size_t release, struct dpmf_enclosure *statistic);
void privsr_real_bound(const struct audit_instance *one, struct dpmf_enclosure *bound);
/* As corrected: the line through a friend's own ratings, in steps; user 0 has rated PRIVSR_SEARCH_ITEMS items. */
void privsr_real_vector(const struct audit_instance *one, int world, size_t release, struct dpmf_enclosure *statistic);
void privsr_real_bound_of_vectors(const struct audit_instance *one, struct dpmf_enclosure *bound);

#endif
