/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Kernels of dpals (Chien, Jain, Krichene, Rendle, Song, Thakurta and Zhang, Private Alternating Least Squares).
   Plain arrays and sizes; the drivers that call them in the paper's order are published.c and corrected.c.

   The contracts are ACSL. `make prove` proves them of kernels.c: that over double as a statement about real
   numbers (REAL), those over integers in machine integers with overflow excluded (INT). */
#ifndef DPMF_MECH_DPALS_KERNELS_H
#define DPMF_MECH_DPALS_KERNELS_H
#include <stddef.h>
#include <stdint.h>
#include "core/public.h"

DPMF_BEGIN

/*@ logic real dpals_positive(real x) = x > 0 ? x : 0.0; */

/* An item's ridge, in the coordinates in which its noisy sum of u u' is diagonal: what the noise made negative
   counts as 0, which is the nearest matrix that is positive. */
/*@ requires \valid_read(eigenvalue + (0 .. n - 1)) && \valid_read(first + (0 .. n - 1));
    requires \valid(solved + (0 .. n - 1));
    requires \separated(solved + (0 .. n - 1), eigenvalue + (0 .. n - 1), first + (0 .. n - 1));
    requires lambda > 0;
    assigns  solved[0 .. n - 1];
    ensures  solved: \forall integer l; 0 <= l < n ==>
               solved[l] == \old(first[l]) / (dpals_positive(\old(eigenvalue[l])) + lambda); */
void dpmf_dpals_ridge(const double *eigenvalue, const double *first, size_t n, double lambda, double *solved);

/* corrected: a rating relative to the middle of the range, in steps, cut to -bound .. bound. */
/*@ requires 0 <= bound;
    assigns  \nothing;
    ensures  inside: -bound <= \result <= bound;
    ensures  kept: -bound <= value <= bound ==> \result == value;
    ensures  above: value > bound ==> \result == bound;
    ensures  below: value < -bound ==> \result == -bound; */
int64_t dpmf_dpals_cut(int64_t value, int64_t bound);

/* corrected: how many numbers an item's sums are: the upper triangle of the sum of u u', row after row, then the sum
   of rating u. */
/*@ requires d <= 65536;
    assigns  \nothing;
    ensures  count: \result == d * (d + 1) / 2 + d; */
size_t dpmf_dpals_sums(size_t d);

/* corrected: what one user adds to them. Its rows are those of dpmf_gaussmf_contribute, u_l times (u_l .. u_(d-1)), and
   then rating times u; this loop over them has no contract. */
void dpmf_dpals_contribute(int64_t rating, const int64_t *u, size_t d, int64_t *sum);

/* corrected: the least h with 2 h^2 >= square^2. Where a profile has at most `bound` steps and so has a rating, and
   square is bound^2, a user who comes or goes moves an item's sums by at most sqrt(2) square <= 2 h, and a user
   who is replaced by another by at most sqrt(4.5) square <= 3 h (proofs/theory/Alternating.v). */
/*@ requires 0 <= square <= 1048576;
    assigns  \nothing;
    ensures  size: 0 <= \result <= square;
    ensures  enough: 2 * \result * \result >= square * square;
    ensures  least: \result == 0 || 2 * (\result - 1) * (\result - 1) < square * square; */
int64_t dpmf_dpals_half(int64_t square);

DPMF_END

#endif
