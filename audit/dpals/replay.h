/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DPMF_AUDIT_DPALS_REPLAY_H
#define DPMF_AUDIT_DPALS_REPLAY_H
#include "audit/replay.h"

enum { DPALS_REPLAY_TARGETS = 1 };

extern const struct audit_replay_target dpals_replay_targets[DPALS_REPLAY_TARGETS];

#endif
