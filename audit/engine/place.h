/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where a number stands among ascending ones: how many of them are at most x. Without a branch that
   a processor would have to guess, since it is asked of every run. */
#ifndef DPMF_AUDIT_PLACE_H
#define DPMF_AUDIT_PLACE_H
#include <stddef.h>

static inline size_t audit_place(const double *ascending, size_t count, double x)
{
	const double *from = ascending;

	while (count > 1) {
		const size_t half = count / 2;

		from += half & -(size_t)(from[half - 1] <= x);
		count -= half;
	}
	return (size_t)(from - ascending) + (size_t)(count == 1 && *from <= x);
}

#endif
