/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `--until=decided`: one run a request, on a data set that a fair coin chooses, until the bets
   (engine/sequence.h) refute the claim or the trials are used up. */
#ifndef DPMF_AUDIT_EXEC_UNTIL_H
#define DPMF_AUDIT_EXEC_UNTIL_H
#include "audit/engine/run.h"
#include "audit/exec/asking.h"

/* one->dims is filled in. `answers` keeps the words, for the caller to free. */
enum dpmf_status exec_until_decided(const struct exec_setting *setting, struct audit_case *one, double confidence,
                                    struct exec_answers *answers, struct audit_result *result, struct dpmf_error *error);

#endif
