/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "noise/pbm.h"

#include "noise/exact.h"

uint64_t dpmf_pbm_chance(int64_t steps, int64_t theta_steps)
{
	return (uint64_t)(((int64_t)1 << (DPMF_PBM_WHOLE_BITS - 1)) + theta_steps * steps);
}

uint32_t dpmf_pbm_draw(struct dpmf_stream *s, uint32_t q, uint64_t chance)
{
	uint32_t sum = 0;

	/*@ loop invariant range: 0 <= i <= q;
	    loop invariant fits: 0 <= sum <= i;
	    loop invariant open: open_stream(s) && s->log == \at(s->log, Pre);
	    loop invariant drawn: binomial(\at(ahead(s), Pre), chance, 1099511627776, i, sum, ahead(s));
	    loop assigns i, sum, *s, *\at(s->log, Pre);
	    loop variant q - i; */
	for (uint32_t i = 0; i < q; i++)
		sum += dpmf_bernoulli(s, chance, (uint64_t)1 << DPMF_PBM_WHOLE_BITS);
	return sum;
}
