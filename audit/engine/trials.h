/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs of both worlds. The randomness of a run is named by the seed, the case,
   the world and the run's number: results do not depend on the jobs. */
#ifndef DPMF_AUDIT_TRIALS_H
#define DPMF_AUDIT_TRIALS_H
#include <stdatomic.h>
#include "audit/case.h"

/* Fills seen[world], trials x dims each; world 0 and 1 draw independently.
   `done`, where not NULL, counts finished runs for a progress line; `stop`, where not
   NULL, ends the runs with DPMF_FAILED when it becomes true. */
enum dpmf_status audit_trials_run(const struct audit_case *one, const void *instance, uint64_t seed,
                                  size_t trials, unsigned jobs, double *seen[2],
                                  atomic_size_t *done, const atomic_bool *stop, struct dpmf_error *error);

#endif
