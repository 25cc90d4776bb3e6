/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "secagg/field.h"

/*@ lemma products_fit: \forall integer a, b; residue(a) && residue(b) ==> 0 <= a * b <= 4611686009837453316; */

uint32_t dpmf_field_add(uint32_t a, uint32_t b)
{
	return (uint32_t)(((uint64_t)a + b) % DPMF_FIELD_PRIME);
}

uint32_t dpmf_field_subtract(uint32_t a, uint32_t b)
{
	return (uint32_t)(((uint64_t)a + DPMF_FIELD_PRIME - b) % DPMF_FIELD_PRIME);
}

uint32_t dpmf_field_multiply(uint32_t a, uint32_t b)
{
	return (uint32_t)((uint64_t)a * b % DPMF_FIELD_PRIME);
}

/* Fermat: a^(p - 1) = 1. The exponent's bits, lowest first. */
uint32_t dpmf_field_inverse(uint32_t a)
{
	uint32_t power = 1, square = a;

	/*@ loop invariant range: 0 <= e <= DPMF_FIELD_PRIME - 2;
	    loop invariant residues: residue(power) && residue(square);
	    loop invariant so_far: raised(power, square, e) == fermat(a);
	    loop assigns e, power, square;
	    loop variant e; */
	for (uint32_t e = DPMF_FIELD_PRIME - 2; e > 0; e /= 2) {
		if (e % 2 == 1)
			power = dpmf_field_multiply(power, square);
		square = dpmf_field_multiply(square, square);
	}
	return dpmf_field_multiply(a, power) == 1 ? power : 0;
}
