/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All that a verdict and its documents are made of, as a line of text, and back. */
#ifndef DPMF_AUDIT_CHECKPOINT_RESULT_H
#define DPMF_AUDIT_CHECKPOINT_RESULT_H
#include "audit/checkpoint/pack.h"
#include "audit/engine/run.h"

/* Everything but `one` and `again`, which belong to who runs it. What was read from a line that somebody else wrote
   is in its ranges: lists are no longer than their room, texts end. */
void pack_result(struct pack *pack, struct audit_result *result);

#endif
