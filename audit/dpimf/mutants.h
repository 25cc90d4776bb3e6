/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Broken twins of dpimf: one pass of Algorithm 2 (sym), public profiles, on the
   real kernels and the real door with one thing wrong at a time. */
#ifndef DPMF_AUDIT_DPIMF_MUTANTS_H
#define DPMF_AUDIT_DPIMF_MUTANTS_H
#include "audit/case.h"
#include "audit/replay.h"

enum { DPIMF_MUTANT_CASES = 6, DPIMF_MUTANT_TARGETS = 7 };

/* The first of each is the sound one. */
extern const struct audit_case dpimf_mutant_cases[DPIMF_MUTANT_CASES];
extern const struct audit_replay_target dpimf_mutant_targets[DPIMF_MUTANT_TARGETS];

#endif
