/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DPMF_AUDIT_DPPOP_REPLAY_H
#define DPMF_AUDIT_DPPOP_REPLAY_H
#include "audit/replay.h"

enum { DPPOP_REPLAY_TARGETS = 2 };

extern const struct audit_replay_target dppop_replay_targets[DPPOP_REPLAY_TARGETS];

#endif
