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
	{ .id = OPT_MECH, .where = TRAIN_ALL }, { .id = OPT_VARIANT, .where = TRAIN_ALL }, { .id = OPT_RATINGS, .where = TRAIN_ALL },
	{ .id = OPT_FORMAT, .where = TRAIN_ALL, "auto" }, { .id = OPT_DUPLICATES, .where = TRAIN_ALL, "refuse" }, { .id = OPT_TEST, .where = TRAIN_ALL },
	{ .id = OPT_HOLDOUT, .where = TRAIN_ALL, "10", .when = of_ratings }, { .id = OPT_HOLDOUT, .where = TRAIN_ALL, "latest", .when = of_interactions },
	{ .id = OPT_RANGE, .where = TRAIN_ALL, .when = of_ratings }, { .id = OPT_ITEMS, .where = TRAIN_ALL }, { .id = OPT_USERS, .where = TRAIN_ALL },
	{ .id = OPT_CLIP, .where = TRAIN_ALL, "yes", .when = of_ratings },
	{ .id = OPT_TOP, .where = TRAIN_ALL, "10", .when = of_interactions }, { .id = OPT_NEGATIVES, .where = TRAIN_ALL, "99", .when = of_interactions },
	{ .id = OPT_SEED, .where = TRAIN_ALL }, { .id = OPT_COINS, .where = TRAIN_ALL }, { .id = OPT_JOBS, .where = TRAIN_ALL, "1" }, { .id = OPT_OUT, .where = TRAIN_ALL },
	{ .id = OPT_JSON, .where = TRAIN_ALL }, { .id = OPT_HELP, .where = TRAIN_ALL },
};
const size_t train_common_uses = sizeof train_common_use / sizeof *train_common_use;
