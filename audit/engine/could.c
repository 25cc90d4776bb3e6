/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/engine/could.h"

#include <math.h>

#include <gsl/gsl_cdf.h>

#define OFTEN 1.2815515655446004 /* Phi^-1(0.9) */

/* The same with so many likely outcomes. Of guesses no more can be wrong than are not right. */
static struct audit_pair with_hits(struct audit_pair pair, uint64_t hits)
{
	pair.hits[0] = hits;
	if (pair.guesses && hits <= pair.runs[0] && pair.hits[1] > pair.runs[0] - hits)
		pair.hits[1] = pair.runs[0] - hits;
	return pair;
}

static uint64_t least_hits(struct audit_pair pair, double claimed, double delta, double z)
{
	uint64_t low = 0, high = pair.runs[0] + 1;

	while (low < high) {
		const uint64_t middle = low + (high - low) / 2;
		const struct audit_pair moved = with_hits(pair, middle);

		if (audit_level_about(&moved, AUDIT_DP, delta, z) > claimed)
			high = middle;
		else
			low = middle + 1;
	}
	return low;
}

double audit_could_epsilon(const struct audit_pair *counts, double claimed, double delta, double alpha)
{
	const double z = gsl_cdf_ugaussian_Qinv(alpha) + OFTEN;
	const uint64_t hits = least_hits(*counts, claimed, delta, z);
	const struct audit_pair moved = with_hits(*counts, hits);
	const double u = (double)hits / (double)counts->runs[0], v = ((double)moved.hits[1] + 0.5) / (double)counts->runs[1];

	if (hits > counts->runs[0] || u <= delta)
		return INFINITY;
	return fmax(claimed, log((u - delta) / v));
}

/* A Poisson count of this mean is at least `hits` with probability 0.9. */
static double often(double hits)
{
	return hits + OFTEN * sqrt(hits) + 0.8;
}

double audit_could_share(uint64_t learn, uint64_t held_out, double claimed, double delta, double alpha, double small)
{
	const struct audit_pair none = { false, { held_out, held_out }, { 0, 0 } }, once = { false, { held_out, held_out }, { 0, held_out / learn } };
	const uint64_t hits = least_hits(none, claimed, delta, gsl_cdf_ugaussian_Qinv(small * alpha));
	/* As learn.c: what was seen, and one answer of the other world, count as on the runs of the bound. */
	const double noticed = ceil((double)least_hits(once, 0, delta, gsl_cdf_ugaussian_Qinv(alpha)) * (double)learn / (double)held_out);
	const double share = fmax(often((double)hits) / (double)held_out, often(noticed) / (double)learn);

	return hits > held_out || share > 1 ? INFINITY : share;
}
