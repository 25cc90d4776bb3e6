/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DPMF_AUDIT_HDPMF_SENSITIVITY_H
#define DPMF_AUDIT_HDPMF_SENSITIVITY_H
#include "audit/sensitivity.h"
#include "mech/options.h"

enum { HDPMF_SEARCH_TARGETS = 3 };

extern const struct audit_search_target hdpmf_search_targets[HDPMF_SEARCH_TARGETS];

/* For the twins, too. */
struct dpmf_options hdpmf_search_options(const struct audit_instance *one, bool hold_users);
enum dpmf_status hdpmf_search_weights(const struct audit_instance *one, struct dpmf_weights *weights, struct dpmf_error *error);
enum dpmf_status hdpmf_search_start(const struct audit_instance *one, int world, struct dpmf_model *model, struct dpmf_error *error);

/* real.c: Eq. (4) and Algorithm 1 in real arithmetic, U held or trained. */
void hdpmf_real_held(const struct audit_instance *one, int world, size_t round, struct dpmf_enclosure *statistic);
void hdpmf_real_trained(const struct audit_instance *one, int world, size_t round, struct dpmf_enclosure *statistic);
/* The integers of `corrected`. */
void hdpmf_real_corrected(const struct audit_instance *one, int world, size_t round, struct dpmf_enclosure *statistic);
/* 2 W Delta sqrt(K), and its counterpart in steps. */
void hdpmf_real_bound(const struct audit_instance *one, struct dpmf_enclosure *bound);
void hdpmf_real_bound_corrected(const struct audit_instance *one, struct dpmf_enclosure *bound);

#endif
