/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "mech/dpimf/steps.h"

#include <math.h>

#include "core/vector.h"
#include "mech/gaussmf/kernels.h"

enum { PUBLIC_BITS = 20, BOUND_BITS = 14, RATE_BITS = 52 };

struct dpmf_dpimf_grid dpmf_dpimf_grid_of(const double *profiles, size_t count, size_t d)
{
	double most = 0;
	int exponent;

	for (size_t u = 0; u < count; u++)
		most = fmax(most, dpmf_l1(profiles + u * d, d));
	(void)frexp(most, &exponent);
	return (struct dpmf_dpimf_grid){ .bits = PUBLIC_BITS - exponent };
}

struct dpmf_dpimf_grid dpmf_dpimf_grid_within(double c)
{
	int exponent;

	(void)frexp(c, &exponent);
	return (struct dpmf_dpimf_grid){ .bits = BOUND_BITS - exponent, .bound = (int64_t)ldexp(c, BOUND_BITS - exponent) };
}

void dpmf_dpimf_profile_steps(const struct dpmf_dpimf_grid *grid, const double *profile, size_t d, int64_t *steps)
{
	const double scale = grid->bound ? fmin(1, ldexp((double)grid->bound, -grid->bits) / dpmf_l2(profile, d)) : 1;

	for (size_t l = 0; l < d; l++)
		steps[l] = (int64_t)ldexp(scale * profile[l], grid->bits);
	while (grid->bound && !dpmf_gaussmf_within(steps, d, grid->bound))
		dpmf_gaussmf_shrink(steps, d);
}

void dpmf_dpimf_profile_of_steps(const struct dpmf_dpimf_grid *grid, const int64_t *steps, size_t d, double *profile)
{
	for (size_t l = 0; l < d; l++)
		profile[l] = ldexp((double)steps[l], -grid->bits);
}

int64_t dpmf_dpimf_steps_size(const int64_t *steps, size_t d)
{
	int64_t size = 0;

	for (size_t l = 0; l < d; l++)
		size += steps[l] < 0 ? -steps[l] : steps[l];
	return size;
}

int64_t dpmf_dpimf_steps_largest(const int64_t *steps, size_t count, size_t d)
{
	int64_t most = 1;

	for (size_t u = 0; u < count; u++) {
		const int64_t size = dpmf_dpimf_steps_size(steps + u * d, d);

		most = size > most ? size : most;
	}
	return most;
}

int64_t dpmf_dpimf_steps_most(int64_t bound, size_t d)
{
	const int64_t square = bound * bound * (int64_t)d;
	int64_t root = (int64_t)sqrt((double)square);

	while (root * root > square)
		root--;
	while ((root + 1) * (root + 1) <= square)
		root++;
	return root;
}

enum dpmf_status dpmf_dpimf_rate_of(double epsilon, struct dpmf_entry *entry, struct dpmf_error *error)
{
	const double all = entry->sensitivity * (double)entry->touched;
	int bits;

	(void)frexp(all, &bits);
	bits = RATE_BITS - bits;
	if (bits > 40)
		bits = 40;
	if (!(ldexp(epsilon, bits) >= 0x1p10) || !(ldexp(epsilon, bits) <= 0x1p52))
		return dpmf_fail(error, DPMF_INPUT, "epsilon is %g for one release, against which \"%s\" moves by %g steps: "
		                 "outside what the exact sampler takes; take another epsilon, fewer rounds or fewer interactions",
		                 epsilon, entry->statistic, all);
	entry->rate_p = (uint64_t)ldexp(epsilon, bits);
	entry->rate_q = (uint64_t)all << bits;
	entry->scale = (double)entry->rate_q / (double)entry->rate_p;
	return DPMF_OK;
}
