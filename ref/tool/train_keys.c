/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stddef.h>

#include "tool/arguments.h"
#include "tool/train_data.h"

/* The coins of a number are a sub-key of it: they stand in public/ and say nothing of the noise, unless somebody
   tries all numbers. */
static enum dpmf_status coins_of(const char *option, const char *text, struct dpmf_key *coins, struct dpmf_error *error)
{
	struct dpmf_key parent;
	size_t number;
	const enum dpmf_status status = tool_count(option, text, &number, error);

	if (status != DPMF_OK)
		return status;
	dpmf_key_from_seed(number, &parent);
	dpmf_key_derive(&parent, "public coins", coins);
	return DPMF_OK;
}

enum dpmf_status train_facts_start(const struct train_options *o, struct train_facts *facts, struct dpmf_error *error)
{
	const enum dpmf_status status = dpmf_stream_start(error);

	*facts = (struct train_facts){ .seeded = o->seed != NULL, .moves = 1 };
	if (status != DPMF_OK)
		return status;
	if (o->seed)
		return coins_of("seed", o->seed, &facts->coins, error);
	if (o->coins)
		return coins_of("coins", o->coins, &facts->coins, error);
	return dpmf_key_from_system(&facts->coins, error);
}

enum dpmf_status train_noise_key(const struct train_options *o, struct dpmf_key *noise, struct dpmf_error *error)
{
	return tool_key(o->seed, noise, error);
}
