/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DPMF_AUDIT_SECAGG_H
#define DPMF_AUDIT_SECAGG_H
#include "audit/case.h"

enum { SECAGG_CASES = 9 };

/* What the server sees of users who exchange their vectors: the sum stays. */
extern const struct audit_case secagg_cases[SECAGG_CASES];

#endif
