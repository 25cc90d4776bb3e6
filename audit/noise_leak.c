/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "noise_leak.h"

#include <math.h>

#include "noise/exact.h"
#include "noise/grid.h"
#include "noise/textbook.h"

/* Words whose images differ from the inverse by rounding: log and the
   distribution function are off by less than one word each. */
enum { MARGIN = 8, TRIED_MOST = 1000 };

/* What dpmf_laplace makes of the k-th of its 2^52 uniform numbers. */
static double laplace_of(double scale, uint64_t k)
{
	unsigned char word[8];
	struct dpmf_stream tape;

	for (int i = 0; i < 8; i++)
		word[i] = (unsigned char)(k << 12 >> 8 * i);
	dpmf_stream_tape(&tape, word, sizeof word);
	return dpmf_laplace(&tape, scale);
}

/* The k, as a real number, that noise x comes from. */
static long double place_of(double scale, long double x)
{
	const long double tail = expl(-fabsl(x) / scale) / 2;

	return (x < 0 ? tail : 1 - tail) * 0x1p52L - 0.5L;
}

bool noise_leak_textbook_reaches(double scale, double value, double output)
{
	const long double below = ((long double)nextafter(output, -INFINITY) + output) / 2 - value;
	const long double above = ((long double)nextafter(output, INFINITY) + output) / 2 - value;
	const long double first = floorl(place_of(scale, below)) - MARGIN;
	const long double last = ceill(place_of(scale, above)) + MARGIN;

	if (last - first > TRIED_MOST)
		return true;
	for (long double k = fmaxl(first, 0); k <= last && k < 0x1p52L; k++)
		if (value + laplace_of(scale, (uint64_t)k) == output)
			return true;
	return false;
}

uint64_t noise_leak_textbook(struct dpmf_stream *s, double scale, double value, double other, uint64_t draws)
{
	uint64_t impossible = 0;

	for (uint64_t i = 0; i < draws; i++)
		impossible += !noise_leak_textbook_reaches(scale, other, value + dpmf_laplace(s, scale));
	return impossible;
}

/* On the grid, and within the range of the noise around `value`. */
static bool grid_reaches(int exponent, uint64_t p, uint64_t q, double value, double output)
{
	const int64_t steps = dpmf_grid_round(output, exponent);
	const int64_t noise = steps - dpmf_grid_round(value, exponent);
	const uint64_t distance = (uint64_t)(noise < 0 ? -noise : noise);

	return dpmf_grid_value(steps, exponent) == output && distance <= (1024 * q - 1) / p;
}

uint64_t noise_leak_grid(struct dpmf_stream *s, int exponent, uint64_t p, uint64_t q,
                         double value, double other, uint64_t draws)
{
	uint64_t impossible = 0;

	for (uint64_t i = 0; i < draws; i++) {
		const int64_t steps = dpmf_grid_round(value, exponent) + dpmf_discrete_laplace(s, p, q);

		impossible += !grid_reaches(exponent, p, q, other, dpmf_grid_value(steps, exponent));
	}
	return impossible;
}
