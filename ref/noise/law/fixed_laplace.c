/* SPDX-License-Identifier: GPL-3.0-or-later */
/* P(x) ~ exp(-|x| p / q) on the steps, by a fixed number of words (fixed_laplace.h). */
#include "noise/fixed_laplace.h"

#include "noise/fixed_chances.h"
#include "noise/law/law.h"

static int64_t draw(struct dpmf_stream *s, const struct dpmf_drawing *d)
{
	return dpmf_fixed_laplace(s, d->chances);
}

const struct dpmf_noise_law dpmf_law_fixed_laplace = {
	.name = "fixed-laplace", .density = "P(x) ~ exp(-|x| P/Q), by a fixed number of words", .parameter = { "p", "q" },
	.unit = DPMF_STEPS, .source = DPMF_BY_SERVER, .stream = 7,
	.charged = DPMF_CHARGED_LAPLACE, .scale_of = dpmf_law_laplace_scale, .coordinates = 1 << 20,
	.check = dpmf_law_rate_is_laplace, .prepare = dpmf_fixed_chances, .draw_steps = draw,
	.limits = "|x| p < 178 q, or |x| <= 1; differs from the law named by less than 2^-121", .distance = -121,
	.timing = DPMF_TELLS_RATE,
};
