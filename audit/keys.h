/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Keys for what is made millions of times. */
#ifndef DPMF_AUDIT_KEYS_H
#define DPMF_AUDIT_KEYS_H
#include "noise/door.h"

/* dpmf_door_open, but that the door's keys are the run's sub-keys number 0 and 1, and not those with a name. No stream may be opened
   under the key of such a run: what it draws beside the door has a sub-key with a name. */
void audit_keys_open_door(struct dpmf_door *door, const struct dpmf_key *run);

#endif
