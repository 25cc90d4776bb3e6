/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Positive definite systems, in plain loops: for matrices this small a BLAS call
   costs more than what it saves, and the same order of operations is the same result. */
#ifndef DPMF_SOLVE_CHOLESKY_H
#define DPMF_SOLVE_CHOLESKY_H
#include <stdbool.h>
#include <stddef.h>

/* A = R'R with R upper triangular, in place of A's upper triangle, row after row;
   what lies below the diagonal is neither read nor written. False where a pivot
   is not a positive finite number; then A is spoilt. */
bool dpmf_cholesky(double *a, size_t d);
/* x = A^-1 x, from the R of dpmf_cholesky. */
void dpmf_cholesky_solve(const double *r, size_t d, double *x);

#endif
