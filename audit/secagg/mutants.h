/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Broken twins of a user of secure aggregation. */
#ifndef DPMF_AUDIT_SECAGG_MUTANTS_H
#define DPMF_AUDIT_SECAGG_MUTANTS_H
#include "audit/case.h"

enum { SECAGG_MUTANT_CASES = 4 };

/* The first is the sound one. */
extern const struct audit_case secagg_mutant_cases[SECAGG_MUTANT_CASES];

#endif
