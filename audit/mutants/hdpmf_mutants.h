/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The broken twins of hdpmf as cases and as targets of the replay: each must
   be caught, the sound one must not. */
#ifndef DPMF_AUDIT_HDPMF_MUTANTS_H
#define DPMF_AUDIT_HDPMF_MUTANTS_H
#include "audit/case.h"
#include "audit/replay.h"

enum { HDPMF_MUTANT_CASES = 4, HDPMF_MUTANT_TARGETS = 6 };

/* The first of each is the sound one. */
extern const struct audit_case hdpmf_mutant_cases[HDPMF_MUTANT_CASES];
extern const struct audit_replay_target hdpmf_mutant_targets[HDPMF_MUTANT_TARGETS];

#endif
