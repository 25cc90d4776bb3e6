/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/keys.h"

struct dpmf_key audit_keys_next(struct dpmf_stream *keys)
{
	struct dpmf_key key = { .log = NULL };

	for (size_t i = 0; i < sizeof(key.bytes); i += 8) {
		const uint64_t word = dpmf_stream_word(keys);

		for (size_t b = 0; b < 8; b++)
			key.bytes[i + b] = (unsigned char)(word >> 8 * b);
	}
	return key;
}

void audit_keys_open_door(struct dpmf_door *door, const struct dpmf_key *run)
{
	struct dpmf_stream keys;

	dpmf_stream_open(&keys, run, 0, 0, 0);
	const struct dpmf_key server = audit_keys_next(&keys), users = audit_keys_next(&keys);

	dpmf_door_open_under(door, run, &server, &users);
}
