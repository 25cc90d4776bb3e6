/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Item-based neighbourhood models: for every item the items most like it. */
#ifndef DPMF_PEERS_NEIGHBOURS_H
#define DPMF_PEERS_NEIGHBOURS_H
#include "core/public.h"
#include "eval/ranking.h"

DPMF_BEGIN

struct dpmf_neighbours {
	size_t items, most;
	size_t *count;   /* by item: how many there are, at most `most` */
	uint32_t *item;  /* items x most, the likest first */
	double *weight;  /* their similarities, above 0 */
};

/* Called from several threads. */
typedef double dpmf_similarity(const void *context, size_t i, size_t j);

/* Of each item the `most` others of the greatest similarity above 0, equal ones by number.
   Memory is items x most; no matrix of similarities is kept. */
enum dpmf_status dpmf_neighbours_find(size_t items, size_t most, dpmf_similarity *similarity, const void *context,
                                      unsigned jobs, struct dpmf_neighbours *neighbours, struct dpmf_error *error);
void dpmf_neighbours_free(struct dpmf_neighbours *neighbours);

/* On the user's device, from the published neighbours and the user's own true history: an item's
   score is the sum of its similarities to those items of the history whose neighbour it is. */
void dpmf_neighbours_scores(const struct dpmf_neighbours *neighbours, const struct dpmf_ratings *train, size_t user,
                            double *score);

DPMF_END

#endif
