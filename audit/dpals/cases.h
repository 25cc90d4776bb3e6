/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DPMF_AUDIT_DPALS_H
#define DPMF_AUDIT_DPALS_H
#include "audit/case.h"

enum { DPALS_CASES = 6, DPALS_MUTANT_CASES = 5 };

extern const struct audit_case dpals_cases[DPALS_CASES];
/* Broken twins: the real driver with noise that was made for something else. The first is the sound one. */
extern const struct audit_case dpals_mutant_cases[DPALS_MUTANT_CASES];

#endif
