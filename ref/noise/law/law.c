/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "noise/law/law.h"

#include <math.h>

enum { GAUSSIAN_RATE_BITS = 40 };

const struct dpmf_noise_law *dpmf_law_of(enum dpmf_law number)
{
	switch (number) { /* without default: a law that is missing in DPMF_EACH_LAW does not compile */
#define DESCRIPTOR_OF(number, descriptor) case DPMF_##number: return &dpmf_law_##descriptor;
	DPMF_EACH_LAW(DESCRIPTOR_OF)
	}
	return NULL;
}

_Static_assert(DPMF_GROUPS == 2, "dpmf_law_groups counts zeros and ones");

bool dpmf_law_groups(const struct dpmf_participants *who, uint64_t members[DPMF_GROUPS])
{
	uint64_t ones = 0;
	unsigned all = 0;

	for (size_t a = 0; a < who->count; a++) { /* once a release: no branch, no store */
		all |= who->group[a];
		ones += who->group[a];
	}
	members[0] = who->count - ones;
	members[1] = ones;
	return all <= 1;
}

enum dpmf_status dpmf_law_scale_is_positive(const struct dpmf_entry *entry, struct dpmf_error *error)
{
	if (!(entry->scale > 0) || !isfinite(entry->scale))
		return dpmf_fail(error, DPMF_INPUT, "\"%s\" declares noise of scale %g: a scale is finite and above 0",
		                 entry->statistic, entry->scale);
	if (entry->rate_p || entry->rate_q)
		return dpmf_fail(error, DPMF_INPUT, "\"%s\" declares a rate, which a law in doubles does not have", entry->statistic);
	return DPMF_OK;
}

double dpmf_law_laplace_scale(uint64_t p, uint64_t q)
{
	return (double)q / (double)p;
}

enum dpmf_status dpmf_law_rate_is_laplace(const struct dpmf_entry *entry, struct dpmf_error *error)
{
	if (entry->rate_p == 0 || entry->rate_q == 0 || entry->rate_q > UINT64_C(1) << 53)
		return dpmf_fail(error, DPMF_INPUT, "\"%s\" declares noise of rate %llu/%llu: the exact sampler takes a rate p/q with p "
		                 "from 1 and q from 1 to 2^53", entry->statistic, (unsigned long long)entry->rate_p,
		                 (unsigned long long)entry->rate_q);
	if (entry->scale != dpmf_law_laplace_scale(entry->rate_p, entry->rate_q))
		return dpmf_fail(error, DPMF_INPUT, "\"%s\" declares noise of scale %g and of rate %llu/%llu, whose scale is %g",
		                 entry->statistic, entry->scale, (unsigned long long)entry->rate_p,
		                 (unsigned long long)entry->rate_q, dpmf_law_laplace_scale(entry->rate_p, entry->rate_q));
	return DPMF_OK;
}

double dpmf_law_gaussian_scale(uint64_t p, uint64_t q)
{
	return sqrt((double)p / (double)q);
}

enum dpmf_status dpmf_law_rate_is_gaussian(const struct dpmf_entry *entry, struct dpmf_error *error)
{
	const uint64_t p = entry->rate_p, q = entry->rate_q;

	if (p == 0 || q == 0 || p > UINT64_C(1) << GAUSSIAN_RATE_BITS || q > UINT64_C(1) << GAUSSIAN_RATE_BITS)
		return dpmf_fail(error, DPMF_INPUT, "\"%s\" declares noise of variance %llu/%llu: the exact sampler takes p/q with both "
		                 "from 1 to 2^%d", entry->statistic, (unsigned long long)p, (unsigned long long)q, GAUSSIAN_RATE_BITS);
	if (entry->scale != dpmf_law_gaussian_scale(p, q))
		return dpmf_fail(error, DPMF_INPUT, "\"%s\" declares noise of scale %g and of variance %llu/%llu, whose scale is %g",
		                 entry->statistic, entry->scale, (unsigned long long)p, (unsigned long long)q,
		                 dpmf_law_gaussian_scale(p, q));
	return DPMF_OK;
}

enum dpmf_status dpmf_law_shares_lack(const struct dpmf_entry *entry, const struct dpmf_participants *who, uint64_t honest,
                                      struct dpmf_error *error)
{
	return dpmf_fail(error, DPMF_FAILED, "\"%s\": of %zu participants %llu are honest and in the sum for certain, and "
	                 "their shares (1 of %zu each, where all are equal) do not make the whole law", entry->statistic, who->count,
	                 (unsigned long long)honest, who->of);
}
