/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The runs, as they are collected; for statistic.c. */
#ifndef DPMF_AUDIT_TIMING_COLLECT_H
#define DPMF_AUDIT_TIMING_COLLECT_H
#include "audit/timing/statistic.h"

struct column {
	double *value; /* of so many as the middle is learned from */
	size_t count;
};

struct timing {
	size_t dims;
	uint64_t trials, taken, middle, learn; /* runs up to which the middle, the classes are learned */
	struct column seen[2][TIMING_DIMS];
	double at[2][TIMING_DIMS];
	double crop[TIMING_CROPS], far, farthest;
	size_t runs;
	double *cost, *distance, *side, *world; /* by run: of those learned from, and then anew */
};

#endif
