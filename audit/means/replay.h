/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DPMF_AUDIT_MEANS_REPLAY_H
#define DPMF_AUDIT_MEANS_REPLAY_H
#include "audit/replay.h"

enum { MEANS_REPLAY_TARGETS = 2 };

extern const struct audit_replay_target means_replay_targets[MEANS_REPLAY_TARGETS];

#endif
