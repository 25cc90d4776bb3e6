/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DPMF_AUDIT_DPMF_RP_REPLAY_H
#define DPMF_AUDIT_DPMF_RP_REPLAY_H
#include "audit/replay.h"
#include "mech/dpmf-rp/train.h"

enum { DPMF_RP_REPLAY_TARGETS = 4 };

extern const struct audit_replay_target dpmf_rp_replay_targets[DPMF_RP_REPLAY_TARGETS];

/* Every item several times, rated alike: what grows with the number of a user's ratings shows sooner. */
enum dpmf_status dpmf_rp_replay_ratings(const struct dpmf_ratings *ratings, struct dpmf_ratings *widened, struct dpmf_error *error);
/* What a random pair's options are for dpmf-rp, with these ratings. */
struct dpmf_rp_options dpmf_rp_replay_options(const struct dpmf_ratings *ratings, const struct dpmf_options *options, enum dpmf_rp_sum sum);

#endif
