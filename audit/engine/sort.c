/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/engine/sort.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { FEW = 2000, DIGIT_BITS = 11, DIGITS = 1 << DIGIT_BITS, PASSES = 6 };

static int ascending(const void *a, const void *b)
{
	const double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* Whole numbers in the order of the doubles: negative ones are turned over, the others put above them. */
static uint64_t rank_of(double x)
{
	uint64_t bits;

	memcpy(&bits, &x, sizeof bits);
	return bits ^ (bits >> 63 ? UINT64_MAX : UINT64_C(1) << 63);
}

static double of_rank(uint64_t rank)
{
	const uint64_t bits = rank ^ (rank >> 63 ? UINT64_C(1) << 63 : UINT64_MAX);
	double x;

	memcpy(&x, &bits, sizeof x);
	return x;
}

/* By one digit, numbers of equal digits in the order in which they stood. False: they all have the same. */
static int by_digit(const uint64_t *from, size_t count, unsigned digit, uint64_t *to)
{
	size_t place[DIGITS] = { 0 }, next = 0;
	const unsigned shift = DIGIT_BITS * digit;

	for (size_t i = 0; i < count; i++)
		place[from[i] >> shift & (DIGITS - 1)]++;
	if (place[from[0] >> shift & (DIGITS - 1)] == count)
		return 0;
	for (size_t d = 0; d < DIGITS; d++) {
		const size_t here = place[d];

		place[d] = next;
		next += here;
	}
	for (size_t i = 0; i < count; i++)
		to[place[from[i] >> shift & (DIGITS - 1)]++] = from[i];
	return 1;
}

void audit_sort(double *value, size_t count)
{
	uint64_t *rank = count > FEW ? malloc(2 * count * sizeof *rank) : NULL, *from = rank, *to;

	if (!rank) {
		qsort(value, count, sizeof *value, ascending);
		return;
	}
	to = rank + count;
	for (size_t i = 0; i < count; i++)
		rank[i] = rank_of(value[i]);
	for (unsigned digit = 0; digit < PASSES; digit++) {
		if (by_digit(from, count, digit, to)) {
			uint64_t *const swapped = from;

			from = to;
			to = swapped;
		}
	}
	for (size_t i = 0; i < count; i++)
		value[i] = of_rank(from[i]);
	free(rank);
}
