/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/timing/own.h"

#include <time.h>

#include "noise/fixed_laplace.h"

#if defined(__x86_64__)
#include <x86intrin.h>

/* Nothing begins before what stands above has ended. */
static uint64_t now(void)
{
	_mm_lfence();
	const uint64_t cycles = __rdtsc();

	_mm_lfence();
	return cycles;
}

const char *timing_own_unit(void)
{
	return "cycles";
}
#else
static uint64_t now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

const char *timing_own_unit(void)
{
	return "nanoseconds";
}
#endif

static enum dpmf_status draw_all(const struct noise_row *row, uint64_t draws, struct dpmf_stream *s, struct timing *words, struct timing *time,
                                 struct dpmf_error *error)
{
	struct dpmf_fixed_chances chances;
	struct masses given;
	enum dpmf_status status = noise_row_given(row, &given, &chances, error);

	for (uint64_t i = 0; i < draws && status == DPMF_OK; i++) {
		const uint64_t before = s->words, from = now();
		const double x = row->draw(s, &given);
		const uint64_t to = now();

		status = timing_take(words, 0, &x, 1, (double)(s->words - before), error);
		if (status == DPMF_OK)
			status = timing_take(time, 0, &x, 1, to > from ? (double)(to - from) : 0, error);
	}
	return status;
}

enum dpmf_status timing_own(const struct noise_row *row, uint64_t draws, uint64_t seed, struct timing_own *own, struct dpmf_error *error)
{
	struct timing *words = NULL, *time = NULL;
	struct dpmf_key root, key;
	struct dpmf_stream s, coins;
	enum dpmf_status status = timing_open(draws, 1, &words, error);

	dpmf_key_from_seed(seed, &root);
	dpmf_key_derive(&root, "audit timing of samplers", &key);
	dpmf_stream_open(&s, &key, (uint64_t)(row - noise_rows), 0, 0);
	dpmf_stream_open(&coins, &key, (uint64_t)(row - noise_rows), 0, 1);
	own->row = row;
	if (status == DPMF_OK)
		status = timing_open(draws, 1, &time, error);
	if (status == DPMF_OK)
		status = draw_all(row, draws, &s, words, time, error);
	if (status == DPMF_OK)
		status = timing_end(words, &coins, &own->words, error);
	if (status == DPMF_OK)
		status = timing_end(time, &coins, &own->time, error);
	timing_close(words);
	timing_close(time);
	return status;
}

bool timing_own_as_expected(const struct timing_own *own)
{
	return timing_is_sound(&own->words) && !(own->row->steady && timing_tells(&own->words));
}
