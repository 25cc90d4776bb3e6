/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The choice of score and event on the runs that are there to learn from. A learned
   score is judged on what it has not seen: one half learns, the other is scored, and the other way round; the kind
   that promises most then learns from all.

   A promise is cut by what luck may have added to it. Cut deeply, an event that is rare and tells much is not dared;
   cut little, the luckiest of many dull events wins. So there may be several (enum audit_which): one that is chosen
   carefully; one that is chosen boldly; and one of answers that only one world gives, however rare, to whose promise
   luck is not counted at all. The latter two get a small share of the error each (judging.c). */
#ifndef DPMF_AUDIT_LEARN_H
#define DPMF_AUDIT_LEARN_H
#include "audit/case.h"
#include "audit/engine/band.h"
#include "audit/engine/run.h"
#include "audit/engine/score.h"
#include "audit/engine/statistic.h"

struct audit_learned {
	struct audit_score *score; /* NULL: the case's own likelihood ratio */
	struct audit_choice choice;
	struct audit_band band; /* its thresholds */
};

/* seen[world]: the first `trials` runs of each world. `several`: all events; those that are not worth their share of the
   error have no score. Else the careful one only, and `learned` is one. */
enum dpmf_status audit_learn(const struct audit_case *one, const void *instance, const double *const seen[2], size_t trials,
                             const struct audit_aim *aim, bool several, struct audit_learned *learned, struct dpmf_error *error);
double audit_learned_score(const struct audit_case *one, const void *instance, const struct audit_learned *learned, const double *seen);

#endif
