/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/timing/collect.h"

#include <math.h>
#include <stdlib.h>

#include "audit/engine/sort.h"

enum { MIDDLE_MOST = 4096 };

const double timing_crop_share[TIMING_CROPS] = { 1, 0.99, 0.95, 0.75, 0.5 };

void timing_close(struct timing *t)
{
	if (!t)
		return;
	for (size_t d = 0; d < t->dims; d++) {
		free(t->seen[0][d].value);
		free(t->seen[1][d].value);
	}
	free(t->cost);
	free(t->distance);
	free(t->side);
	free(t->world);
	free(t);
}

enum dpmf_status timing_open(uint64_t trials, size_t dims, struct timing **timing, struct dpmf_error *error)
{
	struct timing *t = calloc(1, sizeof(*t));
	bool room = t != NULL;

	if (t) {
		*t = (struct timing){ .dims = dims, .trials = trials, .middle = trials / 10, .learn = trials / 5 };
		t->cost = malloc(trials * sizeof(double));
		t->distance = malloc(trials * sizeof(double));
		t->side = malloc(trials * sizeof(double));
		t->world = malloc(trials * sizeof(double));
		room = t->cost && t->distance && t->side && t->world;
		for (size_t d = 0; d < dims && room; d++)
			for (int w = 0; w < 2; w++)
				room = (t->seen[w][d].value = malloc(MIDDLE_MOST * sizeof(double))) != NULL && room;
	}
	if (!room) {
		timing_close(t);
		return dpmf_fail(error, DPMF_FAILED, "no memory for %llu runs", (unsigned long long)trials);
	}
	*timing = t;
	return DPMF_OK;
}

struct timing_columns timing_columns_of(const struct timing *t)
{
	return (struct timing_columns){ t->runs, t->cost, t->distance, t->side, t->world };
}

bool timing_is_compared(const struct timing *t)
{
	return t->taken >= t->learn;
}

static void keep_for_middle(struct timing *t, int world, const double *rows, size_t lines)
{
	for (size_t line = 0; line < lines; line++) {
		for (size_t d = 0; d < t->dims; d++) {
			struct column *c = &t->seen[world][d];

			if (c->count < MIDDLE_MOST)
				c->value[c->count++] = rows[line * t->dims + d];
		}
	}
}

/* The median of each number of each data set. */
static void find_middle(struct timing *t)
{
	for (int w = 0; w < 2; w++) {
		for (size_t d = 0; d < t->dims; d++) {
			struct column *c = &t->seen[w][d];

			audit_sort(c->value, c->count);
			t->at[w][d] = c->count > 0 ? c->value[c->count / 2] : 0;
		}
	}
}

static void keep(struct timing *t, int world, const double *rows, size_t lines, double cost)
{
	double distance = 0, side = 0;

	for (size_t line = 0; line < lines; line++) {
		const double *row = rows + line * t->dims;

		for (size_t d = 0; d < t->dims; d++)
			distance += fabs(row[d] - t->at[world][d]);
		side += (row[0] > t->at[world][0]) - (row[0] < t->at[world][0]);
	}
	t->cost[t->runs] = cost;
	t->distance[t->runs] = distance;
	t->side[t->runs] = side;
	t->world[t->runs] = world;
	t->runs++;
}

/* What a run must exceed to be of the upper `share`: of many equal ones all, or none, whichever is nearer. */
static double cut_at(const double *sorted, size_t count, double share)
{
	const double value = sorted[(size_t)((1 - share) * (double)(count - 1))];
	size_t below = 0, upto = 0;

	while (below < count && sorted[below] < value)
		below++;
	for (upto = below; upto < count && sorted[upto] == value; upto++) {
	}
	const double with = (double)(count - below) / (double)count, without = (double)(count - upto) / (double)count;

	return upto == count || fabs(with - share) < fabs(without - share) ? nextafter(value, -INFINITY) : value;
}

/* Also drops the runs that were learned from. */
static void learn(struct timing *t)
{
	const size_t count = t->runs;

	audit_sort(t->cost, count);
	audit_sort(t->distance, count);
	for (int c = 0; c < TIMING_CROPS; c++)
		t->crop[c] = c == 0 ? INFINITY : t->cost[(size_t)(timing_crop_share[c] * (double)(count - 1))];
	t->far = cut_at(t->distance, count, 0.5);
	t->farthest = cut_at(t->distance, count, 0.05);
	t->runs = 0;
}

enum dpmf_status timing_take(struct timing *t, int world, const double *rows, size_t lines, double cost, struct dpmf_error *error)
{
	if (t->taken >= t->trials || !(cost >= 0 && cost <= TIMING_COST_MOST))
		return dpmf_fail(error, DPMF_FAILED, "a run too many, or one without a cost");
	if (t->taken < t->middle)
		keep_for_middle(t, world, rows, lines);
	else
		keep(t, world, rows, lines, cost);
	t->taken++;
	if (t->taken == t->middle)
		find_middle(t);
	if (t->taken == t->learn)
		learn(t);
	return DPMF_OK;
}
