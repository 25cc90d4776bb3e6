/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DPMF_AUDIT_CASES_DPMF_RP_H
#define DPMF_AUDIT_CASES_DPMF_RP_H
#include "audit/case.h"

enum { DPMF_RP_CASES = 12 };
extern const struct audit_case dpmf_rp_cases[DPMF_RP_CASES];

#endif
