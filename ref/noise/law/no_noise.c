/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What leaves as it is: the record says so, and no budget is finite. */
#include "noise/law/law.h"

static enum dpmf_status nothing_to_check(const struct dpmf_entry *entry, struct dpmf_error *error)
{
	(void)entry, (void)error;
	return DPMF_OK;
}

static int64_t nothing(struct dpmf_stream *s, const struct dpmf_drawing *d)
{
	(void)s, (void)d;
	return 0;
}

const struct dpmf_noise_law dpmf_law_no_noise = {
	.name = "none", .density = "always 0", .unit = DPMF_ANY_UNIT, .source = DPMF_BY_NOBODY,
	.charged = DPMF_CHARGED_NOTHING,
	.coordinates = 1 << 20, .check = nothing_to_check, .draw_steps = nothing,
	.limits = "none", .distance = DPMF_EXACT, .timing = DPMF_TELLS_NOTHING,
};
