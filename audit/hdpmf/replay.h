/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DPMF_AUDIT_HDPMF_REPLAY_H
#define DPMF_AUDIT_HDPMF_REPLAY_H
#include "audit/replay.h"

enum { HDPMF_REPLAY_TARGETS = 3 };

extern const struct audit_replay_target hdpmf_replay_targets[HDPMF_REPLAY_TARGETS];

/* Theorem 2, with U held: 2 W |r - r'| |u|_1. */
double hdpmf_moved_with_users_held(const struct audit_neighbours *pair, const struct dpmf_model *model);

#endif
