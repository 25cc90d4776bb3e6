/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What budget.c asks of the door's record before it adds up: all entries speak of the same
   neighbours, and one that uses a draw again is the release of that draw. The record carries
   both as data; that budgets of different neighbours do not mix where they are types is relation.h. */
#ifndef DPMF_ACCOUNT_CHARGE_H
#define DPMF_ACCOUNT_CHARGE_H
#include <stdbool.h>
#include <stddef.h>
#include "noise/entry.h"

/* A budget for one changed entry is none for a changed user: no sum has both. */
/*@ requires \valid_read(entry + (0 .. count - 1));
    assigns  \nothing;
    ensures  one: \result == 1 <==> \forall integer i; 0 <= i < count ==> entry[i].neighbours == entry[0].neighbours; */
bool dpmf_one_relation(const struct dpmf_entry *entry, size_t count);

/* Whether the two, if they use one draw and have one sensitivity and scale, cost the same: then the
   second costs nothing more. */
/*@ requires \valid_read(a) && \valid_read(b);
    assigns  \nothing;
    ensures  same: \result == 1 <==>
               a->law == b->law && a->norm == b->norm && a->touched == b->touched &&
               a->rate_p == b->rate_p && a->rate_q == b->rate_q; */
bool dpmf_same_noise(const struct dpmf_entry *a, const struct dpmf_entry *b);

#endif
