/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DPMF_AUDIT_PRIVSR_REPLAY_H
#define DPMF_AUDIT_PRIVSR_REPLAY_H
#include "audit/replay.h"

enum { PRIVSR_REPLAY_TARGETS = 3 };

extern const struct audit_replay_target privsr_replay_targets[PRIVSR_REPLAY_TARGETS];

/* In integers: the change of the rating, the weight being 1. */
double privsr_moved_corrected(const struct audit_neighbours *pair, const struct dpmf_model *model);

#endif
