/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DPMF_AUDIT_HDPMF_H
#define DPMF_AUDIT_HDPMF_H
#include "audit/case.h"

enum { HDPMF_PUBLISHED_CASES = 15, HDPMF_CORRECTED_CASES = 9 };

extern const struct audit_case hdpmf_published_cases[HDPMF_PUBLISHED_CASES];
extern const struct audit_case hdpmf_corrected_cases[HDPMF_CORRECTED_CASES];

#endif
