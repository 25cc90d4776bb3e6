/* SPDX-License-Identifier: 0BSD */
/* How many honest shares are certain to be in a sum. */
#include "algorithms.h"

RUN(honest_shares)
{
	const uint64_t n = in_u64(t, "participants"), colluders = in_u64(t, "colluders"), stay = in_u64(t, "stay"), lying = in_u64(t, "lying");
	uint64_t threshold = lying == 1 ? (n + colluders) / 2 + 1 : colluders + 1;

	t->refused = n == 0 || n > UINT64_C(1) << 32 || colluders >= n || stay > n || lying > 1;
	if (t->malformed || t->refused)
		return;
	if (threshold < (n == 1 ? 1 : 2))
		threshold = n == 1 ? 1 : 2;
	if (threshold < stay)
		threshold = stay;
	out_u64(t, "threshold", threshold);
	out_u64(t, "honest", (lying == 1 ? threshold : n) - colluders);
}
