/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Masses of a discretised privacy-loss distribution (pld.h) in doubles: where a mass goes, what
   may be cut off, and by how much a sum is widened. Proved in REAL; what rounding adds is
   what dpmf_widen_up and dpmf_widen_down are for. */
#ifndef DPMF_ACCOUNT_MASSES_H
#define DPMF_ACCOUNT_MASSES_H
#include <stddef.h>

/* The mean of a cell that begins at point `cell` lies `share` steps above it, 0 <= share <= 1, and the
   points are shifted up by `at` steps, 0 <= at < 1: the highest point not above the mean, or, for
   share = 1 and at = 0, the one before it. */
/*@ requires 0 <= share <= 1 && 0 <= at < 1 && -4503599627370496 <= cell <= 4503599627370496;
    assigns  \nothing;
    ensures  not_above: \result + at <= cell + share;
    ensures  highest: share < 1 ==> cell + share < \result + at + 1;
    ensures  near: cell - 1 <= \result <= cell; */
long dpmf_point_below(long cell, double share, double at);

/* A sum of n terms >= 0, rounded in any order, with 2^-52 (n + 4) of it: more than what rounding did,
   since n roundings to nearest move it by less than 2^-53 (n + 1) of it for n <= 2^40, and the
   widening itself rounds four times. */
/*@ logic real margin(integer n) = (n + 4) * 0x1p-52; */
/*@ requires sum >= 0 && n <= 1099511627776;
    assigns  \nothing;
    ensures  widened: \result == sum * (1 + margin(n)); */
double dpmf_widen_up(double sum, size_t n);
/*@ requires sum >= 0 && n <= 1099511627776;
    assigns  \nothing;
    ensures  narrowed: \result == sum * (1 - margin(n)); */
double dpmf_widen_down(double sum, size_t n);

/*@ logic real from_low{L}(double *x, integer n) = n <= 0 ? 0. : from_low(x, n - 1) + x[n - 1];
    logic real from_high{L}(double *x, integer end, integer n) = n <= 0 ? 0. : from_high(x, end, n - 1) + x[end - n]; */

struct dpmf_cut {
	size_t count;
	double mass;
};
/* How many masses from the lower end on make at most `waste` together; at least one mass is left. */
/*@ requires \valid_read(mass + (0 .. count - 1)) && count >= 1 && waste >= 0;
    assigns  \nothing;
    ensures  left: \result.count < count;
    ensures  cut: \result.mass == from_low(mass, \result.count) && \result.mass <= waste;
    ensures  most: \result.count + 1 < count ==> from_low(mass, \result.count + 1) > waste; */
struct dpmf_cut dpmf_cut_low(const double *mass, size_t count, double waste);
/* From the upper end on. */
/*@ requires \valid_read(mass + (0 .. count - 1)) && count >= 1 && waste >= 0;
    assigns  \nothing;
    ensures  left: \result.count < count;
    ensures  cut: \result.mass == from_high(mass, count, \result.count) && \result.mass <= waste;
    ensures  most: \result.count + 1 < count ==> from_high(mass, count, \result.count + 1) > waste; */
struct dpmf_cut dpmf_cut_high(const double *mass, size_t count, double waste);

#endif
