/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Adding masks and taking them away, mod 2^bits: what makes pair masks cancel
   (proofs/secagg/relational.c for two users, proofs/theory/Secagg.v for every
   set of survivors). `modulus` is 2^bits, all numbers are below it, and no
   operation wraps. */
#ifndef DPMF_SECAGG_MASKS_H
#define DPMF_SECAGG_MASKS_H
#include <stddef.h>
#include <stdint.h>

/*@ predicate modulus(integer m) = 0 < m <= 9223372036854775808;
    predicate reduced{L}(uint64_t *y, integer n, integer m) = \forall integer i; 0 <= i < n ==> y[i] < m;
    logic integer plus(integer a, integer b, integer m) = a + b < m ? a + b : a + b - m;
    logic integer minus(integer a, integer b, integer m) = a < b ? a + m - b : a - b; */

/*@ requires modulus(modulus) && reduced(y, n, modulus) && reduced(mask, n, modulus);
    requires \valid(y + (0 .. n - 1)) && \valid_read(mask + (0 .. n - 1));
    requires \separated(y + (0 .. n - 1), mask + (0 .. n - 1));
    assigns  y[0 .. n - 1];
    ensures  reduced: reduced(y, n, modulus);
    ensures  added: \forall integer i; 0 <= i < n ==> y[i] == plus(\old(y[i]), \old(mask[i]), modulus); */
void dpmf_masks_add(uint64_t *y, const uint64_t *mask, size_t n, uint64_t modulus);

/*@ requires modulus(modulus) && reduced(y, n, modulus) && reduced(mask, n, modulus);
    requires \valid(y + (0 .. n - 1)) && \valid_read(mask + (0 .. n - 1));
    requires \separated(y + (0 .. n - 1), mask + (0 .. n - 1));
    assigns  y[0 .. n - 1];
    ensures  reduced: reduced(y, n, modulus);
    ensures  taken: \forall integer i; 0 <= i < n ==> y[i] == minus(\old(y[i]), \old(mask[i]), modulus); */
void dpmf_masks_subtract(uint64_t *y, const uint64_t *mask, size_t n, uint64_t modulus);

/* The low bits of words, low = 2^bits - 1: the word mod 2^bits (low_bits in proofs/theory/Secagg.v). */
/*@ requires \valid_read(word + (0 .. n - 1)) && \valid(mask + (0 .. n - 1));
    assigns  mask[0 .. n - 1];
    ensures  bits: \forall integer i; 0 <= i < n ==> mask[i] == (\old(word[i]) & low); */
void dpmf_masks_take32(const uint32_t *word, size_t n, uint64_t low, uint64_t *mask);

/*@ requires \valid(mask + (0 .. n - 1));
    assigns  mask[0 .. n - 1];
    ensures  bits: \forall integer i; 0 <= i < n ==> mask[i] == (\old(mask[i]) & low); */
void dpmf_masks_take64(uint64_t *mask, size_t n, uint64_t low);

#endif
