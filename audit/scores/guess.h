/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Who guesses: from the scores alone. Whether a canary was in or out is not handed to it. */
#ifndef DPMF_AUDIT_SCORES_GUESS_H
#define DPMF_AUDIT_SCORES_GUESS_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/status.h"

enum scores_side {
	SCORES_BOTH, /* half of the guesses are the highest scores, guessed in; half the lowest, guessed out */
	SCORES_IN,   /* the highest alone */
	SCORES_OUT,  /* the lowest alone */
};

/* rank[0] has the highest score. Equal scores are ordered by random words from the seed and not by their lines,
   which may follow the coins. DPMF_FAILED: no memory. */
enum dpmf_status scores_rank(const double *score, size_t count, uint64_t seed, size_t *rank, struct dpmf_error *error);

/* How many of so many guesses are `in`; the others are `out`. */
extern const char *const scores_side_names[]; /* as --side has them; ends with NULL */
size_t scores_guessed_in(enum scores_side side, size_t guesses);

/* How many are right, now that the coins are shown. */
size_t scores_right(const size_t *rank, const bool *in, size_t count, enum scores_side side, size_t guesses);

#endif
