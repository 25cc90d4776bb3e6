/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The discrete Gaussian law on the steps, in equal shares (gaussian_share.h). */
#include "noise/exact.h"
#include "noise/gaussian_share.h"
#include "noise/law/law.h"

static int64_t whole(struct dpmf_stream *s, const struct dpmf_drawing *d)
{
	return dpmf_discrete_gaussian(s, d->p, d->q);
}

static int64_t share(struct dpmf_stream *s, const struct dpmf_drawing *d)
{
	return dpmf_gaussian_share(s, d->p, d->q, d->whole);
}

static enum dpmf_status check_shares(const struct dpmf_entry *entry, const struct dpmf_participants *who, uint64_t honest,
                                     struct dpmf_error *error)
{
	if (who->group)
		return dpmf_fail(error, DPMF_FAILED, "\"%s\" has shares in groups, and those of this law are equal", entry->statistic);
	if (who->of == 0 || (honest > 0 && who->of > honest))
		return dpmf_law_shares_lack(entry, who, honest, error);
	if (!dpmf_gaussian_share_is_wide(entry->rate_p, entry->rate_q, who->of))
		return dpmf_fail(error, DPMF_FAILED, "\"%s\" declares noise of variance %llu/%llu in %zu shares: the variance of one must be %d "
		                 "steps squared or more, so take a finer grid", entry->statistic, (unsigned long long)entry->rate_p,
		                 (unsigned long long)entry->rate_q, who->of, DPMF_SHARE_VARIANCE);
	return DPMF_OK;
}

const struct dpmf_noise_law dpmf_law_gaussian_share = {
	.name = "gaussian-share", .density = "N of them sum to discrete-gaussian", .parameter = { "p", "q", "parties" },
	.unit = DPMF_STEPS, .source = DPMF_BY_PARTICIPANTS, .charged = DPMF_CHARGED_NORMAL, .scale_of = dpmf_law_gaussian_scale,
	.coordinates = 1 << 20, .check = dpmf_law_rate_is_gaussian, .draw_steps = whole, .share_steps = share,
	.check_shares = check_shares,
	.limits = "a share is below 2^32; N shares' sum differs from the law named by less than N 2^-224", .distance = -224,
	.timing = DPMF_TELLS_MAGNITUDE,
};
