/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A comparison is a factor of 0 or 1, so that no compiler has a reason to branch on a number; tests/secagg/branches_test.sh looks
   whether one did. */
#include "secagg/masks.h"

/*@ requires modulus(modulus) && a < modulus && b < modulus;
    assigns  \nothing;
    ensures  reduced: \result < modulus;
    ensures  sum: \result == plus(a, b, modulus); */
static uint64_t plus(uint64_t a, uint64_t b, uint64_t modulus)
{
	return a + b - modulus * (uint64_t)(a + b >= modulus);
}

/*@ requires modulus(modulus) && a < modulus && b < modulus;
    assigns  \nothing;
    ensures  reduced: \result < modulus;
    ensures  difference: \result == minus(a, b, modulus); */
static uint64_t minus(uint64_t a, uint64_t b, uint64_t modulus)
{
	return a + modulus * (uint64_t)(a < b) - b;
}

void dpmf_masks_add(uint64_t *y, const uint64_t *mask, size_t n, uint64_t modulus)
{
	/*@ loop invariant range: 0 <= i <= n;
	    loop invariant reduced: reduced(y, n, modulus);
	    loop invariant kept: \forall integer j; 0 <= j < n ==> mask[j] == \at(mask[j], Pre);
	    loop invariant ahead: \forall integer j; i <= j < n ==> y[j] == \at(y[j], Pre);
	    loop invariant done: \forall integer j; 0 <= j < i ==>
	      y[j] == plus(\at(y[j], Pre), \at(mask[j], Pre), modulus);
	    loop assigns i, y[0 .. n - 1];
	    loop variant n - i; */
	for (size_t i = 0; i < n; i++)
		y[i] = plus(y[i], mask[i], modulus);
}

void dpmf_masks_subtract(uint64_t *y, const uint64_t *mask, size_t n, uint64_t modulus)
{
	/*@ loop invariant range: 0 <= i <= n;
	    loop invariant reduced: reduced(y, n, modulus);
	    loop invariant kept: \forall integer j; 0 <= j < n ==> mask[j] == \at(mask[j], Pre);
	    loop invariant ahead: \forall integer j; i <= j < n ==> y[j] == \at(y[j], Pre);
	    loop invariant done: \forall integer j; 0 <= j < i ==>
	      y[j] == minus(\at(y[j], Pre), \at(mask[j], Pre), modulus);
	    loop assigns i, y[0 .. n - 1];
	    loop variant n - i; */
	for (size_t i = 0; i < n; i++)
		y[i] = minus(y[i], mask[i], modulus);
}

void dpmf_masks_take32(const uint32_t *word, size_t n, uint64_t low, uint64_t *mask)
{
	/*@ loop invariant range: 0 <= i <= n;
	    loop invariant done: \forall integer j; 0 <= j < i ==> mask[j] == (\at(word[j], Pre) & low);
	    loop assigns i, mask[0 .. n - 1];
	    loop variant n - i; */
	for (size_t i = 0; i < n; i++)
		mask[i] = word[i] & low;
}

void dpmf_masks_take64(uint64_t *mask, size_t n, uint64_t low)
{
	/*@ loop invariant range: 0 <= i <= n;
	    loop invariant ahead: \forall integer j; i <= j < n ==> mask[j] == \at(mask[j], Pre);
	    loop invariant done: \forall integer j; 0 <= j < i ==> mask[j] == (\at(mask[j], Pre) & low);
	    loop assigns i, mask[0 .. n - 1];
	    loop variant n - i; */
	for (size_t i = 0; i < n; i++)
		mask[i] &= low;
}
