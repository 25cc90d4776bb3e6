/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "noise/gaussian_share.h"

#include "noise/exact.h"

bool dpmf_gaussian_share_is_wide(uint64_t p, uint64_t q, uint64_t of)
{
	return of <= p / DPMF_SHARE_VARIANCE / q;
}

int64_t dpmf_gaussian_share(struct dpmf_stream *s, uint64_t p, uint64_t q, uint64_t of)
{
	return dpmf_discrete_gaussian(s, p, q * of);
}
