/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "mech/dpmf-rp/schedule.h"

#include <stdlib.h>

#include "noise/exact.h"

static int ascending(const void *left, const void *right)
{
	const uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;

	return (a > b) - (a < b);
}

void dpmf_rp_schedule(const struct dpmf_key *key, uint64_t round, size_t users, size_t count, uint32_t *order)
{
	struct dpmf_key rounds;
	struct dpmf_stream stream;

	dpmf_key_derive(key, "rounds", &rounds);
	dpmf_stream_open(&stream, &rounds, round, 0, 0);
	for (size_t i = 0; i < users; i++)
		order[i] = (uint32_t)i;
	for (size_t i = 0; i < count; i++) {
		const size_t with = i + (size_t)dpmf_uniform_below(&stream, users - i);
		const uint32_t taken = order[with];

		order[with] = order[i];
		order[i] = taken;
	}
	qsort(order, count, sizeof *order, ascending);
}
