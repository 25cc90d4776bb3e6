/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Users with vectors of their own, for the tests of secure aggregation. */
#ifndef TESTS_SECAGG_WORLD_H
#define TESTS_SECAGG_WORLD_H
#include <string.h>

#include "noise/exact.h"
#include "secagg/simulate.h"

enum { WORLD_USERS = 200, WORLD_LENGTH = 40 };

struct world {
	uint64_t x[WORLD_USERS][WORLD_LENGTH];
	uint8_t silent[WORLD_USERS];
	struct dpmf_secagg_plan plan;
};

static inline void world_vector(void *context, uint32_t user, uint64_t *x)
{
	const struct world *w = context;

	memcpy(x, w->x[user - 1], w->plan.setting.length * sizeof *x);
}

static inline void world_make(struct world *w, uint64_t seed, uint32_t users, uint32_t threshold, size_t length, uint64_t most,
                              bool authenticated)
{
	struct dpmf_stream s;

	memset(w, 0, sizeof *w);
	memset(w->silent, DPMF_SECAGG_STEPS, sizeof w->silent);
	w->plan.setting = (struct dpmf_secagg_setting){ .users = users, .threshold = threshold, .length = length, .most = most,
		.bits = dpmf_secagg_bits(users, most), .authenticated = authenticated };
	dpmf_key_from_seed(seed, &w->plan.key);
	w->plan.silent = w->silent;
	w->plan.vector = world_vector;
	w->plan.vector_context = w;
	dpmf_stream_open(&s, &w->plan.key, 0, 0, 0);
	for (uint32_t i = 0; i < users; i++)
		for (size_t j = 0; j < length; j++)
			w->x[i][j] = dpmf_uniform_below(&s, most + 1);
}

/* The sum over the survivors named, without a modulus. */
static inline bool world_sum_is(const struct world *w, const struct dpmf_secagg_outcome *o)
{
	for (size_t j = 0; j < w->plan.setting.length; j++) {
		uint64_t sum = 0;

		for (size_t i = 0; i < o->survivors; i++)
			sum += w->x[o->survivor[i] - 1][j];
		if (sum != o->sum[j])
			return false;
	}
	return true;
}

#endif
