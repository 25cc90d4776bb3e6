/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs of both worlds. The randomness of a run is named by the seed, the case,
   the world and the run's number: results do not depend on the jobs. A run's key is told by a stream for
   each 256 runs. */
#ifndef DPMF_AUDIT_TRIALS_H
#define DPMF_AUDIT_TRIALS_H
#include <stdatomic.h>
#include "audit/case.h"

struct audit_trials {
	uint64_t seed;
	size_t first;            /* the number of the first run, a multiple of 256 */
	size_t count;            /* runs of each world */
	unsigned jobs;
	atomic_size_t *done;     /* NULL, or counts finished runs for a progress line */
	const atomic_bool *stop; /* NULL, or ends the runs with DPMF_FAILED when it becomes true */
};

/* Fills seen[world], count x dims each; world 0 and 1 draw independently. */
enum dpmf_status audit_trials_run(const struct audit_case *one, const void *instance, const struct audit_trials *trials,
                                  double *const seen[2], struct dpmf_error *error);

/* The key of a run: the next one of a stream. */
struct dpmf_key audit_next_key(struct dpmf_stream *keys);

#endif
