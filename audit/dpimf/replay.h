/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DPMF_AUDIT_DPIMF_REPLAY_H
#define DPMF_AUDIT_DPIMF_REPLAY_H
#include "audit/replay.h"
#include "mech/dpimf/train.h"

enum { DPIMF_REPLAY_TARGETS = 9 };

extern const struct audit_replay_target dpimf_replay_targets[DPIMF_REPLAY_TARGETS];

/* A rating of 3 or more is an interaction; so is, in both worlds, the last cell of all. Everybody is kept. */
enum dpmf_status dpimf_replay_interactions(const struct dpmf_ratings *ratings, struct dpmf_ratings *interactions,
                                           struct dpmf_error *error);
/* What a random pair's options are for dpimf, in so many rounds. */
struct dpmf_dpimf_options dpimf_replay_options(const struct dpmf_options *options, enum dpmf_dpimf_scheme scheme, size_t rounds);

#endif
