/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Broken twins of the corrected privsr's release of items, on the real kernels
   and the real door with one thing wrong at a time. */
#ifndef DPMF_AUDIT_PRIVSR_MUTANTS_H
#define DPMF_AUDIT_PRIVSR_MUTANTS_H
#include "audit/case.h"
#include "audit/replay.h"

enum { PRIVSR_MUTANT_CASES = 3, PRIVSR_MUTANT_TARGETS = 5 };

/* The first of each is the sound one. */
extern const struct audit_case privsr_mutant_cases[PRIVSR_MUTANT_CASES];
extern const struct audit_replay_target privsr_mutant_targets[PRIVSR_MUTANT_TARGETS];

#endif
