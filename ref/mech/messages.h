/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Messages one at a time: what the recommender sees of them before it adds them up, and the other
   reading of the descent, where a step follows every message (DPMF_STEP_MESSAGE). */
#ifndef DPMF_MECH_MESSAGES_H
#define DPMF_MECH_MESSAGES_H
#include "mech/descent_rounds.h"

/* Tells the listener what the raters of item j send. */
enum dpmf_status dpmf_messages_show(const struct dpmf_rounds *rounds, size_t j, const struct dpmf_participants *raters);
/* Item j steps after each of its raters' messages. */
enum dpmf_status dpmf_messages_step_item(const struct dpmf_rounds *rounds, size_t j, const struct dpmf_participants *raters);
/* User i steps after each of its ratings. */
void dpmf_messages_step_user(const struct dpmf_rounds *rounds, size_t i);

#endif
