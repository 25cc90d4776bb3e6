/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A score learned from examples, for views whose likelihood ratio is not known
   in closed form. There are several kinds, and the one that promises most on runs that
   it has not learned from is taken. A poor score makes the bound low, never wrong. */
#ifndef DPMF_AUDIT_SCORE_H
#define DPMF_AUDIT_SCORE_H
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "audit/engine/statistic.h"
#include "audit/engine/words.h"
#include "core/status.h"

enum audit_score_kind {
	AUDIT_SCORE_NUMBER, /* the one number that is seen, as it is */
	AUDIT_SCORE_LINE,   /* line.h */
	AUDIT_SCORE_STEPS,  /* the log ratio of two histograms: of the one number, or along the line */
	AUDIT_SCORE_BITS,   /* what doubles give away besides their size: bits.h */
	AUDIT_SCORE_RARE,   /* what only one world gives: rare.h */
};
enum { AUDIT_SCORE_KINDS = AUDIT_SCORE_RARE }; /* of those that compete by what they promise on the whole */

struct audit_score;

/* Whether this kind means anything for such runs. */
bool audit_score_applies(enum audit_score_kind kind, const double *const seen[2], size_t trials, size_t dims);
/* seen[world]: trials x dims. */
enum dpmf_status audit_score_learn(enum audit_score_kind kind, const double *const seen[2], size_t trials, size_t dims,
                                   struct audit_score **score, struct dpmf_error *error);
double audit_score_of(const struct audit_score *score, const double *seen);
/* The event in words, of several numbers or of the bits of one: where `guess` is guessed. `known`: the reader knows what S is. */
size_t audit_score_describe(const struct audit_score *score, const struct audit_event *event, int guess, bool known, const struct words_names *names,
                            char *text, size_t room);
bool audit_score_of_bits(const struct audit_score *score);
void audit_score_free(struct audit_score *score);

#endif
