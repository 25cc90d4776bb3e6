/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "noise/textbook.h"

#include <math.h>

double dpmf_uniform(struct dpmf_stream *s)
{
	return ((double)(dpmf_stream_word(s) >> 12) + 0.5) * 0x1p-52;
}

double dpmf_exponential(struct dpmf_stream *s)
{
	return -log(dpmf_uniform(s));
}

double dpmf_normal(struct dpmf_stream *s)
{
	const double two_pi = 0x1.921fb54442d18p+2;
	const double radius = sqrt(-2 * log(dpmf_uniform(s)));

	return radius * cos(two_pi * dpmf_uniform(s));
}

double dpmf_laplace(struct dpmf_stream *s, double scale)
{
	const double u = dpmf_uniform(s);

	return u < 0.5 ? scale * log(2 * u) : -scale * log(2 * (1 - u));
}

double dpmf_mixture(struct dpmf_stream *s, double scale)
{
	const double h = dpmf_exponential(s);

	return scale * sqrt(2 * h) * dpmf_normal(s);
}
