/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Faults of a target that would make any verdict on it worthless. Each is DPMF_INPUT and a sentence:
   - nothing varied: one line, whatever the world (one line in each world, but not the same: that is a verdict);
   - the same long answer to different seeds: the noise does not depend on the seed;
   - the event came in clumps: in some requests it happened far more often than in others of the same world. Runs
     of one request then are no independent runs, or they follow the order of requests, and the counts mean nothing.
   All are looked for while answers come, in memory that does not grow with their number. */
#ifndef DPMF_AUDIT_EXEC_HONESTY_H
#define DPMF_AUDIT_EXEC_HONESTY_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "audit/engine/run.h"

enum { HONESTY_DIMS = 64, HONESTY_HASHES = 1 << 17 };

/* The answers of one world. */
struct honesty {
	uint64_t runs, requests;
	double first[HONESTY_DIMS];
	bool varied;     /* not all lines are the first one */
	uint64_t same;   /* the longest stretch of lines at the start of two answers to different seeds that were the same */
	bool flat;       /* and all of them are one line */
	uint64_t *hash;  /* of the first HONESTY_HASHES lines */
	size_t room;
};

/* An answer, and the one before it (NULL: none) in the same world. DPMF_FAILED: no memory. */
enum dpmf_status honesty_take(struct honesty *honesty, const double *answer, uint64_t count, const double *before, uint64_t before_count, size_t dims,
                              struct dpmf_error *error);
enum dpmf_status honesty_of_answers(const struct honesty world[2], size_t dims, struct dpmf_error *error);
void honesty_free(struct honesty *honesty);

/* Pearson's test that a guess has the same probability in all requests. Requests are put together until both outcomes are
   expected ten times; how many runs that takes is known at the end only, so groups of 20, 40, 80, ... runs are kept. */
enum { CLUMPS_LEVELS = 26 };
struct clumps {
	uint64_t runs, hits;
	struct {
		uint64_t runs, hits;            /* of the group that is being filled */
		uint64_t full_runs, full_hits;  /* of those that are full */
		double squares;                 /* the sum of hits^2 / runs over them */
		uint64_t groups;
	} level[CLUMPS_LEVELS];
};
void clumps_take(struct clumps *clumps, uint64_t runs, uint64_t hits);
/* audit_settings.watch, where each part is a request; the watcher is clumps[which][world][guess]. */
void clumps_watch(void *watcher, const struct audit_guesses *part);
/* clumps[world][guess] */
enum dpmf_status honesty_of_event(struct clumps clumps[2][2], struct dpmf_error *error);

#endif
