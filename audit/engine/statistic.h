/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The statistic: what a run showed becomes one score, and the event is that
   the score reaches a threshold. The threshold is chosen on one part of the
   trials; the bound is computed on another, so that the choice costs nothing. */
#ifndef DPMF_AUDIT_STATISTIC_H
#define DPMF_AUDIT_STATISTIC_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* toward = 0: "score >= threshold", likelier in world 0;
   toward = 1: "score <= threshold", likelier in world 1. */
struct audit_event {
	int toward;
	float threshold;
};

struct audit_counts { /* how often the event happened */
	uint64_t trials; /* of each world */
	uint64_t likely, unlikely; /* in the world it points to, and in the other */
};

bool audit_event_holds(const struct audit_event *event, float score);
struct audit_counts audit_event_count(const struct audit_event *event, const float *score[2], size_t trials);

/* The event of the highest lower bound on epsilon on these scores, among a
   thousand thresholds and both directions; `held_out` trials will be there to
   compute the bound on. Sorts the scores. */
struct audit_event audit_event_choose(float *score[2], size_t trials, size_t held_out,
                                      double delta, double confidence);

#endif
