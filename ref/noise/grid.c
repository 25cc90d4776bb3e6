/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "noise/grid.h"

#include <math.h>

/* The whole number nearest to m / d, ties to even. */
/*@ requires d > 0;
    assigns  \nothing;
    ensures  nearest: -d <= 2 * (\result * d - m) <= d;
    ensures  even: 2 * (\result * d - m) == d || 2 * (\result * d - m) == -d ==> \result % 2 == 0; */
static uint64_t nearest_quotient(uint64_t m, uint64_t d)
{
	const uint64_t quotient = m / d, rest = m % d;

	/*@ assert parts: m == quotient * d + rest; */
	/*@ assert below: quotient * d - m == -rest; */
	/*@ assert above: (quotient + 1) * d - m == d - rest; */
	if (rest > d - rest || (rest == d - rest && quotient % 2 == 1))
		return quotient + 1;
	return quotient;
}

/* |x| = m 2^(e - 53) with 2^52 <= m < 2^53, so one step is 2^shift of the last
   bits of m. The contract's |x| <= 2^(exponent + 52) makes shift >= 0; from
   54 on, |x| is below half a step. */
int64_t dpmf_grid_round(double x, int exponent)
{
	int e;
	const uint64_t m = (uint64_t)ldexp(frexp(fabs(x), &e), 53);
	const int shift = exponent - (e - 53);
	int64_t steps;

	if (m == 0 || shift > 53)
		return 0;
	steps = (int64_t)nearest_quotient(m, UINT64_C(1) << shift);
	return x < 0 ? -steps : steps;
}

double dpmf_grid_value(int64_t steps, int exponent)
{
	return ldexp((double)steps, exponent);
}
