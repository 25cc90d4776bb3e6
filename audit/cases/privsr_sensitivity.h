/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DPMF_AUDIT_PRIVSR_SENSITIVITY_H
#define DPMF_AUDIT_PRIVSR_SENSITIVITY_H
#include "audit/sensitivity.h"

enum { PRIVSR_SEARCH_TARGETS = 3 };

extern const struct audit_search_target privsr_search_targets[PRIVSR_SEARCH_TARGETS];

#endif
