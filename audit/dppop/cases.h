/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DPMF_AUDIT_DPPOP_H
#define DPMF_AUDIT_DPPOP_H
#include "audit/case.h"

enum { DPPOP_CASES = 4, DPPOP_MUTANT_CASES = 4, DPPOP_CLOSE_CASES = 1 };

extern const struct audit_case dppop_cases[DPPOP_CASES];
/* Broken twins: the real driver with noise that was made for something else. The first is the sound one. */
extern const struct audit_case dppop_mutant_cases[DPPOP_MUTANT_CASES];
/* A twin that is nearly sound: more runs tell. */
extern const struct audit_case dppop_close_cases[DPPOP_CLOSE_CASES];

#endif
