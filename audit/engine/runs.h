/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs of both worlds that have been made. */
#ifndef DPMF_AUDIT_RUNS_H
#define DPMF_AUDIT_RUNS_H
#include "audit/case.h"

/* Of what was seen, runs first[world], ..., first[world] + count[world] - 1. */
struct audit_runs {
	const struct audit_case *one;
	const void *instance;    /* for the case's own likelihood ratio */
	const double *seen[2];   /* one->dims numbers a run */
	size_t first[2], count[2];
};

static inline const double *audit_runs_at(const struct audit_runs *runs, int world, size_t i)
{
	return runs->seen[world] + (runs->first[world] + i) * runs->one->dims;
}

#endif
