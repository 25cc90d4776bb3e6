/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "mech/dppop/kernels.h"

void dpmf_dppop_count(const uint32_t *item, size_t n, size_t items, int64_t *count)
{
	(void)items;
	/*@ loop invariant range: 0 <= a <= n;
	    loop invariant same: \forall integer b; 0 <= b < n ==> item[b] == \at(item[b], Pre);
	    loop invariant so_far: \forall integer b; 0 <= b < a ==> count[item[b]] == \at(count[item[b]], Pre) + 1;
	    loop invariant others: \forall integer j; 0 <= j < items && !among(item, a, j) ==> count[j] == \at(count[j], Pre);
	    loop assigns a, count[0 .. items - 1];
	    loop variant n - a; */
	for (size_t a = 0; a < n; a++)
		count[item[a]]++;
}
