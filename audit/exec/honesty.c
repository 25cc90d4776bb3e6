/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/exec/honesty.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_cdf.h>

/* How rarely a sound target may be told that it is at fault. */
#define RARELY 1e-9

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

static enum dpmf_status keep_hashes(struct honesty *h, const double *answer, uint64_t count, size_t dims, struct dpmf_error *error)
{
	const size_t kept = h->runs < HONESTY_HASHES ? (size_t)h->runs : HONESTY_HASHES;
	const size_t fresh = count < HONESTY_HASHES - kept ? (size_t)count : HONESTY_HASHES - kept;

	if (kept + fresh > h->room) {
		const size_t room = 2 * (kept + fresh) < HONESTY_HASHES ? 2 * (kept + fresh) : HONESTY_HASHES;
		uint64_t *grown = realloc(h->hash, room * sizeof(*grown));

		if (!grown)
			return dpmf_fail(error, DPMF_FAILED, "no memory to compare %zu runs", room);
		h->hash = grown;
		h->room = room;
	}
	for (size_t i = 0; i < fresh; i++)
		h->hash[kept + i] = hash_of(answer + i * dims, dims);
	return DPMF_OK;
}

enum dpmf_status honesty_take(struct honesty *h, const double *answer, uint64_t count, const double *before, uint64_t before_count, size_t dims,
                              struct dpmf_error *error)
{
	const uint64_t shorter = count < before_count ? count : before_count;
	const enum dpmf_status status = keep_hashes(h, answer, count, dims, error);

	if (status != DPMF_OK)
		return status;
	if (h->runs == 0)
		memcpy(h->first, answer, dims * sizeof(double));
	for (uint64_t i = 0; i < count && !h->varied; i++)
		h->varied = memcmp(h->first, answer + i * dims, dims * sizeof(double)) != 0;
	/* Bit by bit, all lines that the shorter one has. */
	if (before && shorter > h->same && memcmp(answer, before, shorter * dims * sizeof(double)) == 0) {
		h->same = shorter;
		h->flat = memcmp(answer, answer + dims, (shorter - 1) * dims * sizeof(double)) == 0;
	}
	h->runs += count;
	h->requests++;
	return DPMF_OK;
}

void honesty_free(struct honesty *honesty)
{
	free(honesty->hash);
	*honesty = (struct honesty){ .hash = NULL };
}

static int ascending(const void *a, const void *b)
{
	const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

/* How often two runs of a world answer the same line; where not all were compared, rather more often. Sorts the hashes. */
static double collisions(const struct honesty *h)
{
	const size_t kept = h->runs < HONESTY_HASHES ? (size_t)h->runs : HONESTY_HASHES;
	double pairs = h->runs > kept ? 2 : 0;

	qsort(h->hash, kept, sizeof(*h->hash), ascending);
	for (size_t i = 0, end; i < kept; i = end) {
		for (end = i + 1; end < kept && h->hash[end] == h->hash[i]; end++) {
		}
		pairs += (double)(end - i) * (double)(end - i - 1);
	}
	return pairs / ((double)kept * (double)(kept - 1));
}

enum dpmf_status honesty_of_answers(const struct honesty world[2], size_t dims, struct dpmf_error *error)
{
	if (!world[0].varied && !world[1].varied && memcmp(world[0].first, world[1].first, dims * sizeof(double)) == 0)
		return dpmf_fail(error, DPMF_INPUT, "nothing varied: the target gave one and the same line in all %llu runs of both data sets. "
		                 "Does it read W and SEED?", (unsigned long long)(world[0].runs + world[1].runs));
	for (int w = 0; w < 2; w++) {
		/* So many lines, in one of so many pairs of answers, by chance. */
		if (world[w].same == 0 || !((double)world[w].requests * pow(collisions(&world[w]), (double)world[w].same) < RARELY))
			continue;
		if (world[w].flat && world[w].same > 1)
			return dpmf_fail(error, DPMF_INPUT, "the target gave one line %llu times over, in its answers to two requests (data set %d): it does not draw "
			                 "anew for each line, so that its runs are not independent", (unsigned long long)world[w].same, w);
		return dpmf_fail(error, DPMF_INPUT, "the target gave the same %llu lines to two different seeds (data set %d): its noise does not "
		                 "depend on SEED, so that its runs are not independent", (unsigned long long)world[w].same, w);
	}
	return DPMF_OK;
}

void clumps_take(struct clumps *c, uint64_t runs, uint64_t hits)
{
	c->runs += runs;
	c->hits += hits;
	for (int l = 0; l < CLUMPS_LEVELS; l++) {
		c->level[l].runs += runs;
		c->level[l].hits += hits;
		if (c->level[l].runs < UINT64_C(20) << l)
			continue;
		c->level[l].full_runs += c->level[l].runs;
		c->level[l].full_hits += c->level[l].hits;
		c->level[l].squares += (double)c->level[l].hits * (double)c->level[l].hits / (double)c->level[l].runs;
		c->level[l].groups++;
		c->level[l].runs = c->level[l].hits = 0;
	}
}

void clumps_watch(void *watcher, const struct audit_guesses *part)
{
	struct clumps (*clumps)[2][2] = watcher;

	for (int guess = 0; guess < 2; guess++)
		clumps_take(&clumps[part->which][part->world][guess], part->runs, part->guessed[guess]);
}

/* The sum of (hits - runs p)^2 / (runs p (1 - p)) over the groups, and how many they are. */
static uint64_t chi_square_of(const struct clumps *c, double *chi2)
{
	const double p = (double)c->hits / (double)c->runs, enough = 10 / fmin(p, 1 - p);
	int l = 0;

	if (c->hits == 0 || c->hits == c->runs)
		return 0;
	while (l < CLUMPS_LEVELS && (double)(UINT64_C(20) << l) < enough)
		l++;
	if (l == CLUMPS_LEVELS)
		return 0;
	*chi2 = (c->level[l].squares - 2 * p * (double)c->level[l].full_hits + p * p * (double)c->level[l].full_runs) / (p * (1 - p));
	return c->level[l].groups;
}

enum dpmf_status honesty_of_event(struct clumps clumps[2][2], struct dpmf_error *error)
{
	for (int world = 0; world < 2; world++) {
		for (int guess = 0; guess < 2; guess++) {
			double chi2 = 0;
			const uint64_t groups = chi_square_of(&clumps[world][guess], &chi2);

			if (groups > 1 && gsl_cdf_chisq_Q(chi2, (double)(groups - 1)) < RARELY)
				return dpmf_fail(error, DPMF_INPUT, "the answers follow the requests, not the data set: in some requests for data set %d the event "
				                 "happened far more often than in others (chi-square %.4g with %llu degrees of freedom). Runs must be independent: "
				                 "draw anew for each line, from SEED alone", world, chi2, (unsigned long long)(groups - 1));
		}
	}
	return DPMF_OK;
}
