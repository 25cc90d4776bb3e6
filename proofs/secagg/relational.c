/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two users side by side: the mask that the earlier one adds and the later one
   takes away leaves their sum as it was, coordinate by coordinate mod the
   modulus. proofs/theory/Secagg.v has all users and every set of survivors. */
#include "secagg/masks.h"

/*@ lemma pair_cancels: \forall integer a, b, p, m; 0 <= a < m && 0 <= b < m && 0 <= p < m ==>
      plus(plus(a, p, m), minus(b, p, m), m) == plus(a, b, m); */

/*@ requires modulus(modulus) && reduced(early, n, modulus) && reduced(late, n, modulus) && reduced(mask, n, modulus);
    requires \valid(early + (0 .. n - 1)) && \valid(late + (0 .. n - 1)) && \valid_read(mask + (0 .. n - 1));
    requires \separated(early + (0 .. n - 1), late + (0 .. n - 1));
    requires \separated(early + (0 .. n - 1), mask + (0 .. n - 1));
    requires \separated(late + (0 .. n - 1), mask + (0 .. n - 1));
    assigns  early[0 .. n - 1], late[0 .. n - 1];
    ensures  cancels: \forall integer i; 0 <= i < n ==>
      plus(early[i], late[i], modulus) == plus(\old(early[i]), \old(late[i]), modulus); */
void secagg_pair(uint64_t *early, uint64_t *late, const uint64_t *mask, size_t n, uint64_t modulus)
{
	dpmf_masks_add(early, mask, n, modulus);
	dpmf_masks_subtract(late, mask, n, modulus);
}

/* What was added is taken away again: a self mask, or the mask of one that fell silent. */
/*@ requires modulus(modulus) && reduced(y, n, modulus) && reduced(mask, n, modulus);
    requires \valid(y + (0 .. n - 1)) && \valid_read(mask + (0 .. n - 1));
    requires \separated(y + (0 .. n - 1), mask + (0 .. n - 1));
    assigns  y[0 .. n - 1];
    ensures  lifted: \forall integer i; 0 <= i < n ==> y[i] == \old(y[i]); */
void secagg_lifted(uint64_t *y, const uint64_t *mask, size_t n, uint64_t modulus)
{
	dpmf_masks_add(y, mask, n, modulus);
	dpmf_masks_subtract(y, mask, n, modulus);
}
