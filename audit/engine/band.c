/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/engine/band.h"

#include <math.h>

#include "audit/engine/binomial.h"
#include "audit/engine/place.h"
#include "audit/engine/sort.h"

enum { EVENLY = 8, TAIL = 5 };

/* Of each world eighths, and 1/16, 1/32, ... at both ends. */
void audit_band_choose(const double *const sorted[2], size_t trials, struct audit_band *band)
{
	double at[2 * (EVENLY + 2 * TAIL)];
	size_t count = 0, kept = 0;

	for (int world = 0; world < 2; world++) {
		for (size_t i = 0; i < EVENLY; i++)
			at[count++] = sorted[world][(2 * i + 1) * trials / (2 * EVENLY)];
		for (size_t tail = 0, far = trials / (4 * EVENLY); tail < TAIL; tail++, far /= 4) {
			at[count++] = sorted[world][far];
			at[count++] = sorted[world][trials - 1 - far];
		}
	}
	audit_sort(at, count);
	for (size_t i = 0; i < count; i++)
		if (kept == 0 || at[i] > band->at[kept - 1])
			band->at[kept++] = at[i];
	band->count = kept;
}

void audit_band_add(struct audit_band *band, int world, const double *score, size_t count)
{
	uint64_t *reached = band->reached[world];

	band->runs[world] += count;
	for (size_t i = 0; i < count; i++) {
		const size_t place = audit_place(band->at, band->count, score[i]);

		if (place > 0)
			reached[place - 1]++;
	}
}

void audit_band_finish(struct audit_band *band)
{
	for (int world = 0; world < 2; world++)
		for (size_t k = band->count; k-- > 1;)
			band->reached[world][k - 1] += band->reached[world][k];
}

void audit_band_bounds(const struct audit_band *band, double confidence, struct audit_band_point point[AUDIT_BAND_MOST])
{
	const double alpha = (1 - confidence) / (4 * (double)band->count);

	for (size_t k = 0; k < band->count; k++) {
		for (int world = 0; world < 2; world++) {
			point[k].reach[world][0] = audit_probability_lower(band->runs[world], band->reached[world][k], alpha);
			point[k].reach[world][1] = audit_probability_upper(band->runs[world], band->reached[world][k], alpha);
		}
	}
}

/* The two events of a threshold: the likely world's probability is at least likely[i], the other's at most unlikely[i]. */
static void events_of(const struct audit_band_point *p, double likely[2], double unlikely[2])
{
	likely[0] = p->reach[0][0];
	unlikely[0] = p->reach[1][1];
	likely[1] = 1 - p->reach[1][1];
	unlikely[1] = 1 - p->reach[0][0];
}

double audit_band_delta(const struct audit_band_point *point, size_t count, double epsilon)
{
	double found = 0, likely[2], unlikely[2];

	for (size_t k = 0; k < count; k++) {
		events_of(&point[k], likely, unlikely);
		for (int i = 0; i < 2; i++)
			found = fmax(found, likely[i] - exp(epsilon) * unlikely[i] - 1e-12);
	}
	return found;
}

double audit_band_epsilon(const struct audit_band_point *point, size_t count, double delta)
{
	double found = 0, likely[2], unlikely[2];

	for (size_t k = 0; k < count; k++) {
		events_of(&point[k], likely, unlikely);
		for (int i = 0; i < 2; i++)
			if (likely[i] - delta > unlikely[i])
				found = fmax(found, log((likely[i] - delta) / unlikely[i]) - 1e-12);
	}
	return found;
}
