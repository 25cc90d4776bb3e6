/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "account/charge.h"

bool dpmf_one_relation(const struct dpmf_entry *entry, size_t count)
{
	/*@ loop invariant range: 1 <= i;
	    loop invariant so_far: \forall integer j; 0 <= j < i && j < count ==> entry[j].neighbours == entry[0].neighbours;
	    loop assigns i;
	    loop variant count - i; */
	for (size_t i = 1; i < count; i++)
		if (entry[i].neighbours != entry[0].neighbours)
			return false;
	return true;
}

bool dpmf_same_noise(const struct dpmf_entry *a, const struct dpmf_entry *b)
{
	return a->law == b->law && a->norm == b->norm && a->touched == b->touched && a->rate_p == b->rate_p &&
	       a->rate_q == b->rate_q;
}
