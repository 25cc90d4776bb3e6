/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Neighbouring data sets for means, on the real driver: user 0's rating of item 0 differs. What is seen is all that goes
   through the door. */
#ifndef DPMF_AUDIT_MEANS_RUNS_H
#define DPMF_AUDIT_MEANS_RUNS_H
#include "audit/case.h"
#include "mech/means/train.h"

enum { MEANS_MOST = 8 };

struct means_setting {
	struct dpmf_means_options options;
	uint32_t users, items;   /* all have rated all; the others' ratings are in the middle */
	double rating[2];        /* the one that differs */
	/* Broken twins: what the noise is made for where it is something else that runs; 0: the same. */
	struct {
		double noise;    /* what is left of its scale */
		double range;    /* of ratings */
		bool one_sum;
	} reckoned;
};

struct means_worlds {
	struct means_setting setting;
	struct dpmf_means_steps steps;
	struct dpmf_ratings ratings[2];
	double before[2][MEANS_MOST]; /* the sums without noise, in steps */
	size_t seen;
};

/* case.parameters is a struct means_setting. */
enum dpmf_status means_setup(const struct audit_case *one, void **instance, struct dpmf_error *error);
void means_teardown(void *instance);
/* All released sums. */
enum dpmf_status means_see(const void *instance, int world, const struct dpmf_key *key, double *seen, struct dpmf_error *error);
double means_ratio(const void *instance, const double *seen);

#endif
