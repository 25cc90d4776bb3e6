/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/engine/region.h"

#include <math.h>
#include <stdlib.h>

#include <gsl/gsl_cdf.h>

#include "audit/engine/mass.h"

/* Wilson's bound; with guesses, whose two shares compete for the same runs, that of a Poisson law. */
static double bound(double hits, double runs, double z, bool guesses, double side)
{
	const double share = hits / runs, spread = guesses ? share : share * (1 - share), denominator = guesses ? 1 : 1 + z * z / runs;

	return (share + z * z / (2 * runs) + side * z * sqrt(spread / runs + z * z / (4 * runs * runs))) / denominator;
}

static double scale(enum audit_curve curve, double x, double delta)
{
	if (curve == AUDIT_GAUSSIAN)
		return x <= 0 ? -INFINITY : x >= 1 ? INFINITY : gsl_cdf_ugaussian_Pinv(x);
	return x > delta ? log(x - delta) : -INFINITY;
}

double region_level(const struct audit_pair *seen, enum audit_curve curve, double delta, double z)
{
	const double n = (double)seen->runs[0], m = (double)seen->runs[1];
	const double u = ((double)seen->hits[0] + 0.5) / (n + 1), v = ((double)seen->hits[1] + 0.5) / (m + 1);
	const double low = fmin(u, bound((double)seen->hits[0], n, z, seen->guesses, -1));
	const double high = fmax(v, fmin(1, bound((double)seen->hits[1], m, z, seen->guesses, 1)));
	const double a = scale(curve, u, delta), below = scale(curve, low, delta), b = scale(curve, v, 0), above = scale(curve, high, 0);

	if (!(below > -INFINITY) || !(above < INFINITY))
		return -INFINITY;
	return a - b - hypot(a - below, above - b);
}

/* The smallest U in [from, runs + 1] with L(U, v) >= level. */
static uint64_t least_of(const struct audit_pair *seen, enum audit_curve curve, double delta, double z, double level,
                         uint64_t v, uint64_t from)
{
	struct audit_pair at = { seen->guesses, { seen->runs[0], seen->runs[1] }, { from, v } };
	uint64_t end = seen->runs[0] + 1, step = 1, low = from;

	/* Steps that double, then halving: the answer is mostly near. */
	while (low < end) {
		const uint64_t look = low + step < end ? low + step - 1 : end - 1;

		at.hits[0] = look;
		if (region_level(&at, curve, delta, z) >= level) {
			end = look;
			break;
		}
		low = look + 1;
		step *= 2;
	}
	while (low < end) {
		at.hits[0] = low + (end - low) / 2;
		if (region_level(&at, curve, delta, z) >= level)
			end = at.hits[0];
		else
			low = at.hits[0] + 1;
	}
	return low;
}

bool region_open(struct region *region, const struct audit_pair *seen, enum audit_curve curve, double delta,
                 double alpha, double low, double high)
{
	const double z = gsl_cdf_ugaussian_Qinv(alpha), level = region_level(seen, curve, delta, z) - 1e-12;
	uint64_t from, to;

	mass_window(seen->runs[1], low, &from, &to);
	region->first = from;
	mass_window(seen->runs[1], high, &from, &to);
	/* What was seen is in the region whatever rounding does to its level: it is put there. */
	region->seen = seen;
	region->count = to - region->first + 1;
	region->least = malloc(region->count * sizeof(*region->least));
	if (!region->least)
		return false;
	for (uint64_t i = 0; i < region->count; i++) {
		const uint64_t v = region->first + i;

		region->least[i] = least_of(seen, curve, delta, z, level, v, i ? region->least[i - 1] : 0);
		if (v <= seen->hits[1] && region->least[i] > seen->hits[0])
			region->least[i] = seen->hits[0];
	}
	return true;
}

void region_close(struct region *region)
{
	free(region->least);
}

static uint64_t least_at(const struct region *region, uint64_t v)
{
	if (v < region->first)
		return 0;
	return v - region->first < region->count ? region->least[v - region->first] : region->least[region->count - 1];
}

/* Sum over V of P(V) P(U >= least(V) | V), downwards: V falls, and least(V) with it.
   Given V, guesses leave U ~ Bin(runs - V, u / (1 - v)). */
static double sum_down(const struct region *region, double u, double v)
{
	const bool guesses = region->seen->guesses;
	struct mass below = mass_at_end(region->seen->runs[1], v);
	struct tail tail = tail_none(guesses ? fmin(1, u / (1 - v)) : u);
	double sum = 0;

	for (;; mass_down(&below)) {
		sum += below.p * tail_to(&tail, region->seen->runs[0] - (guesses ? below.k : 0), least_at(region, below.k));
		if (below.k == below.first)
			return sum;
	}
}

double region_probability(const struct region *region, double u, double v)
{
	if (v <= 0 && u >= 1)
		return 1;
	return fmin(1, sum_down(region, u, v) * (1 + 1e-8) + 1e-30);
}
