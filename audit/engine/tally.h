/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What one event shows on runs that nothing was learned from: counted as they come. */
#ifndef DPMF_AUDIT_TALLY_H
#define DPMF_AUDIT_TALLY_H
#include "audit/engine/learn.h"
#include "audit/engine/picture.h"

enum { AUDIT_TALLY_PART = 1024 };

struct audit_tally {
	const struct audit_case *one;
	const void *instance;
	const struct audit_learned *learned;
	uint64_t guessed[2][2]; /* world, guess */
	struct audit_band band;
	struct picture_line scores;
	double score[AUDIT_TALLY_PART];
};

/* held[world]: how many runs will come. */
enum dpmf_status audit_tally_open(struct audit_tally *tally, const struct audit_case *one, const void *instance,
                                  const struct audit_learned *learned, const size_t held[2], struct dpmf_error *error);
/* Adds to guessed[] how many of these runs guess world 0 and world 1. */
enum dpmf_status audit_tally_add(struct audit_tally *tally, int world, const double *seen, size_t count, size_t guessed[2],
                                 struct dpmf_error *error);
void audit_tally_close(struct audit_tally *tally);

#endif
