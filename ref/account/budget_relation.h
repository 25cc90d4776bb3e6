/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A record may speak of several kinds of neighbours: privsr's of one changed
   rating and of one friend's vector. Each kind has a budget of its own; there
   is no sum of the two. */
#ifndef DPMF_ACCOUNT_BUDGET_RELATION_H
#define DPMF_ACCOUNT_BUDGET_RELATION_H
#include "account/budget.h"

/* Whether any entry speaks of these neighbours. */
bool dpmf_record_speaks_of(const struct dpmf_record *record, enum dpmf_relation neighbours);
/* dpmf_budget_compose of the entries that speak of these neighbours; where
   there are none, 0. */
enum dpmf_status dpmf_budget_compose_for(const struct dpmf_record *record, enum dpmf_relation neighbours,
                                         struct dpmf_budget *budget, struct dpmf_error *error);

#endif
