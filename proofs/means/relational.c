/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two neighbouring runs side by side: the same list of ratings of one item, or of one user, but for one rating. What is
   proved here of the code is that its sum moves by that rating's change, so by twice the bound at most. */
#include "mech/means/kernels.h"

/*@ requires \valid_read(left + (0 .. n - 1)) && \valid_read(right + (0 .. n - 1));
    requires place < n && n <= 4294967296;
    requires 0 <= bound <= 1048576;
    requires left_inside: \forall integer k; 0 <= k < n ==> -bound <= left[k] <= bound;
    requires right_inside: \forall integer k; 0 <= k < n ==> -bound <= right[k] <= bound;
    requires same: \forall integer k; 0 <= k < n && k != place ==> left[k] == right[k];
    assigns  \nothing;
    ensures  apart: \result == left[place] - right[place];
    ensures  within: -2 * bound <= \result <= 2 * bound; */
int64_t means_totals_apart(const int64_t *left, const int64_t *right, size_t n, size_t place, int64_t bound)
{
	const int64_t one = dpmf_means_total(left, n), other = dpmf_means_total(right, n);

	(void)place, (void)bound;
	/*@ ghost
	    /@ loop invariant range: 0 <= k <= n;
	       loop invariant before: k <= place ==> steps_total(left, k) == steps_total(right, k);
	       loop invariant behind: k > place ==> steps_total(left, k) - steps_total(right, k) == left[place] - right[place];
	       loop assigns k;
	       loop variant n - k; @/
	    for (size_t k = 0; k < n; k++)
	      ; */
	return one - other;
}
