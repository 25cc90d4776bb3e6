/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The symmetric eigenproblem: Householder's reduction to three diagonals, then
   implicit QL steps (Martin, Reinsch and Wilkinson 1968; Dubrulle 1970). It calls
   no BLAS: gsl_eigen_symmv calls dsymv, which OpenBLAS splits among threads for
   16 x 16 matrices already; that takes longer, holds a lock that all callers
   share, and makes the last bits depend on the number of threads. */
#ifndef DPMF_SOLVE_SYMMETRIC_H
#define DPMF_SOLVE_SYMMETRIC_H
#include <stdbool.h>
#include <stddef.h>

/* A = V' diag(values) V for a symmetric A: `v` is A on entry, d x d, and V on
   return: row i is the eigenvector to values[i], in no order. Entries are finite
   and at most 2^500. `work` holds d doubles. False, and nothing of use, when an
   eigenvalue takes more than 60 steps. */
bool dpmf_symmetric_eigen(double *v, size_t d, double *values, double *work);

#endif
