/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tool/train_mech.h"

#include <stdio.h>
#include <string.h>

static const struct train_mech *const all[] = {
	&train_hdpmf, &train_gaussmf, &train_dpimf, &train_dpmf_rp, &train_privsr,
	&train_mf, &train_dpmf, &train_pdpmf, &train_soreg, &train_gd, &train_dpmf01, &train_dplcf, &train_ldpicf, &train_ials, &train_pop,
};

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

const char *train_mech_names(void)
{
	return "hdpmf, gaussmf, dpimf, dpmf-rp, privsr; or a baseline: mf, dpmf, pdpmf, soreg, gd, dpmf01, dplcf, ldpicf, ials, pop";
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
