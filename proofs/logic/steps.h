/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sums over arrays of integers, by recursion on the length. */
#ifndef DPMF_PROOFS_LOGIC_STEPS_H
#define DPMF_PROOFS_LOGIC_STEPS_H
#include <stdint.h>

/*@ axiomatic Steps {
      logic integer step_squares{L}(int64_t *x, integer n) reads x[0 .. n - 1];
      axiom step_squares_none{L}: \forall int64_t *x, integer n; n <= 0 ==> step_squares(x, n) == 0;
      axiom step_squares_next{L}: \forall int64_t *x, integer n; n > 0 ==>
        step_squares(x, n) == step_squares(x, n - 1) + x[n - 1] * x[n - 1];
    }
*/

#endif
