/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One participant's own share of the noise of a sum. On its device a participant
   adds it to what it contributes; the door hands out the sum of all of them
   and nothing else. Here stands what one participant draws, for a simulated
   secure aggregation, whose messages are the contributions with their
   shares, and for the audit, where those who collude take theirs away again. */
#ifndef DPMF_NOISE_DOOR_SHARES_H
#define DPMF_NOISE_DOOR_SHARES_H
#include "noise/door.h"

/* What the door adds for participant i (from 0) when it releases this piece: `coordinates` steps.
   DPMF_INPUT for a law that is not drawn in integer shares, and a participant that is not one. */
enum dpmf_status dpmf_door_share(const struct dpmf_door *door, size_t number, const struct dpmf_participants *who,
                                 size_t i, int64_t *share);

#endif
