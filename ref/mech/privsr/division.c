/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "mech/privsr/division.h"

#include "mech/privsr/kernels.h"
#include "mech/privsr/parts.h"

static void divide(const void *context, const uint64_t raters[2], uint64_t least, struct dpmf_share share[2])
{
	const uint64_t beta_steps = *(const uint64_t *)context;
	uint64_t part[2] = { 1, 1 }, whole[2] = { least, least };

	if (least == raters[0] + raters[1])
		dpmf_privsr_parts(beta_steps, raters[0], raters[1], part, whole);
	else if (raters[0] > 0 && raters[1] > 0) {
		dpmf_privsr_parts_of(beta_steps, raters[0], raters[1], least, part, &whole[0]);
		whole[1] = whole[0];
	}
	for (int g = 0; g < 2; g++)
		share[g] = (struct dpmf_share){ .of = raters[g], .part = part[g], .whole = whole[g] };
}

struct dpmf_item_groups dpmf_privsr_division(const unsigned char *group, const uint64_t *beta_steps)
{
	return (struct dpmf_item_groups){ .group = group, .divide = divide, .context = beta_steps };
}

enum dpmf_status dpmf_privsr_raters_check(const struct dpmf_ratings *ratings, const struct dpmf_colluding *colluding,
                                          struct dpmf_error *error)
{
	const size_t most = dpmf_item_raters_most(ratings);

	if (most > DPMF_PRIVSR_RATERS_MOST && dpmf_honest_of(colluding, most) < most)
		return dpmf_fail(error, DPMF_INPUT, "an item has %zu raters: against those who collude, or a server that lies, the noise of two groups "
		                 "is divided among %llu at most", most, (unsigned long long)DPMF_PRIVSR_RATERS_MOST);
	return DPMF_OK;
}
