/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Who trusts whom, and how alike they rate: the social part of soreg and
   privsr. privsr's main text is not at hand, so S_if is decided here: Pearson's
   r over the items that both rated, both means taken over those items,
   mapped to [0, 1] by (1 + r) / 2. Where fewer than two items are common, or
   one of the two gave all of them the same rating, r is taken as 0 and
   S_if = 1/2: neither agreement nor disagreement was seen. S_if is computed
   from both users' ratings and is private itself. */
#ifndef DPMF_MECH_SOCIAL_H
#define DPMF_MECH_SOCIAL_H
#include <stddef.h>
#include <stdint.h>
#include "core/public.h"
#include "core/ratings.h"
#include "core/read.h"
#include "core/status.h"

DPMF_BEGIN

struct dpmf_social {
	size_t users, count;
	size_t *row;        /* users + 1: whom user i trusts stands at row[i] .. row[i + 1] - 1 */
	uint32_t *trustee;  /* F_i, ascending within a row */
	double *similarity; /* S_if, beside trustee[] */
	size_t *column;     /* users + 1: who trusts user f stands at column[f] .. column[f + 1] - 1 */
	uint32_t *truster;  /* ascending within a column */
	uint32_t *where;    /* by column: the place of the edge in trustee[] */
	size_t dropped;     /* edges left out: an unknown user, a trustee without ratings, or somebody's own */
};

/* The users are those of `train`. Refuses a list of which no edge is left. */
enum dpmf_status dpmf_social_build(const struct dpmf_edges *edges, const struct dpmf_ratings *train,
                                   struct dpmf_social *social, struct dpmf_error *error);
void dpmf_social_free(struct dpmf_social *social); /* and leaves it empty */

/* S of two users, whether or not one trusts the other. */
double dpmf_social_similarity(const struct dpmf_ratings *ratings, size_t one, size_t other);

DPMF_END

#endif
