/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Walsh-Hadamard transform before it is normalized, by Sylvester's
   recursion: H of 2^0 rows is 1, H of 2^s rows is ((H, H), (H, -H)) of H of
   2^(s - 1) rows. It acts on rows of k numbers of x that begin with number `from`,
   column by column; there are wide(s, k) = 2^s k of them, and i is one. */
#ifndef DPMF_PROOFS_LOGIC_HADAMARD_H
#define DPMF_PROOFS_LOGIC_HADAMARD_H

/*@ logic integer two_to(integer s) = s <= 0 ? 1 : 2 * two_to(s - 1);
    logic integer wide(integer s, integer k) = s <= 0 ? k : 2 * wide(s - 1, k);
    predicate power_of_two(integer n) = n >= 1 && \exists integer s; 0 <= s && n == two_to(s);

    logic real hadamard{L}(double *x, integer from, integer s, integer k, integer i) =
      s <= 0 ? x[i] :
      i < from + wide(s - 1, k) ?
        hadamard(x, from, s - 1, k, i) + hadamard(x, from + wide(s - 1, k), s - 1, k, i + wide(s - 1, k)) :
        hadamard(x, from, s - 1, k, i - wide(s - 1, k)) - hadamard(x, from + wide(s - 1, k), s - 1, k, i); */

#endif
