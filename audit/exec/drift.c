/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/exec/drift.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_cdf.h>

#include "audit/engine/sort.h"

enum { HASH_BITS = 21 };

/* How rarely a sound target may be told that it is at fault, by all events of both worlds together. */
#define RARELY 1e-9

enum dpmf_status drift_open(struct drift *drift, uint64_t learn, size_t dims, struct dpmf_error *error)
{
	*drift = (struct drift){ .half = learn / 2, .dims = dims, .fields = dims < DRIFT_FIELDS ? dims : DRIFT_FIELDS };
	for (int w = 0; w < 2; w++) {
		drift->world[w].first = malloc((drift->half + 1) * drift->fields * sizeof(double));
		drift->world[w].known = calloc(drift->fields, (size_t)1 << (HASH_BITS - 3));
		if (!drift->world[w].first || !drift->world[w].known) {
			drift_close(drift);
			return dpmf_fail(error, DPMF_FAILED, "no memory to compare early answers with late ones");
		}
	}
	return DPMF_OK;
}

void drift_close(struct drift *drift)
{
	for (int w = 0; w < 2; w++) {
		free(drift->world[w].first);
		free(drift->world[w].known);
		drift->world[w].first = NULL;
		drift->world[w].known = NULL;
	}
}

static uint64_t hash_of(double x)
{
	uint64_t h;

	memcpy(&h, &x, sizeof h);
	h = (h ^ h >> 32) * UINT64_C(0x9e3779b97f4a7c15);
	h = (h ^ h >> 29) * UINT64_C(0xbf58476d1ce4e5b9);
	return h ^ h >> 32;
}

static uint64_t *word_of_hash(const struct drift_world *w, size_t field, uint64_t hash)
{
	const uint64_t place = hash >> (64 - HASH_BITS);

	return w->known + (field << (HASH_BITS - 6)) + (place >> 6);
}

static uint64_t bit_of_hash(uint64_t hash)
{
	return UINT64_C(1) << (hash >> (64 - HASH_BITS) & 63);
}

/* Words have no order. */
static void fix_medians(struct drift_world *w, uint64_t half, size_t fields)
{
	for (size_t f = 0; f < fields; f++) {
		double *column = w->first + f * half;
		size_t numbers = 0;

		for (uint64_t i = 0; i < half; i++)
			if (!isnan(column[i]))
				column[numbers++] = column[i];
		audit_sort(column, numbers);
		w->median[f] = numbers > 0 ? column[numbers / 2] : INFINITY;
	}
	free(w->first);
	w->first = NULL;
}

static void show(struct drift *d, struct drift_world *w, const double *row)
{
	for (size_t f = 0; f < d->fields; f++) {
		const uint64_t hash = hash_of(row[f]);

		w->first[f * d->half + w->seen] = row[f];
		*word_of_hash(w, f, hash) |= bit_of_hash(hash);
	}
	if (w->seen + 1 == d->half)
		fix_medians(w, d->half, d->fields);
}

static void count(const struct drift *d, struct drift_world *w, const double *row, int late)
{
	w->runs[late]++;
	for (size_t f = 0; f < d->fields; f++) {
		const uint64_t hash = hash_of(row[f]);
		uint64_t *hits = w->hits[late][f];

		hits[0] += !(*word_of_hash(w, f, hash) & bit_of_hash(hash));
		hits[1] += row[f] >= w->median[f];
		for (size_t bit = 0; bit + 2 < DRIFT_EVENTS; bit++)
			hits[2 + bit] += hash >> bit & 1;
	}
}

void drift_take(struct drift *drift, int world, const double *rows, uint64_t count_of_rows)
{
	struct drift_world *w = &drift->world[world];

	for (uint64_t i = 0; i < count_of_rows; i++, w->seen++) {
		if (w->seen < drift->half)
			show(drift, w, rows + i * drift->dims);
		else
			count(drift, w, rows + i * drift->dims, w->seen >= 2 * drift->half);
	}
}

/* Of all that happened, how much happened early: a binomial law is wider than the right one. */
static double chance(const struct drift_world *w, size_t field, size_t event)
{
	const uint64_t early = w->hits[0][field][event], all = early + w->hits[1][field][event];
	const double share = (double)w->runs[0] / (double)(w->runs[0] + w->runs[1]);

	if (all == 0)
		return 1;
	const double few = gsl_cdf_binomial_P((unsigned)early, share, (unsigned)all);
	const double many = early > 0 ? gsl_cdf_binomial_Q((unsigned)(early - 1), share, (unsigned)all) : 1;

	return 2 * fmin(few, many);
}

enum dpmf_status drift_found(const struct drift *drift, struct dpmf_error *error)
{
	static const char *const event[3] = { "is one that did not occur before", "is at least the median of before", "is of one half of all values" };

	for (int world = 0; world < 2; world++) {
		const struct drift_world *w = &drift->world[world];

		for (size_t f = 0; f < drift->fields && w->runs[0] > 0 && w->runs[1] > 0; f++)
			for (size_t e = 0; e < DRIFT_EVENTS; e++)
				if (chance(w, f, e) < RARELY / (2.0 * DRIFT_EVENTS * (double)drift->fields))
					return dpmf_fail(error, DPMF_INPUT, "the answers follow the requests, not the data set: for data set %d, field %zu %s in %llu of %llu "
					                 "early runs, and in %llu of %llu later ones. Runs must be independent: draw anew for each line, from SEED alone",
					                 world, f + 1, event[e < 2 ? e : 2], (unsigned long long)w->hits[0][f][e], (unsigned long long)w->runs[0],
					                 (unsigned long long)w->hits[1][f][e], (unsigned long long)w->runs[1]);
	}
	return DPMF_OK;
}
