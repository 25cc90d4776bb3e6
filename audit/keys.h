/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Keys for what is made millions of times. */
#ifndef DPMF_AUDIT_KEYS_H
#define DPMF_AUDIT_KEYS_H
#include "noise/door.h"

/* dpmf_door_open, but that users draw under the run's own key, and the server under its sub-key number 2^64 - 1, which is no user's
   number: their streams have nothing in common. What the run draws beside the door has a sub-key with a name. */
void audit_keys_open_door(struct dpmf_door *door, const struct dpmf_key *run);

#endif
