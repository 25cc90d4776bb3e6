/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Kernels of means. Plain arrays and sizes; the driver that calls them is train.c.

   The contracts are ACSL. `make prove` proves them of kernels.c: dpmf_means_effect as a statement about real numbers
   (REAL), dpmf_means_total in machine integers with overflow excluded (INT). */
#ifndef DPMF_MECH_MEANS_KERNELS_H
#define DPMF_MECH_MEANS_KERNELS_H
#include <stddef.h>
#include <stdint.h>
#include "core/public.h"

DPMF_BEGIN

/*@ logic integer steps_total{L}(int64_t *x, integer n) = n <= 0 ? 0 : steps_total(x, n - 1) + x[n - 1]; */

/* What is released of an item or of a user, before noise: the sum of its ratings, in steps. One changed rating moves it by
   the change, so by twice the largest size at most (proofs/means/relational.c). */
/*@ requires \valid_read(rating + (0 .. n - 1));
    requires n <= 4294967296;
    requires small: \forall integer k; 0 <= k < n ==> -1048576 <= rating[k] <= 1048576;
    assigns  \nothing;
    ensures  total: \result == steps_total(rating, n); */
int64_t dpmf_means_total(const int64_t *rating, size_t n);

/* The effect of whom `sum` is about, n ratings less what else is known of each, under noise of so much variance, in units of
   a rating's own variance: the mean, drawn towards 0 as if an effect's variance were a fifth of a rating's. */
/*@ requires n >= 0 && noise >= 0;
    assigns  \nothing;
    ensures  nobody: n == 0 ==> \result == 0.0;
    ensures  shrunk: n > 0 ==> \result == sum / (n + 5 * (1 + noise / n)); */
double dpmf_means_effect(double sum, double n, double noise);

DPMF_END

#endif
