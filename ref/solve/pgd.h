/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Projected gradient descent on q'Aq - q'b over |q|_2 <= r: slow, simple, and
   without an eigenvector, so that it checks what ball_qp.h finds. */
#ifndef DPMF_SOLVE_PGD_H
#define DPMF_SOLVE_PGD_H
#include <stddef.h>

/* A symmetric, row after row, q in the ball. Repeats
   q = project(q - (2 A q - b) / L), L = 2 |A|_F + 2^-30 |b|_2 / r, which is at
   least the Lipschitz constant of the gradient, so that in real numbers f never
   rises: at most `most` times, or until q moves by `near` r or less. Where A is
   positive semidefinite it nears the least value, elsewhere a point where the
   gradient of f and the ball balance, which need not be a minimiser. `gradient`
   holds d doubles. Returns the steps taken. */
size_t dpmf_pgd(const double *a, const double *b, size_t d, double r, size_t most, double near, double *q,
                double *gradient);

#endif
