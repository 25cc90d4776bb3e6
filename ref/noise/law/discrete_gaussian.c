/* SPDX-License-Identifier: GPL-3.0-or-later */
/* P(x) ~ exp(-x^2 / (2 sigma^2)) on the steps, sigma^2 = p / q. */
#include <math.h>

#include "noise/exact.h"
#include "noise/law/law.h"

enum { RATE_BITS = 40 };

static double scale_of(uint64_t p, uint64_t q)
{
	return sqrt((double)p / (double)q);
}

static enum dpmf_status check(const struct dpmf_entry *entry, struct dpmf_error *error)
{
	const uint64_t p = entry->rate_p, q = entry->rate_q;

	if (p == 0 || q == 0 || p > UINT64_C(1) << RATE_BITS || q > UINT64_C(1) << RATE_BITS)
		return dpmf_fail(error, DPMF_INPUT, "\"%s\" declares noise of variance %llu/%llu: the exact sampler takes p/q with both "
		                 "from 1 to 2^%d", entry->statistic, (unsigned long long)p, (unsigned long long)q, RATE_BITS);
	if (entry->scale != scale_of(p, q))
		return dpmf_fail(error, DPMF_INPUT, "\"%s\" declares noise of scale %g and of variance %llu/%llu, whose scale is %g",
		                 entry->statistic, entry->scale, (unsigned long long)p, (unsigned long long)q,
		                 scale_of(p, q));
	return DPMF_OK;
}

static int64_t draw(struct dpmf_stream *s, const struct dpmf_drawing *d)
{
	return dpmf_discrete_gaussian(s, d->p, d->q);
}

const struct dpmf_noise_law dpmf_law_discrete_gaussian = {
	.name = "discrete-gaussian", .density = "P(x) ~ exp(-x^2 / (2 sigma^2)), sigma^2 = P/Q", .parameter = { "p", "q" },
	.unit = DPMF_STEPS, .source = DPMF_BY_SERVER, .stream = 2,
	.charged = DPMF_CHARGED_NORMAL, .scale_of = scale_of, .coordinates = 1 << 20,
	.check = check, .draw_steps = draw,
	.limits = "|x| < 4096 sigma; differs from the law named by less than 2^-1473", .distance = -1473,
	.timing = DPMF_TELLS_MAGNITUDE,
};
