/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "account/lattice.h"

#define STEPS_END UINT64_C(9007199254740992)
#define LOSSES_END 1099511627776
#define POINTS_END 4503599627370496

bool dpmf_steps_moved(uint64_t whole, uint64_t cells, uint64_t *steps)
{
	if (whole > STEPS_END || cells > STEPS_END - whole)
		return false;
	*steps = whole + cells;
	return true;
}

size_t dpmf_lattice_points(int power, long first, long last)
{
	if (power < 0 || power > 40 || first <= -LOSSES_END || last >= LOSSES_END || last <= first || last - first < 2)
		return 0;
	return (size_t)(last - first + 1);
}

bool dpmf_lattice_sum(long first_a, size_t count_a, long first_b, size_t count_b, long *first, size_t *count)
{
	const long sum = first_a + first_b, points = (long)(count_a + count_b - 1);

	if (sum < -POINTS_END || sum + points > POINTS_END)
		return false;
	*first = sum;
	*count = (size_t)points;
	return true;
}

uint64_t dpmf_ladder_next(uint64_t times, uint64_t unit, uint64_t count, bool *one_more)
{
	const uint64_t below = 2 * unit * count;

	/*@ assert below: below == unit * (2 * count); */
	*one_more = times - below >= unit;
	return 2 * count + *one_more;
}
