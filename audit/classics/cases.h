/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Mechanisms that are not ours, and whose privacy is known: the audit must find it, and must find the published errors. */
#ifndef DPMF_AUDIT_CLASSICS_CASES_H
#define DPMF_AUDIT_CLASSICS_CASES_H
#include "audit/case.h"

enum { CLASSIC_CASES = 20 };

extern const struct audit_case classic_cases[CLASSIC_CASES];

#endif
