/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The discrete Laplace law on the steps, in shares (shares.h). */
#include "noise/exact.h"
#include "noise/law/law.h"
#include "noise/shares.h"

static int64_t whole(struct dpmf_stream *s, const struct dpmf_drawing *d)
{
	return dpmf_discrete_laplace(s, d->p, d->q);
}

static int64_t share(struct dpmf_stream *s, const struct dpmf_drawing *d)
{
	return dpmf_laplace_share(s, d->p, d->q, d->part, d->whole);
}

/* What the group's members hold, as numbers that the kernel takes; a group of nobody holds nothing. */
static bool read_groups(const struct dpmf_participants *who, uint64_t members[DPMF_GROUPS], uint64_t part[DPMF_GROUPS],
                        uint64_t whole_of[DPMF_GROUPS])
{
	if (!dpmf_law_groups(who, members))
		return false;
	for (int g = 0; g < DPMF_GROUPS; g++) {
		part[g] = members[g] ? who->share[g].part : 0;
		whole_of[g] = members[g] ? who->share[g].whole : 1;
		if (part[g] > whole_of[g] || whole_of[g] == 0 || (members[g] && part[g] == 0))
			return false;
		if (part[g] && members[g] > UINT64_MAX / part[g])
			return false;
	}
	return true;
}

static bool suffices(const struct dpmf_participants *who, uint64_t honest)
{
	uint64_t members[DPMF_GROUPS], n[DPMF_GROUPS], part[DPMF_GROUPS], whole_of[DPMF_GROUPS];

	if (!who->group)
		return who->of > 0 && (honest == 0 || who->of <= honest);
	if (!read_groups(who, members, part, whole_of))
		return false;
	if (honest == 0)
		return true;
	dpmf_smallest_shares(members, dpmf_product_at_least(part[1], whole_of[0], part[0], whole_of[1]), honest, n);
	return dpmf_parts_make_whole(n, part, whole_of);
}

static enum dpmf_status check_shares(const struct dpmf_entry *entry, const struct dpmf_participants *who, uint64_t honest,
                                     struct dpmf_error *error)
{
	return suffices(who, honest) ? DPMF_OK : dpmf_law_shares_lack(entry, who, honest, error);
}

const struct dpmf_noise_law dpmf_law_laplace_share = {
	.name = "laplace-share", .density = "N of them sum to discrete-laplace", .parameter = { "p", "q", "parties" },
	.unit = DPMF_STEPS, .source = DPMF_BY_PARTICIPANTS,
	.charged = DPMF_CHARGED_LAPLACE, .scale_of = dpmf_law_laplace_scale, .coordinates = 1 << 20,
	.check = dpmf_law_rate_is_laplace, .draw_steps = whole, .share_steps = share, .check_shares = check_shares,
	.limits = "a share is below 1024 q / p; it differs from the law named by less than 2^-1476", .distance = -1476,
	.timing = DPMF_TELLS_MAGNITUDE,
};
