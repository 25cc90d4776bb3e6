/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DPMF_AUDIT_GAUSSMF_REPLAY_H
#define DPMF_AUDIT_GAUSSMF_REPLAY_H
#include "audit/replay.h"
#include "mech/gaussmf/train.h"

enum { GAUSSMF_REPLAY_TARGETS = 3 };

extern const struct audit_replay_target gaussmf_replay_targets[GAUSSMF_REPLAY_TARGETS];

/* What a random pair's options are for gaussmf, for so many rounds. */
struct dpmf_gaussmf_options gaussmf_replay_options(const struct dpmf_options *options, size_t steps);
/* Eq. (6) at the start, where every profile has norm 1: |r - r'| C for C <= 1. */
double gaussmf_moved_at_start(const struct audit_neighbours *pair, const struct dpmf_model *model);

#endif
