/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/engine/steps.h"

#include <math.h>
#include <string.h>

#include "audit/engine/place.h"
#include "audit/engine/sort.h"

static void place_edges(struct steps *s, const double *sorted, size_t count)
{
	size_t e = 0;

	for (size_t t = STEPS_TAIL; t > 0; t--)
		s->edge[e++] = sorted[count / ((size_t)STEPS_EVEN << t)];
	for (size_t b = 1; b < STEPS_EVEN; b++)
		s->edge[e++] = sorted[b * count / STEPS_EVEN];
	for (size_t t = 1; t <= STEPS_TAIL; t++)
		s->edge[e++] = sorted[count - 1 - count / ((size_t)STEPS_EVEN << t)];
}

static size_t step_of(const struct steps *s, double x)
{
	return audit_place(s->edge, STEPS_EDGES, x);
}

void steps_learn(double *along[2], const size_t count[2], double *sorted, struct steps *steps)
{
	double caught[2][STEPS_EDGES + 1] = { { 0 } };
	const size_t all = count[0] + count[1];

	*steps = (struct steps){ .edge = { 0 } };
	if (all == 0)
		return;
	steps->learned = true;
	memcpy(sorted, along[0], count[0] * sizeof(double));
	memcpy(sorted + count[0], along[1], count[1] * sizeof(double));
	audit_sort(sorted, all);
	place_edges(steps, sorted, all);
	for (int world = 0; world < 2; world++)
		for (size_t i = 0; i < count[world]; i++)
			caught[world][step_of(steps, along[world][i])]++;
	/* Four runs more in each step: an empty one says little. */
	for (size_t b = 0; b <= STEPS_EDGES; b++)
		steps->ratio[b] = log((caught[0][b] + 4) / (caught[1][b] + 4));
}

double steps_of(const struct steps *steps, double x)
{
	return steps->ratio[step_of(steps, x)];
}
