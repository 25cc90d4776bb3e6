/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Clopper-Pearson bounds of a binomial probability that err on the safe side:
   MPFR with directed rounding decides whether a bound holds. */
#ifndef DPMF_AUDIT_BINOMIAL_H
#define DPMF_AUDIT_BINOMIAL_H
#include <stdint.h>

/* At least P(X >= k) for X ~ Binomial(n, p), and at most 1; above it by less
   than one part in 10^20 while k > n p, and 1 otherwise. */
double audit_binomial_tail(uint64_t n, uint64_t k, double p);
/* At least P(X = k), for p strictly between 0 and 1; above it by less than one part in 10^15. */
double audit_binomial_mass(uint64_t n, uint64_t k, double p);

/* A p such that P(X >= k) <= alpha for Binomial(n, p), the largest to within
   10^-12: below the true probability except with probability alpha. */
double audit_probability_lower(uint64_t n, uint64_t k, double alpha);
/* A p such that P(X <= k) <= alpha for Binomial(n, p), the smallest likewise. */
double audit_probability_upper(uint64_t n, uint64_t k, double alpha);

/* Wilson's bounds, z standard deviations out: quick and not guaranteed, to
   compare candidates, never to report. */
double audit_probability_lower_about(uint64_t n, uint64_t k, double z);
double audit_probability_upper_about(uint64_t n, uint64_t k, double z);

#endif
