/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sums over arrays, by recursion on the length: what the loops of ref/core
   compute. All in real numbers. */
#ifndef DPMF_PROOFS_LOGIC_SUMS_H
#define DPMF_PROOFS_LOGIC_SUMS_H

/*@ axiomatic Sums {
      logic real dot{L}(double *x, double *y, integer n) reads x[0 .. n - 1], y[0 .. n - 1];
      axiom dot_none{L}: \forall double *x, *y, integer n; n <= 0 ==> dot(x, y, n) == 0.0;
      axiom dot_next{L}: \forall double *x, *y, integer n; n > 0 ==>
        dot(x, y, n) == dot(x, y, n - 1) + x[n - 1] * y[n - 1];

      logic real absolutes{L}(double *x, integer n) reads x[0 .. n - 1];
      axiom absolutes_none{L}: \forall double *x, integer n; n <= 0 ==> absolutes(x, n) == 0.0;
      axiom absolutes_next{L}: \forall double *x, integer n; n > 0 ==>
        absolutes(x, n) == absolutes(x, n - 1) + \abs(x[n - 1]);

      logic real squares{L}(double *x, integer n) reads x[0 .. n - 1];
      axiom squares_none{L}: \forall double *x, integer n; n <= 0 ==> squares(x, n) == 0.0;
      axiom squares_next{L}: \forall double *x, integer n; n > 0 ==>
        squares(x, n) == squares(x, n - 1) + x[n - 1] * x[n - 1];
    }
*/

#endif
