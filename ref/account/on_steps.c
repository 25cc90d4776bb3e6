/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "account/on_steps.h"

#define GREATEST (UINT64_C(1) << 53)

enum dpmf_status dpmf_on_steps_check(const struct dpmf_on_steps *law, struct dpmf_error *error)
{
	if (law->p < 1 || law->q < 1 || law->p > GREATEST || law->q > GREATEST || law->steps > GREATEST)
		return dpmf_fail(error, DPMF_INPUT, "p and q are whole numbers from 1 to 2^53, the steps from 0 to 2^53");
	return DPMF_OK;
}
