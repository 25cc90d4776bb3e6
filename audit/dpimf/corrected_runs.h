/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Neighbouring data sets for dpimf's corrected variant, on the real driver. User 0's
   row differs; all others interacted with every item. What is seen is all that goes
   through the door: both sides' profiles are functions of it. */
#ifndef DPMF_AUDIT_DPIMF_CORRECTED_RUNS_H
#define DPMF_AUDIT_DPIMF_CORRECTED_RUNS_H
#include "audit/dpimf/worlds.h"

struct dpimf_corrected_setting {
	struct dpmf_dpimf_options options;
	size_t users, items;
	bool row[2][DPIMF_ITEMS_MOST]; /* user 0's in both worlds */
};

struct dpimf_corrected_worlds {
	const struct dpimf_corrected_setting *setting;
	struct dpmf_ratings ratings[2];
	struct dpmf_entry first;   /* what the driver declares first */
	struct dpmf_key start; /* of the mechanism: groups, and what is contributed, are the same in every run; with
	                          one factor there is one group, and opt-is samples anew in every run */
};

/* case.parameters is a struct dpimf_corrected_setting. */
enum dpmf_status dpimf_corrected_setup(const struct audit_case *one, void **instance, struct dpmf_error *error);
void dpimf_corrected_teardown(void *instance);

/* All released sums, in steps. */
enum dpmf_status dpimf_corrected_see(const void *instance, int world, const struct dpmf_key *key,
                                     double *seen, struct dpmf_error *error);
/* The driver runs in both worlds at a door that answers with what was seen. */
double dpimf_corrected_ratio(const void *instance, const double *seen);
/* opt-is: item 0's sum has user 0's weighed profile with probability 1 / w in world 0; one factor, one round. */
double dpimf_corrected_ratio_sampled(const void *instance, const double *seen);
/* The sums before noise along what was seen, and the rate of the law of each. */
enum dpmf_status dpimf_corrected_before(const struct dpimf_corrected_worlds *worlds, int world, const double *seen,
                                        double *before, double *rate, size_t *count, struct dpmf_error *error);

#endif
