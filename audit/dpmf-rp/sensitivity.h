/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DPMF_AUDIT_DPMF_RP_SENSITIVITY_H
#define DPMF_AUDIT_DPMF_RP_SENSITIVITY_H
#include "audit/sensitivity.h"
#include "mech/dpmf-rp/message.h"

enum { DPMF_RP_SEARCH_TARGETS = 4 };

extern const struct audit_search_target dpmf_rp_search_targets[DPMF_RP_SEARCH_TARGETS];

/* One factor; `pieces` rows, which are as many as p' of them. */
struct dpmf_rp_options dpmf_rp_search_options(const struct audit_instance *one);
/* The tables of S and of the flattening's signs, which are public. */
enum dpmf_status dpmf_rp_search_projection(const struct audit_instance *one, const struct dpmf_key *key,
                                           struct dpmf_projection *projection, struct dpmf_error *error);

/* For the twins, too: what goes to the door of user 0. `u` is held; NULL: solved anew; what is declared is of the
   options above, whatever the setting. */
enum dpmf_status dpmf_rp_search_gradient(const struct dpmf_rp_user_setting *setting, const struct audit_instance *one,
                                         const struct dpmf_ratings *ratings, const double *u, const struct dpmf_key *key,
                                         struct dpmf_door *door, struct dpmf_error *error);
typedef struct dpmf_rp_scale dpmf_rp_scale_of(const struct dpmf_rp_options *options, const struct dpmf_projection *projection);
/* What the driver declares, and what it sends in a round, from the instance's V. */
enum dpmf_status dpmf_rp_search_message(dpmf_rp_scale_of *scales, const struct audit_instance *one,
                                        const struct dpmf_ratings *ratings, const struct dpmf_key *key, struct dpmf_door *door,
                                        struct dpmf_error *error);

/* real.c: S grad V^0 in real arithmetic, u_0 the start's or by Eq. (5), |u|_1 <= B_1. */
void dpmf_rp_real_held(const struct audit_instance *one, int world, size_t round, struct dpmf_enclosure *statistic);
void dpmf_rp_real_solved(const struct audit_instance *one, int world, size_t round, struct dpmf_enclosure *statistic);
/* Delta_1, without the 2 / beta that the server multiplies by */
void dpmf_rp_real_delta(const struct audit_instance *one, struct dpmf_enclosure *bound);
/* Flattened, in steps of 2^-24 of Delta_1 / sqrt(p'); cut: to 2^24 of them. */
void dpmf_rp_real_steps(const struct audit_instance *one, int world, size_t round, struct dpmf_enclosure *statistic);
void dpmf_rp_real_cut_steps(const struct audit_instance *one, int world, size_t round, struct dpmf_enclosure *statistic);
/* From -c to c. */
void dpmf_rp_real_bound_of_steps(const struct audit_instance *one, struct dpmf_enclosure *bound);

#endif
