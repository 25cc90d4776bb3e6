/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What was seen of both worlds, counted into bins for a picture: the answer itself where it is one number or one
   word, else the score. Runs come one by one. */
#ifndef DPMF_AUDIT_PICTURE_H
#define DPMF_AUDIT_PICTURE_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "audit/engine/words.h"

enum {
	AUDIT_PICTURE_BINS = 40, AUDIT_PICTURE_WORD = 24,
	AUDIT_KEPT = 1 << 19, /* runs of each world, of those that nothing is learned from */
};

enum audit_axis { AUDIT_AXIS_SCORE, AUDIT_AXIS_ANSWER, AUDIT_AXIS_WORDS };

struct audit_picture {
	enum audit_axis axis;
	double low, high; /* of what is shown; what lies beyond is in the end bins */
	uint64_t count[2][AUDIT_PICTURE_BINS];
	size_t words;     /* AUDIT_AXIS_WORDS: so many bins, the most frequent words first */
	char word[AUDIT_PICTURE_BINS][AUDIT_PICTURE_WORD];
};

/* Numbers of both worlds along one line. The first AUDIT_KEPT of each world are kept, and frame the picture: all
   but the two hundredth at each end. */
struct picture_line {
	double *kept[2]; /* in the order in which they came */
	size_t room[2], count[2];
	bool framed;
	double low, high;
	uint64_t beyond[2][AUDIT_PICTURE_BINS]; /* those that came when there was no more room */
};

/* For so many numbers of each world, or more. */
enum dpmf_status picture_line_open(struct picture_line *line, const size_t all[2], struct dpmf_error *error);
/* NaN is kept, and not counted. DPMF_FAILED: no memory for the frame. */
enum dpmf_status picture_line_add(struct picture_line *line, int world, const double *x, size_t count, struct dpmf_error *error);
enum dpmf_status picture_line_draw(struct picture_line *line, struct audit_picture *picture, struct dpmf_error *error);
void picture_line_close(struct picture_line *line);

/* times[world][word]: how often each was seen. */
void audit_picture_words(uint32_t (*times)[WORDS_MOST], const struct words_names *names, struct audit_picture *picture);

#endif
