/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which known mistake accounts for what a target answered to one algorithm. That a mistake gives one answer may be chance: where
   a sampler answers 0 or 1, half of all mistakes do. So all tests have a say, those that pass, too. A mistake whose
   answers the vectors know is named if it gave six of seven of those that would show it, and three, or half of the wrong ones. Of
   one that changes a small whole number four fifths will do. One that is guessed from real or large numbers has to give nine tenths of
   all wrong answers, or all but one. Where several do equally well, all are named. */
#ifndef VECTORS_SUSPECTS_H
#define VECTORS_SUSPECTS_H
#include "mistake.h"

struct suspects {
	json_t *tally; /* by name: [tests that it fits, tests that speak against it, whether it is guessed] */
	json_int_t failures; /* answers that were wrong */
	json_int_t wrong;    /* and not as `plain` says */
};

enum dpmf_status suspects_hear(struct suspects *s, const struct mistakes *m, bool wrong, struct dpmf_error *error);
/* Puts in place of "possible" and "plain" of each failure "knownMistake", a sentence or null; `guessed`, if not NULL, where no mistake is sure to
   be the one. */
enum dpmf_status suspects_name(const struct suspects *s, json_t *failures, const char *guessed, struct dpmf_error *error);

#endif
