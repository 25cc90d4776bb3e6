/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One user of dpmf-rp rates the odd items 5 and the even ones 1, or the other way
   round, and V is held at 1: its error is of the other sign everywhere, and so is its
   flattened gradient, coordinate by coordinate. The others stay as this user was. */
#ifndef DPMF_AUDIT_CASES_DPMF_RP_RUNS_H
#define DPMF_AUDIT_CASES_DPMF_RP_RUNS_H
#include "audit/case.h"
#include "mech/dpmf-rp/message.h"

struct dpmf_rp_worlds {
	size_t users, items, rounds;
	double cut;           /* corrected: c; 0: published */
	double theta;         /* 0: 1/4 */
	size_t differ;        /* coordinates in which the two worlds differ; 0: one */
};

enum { DPMF_RP_ITEMS_MOST = 8 };

struct dpmf_rp_instance {
	const struct dpmf_rp_worlds *worlds;
	struct dpmf_ratings ratings[2];
	struct dpmf_projection projection;
	struct dpmf_rp_options options;
	struct dpmf_rp_scale scale;
	double v[DPMF_RP_ITEMS_MOST];
	double weight[DPMF_RP_ITEMS_MOST]; /* by how much the changed user's coordinates differ, before noise */
};

enum dpmf_status dpmf_rp_setup(const struct audit_case *one, void **instance, struct dpmf_error *error);
void dpmf_rp_teardown(void *instance);
/* The sums of all rounds, added up, coordinate by coordinate. */
enum dpmf_status dpmf_rp_see(const void *instance, int world, const struct dpmf_key *key, double *seen,
                             struct dpmf_error *error);
/* Grows with the ratio where one coordinate differs, and nearly so where several do. */
double dpmf_rp_score(const void *instance, const double *seen);

#endif
