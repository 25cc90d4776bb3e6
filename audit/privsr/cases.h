/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DPMF_AUDIT_PRIVSR_H
#define DPMF_AUDIT_PRIVSR_H
#include "audit/case.h"

enum { PRIVSR_RATINGS_CASES = 14, PRIVSR_FRIENDS_CASES = 5, PRIVSR_CORRECTED_CASES = 13 };

/* What one rating moves, and what one friend's vector moves. */
extern const struct audit_case privsr_ratings_cases[PRIVSR_RATINGS_CASES];
extern const struct audit_case privsr_friends_cases[PRIVSR_FRIENDS_CASES];
extern const struct audit_case privsr_corrected_cases[PRIVSR_CORRECTED_CASES];

#endif
