/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "check.h"
#include "inputs.h"
#include "noise/colluding.h"
#include "vectors/format/number.h"

CHECK(honest_shares)
{
	uint64_t n, c, stay, lying, threshold;

	(void)expected;
	if (!input_u64(inputs, "participants", &n) || !input_u64(inputs, "colluders", &c) || !input_u64(inputs, "stay", &stay) ||
	    !input_u64(inputs, "lying", &lying))
		return CHECK_MALFORMED;
	if (n == 0 || n > UINT64_C(1) << 32 || c >= n || stay > n || lying > 1)
		return CHECK_REFUSES;
	threshold = dpmf_threshold(n, c, stay, lying == 1);
	return (json_object_set_new(got, "threshold", number_u64(threshold)) |
	        json_object_set_new(got, "honest", number_u64(dpmf_honest(n, c, threshold, lying == 1)))) == 0 ? CHECKED : CHECK_FAILED;
}
