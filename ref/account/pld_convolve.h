/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Masses convolved in whole numbers.

   Each mass is rounded in the safe direction to a multiple of 2^-bits, the two lists are
   written as the digits of two large numbers in base 2^(64 limbs), with room for every sum, and
   GMP multiplies these: the digits of the product are the convolution, without error
   and in n log n steps (Kronecker's substitution). Each is then rounded to a double in the
   safe direction.

   Not by GSL's FFT: the error of one in floating point is bounded against the norm of the whole
   alone (Higham 2002, Theorem 24.2: some 10^-15 log2 n in the 2-norm, if the sines and cosines
   are known that well, which GSL takes from the mathematical library). What weighs less than
   that is lost, and a curve is asked for its far tail. */
#ifndef DPMF_ACCOUNT_PLD_CONVOLVE_H
#define DPMF_ACCOUNT_PLD_CONVOLVE_H
#include "account/pld.h"

/* sum[k], k < a->count + b->count - 1, gets at least (upper side; lower: at most) what the masses
   of a and b at k make together, farther from it by a relative 2^-52 and by 2^-20 waste over
   all k. With waste = 0 no mass is rounded before the product. Masses up to 2^20. */
enum dpmf_status dpmf_pld_convolve(const struct dpmf_pld *a, const struct dpmf_pld *b, double waste, double *sum,
                                   struct dpmf_error *error);

#endif
