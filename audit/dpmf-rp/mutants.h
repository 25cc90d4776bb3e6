/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Broken twins of dpmf-rp's corrected variant: one round on the real kernels and the real door, with one
   thing wrong at a time. */
#ifndef DPMF_AUDIT_DPMF_RP_MUTANTS_H
#define DPMF_AUDIT_DPMF_RP_MUTANTS_H
#include "audit/case.h"
#include "audit/replay.h"
#include "audit/sensitivity.h"

enum { DPMF_RP_MUTANT_CASES = 5, DPMF_RP_MUTANT_TARGETS = 8, DPMF_RP_SEARCH_MUTANTS = 2, DPMF_RP_CUT_MUTANTS = 2 };

/* The first of each is the sound one. */
extern const struct audit_case dpmf_rp_mutant_cases[DPMF_RP_MUTANT_CASES];
extern const struct audit_replay_target dpmf_rp_mutant_targets[DPMF_RP_MUTANT_TARGETS];
/* Of what is claimed with u held, and of what is cut. */
extern const struct audit_search_target dpmf_rp_search_mutants[DPMF_RP_SEARCH_MUTANTS];
extern const struct audit_search_target dpmf_rp_cut_mutants[DPMF_RP_CUT_MUTANTS];

#endif
