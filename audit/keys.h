/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Keys that a stream tells, 32 bytes each: for what is made millions of times, where a key derived from a name costs ten times
   as much. Nobody tells one of them from another, or from any other word of ChaCha20, without the stream's key. */
#ifndef DPMF_AUDIT_KEYS_H
#define DPMF_AUDIT_KEYS_H
#include "core/stream.h"
#include "noise/door.h"

struct dpmf_key audit_keys_next(struct dpmf_stream *keys);

/* dpmf_door_open, but that the door's two keys are the first that a stream of the run's key tells. Such a run opens no stream under
   its key itself: what else it draws has a sub-key with a name. */
void audit_keys_open_door(struct dpmf_door *door, const struct dpmf_key *run);

#endif
