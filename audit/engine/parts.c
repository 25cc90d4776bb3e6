/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/engine/parts.h"

#include <math.h>
#include <stdint.h>

enum { FEW = 20000, MANY = 1000000 };

static size_t heads_of(size_t coins, const struct dpmf_key *key)
{
	struct dpmf_stream stream;
	size_t heads = 0;

	dpmf_stream_open(&stream, key, 0, 0, 0);
	for (; coins >= 64; coins -= 64)
		heads += (size_t)__builtin_popcountll(dpmf_stream_word(&stream));
	if (coins > 0)
		heads += (size_t)__builtin_popcountll(dpmf_stream_word(&stream) >> (64 - coins));
	return heads;
}

struct audit_parts audit_parts_divide(size_t trials, bool rare, const struct dpmf_key *coins)
{
	const size_t part = (trials < MANY ? trials : MANY) / (rare ? 5 : 10), quarter = (trials < FEW ? trials : FEW) / 4;
	const size_t learn = part > quarter ? part : quarter, spare = trials > MANY ? (size_t)(4 * sqrt((double)trials)) : 0;
	const size_t runs = 2 * (trials - learn - spare), most = trials - learn / 2, heads = heads_of(runs, coins);
	struct audit_parts parts = { .held = { heads, runs - heads }, .expected = trials - learn - spare };

	for (int world = 0; world < 2; world++) {
		if (parts.held[world] > most) {
			parts.lost += parts.held[world] - most;
			parts.held[world] = most;
		}
	}
	const size_t left = trials - (parts.held[0] > parts.held[1] ? parts.held[0] : parts.held[1]);

	parts.learn = left < learn ? left : learn;
	return parts;
}
