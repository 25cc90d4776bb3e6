/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tool/train_mech.h"

#include <math.h>
#include <string.h>

static const struct train_mech *const all[] = {
	&train_hdpmf, &train_gaussmf, &train_privsr, &train_mf, &train_dpmf, &train_pdpmf, &train_soreg, &train_gd,
	&train_dpmf01, &train_dpimf, &train_dpmf_rp, &train_dplcf, &train_ldpicf, &train_ials, &train_pop,
};

const struct train_mech *train_mech_named(const char *name)
{
	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		if (strcmp(all[i]->name, name) == 0)
			return all[i];
	return NULL;
}

const char *train_mech_names(void)
{
	return "hdpmf, gaussmf, dpimf, dpmf-rp, privsr; mf, dpmf, pdpmf, soreg, gd, dpmf01, dplcf, ldpicf, ials, pop";
}

void train_default(double *option, double value)
{
	if (isnan(*option))
		*option = value;
}
