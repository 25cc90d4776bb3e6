/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The event in words: of one number or word, what it is; of several numbers, which
   direction was looked along, and how far out. */
#ifndef DPMF_AUDIT_DESCRIBE_H
#define DPMF_AUDIT_DESCRIBE_H
#include "audit/engine/learn.h"
#include "audit/engine/run.h"
#include "audit/engine/runs.h"

enum { AUDIT_DESCRIBED = 10000 }; /* of several numbers: so many runs of each world are looked at */

/* Fills result->words, by_bits, fine, and result->stretch for one number; result->event is the event. What was seen serves to find
   where the event lies. */
void audit_describe(const struct audit_runs *runs, const struct audit_learned *learned, struct audit_result *result);

#endif
