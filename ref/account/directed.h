/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sensitivities and scales that mechanisms in doubles declare, on the safe side of the real numbers that
   their papers have: a sensitivity is rounded up, and a scale towards more noise, so that the budget that is
   composed from the two doubles encloses that of the real ones. */
#ifndef DPMF_ACCOUNT_DIRECTED_H
#define DPMF_ACCOUNT_DIRECTED_H
#include <stddef.h>
#include "account/enclosure.h"

/* The nearest double that is not below (not above) any number of x. */
double dpmf_round_up(const struct dpmf_enclosure *x);
double dpmf_round_down(const struct dpmf_enclosure *x);

/* A real number between two doubles. */
struct dpmf_between {
	double least, most;
};

/* factor (max - min) sqrt(k), where not even the difference is rounded; min <= max, both finite. */
struct dpmf_between dpmf_range_root(double factor, double min, double max, size_t k);
/* What sums of `terms` numbers in doubles, none negative, and at most one product of two of them came to: each of the
   2 terms + 8 operations is wrong by 2^-53 of its result at most (terms < 2^40). */
struct dpmf_between dpmf_around(double x, size_t terms);
/* The least double at or above x / y, 0 <= x, 0 < y. */
double dpmf_quotient_above(double x, double y);
/* (tau / eps_i) sqrt(2 log(1.25 / delta)) clip with tau = max - min: gaussmf, line 6; at or above. */
double dpmf_gaussmf_sigma_above(double min, double max, double clip, double eps_i, double delta);
/* factor (max - min) sqrt(k) / ((1 + beta) epsilon) or, for the other group, / ((1 + 1 / beta) epsilon); at or above. */
double dpmf_privsr_scale_above(double factor, double min, double max, size_t k, double epsilon, double beta, int other);
/* sqrt(x^2 + y^2), and less 2^-49 of it where neither is 0. The door adds the shares of two groups up in doubles, and refuses
   a scale that is not below their sum by more than that can be wrong. */
struct dpmf_between dpmf_together(double x, double y);

#endif
