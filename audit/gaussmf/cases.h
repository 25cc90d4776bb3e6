/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DPMF_AUDIT_GAUSSMF_H
#define DPMF_AUDIT_GAUSSMF_H
#include "audit/case.h"

enum { GAUSSMF_PUBLISHED_CASES = 5, GAUSSMF_CORRECTED_CASES = 3 };

extern const struct audit_case gaussmf_published_cases[GAUSSMF_PUBLISHED_CASES];
extern const struct audit_case gaussmf_corrected_cases[GAUSSMF_CORRECTED_CASES];

#endif
