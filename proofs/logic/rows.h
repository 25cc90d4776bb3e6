/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A d x d matrix stored row after row, and its upper triangle alone. Where a row
   starts is said by recursion, so that no prover meets a product of two unknowns:
   start(d, j) is j d, and triangle(d, d) is d (d + 1) / 2, as mech/dpimf/kernels.c proves. */
#ifndef DPMF_PROOFS_LOGIC_ROWS_H
#define DPMF_PROOFS_LOGIC_ROWS_H
#include <stddef.h>

/*@ logic integer start(integer d, integer j) = j <= 0 ? 0 : start(d, j - 1) + d;
    logic integer triangle(integer d, integer j) = j <= 0 ? 0 : triangle(d, j - 1) + d - (j - 1);

    logic real entry{L}(double *full, integer d, integer j, integer l) = full[start(d, j) + l];
    logic real numbered{L}(double *from_j, integer j, integer l) = from_j[l - j];
    logic real upper_entry{L}(double *upper, integer d, integer j, integer l) = numbered(upper + triangle(d, j), j, l); */

/* What induction on the rows shows, for a proof to call. */
/*@ ghost
  /@ assigns  \nothing;
     ensures  product: \forall integer j; 0 <= j <= d ==> start(d, j) == j * d;
     ensures  order: \forall integer j, k; 0 <= k < j <= d ==> 0 <= start(d, k) && start(d, k) + d <= start(d, j);
  @/
  void rows_in_order(size_t d);

  /@ assigns  \nothing;
     ensures  product: \forall integer j; 0 <= j <= d ==> 2 * triangle(d, j) == j * (2 * d - j + 1);
     ensures  order: \forall integer j, k; 0 <= k < j <= d ==>
                0 <= triangle(d, k) && triangle(d, k) + (d - k) <= triangle(d, j);
  @/
  void triangle_in_order(size_t d);
*/

#endif
