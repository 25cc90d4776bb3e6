/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A record may speak of several kinds of neighbours: privsr's of one changed
   rating and of one friend's vector. Each kind has a budget of its own; there
   is no sum of the two. */
#ifndef DPMF_ACCOUNT_BUDGET_RELATION_H
#define DPMF_ACCOUNT_BUDGET_RELATION_H
#include "account/budget.h"

/* Whether any entry's own neighbours are these. */
bool dpmf_record_speaks_of(const struct dpmf_record *record, enum dpmf_relation neighbours);
/* Whether what the entry declares bears on them: edges on edges, all else on ratings and rows. */
bool dpmf_bears_on(const struct dpmf_entry *entry, enum dpmf_relation neighbours);
/* Makes an entry that bears on these neighbours one for them; what that costs is said below. */
enum dpmf_status dpmf_entry_turn(struct dpmf_entry *entry, enum dpmf_relation neighbours, struct dpmf_error *error);

/* dpmf_budget_compose of the entries that bear on these neighbours; where there
   are none, 0. What is declared for a changed row covers a changed entry of it,
   and costs as much; what is declared for an entry costs a row as often as its
   touched_by_user says, and where it does not say that there is no budget for
   rows, DPMF_INPUT. What is declared for an edge bears on an entry and on a row as often as
   its `heard` says: on as many edges as those who collude hear. */
enum dpmf_status dpmf_budget_compose_for(const struct dpmf_record *record, enum dpmf_relation neighbours,
                                         struct dpmf_budget *budget, struct dpmf_error *error);

#endif
