/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tail of the discrete Gaussian before it is divided by its total:
     S(n) = sum over whole x >= n of exp(-x^2 / (2 sigma^2)).

   Fine grids by Euler and Maclaurin, with y = n / sigma and f(x) the summand:
     S(n) = sigma sqrt(2 pi) P(Z > y) + f(n)/2
            + f(n) sum_j B_2j/(2j)! He_(2j-1)(y) sigma^(1-2j) + R, j = 1 .. 16,
     |R| <= |B_32|/32! sigma^-31 integral over z > y of |He_32(z)| e^(-z^2/2).
   Beyond y^2 = 130 He_32 has no zero (its last one is below sqrt(4 * 32 + 2)), so
   the integral is He_31(y) e^(-y^2/2); below, it is at most sqrt(2 pi 32!) by
   Cauchy and Schwarz. Coarse grids term by term; f(x + 1) / f(x) falls, so what
   is left after the last term f(N - 1) is below f(N) / (1 - f(N + 1) / f(N)). */
#ifndef DPMF_ACCOUNT_DISCRETE_SUM_H
#define DPMF_ACCOUNT_DISCRETE_SUM_H
#include "account/enclosure.h"

/* n a whole number of either sign, variance = sigma^2 > 0. */
void dpmf_discrete_sum(mpfr_srcptr n, const struct dpmf_enclosure *variance, struct dpmf_enclosure *sum);

#endif
