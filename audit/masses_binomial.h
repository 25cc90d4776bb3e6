/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One mass of the Poisson binomial mechanism's law, by its formula. */
#ifndef DPMF_AUDIT_MASSES_BINOMIAL_H
#define DPMF_AUDIT_MASSES_BINOMIAL_H
#include "audit/masses.h"

/* P(k) of MASSES_BINOMIAL, k <= q. */
void masses_binomial(const struct masses *m, uint64_t k, mpfr_t mass);

#endif
