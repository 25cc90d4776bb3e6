/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DPMF_AUDIT_DPIMF_H
#define DPMF_AUDIT_DPIMF_H
#include "audit/case.h"

enum { DPIMF_PUBLISHED_CASES = 21, DPIMF_CORRECTED_CASES = 5 };

extern const struct audit_case dpimf_published_cases[DPIMF_PUBLISHED_CASES];
extern const struct audit_case dpimf_corrected_cases[DPIMF_CORRECTED_CASES];

#endif
