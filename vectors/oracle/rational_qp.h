/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The least value of f(x) = x'Ax - x'b over |x|_2 <= r, enclosed in rational
   arithmetic: no rounding anywhere, so that what is decided is so.

   For mu >= 0 with M = A + mu I positive definite (all pivots of elimination are
   above 0) and q(mu) = M^-1 b / 2,

     g(mu) = -b'q(mu) / 2 - mu r^2 <= f(x) for every x of the ball, g'(mu) = |q(mu)|^2 - r^2,

   g is concave, and its supremum is the least value, A of any sign (Gay 1981, More
   and Sorensen 1983). The multiplier is the least mu with M positive semidefinite
   and, where M is definite, |q(mu)| <= r: bisection, a decision at every step. */
#ifndef VECTORS_RATIONAL_QP_H
#define VECTORS_RATIONAL_QP_H
#include <gmp.h>
#include <mpfr.h>
#include <stdbool.h>
#include <stddef.h>

enum { QP_MOST = 8 };

struct rational_qp {
	size_t d;
	mpq_t a[QP_MOST * QP_MOST], b[QP_MOST], r; /* a is symmetric; r > 0 */
};

/* q = m^-1 q, m spoilt; false: a pivot is not above 0, so the symmetric m is not positive definite. */
bool rational_solve(mpq_t *m, mpq_t *q, size_t d);

void rational_qp_init(struct rational_qp *p, size_t d);
void rational_qp_clear(struct rational_qp *p);

struct qp_answer {
	mpfr_t value[2], multiplier[2]; /* enclosures */
	mpfr_t q[QP_MOST], q_off;       /* the minimiser up to q_off in every coordinate; read it where it is unique */
	mpfr_t size;                    /* above |A|_F and |b| / (2 r) */
	double condition;               /* at least (|A|_F + mu + |b| / (2 r)) / (least eigenvalue of A + mu I) */
	bool unique;                    /* A + mu I is positive definite, for certain */
};

void qp_answer_init(struct qp_answer *answer);
void qp_answer_clear(struct qp_answer *answer);
void rational_qp_solve(const struct rational_qp *p, struct qp_answer *answer);

#endif
