/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "secagg/shamir.h"

uint32_t dpmf_shamir_evaluate(const uint32_t *c, size_t n, uint32_t x)
{
	uint32_t value = 0;

	/*@ loop invariant range: 0 <= i <= n;
	    loop invariant residue: residue(value);
	    loop invariant so_far: value == horner(c, i, n, x);
	    loop assigns i, value;
	    loop variant i; */
	for (size_t i = n; i > 0; i--)
		value = dpmf_field_add(dpmf_field_multiply(x, value), c[i - 1]);
	return value;
}

uint32_t dpmf_shamir_weight(const uint32_t *x, size_t n, size_t i)
{
	uint32_t above = 1, below = 1, inverse;

	/*@ loop invariant range: 0 <= j <= n;
	    loop invariant residues: residue(above) && residue(below);
	    loop invariant above: above == others(x, i, j);
	    loop invariant below: below == distances(x, i, j);
	    loop assigns j, above, below;
	    loop variant n - j; */
	for (size_t j = 0; j < n; j++) {
		if (j == i)
			continue;
		above = dpmf_field_multiply(above, x[j]);
		below = dpmf_field_multiply(below, dpmf_field_subtract(x[j], x[i]));
	}
	inverse = dpmf_field_inverse(below);
	return inverse != 0 ? dpmf_field_multiply(above, inverse) : 0;
}

uint32_t dpmf_shamir_combine(const uint32_t *w, const uint32_t *y, size_t n)
{
	uint32_t sum = 0;

	/*@ loop invariant range: 0 <= i <= n;
	    loop invariant residue: residue(sum);
	    loop invariant so_far: sum == weighted(w, y, i);
	    loop assigns i, sum;
	    loop variant n - i; */
	for (size_t i = 0; i < n; i++)
		sum = dpmf_field_add(sum, dpmf_field_multiply(w[i], y[i]));
	return sum;
}
