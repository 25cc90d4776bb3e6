/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What two runs handed to the door, and what a run promises in public. */
#ifndef DPMF_AUDIT_RELEASE_JUDGE_H
#define DPMF_AUDIT_RELEASE_JUDGE_H
#include "audit/release/once.h"
#include "audit/release/world.h"

/* `door` is the second run's, which ended as the first did: true when a statistic before noise moved further than
   declared, or, where the largest coordinate is bounded, in more pieces. */
bool judge_moved(const struct dpmf_door *door, const struct world_neighbour *neighbour, char *why, size_t room);
/* Whether what public/model.json promises is not what it should: corrected holds, within what was asked for;
   published does not, nor does anything whose noise comes from a seed. */
bool judge_promise(const struct once *once, char *why, size_t room);
/* After a run with a seed: whether the seed, or the key that it gives, stands in what is public. */
bool judge_seed(const struct once *once, char *why, size_t room);
/* Of a sum that only as a whole is seen the addends are handed out in the opposite order. */
void judge_shuffle(struct dpmf_door *door);

#endif
