/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/keys.h"

void audit_keys_open_door(struct dpmf_door *door, const struct dpmf_key *run)
{
	struct dpmf_key server;

	dpmf_key_number(run, UINT64_MAX, &server);
	dpmf_door_open_under(door, run, &server, run);
}
