/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Kernels of dppop. Plain arrays and sizes; the driver that calls them is train.c.

   The contracts are ACSL, in machine integers with overflow excluded (INT). `make prove` proves them of kernels.c. */
#ifndef DPMF_MECH_DPPOP_KERNELS_H
#define DPMF_MECH_DPPOP_KERNELS_H
#include <stddef.h>
#include <stdint.h>
#include "core/public.h"

DPMF_BEGIN

/*@ predicate among{L}(uint32_t *item, integer n, integer j) = \exists integer a; 0 <= a < n && item[a] == j; */

/* What one user adds to the counts: 1 for each of the items that it contributes, which are in ascending order. A row of at
   most k items that is replaced by another moves the counts by at most 2 k in the 1-norm and sqrt(2 k) in the 2-norm, one that
   is there or is empty by k and sqrt(k) (proofs/theory/Popular.v). */
/*@ requires \valid_read(item + (0 .. n - 1)) && \valid(count + (0 .. items - 1));
    requires \separated(item + (0 .. n - 1), count + (0 .. items - 1));
    requires there: \forall integer a; 0 <= a < n ==> item[a] < items;
    requires ascending: \forall integer a, b; 0 <= a < b < n ==> item[a] < item[b];
    requires room: \forall integer j; 0 <= j < items ==> count[j] < INT64_MAX;
    assigns  count[0 .. items - 1];
    ensures  counted: \forall integer j; 0 <= j < items && among{Pre}(item, n, j) ==> count[j] == \old(count[j]) + 1;
    ensures  others: \forall integer j; 0 <= j < items && !among{Pre}(item, n, j) ==> count[j] == \old(count[j]); */
void dpmf_dppop_count(const uint32_t *item, size_t n, size_t items, int64_t *count);

DPMF_END

#endif
