/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Canaries from a file: one a line, `in` or `out` (or 1 or 0), blanks, tabs or a comma, and a score: a number, decimal or
   C99 hex, or inf or -inf. Empty lines are skipped. Errors name file and line. */
#ifndef DPMF_AUDIT_SCORES_READ_H
#define DPMF_AUDIT_SCORES_READ_H
#include <stdbool.h>
#include <stddef.h>

#include "core/status.h"

/* Apart, so that who guesses can be handed the scores alone. */
struct scores_canaries {
	size_t count, room;
	double *score;
	bool *in;
};

/* "-" is the standard input. At least one canary, or DPMF_INPUT. */
enum dpmf_status scores_read(const char *path, struct scores_canaries *canaries, struct dpmf_error *error);
void scores_free(struct scores_canaries *canaries);

#endif
