/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DPMF_AUDIT_PRIVSR_REPLAY_H
#define DPMF_AUDIT_PRIVSR_REPLAY_H
#include "audit/replay.h"

enum { PRIVSR_REPLAY_TARGETS = 5 };

extern const struct audit_replay_target privsr_replay_targets[PRIVSR_REPLAY_TARGETS];

/* The corrected driver, with that ring of friends. */
enum dpmf_status privsr_replay_corrected(const struct dpmf_ratings *ratings, const struct dpmf_weights *weights,
                                         const struct dpmf_options *options, const struct dpmf_key *key,
                                         struct dpmf_door *door, struct dpmf_model *model, struct dpmf_error *error);

/* In integers: the change of the rating, the weight being 1. */
double privsr_moved_corrected(const struct audit_neighbours *pair, const struct dpmf_model *model);

#endif
