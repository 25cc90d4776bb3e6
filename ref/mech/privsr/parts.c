/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "mech/privsr/parts.h"

/*@ assigns \nothing;
    ensures smaller: \result == few(a, b); */
static uint64_t smaller(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

/*@ requires count <= DPMF_PRIVSR_RATERS_MOST && size <= 8796093022208;
    assigns  \nothing;
    ensures  product: \result == count * size;
    ensures  range: \result <= 4611686018427387904;
    ensures  some: count >= 1 && size >= 1 ==> \result >= 1; */
static uint64_t times(uint64_t count, uint64_t size)
{
	/*@ assert count * size <= DPMF_PRIVSR_RATERS_MOST * size; */
	return count * size;
}

/*@ requires 0 < beta_steps <= 4096;
    assigns  \nothing;
    ensures  square: \result == beta_steps * beta_steps;
    ensures  range: 0 < \result <= 16777216; */
static uint64_t square(uint64_t beta_steps)
{
	/*@ assert beta_steps * beta_steps <= 4096 * beta_steps; */
	return beta_steps * beta_steps;
}

void dpmf_privsr_parts_of(uint64_t beta_steps, uint64_t sensitive, uint64_t others, uint64_t least,
                          uint64_t part[2], uint64_t *whole)
{
	const uint64_t one = times(others, UINT64_C(16777216)), other = times(sensitive, square(beta_steps));
	const uint64_t small = other <= one ? smaller(least, others) : least - smaller(least, sensitive);
	const uint64_t sum = times(least - small, one) + times(small, other);

	/*@ assert least - small >= 1 || small >= 1; */
	part[0] = smaller(one, sum);
	part[1] = smaller(other, sum);
	*whole = sum;
}
