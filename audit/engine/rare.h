/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Answers that only one data set gives: in one field, one value to the last bit, or one beyond
   all that the other data set gave. They may be rare and still tell all, so they count by how often they were seen and not
   by how much they differ on the whole: the score of a run is that of its most frequent telltale. */
#ifndef DPMF_AUDIT_RARE_H
#define DPMF_AUDIT_RARE_H
#include <stddef.h>
#include <stdint.h>

#include "audit/engine/words.h"
#include "core/status.h"

enum { RARE_VALUES = 1024, RARE_ENOUGH = 2 }; /* of one field: the most frequent; seen so often at least */

struct rare_value {
	uint64_t bits;
	float score; /* ln(1 + times), negative where it is world 1 that gives it */
};

struct rare_field {
	struct rare_value value[RARE_VALUES]; /* ascending by their bits */
	size_t values;
	double highest, lowest;         /* of the world that goes less far */
	float above, below;             /* the score of what lies beyond; 0: nothing did */
};

struct rare {
	size_t dims;
	struct rare_field *field;
};

enum dpmf_status rare_learn(const double *const seen[2], size_t trials, size_t dims, struct rare *rare, struct dpmf_error *error);
/* What each run's score would be, had it itself not been learned from: score[world][run]. */
enum dpmf_status rare_score_each(const double *const seen[2], size_t trials, size_t dims, double *const score[2], struct dpmf_error *error);
double rare_of(const struct rare *rare, const double *seen);
/* "number 7 is 99, or number 3 is above 12": those whose score reaches the threshold for this world, the most frequent first.
   Returns how many they are. */
size_t rare_describe(const struct rare *rare, double threshold, int world, const struct words_names *names, char *text, size_t room);
void rare_free(struct rare *rare);

#endif
