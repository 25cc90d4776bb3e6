/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tool/train_mech.h"

#include <stdio.h>
#include <string.h>

#define ENTRY(name) &train_##name,
static const struct train_mech *const all[] = { TRAIN_MECHANISMS(ENTRY) };

const struct train_mech *train_mech_at(size_t place)
{
	return place < sizeof all / sizeof *all ? all[place] : NULL;
}

const struct train_mech *train_mech_named(const char *name)
{
	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		if (strcmp(all[i]->name, name) == 0)
			return all[i];
	return NULL;
}

void train_mech_names(char names[TRAIN_NAMES])
{
	size_t length = 0;

	for (size_t i = 0; i < sizeof all / sizeof *all && length < TRAIN_NAMES; i++) {
		const bool first_baseline = i > 0 && !all[i]->corrected && all[i - 1]->corrected;

		length += (size_t)snprintf(names + length, TRAIN_NAMES - length, "%s%s", i == 0 ? "" : first_baseline ? "; or a baseline: " : ", ",
		                           all[i]->name);
	}
}

static bool of_ratings(const struct train_options *o)
{
	return !o->mech->ranking;
}

static bool of_interactions(const struct train_options *o)
{
	return o->mech->ranking;
}

const struct train_use train_common_use[] = {
	{ .id = OPT_MECH, .where = TRAIN_BOTH }, { .id = OPT_VARIANT, .where = TRAIN_BOTH }, { .id = OPT_RATINGS, .where = TRAIN_BOTH },
	{ .id = OPT_FORMAT, .where = TRAIN_BOTH, "auto" }, { .id = OPT_DUPLICATES, .where = TRAIN_BOTH, "refuse" }, { .id = OPT_TEST, .where = TRAIN_BOTH },
	{ .id = OPT_HOLDOUT, .where = TRAIN_BOTH, "10", .when = of_ratings }, { .id = OPT_HOLDOUT, .where = TRAIN_BOTH, "latest", .when = of_interactions },
	{ .id = OPT_RANGE, .where = TRAIN_BOTH, .when = of_ratings }, { .id = OPT_ITEMS, .where = TRAIN_BOTH }, { .id = OPT_USERS, .where = TRAIN_BOTH },
	{ .id = OPT_CLIP, .where = TRAIN_BOTH, "yes", .when = of_ratings },
	{ .id = OPT_TOP, .where = TRAIN_BOTH, "10", .when = of_interactions }, { .id = OPT_NEGATIVES, .where = TRAIN_BOTH, "99", .when = of_interactions },
	{ .id = OPT_SEED, .where = TRAIN_BOTH }, { .id = OPT_COINS, .where = TRAIN_BOTH }, { .id = OPT_JOBS, .where = TRAIN_BOTH, "1" }, { .id = OPT_OUT, .where = TRAIN_BOTH },
	{ .id = OPT_JSON, .where = TRAIN_BOTH }, { .id = OPT_HELP, .where = TRAIN_BOTH },
};
const size_t train_common_uses = sizeof train_common_use / sizeof *train_common_use;
