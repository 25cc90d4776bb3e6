/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a target may answer: {"outputs": {...}}, {"refuse": "why"}, {"unsupported": "why"}, or {"error": "why"} when it gave
   up on this test, which fails by that. Integers are JSON integers or
   decimal texts; a double is a JSON number, a text (decimal, C99 hex, inf, nan) or {"hex", "bits"}; bytes are hex digits. */
#ifndef VECTORS_ANSWER_H
#define VECTORS_ANSWER_H
#include "core/status.h"
#include "vectors/format/spec.h"

enum answered { ANSWER_OUTPUTS, ANSWER_REFUSES, ANSWER_UNSUPPORTED, ANSWER_ERROR };

struct answer {
	enum answered kind;
	char why[200];   /* of ANSWER_ERROR */
	json_t *outputs; /* as the vector files write them; NULL but for ANSWER_OUTPUTS */
};

/* DPMF_INPUT, and why, when the line is no answer to a test of `a`. */
enum dpmf_status answer_read(const struct algorithm *a, const char *line, struct answer *answer, struct dpmf_error *error);
void answer_free(struct answer *answer);

#endif
