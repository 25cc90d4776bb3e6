/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Who takes part in which round of dpmf-rp: everybody can compute it from the
   public seed, so that nothing is gained from anybody's not knowing it. */
#ifndef DPMF_MECH_RP_SCHEDULE_H
#define DPMF_MECH_RP_SCHEDULE_H
#include <stddef.h>
#include <stdint.h>
#include "core/stream.h"

/* `count` of the users, ascending, every such set alike likely: a partial shuffle by the
   stream (round, 0, 0) of the sub-key "rounds". order: room for `users` numbers. */
void dpmf_rp_schedule(const struct dpmf_key *key, uint64_t round, size_t users, size_t count, uint32_t *order);

#endif
