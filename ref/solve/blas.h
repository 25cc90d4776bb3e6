/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The two products of BLAS that training needs, from OpenBLAS. The library is
   loaded when the first product is asked for: it starts a thread for every
   processor while it is loaded, and most runs multiply nothing. OpenBLAS reports
   no status: where it finds no memory it waits for ever or ends the process. So
   dpmf_blas_load looks first whether there is room for it and for its threads.
   What others take between this look and the loading it cannot see. */
#ifndef DPMF_SOLVE_BLAS_H
#define DPMF_SOLVE_BLAS_H
#include <stddef.h>
#include "core/status.h"

/* Once before any product: DPMF_FAILED where there is no OpenBLAS. From here on it uses one thread, ours: it would split
   each product of a few rows. */
enum dpmf_status dpmf_blas_load(struct dpmf_error *error);
/* c = a X'X + b c of n rows of X with d columns, upper triangle. */
void dpmf_blas_gram(double a, const double *x, size_t n, size_t d, double b, double *c);
/* y = X'w + y of n rows of X with d columns. */
void dpmf_blas_add_rows(const double *x, size_t n, size_t d, const double *w, double *y);

#endif
