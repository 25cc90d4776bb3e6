/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A budget carries its neighbours in its type: what was proved for one changed
   entry does not compile where one changed user is meant. */
#ifndef DPMF_ACCOUNT_RELATION_H
#define DPMF_ACCOUNT_RELATION_H
#include <stddef.h>
#include "account/enclosure.h"

/* (epsilon, delta)-DP. */
struct dpmf_loss {
	struct dpmf_enclosure epsilon, delta;
};

struct dpmf_entry_budget { struct dpmf_loss loss; }; /* one rating or one interaction changes */
struct dpmf_user_budget { struct dpmf_loss loss; };  /* a whole row changes */
struct dpmf_edge_budget { struct dpmf_loss loss; };  /* one friend's vector changes */

void dpmf_loss_init(struct dpmf_loss *loss);
void dpmf_loss_clear(struct dpmf_loss *loss);

/* Releases about the same data, each chosen in the light of those before: the losses add up. */
void dpmf_entry_sequential(const struct dpmf_entry_budget *part, size_t count, struct dpmf_entry_budget *sum);
void dpmf_user_sequential(const struct dpmf_user_budget *part, size_t count, struct dpmf_user_budget *sum);
void dpmf_edge_sequential(const struct dpmf_edge_budget *part, size_t count, struct dpmf_edge_budget *sum);

/* One release about each of disjoint parts of the data, fixed beforehand, one
   chosen in the light of the others only by what these released. What changes must lie in
   one part: an entry does, whether the parts are items or users; a user does
   when the parts are groups of users. (dpimf Theorem 1 is this.) */
void dpmf_entry_parallel_items(const struct dpmf_entry_budget *part, size_t count, struct dpmf_entry_budget *largest);
void dpmf_entry_parallel_users(const struct dpmf_entry_budget *part, size_t count, struct dpmf_entry_budget *largest);
void dpmf_user_parallel_users(const struct dpmf_user_budget *part, size_t count, struct dpmf_user_budget *largest);

/* A user has entries in up to `touched` items. Each item's release costs the user at
   most as if the others were not there, but all those of one row change: the
   losses add up. `part` is what each release costs for one row. (dpimf Theorem 3 takes
   the parallel rule here.) */
enum dpmf_status dpmf_user_across_items(const struct dpmf_user_budget *part, size_t touched,
                                        struct dpmf_user_budget *sum, struct dpmf_error *error);

/* From one entry to a row of up to `entries` of them, changed one after the other:
   (k epsilon, delta (e^(k epsilon) - 1) / (e^epsilon - 1)). */
enum dpmf_status dpmf_user_of_entries(const struct dpmf_entry_budget *entry, unsigned long entries,
                                      struct dpmf_user_budget *user, struct dpmf_error *error);
/* A user may change as little as one entry. */
void dpmf_entry_of_user(const struct dpmf_user_budget *user, struct dpmf_entry_budget *entry);

#endif
