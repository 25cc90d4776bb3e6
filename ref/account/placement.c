/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "account/placement.h"

#define MOST 1073741824UL

bool dpmf_pbm_sizes(unsigned long users, unsigned long quanta)
{
	return users >= 1 && quanta >= 1 && users <= MOST / quanta;
}

unsigned long dpmf_pbm_others(unsigned long users, unsigned long quanta)
{
	/*@ assert (users - 1) * quanta == users * quanta - quanta; */
	return (users - 1) * quanta;
}

/* floor(i all / cells) */
/*@ requires 1 <= cells <= all <= 1073741824 && i <= cells;
    assigns  \nothing;
    ensures  cut: cut(all, cells, i, \result);
    ensures  range: \result <= all; */
static unsigned long start(unsigned long all, unsigned long cells, unsigned long i)
{
	/*@ assert i * all <= cells * all; */
	return i * all / cells;
}

void dpmf_pbm_cell(unsigned long others, unsigned long cells, unsigned long i, struct dpmf_cell *cell)
{
	cell->first = start(others + 1, cells, i);
	cell->last = start(others + 1, cells, i + 1) - 1;
}

bool dpmf_pbm_attained(const struct dpmf_cell *cell, unsigned long quanta)
{
	return cell->first == cell->last && cell->first % quanta == 0;
}

void dpmf_pbm_terms(unsigned long high, unsigned long low, unsigned long s, unsigned long *first, unsigned long *last)
{
	*first = s > low ? s - low : 0;
	*last = s < high ? s : high;
}

/*@ requires 1 <= x <= 4294967295 && 1 <= y <= 4294967295;
    assigns  \nothing;
    ensures  product: \result == x * y;
    ensures  positive: \result >= 1; */
static unsigned long product(unsigned long x, unsigned long y)
{
	/*@ assert least: (x - 1) * y >= 0; */
	/*@ assert most: x * y <= 4294967295 * y; */
	return x * y;
}

void dpmf_pbm_ratio(unsigned long high, unsigned long low, unsigned long s, unsigned long j,
                    unsigned long *above, unsigned long *below)
{
	*above = product(high - j, s - j);
	*below = product(j + 1, low + j + 1 - s);
}

size_t dpmf_pbm_upward(unsigned long turn, unsigned long from, size_t count)
{
	if (turn < from)
		return 0;
	return turn - from < count - 1 ? turn - from + 1 : count;
}
