/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "noise/flip.h"

#include "noise/exact.h"

bool dpmf_flip(struct dpmf_stream *s, uint64_t p, uint64_t q)
{
	while (dpmf_bernoulli(s, 1, 2))
		if (dpmf_bernoulli_exp(s, p, q))
			return true;
	return false;
}
