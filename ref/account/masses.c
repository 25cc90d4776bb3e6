/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "account/masses.h"

long dpmf_point_below(long cell, double share, double at)
{
	return share < at ? cell - 1 : cell;
}

/*@ assigns  \nothing;
    ensures  margin: \result == margin(n); */
static double slack(size_t n)
{
	return ((double)n + 4) * 0x1p-52;
}

double dpmf_widen_up(double sum, size_t n)
{
	return sum * (1 + slack(n));
}

double dpmf_widen_down(double sum, size_t n)
{
	return sum * (1 - slack(n));
}

struct dpmf_cut dpmf_cut_low(const double *mass, size_t count, double waste)
{
	struct dpmf_cut cut = { 0, 0 };

	/*@ loop invariant range: 0 <= cut.count < count;
	    loop invariant so_far: cut.mass == from_low(mass, cut.count) && cut.mass <= waste;
	    loop assigns cut;
	    loop variant count - cut.count; */
	while (cut.count + 1 < count && cut.mass + mass[cut.count] <= waste)
		cut.mass += mass[cut.count++];
	return cut;
}

struct dpmf_cut dpmf_cut_high(const double *mass, size_t count, double waste)
{
	struct dpmf_cut cut = { 0, 0 };

	/*@ loop invariant range: 0 <= cut.count < count;
	    loop invariant so_far: cut.mass == from_high(mass, count, cut.count) && cut.mass <= waste;
	    loop assigns cut;
	    loop variant count - cut.count; */
	while (cut.count + 1 < count && cut.mass + mass[count - cut.count - 1] <= waste)
		cut.mass += mass[count - ++cut.count];
	return cut;
}
