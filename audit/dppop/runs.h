/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Neighbouring data sets for dppop, on the real driver: user 0's row differs. What is seen is all that goes through the
   door. */
#ifndef DPMF_AUDIT_DPPOP_RUNS_H
#define DPMF_AUDIT_DPPOP_RUNS_H
#include <stdbool.h>
#include "audit/case.h"
#include "mech/dppop/train.h"

enum { DPPOP_ITEMS_MOST = 8 };

struct dppop_setting {
	struct dpmf_dppop_options options;
	size_t items;
	const char *row[2];   /* user 0's items in both worlds, '+' or '-' each; user 1 has all */
	/* Broken twins: what the noise is made for where it is something else that runs; 0: the same. */
	struct {
		size_t most;      /* that a row contributes */
		double noise;     /* what is left of its scale */
		bool root;        /* the 2-norm in place of the 1-norm */
	} reckoned;
};

struct dppop_worlds {
	struct dppop_setting setting;
	struct dpmf_dppop_steps steps;
	struct dpmf_ratings ratings[2];
	double before[2][DPPOP_ITEMS_MOST]; /* the counts without noise */
	struct dpmf_key coins;              /* the same in every run */
};

/* case.parameters is a struct dppop_setting. */
enum dpmf_status dppop_setup(const struct audit_case *one, void **instance, struct dpmf_error *error);
void dppop_teardown(void *instance);
/* All released counts. */
enum dpmf_status dppop_see(const void *instance, int world, const struct dpmf_key *key, double *seen, struct dpmf_error *error);
double dppop_ratio(const void *instance, const double *seen);

#endif
