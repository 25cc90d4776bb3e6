/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Faults of a target that would make any verdict on it worthless. Each is DPMF_INPUT and a sentence:
   - nothing varied: one line, whatever the world (one line in each world, but not the same: that is a verdict);
   - the same long answer to different seeds: the noise does not depend on the seed;
   - the event came in clumps: in some requests it happened far more often than in others of the same world. Runs
     of one request then are no independent runs, or they follow the order of requests, and the counts mean nothing. */
#ifndef DPMF_AUDIT_EXEC_HONESTY_H
#define DPMF_AUDIT_EXEC_HONESTY_H
#include "audit/exec/asking.h"

enum dpmf_status honesty_of_answers(const struct exec_answers *answers, uint64_t trials, struct dpmf_error *error);
/* guess[world][run]: what the event guessed on a run of the bound, AUDIT_NO_RUN for the others. */
enum dpmf_status honesty_of_event(const struct exec_answers *answers, uint64_t trials, const signed char *const guess[2],
                                  struct dpmf_error *error);

#endif
