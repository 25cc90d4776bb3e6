/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What was seen of both worlds, counted into bins for a picture: the answer itself where it is one number or one
   word, else the score. */
#ifndef DPMF_AUDIT_PICTURE_H
#define DPMF_AUDIT_PICTURE_H
#include <stdint.h>

#include "audit/engine/runs.h"

enum { AUDIT_PICTURE_BINS = 40, AUDIT_PICTURE_WORD = 24 };

enum audit_axis { AUDIT_AXIS_SCORE, AUDIT_AXIS_ANSWER, AUDIT_AXIS_WORDS };

struct audit_picture {
	enum audit_axis axis;
	double low, high; /* of what is shown; what lies beyond is in the end bins */
	uint64_t count[2][AUDIT_PICTURE_BINS];
	size_t words;     /* AUDIT_AXIS_WORDS: so many bins, the most frequent words first */
	char word[AUDIT_PICTURE_BINS][AUDIT_PICTURE_WORD];
};

/* score[world]: ascending; both arrays are written over. */
void audit_picture_draw(const struct audit_runs *held, double *const score[2], struct audit_picture *picture);

#endif
