/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sensitivities and scales that mechanisms in doubles declare, on the safe side of the real numbers that
   their papers have: a sensitivity is rounded up, and a scale towards more noise, so that the budget that is
   composed from the two doubles encloses that of the real ones. Every step is rounded in one direction. */
#ifndef DPMF_ACCOUNT_DIRECTED_H
#define DPMF_ACCOUNT_DIRECTED_H
#include <stddef.h>
#include <mpfr.h>

/* Of what stands between the first step and the double that comes out. */
enum { DPMF_DIRECTED_BITS = 256 };

/* A real number between two doubles. */
struct dpmf_between {
	double least, most;
};

/* factor (max - min) sqrt(k), where not even the difference is rounded; 0 <= factor, min <= max, all finite. */
struct dpmf_between dpmf_range_root(double factor, double min, double max, size_t k);
/* The same, rounded in this direction only, at the precision of z. */
void dpmf_range_root_towards(mpfr_rnd_t direction, double factor, double min, double max, size_t k, mpfr_t z);
/* What sums of `terms` numbers in doubles, none negative, and at most one product of two of them came to: each of the
   2 terms + 8 operations is wrong by 2^-53 of its result at most (terms < 2^40). */
struct dpmf_between dpmf_around(double x, size_t terms);
/* The least double at or above x / y, 0 <= x, 0 < y. */
double dpmf_quotient_above(double x, double y);

#endif
