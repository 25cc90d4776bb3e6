/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The two products of BLAS and the one solver of LAPACK that training without noise
   needs, from OpenBLAS: their last bits depend on the processor. The library is
   loaded when the first product is asked for: it starts a thread for every
   processor while it is loaded, and most runs multiply nothing. OpenBLAS reports
   no status: where it finds no memory it waits for ever or ends the process. So
   dpmf_blas_load looks first whether there is room for it and for its threads.
   What others take between this look and the loading it cannot see. */
#ifndef DPMF_SOLVE_BLAS_H
#define DPMF_SOLVE_BLAS_H
#include <stdbool.h>
#include <stddef.h>
#include "core/status.h"

/* Once before any product: DPMF_FAILED where there is no OpenBLAS. From here on it uses one thread, ours: it would split
   each product of a few rows. */
enum dpmf_status dpmf_blas_load(struct dpmf_error *error);
/* c = a X'X + b c of n rows of X with d columns, upper triangle; what lies below the diagonal is of no use then. */
void dpmf_blas_gram(double a, const double *x, size_t n, size_t d, double b, double *c);
/* y = X'w + y of n rows of X with d columns. */
void dpmf_blas_add_rows(const double *x, size_t n, size_t d, const double *w, double *y);
/* x = A^-1 x for a positive definite A, of which the upper triangle is read; A is spoilt. False where A is not positive
   definite in doubles; then x is spoilt too. */
bool dpmf_blas_solve(double *a, size_t d, double *x);

#endif
