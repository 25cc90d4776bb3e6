/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How a target spells its answers, apart from what they say: blanks, signs, leading zeros, decimals, letters of a number. A number
   is judged by its value, and 3.0 is 3.00; but whoever reads the line sees which of them it was. The spellings of the first
   lines are known; how often each occurs is counted on the others. */
#ifndef DPMF_AUDIT_EXEC_SPELLING_H
#define DPMF_AUDIT_EXEC_SPELLING_H
#include <stddef.h>
#include <stdint.h>

#include "core/status.h"

enum { SPELLINGS = 64, SPELLING_EXAMPLE = 40 };

struct spelling {
	uint64_t learn; /* lines of each world */
	size_t count;
	struct spelling_form {
		uint64_t form;
		uint64_t times[2];
		char example[SPELLING_EXAMPLE];
	} one[SPELLINGS];
	uint64_t seen[2];
};

/* `form`: fields.h */
void spelling_take(struct spelling *spelling, int world, uint64_t form, const char *line);
/* DPMF_INPUT where one spelling alone is more of one world than this claim allows. A target that keeps to the claim is told so with
   a chance of 10^-9 at most. */
enum dpmf_status spelling_found(const struct spelling *spelling, double epsilon, double delta, struct dpmf_error *error);

#endif
