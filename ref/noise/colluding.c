/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "noise/colluding.h"

#include <math.h>

static bool is_share(double x)
{
	return x >= 0 && x <= 1;
}

enum dpmf_status dpmf_colluding_check(const struct dpmf_colluding *c, struct dpmf_error *error)
{
	if (c->of_all && !is_share(c->share))
		return dpmf_fail(error, DPMF_INPUT, "the share of those who collude must be 0 to 1, not %g", c->share);
	if (!is_share(c->stay))
		return dpmf_fail(error, DPMF_INPUT, "the share of participants who must stay must be 0 to 1, not %g", c->stay);
	return DPMF_OK;
}

static size_t part_of(double share, size_t all)
{
	const double part = ceil(share * (double)all);

	return part < (double)all ? (size_t)part : all;
}

bool dpmf_anybody_colludes(const struct dpmf_colluding *c)
{
	return c->of_all ? c->share > 0 : c->count > 0;
}

size_t dpmf_colluders_among(const struct dpmf_colluding *c, size_t others)
{
	if (c->of_all)
		return part_of(c->share, others);
	return c->count < others ? c->count : others;
}

size_t dpmf_colluders_of(const struct dpmf_colluding *c, size_t participants)
{
	const size_t all = dpmf_colluders_among(c, participants);

	return all > 0 && all == participants ? all - 1 : all;
}

size_t dpmf_threshold_of(const struct dpmf_colluding *c, size_t participants)
{
	if (participants == 0)
		return 0;
	return dpmf_threshold(participants, dpmf_colluders_of(c, participants), part_of(c->stay, participants), c->lying);
}

size_t dpmf_honest_of(const struct dpmf_colluding *c, size_t participants)
{
	if (participants == 0)
		return 1;
	return dpmf_honest(participants, dpmf_colluders_of(c, participants), dpmf_threshold_of(c, participants), c->lying);
}
