/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Broken twins of gaussmf, one round on the real kernels and the real door with
   one thing wrong at a time. */
#ifndef DPMF_AUDIT_GAUSSMF_MUTANTS_H
#define DPMF_AUDIT_GAUSSMF_MUTANTS_H
#include "audit/case.h"
#include "audit/replay.h"

enum { GAUSSMF_MUTANT_CASES = 3, GAUSSMF_MUTANT_TARGETS = 5 };

/* The first of each is the sound one. */
extern const struct audit_case gaussmf_mutant_cases[GAUSSMF_MUTANT_CASES];
extern const struct audit_replay_target gaussmf_mutant_targets[GAUSSMF_MUTANT_TARGETS];

#endif
