/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The verdict: from counts to a lower bound on epsilon with a stated
   confidence, and from there to the answer. */
#ifndef DPMF_AUDIT_VERDICT_H
#define DPMF_AUDIT_VERDICT_H
#include "audit/case.h"
#include "audit/engine/statistic.h"

/* Any (epsilon, delta)-private mechanism has P(event in one world) <=
   e^epsilon P(event in the other) + delta. With Clopper-Pearson bounds, each
   at confidence 1 - (1 - C) / 2, epsilon is at least the returned
   ln((p_low - delta) / q_high), rounded down, with confidence C; 0 when the
   counts show nothing. */
double audit_epsilon_lower(const struct audit_counts *counts, double delta, double confidence);

/* Violated if, and only if, the bound lies above the claim. */
enum audit_finding audit_find(double epsilon_lower, double epsilon_claimed);

#endif
