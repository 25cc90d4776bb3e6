/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From runs to a verdict while they come, in memory that does not grow with their number: the first of them are kept until an
   event has been learned from them; the others are counted, and only AUDIT_KEPT of them are kept, to tell in
   words where the event lies and to frame the picture. */
#ifndef DPMF_AUDIT_JUDGING_H
#define DPMF_AUDIT_JUDGING_H
#include "audit/engine/run.h"

struct audit_judging;

/* `one`, `instance` and `settings` must outlive it. DPMF_INPUT as in audit_run. */
enum dpmf_status audit_judging_open(const struct audit_case *one, const void *instance, const struct audit_settings *settings, size_t trials,
                                    struct audit_judging **judging, struct dpmf_error *error);
/* How many runs of each world are learned from: the first ones. */
size_t audit_judging_learns(const struct audit_judging *judging);
/* The next runs of a world, count x dims; of each world there are `trials` in all. While one world has
   too few to learn from, the other's wait in memory. */
enum dpmf_status audit_judging_take(struct audit_judging *judging, int world, const double *seen, size_t count, struct dpmf_error *error);
/* When all have come. */
enum dpmf_status audit_judging_end(struct audit_judging *judging, struct audit_result *result, struct dpmf_error *error);
void audit_judging_close(struct audit_judging *judging);

#endif
