/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A quadratic over a ball as the vectors pin it: enclosures that a solver in
   doubles can meet. */
#ifndef VECTORS_QP_BOOK_H
#define VECTORS_QP_BOOK_H
#include "vectors/format/book.h"
#include "rational_qp.h"

/* [lo, hi], widened by `allowance` on both sides. */
json_t *qp_interval(const mpfr_t lo, const mpfr_t hi, double allowance);
/* The minimiser, each coordinate widened by q_off and `allowance`. */
json_t *qp_intervals(const struct qp_answer *answer, size_t d, double allowance);
/* Whether the minimiser is one, and well enough conditioned to be compared. */
bool qp_compares(const struct qp_answer *answer);
/* 2^-44 condition^2 r: what rounding may move a minimiser that is compared. */
double qp_allowance(const struct qp_answer *answer, double r);

#endif
