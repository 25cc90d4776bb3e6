/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "secagg/setting.h"

/* The product is asked for only where it fits. */
unsigned dpmf_secagg_bits(uint32_t users, uint64_t most)
{
	uint64_t sum, modulus = UINT64_C(1) << DPMF_SECAGG_BITS_LEAST;
	unsigned bits = DPMF_SECAGG_BITS_LEAST;

	if (most > INT64_MAX / users)
		return 0;
	sum = users * most;
	/*@ loop invariant range: DPMF_SECAGG_BITS_LEAST <= bits <= DPMF_SECAGG_BITS_MOST;
	    loop invariant power: modulus == two_to(bits);
	    loop invariant below: bits > DPMF_SECAGG_BITS_LEAST ==> modulus <= 2 * sum;
	    loop assigns bits, modulus;
	    loop variant DPMF_SECAGG_BITS_MOST - bits; */
	while (modulus <= sum) {
		modulus *= 2;
		bits++;
	}
	return bits;
}
