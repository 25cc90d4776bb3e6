/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What leaves a baseline that has no privacy. */
#ifndef DPMF_PEERS_PLAIN_H
#define DPMF_PEERS_PLAIN_H
#include "core/public.h"
#include "mech/model.h"
#include "noise/door.h"

DPMF_BEGIN

/* The model's item factors through the door, without noise. */
enum dpmf_status dpmf_publish_plain(struct dpmf_door *door, struct dpmf_model *model, struct dpmf_error *error);

DPMF_END

#endif
