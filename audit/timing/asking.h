/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The runs of a target and what each costs: the time from the request to the end of its answer, as we see it, or
   what the target says itself in the last field of each answer (the sum of its lines). Data sets and seeds come in random order, so that a machine that grows
   slower, or is busy now and then, is so with both classes. Now and then an earlier request comes again: how far its time is the same is what
   follows from the request, and the rest is the machine. */
#ifndef DPMF_AUDIT_TIMING_ASKING_H
#define DPMF_AUDIT_TIMING_ASKING_H
#include "audit/timing/statistic.h"

enum { TIMING_COUNT_MOST = 512 };

struct timing_setting {
	char *const *argv;
	bool field;       /* each answer ends with its cost */
	uint64_t trials, count, seed; /* count: answers in a request */
	unsigned timeout;
};

struct timing_repeats {
	uint64_t pairs, alike;   /* requests that were asked twice, and those with the same answer */
	struct timing_rank rank; /* of their two costs */
	double between;          /* the median difference of the two */
};

struct timing_seen {
	size_t dims;
	struct timing_result result;
	struct timing_repeats repeats;
};

enum dpmf_status timing_ask(const struct timing_setting *setting, struct timing_seen *seen, struct dpmf_error *error);

#endif
