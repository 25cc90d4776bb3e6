/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The log ratio of two histograms along one number, narrower towards both
   ends; infinities have steps of their own. */
#ifndef DPMF_AUDIT_STEPS_H
#define DPMF_AUDIT_STEPS_H
#include <stdbool.h>
#include <stddef.h>

enum {
	STEPS_EVEN = 64,
	STEPS_TAIL = 5, /* and on each side: 1/128, 1/256, ... of the runs */
	STEPS_EDGES = STEPS_EVEN - 1 + 2 * STEPS_TAIL,
};

struct steps {
	bool learned;
	double edge[STEPS_EDGES];
	double ratio[STEPS_EDGES + 1]; /* of edge[i - 1] <= x < edge[i] */
};

/* `along[world]`: count[world] numbers, no NaN; `sorted` has room for all. Nothing to learn from: all ratios 0. */
void steps_learn(double *along[2], const size_t count[2], double *sorted, struct steps *steps);
double steps_of(const struct steps *steps, double x);

#endif
