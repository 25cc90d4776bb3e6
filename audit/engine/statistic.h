/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The event: what a run showed becomes one score, high where world 0 is likelier. An event
   is one threshold ("the score is at least 0.9"), or two, between which
   nobody guesses: a score at or above the one means world 0, at or below the other
   world 1. It is chosen on runs that the bound does not use. */
#ifndef DPMF_AUDIT_STATISTIC_H
#define DPMF_AUDIT_STATISTIC_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "audit/engine/joint.h"

enum audit_toward {
	AUDIT_TOWARD_0,     /* score >= high, likelier in world 0 */
	AUDIT_TOWARD_1,     /* score <= low, likelier in world 1 */
	AUDIT_TOWARD_BOTH,  /* both of them, as a guess of the world */
};

struct audit_event {
	enum audit_toward toward;
	double high, low; /* INFINITY, -INFINITY where there is none */
};

/* What the counts will be used for. */
struct audit_aim {
	enum audit_curve curve;
	double delta;
	double alpha;
	uint64_t held_out; /* runs of each world that the bound will have */
	/* How many deviations of the counts that choose are taken off a promise: the best of many
	   events owes part of its looks to luck, and the more so the richer the choice. */
	double luck;
};

/* 0 or 1, or -1: this score says nothing. */
int audit_event_guess(const struct audit_event *event, double score);
/* Adds how many of the scores guess 0, and 1. */
void audit_event_guesses(const struct audit_event *event, const double *score, size_t count, size_t guessed[2]);

/* What was counted of the event among trials[world] runs of each world: guessed[world][guess]. For guesses, the world of each run
   must have been a coin, and `lost` runs that the coins asked for and that are not there count as wrong guesses. */
struct audit_pair audit_event_count(const struct audit_event *event, const uint64_t guessed[2][2], const size_t trials[2], size_t lost);

struct audit_choice {
	struct audit_event event;
	double promise; /* the bound that is to be expected, less what luck in the choice may have added */
};

/* The event of the highest promise on these scores, among a thousand thresholds and all ways to use
   them. Sorts the scores. */
struct audit_choice audit_event_choose(double *const score[2], size_t trials, const struct audit_aim *aim);

#endif
