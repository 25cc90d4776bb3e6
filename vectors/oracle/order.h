/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The two published orders of draws once more, on GMP integers: the paper's pseudo-code and the paper's program. */
#ifndef VECTORS_ORACLE_ORDER_H
#define VECTORS_ORACLE_ORDER_H
#include "integers.h"

/* "bernoulli_exp", "geometric", "discrete_laplace" and "discrete_gaussian" in the order of the paper or of the program. */
const struct sampler *paper_sampler(const char *law);
const struct sampler *program_sampler(const char *law);

#endif
