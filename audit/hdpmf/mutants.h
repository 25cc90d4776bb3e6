/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The broken twins of hdpmf as cases and as targets of the replay and of the search: each must
   be caught, the sound one must not. */
#ifndef DPMF_AUDIT_HDPMF_MUTANTS_H
#define DPMF_AUDIT_HDPMF_MUTANTS_H
#include "audit/case.h"
#include "audit/replay.h"
#include "audit/sensitivity.h"

enum { HDPMF_MUTANT_CASES = 4, HDPMF_MUTANT_TARGETS = 6, HDPMF_SEARCH_MUTANTS = 3 };

/* The first of each is the sound one. */
extern const struct audit_case hdpmf_mutant_cases[HDPMF_MUTANT_CASES];
extern const struct audit_replay_target hdpmf_mutant_targets[HDPMF_MUTANT_TARGETS];
extern const struct audit_search_target hdpmf_search_mutants[HDPMF_SEARCH_MUTANTS];

#endif
