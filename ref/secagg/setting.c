/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "secagg/setting.h"

#include <inttypes.h>

static enum dpmf_status out_of_range(struct dpmf_error *error, const char *what, uint64_t is, uint64_t least, uint64_t most)
{
	return dpmf_fail(error, DPMF_INPUT, "secure aggregation: %s is %" PRIu64 ", it must be from %" PRIu64 " to %" PRIu64,
	                 what, is, least, most);
}

enum dpmf_status dpmf_secagg_setting_check(const struct dpmf_secagg_setting *s, struct dpmf_error *error)
{
	const uint32_t least = s->authenticated ? s->users / 2 + 1 : 2;
	unsigned bits;

	if (s->users < 2 || s->users > DPMF_SECAGG_USERS_MOST)
		return out_of_range(error, "users", s->users, 2, DPMF_SECAGG_USERS_MOST);
	if (s->threshold < least || s->threshold > s->users)
		return out_of_range(error, s->authenticated ? "threshold (more than half of the users, or a server that lies "
		                    "could be told two lists of survivors)" : "threshold", s->threshold, least, s->users);
	if (s->length < 1 || s->length > DPMF_SECAGG_LENGTH_MOST)
		return out_of_range(error, "length", s->length, 1, DPMF_SECAGG_LENGTH_MOST);
	bits = dpmf_secagg_bits(s->users, s->most);
	if (bits == 0)
		return dpmf_fail(error, DPMF_INPUT, "secure aggregation: %" PRIu32 " coordinates of up to %" PRIu64
		                 " do not fit into %d bits: make them smaller", s->users, s->most, DPMF_SECAGG_BITS_MOST);
	if (s->bits < bits || s->bits > DPMF_SECAGG_BITS_MOST)
		return out_of_range(error, "bits (or a sum could wrap)", s->bits, bits, DPMF_SECAGG_BITS_MOST);
	return DPMF_OK;
}
