/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is wrong with a program that reports its noise: found by comparing single runs, without any statistics. */
#ifndef DPMF_AUDIT_FOREIGN_FAULTS_H
#define DPMF_AUDIT_FOREIGN_FAULTS_H
#include "audit/foreign/additions.h"

enum fault {
	/* On a data set and a neighbour, where the second run is handed the answers of the first: */
	FAULT_STATISTIC,     /* a statistic moves further than its sensitivity, in the norm of its law */
	FAULT_NOT_FINITE,    /* a statistic, an answer, a sensitivity or a scale is no finite number */
	FAULT_ADDITIONS,     /* another number of additions, or others */
	FAULT_SIZE,          /* a statistic has another number of coordinates */
	FAULT_LAW, FAULT_SCALE, FAULT_SENSITIVITY, /* an addition declares something else */
	FAULT_STREAM,        /* an addition draws from another stream */
	FAULT_OUTPUT,        /* the output differs although all answers were alike */
	/* In a single run: */
	FAULT_STREAM_TWICE,  /* two additions draw from one stream */
	FAULT_BUDGET,        /* what was declared composes to more than was asked for */
	/* On one data set: */
	FAULT_NO_NOISE,      /* no noise in any of the runs, or a scale that is not above 0 */
	FAULT_SEED,          /* the same noise for two seeds */
	FAULT_REPEAT,        /* something else for the same seed */
	FAULTS
};

/* One word for programs, and what it means. */
const char *fault_name(enum fault fault);
const char *fault_words(enum fault fault);

struct fault_seen {
	bool seen;
	char addition[64];  /* where; "" of the whole run */
	char detail[200];
};

/* Whether the run has FAULT_NOT_FINITE: its answers then cannot be handed to another. */
bool faults_not_finite(const struct foreign_run *run, struct fault_seen seen[FAULTS]);
/* Fills seen[] with those of the first group and of one run. */
void faults_of_pair(const struct foreign_run *one, const struct foreign_run *other, struct fault_seen seen[FAULTS]);
/* Of the third group: `again` has the seed of the first, `other` another one. */
void faults_of_seeds(const struct foreign_run *one, const struct foreign_run *again, const struct foreign_run *other, struct fault_seen seen[FAULTS]);
void fault_see(struct fault_seen *seen, const char *addition, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* What the additions compose to: Laplace noise to an epsilon, normal noise to the delta that goes with `epsilon`; rounded down. */
struct composed {
	enum { COMPOSED_NOT, COMPOSED_EPSILON, COMPOSED_DELTA } is;
	double at_least;
};
/* FAULT_BUDGET where that is above what was asked for, by more than a part in 10^9. One pair of neighbours is taken to move all additions: what
   looks at disjoint parts of the data belongs into one addition, with several coordinates. Not composed: both kinds of noise, Laplace noise with a delta,
   discrete Gaussian noise. */
enum dpmf_status faults_of_budget(const struct foreign_run *run, double epsilon, double delta, struct composed *composed,
                                  struct fault_seen seen[FAULTS], struct dpmf_error *error);

#endif
