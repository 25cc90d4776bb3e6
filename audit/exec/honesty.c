/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/exec/honesty.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_cdf.h>

#include "audit/engine/run.h"

/* How rarely a sound target may be told that it is at fault. */
#define RARELY 1e-9

static bool all_alike(const double *rows, uint64_t trials, size_t dims)
{
	for (uint64_t i = 1; i < trials; i++)
		if (memcmp(rows, rows + i * dims, dims * sizeof(double)) != 0)
			return false;
	return true;
}

static uint64_t hash_of(const double *row, size_t dims)
{
	uint64_t h = UINT64_C(14695981039346656037);

	for (size_t d = 0; d < dims; d++) {
		uint64_t bits;

		memcpy(&bits, row + d, sizeof(bits));
		h = (h ^ bits) * UINT64_C(1099511628211);
		h ^= h >> 29;
	}
	return h;
}

static int ascending(const void *a, const void *b)
{
	const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

/* How often two runs of a world answer the same line; -1: no memory. */
static double collisions(const double *rows, uint64_t trials, size_t dims)
{
	uint64_t *hash = malloc(trials * sizeof(*hash));
	double pairs = 0;

	if (!hash)
		return -1;
	for (uint64_t i = 0; i < trials; i++)
		hash[i] = hash_of(rows + i * dims, dims);
	qsort(hash, trials, sizeof(*hash), ascending);
	for (uint64_t i = 0, end; i < trials; i = end) {
		for (end = i + 1; end < trials && hash[end] == hash[i]; end++) {
		}
		pairs += (double)(end - i) * (double)(end - i - 1);
	}
	free(hash);
	return pairs / ((double)trials * (double)(trials - 1));
}

enum dpmf_status honesty_of_answers(const struct exec_answers *answers, uint64_t trials, struct dpmf_error *error)
{
	const size_t dims = answers->dims;

	if (all_alike(answers->seen[0], trials, dims) && all_alike(answers->seen[1], trials, dims) &&
	    memcmp(answers->seen[0], answers->seen[1], dims * sizeof(double)) == 0)
		return dpmf_fail(error, DPMF_INPUT, "nothing varied: the target gave one and the same line in all %llu runs of both data sets. "
		                 "Does it read W and SEED?", (unsigned long long)(2 * trials));
	for (int world = 0; world < 2; world++) {
		if (answers->same[world] == 0)
			continue;
		const double alike = collisions(answers->seen[world], trials, dims);

		if (alike < 0)
			return dpmf_fail(error, DPMF_FAILED, "no memory to compare %llu runs: use fewer --trials", (unsigned long long)trials);
		/* So many lines, in one of so many pairs of answers, by chance. */
		if (answers->requests[world] * pow(alike, (double)answers->same[world]) < RARELY)
			return dpmf_fail(error, DPMF_INPUT, "the target gave the same %llu lines to two different seeds (data set %d): its noise does not "
			                 "depend on SEED, so that its runs are not independent", (unsigned long long)answers->same[world], world);
	}
	return DPMF_OK;
}

struct clumps {
	double chi2;
	size_t groups;
};

/* Pearson's test that the event has the same probability in all requests; neighbours are put together until
   both outcomes are expected ten times. */
static struct clumps clumps_of(const uint32_t *request, const signed char *guess, uint64_t trials, int of)
{
	struct clumps clumps = { 0, 0 };
	double runs = 0, hits = 0, here = 0, hit = 0;

	for (uint64_t i = 0; i < trials; i++) {
		runs += guess[i] != AUDIT_NO_RUN;
		hits += guess[i] == of;
	}
	if (hits == 0 || hits == runs)
		return clumps;
	const double p = hits / runs, enough = 10 / fmin(p, 1 - p);

	for (uint64_t i = 0; i < trials; i++) {
		here += guess[i] != AUDIT_NO_RUN;
		hit += guess[i] == of;
		if (here >= enough && (i + 1 == trials || request[i + 1] != request[i])) {
			clumps.chi2 += (hit - here * p) * (hit - here * p) / (here * p * (1 - p));
			clumps.groups++;
			here = hit = 0;
		}
	}
	return clumps;
}

enum dpmf_status honesty_of_event(const struct exec_answers *answers, uint64_t trials, const signed char *const guess[2],
                                  struct dpmf_error *error)
{
	for (int world = 0; world < 2; world++) {
		for (int of = 0; of < 2; of++) {
			const struct clumps c = clumps_of(answers->request[world], guess[world], trials, of);

			if (c.groups > 1 && gsl_cdf_chisq_Q(c.chi2, (double)(c.groups - 1)) < RARELY)
				return dpmf_fail(error, DPMF_INPUT, "the answers follow the requests, not the data set: in some requests for data set %d the event "
				                 "happened far more often than in others (chi-square %.4g with %zu degrees of freedom). Runs must be independent: "
				                 "draw anew for each line, from SEED alone", world, c.chi2, c.groups - 1);
		}
	}
	return DPMF_OK;
}
