/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DPMF_AUDIT_MEANS_H
#define DPMF_AUDIT_MEANS_H
#include "audit/case.h"

enum { MEANS_CASES = 4, MEANS_MUTANT_CASES = 4, MEANS_CLOSE_CASES = 2 };

extern const struct audit_case means_cases[MEANS_CASES];
/* Broken twins: the real driver with noise that was made for something else. The first is the sound one. */
extern const struct audit_case means_mutant_cases[MEANS_MUTANT_CASES];
/* Twins that are nearly sound: more runs tell. */
extern const struct audit_case means_close_cases[MEANS_CLOSE_CASES];

#endif
