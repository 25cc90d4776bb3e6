/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Neighbouring data sets for dpals, on the real driver. User 0's row differs. What is seen is all that goes through
   the door: the items' profiles are a function of it. */
#ifndef DPMF_AUDIT_DPALS_RUNS_H
#define DPMF_AUDIT_DPALS_RUNS_H
#include "audit/case.h"
#include "mech/dpals/train.h"

enum { DPALS_USERS_MOST = 16, DPALS_ITEMS_MOST = 4, DPALS_SEEN_MOST = 64 };

struct dpals_setting {
	bool corrected;
	struct dpmf_dpals_options options;
	size_t users, items;
	double row[2][DPALS_ITEMS_MOST];  /* user 0's in both worlds; 0: not rated */
	double others[DPALS_ITEMS_MOST];  /* everybody else's */
	/* Broken twins: what the noise is made for where it is something else that runs; 0: the same. */
	struct {
		size_t rounds, most;
		double bound, noise;      /* noise: what sigma is divided by */
	} reckoned;
};

struct dpals_worlds {
	struct dpals_setting setting;
	struct dpmf_dpals_steps steps;
	struct dpmf_ratings ratings[2];
	struct dpmf_key start;            /* of the public coins, the same in every run */
};

/* case.parameters is a struct dpals_setting. */
enum dpmf_status dpals_setup(const struct audit_case *one, void **instance, struct dpmf_error *error);
void dpals_teardown(void *instance);
/* All released sums. */
enum dpmf_status dpals_see(const void *instance, int world, const struct dpmf_key *key, double *seen, struct dpmf_error *error);
/* The driver runs in both worlds at a door that answers with what was seen. */
double dpals_ratio(const void *instance, const double *seen);

#endif
