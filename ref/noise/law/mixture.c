/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hdpmf, Theorem 3: sqrt(2 h) c with h ~ Exp(1) from the server and c ~ N(0, 1), of which each participant adds
   a normal share. Given h, independent shares scale sqrt(2 h / of) c add their variances. */
#include "noise/law/law.h"
#include "noise/noise_share.h"
#include "noise/textbook.h"

/* More than the variances of two groups, added up in doubles, can be wrong: six roundings. */
#define ROUNDINGS 0x1p-50

static double whole(struct dpmf_stream *s, const struct dpmf_drawing *d)
{
	return dpmf_mixture(s, d->scale);
}

static double share(struct dpmf_stream *s, const struct dpmf_drawing *d)
{
	const double c = dpmf_normal(s);
	double x;

	dpmf_hdpmf_noise_share(d->scale, &d->common, &c, 1, d->whole, &x);
	return x;
}

/* Where all shares are alike it is a count; else variances add up, in doubles, and what may be rounding does not count. */
static bool suffices(const struct dpmf_entry *entry, const struct dpmf_participants *who, uint64_t honest)
{
	uint64_t members[DPMF_GROUPS], n[DPMF_GROUPS];
	double variance[DPMF_GROUPS] = { 0, 0 };

	if (!who->group)
		return who->of > 0 && (honest == 0 || who->of <= honest);
	if (!dpmf_law_groups(who, members))
		return false;
	for (int g = 0; g < DPMF_GROUPS; g++) {
		if (members[g] > 0 && (who->share[g].of == 0 || !(who->share[g].scale > 0)))
			return false;
		if (members[g] > 0)
			variance[g] = who->share[g].scale * who->share[g].scale / (double)who->share[g].of;
	}
	if (honest == 0)
		return true;
	for (int g = 0; g < DPMF_GROUPS; g++)
		if (members[g] == who->count)
			return who->share[g].scale >= entry->scale && who->share[g].of <= honest;
	dpmf_smallest_shares(members, variance[0] <= variance[1], honest, n);
	return ((double)n[0] * variance[0] + (double)n[1] * variance[1]) * (1 - ROUNDINGS) >= entry->scale * entry->scale;
}

static enum dpmf_status check_shares(const struct dpmf_entry *entry, const struct dpmf_participants *who, uint64_t honest,
                                     struct dpmf_error *error)
{
	return suffices(entry, who, honest) ? DPMF_OK : dpmf_law_shares_lack(entry, who, honest, error);
}

const struct dpmf_noise_law dpmf_law_mixture = {
	.name = "mixture", .density = "laplace, as sqrt(2 h) c: h ~ Exp, c ~ N(0, 1)", .parameter = { "scale" },
	.unit = DPMF_DOUBLES, .source = DPMF_BY_PARTICIPANTS,
	.charged = DPMF_CHARGED_LAPLACE, .coordinates = 1024,
	.check = dpmf_law_scale_is_positive, .draw = whole, .share = share, .common = dpmf_exponential, .check_shares = check_shares,
	.limits = "drawn in doubles, whose grid gives the statistic away", .distance = DPMF_NO_BOUND,
	.timing = DPMF_TELLS_MAGNITUDE,
};
